/* No memory to be had: calls say so, and the process goes on. */
#define _GNU_SOURCE
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

/* How many bytes of addresses the process uses. */
static size_t bytes_in_use(void)
{
    char line[256];
    FILE *file = fopen("/proc/self/statm", "r");
    REQUIRE(file != NULL);
    REQUIRE(fgets(line, sizeof line, file) != NULL);
    fclose(file);
    return strtoul(line, NULL, 10) * 4096;
}

/* Allows the process to grow by this much, and no more. */
static void allow_growth(size_t bytes)
{
    struct rlimit limit;
    REQUIRE_INTEGER(getrlimit(RLIMIT_AS, &limit), 0);
    limit.rlim_cur = bytes_in_use() + bytes;
    REQUIRE_INTEGER(setrlimit(RLIMIT_AS, &limit), 0);
}

static void allow_everything(void)
{
    struct rlimit limit;
    REQUIRE_INTEGER(getrlimit(RLIMIT_AS, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    REQUIRE_INTEGER(setrlimit(RLIMIT_AS, &limit), 0);
}

/* Has large blocks come from the system and go back to it, so that a limit is felt. */
static void use_no_reserves(void)
{
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    mallopt(M_TRIM_THRESHOLD, 128 * 1024);
}

TEST(an_output_for_which_there_is_no_memory_is_null_and_can_be_asked_for_again)
{
    swiftpager_client *client = NULL;
    swiftpager_subscription *subscription = NULL;
    swiftpager_update *update = NULL;
    size_t length = 1;
    use_no_reserves();
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=4&size=10000", &client);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    REQUIRE_OK(swiftpager_subscription_next(subscription, -1, &update));
    CHECK_INTEGER(swiftpager_update_page_count(update), 4);
    malloc_trim(0);
    allow_growth(256 * 1024);
    CHECK(swiftpager_update_output(update, &length) == NULL);
    CHECK_INTEGER(length, 0);
    allow_everything();
    CHECK(swiftpager_update_output(update, &length) != NULL);
    CHECK(length > 2000000);
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_subscription_cancel(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

/* A pager's config of this many bytes, most of which are a comment in the query; free it. */
static char *large_config(size_t size)
{
    static const char START[] = "{\"query\": \"" ITEMS_QUERY " #", END[] = "\"}";
    char *config = malloc(size + 1);
    REQUIRE(config != NULL);
    memset(config, 'x', size);
    memcpy(config, START, sizeof START - 1);
    memcpy(config + size + 1 - sizeof END, END, sizeof END);
    return config;
}

TEST(a_config_for_which_there_is_no_memory_is_refused)
{
    char *error = NULL;
    swiftpager_pager *pager = NULL;
    use_no_reserves();
    swiftpager_client *client = make_client(dead_url());
    char *config = large_config(8 << 20);
    CHECK_OK(swiftpager_pager_create(client, config, NULL, &pager, &error));
    CHECK_OK(swiftpager_pager_release(pager));
    malloc_trim(0);
    for (size_t megabytes = 1; megabytes <= 64; megabytes *= 2) {
        allow_growth(megabytes << 20);
        CHECK_STATUS(swiftpager_pager_create(client, config, NULL, &pager, &error), SWIFTPAGER_NO_MEMORY);
        CHECK_JSON(error, "/code", "\"NO_MEMORY\"");
        CHECK(pager == NULL);
        swiftpager_free(error);
        allow_everything();
    }
    free(config);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_config_over_16_mib_is_refused)
{
    char *error = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_client *client = make_client(dead_url());
    char *config = large_config((16 << 20) + 1);
    CHECK_STATUS(swiftpager_pager_create(client, config, NULL, &pager, &error), SWIFTPAGER_INVALID_CONFIG);
    CHECK_CONTAINS(error, "16777216 bytes");
    swiftpager_free(error);
    free(config);
    config = large_config(16 << 20);
    CHECK_OK(swiftpager_pager_create(client, config, NULL, &pager, &error));
    CHECK_OK(swiftpager_pager_release(pager));
    free(config);
    CHECK_OK(swiftpager_client_release(client));
}
