/* The option "failed_pages" of a pull: whether a page with errors in place of the list is handed out. */
#include "harness.h"
#include "pagers.h"
#include "pulled.h"
#include "recorder.h"
#include "servers.h"

#include <swiftpager_arrow.h>

/* Pages 1 and 2 come, page 3 fails once. Returns the operation, after its end. */
static void walk_to_the_failure(swiftpager_pager *pager, const char *options)
{
    char *error = NULL;
    swiftpager_update *update = NULL;
    swiftpager_operation *walk = start_walk(pager, options);
    for (int page = 1; page <= 2; page++) expect_page(walk, page);
    CHECK_STATUS(swiftpager_operation_next(walk, -1, &update, &error), SWIFTPAGER_GRAPHQL);
    CHECK(update == NULL);
    CHECK_JSON(error, "/code", "\"GRAPHQL\"");
    CHECK_JSON(error, "/errors/0/message", "\"The warehouse is closed.\"");
    expect_end(walk, SWIFTPAGER_GRAPHQL);
    swiftpager_free(error);
    CHECK_OK(swiftpager_operation_release(walk));
}

static void go_on_after_the_failure(const char *options, const char *go_on)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/errors-null-data", "bad=3&once=1", &client);
    walk_to_the_failure(pager, options);
    CHECK_CAN_LOAD(pager, true, false);
    swiftpager_operation *rest = start_walk(pager, go_on);
    for (int page = 3; page <= 5; page++) expect_page(rest, page);
    expect_end(rest, SWIFTPAGER_OK);
    CHECK_INTEGER(server_requests(), 6);
    CHECK_STATE(pager, "/items_loaded", "50");
    release_pulled(rest, pager, client);
    fresh_key();
}

TEST(a_walk_without_failed_pages_goes_on_where_it_failed)
{
    go_on_after_the_failure(NULL, "{\"fetch_from_initial_page\": false}");
    go_on_after_the_failure("{\"retain\": \"last\"}",
                            "{\"fetch_from_initial_page\": false, \"retain\": \"last\"}");
    go_on_after_the_failure("{\"retain\": \"none\"}",
                            "{\"fetch_from_initial_page\": false, \"retain\": \"none\"}");
}

/* The token after a walk that failed: it does not depend on whether the failed page was handed out. */
static char *token_after_the_failure(const char *options, bool has_failed_page)
{
    swiftpager_client *client = NULL;
    swiftpager_update *update = NULL;
    char *token = NULL;
    swiftpager_pager *pager = make_trouble_pager("/errors-null-data", "bad=3", &client);
    swiftpager_operation *walk = start_walk(pager, options);
    for (int page = 1; page <= 2; page++) expect_page(walk, page);
    if (has_failed_page) {
        CHECK_OK(swiftpager_operation_next(walk, -1, &update, NULL));
        CHECK_STATUS(swiftpager_update_status(update), SWIFTPAGER_GRAPHQL);
        CHECK_OK(swiftpager_update_release(update));
    }
    expect_end(walk, SWIFTPAGER_GRAPHQL);
    CHECK_OK(swiftpager_pager_resume_token(pager, &token));
    release_pulled(walk, pager, client);
    return token;
}

TEST(a_resume_token_stands_before_a_failed_page_handed_out_or_not)
{
    char *without = token_after_the_failure("{\"retain\": \"none\"}", false);
    char *with = token_after_the_failure("{\"failed_pages\": true, \"retain\": \"none\"}", true);
    CHECK_TEXT(without, with);
    swiftpager_free(without);
    swiftpager_free(with);
}

TEST(one_update_at_the_end_has_the_pages_before_a_failed_one)
{
    swiftpager_client *client = NULL;
    swiftpager_update *update = NULL;
    swiftpager_pager *pager = make_trouble_pager("/errors-null-data", "bad=3", &client);
    swiftpager_operation *walk = start_walk(pager, "{\"emit\": \"end\"}");
    REQUIRE_OK(swiftpager_operation_next(walk, -1, &update, NULL));
    CHECK_OK(swiftpager_update_status(update));
    CHECK_INTEGER(swiftpager_update_page_count(update), 2);
    CHECK_PAGE(swiftpager_update_page(update, NULL), 2);
    CHECK_OK(swiftpager_update_release(update));
    expect_end(walk, SWIFTPAGER_GRAPHQL);
    release_pulled(walk, pager, client);
}

TEST(a_fetch_and_a_load_next_without_failed_pages_only_fail)
{
    swiftpager_client *client = NULL;
    swiftpager_operation *operation = NULL;
    char *error = NULL;
    swiftpager_pager *pager = make_trouble_pager("/errors-null-data", "bad=1&once=1", &client);
    operation = start(swiftpager_pager_fetch, pager, PULL);
    expect_end(operation, SWIFTPAGER_GRAPHQL);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_STATUS(swiftpager_pager_load_next(pager, PULL, NULL, NULL, NULL, &operation, &error),
                 SWIFTPAGER_MISSING_INITIAL_PAGE);
    CHECK_JSON(error, "/cause/errors/0/message", "\"The warehouse is closed.\"");
    swiftpager_free(error);
    operation = start(swiftpager_pager_fetch, pager, PULL);
    expect_page(operation, 1);
    expect_end(operation, SWIFTPAGER_OK);
    release_pulled(operation, pager, client);
    fresh_key();
    pager = make_trouble_pager("/errors-null-data", "bad=2&once=1", &client);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    operation = start(swiftpager_pager_load_next, pager, PULL);
    expect_end(operation, SWIFTPAGER_GRAPHQL);
    CHECK_OK(swiftpager_operation_release(operation));
    operation = start(swiftpager_pager_load_next, pager, PULL);
    expect_page(operation, 2);
    expect_end(operation, SWIFTPAGER_OK);
    release_pulled(operation, pager, client);
}

TEST(other_subscribers_get_a_page_that_a_pull_leaves_out)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/errors-null-data", "bad=3&once=1", &client);
    subscribe_recorder(&recorder, pager);
    walk_to_the_failure(pager, NULL);
    (void)dispatch_waiting(client);
    CHECK_TEXT(recorder.history, "UUF");
    forget_updates(&recorder);
    release_pulled(NULL, pager, client);
}

TEST(a_stream_of_arrow_gives_the_rows_before_a_failed_page)
{
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/errors-null-data", "bad=3", &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    REQUIRE_OK(swiftpager_operation_arrow(walk, NULL, false, &stream, NULL));
    REQUIRE_INTEGER(stream.get_next(&stream, &array), 0);
    CHECK_INTEGER(array.length, 20);
    array.release(&array);
    CHECK(stream.get_next(&stream, &array) != 0);
    CHECK_CONTAINS(stream.get_last_error(&stream), "GRAPHQL: ");
    stream.release(&stream);
    release_pulled(walk, pager, client);
}

TEST(options_of_a_pull_are_refused_without_one)
{
    static const struct {
        load_function *load;
        const char *options, *path;
    } CASES[] = {
        {swiftpager_pager_load_all, "{\"failed_pages\": false}", "\"/failed_pages\""},
        {swiftpager_pager_load_all, "{\"callbacks\": true}", "\"/callbacks\""},
        {swiftpager_pager_load_all, "{\"pull\": true}", "\"/pull\""},
        {swiftpager_pager_fetch, "{\"callbacks\": false, \"pull\": false}", "\"/callbacks\""},
        {swiftpager_pager_fetch, "{\"failed_pages\": true}", "\"/failed_pages\""},
        {swiftpager_pager_fetch, "{\"pull\": true, \"callbacks\": 0}", "\"/callbacks\""},
    };
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    for (size_t index = 0; index < COUNT_OF(CASES); index++) {
        swiftpager_operation *operation = NULL;
        char *error = NULL;
        CHECK_STATUS(CASES[index].load(pager, CASES[index].options, NULL, NULL, NULL, &operation, &error),
                     SWIFTPAGER_INVALID_CONFIG);
        CHECK(operation == NULL);
        CHECK_JSON(error, "/path", CASES[index].path);
        swiftpager_free(error);
    }
    release_pulled(NULL, pager, client);
}
