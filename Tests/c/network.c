/* The network's failures, and bodies over the limit. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"
#include "troubles.h"

/* clang-format off */
PASSING_TROUBLE(a_server_that_closes_half_way,
    .path = "/close-half-way", .status = SWIFTPAGER_NETWORK, .words = "bytes of the response")
PASSING_TROUBLE(a_server_that_stalls,
    .path = "/stall", .client = "\"timeout_ms\": 400", .status = SWIFTPAGER_NETWORK, .words = "400 ms")
PASSING_TROUBLE(a_body_over_the_limit,
    .path = "/too-large", .client = "\"max_response_bytes\": 100000", .status = SWIFTPAGER_NETWORK,
    .words = "100000 bytes")
PASSING_TROUBLE(a_chunked_body_over_the_limit,
    .path = "/too-large-chunked", .client = "\"max_response_bytes\": 100000", .status = SWIFTPAGER_NETWORK,
    .words = "100000 bytes")
PASSING_TROUBLE(a_compressed_body_that_unpacks_over_the_limit,
    .path = "/too-large-gzip", .options = "bytes=2000000", .client = "\"max_response_bytes\": 100000",
    .status = SWIFTPAGER_NETWORK, .words = "100000 bytes")
PASSING_TROUBLE(a_body_that_is_not_compressed_as_it_claims,
    .path = "/broken-gzip", .status = SWIFTPAGER_NETWORK, .words = "cannot be unpacked")
/* clang-format on */

/* libcurl asks once more when a kept-alive connection ends before a byte came, so these troubles have to last. */
static void check_silent_end(const char *path)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager(path, "bad=2", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_NETWORK);
    CHECK_TEXT(recorder.history, "UF");
    CHECK_PAGE(swiftpager_update_page_at(newest_update(&recorder), 0), 1);
    CHECK_STATE(pager, "/pages_held", "1");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_server_that_closes_at_once)
{
    check_silent_end("/close-at-once");
}

TEST(a_server_that_resets_the_connection)
{
    check_silent_end("/connection-reset");
}

TEST(m6_m9_a_first_page_that_does_not_arrive_is_one_failure_and_nothing_to_go_on_from)
{
    static load_function *const LOADS[] = {swiftpager_pager_fetch, swiftpager_pager_load_all};
    for (size_t index = 0; index < COUNT_OF(LOADS); index++) {
        struct recorder recorder = {0};
        swiftpager_client *client = NULL;
        fresh_key();
        swiftpager_pager *pager = make_trouble_pager("/close-half-way", "bad=1", &client);
        subscribe_recorder(&recorder, pager);
        CHECK_RUN(LOADS[index], pager, NULL, SWIFTPAGER_NETWORK);
        CHECK_TEXT(recorder.history, "F");
        CHECK_CAN_LOAD(pager, false, false);
        char *error = NULL;
        CHECK_STATUS(run(swiftpager_pager_load_next, pager, NULL, &error), SWIFTPAGER_MISSING_INITIAL_PAGE);
        CHECK_JSON(error, "/code", "\"MISSING_INITIAL_PAGE\"");
        CHECK_JSON(error, "/cause/code", "\"NETWORK\"");
        CHECK_JSON(error, "/cause/attempts", "1");
        swiftpager_free(error);
        CHECK_INTEGER(server_requests(), 1);
        CHECK_OK(swiftpager_pager_reset(pager));
        CHECK_STATUS(run(swiftpager_pager_load_next, pager, NULL, &error), SWIFTPAGER_MISSING_INITIAL_PAGE);
        CHECK(strstr(error, "cause") == NULL);
        swiftpager_free(error);
        forget_updates(&recorder);
        CHECK_OK(swiftpager_pager_release(pager));
        CHECK_OK(swiftpager_client_release(client));
    }
}

TEST(no_server)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    char *error = NULL;
    subscribe_recorder(&recorder, pager);
    for (int round = 0; round < 3; round++) {
        CHECK_STATUS(run(swiftpager_pager_fetch, pager, NULL, &error), SWIFTPAGER_NETWORK);
        CHECK_JSON(error, "/code", "\"NETWORK\"");
        CHECK_CONTAINS(error, "could not connect");
        swiftpager_free(error);
    }
    CHECK_TEXT(recorder.history, "FFF");
    CHECK_STATE(pager, "/pages_held", "0");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_password_in_the_endpoint_is_not_shown)
{
    char *error = NULL;
    swiftpager_client *client = make_client("http://user:secret@127.0.0.1:1/graphql?key=hidden");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_STATUS(run(swiftpager_pager_fetch, pager, NULL, &error), SWIFTPAGER_NETWORK);
    CHECK_CONTAINS(error, "127.0.0.1");
    CHECK(strstr(error, "secret") == NULL && strstr(error, "hidden") == NULL);
    swiftpager_free(error);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_failure_is_the_first_update_of_a_late_subscriber_while_there_is_no_page)
{
    struct recorder late = {0};
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_NETWORK);
    subscribe_recorder(&late, pager);
    CHECK_INTEGER(dispatch_waiting(client), 1);
    CHECK_TEXT(late.history, "F");
    forget_updates(&late);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_page_larger_than_a_megabyte_is_read_under_the_default_limit)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/too-large-gzip", "bad=2&bytes=20000000", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    REQUIRE_INTEGER(recorder.update_count, 5);
    size_t length = 0;
    CHECK(swiftpager_page_response(swiftpager_update_page(recorder.updates[1], NULL), &length) != NULL);
    CHECK(length > 20000000);
    CHECK_PAGE(swiftpager_update_page(recorder.updates[1], NULL), 2);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
