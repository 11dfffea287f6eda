/* The items of a pulled operation's pages, each page as one array of JSON. */
#include "cached.h"
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "pulled.h"
#include "recorder.h"
#include "servers.h"

#include <swiftpager_arrow.h>
#include <stdio.h>
#include <stdlib.h>

/* The next array; the caller frees it. */
static char *next_items(swiftpager_operation *operation)
{
    char *items = NULL, *error = NULL;
    size_t length = 0;
    REQUIRE_OK(swiftpager_operation_next_items(operation, 10000, &items, &length, &error));
    REQUIRE(items != NULL);
    CHECK(error == NULL);
    CHECK_INTEGER(strlen(items), length);
    return items;
}

static void expect_items(swiftpager_operation *operation, const char *expected)
{
    char *items = next_items(operation);
    CHECK_TEXT(items, expected);
    swiftpager_free(items);
}

/* The items of a page of the trouble server, ten to a page. */
static void expect_items_of_page(swiftpager_operation *operation, int page)
{
    char expected[1024];
    int length = 0;
    for (int number = 10 * page - 9; number <= 10 * page; number++) {
        length += snprintf(expected + length, sizeof expected - (size_t)length,
                           "%c{\"id\":\"%d\",\"name\":\"Item %d\"}", number % 10 == 1 ? '[' : ',', number, number);
    }
    snprintf(expected + length, sizeof expected - (size_t)length, "]");
    expect_items(operation, expected);
}

static void expect_refusal(swiftpager_operation *operation, int32_t timeout_ms, swiftpager_status expected)
{
    /* The library replaces it, also if it fails. */
    char unwritten = 0, *items = &unwritten, *error = NULL;
    size_t length = 7;
    CHECK_STATUS(swiftpager_operation_next_items(operation, timeout_ms, &items, &length, &error), expected);
    CHECK(items == NULL);
    CHECK_INTEGER(length, 0);
    if (expected == SWIFTPAGER_TIMEOUT || expected == SWIFTPAGER_INTERRUPTED)
        CHECK(error == NULL);
    else
        CHECK_CONTAINS(error, swiftpager_status_name(expected));
    swiftpager_free(error);
}

/* Asks twice for the end: it stays the same. */
static void expect_end_of_items(swiftpager_operation *operation)
{
    for (int round = 0; round < 2; round++) {
        char unwritten = 0, *items = &unwritten, *error = NULL;
        size_t length = 7;
        CHECK_OK(swiftpager_operation_next_items(operation, -1, &items, &length, &error));
        CHECK(items == NULL && error == NULL);
        CHECK_INTEGER(length, 0);
    }
}

/* --- Texts -------------------------------------------------------------------------------------------------------- */

TEST(the_items_of_each_page_come_as_one_array)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    for (int page = 1; page <= 4; page++) expect_items_of_page(walk, page);
    char *last = NULL;
    CHECK_OK(swiftpager_operation_next_items(walk, -1, &last, NULL, NULL));
    expect_end_of_items(walk);
    release_pulled(walk, pager, client);
    /* The text is the caller's. */
    CHECK_CONTAINS(last, "\"Item 50\"}]");
    swiftpager_free(last);
}

TEST(one_loop_may_take_updates_and_items)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=3", &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    expect_page(walk, 1);
    expect_items_of_page(walk, 2);
    expect_page(walk, 3);
    expect_end_of_items(walk);
    expect_end(walk, SWIFTPAGER_OK);
    release_pulled(walk, pager, client);
}

TEST(items_that_are_not_edges_come_as_the_server_sent_them)
{
    swiftpager_client *client = make_client(shop_url());
    swiftpager_pager *pager = make_pager(client,
                                         "query ($after: String) { products(first: 100, after: $after) { nodes { id }"
                                         " pageInfo { hasNextPage endCursor } } }",
                                         "");
    swiftpager_operation *walk = start_walk(pager, NULL);
    swiftpager_update *update = NULL;
    char *items[10] = {NULL};
    for (size_t page = 0; page < COUNT_OF(items); page++) items[page] = next_items(walk);
    expect_end_of_items(walk);
    REQUIRE_OK(swiftpager_pager_current(pager, &update));
    for (size_t page = 0; page < COUNT_OF(items); page++) {
        size_t length = 0;
        const char *sent = swiftpager_page_items(swiftpager_update_page_at(update, page), &length);
        CHECK(length == strlen(items[page]) && memcmp(sent, items[page], length) == 0);
        swiftpager_free(items[page]);
    }
    CHECK_OK(swiftpager_update_release(update));
    release_pulled(walk, pager, client);
}

static void answer(struct host *host, swiftpager_client *client, int number, const char *body)
{
    while (host->request_count <= number) REQUIRE_OK(swiftpager_client_dispatch(client, -1, 0, NULL));
    CHECK_OK(swiftpager_request_complete(host->requests[number], 200, NULL, body, strlen(body)));
}

TEST(items_that_are_left_out_do_not_come_and_nulls_do)
{
    struct host host = {.keeps = true};
    swiftpager_client *client = make_host_client(&host, "");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"pagination\": {\"identity\": \"/id\"}");
    swiftpager_operation *walk = start_walk(pager, NULL);
    expect_refusal(walk, 0, SWIFTPAGER_TIMEOUT);
    answer(&host, client, 0,
           "{\"data\": {\"items\": {\"edges\": [{\"node\": {\"id\": \"1\"}}, {\"node\": {\"id\": \"2\"}}],"
           " \"pageInfo\": {\"hasNextPage\": true, \"endCursor\": \"a\"}}}}");
    expect_items(walk, "[{\"id\": \"1\"},{\"id\": \"2\"}]");
    answer(&host, client, 1,
           "{\"data\": {\"items\": {\"edges\": [{\"node\": {\"id\": \"2\"}}, {\"node\": {\"id\":\n\"3\"}}, null,"
           " {\"node\": null}], \"pageInfo\": {\"hasNextPage\": true, \"endCursor\": \"b\"}}}}");
    expect_items(walk, "[{\"id\":\n\"3\"},null,null]");
    answer(&host, client, 2,
           "{\"data\": {\"items\": {\"edges\": [], \"pageInfo\": {\"hasNextPage\": true, \"endCursor\": \"c\"}}}}");
    expect_items(walk, "[]");
    answer(&host, client, 3,
           "{\"data\": {\"items\": {\"edges\": null, \"pageInfo\": {\"hasNextPage\": false, \"endCursor\": \"d\"}}}}");
    expect_items(walk, "null");
    expect_end_of_items(walk);
    release_pulled(walk, pager, client);
}

TEST(a_failed_page_has_no_array_and_then_the_failure_comes)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/errors-null-data", "bad=2", &client);
    swiftpager_operation *walk = start_walk(pager, "{\"failed_pages\": true}");
    expect_items_of_page(walk, 1);
    expect_items(walk, "null");
    for (int round = 0; round < 2; round++) expect_refusal(walk, -1, SWIFTPAGER_GRAPHQL);
    release_pulled(walk, pager, client);
    pager = make_trouble_pager("/good", NULL, &client);
    walk = start_walk(pager, "{\"max_pages\": 1}");
    expect_items_of_page(walk, 1);
    expect_refusal(walk, -1, SWIFTPAGER_PAGE_LIMIT);
    release_pulled(walk, pager, client);
}

TEST(the_servers_items_take_the_place_of_the_caches)
{
    struct list list = {0};
    open_list(&list, "");
    const struct {
        const char *options;
        int expected;
    } cases[] = {
        {"{\"cache_policy\": \"return_cache_data_and_fetch\", \"max_pages\": 2}", 2},
        {"{\"cache_policy\": \"return_cache_data_dont_fetch\", \"max_pages\": 2}", 2},
    };
    for (size_t index = 0; index < COUNT_OF(cases); index++) {
        swiftpager_operation *walk = start_walk(list.pager, cases[index].options);
        swiftpager_status status = SWIFTPAGER_OK;
        int pages = 0;
        char *items = NULL;
        while ((status = swiftpager_operation_next_items(walk, -1, &items, NULL, NULL)) == SWIFTPAGER_OK && items) {
            pages++;
            swiftpager_free(items);
        }
        CHECK_STATUS(status, SWIFTPAGER_PAGE_LIMIT);
        CHECK_INTEGER(pages, cases[index].expected);
        CHECK_OK(swiftpager_operation_release(walk));
    }
    close_list(&list);
}

/* --- Waiting and finishing ---------------------------------------------------------------------------------------- */

TEST(a_call_for_items_waits_as_a_call_for_an_update_does)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/gated", NULL, &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    expect_refusal(walk, 0, SWIFTPAGER_TIMEOUT);
    expect_refusal(walk, 10, SWIFTPAGER_TIMEOUT);
    CHECK_OK(swiftpager_client_wake(client));
    expect_refusal(walk, -1, SWIFTPAGER_INTERRUPTED);
    open_gate();
    expect_items_of_page(walk, 1);
    CHECK_OK(swiftpager_operation_close(walk));
    expect_refusal(walk, -1, SWIFTPAGER_CANCELLED);
    release_pulled(walk, pager, client);
}

static void check_pages_of_token(swiftpager_pager *pager, const char *expected)
{
    char *token = NULL;
    REQUIRE_OK(swiftpager_pager_resume_token(pager, &token));
    CHECK_JSON(token, "/pages", expected);
    swiftpager_free(token);
}

TEST(a_caller_has_finished_with_items_when_it_asks_for_more_and_not_when_it_leaves)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"retain\": \"none\"");
    swiftpager_operation *walk = start_walk(pager, NULL);
    expect_items_of_page(walk, 1);
    CHECK_INTEGER(requests_once_loaded(client, pager, 2), 2);
    expect_items_of_page(walk, 2);
    check_pages_of_token(pager, "1");
    CHECK_INTEGER(requests_once_loaded(client, pager, 3), 3);
    CHECK_OK(swiftpager_operation_release(walk));
    check_pages_of_token(pager, "1");
    walk = start_walk(pager, GO_ON);
    for (int page = 3; page <= 5; page++) expect_items_of_page(walk, page);
    expect_end_of_items(walk);
    check_pages_of_token(pager, "5");
    release_pulled(walk, pager, client);
}

/* --- Misuse ------------------------------------------------------------------------------------------------------- */

TEST(items_of_what_has_none_are_refused)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=1", &client);
    swiftpager_operation *waited = start(swiftpager_pager_fetch, pager, NULL);
    expect_refusal(waited, 0, SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_operation_wait(waited, -1, NULL));
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, PULL);
    expect_refusal(fetch, -2, SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_operation_next_items(fetch, 0, NULL, NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    expect_items_of_page(fetch, 1);
    expect_end_of_items(fetch);
    swiftpager_operation *whole = start_walk(pager, "{\"emit\": \"end\"}");
    expect_refusal(whole, 0, SWIFTPAGER_INVALID_ARGUMENT);
    swiftpager_operation *streamed = start_walk(pager, NULL);
    struct ArrowArrayStream stream;
    REQUIRE_OK(swiftpager_operation_arrow(streamed, NULL, false, &stream, NULL));
    expect_refusal(streamed, 0, SWIFTPAGER_INVALID_ARGUMENT);
    stream.release(&stream);
    CHECK_OK(swiftpager_operation_release(streamed));
    CHECK_OK(swiftpager_operation_release(whole));
    CHECK_OK(swiftpager_operation_release(waited));
    CHECK_OK(swiftpager_operation_release(fetch));
    void *const handles[] = {NULL, fetch, pager, client, &client};
    for (size_t index = 0; index < COUNT_OF(handles); index++) {
        expect_refusal((swiftpager_operation *)handles[index], 0, SWIFTPAGER_INVALID_HANDLE);
    }
    swiftpager_operation *walk = start_walk(pager, NULL);
    CHECK_OK(swiftpager_client_close(client, 0));
    expect_refusal(walk, -1, SWIFTPAGER_CANCELLED);
    release_pulled(walk, pager, client);
}

static void ask_for_items(void *operation, const swiftpager_update *update)
{
    (void)update;
    expect_refusal(operation, 0, SWIFTPAGER_REENTRANT);
    expect_refusal(operation, -1, SWIFTPAGER_REENTRANT);
}

TEST(a_callback_that_a_call_for_items_runs_may_not_ask_for_items)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=2", &client);
    swiftpager_subscription *subscription = NULL;
    struct recorder recorder = {0};
    swiftpager_operation *walk = start_walk(pager, NULL);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, ask_for_items, walk, NULL, &subscription));
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, record_destroy, NULL));
    expect_items_of_page(walk, 1);
    expect_items_of_page(walk, 2);
    expect_end_of_items(walk);
    CHECK_INTEGER(recorder.update_count, 2);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_subscription_release(subscription));
    release_pulled(walk, pager, client);
}
