/* Lists whose further pages have a query of their own. */
#include "harness.h"
#include "lists.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <stdio.h>

#define OPENING_QUERY \
    "query Start { shop { name } all: products(first: 30) { nodes { name } pageInfo { hasNextPage endCursor } } }"
#define FURTHER \
    "\"query\": \"query More($size: Int!, $from: String!) { products(first: $size, after: $from) {" \
    " edges { node { name } } pageInfo { hasNextPage endCursor } } }\""

TEST(further_pages_are_asked_for_with_the_other_query)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_shop_pager(
        OPENING_QUERY, "\"next_query\": {" FURTHER ", \"variables\": {\"size\": 97}}", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "1000");
    /* 30, then 97 at a time. */
    CHECK_TEXT(recorder.history, "UUUUUUUUUUU");
    const swiftpager_update *update = newest_update(&recorder);
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 0), SWIFTPAGER_KIND_INITIAL, 1, 30);
    CHECK_INTEGER(swiftpager_page_item_count(swiftpager_update_page_at(update, 1)), 97);
    size_t length = 0;
    const char *items = swiftpager_page_items(swiftpager_update_page_at(update, 1), &length);
    CHECK_INTEGER(strncmp(items, "[{\"node\"", 8), 0);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static const struct {
    const char *next_query, *path, *line;
} REFUSED[] = {
    {"{}", "\"/next_query/query\"", NULL},
    {"{\"query\": \"{ shop { name } }\"}", "\"/next_query/query\"", "1"},
    {"{" FURTHER ", \"variables\": [1]}", "\"/next_query/variables\"", NULL},
    {"{" FURTHER ", \"direction\": \"forward\"}", "\"/next_query/direction\"", NULL},
    {"{" FURTHER ", \"variables\": {\"size\": {\"a\": 1, \"a\": 2}}}", "\"/next_query/variables/size/a\"", NULL},
};

TEST(a_next_query_is_checked_when_the_pager_is_made)
{
    swiftpager_client *client = make_client(shop_url());
    for (size_t index = 0; index < COUNT_OF(REFUSED); index++) {
        char config[2048], *error = NULL;
        swiftpager_pager *pager = NULL;
        snprintf(config, sizeof config, "{\"query\": \"%s\", \"next_query\": %s}", OPENING_QUERY,
                 REFUSED[index].next_query);
        CHECK_STATUS(swiftpager_pager_create(client, NULL, config, NULL, &pager, &error), SWIFTPAGER_INVALID_CONFIG);
        CHECK_JSON(error, "/path", REFUSED[index].path);
        if (REFUSED[index].line != NULL) CHECK_JSON(error, "/position/line", REFUSED[index].line);
        CHECK(pager == NULL);
        swiftpager_free(error);
    }
    CHECK_OK(swiftpager_client_release(client));
}
