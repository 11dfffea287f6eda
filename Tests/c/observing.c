/* Seeing what happens to requests: the events, their order, their number, and what is not in them. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "pulled.h"
#include "servers.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_EVENTS 4096

/* The events that a test was told of, as objects. */
struct log {
    json_t *events;
    int destroys;
};

static void on_event(void *user_data, const char *event_json)
{
    struct log *log = user_data;
    json_t *event = json_loads(event_json, 0, NULL);
    REQUIRE(event != NULL);
    json_array_append_new(log->events, event);
}

static void on_destroy(void *user_data)
{
    struct log *log = user_data;
    log->destroys++;
}

static void begin(swiftpager_client *client, struct log *log)
{
    log->events = json_array();
    REQUIRE_OK(swiftpager_client_observe(client, NULL, on_event, log, on_destroy, NULL));
}

/* The kinds of the events in order, one letter each. */
static const char *kinds(const struct log *log)
{
    static char text[MOST_EVENTS];
    size_t index = 0;
    json_t *event = NULL;
    text[0] = '\0';
    json_array_foreach (log->events, index, event) {
        const char *name = json_string_value(json_object_get(event, "event"));
        if (index + 1 < sizeof text) snprintf(text + index, 2, "%c", name[0]);
    }
    return text;
}

static json_t *member(const struct log *log, size_t index, const char *name)
{
    return json_object_get(json_array_get(log->events, index), name);
}

static void forget(struct log *log)
{
    json_decref(log->events);
}

TEST(each_event_has_the_tag_of_the_call_that_sent_the_request)
{
    struct log log = {0};
    swiftpager_client *client = make_client(trouble_url("/good", "pages=2"));
    begin(client, &log);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_load_all, pager, "{\"tag\": \"nightly\"}", SWIFTPAGER_OK);
    swiftpager_client_dispatch(client, 0, 0, NULL);
    CHECK_TEXT(kinds(&log), "rcarca");
    for (size_t index = 0; index < json_array_size(log.events); index++)
        CHECK_TEXT(json_string_value(member(&log, index, "tag")), "nightly");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    swiftpager_client_dispatch(client, 0, 0, NULL);
    CHECK(json_is_null(member(&log, json_array_size(log.events) - 1, "tag")));
    swiftpager_client_release(client);
    forget(&log);
}

TEST(a_walk_is_told_request_by_request)
{
    struct log log = {0};
    swiftpager_client *client = make_client(trouble_url("/good", "pages=2"));
    begin(client, &log);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    swiftpager_client_dispatch(client, 0, 0, NULL);
    /* request, connection, answer, for each page */
    CHECK_TEXT(kinds(&log), "rcarca");
    CHECK_TEXT(json_string_value(member(&log, 1, "state")), "opened");
    CHECK_TEXT(json_string_value(member(&log, 4, "state")), "reused");
    CHECK_INTEGER(json_integer_value(member(&log, 2, "status")), 200);
    CHECK(json_integer_value(member(&log, 2, "bytes")) > 100);
    for (size_t index = 0; index < 6; index++) {
        CHECK_INTEGER(json_integer_value(member(&log, index, "page")), index < 3 ? 1 : 2);
        CHECK_INTEGER(json_integer_value(member(&log, index, "request")), index < 3 ? 1 : 2);
        CHECK_INTEGER(json_integer_value(member(&log, index, "attempt")), 1);
        CHECK_INTEGER(json_integer_value(member(&log, index, "dropped")), 0);
    }
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_INTEGER(log.destroys, 0);
    CHECK_OK(swiftpager_client_release(client));
    CHECK_INTEGER(log.destroys, 1);
    forget(&log);
}

TEST(a_retry_is_told_with_its_reason_and_its_wait)
{
    struct log log = {0};
    swiftpager_client *client =
        make_client_with(trouble_url("/html-502", "bad=1&once=1"), "\"retry\": {\"base_delay_ms\": 1}");
    begin(client, &log);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    swiftpager_client_dispatch(client, 0, 0, NULL);
    CHECK_TEXT(kinds(&log), "rcarrca");
    CHECK_TEXT(json_string_value(member(&log, 3, "event")), "retry");
    CHECK_TEXT(json_string_value(member(&log, 3, "reason")), "http_502");
    CHECK_INTEGER(json_integer_value(member(&log, 6, "attempt")), 2);
    CHECK_INTEGER(json_integer_value(member(&log, 6, "request")), 1);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    forget(&log);
}

TEST(a_failure_is_told_without_what_is_secret)
{
    struct log log = {0};
    swiftpager_client *client = NULL;
    REQUIRE_OK(swiftpager_client_create(NULL, "{\"endpoint\": \"http://me:SECRET1@127.0.0.1:1/graphql?token=SECRET2\","
                                              " \"headers\": {\"Authorization\": \"SECRET3\"},"
                                              " \"retry\": {\"enabled\": false}}",
                                        NULL, &client, NULL));
    begin(client, &log);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"variables\": {\"after\": \"SECRET4\"}");
    CHECK_RUN(swiftpager_pager_fetch, pager, "{\"headers\": {\"Cookie\": \"SECRET5\"}}", SWIFTPAGER_NETWORK);
    swiftpager_client_dispatch(client, 0, 0, NULL);
    CHECK_TEXT(kinds(&log), "rf");
    char *text = json_dumps(log.events, 0);
    CHECK(strstr(text, "SECRET") == NULL);
    CHECK(strstr(text, "127.0.0.1") != NULL);
    free(text);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    forget(&log);
}

TEST(a_loop_that_pulls_is_told_too)
{
    struct log log = {0};
    swiftpager_client *client = make_client(trouble_url("/good", "pages=3"));
    begin(client, &log);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *walk = start_walk(pager, NULL);
    for (int page = 1; page <= 3; page++) expect_page(walk, page);
    expect_end(walk, SWIFTPAGER_OK);
    CHECK(json_array_size(log.events) >= 6);
    release_pulled(walk, pager, client);
    forget(&log);
}

TEST(what_waits_too_long_is_dropped_from_the_front_and_counted)
{
    struct log log = {0};
    swiftpager_client *client = make_client(trouble_url("/good", "pages=400&size=1"));
    begin(client, &log);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"retain\": \"none\"");
    swiftpager_operation *walk = start(swiftpager_pager_load_all, pager, NULL);
    /* Without a subscriber and without a dispatch nothing holds the walk back, and no observer is called. */
    swiftpager_status status = SWIFTPAGER_OK;
    bool has_ended = false;
    for (int turn = 0; turn < 3000 && !has_ended; turn++) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        CHECK_OK(swiftpager_operation_ended(walk, &has_ended, &status));
    }
    REQUIRE(has_ended);
    while (swiftpager_client_dispatch(client, 0, 0, NULL) == SWIFTPAGER_OK && json_array_size(log.events) < 1024) {
    }
    CHECK_INTEGER(json_array_size(log.events), 1024);
    CHECK_INTEGER(json_integer_value(member(&log, 0, "dropped")), 1200 - 1024);
    CHECK_INTEGER(json_integer_value(member(&log, 1, "dropped")), 0);
    CHECK_INTEGER(json_integer_value(member(&log, 1023, "page")), 400);
    CHECK_OK(swiftpager_operation_release(walk));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    forget(&log);
}

TEST(another_observer_takes_the_place_of_the_first_and_null_ends_it)
{
    struct log first = {0};
    struct log second = {0};
    swiftpager_client *client = make_client(trouble_url("/good", "pages=1"));
    begin(client, &first);
    begin(client, &second);
    CHECK_OK(swiftpager_client_dispatch(client, 0, 0, NULL));
    CHECK_INTEGER(first.destroys, 1);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    swiftpager_client_dispatch(client, 0, 0, NULL);
    CHECK_TEXT(kinds(&first), "");
    CHECK_TEXT(kinds(&second), "rca");
    CHECK_OK(swiftpager_client_observe(client, NULL, NULL, NULL, NULL, NULL));
    CHECK_RUN(swiftpager_pager_fetch, pager, REFETCH, SWIFTPAGER_OK);
    swiftpager_client_dispatch(client, 0, 0, NULL);
    CHECK_TEXT(kinds(&second), "rca");
    CHECK_INTEGER(second.destroys, 1);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_STATUS(swiftpager_client_observe(client, NULL, on_event, &second, on_destroy, NULL),
                 SWIFTPAGER_INVALID_HANDLE);
    CHECK_INTEGER(second.destroys, 2);
    forget(&first);
    forget(&second);
}

TEST(only_some_kinds_are_told_where_only_they_are_asked_for)
{
    struct log log = {.events = json_array()};
    char *error = NULL;
    swiftpager_client *client =
        make_client_with(trouble_url("/html-502", "bad=1&once=1"), "\"retry\": {\"base_delay_ms\": 1}");
    CHECK_STATUS(swiftpager_client_observe(client, "[\"retries\"]", on_event, &log, on_destroy, &error),
                 SWIFTPAGER_INVALID_CONFIG);
    CHECK_CONTAINS(error, "expected a kind of event, found \\\"retries\\\"; the known kinds are");
    swiftpager_free(error);
    CHECK_INTEGER(log.destroys, 1);
    REQUIRE_OK(swiftpager_client_observe(client, "[\"retry\"]", on_event, &log, on_destroy, NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    swiftpager_client_dispatch(client, 0, 0, NULL);
    CHECK_TEXT(kinds(&log), "r");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_INTEGER(log.destroys, 2);
    forget(&log);
}

TEST(requests_that_leave_at_a_fixed_rate_are_told_with_their_waits)
{
    struct log log = {0};
    swiftpager_client *client = make_client_with(trouble_url("/good", "pages=3"),
                                                 "\"rate_limit\": {\"mode\": \"rate\", \"per_second\": 1}");
    begin(client, &log);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    swiftpager_client_dispatch(client, 0, 0, NULL);
    /* request, connection, answer, for each page, and a wait before each but the first: a page takes less than 1 s */
    CHECK_TEXT(kinds(&log), "rcaprcaprca");
    for (size_t index = 3; index < 8; index += 4) {
        json_int_t wait = json_integer_value(member(&log, index, "wait_ms"));
        CHECK(wait > 0 && wait <= 1000);
        json_int_t before = json_integer_value(member(&log, index - 3, "time"));
        json_int_t after = json_integer_value(member(&log, index + 1, "time"));
        /* Times are whole milliseconds. */
        CHECK(after - before >= 999);
    }
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    forget(&log);
}

TEST(a_client_may_be_released_while_a_request_waits_for_its_turn)
{
    swiftpager_client *client = make_client_with(trouble_url("/good", ""),
                                                 "\"rate_limit\": {\"mode\": \"rate\", \"per_second\": 0.001}");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    swiftpager_operation *operation = start(swiftpager_pager_load_next, pager, NULL);
    CHECK_STATE(pager, "/waiting/reason", "\"rate\"");
    CHECK_STATE(pager, "/waiting/attempt", "0");
    CHECK_STATUS(swiftpager_operation_wait(operation, 10, NULL), SWIFTPAGER_TIMEOUT);
    CHECK_OK(swiftpager_operation_close(operation));
    CHECK_STATE(pager, "/waiting", "null");
    CHECK_OK(swiftpager_operation_release(operation));
    operation = start(swiftpager_pager_load_next, pager, NULL);
    CHECK_STATE(pager, "/waiting/reason", "\"rate\"");
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_OK(swiftpager_pager_release(pager));
}

TEST(requests_that_wait_for_a_connection_have_their_whole_time_afterwards)
{
    enum { count = 6 };
    swiftpager_client *client = make_client_with(trouble_url("/good", "ms=100"),
                                                 "\"max_connections\": 1, \"timeout_ms\": 350,"
                                                 " \"retry\": {\"enabled\": false}");
    swiftpager_pager *pagers[count];
    swiftpager_operation *operations[count];
    for (int index = 0; index < count; index++) {
        pagers[index] = make_pager(client, ITEMS_QUERY, "");
        operations[index] = start(swiftpager_pager_fetch, pagers[index], NULL);
    }
    for (int index = 0; index < count; index++) {
        CHECK_OK(swiftpager_operation_wait(operations[index], -1, NULL));
        CHECK_OK(swiftpager_operation_release(operations[index]));
        CHECK_OK(swiftpager_pager_release(pagers[index]));
    }
    CHECK_OK(swiftpager_client_release(client));
}
