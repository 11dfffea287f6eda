/* Errors beside the data of pages: what a walk, the pager's state and its tokens say of them. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <stdio.h>
#include <string.h>

/* Page 2 of 5 has one error beside its data. */
#define PARTIAL "{\"pages\": 1, \"errors\": 1, \"first\": {\"page\": 2, \"message\": \"The name is secret.\"," \
                " \"path\": \"/items/edges/0/node/name\"}}"

static swiftpager_pager *make_partial_pager(const char *more, swiftpager_client **client)
{
    *client = make_client(trouble_url("/partial", NULL));
    return make_pager(*client, ITEMS_QUERY, more);
}

static void release_both(swiftpager_pager *pager, swiftpager_client *client)
{
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_walk_over_errors_beside_data_ends_with_them)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_partial_pager("", &client);
    subscribe_recorder(&recorder, pager);
    char *error = NULL;
    CHECK_STATUS(run(swiftpager_pager_load_all, pager, NULL, &error), SWIFTPAGER_PARTIAL_DATA);
    CHECK_JSON(error, "/code", "\"PARTIAL_DATA\"");
    CHECK_JSON(error, "/partial", PARTIAL);
    CHECK_JSON(error, "/path", "\"/items/edges/0/node/name\"");
    CHECK_CONTAINS(error, "1 page came with 1 error beside the data");
    CHECK_CONTAINS(error, "on page 2 at /items/edges/0/node/name: The name is secret.");
    swiftpager_free(error);
    CHECK_STATE(pager, "/errors", PARTIAL);
    CHECK_STATE(pager, "/end", "\"PARTIAL_DATA\"");
    CHECK_STATE(pager, "/ends/next", "\"complete\"");
    CHECK_STATE(pager, "/pages_held", "5");
    /* One update a page, and none for the end. */
    CHECK_INTEGER(recorder.update_count, 5);
    forget_updates(&recorder);
    release_both(pager, client);
}

TEST(errors_beside_data_can_be_kept)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_partial_pager("\"errors\": \"keep\"", &client);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/errors", PARTIAL);
    CHECK_STATE(pager, "/end", "\"complete\"");
    release_both(pager, client);
}

TEST(errors_beside_data_can_end_an_operation_at_the_page)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_partial_pager("\"errors\": \"fail\"", &client);
    char *error = NULL;
    CHECK_STATUS(run(swiftpager_pager_load_all, pager, NULL, &error), SWIFTPAGER_GRAPHQL);
    CHECK_JSON(error, "/errors/0/extensions/code", "\"FORBIDDEN\"");
    CHECK_JSON(error, "/partial/pages", "1");
    swiftpager_free(error);
    CHECK_STATE(pager, "/pages_held", "2");
    CHECK_RUN(swiftpager_pager_load_all, pager, GO_ON, SWIFTPAGER_OK);
    release_both(pager, client);
}

TEST(a_pull_hands_out_all_pages_before_it_tells_of_errors_beside_data)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_partial_pager("\"retain\": \"none\"", &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    swiftpager_update *update = NULL;
    char *error = NULL;
    for (int number = 1; number <= 5; number++) {
        REQUIRE_OK(swiftpager_operation_next(walk, -1, &update, NULL));
        REQUIRE(update != NULL);
        CHECK_OK(swiftpager_update_status(update));
        CHECK((swiftpager_page_errors(swiftpager_update_page(update, NULL), NULL) != NULL) == (number == 2));
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_STATUS(swiftpager_operation_next(walk, -1, &update, &error), SWIFTPAGER_PARTIAL_DATA);
    CHECK(update == NULL);
    CHECK_JSON(error, "/partial", PARTIAL);
    swiftpager_free(error);
    CHECK_OK(swiftpager_operation_release(walk));
    release_both(pager, client);
}

TEST(a_resume_token_carries_errors_beside_data)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_partial_pager("\"load_all\": {\"max_pages\": 3}", &client);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_PAGE_LIMIT);
    char *token = NULL;
    REQUIRE_OK(swiftpager_pager_resume_token(pager, &token));
    char more[20000];
    snprintf(more, sizeof more, "\"resume\": %s", token);
    swiftpager_free(token);
    swiftpager_pager *resumed = make_pager(client, ITEMS_QUERY, more);
    CHECK_STATE(resumed, "/errors", PARTIAL);
    CHECK_RUN(swiftpager_pager_load_all, resumed, NULL, SWIFTPAGER_PARTIAL_DATA);
    CHECK_STATE(resumed, "/errors", PARTIAL);
    CHECK_STATE(resumed, "/pages_loaded", "5");
    CHECK_OK(swiftpager_pager_release(resumed));
    release_both(pager, client);
}
