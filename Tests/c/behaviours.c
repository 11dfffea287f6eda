/*
 * The reference's behaviours on the C face, by their rows (docs/parity.md): a forward list of two pages (A, B), loading
 * all of it (E), errors (F), resets and cancels (G), several callers and subscribers (H). C is in reverse.c, D in
 * bidirectional.c and I in offsets.c; the rows M are where their concepts are.
 */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <stdlib.h>

/* Two pages of ten items: the forward list of these rows. */
static swiftpager_pager *make_forward(const char *config, swiftpager_client **client)
{
    *client = make_client(trouble_url("/good", "pages=2"));
    return make_pager(*client, ITEMS_QUERY, config);
}

static void release(swiftpager_pager *pager, swiftpager_client *client)
{
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a1_a2_a3_a4_a5_a11_a_late_subscriber_and_the_next_page)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_forward("", &client);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    /* A1: the page is in when the call returns. A2. */
    CHECK_STATE(pager, "/items_loaded", "10");
    CHECK_INTEGER(server_requests(), 1);
    CHECK_CAN_LOAD(pager, true, false);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    /* A3: the replay and the next page. A4: asked for once, behind the first. A5. */
    CHECK_TEXT(recorder.history, "UU");
    CHECK_PAGE(swiftpager_update_page(recorder.updates[0], NULL), 1);
    CHECK_PAGE(swiftpager_update_page(recorder.updates[1], NULL), 2);
    CHECK_INTEGER(server_requests(), 2);
    CHECK_CAN_LOAD(pager, false, false);
    forget_updates(&recorder);
    release(pager, client);
}

TEST(a6_a_direction_that_is_not_read_is_never_asked_for)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_forward("\"variables\": {\"after\": \"item-10\"}", &client);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "10");
    CHECK_CAN_LOAD(pager, false, false);
    CHECK_RUN(swiftpager_pager_load_previous, pager, NULL, SWIFTPAGER_PAGE_HAS_NO_MORE_CONTENT);
    CHECK_INTEGER(server_requests(), 1);
    release(pager, client);
}

TEST(a7_to_a10_b1_b2_b5_all_pages_follow_each_other_in_the_output)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_forward("", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_CAN_LOAD(pager, true, false);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_CAN_LOAD(pager, false, false);
    /* One update for each load, and no failure. */
    CHECK_TEXT(recorder.history, "UU");
    CHECK_PAGE(swiftpager_update_page_at(newest_update(&recorder), 0), 1);
    CHECK_PAGE(swiftpager_update_page_at(newest_update(&recorder), 1), 2);
    forget_updates(&recorder);
    release(pager, client);
}

TEST(a12_to_a17_b3_b4_b6_b7_b8_the_next_page_leaves_the_first_as_it_is)
{
    struct recorder early = {0}, late = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_forward("", &client);
    subscribe_recorder(&early, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(early.history, "U");
    const swiftpager_page *first = swiftpager_update_page(early.updates[0], NULL);
    CHECK_PAGE(first, 1);
    CHECK_CAN_LOAD(pager, true, false);
    CHECK_INTEGER(swiftpager_update_page_count(early.updates[0]), 1);
    CHECK_INTEGER(swiftpager_page_kind(first), SWIFTPAGER_KIND_INITIAL);
    CHECK_INTEGER(swiftpager_update_source(early.updates[0], NULL), SWIFTPAGER_SOURCE_SERVER);
    subscribe_recorder(&late, pager);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(early.history, "UU");
    CHECK_TEXT(late.history, "UU");
    const swiftpager_update *update = newest_update(&late);
    CHECK_INTEGER(swiftpager_update_page_count(update), 2);
    CHECK_INTEGER(swiftpager_update_source(update, NULL), SWIFTPAGER_SOURCE_SERVER);
    CHECK_INTEGER(swiftpager_page_kind(swiftpager_update_page(update, NULL)), SWIFTPAGER_KIND_NEXT);
    CHECK_PAGE(swiftpager_update_page(update, NULL), 2);
    CHECK_CAN_LOAD(pager, false, false);
    /* Not one byte of the first page was even copied. */
    const swiftpager_page *still_first = swiftpager_update_page_at(update, 0);
    CHECK(swiftpager_page_response(still_first, NULL) == swiftpager_page_response(first, NULL));
    CHECK_JSON(swiftpager_update_output(update, NULL), "/previous_pages", "[]");
    forget_updates(&early);
    forget_updates(&late);
    release(pager, client);
}

/* The page info of the newest page. */
static void check_page_info(const struct recorder *recorder, const char *has_next_page, const char *end_cursor)
{
    size_t length = 0;
    const char *info = swiftpager_page_info(swiftpager_update_page(newest_update(recorder), NULL), &length);
    REQUIRE(info != NULL);
    char *text = strndup(info, length);
    CHECK_JSON(text, "/hasNextPage", has_next_page);
    CHECK_JSON(text, "/endCursor", end_cursor);
    free(text);
}

TEST(a19_a20_a21_how_the_list_goes_on_is_what_its_newest_page_says)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_forward("", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_STATE(pager, "/ends", "{\"next\": null, \"previous\": null}");
    CHECK_CAN_LOAD(pager, false, false);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_CAN_LOAD(pager, true, false);
    check_page_info(&recorder, "true", "\"item-10\"");
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_CAN_LOAD(pager, false, false);
    check_page_info(&recorder, "false", "\"item-20\"");
    CHECK_STATE(pager, "/ends/next", "\"complete\"");
    forget_updates(&recorder);
    release(pager, client);
}

TEST(e1_e2_load_all_of_a_fresh_pager_is_one_update)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_forward("\"load_all\": {\"emit\": \"end\"}", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "U");
    CHECK_INTEGER(swiftpager_update_page_count(newest_update(&recorder)), 2);
    CHECK_INTEGER(server_requests(), 2);
    forget_updates(&recorder);
    release(pager, client);
}

TEST(e7_errors_in_place_of_the_first_page_are_a_page_without_data)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/errors-null-data", "bad=1"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"load_all\": {\"emit\": \"end\"}");
    subscribe_recorder(&recorder, pager);
    /* In C the operation says so as well: its caller may have no subscription. */
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_GRAPHQL);
    CHECK_TEXT(recorder.history, "F");
    const swiftpager_page *page = swiftpager_update_page_at(newest_update(&recorder), 0);
    CHECK_INTEGER(swiftpager_page_kind(page), SWIFTPAGER_KIND_INITIAL);
    CHECK(swiftpager_page_data(page, NULL) == NULL);
    CHECK(swiftpager_page_errors(page, NULL) != NULL);
    CHECK_INTEGER(server_requests(), 1);
    forget_updates(&recorder);
    release(pager, client);
}

TEST(e8_m12_errors_in_place_of_the_second_page_keep_the_first)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/errors-null-data", "bad=2"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"load_all\": {\"emit\": \"end\"}");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_GRAPHQL);
    CHECK_TEXT(recorder.history, "F");
    const swiftpager_update *update = newest_update(&recorder);
    CHECK_INTEGER(swiftpager_update_page_count(update), 2);
    CHECK_PAGE(swiftpager_update_page_at(update, 0), 1);
    const swiftpager_page *failed = swiftpager_update_page_at(update, 1);
    CHECK_INTEGER(swiftpager_page_kind(failed), SWIFTPAGER_KIND_NEXT);
    CHECK(swiftpager_page_data(failed, NULL) == NULL);
    CHECK(swiftpager_page_errors(failed, NULL) != NULL);
    CHECK_CAN_LOAD(pager, true, false);
    CHECK_INTEGER(server_requests(), 2);
    forget_updates(&recorder);
    release(pager, client);
}

TEST(f1_f2_a_page_with_data_and_errors_is_a_page)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/partial", "bad=1"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "U");
    const swiftpager_page *page = swiftpager_update_page(newest_update(&recorder), NULL);
    CHECK(swiftpager_page_data(page, NULL) != NULL);
    CHECK(swiftpager_page_errors(page, NULL) != NULL);
    CHECK_CAN_LOAD(pager, true, false);
    forget_updates(&recorder);
    release(pager, client);
}

TEST(f4_variables_that_do_not_fit_fail)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(shop_url());
    swiftpager_pager *pager = NULL;
    const char *query = "query ($first: Int!, $after: String) { products(first: $first, after: $after) {"
                        " nodes { name } pageInfo { hasNextPage endCursor } } }";
    /* What can be seen without the server is refused at once. */
    CHECK_STATUS(swiftpager_pager_create(client, query, "{\"variables\": {}}", NULL, &pager, NULL),
                 SWIFTPAGER_INVALID_CONFIG);
    CHECK(pager == NULL);
    pager = make_pager(client, query, "\"variables\": {\"first\": \"many\"}");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_GRAPHQL);
    CHECK_TEXT(recorder.history, "F");
    CHECK_CONTAINS(swiftpager_update_error(newest_update(&recorder)), "many");
    CHECK_STATE(pager, "/loading", "null");
    forget_updates(&recorder);
    release(pager, client);
}

TEST(g1_to_g3_after_a_reset_nothing_is_told_and_nothing_loads)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/gated", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    subscribe_recorder(&recorder, pager);
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, record_completion, &recorder, NULL, NULL, NULL));
    CHECK(wait_for_requests(1));
    CHECK_OK(swiftpager_pager_reset(pager));
    CHECK_STATE(pager, "/loading", "null");
    /* G2 is done better: the request is given up. */
    CHECK(wait_for_aborts(1));
    open_gate();
    CHECK_INTEGER(dispatch_waiting(client), 1);
    CHECK_TEXT(recorder.history, "C");
    CHECK_STATUS(recorder.status, SWIFTPAGER_CANCELLED);
    release(pager, client);
}

TEST(g4_to_g10_a_reset_or_a_release_completes_what_was_under_way_once)
{
    for (int releases = 0; releases < 2; releases++) {
        struct recorder recorder = {0};
        fresh_key();
        swiftpager_client *client = make_client(trouble_url("/slow", "pages=2&bad=2&ms=20000"));
        swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
        CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
        subscribe_recorder(&recorder, pager);
        CHECK_INTEGER(dispatch_waiting(client), 1);
        REQUIRE_OK(swiftpager_pager_load_next(pager, NULL, record_completion, &recorder, NULL, NULL, NULL));
        /* The second of two calls is refused, and so has no completion of its own. */
        CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_LOAD_IN_PROGRESS);
        CHECK(wait_for_requests(2));
        CHECK_OK(releases ? swiftpager_pager_release(pager) : swiftpager_pager_reset(pager));
        if (!releases) CHECK_STATE(pager, "/loading", "null");
        /* As in G2 the request does not run on. */
        CHECK(wait_for_aborts(1));
        CHECK_INTEGER(dispatch_waiting(client), 1);
        CHECK_TEXT(recorder.history, "UC");
        CHECK_STATUS(recorder.status, SWIFTPAGER_CANCELLED);
        forget_updates(&recorder);
        if (!releases) CHECK_OK(swiftpager_pager_release(pager));
        CHECK_OK(swiftpager_client_release(client));
    }
}

TEST(h1_to_h4_of_five_loads_at_once_one_is_made)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/gated", "bad=2"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    swiftpager_operation *operation = start(swiftpager_pager_load_next, pager, NULL);
    for (int call = 0; call < 4; call++) {
        CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_LOAD_IN_PROGRESS);
    }
    open_gate();
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_TEXT(recorder.history, "UU");
    CHECK_INTEGER(server_requests(), 2);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(operation));
    release(pager, client);
}

TEST(h5_h6_m44_two_subscribers_get_the_same)
{
    struct recorder recorders[2] = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_forward("", &client);
    for (int index = 0; index < 2; index++) subscribe_recorder(&recorders[index], pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    for (int index = 0; index < 2; index++) {
        CHECK_TEXT(recorders[index].history, "U");
        CHECK_INTEGER(swiftpager_update_page_count(newest_update(&recorders[index])), 1);
        CHECK_INTEGER(swiftpager_update_source(newest_update(&recorders[index]), NULL), SWIFTPAGER_SOURCE_SERVER);
        CHECK_PAGE(swiftpager_update_page(newest_update(&recorders[index]), NULL), 1);
        forget_updates(&recorders[index]);
    }
    release(pager, client);
}
