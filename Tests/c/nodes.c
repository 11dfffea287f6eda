/* Edges and their nodes: which elements are edges, and which of their members is the node, says the query. */
#include "harness.h"
#include "hosts.h"
#include "lists.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <stdio.h>
#include <stdlib.h>

#define START "query ($after: String) { products(first: 2, after: $after) { "
#define END " pageInfo { hasNextPage endCursor } } }"

/* Checks how the items of a page begin, and that they are the same one by one and one a line. */
static void check_items(const swiftpager_page *page, const char *beginning, const char *file, int line)
{
    size_t length = 0, lines_length = 0;
    const char *lines = swiftpager_page_ndjson(page, &lines_length);
    REQUIRE(lines != NULL);
    for (size_t index = 0; index < swiftpager_page_item_count(page); index++) {
        const char *item = swiftpager_page_item(page, index, &length);
        REQUIRE(item != NULL);
        if (strncmp(item, beginning, strlen(beginning)) != 0) {
            report_failure(file, line, "the item is %.*s, not %s…", (int)length, item, beginning);
        }
        CHECK(strncmp(lines, item, length) == 0 && lines[length] == '\n');
        lines += length + 1;
    }
    CHECK_TEXT(lines, "");
}

static void check_query(const char *query, const char *more, const char *beginning, const char *file, int line)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_shop_pager(query, more, &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    const swiftpager_page *page = swiftpager_update_page(newest_update(&recorder), NULL);
    CHECK_INTEGER(swiftpager_page_item_count(page), 2);
    check_items(page, beginning, file, line);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

#define CHECK_ITEMS(selection, beginning) check_query(START selection END, "", beginning, __FILE__, __LINE__)

TEST(the_node_of_an_edge_is_found_under_its_alias)
{
    CHECK_ITEMS("edges { node { id } }", "{\"id\":\"");
    CHECK_ITEMS("edges { cursor n: node { id } }", "{\"id\":\"");
    CHECK_ITEMS("rows: edges { cursor n: node { id } }", "{\"id\":\"");
    CHECK_ITEMS("edges { node: cursor n: node { id } }", "{\"id\":\"");
}

TEST(a_place_that_the_config_names_is_read_as_the_query_shows_it)
{
    check_query("query ($after: String) { products(first: 2, after: $after) {"
                " edges { n: node { id } } nodes { node: id } pageInfo { hasNextPage endCursor } } }",
                "\"pagination\": {\"connection\": \"/products\", \"items\": \"/edges\"}", "{\"id\":\"", __FILE__,
                __LINE__);
    check_query("query ($from: Int) { productList(offset: $from, limit: 2) { items { node: id } } }",
                "\"pagination\": {\"type\": \"offset\", \"connection\": \"/productList\"}", "{\"node\":\"", __FILE__,
                __LINE__);
}

static swiftpager_status give_page_info(void *user_data, const char *page_json, size_t length, bool is_initial,
                                        char **out_json)
{
    (void)user_data, (void)page_json, (void)length, (void)is_initial;
    return give_text(out_json, strdup("{}"));
}

TEST(where_the_query_does_not_show_the_elements_a_node_is_called_node)
{
    struct host host = {0};
    struct recorder recorder = {0};
    swiftpager_pager *pager = NULL;
    swiftpager_client *client = make_host_client(&host, "");
    const swiftpager_pager_hooks hooks = {.struct_size = sizeof hooks, .extract_page_info = give_page_info};
    const char *places = "{\"pagination\": {\"connection\": \"/items\", \"items\": \"/edges\"}}";
    REQUIRE_OK(swiftpager_pager_create(client, "{ items }", places, &hooks, &pager, NULL));
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    check_items(swiftpager_update_page(newest_update(&recorder), NULL), "{\"id\":\"", __FILE__, __LINE__);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static swiftpager_status ask_with_another_query(void *user_data, const char *page_info_json,
                                                swiftpager_kind direction, char **out_json)
{
    static char request[512];
    const char *cursor = strstr(page_info_json, "\"end_cursor\":");
    (void)user_data;
    CHECK_INTEGER(direction, SWIFTPAGER_KIND_NEXT);
    REQUIRE(cursor != NULL);
    cursor += strlen("\"end_cursor\":");
    snprintf(request, sizeof request,
             "{\"query\": \"" START "edges { node: cursor m: node { name } }" END "\","
             " \"variables\": {\"after\": %.*s}}",
             (int)strcspn(cursor, ",}"), cursor);
    return give_text(out_json, strdup(request));
}

TEST(a_query_of_a_hook_has_aliases_of_its_own)
{
    struct recorder recorder = {0};
    swiftpager_pager *pager = NULL;
    swiftpager_client *client = make_client(shop_url());
    const swiftpager_pager_hooks hooks = {.struct_size = sizeof hooks, .resolve_page = ask_with_another_query};
    REQUIRE_OK(swiftpager_pager_create(client, START "edges { n: node { id } }" END, NULL, &hooks, &pager, NULL));
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    check_items(swiftpager_update_page(newest_update(&recorder), NULL), "{\"id\":\"", __FILE__, __LINE__);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    check_items(swiftpager_update_page(newest_update(&recorder), NULL), "{\"name\":\"", __FILE__, __LINE__);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
