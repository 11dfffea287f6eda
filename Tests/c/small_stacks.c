/* A caller with the stack that the header asks for: everything works on it. */
#include "cached.h"
#include "harness.h"
#include "pagers.h"
#include "processes.h"
#include "recorder.h"
#include "servers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the header says. The C library puts a thread's own variables there too. */
#define STACK_BYTES (64 * 1024)

static void read_update(void *user_data, const swiftpager_update *update)
{
    int *updates = user_data;
    CHECK(swiftpager_page_item_count(swiftpager_update_page(update, NULL)) > 0);
    CHECK(swiftpager_update_output(update, NULL) != NULL);
    (*updates)++;
}

static void use_everything(const char *url)
{
    int updates = 0;
    swiftpager_client *client = make_client(url);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    REQUIRE_OK(swiftpager_pager_subscribe(pager, read_update, &updates, NULL, NULL));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(updates, 5);
    CHECK_STATE(pager, "/end", "\"complete\"");
    CHECK_RUN(swiftpager_pager_load_next, pager, "{\"no\": 1}", SWIFTPAGER_INVALID_CONFIG);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_close(client, -1));
    CHECK_OK(swiftpager_client_release(client));
}

static void fail_everywhere(void)
{
    static const char *const troubles[] = {"/html-502", "/errors-null-data", "/truncated-json"};
    for (size_t index = 0; index < COUNT_OF(troubles); index++) {
        char *error = NULL;
        swiftpager_client *client = NULL;
        swiftpager_pager *pager = make_trouble_pager(troubles[index], "bad=1", &client);
        CHECK(run(swiftpager_pager_fetch, pager, NULL, &error) != SWIFTPAGER_OK);
        CHECK(error != NULL);
        swiftpager_free(error);
        CHECK_OK(swiftpager_pager_release(pager));
        CHECK_OK(swiftpager_client_release(client));
    }
}

/* What waits for its turn is read on this thread. */
static void walk_side_by_side(void)
{
    int updates = 0;
    swiftpager_client *client = make_client(trouble_url("/offsets", "pages=40"));
    swiftpager_pager *pager = make_pager(
        client, "query ($offset: Int) { list(offset: $offset) { items { id name } total } }",
        "\"retain\": \"none\", \"pagination\": {\"type\": \"offset\", \"connection\": \"/list\","
        " \"total\": \"/total\", \"concurrency\": 8, \"identity\": \"/id\"}");
    REQUIRE_OK(swiftpager_pager_subscribe(pager, read_update, &updates, NULL, NULL));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(updates, 40);
    CHECK_STATE(pager, "/items_loaded", "400");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void *use_on_this_thread(void *unused)
{
    use_everything(trouble_url("/good", NULL));
    walk_side_by_side();
    fail_everywhere();
    return unused;
}

TEST_OF_RELEASE(a_stack_of_64_kib_is_enough_for_a_caller)
{
    run_on_a_stack_of(STACK_BYTES, use_on_this_thread, NULL);
}

/* `count` openings, the inner text, and as many closings, between a head and a tail; the caller frees it. */
static char *nested(const char *head, const char *opening, const char *inner, const char *closing, int count,
                    const char *tail)
{
    size_t size = strlen(head) + strlen(inner) + strlen(tail) + 1 +
                  (strlen(opening) + strlen(closing)) * (size_t)count;
    char *text = calloc(1, size);
    REQUIRE(text != NULL);
    strcat(text, head);
    for (int index = 0; index < count; index++) strcat(text, opening);
    strcat(text, inner);
    for (int index = 0; index < count; index++) strcat(text, closing);
    strcat(text, tail);
    return text;
}

/* Writes fields and reads them again. */
static void keep_fields(swiftpager_client *client, const char *key, char *fields)
{
    char *text = NULL;
    write_fields(client, key, fields);
    REQUIRE_OK(swiftpager_client_cache_read(client, key, &text, NULL));
    CHECK_TEXT(text, fields);
    swiftpager_free(text);
    free(fields);
}

/* What nests as deeply as it may is written, read, asked for and forgotten. The argument is the cache of the config. */
static void *use_cache_on_this_thread(void *argument)
{
    swiftpager_client *client = make_client_with(dead_url(), argument);
    keep_fields(client, "R:1", nested("", "{\"a\":", "1", "}", 64, ""));
    keep_fields(client, "R:2", nested("{\"a\":", "[", "1", "]", 63, "}"));
    keep_fields(client, "R:3", nested("{\"a\":{\"$json\":", "{\"a\":[", "1", "]}", 127, "}}"));
    write_fields(client, "QUERY_ROOT", "{\"r\": {\"$ref\": \"R:1\"}}");

    char *error = NULL;
    char *deeper = nested("", "{\"a\":", "1", "}", 65, "");
    CHECK_STATUS(swiftpager_client_cache_write(client, "R:4", deeper, &error), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(error, "too deeply");
    swiftpager_free(error);
    free(deeper);

    size_t length = 0;
    swiftpager_operation *operation = NULL;
    char *request = nested("{\"cache_policy\": \"return_cache_data_dont_fetch\", \"query\": \"{ r ", "{ a ", "",
                           "}", 30, "}\"}");
    write_fields(client, "R:1", "{\"a\": 1}");
    char *record = nested("", "{\"a\":", "1", "}", 30, "");
    write_fields(client, "R:1", record);
    REQUIRE_OK(swiftpager_client_execute(client, request, NULL, NULL, NULL, &operation, NULL));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    char *expected = nested("{\"data\":{\"r\":", "{\"a\":", "1", "}", 30, "}}");
    const char *response = swiftpager_operation_response(operation, &length);
    CHECK(response != NULL && strlen(expected) == length && memcmp(response, expected, length) == 0);
    CHECK_OK(swiftpager_operation_release(operation));
    free(expected);
    free(record);
    free(request);

    request = nested("{\"cache_policy\": \"return_cache_data_dont_fetch\", \"query\": \"query ($v: V) { f(v: $v) }\","
                     " \"variables\": {\"v\": ",
                     "{\"a\": [", "1", "]}", 120, "}}");
    REQUIRE_OK(swiftpager_client_execute(client, request, NULL, NULL, NULL, &operation, NULL));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CACHE_MISS);
    CHECK_OK(swiftpager_operation_release(operation));
    free(request);

    CHECK_OK(swiftpager_client_cache_evict(client, "R:1", NULL));
    CHECK_OK(swiftpager_client_cache_clear(client, NULL));
    CHECK_OK(swiftpager_client_release(client));
    return NULL;
}

TEST_OF_RELEASE(a_stack_of_64_kib_is_enough_for_a_cache)
{
    static const char *const files[] = {"cache", "cache-wal", "cache-shm"};
    char folder[] = "/tmp/swiftpager-XXXXXX";
    char path[64], config[160];
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(config, sizeof config, "\"cache\": {\"sqlite\": \"%s/cache\"}, \"add_typename\": false", folder);
    run_on_a_stack_of(STACK_BYTES, use_cache_on_this_thread, config);
    run_on_a_stack_of(STACK_BYTES, use_cache_on_this_thread, MEMORY ", \"add_typename\": false");
    for (size_t index = 0; index < COUNT_OF(files); index++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[index]);
        unlink(path);
    }
    CHECK_INTEGER(rmdir(folder), 0);
}
