/* GraphQL documents that cannot be paged: the error says where and what to do, and no request is made. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <stdio.h>
#include <stdlib.h>

#define PAGE_INFO "pageInfo { hasNextPage endCursor }"

struct refused {
    const char *query;
    const char *path;
    /* JSON text, or NULL where the error has no position. */
    const char *line, *column;
    /* What the message names. */
    const char *words[2];
};

/* clang-format off */
static const struct refused DOCUMENTS[] = {
    {"", "\"/query\"", "1", "1", {"", ""}},
    {"query {", "\"/query\"", "1", "8", {"", ""}},
    {"query ($after: String) {\\n  items(after: $after {\\n id } }", "\"/query\"", "2", "23", {"", ""}},
    {"{ items(after: \\\"a) { id } }", "\"/query\"", "1", NULL, {"", ""}},
    {"mutation ($after: String) { items(after: $after) { " PAGE_INFO " } }", "\"/query\"", "1", "1",
     {"mutation", "query"}},
    {"{ items { id } }", "\"/query\"", NULL, NULL, {"pageInfo", ""}},
    {"query ($after: String) { items(after: $after) { " PAGE_INFO " } others(after: $after) { " PAGE_INFO " } }",
     "\"/query\"", NULL, NULL, {"items", "others"}},
    {"query ($after: String) { a: items(after: $after) { " PAGE_INFO " } b: items(after: $after) { " PAGE_INFO " } }",
     "\"/query\"", NULL, NULL, {"/a", "/b"}},
    {"{ items { " PAGE_INFO " } }", "\"/query\"", "1", "3", {"after", "items"}},
    {"{ items(after: \\\"x\\\") { " PAGE_INFO " } }", "\"/query\"", "1", NULL, {"after", "variable"}},
    {"query ($after: String) { items(after: $after) { pageInfo { hasNextPage } } }", "\"/query\"", "1", NULL,
     {"endCursor", ""}},
    {"query ($name: String) { items(name: $name) { pageInfo { endCursor } } }", "\"/query\"", "1", NULL,
     {"hasNextPage", ""}},
    {"query ($after: String!) { items(after: $after) { " PAGE_INFO " } }", "\"/variables\"", "1", "8", {"$after", "!"}},
    {"query ($after: String, $n: Int!) { items(after: $after, first: $n) { " PAGE_INFO " } }", "\"/variables\"", "1",
     "24", {"$n", ""}},
    {"query A($after: String) { items(after: $after) { " PAGE_INFO " } } query B { x }", "\"/operation_name\"", NULL,
     NULL, {"A", "B"}},
    {"query ($after: String) { ...Missing items(after: $after) { " PAGE_INFO " } }", "\"/query\"", "1", NULL,
     {"Missing", ""}},
    {"query ($after: String) { items(after: $after) { ...F } } fragment F on X { ...F " PAGE_INFO " }", "\"/query\"",
     "1", NULL, {"F", ""}},
};
/* clang-format on */

static swiftpager_status create_pager(swiftpager_client *client, const char *query, char **error)
{
    size_t size = strlen(query) + 32;
    char *config = malloc(size);
    swiftpager_pager *pager = NULL;
    REQUIRE(config != NULL);
    snprintf(config, size, "{\"query\": \"%s\"}", query);
    swiftpager_status status = swiftpager_pager_create(client, NULL, config, NULL, &pager, error);
    if (status == SWIFTPAGER_OK) CHECK_OK(swiftpager_pager_release(pager));
    free(config);
    return status;
}

TEST(a_document_that_cannot_be_paged_is_refused_with_its_place)
{
    swiftpager_client *client = make_client(dead_url());
    for (size_t index = 0; index < COUNT_OF(DOCUMENTS); index++) {
        const struct refused *document = &DOCUMENTS[index];
        char *error = NULL;
        int before = failed_check_count();
        CHECK_STATUS(create_pager(client, document->query, &error), SWIFTPAGER_INVALID_CONFIG);
        CHECK_JSON(error, "/path", document->path);
        if (document->line != NULL) CHECK_JSON(error, "/position/line", document->line);
        if (document->column != NULL) CHECK_JSON(error, "/position/column", document->column);
        CHECK_CONTAINS(error, document->words[0]);
        CHECK_CONTAINS(error, document->words[1]);
        if (failed_check_count() > before) fprintf(stderr, "  … with the query %s\n", document->query);
        swiftpager_free(error);
    }
    CHECK_OK(swiftpager_client_release(client));
}

TEST(the_pagination_settles_which_of_two_connections_is_meant)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client,
                                         "query ($after: String, $more: String) { others(after: $more) { " PAGE_INFO
                                         " } items(after: $after) {"
                                         " edges { node { id } } " PAGE_INFO " } }",
                                         "\"pagination\": {\"connection\": \"/items\"}");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "50");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(unusual_names_can_be_described)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager =
        make_pager(client, "query ($cursor: String) { list(from: $cursor) { rows { id } } }",
                   "\"pagination\": {\"type\": \"cursor\", \"direction\": \"forward\", \"connection\": \"/items\","
                   " \"page_info\": \"/pageInfo\", \"items\": \"/edges\", \"has_next_page\": \"/hasNextPage\","
                   " \"end_cursor\": \"/endCursor\", \"after\": \"cursor\"}");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "50");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_document_that_nests_without_end_is_refused)
{
    enum { LEVELS = 200000 };
    const char *const pieces[] = {"{a", "{a(b:[", "{...", "query($a:["};
    swiftpager_client *client = make_client(dead_url());
    for (size_t index = 0; index < COUNT_OF(pieces); index++) {
        size_t length = strlen(pieces[index]);
        char *query = malloc(LEVELS * length + 1);
        REQUIRE(query != NULL);
        for (size_t level = 0; level < LEVELS; level++) memcpy(query + level * length, pieces[index], length + 1);
        char *error = NULL;
        CHECK_STATUS(create_pager(client, query, &error), SWIFTPAGER_INVALID_CONFIG);
        CHECK_JSON(error, "/path", "\"/query\"");
        swiftpager_free(error);
        free(query);
    }
    CHECK_OK(swiftpager_client_release(client));
}

TEST(fragments_that_double_at_every_level_take_no_time)
{
    /* Followed one by one, these 28 fragments would be 2²⁸ selections. */
    enum { LEVELS = 28 };
    static char query[8192];
    int written = snprintf(query, sizeof query, "query ($after: String) { ...F0 ...F0 }");
    for (int level = 0; level < LEVELS; level++) {
        written += snprintf(query + written, sizeof query - (size_t)written, " fragment F%d on Q { ...F%d ...F%d }",
                            level, level + 1, level + 1);
    }
    snprintf(query + written, sizeof query - (size_t)written,
             " fragment F%d on Q { items(after: $after) { " PAGE_INFO " } }", LEVELS);
    swiftpager_client *client = make_client(dead_url());
    CHECK_OK(create_pager(client, query, NULL));
    CHECK_OK(swiftpager_client_release(client));
}
