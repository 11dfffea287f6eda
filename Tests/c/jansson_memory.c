/* Texts of the host that jansson has no memory to read: the error says that, and not that a text is wrong. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdlib.h>

/* How many pieces of memory jansson has asked for, and the one that it does not get; -1: it gets all. */
static atomic_int asked, refused = -1;

/* The buffer in which jansson collects a string doubles. jansson does not look whether it got the memory for that, and
 * goes on with a part of the string, or ends the process. */
static bool may_be_refused(size_t size)
{
    return size <= 16 || (size & (size - 1)) != 0;
}

static void *allocate(size_t size)
{
    if (may_be_refused(size) && atomic_fetch_add(&asked, 1) == atomic_load(&refused)) return NULL;
    return malloc(size);
}

static swiftpager_client *client;
static swiftpager_pager *pager;
static char *resuming;

static swiftpager_status create_client(char **error)
{
    swiftpager_client *made = NULL;
    const char *config = "{\"headers\": {\"X-One\": \"1\", \"X-Two\": \"two\"}, \"retry\": {\"max_attempts\": 2}}";
    const swiftpager_status status =
        swiftpager_client_create("http://127.0.0.1:9/", config, NULL, &made, error);
    CHECK_OK(swiftpager_client_release(made));
    return status;
}

static swiftpager_status create_pager_with(const char *config, char **error)
{
    swiftpager_pager *made = NULL;
    const swiftpager_status status =
        swiftpager_pager_create(client, ITEMS_QUERY, config, NULL, &made, error);
    CHECK_OK(swiftpager_pager_release(made));
    return status;
}

static swiftpager_status create_pager(char **error)
{
    return create_pager_with("{\"variables\": {\"after\": \"x\"}, \"load_all\": {\"max_pages\": 7}}", error);
}

static swiftpager_status resume_pager(char **error)
{
    swiftpager_pager *made = NULL;
    const swiftpager_status status =
        swiftpager_pager_create(client, ITEMS_QUERY, resuming, NULL, &made, error);
    CHECK_OK(swiftpager_pager_release(made));
    return status;
}

static swiftpager_status begin_load(char **error)
{
    const char *options = "{\"max_items\": 3, \"headers\": {\"X-One\": \"1\"}}";
    return swiftpager_pager_load_all(pager, options, NULL, NULL, NULL, NULL, error);
}

static swiftpager_status observe_kinds(char **error)
{
    return swiftpager_client_observe(client, "[\"retry\", \"failure\"]", NULL, NULL, NULL, error);
}

/* Calls again and again, each time without another one of the pieces that the call asks for. */
static void check_call(swiftpager_status (*call)(char **error))
{
    int failures = 0;
    for (int piece = 0; piece < 10000; piece++) {
        char *error = NULL;
        atomic_store(&asked, 0);
        atomic_store(&refused, piece);
        const swiftpager_status status = call(&error);
        const bool got_all = atomic_load(&asked) <= piece;
        atomic_store(&refused, -1);
        if (status != SWIFTPAGER_OK) {
            failures++;
            if (!CHECK_STATUS(status, SWIFTPAGER_NO_MEMORY))
                report_failure(__FILE__, __LINE__, "without piece %d: %s", piece, error);
            CHECK_JSON(error, "/code", "\"NO_MEMORY\"");
        }
        swiftpager_free(error);
        if (got_all) break;
    }
    CHECK(failures > 0);
}

TEST(a_config_that_there_is_no_memory_for_is_not_called_wrong)
{
    struct host host = {0};
    char *token = NULL;
    json_set_alloc_funcs(allocate, free);
    client = make_host_client(&host, "");
    pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    REQUIRE_OK(swiftpager_pager_resume_token(pager, &token));
    json_t *config = json_pack("{s:s}", "resume", token);
    resuming = json_dumps(config, 0);
    swiftpager_status (*const calls[])(char **) = {create_client, create_pager, resume_pager, begin_load,
                                                   observe_kinds};
    for (size_t index = 0; index < COUNT_OF(calls); index++) check_call(calls[index]);
    free(resuming);
    json_decref(config);
    swiftpager_free(token);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_text_that_is_wrong_is_still_called_wrong)
{
    static const char *const wrong[] = {"", "{", "{]", "{\"a\" 1}",
                                        "{\"a\": 1,}", "{\"a\": tru}", "[1", "{\"a\": \"\\x\"}"};
    for (size_t index = 0; index < COUNT_OF(wrong); index++) {
        swiftpager_client *made = NULL;
        CHECK_STATUS(swiftpager_client_create(NULL, wrong[index], NULL, &made, NULL), SWIFTPAGER_INVALID_CONFIG);
        CHECK_CONTAINS(swiftpager_last_error(), "is not valid JSON");
    }
}
