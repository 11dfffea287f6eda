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
    {"query ($after: String) {\\n  items(after: $after {\\n id } }", "\"/query\"", "2", "23", {"", ""}},
    {"query ($after: String) { items(after: $after) { " PAGE_INFO " } others(after: $after) { " PAGE_INFO " } }",
     "\"/query\"", NULL, NULL, {"items", "others"}},
    {"query ($after: String, $n: Int!) { items(after: $after, first: $n) { " PAGE_INFO " } }", "\"/variables\"", "1",
     "24", {"$n", ""}},
    {"query A($after: String) { items(after: $after) { " PAGE_INFO " } } query B { x }", "\"/operation_name\"", NULL,
     NULL, {"A", "B"}},
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
