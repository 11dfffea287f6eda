/* Lists inside the items of pages: what is said of those that are not whole, and how they are filled. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <stdio.h>

/* Repositories, five to a page, with their issues, and the labels of these. */
#define FORGE_QUERY \
    "query ($after: String) { repositories(first: 5, after: $after) { nodes { id __typename name issues(first: 2) {" \
    " nodes { id __typename title labels(first: 2) { nodes { name } pageInfo { hasNextPage endCursor } } }" \
    " pageInfo { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }"

/* Where the shop's server has lists inside lists. */
static swiftpager_client *make_forge_client(const char *more)
{
    static const char shop[] = "/graphql", forge[] = "/forge";
    char url[256];
    snprintf(url, sizeof url, "%s", shop_url());
    char *path = strstr(url, shop);
    REQUIRE(path != NULL);
    snprintf(path, sizeof url - (size_t)(path - url), "%s", forge);
    return make_client_with(url, more);
}

static void check_nested(const swiftpager_page *page, const char *pointer, const char *expected, const char *file,
                         int line)
{
    size_t length = 0;
    const char *text = swiftpager_page_nested(page, &length);
    REQUIRE(text != NULL);
    CHECK_INTEGER(strlen(text), length);
    CHECK(swiftpager_page_nested(page, NULL) == text);
    check_json(text, pointer, expected, file, line);
}
#define CHECK_NESTED(page, pointer, expected) check_nested((page), (pointer), (expected), __FILE__, __LINE__)

TEST(lists_inside_the_items_that_are_not_whole_are_listed)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_forge_client("");
    swiftpager_pager *pager = make_pager(client, FORGE_QUERY, "");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    const swiftpager_page *page = swiftpager_update_page(newest_update(&recorder), NULL);
    CHECK_NESTED(page, "/incomplete", "8");
    CHECK_NESTED(page, "/unknown", "0");
    CHECK_NESTED(page, "/lists/0",
                 "{\"path\": \"/data/repositories/nodes/1/issues\", \"has_more\": true, \"item_count\": 2,"
                 " \"page_info\": {\"hasNextPage\": true, \"endCursor\": \"YXQvMQ==\"}}");
    CHECK_STATE(pager, "/nested",
                "{\"incomplete\": 8, \"unknown\": 0, \"connections\": [\"/repositories/nodes/issues\","
                " \"/repositories/nodes/issues/nodes/labels\"]}");
    CHECK_OK(swiftpager_pager_reset(pager));
    CHECK_STATE(pager, "/nested/incomplete", "0");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_query_without_such_lists_says_nothing)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    size_t length = 7;
    CHECK(swiftpager_page_nested(swiftpager_update_page(newest_update(&recorder), NULL), &length) == NULL);
    CHECK_INTEGER(length, 0);
    CHECK_STATE(pager, "/nested", "null");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_page_with_such_lists_can_end_an_operation)
{
    struct recorder recorder = {0};
    char *error = NULL;
    swiftpager_client *client = make_forge_client("");
    swiftpager_pager *pager = make_pager(client, FORGE_QUERY, "\"nested\": \"error\"");
    subscribe_recorder(&recorder, pager);
    CHECK_STATUS(run(swiftpager_pager_load_all, pager, NULL, &error), SWIFTPAGER_NESTED_INCOMPLETE);
    check_json(error, "/code", "\"NESTED_INCOMPLETE\"", __FILE__, __LINE__);
    check_json(error, "/path", "\"/data/repositories/nodes/1/issues\"", __FILE__, __LINE__);
    swiftpager_free(error);
    CHECK_TEXT(recorder.history, "UF");
    CHECK_STATUS(swiftpager_update_status(newest_update(&recorder)), SWIFTPAGER_NESTED_INCOMPLETE);
    CHECK_STATE(pager, "/pages_held", "1");
    CHECK_CAN_LOAD(pager, true, false);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(such_lists_are_filled_before_a_page_is_shown)
{
    swiftpager_client *client = make_forge_client("");
    swiftpager_pager *pager = make_pager(client, FORGE_QUERY, "\"nested\": {\"mode\": \"drain\", \"parallel\": 3}");
    swiftpager_operation *walk = start_walk(pager, NULL);
    swiftpager_update *update = NULL;
    int pages = 0, items = 0;
    while (swiftpager_operation_next(walk, -1, &update, NULL) == SWIFTPAGER_OK && update != NULL) {
        const swiftpager_page *page = swiftpager_update_page(update, NULL);
        CHECK_NESTED(page, "/incomplete", "0");
        CHECK_NESTED(page, "/lists", "[]");
        size_t length = 0;
        const char *response = swiftpager_page_response(page, &length);
        const char *item = swiftpager_page_item(page, 1, NULL);
        CHECK(item > response && item < response + length);
        items += (int)swiftpager_page_item_count(page);
        pages++;
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_INTEGER(pages, 3);
    CHECK_INTEGER(items, 12);
    CHECK_STATE(pager, "/nested/incomplete", "0");
    CHECK_OK(swiftpager_operation_release(walk));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_load_that_fills_lists_can_be_cancelled_at_any_time)
{
    swiftpager_client *client = make_forge_client("");
    for (int round = 0; round < 20; round++) {
        swiftpager_pager *pager = make_pager(client, FORGE_QUERY, "\"nested\": \"drain\"");
        swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, NULL);
        const swiftpager_status status = swiftpager_operation_wait(fetch, round, NULL);
        CHECK(status == SWIFTPAGER_OK || status == SWIFTPAGER_TIMEOUT);
        if (round % 2 == 0) CHECK_OK(swiftpager_operation_close(fetch));
        if (status == SWIFTPAGER_TIMEOUT && round % 2 == 0)
            CHECK_STATUS(swiftpager_operation_wait(fetch, -1, NULL), SWIFTPAGER_CANCELLED);
        CHECK_OK(swiftpager_operation_release(fetch));
        CHECK_OK(swiftpager_pager_release(pager));
    }
    CHECK_OK(swiftpager_client_release(client));
}
