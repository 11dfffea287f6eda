/* Lists that are asked for by the keys of their items, on a server in Hasura's shape. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <stdio.h>
#include <string.h>

#define ORDERS_QUERY \
    "query ($where: orders_bool_exp, $limit: Int) {" \
    " orders(where: $where, order_by: [{created_at: asc}, {id: asc}], limit: $limit) { id created_at } }"

#define BY_ID "\"pagination\": {\"connection\": \"/orders\", \"key\": \"/id\", \"after\": \"/where/id/_gt\""
#define BY_TIME \
    "\"pagination\": {\"connection\": \"/orders\", \"key\": [\"/created_at\"], \"after\": [\"/where/created_at/_gte\"]"
#define LIMIT(number) "\"variables\": {\"limit\": " #number "}, "

static swiftpager_pager *make_orders_pager(const char *more, swiftpager_client **client)
{
    char url[256];
    snprintf(url, sizeof url, "%s", shop_url());
    char *path = strstr(url, "/graphql");
    REQUIRE(path != NULL);
    memcpy(path, "/hasura", sizeof "/hasura");
    *client = make_client(url);
    return make_pager(*client, ORDERS_QUERY, more);
}

TEST(a_walk_by_keys_is_complete)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_orders_pager(LIMIT(100) BY_ID "}", &client);
    CHECK_STATE(pager, "/list/type", "\"keyset\"");
    CHECK_STATE(pager, "/list/key", "\"/id\"");
    CHECK_STATE(pager, "/list/after", "\"/where/id/_gt\"");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "1000");
    CHECK_STATE(pager, "/pages_loaded", "11");
    CHECK_STATE(pager, "/drift", "null");
    CHECK_STATE(pager, "/end", "\"complete\"");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_key_that_two_items_have_ends_the_list_and_is_told_with_both)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_orders_pager(LIMIT(100) BY_TIME "}", &client);
    char *error = NULL;
    CHECK_STATUS(run(swiftpager_pager_load_all, pager, NULL, &error), SWIFTPAGER_DUPLICATE_KEY);
    REQUIRE(error != NULL);
    CHECK(strstr(error, "\"code\":\"DUPLICATE_KEY\"") != NULL);
    CHECK(strstr(error, "/data/orders/0 of page 1 and /data/orders/1 of page 1") != NULL);
    swiftpager_free(error);
    CHECK_STATE(pager, "/items_loaded", "100");
    CHECK_STATE(pager, "/ends/next", "\"DUPLICATE_KEY\"");
    CHECK_STATUS(run(swiftpager_pager_load_next, pager, NULL, NULL), SWIFTPAGER_DUPLICATE_KEY);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
