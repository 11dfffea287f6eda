/* Transports of the host: what they are called with, and how their answers, or the lack of them, end operations. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "recorder.h"

#include <stddef.h>
#include <pthread.h>
#include <stdio.h>

#define QUERY \
    "query ($after: String) { items(after: $after) { edges { node { id } }" \
    " pageInfo { hasNextPage endCursor } } }"
#define PING "{\"query\": \"{ ping }\", \"headers\": {\"X-Own\": \"1\", \"accept\": \"text/plain\"}}"

/* Begins a fetch and has the host keep its request. */
static swiftpager_operation *begin(struct host *host, swiftpager_client *client, swiftpager_pager *pager)
{
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    int before = host->request_count;
    CHECK_INTEGER(dispatch_waiting(client), 1);
    REQUIRE_INTEGER(host->request_count, before + 1);
    return operation;
}

/* A client with a pager, whose one fetch the host has not answered. */
struct walk {
    struct host host;
    swiftpager_client *client;
    swiftpager_pager *pager;
    swiftpager_operation *operation;
    swiftpager_request *request;
};

static void begin_walk(struct walk *walk, const char *more)
{
    memset(walk, 0, sizeof *walk);
    walk->host.keeps = true;
    walk->client = make_host_client(&walk->host, more);
    walk->pager = make_pager(walk->client, QUERY, "");
    walk->operation = begin(&walk->host, walk->client, walk->pager);
    walk->request = walk->host.requests[0];
}

static void end_walk(struct walk *walk, const char *history)
{
    CHECK_OK(swiftpager_operation_release(walk->operation));
    CHECK_OK(swiftpager_pager_release(walk->pager));
    CHECK_OK(swiftpager_client_release(walk->client));
    CHECK_TEXT(walk->host.history, history);
}

TEST(a_transport_that_answers_inside_send_serves_a_walk)
{
    struct host host = {0};
    struct recorder recorder = {0};
    swiftpager_client *client = make_host_client(&host, "");
    swiftpager_pager *pager = make_pager(client, QUERY, "");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "UUUUU");
    CHECK_TEXT(host.history, "SSSSS");
    CHECK_STATE(pager, "/items_loaded", "10");
    CHECK_STATE(pager, "/end", "\"complete\"");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(host.history, "SSSSSD");
}

TEST(a_pull_calls_the_transport_of_its_own_pager_only)
{
    struct host host = {0};
    swiftpager_client *client = make_host_client(&host, "");
    swiftpager_pager *pager = make_pager(client, QUERY, "");
    swiftpager_pager *other = make_pager(client, QUERY, "");
    swiftpager_operation *operation = start_walk(pager, NULL);
    swiftpager_operation *waiting = start(swiftpager_pager_fetch, other, NULL);
    swiftpager_update *update = NULL;
    int pages = 0;
    while (CHECK_OK(swiftpager_operation_next(operation, -1, &update, NULL)) && update != NULL) {
        pages++;
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_INTEGER(pages, HOST_PAGES);
    CHECK_TEXT(host.history, "SSSSS");
    CHECK_OK(swiftpager_operation_wait(waiting, -1, NULL));
    CHECK_TEXT(host.history, "SSSSSS");
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_operation_release(waiting));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_pager_release(other));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_request_says_what_is_to_be_sent)
{
    struct host host = {.keeps = true};
    size_t length = 0;
    swiftpager_operation *operation = NULL;
    swiftpager_client *client = make_host_client(&host, "\"headers\": {\"Authorization\": \"Bearer x\"}");
    REQUIRE_OK(swiftpager_client_execute(client, PING, NULL, NULL, NULL, &operation, NULL));
    CHECK_INTEGER(dispatch_waiting(client), 1);
    swiftpager_request *request = host.requests[0];
    CHECK_TEXT(swiftpager_request_url(request), "http://example.com/graphql");
    CHECK_TEXT(swiftpager_request_method(request), "POST");
    CHECK_TEXT(swiftpager_request_headers(request), "[[\"Content-Type\",\"application/json\"],[\"Authorization\","
                                                    "\"Bearer x\"],[\"X-Own\",\"1\"],[\"accept\",\"text/plain\"]]");
    CHECK_TEXT(swiftpager_request_body(request, &length), "{\"query\":\"{ ping }\",\"variables\":{}}");
    CHECK_INTEGER(length, strlen("{\"query\":\"{ ping }\",\"variables\":{}}"));
    CHECK_OK(swiftpager_request_complete(request, 200, NULL, "{\"data\":{\"ping\":1}}", 19));
    CHECK(swiftpager_request_url(request) == NULL);
    CHECK(swiftpager_request_method(request) == NULL);
    CHECK(swiftpager_request_headers(request) == NULL);
    CHECK(swiftpager_request_body(request, &length) == NULL);
    CHECK_INTEGER(length, 0);
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_TEXT(swiftpager_operation_response(operation, NULL), "{\"data\":{\"ping\":1}}");
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_client_release(client));
}

/* What takes the place of a request waits in the same queue, and the operation knows nothing of it. */
TEST(a_hash_goes_by_get_and_its_query_by_post)
{
    static const char NOT_FOUND[] = "{\"errors\":[{\"message\":\"PersistedQueryNotFound\"}]}";
    struct host host = {.keeps = true};
    size_t length = 1;
    swiftpager_operation *operation = NULL;
    swiftpager_client *client = make_host_client(&host, "\"persisted_queries\": {\"get\": true}");
    REQUIRE_OK(swiftpager_client_execute(client, PING, NULL, NULL, NULL, &operation, NULL));
    CHECK_INTEGER(dispatch_waiting(client), 1);
    swiftpager_request *request = host.requests[0];
    CHECK_TEXT(swiftpager_request_method(request), "GET");
    CHECK_CONTAINS(swiftpager_request_url(request), "http://example.com/graphql?extensions=%7B%22persistedQuery%22%3A");
    CHECK_CONTAINS(swiftpager_request_url(request), "&variables=%7B%7D");
    CHECK_CONTAINS(swiftpager_request_headers(request), "\"X-Own\",\"1\"");
    CHECK_TEXT(swiftpager_request_body(request, &length), "");
    CHECK_INTEGER(length, 0);
    CHECK_OK(swiftpager_request_complete(request, 200, NULL, NOT_FOUND, strlen(NOT_FOUND)));
    CHECK_INTEGER(dispatch_waiting(client), 1);
    REQUIRE_INTEGER(host.request_count, 2);
    CHECK_TEXT(swiftpager_request_method(host.requests[1]), "POST");
    CHECK_TEXT(swiftpager_request_url(host.requests[1]), "http://example.com/graphql");
    CHECK_CONTAINS(swiftpager_request_body(host.requests[1], NULL), "\"sha256Hash\":\"");
    CHECK_CONTAINS(swiftpager_request_body(host.requests[1], NULL), "\"query\":\"{ ping }\"");
    CHECK_CONTAINS(swiftpager_request_headers(host.requests[1]), "\"X-Own\",\"1\"");
    CHECK_OK(swiftpager_request_complete(host.requests[1], 200, NULL, "{\"data\":{\"ping\":1}}", 19));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_request_is_answered_once)
{
    struct walk walk;
    begin_walk(&walk, "");
    CHECK_OK(host_answer(walk.request));
    CHECK_STATUS(swiftpager_request_complete(walk.request, 200, NULL, "{}", 2), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_request_fail(walk.request, "twice"), SWIFTPAGER_INVALID_HANDLE);
    CHECK_OK(swiftpager_operation_wait(walk.operation, -1, NULL));
    CHECK_STATE(walk.pager, "/items_loaded", "2");
    end_walk(&walk, "SD");
}

/* Answers that no response can be leave the request to be answered. */
TEST(answers_that_cannot_be_are_refused)
{
    static const char *const HEADERS[] = {"{\"a\": 1}", "7", "[1]", "[[\"a\"]]", "[[\"a\", 1]]", "[[\"a b\", \"c\"]]",
                                          "[[\"a\", \"b\\n\"]]", "[[\"a\", \"b\", \"c\"]]", "[", "\xff"};
    struct walk walk;
    begin_walk(&walk, "");
    CHECK_STATUS(swiftpager_request_complete(walk.request, 0, NULL, "{}", 2), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_request_complete(walk.request, 1000, NULL, "{}", 2), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_request_complete(walk.request, 200, NULL, NULL, 2), SWIFTPAGER_INVALID_ARGUMENT);
    for (size_t index = 0; index < COUNT_OF(HEADERS); index++) {
        CHECK_STATUS(swiftpager_request_complete(walk.request, 200, HEADERS[index], "{}", 2),
                     SWIFTPAGER_INVALID_ARGUMENT);
    }
    CHECK_STATUS(swiftpager_request_fail(walk.request, "\xff"), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(host_answer(walk.request));
    CHECK_OK(swiftpager_operation_wait(walk.operation, -1, NULL));
    end_walk(&walk, "SD");
}

TEST(a_body_beyond_the_limit_is_not_looked_at)
{
    char *error = NULL;
    struct walk walk;
    begin_walk(&walk, "\"max_response_bytes\": 10");
    CHECK_OK(swiftpager_request_complete(walk.request, 200, NULL, "{", SIZE_MAX));
    CHECK_STATUS(swiftpager_operation_wait(walk.operation, -1, &error), SWIFTPAGER_NETWORK);
    CHECK_CONTAINS(error, "larger than the limit of 10 bytes");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_request_complete(walk.request, 200, NULL, "{", 1), SWIFTPAGER_INVALID_HANDLE);
    end_walk(&walk, "SD");
}

TEST(answers_are_read_as_those_of_libcurl)
{
    char *error = NULL;
    struct walk walk;
    begin_walk(&walk, "");
    CHECK_OK(swiftpager_request_complete(walk.request, 302, "[[\"location\", \"/there\"]]", NULL, 0));
    CHECK_STATUS(swiftpager_operation_wait(walk.operation, -1, &error), SWIFTPAGER_HTTP);
    CHECK_CONTAINS(error, "redirects to /there");
    swiftpager_free(error);
    end_walk(&walk, "SD");
    begin_walk(&walk, "");
    CHECK_OK(swiftpager_request_fail(walk.request, "the modem is off"));
    CHECK_STATUS(swiftpager_operation_wait(walk.operation, -1, &error), SWIFTPAGER_NETWORK);
    CHECK_CONTAINS(error, "the modem is off");
    swiftpager_free(error);
    end_walk(&walk, "SD");
}

static void *answer_on_a_thread(void *request)
{
    CHECK_OK(host_answer(request));
    return NULL;
}

TEST(another_thread_may_answer)
{
    pthread_t thread;
    struct walk walk;
    begin_walk(&walk, "");
    REQUIRE_INTEGER(pthread_create(&thread, NULL, answer_on_a_thread, walk.request), 0);
    CHECK_OK(swiftpager_operation_wait(walk.operation, -1, NULL));
    CHECK_INTEGER(pthread_join(thread, NULL), 0);
    end_walk(&walk, "SD");
}

TEST(a_cancelled_request_is_still_to_be_answered)
{
    struct walk walk;
    begin_walk(&walk, "");
    CHECK_OK(swiftpager_operation_close(walk.operation));
    CHECK_STATUS(swiftpager_operation_wait(walk.operation, -1, NULL), SWIFTPAGER_CANCELLED);
    dispatch_waiting(walk.client);
    CHECK_TEXT(walk.host.history, "SX");
    CHECK_TEXT(swiftpager_request_method(walk.request), "POST");
    CHECK_OK(host_answer(walk.request));
    CHECK_STATUS(swiftpager_request_fail(walk.request, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATE(walk.pager, "/items_loaded", "0");
    end_walk(&walk, "SXD");
}

TEST(a_request_that_is_cancelled_before_it_was_sent_is_not_sent)
{
    struct host host = {.keeps = true};
    swiftpager_client *client = make_host_client(&host, "");
    swiftpager_pager *pager = make_pager(client, QUERY, "");
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    CHECK_OK(swiftpager_operation_close(operation));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_TEXT(host.history, "");
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(host.history, "D");
}

TEST(a_transport_that_never_answers_runs_into_the_timeout)
{
    char *error = NULL;
    struct walk walk;
    begin_walk(&walk, "\"timeout_ms\": 100");
    CHECK_STATUS(swiftpager_operation_wait(walk.operation, -1, &error), SWIFTPAGER_NETWORK);
    CHECK_CONTAINS(error, "within 100 ms");
    swiftpager_free(error);
    dispatch_waiting(walk.client);
    CHECK_TEXT(walk.host.history, "SX");
    CHECK_OK(host_answer(walk.request));
    end_walk(&walk, "SXD");
}

TEST(each_of_several_requests_runs_into_its_timeout)
{
    struct host host = {.keeps = true};
    swiftpager_operation *operations[4];
    swiftpager_client *client = make_host_client(&host, "\"timeout_ms\": 1000000");
    for (int index = 0; index < 4; index++) {
        char request[64];
        snprintf(request, sizeof request, "{\"query\": \"{ ping }\", \"timeout_ms\": %d}", 100 + 100 * index);
        REQUIRE_OK(swiftpager_client_execute(client, request, NULL, NULL, NULL, &operations[index], NULL));
    }
    CHECK_INTEGER(dispatch_waiting(client), 4);
    for (int index = 0; index < 4; index++) {
        char *error = NULL;
        CHECK_STATUS(swiftpager_operation_wait(operations[index], 10000, &error), SWIFTPAGER_NETWORK);
        CHECK_JSON(error, "/timed_out", "true");
        swiftpager_free(error);
        CHECK_OK(swiftpager_operation_release(operations[index]));
    }
    dispatch_waiting(client);
    CHECK_TEXT(host.history, "SSSSXXXX");
    for (int index = 0; index < 4; index++) {
        CHECK_OK(swiftpager_request_fail(host.requests[index], NULL));
    }
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_cancel_does_not_come_with_a_handle_that_was_answered_meanwhile)
{
    struct walk walk;
    begin_walk(&walk, "");
    CHECK_OK(swiftpager_operation_close(walk.operation));
    CHECK_OK(host_answer(walk.request));
    CHECK_STATUS(swiftpager_operation_wait(walk.operation, -1, NULL), SWIFTPAGER_CANCELLED);
    dispatch_waiting(walk.client);
    CHECK_TEXT(walk.host.history, "S");
    end_walk(&walk, "SD");
}

TEST(a_timeout_after_a_longer_one_comes_in_time)
{
    struct walk walk;
    swiftpager_operation *operation = NULL;
    begin_walk(&walk, "\"timeout_ms\": 1000000");
    REQUIRE_OK(swiftpager_client_execute(walk.client, "{\"query\": \"{ ping }\", \"timeout_ms\": 50}", NULL, NULL, NULL,
                                         &operation, NULL));
    CHECK_STATUS(swiftpager_operation_wait(operation, 10000, NULL), SWIFTPAGER_NETWORK);
    dispatch_waiting(walk.client);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_request_fail(walk.host.requests[1], NULL));
    CHECK_OK(host_answer(walk.request));
    CHECK_OK(swiftpager_operation_wait(walk.operation, -1, NULL));
    end_walk(&walk, "SSXD");
}

TEST(shutdown_does_not_wait_for_a_transport)
{
    struct walk walk;
    begin_walk(&walk, "");
    CHECK_OK(swiftpager_client_close(walk.client, -1));
    CHECK_STATUS(swiftpager_operation_wait(walk.operation, -1, NULL), SWIFTPAGER_CANCELLED);
    while (swiftpager_client_dispatch(walk.client, -1, 0, NULL) == SWIFTPAGER_OK) {
    }
    CHECK_TEXT(walk.host.history, "SX");
    CHECK_OK(host_answer(walk.request));
    CHECK_STATUS(swiftpager_request_fail(walk.request, NULL), SWIFTPAGER_INVALID_HANDLE);
    end_walk(&walk, "SXD");
}

static void close_pager(void *pager, swiftpager_request *request)
{
    CHECK_OK(swiftpager_pager_close(*(swiftpager_pager **)pager));
    CHECK_OK(swiftpager_request_fail(request, NULL));
}

TEST(send_may_close_the_pager)
{
    swiftpager_pager *pager = NULL;
    swiftpager_client *client = NULL;
    const swiftpager_transport transport = {sizeof transport, &pager, close_pager, NULL, NULL};
    REQUIRE_OK(swiftpager_client_create(NULL, "{\"endpoint\": \"http://example.com/\"}", &transport, &client, NULL));
    pager = make_pager(client, QUERY, "");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void wait_inside(void *client, swiftpager_request *request)
{
    CHECK_STATUS(swiftpager_client_dispatch(*(swiftpager_client **)client, 0, 0, NULL), SWIFTPAGER_REENTRANT);
    CHECK_OK(host_answer(request));
}

TEST(send_may_not_wait)
{
    swiftpager_client *client = NULL;
    const swiftpager_transport transport = {sizeof transport, &client, wait_inside, NULL, NULL};
    REQUIRE_OK(swiftpager_client_create(NULL, "{\"endpoint\": \"http://example.com/\"}", &transport, &client, NULL));
    swiftpager_pager *pager = make_pager(client, QUERY, "");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void check_refused(const swiftpager_transport *transport, const char *words)
{
    char *error = NULL;
    swiftpager_client *client = (swiftpager_client *)&error;
    CHECK_STATUS(swiftpager_client_create(NULL, "{\"endpoint\": \"http://example.com/\"}", transport, &client, &error),
                 SWIFTPAGER_INVALID_ARGUMENT);
    CHECK(client == NULL);
    CHECK_CONTAINS(error, words);
    swiftpager_free(error);
}

TEST(transports_that_cannot_be_are_refused)
{
    struct host host = {0};
    swiftpager_transport transport = host_transport(&host);
    transport.struct_size = 0;
    check_refused(&transport, "struct_size");
    transport.struct_size = SIZE_MAX;
    check_refused(&transport, "struct_size");
    /* It ends before `send`. */
    transport.struct_size = offsetof(swiftpager_transport, send);
    check_refused(&transport, "send");
    CHECK_TEXT(host.history, "");
    transport = host_transport(&host);
    transport.send = NULL;
    check_refused(&transport, "send");
    CHECK_TEXT(host.history, "D");
}

TEST(a_transport_is_given_back_when_its_client_is_refused)
{
    struct host host = {0};
    swiftpager_client *client = NULL;
    const swiftpager_transport transport = host_transport(&host);
    CHECK_STATUS(swiftpager_client_create(NULL, "{}", &transport, &client, NULL), SWIFTPAGER_INVALID_CONFIG);
    CHECK_TEXT(host.history, "D");
    CHECK_STATUS(swiftpager_client_create(NULL, "{\"endpoint\": \"http://example.com/\"}", &transport, NULL, NULL),
                 SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_TEXT(host.history, "DD");
    CHECK_STATUS(swiftpager_client_create("ftp://example.com/", NULL, &transport, &client, NULL),
                 SWIFTPAGER_INVALID_CONFIG);
    CHECK_TEXT(host.history, "DDD");
}

/* A caller that was compiled with less of the struct has the rest NULL; one with more, as far as that is NULL. */
TEST(a_transport_is_read_as_far_as_it_goes)
{
    struct host host = {0};
    swiftpager_client *client = NULL;
    struct {
        swiftpager_transport known;
        void *more;
    } larger = {host_transport(&host), NULL};
    larger.known.struct_size = offsetof(swiftpager_transport, cancel);
    REQUIRE_OK(swiftpager_client_create(NULL, "{\"endpoint\": \"http://example.com/\"}", &larger.known, &client, NULL));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(host.history, "");
    larger.known.struct_size = sizeof larger;
    REQUIRE_OK(swiftpager_client_create(NULL, "{\"endpoint\": \"http://example.com/\"}", &larger.known, &client, NULL));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(host.history, "D");
    larger.more = &host;
    check_refused(&larger.known, "does not know");
    CHECK_TEXT(host.history, "DD");
}
