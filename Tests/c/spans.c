/* The places of all items of a page in one array, however the page came. */
#include "cached.h"
#include "harness.h"
#include "hosts.h"
#include "lists.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

/* Compares the places of a page's items with the items one by one, and those of its elements with the array of them. */
static void check_spans(const swiftpager_page *page, size_t expected)
{
    size_t whole = 0, all = 0, count = 7;
    const char *response = swiftpager_page_response(page, &whole);
    const uint64_t *spans = swiftpager_page_spans(page, true, &count);
    REQUIRE(spans != NULL);
    REQUIRE_INTEGER(count, expected);
    CHECK_INTEGER(swiftpager_page_item_count(page), expected);
    CHECK(swiftpager_page_spans(page, true, NULL) == spans);
    for (size_t index = 0; index < count; index++) {
        size_t length = 0;
        CHECK(swiftpager_page_item(page, index, &length) == response + spans[2 * index]);
        CHECK_INTEGER(spans[2 * index + 1], length);
    }

    const char *items = swiftpager_page_items(page, &all);
    json_t *array = json_loadb(items, all, 0, NULL);
    spans = swiftpager_page_spans(page, false, &count);
    REQUIRE(spans != NULL);
    REQUIRE_INTEGER(count, expected);
    CHECK_INTEGER(json_array_size(array), expected);
    for (size_t index = 0; index < count; index++) {
        REQUIRE(spans[2 * index] + spans[2 * index + 1] <= whole);
        json_t *element = json_loadb(response + spans[2 * index], spans[2 * index + 1], JSON_DECODE_ANY, NULL);
        CHECK(json_equal(element, json_array_get(array, index)));
        json_decref(element);
    }
    json_decref(array);
}

/* Checks the first page of a pager that was made with a client of its own, and releases both. */
static void check_first_page(swiftpager_client *client, swiftpager_pager *pager, size_t count)
{
    struct recorder recorder = {0};
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    check_spans(swiftpager_update_page(newest_update(&recorder), NULL), count);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(spans_are_the_places_of_the_nodes_of_edges)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    check_first_page(client, pager, 10);
}

TEST(spans_are_the_places_of_items_that_are_no_edges)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager =
        make_shop_pager("query ($after: String) { products(first: 3, after: $after) { nodes { id }"
                        " pageInfo { hasNextPage endCursor } } }",
                        "", &client);
    check_first_page(client, pager, 3);
}

TEST(spans_of_pages_that_were_read_after_a_caller_had_asked)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK(swiftpager_page_spans(swiftpager_update_page(newest_update(&recorder), NULL), true, NULL) != NULL);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    check_spans(swiftpager_update_page(newest_update(&recorder), NULL), 10);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(spans_of_an_empty_array_and_of_none)
{
    struct recorder recorder = {0};
    size_t count = 7;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/empty-middle", "bad=1", &client);
    check_first_page(client, pager, 0);

    pager = make_trouble_pager("/errors-null-data", "bad=1", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_GRAPHQL);
    const swiftpager_page *page = swiftpager_update_page(newest_update(&recorder), NULL);
    REQUIRE(page != NULL);
    CHECK(swiftpager_page_spans(page, true, &count) == NULL);
    CHECK_INTEGER(count, 0);
    CHECK(swiftpager_page_spans(page, false, NULL) == NULL);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(spans_of_a_page_from_the_cache)
{
    struct list list = {0};
    open_list(&list, "");
    CHECK_RUN(swiftpager_pager_fetch, list.pager, "{\"cache_policy\": \"return_cache_data_dont_fetch\"}",
              SWIFTPAGER_OK);
    const swiftpager_update *update = newest_update(&list.recorder);
    CHECK_INTEGER(swiftpager_update_source(update, NULL), SWIFTPAGER_SOURCE_CACHE);
    check_spans(swiftpager_update_page(update, NULL), 3);
    close_list(&list);
}

TEST(spans_of_a_page_whose_inner_lists_were_filled)
{
    char url[256];
    snprintf(url, sizeof url, "%s", shop_url());
    char *path = strstr(url, "/graphql");
    REQUIRE(path != NULL);
    snprintf(path, sizeof url - (size_t)(path - url), "/forge");
    swiftpager_client *client = make_client(url);
    swiftpager_pager *pager =
        make_pager(client,
                   "query ($after: String) { repositories(first: 5, after: $after) { nodes { id __typename name"
                   " issues(first: 2) { nodes { id __typename title } pageInfo { hasNextPage endCursor } } }"
                   " pageInfo { hasNextPage endCursor } } }",
                   "\"nested\": \"drain\"");
    check_first_page(client, pager, 5);
}

/* Two pages; the second one repeats an item of the first. */
static const char FIRST_PAGE[] =
    "{\"data\": {\"items\": {\"edges\": [{\"node\": {\"id\": \"1\"}}, {\"cursor\": 2, \"node\": {\"id\": \"2\"}}],"
    " \"pageInfo\": {\"hasNextPage\": true, \"endCursor\": \"a\"}}}}";
static const char SECOND_PAGE[] =
    "{\"data\": {\"items\": {\"edges\": [{\"node\": {\"id\": \"2\"}}, {\"node\": {\"id\": \"3\"}}, null],"
    " \"pageInfo\": {\"hasNextPage\": false, \"endCursor\": \"b\"}}}}";

TEST(spans_leave_out_what_the_page_does_not_show)
{
    struct recorder recorder = {0};
    struct host host = {.keeps = true};
    swiftpager_client *client = make_host_client(&host, "");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"pagination\": {\"identity\": \"/id\"}");
    subscribe_recorder(&recorder, pager);
    swiftpager_operation *operation = start(swiftpager_pager_load_all, pager, NULL);
    for (int page = 0; page < 2; page++) {
        const char *body = page == 0 ? FIRST_PAGE : SECOND_PAGE;
        while (host.request_count <= page) REQUIRE_OK(swiftpager_client_dispatch(client, -1, 0, NULL));
        CHECK_OK(swiftpager_request_complete(host.requests[page], 200, NULL, body, strlen(body)));
    }
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    check_spans(swiftpager_update_page_at(newest_update(&recorder), 0), 2);
    check_spans(swiftpager_update_page_at(newest_update(&recorder), 1), 2);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
