/* Lists that are read since a mark: their checkpoints, and the order that they break. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The identities of the items grow: in this order only with any tolerance. */
#define SINCE "{\"path\": \"/id\", \"type\": \"integer\", \"order\": \"descending\"%s}"
#define TOLERANT ", \"tolerate\": {\"items\": 10000}"

static swiftpager_pager *make_since_pager(swiftpager_client *client, const char *more, const char *checkpoint)
{
    char since[200];
    snprintf(since, sizeof since, SINCE, more);
    json_t *config = json_pack("{s: s, s: o}", "query", ITEMS_QUERY, "since", json_loads(since, 0, NULL));
    if (checkpoint != NULL)
        json_object_set_new(config, "checkpoint", json_loads(checkpoint, 0, NULL));
    char *text = json_dumps(config, 0);
    swiftpager_pager *pager = NULL;
    REQUIRE_OK(swiftpager_pager_create(client, NULL, text, NULL, &pager, NULL));
    json_decref(config);
    free(text);
    return pager;
}

static char *checkpoint_of(swiftpager_pager *pager)
{
    char *checkpoint = NULL;
    REQUIRE_OK(swiftpager_pager_checkpoint(pager, &checkpoint));
    REQUIRE(checkpoint != NULL);
    return checkpoint;
}

TEST(a_checkpoint_has_the_greatest_value_once_the_list_is_whole)
{
    swiftpager_client *client = make_client(trouble_url("/good", "pages=3"));
    swiftpager_pager *pager = make_since_pager(client, TOLERANT, NULL);
    char *checkpoint = checkpoint_of(pager);
    CHECK_JSON(checkpoint, "/mark", "null");
    swiftpager_free(checkpoint);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/reason", "null");
    CHECK_STATE(pager, "/known", "0");
    checkpoint = checkpoint_of(pager);
    CHECK_JSON(checkpoint, "/token", "null");
    CHECK_OK(swiftpager_pager_release(pager));

    pager = make_since_pager(client, TOLERANT, checkpoint);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "0");
    CHECK_STATE(pager, "/end", "\"complete\"");
    swiftpager_free(checkpoint);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(an_item_out_of_order_ends_a_walk_and_stays)
{
    swiftpager_client *client = make_client(trouble_url("/good", "pages=3"));
    swiftpager_pager *pager = make_since_pager(client, "", NULL);
    char *error = NULL;
    CHECK_STATUS(run(swiftpager_pager_load_all, pager, NULL, &error), SWIFTPAGER_NOT_ORDERED);
    CHECK_JSON(error, "/code", "\"NOT_ORDERED\"");
    CHECK_JSON(error, "/path", "\"/data/items/edges/1/node/id\"");
    CHECK_CONTAINS(error, "the item with index 1 on page 1 (/id: \\\"2\\\")");
    CHECK_CONTAINS(error, "the item with index 0 on page 1 (/id: \\\"1\\\")");
    swiftpager_free(error);
    CHECK_STATE(pager, "/pages_held", "1");
    char *checkpoint = checkpoint_of(pager);
    CHECK_JSON(checkpoint, "/mark", "null");
    CHECK_JSON(checkpoint, "/token", "null");
    swiftpager_free(checkpoint);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
