/* Operations begun with {"pull": true}: their own updates one by one, and then how they ended. */
#include "harness.h"
#include "pagers.h"
#include "pulled.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>

/* --- Updates and ends --------------------------------------------------------------------------------------------- */

TEST(a_walk_is_pulled_page_by_page_to_its_end)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    for (int page = 1; page <= 5; page++) expect_page(walk, page);
    expect_end(walk, SWIFTPAGER_OK);
    release_pulled(walk, pager, client);
}

TEST(a_pulled_operation_gets_its_own_pages_and_no_others)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    load_function *const loads[] = {swiftpager_pager_fetch, swiftpager_pager_load_next, swiftpager_pager_load_next,
                                    swiftpager_pager_fetch};
    const int pages[] = {1, 2, 3, 1};
    for (size_t index = 0; index < COUNT_OF(loads); index++) {
        /* The pages that are held are not told anew, nor those that come later. */
        swiftpager_operation *operation = start(loads[index], pager, PULL);
        expect_page(operation, pages[index]);
        expect_end(operation, SWIFTPAGER_OK);
        CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
        expect_end(operation, SWIFTPAGER_OK);
        CHECK_OK(swiftpager_operation_release(operation));
        if (index < 3) {
            CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
            for (size_t page = 1; page < index + 1; page++) {
                CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
            }
        }
    }
    swiftpager_operation *rest = start_walk(pager, GO_ON);
    for (int page = 3; page <= 5; page++) expect_page(rest, page);
    expect_end(rest, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_operation_release(rest));
    swiftpager_operation *nothing = start_walk(pager, GO_ON);
    expect_end(nothing, SWIFTPAGER_OK);
    release_pulled(nothing, pager, client);
}

TEST(pages_that_wait_can_be_pulled_after_the_end_and_after_the_pager)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=2", &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    bool has_ended = false;
    while (!has_ended) CHECK_OK(swiftpager_operation_ended(walk, &has_ended, NULL));
    CHECK_OK(swiftpager_pager_release(pager));
    expect_page(walk, 1);
    expect_page(walk, 2);
    expect_end(walk, SWIFTPAGER_OK);
    release_pulled(walk, NULL, client);
}

TEST(a_failure_without_a_page_is_the_end_and_no_update)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/html-502", "bad=3", &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    expect_page(walk, 1);
    expect_page(walk, 2);
    expect_end(walk, SWIFTPAGER_HTTP);
    release_pulled(walk, pager, client);
    pager = make_trouble_pager("/good", NULL, &client);
    walk = start_walk(pager, "{\"max_pages\": 2}");
    expect_page(walk, 1);
    expect_page(walk, 2);
    expect_end(walk, SWIFTPAGER_PAGE_LIMIT);
    release_pulled(walk, pager, client);
}

TEST(a_page_with_errors_in_place_of_the_list_can_be_an_update_before_the_end)
{
    swiftpager_client *client = NULL;
    swiftpager_update *update = NULL;
    swiftpager_pager *pager = make_trouble_pager("/errors-null-data", "bad=2", &client);
    swiftpager_operation *walk = start_walk(pager, "{\"failed_pages\": true}");
    expect_page(walk, 1);
    REQUIRE_OK(swiftpager_operation_next(walk, -1, &update, NULL));
    CHECK_STATUS(swiftpager_update_status(update), SWIFTPAGER_GRAPHQL);
    CHECK_OK(swiftpager_update_release(update));
    expect_end(walk, SWIFTPAGER_GRAPHQL);
    release_pulled(walk, pager, client);
}

TEST(a_pulled_walk_that_emits_at_the_end_has_one_update)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"load_all\": {\"emit\": \"end\"}");
    swiftpager_operation *walk = start_walk(pager, NULL);
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_operation_next(walk, -1, &update, NULL));
    CHECK_INTEGER(swiftpager_update_page_count(update), 5);
    CHECK_OK(swiftpager_update_release(update));
    expect_end(walk, SWIFTPAGER_OK);
    release_pulled(walk, pager, client);
}

/* --- Early ends --------------------------------------------------------------------------------------------------- */

static const char *const retains[] = {"\"retain\": \"none\"", "\"retain\": \"last\""};

/* Has page 1 pulled and page 2 wait, ends the walk in one of five ways, and lets another go on. */
static void check_early_end(int way, const char *retain)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, retain);
    swiftpager_operation *walk = start_walk(pager, NULL), *next = NULL;
    expect_page(walk, 1);
    (void)requests_once_loaded(client, pager, 2);
    if (way == 0) CHECK_OK(swiftpager_operation_close(walk));
    if (way == 1) next = start_walk(pager, GO_ON);
    if (way == 2) CHECK_OK(swiftpager_pager_reset(pager));
    if (way == 3) CHECK_OK(swiftpager_pager_close(pager));
    if (way == 4) CHECK_OK(swiftpager_operation_release(walk));
    /* What waited is dropped at once. */
    if (way != 4) expect_end(walk, SWIFTPAGER_CANCELLED);
    if (way == 0 || way == 4) next = start_walk(pager, GO_ON);
    if (next != NULL) {
        for (int page = 2; page <= 5; page++) expect_page(next, page);
        expect_end(next, SWIFTPAGER_OK);
    }
    CHECK_OK(swiftpager_operation_release(next));
    release_pulled(way == 4 ? NULL : walk, pager, client);
}

TEST(pages_that_another_walk_loaded_are_no_updates_of_a_pulled_operation)
{
    swiftpager_client *client = make_client_with(trouble_url("/stall", "bad=2"), "\"timeout_ms\": 500");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"load_all\": {\"emit\": \"end\"}");
    swiftpager_operation *first = start(swiftpager_pager_load_all, pager, NULL);
    /* Its first page waits for the end to be shown, and the second one does not come. */
    CHECK(wait_for_requests(2));
    swiftpager_operation *second =
        start_walk(pager, "{\"fetch_from_initial_page\": false}");
    expect_end(second, SWIFTPAGER_NETWORK);
    CHECK_OK(swiftpager_operation_release(first));
    release_pulled(second, pager, client);
}

TEST(pages_that_waited_when_a_pulled_walk_was_cancelled_are_asked_for_again)
{
    for (int way = 0; way < 5; way++) {
        for (size_t index = 0; index < COUNT_OF(retains); index++) {
            fresh_key();
            check_early_end(way, retains[index]);
        }
    }
}

TEST(releasing_a_pulled_operation_aborts_its_request)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, PULL);
    CHECK(wait_for_requests(1));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK(wait_for_aborts(1));
    CHECK_STATE(pager, "/loading", "null");
    release_pulled(NULL, pager, client);
}

TEST(releasing_an_ended_operation_gives_pages_back_that_were_not_pulled)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"retain\": \"none\"");
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, PULL);
    bool has_ended = false;
    while (!has_ended) CHECK_OK(swiftpager_operation_ended(fetch, &has_ended, NULL));
    CHECK_STATE(pager, "/pages_loaded", "1");
    CHECK_OK(swiftpager_operation_release(fetch));
    CHECK_STATE(pager, "/pages_loaded", "0");
    release_pulled(NULL, pager, client);
}

/* --- Holding back ------------------------------------------------------------------------------------------------- */

TEST(one_page_travels_while_a_pulled_one_is_worked_on_and_no_more)
{
    swiftpager_client *client = NULL;
    swiftpager_update *first = NULL, *second = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    REQUIRE_OK(swiftpager_operation_next(walk, -1, &first, NULL));
    CHECK_INTEGER(requests_once_loaded(client, pager, 2), 2);
    /* Asking says that the one before is done with, also where it is still referred to. */
    REQUIRE_OK(swiftpager_operation_next(walk, -1, &second, NULL));
    CHECK_INTEGER(requests_once_loaded(client, pager, 3), 3);
    /* The last reference says so, too. */
    CHECK_OK(swiftpager_update_release(second));
    CHECK_INTEGER(requests_once_loaded(client, pager, 4), 4);
    CHECK_OK(swiftpager_update_release(first));
    release_pulled(walk, pager, client);
}

/* --- Refusals and waits ------------------------------------------------------------------------------------------- */

TEST(a_pulled_operation_needs_a_handle_and_takes_no_completion)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *operation = NULL;
    char *error = NULL;
    CHECK_STATUS(swiftpager_pager_fetch(pager, PULL, NULL, NULL, NULL, NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_pager_walk(pager, NULL, NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_pager_fetch(pager, PULL, record_completion, &recorder, record_destroy, &operation, &error),
                 SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(error, "completion");
    swiftpager_free(error);
    CHECK(operation == NULL);
    CHECK_TEXT(recorder.history, "D");
    CHECK_STATUS(swiftpager_pager_fetch(pager, "{\"pull\": 1}", NULL, NULL, NULL, &operation, &error),
                 SWIFTPAGER_INVALID_CONFIG);
    CHECK_JSON(error, "/path", "\"/pull\"");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_pager_load_next(pager, PULL, NULL, NULL, NULL, &operation, NULL),
                 SWIFTPAGER_MISSING_INITIAL_PAGE);
    CHECK(operation == NULL);
    release_pulled(NULL, pager, client);
}

TEST(an_operation_is_waited_for_or_pulled_and_not_both)
{
    swiftpager_client *client = NULL;
    swiftpager_update *update = (swiftpager_update *)&update;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *pulled = start(swiftpager_pager_fetch, pager, PULL);
    CHECK_STATUS(swiftpager_operation_wait(pulled, 0, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    expect_page(pulled, 1);
    expect_end(pulled, SWIFTPAGER_OK);
    CHECK_STATUS(swiftpager_operation_next(pulled, -2, &update, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_operation_next(pulled, 0, NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    swiftpager_operation *waited = start(swiftpager_pager_fetch, pager, "{\"pull\": false}");
    CHECK_STATUS(swiftpager_operation_next(waited, 0, &update, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK(update == NULL);
    CHECK_OK(swiftpager_operation_wait(waited, -1, NULL));
    CHECK_OK(swiftpager_operation_release(waited));
    release_pulled(pulled, pager, client);
}

TEST(the_user_data_of_a_pulled_operation_is_destroyed_once)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_operation *operation = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_fetch(pager, PULL, NULL, &recorder, record_destroy, &operation, NULL));
    expect_page(operation, 1);
    expect_end(operation, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "D");
    release_pulled(operation, pager, client);
    CHECK_TEXT(recorder.history, "D");
}

TEST(a_pull_gives_up_when_the_time_is_over_and_says_so_without_words)
{
    swiftpager_client *client = NULL;
    swiftpager_update *update = NULL;
    char *error = NULL;
    bool has_ended = true;
    swiftpager_status status = SWIFTPAGER_INTERNAL;
    swiftpager_pager *pager = make_trouble_pager("/gated", NULL, &client);
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, PULL);
    CHECK_STATUS(swiftpager_operation_next(fetch, 0, &update, &error), SWIFTPAGER_TIMEOUT);
    CHECK_STATUS(swiftpager_operation_next(fetch, 10, &update, &error), SWIFTPAGER_TIMEOUT);
    CHECK(error == NULL);
    CHECK_OK(swiftpager_operation_ended(fetch, &has_ended, &status));
    CHECK(!has_ended);
    CHECK_OK(status);
    CHECK_OK(swiftpager_client_wake(client));
    CHECK_STATUS(swiftpager_operation_next(fetch, -1, &update, &error), SWIFTPAGER_INTERRUPTED);
    CHECK(error == NULL);
    open_gate();
    expect_page(fetch, 1);
    expect_end(fetch, SWIFTPAGER_OK);
    release_pulled(fetch, pager, client);
}

static void *cancel_later(void *operation)
{
    wait_a_moment();
    CHECK_OK(swiftpager_operation_close(operation));
    return NULL;
}

TEST(a_cancel_on_another_thread_ends_a_pull_that_waits)
{
    swiftpager_client *client = NULL;
    pthread_t thread;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, PULL);
    REQUIRE_INTEGER(pthread_create(&thread, NULL, cancel_later, fetch), 0);
    expect_end(fetch, SWIFTPAGER_CANCELLED);
    pthread_join(thread, NULL);
    release_pulled(fetch, pager, client);
}
