/* A client's cache: its config, its policies, reading and writing records, and what is refused. */
#include "cached.h"
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "servers.h"

#include <stdio.h>
#include <stdlib.h>

#define DONT_FETCH "{\"cache_policy\": \"return_cache_data_dont_fetch\"}"

/* A client whose config is refused, with a path and words of its message. */
static void check_refused(const char *more, const char *path, const char *words)
{
    char config[512];
    char *error = NULL;
    swiftpager_client *client = NULL;
    snprintf(config, sizeof config, "{\"endpoint\": \"http://localhost/\", %s}", more);
    CHECK_STATUS(swiftpager_client_create(NULL, config, NULL, &client, &error), SWIFTPAGER_INVALID_CONFIG);
    CHECK(client == NULL);
    CHECK_JSON(error, "/path", path);
    CHECK_CONTAINS(error, words);
    swiftpager_free(error);
}

TEST(what_only_a_cache_needs_is_refused_without_one)
{
    check_refused("\"key_fields\": [\"id\"]", "\"/key_fields\"", "none");
    check_refused("\"max_records\": 5, \"cache\": \"none\"", "\"/max_records\"", "none");
    check_refused("\"max_age_ms\": 5", "\"/max_age_ms\"", "none");
    check_refused("\"add_typename\": true", "\"/add_typename\"", "none");
    check_refused("\"cache\": \"disk\"", "\"/cache\"", "sqlite");
    check_refused("\"cache\": {\"sqlite\": \"\"}", "\"/cache/sqlite\"", "path");
    check_refused("\"cache\": \"memory\", \"key_fields\": {\"Product\": \"id\"}", "\"/key_fields/Product\"", "list");
    check_refused("\"cache\": \"memory\", \"max_age_ms\": {\"Product\": 0}", "\"/max_age_ms/Product\"", "from 1");
}

TEST(without_a_cache_nothing_of_it_works_and_the_error_says_why)
{
    char *text = NULL;
    char *error = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    CHECK_STATUS(swiftpager_client_cache_write(client, "a", "{}", &error), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(error, "memory");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_client_cache_read(client, "a", &text, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK(text == NULL);
    CHECK_STATUS(swiftpager_client_cache_evict(client, "a", NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_client_cache_clear(client, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_pager_create(client, ITEMS_QUERY, DONT_FETCH, NULL, &pager, &error),
                 SWIFTPAGER_INVALID_CONFIG);
    CHECK_JSON(error, "/path", "\"/cache_policy\"");
    CHECK_CONTAINS(error, "the client has no cache");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_client_execute(client, "{\"query\": \"{ a }\", \"optimistic\": {}}", NULL, NULL, NULL, NULL,
                                           &error),
                 SWIFTPAGER_INVALID_CONFIG);
    CHECK_JSON(error, "/path", "\"/optimistic\"");
    swiftpager_free(error);
    pager = make_pager(client, ITEMS_QUERY, "\"cache_policy\": \"fetch_ignoring_cache_data\"");
    CHECK_RUN(swiftpager_pager_fetch, pager, DONT_FETCH, SWIFTPAGER_INVALID_CONFIG);
    CHECK_RUN(swiftpager_pager_fetch, pager, "{\"cache_policy\": \"CacheFirst\"}", SWIFTPAGER_INVALID_CONFIG);
    CHECK_RUN(swiftpager_pager_fetch, pager, "{\"cache_policy\": \"fetch_ignoring_cache_completely\"}", SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

/* Compares a record with JSON text. */
static void check_record(swiftpager_client *client, const char *key, const char *expected)
{
    char *text = (char *)&text;
    CHECK_OK(swiftpager_client_cache_read(client, key, &text, NULL));
    if (expected == NULL) {
        CHECK(text == NULL);
    } else {
        CHECK_TEXT(text, expected);
        swiftpager_free(text);
    }
}

TEST(records_are_written_read_and_forgotten)
{
    swiftpager_client *client = make_client_with(dead_url(), MEMORY);
    check_record(client, "Product:1", NULL);
    write_fields(client, "Product:1", "{\"name\": \"Lamp\", \"price\": 1.50}");
    check_record(client, "Product:1", "{\"name\":\"Lamp\",\"price\":1.50}");
    /* Fields merge; arguments stand in the order of their names; a reference is another record. */
    write_fields(client, "Product:1",
                 "{\"price\": null, \"in(unit: \\\"m\\\", a: 1)\": [1], \"maker\": {\"$ref\": \"Maker:2\"}}");
    check_record(client, "Product:1",
                 "{\"price\":null,\"maker\":{\"$ref\":\"Maker:2\"},\"name\":\"Lamp\",\"in(a:1,unit:\\\"m\\\")\":[1]}");
    check_record(client, "Maker:2", NULL);
    write_fields(client, NULL, "{\"Maker:2\": {\"name\": \"M\"}, \"Maker:3\": {\"name\": \"N\"}}");
    check_record(client, "Maker:3", "{\"name\":\"N\"}");
    CHECK_OK(swiftpager_client_cache_evict(client, "Product:1", NULL));
    CHECK_OK(swiftpager_client_cache_evict(client, "Product:1", NULL));
    check_record(client, "Product:1", NULL);
    check_record(client, "Maker:2", "{\"name\":\"M\"}");
    CHECK_OK(swiftpager_client_cache_clear(client, NULL));
    check_record(client, "Maker:2", NULL);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(what_cannot_be_written_is_refused_and_nothing_of_it_is_there)
{
    static const struct {
        const char *key;
        const char *fields;
        const char *words;
    } cases[] = {
        {"A:1", "{\"a\": \"\xff\"}", "JSON"},
        {"A:1", "{\"a\": 1, \"b\": {\"$ref\": 7}}", "$ref"},
        {NULL, "{\"A:1\": {\"a\": 1}, \"A:2\": 5}", "A:2"},
    };
    swiftpager_client *client = make_client_with(dead_url(), MEMORY);
    for (size_t index = 0; index < COUNT_OF(cases); index++) {
        char *error = NULL;
        CHECK_STATUS(swiftpager_client_cache_write(client, cases[index].key, cases[index].fields, &error),
                     SWIFTPAGER_INVALID_ARGUMENT);
        CHECK_CONTAINS(error, cases[index].words);
        swiftpager_free(error);
        check_record(client, "A:1", NULL);
    }
    CHECK_STATUS(swiftpager_client_cache_write(client, "A:1", NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_client_cache_write(client, "\xff", "{}", NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_client_cache_read(client, "A:1", NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    char *text = NULL;
    CHECK_STATUS(swiftpager_client_cache_read(client, NULL, &text, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_client_cache_evict(client, NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_client_release(client));
}

/* Executes a query and compares the response. */
static void check_answer(swiftpager_client *client, const char *query, const char *policy, swiftpager_status status,
                         const char *expected)
{
    char request[512];
    char *error = NULL;
    size_t length = 0;
    swiftpager_operation *operation = NULL;
    snprintf(request, sizeof request, "{\"query\": \"%s\", \"cache_policy\": \"%s\"}", query, policy);
    REQUIRE_OK(swiftpager_client_execute(client, request, NULL, NULL, NULL, &operation, NULL));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, &error), status);
    const char *response = swiftpager_operation_response(operation, &length);
    if (response == NULL) {
        CHECK_CONTAINS(error, expected);
    } else {
        char *copy = strndup(response, length);
        CHECK_TEXT(copy, expected);
        free(copy);
    }
    swiftpager_free(error);
    CHECK_OK(swiftpager_operation_release(operation));
}

TEST(a_query_is_answered_from_what_was_written)
{
    swiftpager_client *client = make_client_with(dead_url(), MEMORY ", \"add_typename\": false");
    check_answer(client, "{ shop { name } }", "return_cache_data_dont_fetch", SWIFTPAGER_CACHE_MISS, "QUERY_ROOT");
    write_fields(client, NULL,
                 "{\"QUERY_ROOT\": {\"shop\": {\"$ref\": \"Shop:1\"}}, \"Shop:1\": {\"name\": \"S\", \"size\": 3}}");
    check_answer(client, "{ shop { name } }", "return_cache_data_dont_fetch", SWIFTPAGER_OK,
                 "{\"data\":{\"shop\":{\"name\":\"S\"}}}");
    check_answer(client, "{ s: shop { size n: name } }", "return_cache_data_else_fetch", SWIFTPAGER_OK,
                 "{\"data\":{\"s\":{\"size\":3,\"n\":\"S\"}}}");
    /* There is one answer, the server's. */
    check_answer(client, "{ shop { name } }", "return_cache_data_and_fetch", SWIFTPAGER_NETWORK, "could not connect");
    /* A field that no response brought, and a record that went. */
    check_answer(client, "{ shop { owner } }", "return_cache_data_dont_fetch", SWIFTPAGER_CACHE_MISS, "owner");
    check_answer(client, "{ shop { name { a } } }", "return_cache_data_dont_fetch", SWIFTPAGER_CACHE_MISS, "Shop:1");
    CHECK_OK(swiftpager_client_cache_evict(client, "Shop:1", NULL));
    check_answer(client, "{ shop { name } }", "return_cache_data_dont_fetch", SWIFTPAGER_CACHE_MISS, "Shop:1");
    check_answer(client, "{ shop { name } }", "return_cache_data_else_fetch", SWIFTPAGER_NETWORK, "could not connect");
    CHECK_OK(swiftpager_client_release(client));
}

/* Executes a mutation, which the host answers with a number; `policy` is a member of the request, or empty. */
static void check_mutation(struct host *host, swiftpager_client *client, const char *policy, int number)
{
    char request[256];
    char answer[64];
    size_t length = 0;
    int before = host->request_count;
    swiftpager_operation *operation = NULL;
    snprintf(request, sizeof request, "{\"query\": \"mutation { count }\"%s}", policy);
    snprintf(answer, sizeof answer, "{\"data\":{\"count\":%d}}", number);
    REQUIRE_OK(swiftpager_client_execute(client, request, NULL, NULL, NULL, &operation, NULL));
    CHECK_STATUS(swiftpager_operation_wait(operation, 0, NULL), SWIFTPAGER_TIMEOUT);
    REQUIRE_INTEGER(host->request_count, before + 1);
    CHECK_OK(swiftpager_request_complete(host->requests[before], 200, NULL, answer, strlen(answer)));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    const char *response = swiftpager_operation_response(operation, &length);
    REQUIRE_INTEGER(length, strlen(answer));
    CHECK_INTEGER(memcmp(response, answer, length), 0);
    CHECK_OK(swiftpager_operation_release(operation));
}

TEST(a_mutation_is_sent_each_time_whatever_its_cache_policy)
{
    static const char *const policies[] = {
        "",
        ", \"cache_policy\": \"return_cache_data_else_fetch\"",
        ", \"cache_policy\": \"return_cache_data_and_fetch\"",
        ", \"cache_policy\": \"fetch_ignoring_cache_data\"",
        ", \"cache_policy\": \"fetch_ignoring_cache_completely\"",
    };
    struct host host = {.keeps = true};
    char *error = NULL;
    swiftpager_client *client = make_host_client(&host, MEMORY);
    for (size_t index = 0; index < COUNT_OF(policies); index++) {
        for (int round = 0; round < 2; round++) check_mutation(&host, client, policies[index], host.request_count);
    }
    CHECK_INTEGER(host.request_count, 2 * COUNT_OF(policies));
    const char *request = "{\"query\": \"mutation { count }\", \"cache_policy\": \"return_cache_data_dont_fetch\"}";
    CHECK_STATUS(swiftpager_client_execute(client, request, NULL, NULL, NULL, NULL, &error), SWIFTPAGER_INVALID_CONFIG);
    CHECK_JSON(error, "/path", "\"/cache_policy\"");
    swiftpager_free(error);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(old_records_are_a_miss)
{
    swiftpager_client *client =
        make_client_with(dead_url(), MEMORY ", \"add_typename\": false, \"max_age_ms\": {\"Shop\": 1, \"*\": 3600000}");
    write_fields(client, NULL,
                 "{\"QUERY_ROOT\": {\"shop\": {\"$ref\": \"Shop:1\"}, \"hall\": {\"$ref\": \"Hall:1\"}},"
                 " \"Shop:1\": {\"__typename\": \"Shop\", \"name\": \"S\"},"
                 " \"Hall:1\": {\"__typename\": \"Hall\", \"name\": \"H\"}}");
    wait_a_moment();
    check_answer(client, "{ hall { name } }", "return_cache_data_dont_fetch", SWIFTPAGER_OK,
                 "{\"data\":{\"hall\":{\"name\":\"H\"}}}");
    check_answer(client, "{ shop { name } }", "return_cache_data_dont_fetch", SWIFTPAGER_CACHE_MISS, "Shop:1");
    /* It is there, whatever its age. */
    check_record(client, "Shop:1", "{\"__typename\":\"Shop\",\"name\":\"S\"}");
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_walk_is_walked_again_without_a_request)
{
    swiftpager_client *client = make_client_with(counted_shop_url(), MEMORY);
    swiftpager_pager *first = make_pager(client, CACHED_QUERY, "\"variables\": {\"first\": 100}");
    swiftpager_pager *second = make_pager(client, CACHED_QUERY,
                                          "\"variables\": {\"first\": 100},"
                                          " \"cache_policy\": \"return_cache_data_dont_fetch\"");
    CHECK_RUN(swiftpager_pager_load_all, first, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_all, second, NULL, SWIFTPAGER_OK);
    CHECK_STATE(second, "/items_loaded", "1000");
    CHECK_STATE(second, "/end", "\"complete\"");
    CHECK_INTEGER(shop_requests(), 10);
    swiftpager_update *server = NULL;
    swiftpager_update *cached = NULL;
    REQUIRE_OK(swiftpager_pager_current(first, &server));
    REQUIRE_OK(swiftpager_pager_current(second, &cached));
    CHECK_TEXT(swiftpager_update_output(cached, NULL), swiftpager_update_output(server, NULL));
    CHECK_OK(swiftpager_update_release(server));
    CHECK_OK(swiftpager_update_release(cached));
    CHECK_RUN(swiftpager_pager_fetch, second, REFETCH, SWIFTPAGER_OK);
    CHECK_INTEGER(shop_requests(), 11);
    CHECK_OK(swiftpager_pager_release(first));
    CHECK_OK(swiftpager_pager_release(second));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_client_that_was_shut_down_has_no_cache_any_more)
{
    char *text = NULL;
    swiftpager_client *client = make_client_with(dead_url(), MEMORY);
    write_fields(client, "A:1", "{\"a\": 1}");
    CHECK_OK(swiftpager_client_close(client, -1));
    CHECK_STATUS(swiftpager_client_cache_write(client, "A:1", "{}", NULL), SWIFTPAGER_CLOSED);
    CHECK_STATUS(swiftpager_client_cache_read(client, "A:1", &text, NULL), SWIFTPAGER_CLOSED);
    CHECK_STATUS(swiftpager_client_cache_evict(client, "A:1", NULL), SWIFTPAGER_CLOSED);
    CHECK_STATUS(swiftpager_client_cache_clear(client, NULL), SWIFTPAGER_CLOSED);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_cache_without_typenames_asks_for_what_was_written)
{
    struct host host = {.keeps = true};
    swiftpager_client *client = make_host_client(&host, MEMORY ", \"add_typename\": false");
    swiftpager_operation *operation = NULL;
    const char *request = "{\"query\": \"{ shop { name } }\"}";
    REQUIRE_OK(swiftpager_client_execute(client, request, NULL, NULL, NULL, &operation, NULL));
    CHECK_STATUS(swiftpager_operation_wait(operation, 0, NULL), SWIFTPAGER_TIMEOUT);
    REQUIRE_INTEGER(host.request_count, 1);
    CHECK_TEXT(swiftpager_request_body(host.requests[0], NULL), "{\"query\":\"{ shop { name } }\",\"variables\":{}}");
    const char *answer = "{\"data\": {\"shop\": {\"name\": 7}}}";
    CHECK_OK(swiftpager_request_complete(host.requests[0], 200, NULL, answer, strlen(answer)));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_OK(swiftpager_operation_release(operation));
    /* An object without a key lives where it was found. */
    check_record(client, "QUERY_ROOT", "{\"shop\":{\"name\":7}}");
    CHECK_OK(swiftpager_client_release(client));
}
