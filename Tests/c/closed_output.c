/* A host without stdin, stdout or stderr: no file, socket or eventfd of the library gets their numbers, because what
 * the host prints would go there. */
#define _GNU_SOURCE /* F_DUPFD_CLOEXEC */
#include "harness.h"
#include "pagers.h"
#include "processes.h"
#include "pulled.h"
#include "servers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char recording[64], cache[64];
/* What has been seen in the place of a closed descriptor; empty for nothing. */
static char found[256];
/* A bit for each descriptor that the host has closed. */
static int closed;

/* Looks at the descriptors that the host has closed, and prints there as a host does that does not know it. */
static void look(void)
{
    for (int number = 0; number <= 2; number++) {
        char path[32], target[200];
        if ((closed & 1 << number) == 0) continue;
        (void)!write(number, "printed\n", 8);
        snprintf(path, sizeof path, "/proc/self/fd/%d", number);
        const ssize_t length = readlink(path, target, sizeof target - 1);
        if (length < 0) continue;
        target[length] = '\0';
        /* SQLite itself keeps its files apart, by opening this one. */
        if (strcmp(target, "/dev/null") != 0) snprintf(found, sizeof found, "%d is %s", number, target);
    }
}

static void walk(swiftpager_client *client)
{
    int fd = -1, pages = 0;
    swiftpager_update *update = NULL;
    swiftpager_subscription *subscription = NULL;
    swiftpager_pager *pager = make_pager(client, PRODUCTS_QUERY, "");
    CHECK_OK(swiftpager_client_fd(client, &fd));
    CHECK(fd > 2);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    CHECK_OK(swiftpager_subscription_fd(subscription, &fd));
    CHECK(fd > 2);
    CHECK_OK(swiftpager_subscription_release(subscription));
    swiftpager_operation *operation = start_walk(pager, NULL);
    CHECK_OK(swiftpager_operation_fd(operation, &fd));
    CHECK(fd > 2);
    while (swiftpager_operation_next(operation, -1, &update, NULL) == SWIFTPAGER_OK && update != NULL) {
        look();
        pages++;
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_INTEGER(pages, 10);
    release_pulled(operation, pager, client);
}

static void use_library(void *context)
{
    static const char *const more[] = {"\"record\": \"%s\", \"interruptible\": true", "\"replay\": \"%s\"",
                                       "\"cache\": {\"sqlite\": \"%s\"}"};
    (void)context;
    char config[128];
    int kept[3];
    for (int number = 0; number <= 2; number++) {
        kept[number] = fcntl(number, F_DUPFD_CLOEXEC, 100);
        if (closed & 1 << number)
            close(number);
        else
            REQUIRE(dup2(kept[number], number) == number);
    }
    for (size_t index = 0; index < COUNT_OF(more); index++) {
        snprintf(config, sizeof config, more[index], index == 2 ? cache : recording);
        walk(make_client_with(shop_url(), config));
    }
    /* So that a failure is seen. */
    for (int number = 0; number <= 2; number++) dup2(kept[number], number);
    CHECK_TEXT(found, "");
}

/* Whether a file has a text. */
static bool has_text(const char *path, const char *text)
{
    static char content[1 << 20];
    FILE *file = fopen(path, "r");
    REQUIRE(file != NULL);
    const size_t length = fread(content, 1, sizeof content - 1, file);
    content[length] = '\0';
    fclose(file);
    return strstr(content, text) != NULL;
}

TEST(what_a_host_without_stdout_prints_goes_into_no_file_of_the_library)
{
    char folder[] = "/tmp/swiftpager-closed-XXXXXX";
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(recording, sizeof recording, "%s/walk.jsonl", folder);
    snprintf(cache, sizeof cache, "%s/cache.db", folder);
    for (closed = 1; closed <= 7; closed++) {
        CHECK_INTEGER(run_in_child(use_library, NULL), 0);
        CHECK(has_text(recording, "hasNextPage"));
        CHECK(!has_text(recording, "printed"));
    }
    unlink(recording);
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t index = 0; index < COUNT_OF(endings); index++) {
        char path[80];
        snprintf(path, sizeof path, "%s%s", cache, endings[index]);
        unlink(path);
    }
    CHECK_INTEGER(rmdir(folder), 0);
}
