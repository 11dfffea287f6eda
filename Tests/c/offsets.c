/* Lists that are asked for by offsets or page numbers: rows I3 and I4 of the reference's behaviours, and more. */
#include "harness.h"
#include "lists.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#define LIST_QUERY \
    "query ($offset: Int!, $limit: Int) { productList(offset: $offset, limit: $limit) {" \
    " items { name } total hasMore } }"
#define ARRAY_QUERY "query ($offset: Int, $limit: Int) { productArray(offset: $offset, limit: $limit) { name } }"
#define PAGE_QUERY \
    "query ($page: Int, $limit: Int) { productPage(page: $page, limit: $limit) {" \
    " items { name } total pageCount hasMore } }"

#define IN_LIST "\"pagination\": {\"type\": \"offset\", \"connection\": \"/productList\", \"items\": \"/items\""
#define IN_ARRAY "\"pagination\": {\"type\": \"offset\", \"connection\": \"/productArray\", \"items\": \"\""
#define IN_PAGES "\"pagination\": {\"type\": \"offset\", \"connection\": \"/productPage\", \"items\": \"/items\""

TEST(i3_the_offset_counts_the_items_of_the_first_page)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager =
        make_shop_pager(LIST_QUERY, "\"variables\": {\"limit\": 2}, " IN_LIST "}", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "U");
    CHECK_STATE(pager, "/list/type", "\"offset\"");
    CHECK_STATE(pager, "/list/connection", "\"/productList\"");
    CHECK_STATE(pager, "/list/offset", "\"offset\"");
    CHECK_STATE(pager, "/list/limit", "\"limit\"");
    CHECK_STATE(pager, "/list/after", "null");
    CHECK_PRODUCTS(swiftpager_update_page(newest_update(&recorder), NULL), SWIFTPAGER_KIND_INITIAL, 1, 2);
    CHECK_CAN_LOAD(pager, true, false);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(i4_the_next_page_is_asked_for_with_that_offset)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager =
        make_shop_pager(LIST_QUERY, "\"variables\": {\"offset\": 997, \"limit\": 2}, " IN_LIST "}", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "UU");
    const swiftpager_update *update = newest_update(&recorder);
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 0), SWIFTPAGER_KIND_INITIAL, 998, 999);
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 1), SWIFTPAGER_KIND_NEXT, 1000, 1000);
    /* Only an empty page says that there is no more. */
    CHECK_CAN_LOAD(pager, true, false);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_CAN_LOAD(pager, false, false);
    CHECK_STATE(pager, "/end", "\"complete\"");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

struct ending {
    const char *query, *config;
    /* How many pages a walk takes. */
    const char *pages;
};

static const struct ending ENDINGS[] = {
    /* A total of 1,000 may be capped: the walk looks once at what follows. */
    {LIST_QUERY, "\"variables\": {\"limit\": 100}, " IN_LIST ", \"total\": \"/total\", \"concurrency\": 4}", "11"},
    {PAGE_QUERY, "\"variables\": {\"limit\": 99}, " IN_PAGES ", \"page_count\": \"/pageCount\"}", "11"},
    /* Only an empty page is the end: this server sends 100 items at most. */
    {ARRAY_QUERY, "\"variables\": {\"limit\": 250}, " IN_ARRAY "}", "11"},
    /* Without names: the words of the query and the first answer show the list. */
    {LIST_QUERY, "\"variables\": {\"limit\": 100}", "10"},
    {ARRAY_QUERY, "\"variables\": {\"limit\": 250}", "11"},
    {PAGE_QUERY, "\"variables\": {\"limit\": 100}, \"pagination\": {\"concurrency\": 4}", "10"},
    {"{ productArray(offset: 0, limit: 100) { name } }", "\"retain\": \"all\"", "11"},
};

TEST(m18_a_walk_of_an_offset_list_is_complete_however_its_end_is_known)
{
    for (size_t index = 0; index < COUNT_OF(ENDINGS); index++) {
        swiftpager_client *client = NULL;
        swiftpager_pager *pager = make_shop_pager(ENDINGS[index].query, ENDINGS[index].config, &client);
        CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
        CHECK_STATE(pager, "/items_loaded", "1000");
        CHECK_STATE(pager, "/pages_loaded", ENDINGS[index].pages);
        CHECK_OK(swiftpager_pager_release(pager));
        CHECK_OK(swiftpager_client_release(client));
    }
}

/* The third of five pages is empty, and the total counts its items. */
TEST(a_list_with_fewer_items_than_its_total_says_how_many)
{
    swiftpager_client *client = make_client(trouble_url("/offsets-hidden", "size=10&pages=5"));
    swiftpager_pager *pager = make_pager(
        client, "query ($page: Int, $limit: Int) { list(page: $page, limit: $limit) { items { id } total pages } }",
        "\"variables\": {\"limit\": 10}, \"pagination\": {\"type\": \"offset\", \"connection\": \"/list\","
        " \"items\": \"/items\", \"page_count\": \"/pages\", \"total\": \"/total\"}");
    char *error = NULL;
    CHECK_STATUS(run(swiftpager_pager_load_all, pager, NULL, &error), SWIFTPAGER_FEWER_THAN_TOTAL);
    CHECK_JSON(error, "/fewer", "{\"items\": 40, \"total\": 50}");
    CHECK_STATE(pager, "/fewer", "{\"items\": 40, \"total\": 50}");
    CHECK_STATE(pager, "/end", "\"FEWER_THAN_TOTAL\"");
    CHECK_STATE(pager, "/ends/next", "\"complete\"");
    swiftpager_free(error);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(the_state_says_what_the_first_answer_has_shown)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_shop_pager(LIST_QUERY, "\"variables\": {\"limit\": 3}", &client);
    CHECK_STATE(pager, "/list/found_by/offset", "\"offset\"");
    CHECK_STATE(pager, "/list/items", "null");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/list/items", "\"/items\"");
    CHECK_STATE(pager, "/list/has_more", "\"/hasMore\"");
    CHECK_STATE(pager, "/items_loaded", "3");
    CHECK_STATE(pager, "/added", "null");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
