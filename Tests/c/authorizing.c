/* Credentials that expire: who is asked, when, how often, and what becomes of the answer. Headers of one call. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "pulled.h"
#include "servers.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

/* An authorizer that gives the next number each time. */
struct authorizer {
    int asked;
    int destroys;
    char reasons[256];
    /* Questions that the test answers. */
    bool keeps;
    swiftpager_authorization *kept;
    /* What it fails with; NULL: it does not. */
    const char *failure;
};

static swiftpager_status give(struct authorizer *authorizer, swiftpager_authorization *authorization)
{
    char headers[64];
    snprintf(headers, sizeof headers, "{\"Authorization\": \"Bearer %d\"}", authorizer->asked);
    return swiftpager_authorization_complete(authorization, headers);
}

static void authorize(void *user_data, swiftpager_authorization *authorization, const char *reason)
{
    struct authorizer *authorizer = user_data;
    authorizer->asked++;
    size_t length = strlen(authorizer->reasons);
    snprintf(authorizer->reasons + length, sizeof authorizer->reasons - length, "%c", reason[0]);
    if (authorizer->failure != NULL) {
        CHECK_OK(swiftpager_authorization_fail(authorization, authorizer->failure));
    } else if (authorizer->keeps) {
        authorizer->kept = authorization;
    } else {
        CHECK_OK(give(authorizer, authorization));
        CHECK_STATUS(swiftpager_authorization_complete(authorization, NULL), SWIFTPAGER_INVALID_HANDLE);
    }
}

static void on_destroy(void *user_data)
{
    struct authorizer *authorizer = user_data;
    authorizer->destroys++;
}

static swiftpager_client *make_authorized(struct authorizer *authorizer, const char *options, const char *more)
{
    swiftpager_client *client = make_client_with(trouble_url("/tokens", options), more);
    REQUIRE_OK(swiftpager_client_set_authorizer(client, authorize, authorizer, on_destroy, NULL));
    return client;
}

TEST(tokens_that_expire_are_renewed_during_a_walk)
{
    struct authorizer authorizer = {0};
    /* Without retries, too: to ask the authorizer anew does not count as a retry. */
    swiftpager_client *client = make_authorized(&authorizer, "pages=7&uses=2", "\"retry\": {\"enabled\": false}");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/pages_loaded", "7");
    CHECK_TEXT(authorizer.reasons, "suuu");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_INTEGER(authorizer.destroys, 1);
}

TEST(a_loop_that_pulls_asks_too)
{
    struct authorizer authorizer = {0};
    swiftpager_client *client = make_authorized(&authorizer, "pages=3&uses=1", "");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *walk = start_walk(pager, NULL);
    for (int page = 1; page <= 3; page++) expect_page(walk, page);
    expect_end(walk, SWIFTPAGER_OK);
    CHECK_TEXT(authorizer.reasons, "suu");
    release_pulled(walk, pager, client);
}

TEST(requests_that_need_an_answer_at_once_share_it)
{
    struct authorizer authorizer = {.keeps = true};
    swiftpager_client *client = make_authorized(&authorizer, "pages=3&uses=1000", "");
    swiftpager_operation *loads[8];
    swiftpager_pager *pagers[8];
    for (size_t index = 0; index < COUNT_OF(loads); index++) {
        pagers[index] = make_pager(client, ITEMS_QUERY, "");
        loads[index] = start(swiftpager_pager_load_all, pagers[index], NULL);
    }
    while (authorizer.kept == NULL) swiftpager_client_dispatch(client, 100, 0, NULL);
    CHECK_INTEGER(authorizer.asked, 1);
    CHECK_STATUS(swiftpager_authorization_complete(authorizer.kept, "{\"A\": 1}"), SWIFTPAGER_INVALID_ARGUMENT);
    /* A token from a file often ends with a line break. The message does not show the value. */
    CHECK_STATUS(swiftpager_authorization_complete(authorizer.kept, "{\"A\": \"secret\\n\"}"),
                 SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(swiftpager_last_error(), "a control character (such as a line break) in the value of 'A'");
    CHECK(strstr(swiftpager_last_error(), "secret") == NULL);
    CHECK_STATUS(swiftpager_authorization_complete(authorizer.kept, "{\"Content-Length\": \"1\"}"),
                 SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(give(&authorizer, authorizer.kept));
    for (size_t index = 0; index < COUNT_OF(loads); index++) {
        CHECK_OK(swiftpager_operation_wait(loads[index], -1, NULL));
        CHECK_STATE(pagers[index], "/pages_loaded", "3");
        CHECK_OK(swiftpager_operation_release(loads[index]));
        CHECK_OK(swiftpager_pager_release(pagers[index]));
    }
    CHECK_INTEGER(authorizer.asked, 1);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(an_authorizer_that_fails_ends_the_operation_and_is_asked_again)
{
    struct authorizer authorizer = {.failure = "the vault is closed"};
    char *error = NULL;
    swiftpager_client *client = make_authorized(&authorizer, "pages=3&uses=1000", "");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_STATUS(run(swiftpager_pager_fetch, pager, NULL, &error), SWIFTPAGER_HOOK_FAILED);
    CHECK_CONTAINS(error, "authorize failed: the vault is closed");
    swiftpager_free(error);
    authorizer.failure = NULL;
    authorizer.asked = 0;
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(authorizer.reasons, "ss");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_question_outlives_its_operation_and_its_client)
{
    struct authorizer authorizer = {.keeps = true};
    swiftpager_client *client = make_authorized(&authorizer, "pages=3", "");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, NULL);
    while (authorizer.kept == NULL) swiftpager_client_dispatch(client, 100, 0, NULL);
    CHECK_OK(swiftpager_operation_close(fetch));
    CHECK_STATUS(swiftpager_operation_wait(fetch, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_operation_release(fetch));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_INTEGER(authorizer.destroys, 1);
    CHECK_OK(give(&authorizer, authorizer.kept));
    CHECK_STATUS(give(&authorizer, authorizer.kept), SWIFTPAGER_INVALID_HANDLE);
}

struct answering {
    _Atomic(swiftpager_authorization *) question;
    atomic_bool is_over;
    atomic_int destroys;
};

static void keep_the_question(void *user_data, swiftpager_authorization *authorization, const char *reason)
{
    (void)reason;
    atomic_store(&((struct answering *)user_data)->question, authorization);
}

static void refuse_each(void *user_data, swiftpager_request *request)
{
    (void)user_data;
    swiftpager_request_fail(request, NULL);
}

static void count_destroy(void *user_data)
{
    atomic_fetch_add(&((struct answering *)user_data)->destroys, 1);
}

static void *answer_questions(void *argument)
{
    struct answering *answering = argument;
    while (true) {
        const bool was_over = atomic_load(&answering->is_over);
        swiftpager_authorization *question = atomic_exchange(&answering->question, NULL);
        if (question != NULL) CHECK_OK(swiftpager_authorization_fail(question, NULL));
        if (question == NULL && was_over) return NULL;
    }
}

TEST(each_destroy_comes_although_another_thread_answers_while_the_client_is_released)
{
    struct answering answering = {NULL};
    pthread_t threads[2];
    const int rounds = round_count(1000, 20000);
    for (int index = 0; index < 2; index++)
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, answer_questions, &answering), 0);
    for (int round = 0; round < rounds; round++) {
        const swiftpager_transport transport = {.struct_size = sizeof transport, .send = refuse_each};
        swiftpager_client *client = NULL;
        REQUIRE_OK(swiftpager_client_create("http://127.0.0.1:1/", NULL, &transport, &client, NULL));
        CHECK_OK(swiftpager_client_set_authorizer(client, keep_the_question, &answering, NULL, NULL));
        const char *request = "{\"query\": \"{ a }\"}";
        CHECK_OK(swiftpager_client_execute(client, request, NULL, &answering, count_destroy, NULL, NULL));
        CHECK_OK(swiftpager_client_dispatch(client, 0, 0, NULL));
        CHECK_OK(swiftpager_client_release(client));
    }
    atomic_store(&answering.is_over, true);
    for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
    CHECK_INTEGER(atomic_load(&answering.destroys), rounds);
}

TEST(another_authorizer_is_asked_what_the_first_one_was_being_asked)
{
    struct authorizer first = {.keeps = true};
    struct authorizer second = {0};
    swiftpager_client *client = make_authorized(&first, "pages=1", "");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, NULL);
    while (first.kept == NULL) swiftpager_client_dispatch(client, 100, 0, NULL);
    REQUIRE_OK(swiftpager_client_set_authorizer(client, authorize, &second, on_destroy, NULL));
    CHECK_OK(swiftpager_operation_wait(fetch, -1, NULL));
    CHECK_INTEGER(second.asked, 1);
    CHECK_INTEGER(first.destroys, 1);
    CHECK_OK(give(&first, first.kept));
    /* NULL: requests go without. */
    CHECK_OK(swiftpager_client_set_authorizer(client, NULL, NULL, NULL, NULL));
    CHECK_RUN(swiftpager_pager_fetch, pager, REFETCH, SWIFTPAGER_GRAPHQL);
    CHECK_OK(swiftpager_operation_release(fetch));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(headers_of_one_call_are_sent_with_its_requests_only)
{
    struct host host = {.keeps = true};
    swiftpager_client *client = make_host_client(&host, "\"headers\": {\"X-A\": \"client\", \"X-B\": \"client\"}");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    const char *const options[] = {"{\"headers\": {\"x-a\": \"call\", \"X-C\": \"call\"}}", NULL};
    const char *const expected[] = {"call", "client"};
    for (int index = 0; index < 2; index++) {
        swiftpager_operation *load = start(swiftpager_pager_fetch, pager, options[index]);
        while (host.request_count <= index) swiftpager_client_dispatch(client, 100, 0, NULL);
        const char *headers = swiftpager_request_headers(host.requests[index]);
        char text[64];
        snprintf(text, sizeof text, "%s\",\"%s\"", index == 0 ? "x-a" : "X-A", expected[index]);
        CHECK_CONTAINS(headers, text);
        CHECK_CONTAINS(headers, "X-B\",\"client\"");
        CHECK((strstr(headers, "X-C") != NULL) == (index == 0));
        CHECK_OK(host_answer(host.requests[index]));
        CHECK_OK(swiftpager_operation_wait(load, -1, NULL));
        CHECK_OK(swiftpager_operation_release(load));
    }
    CHECK_RUN(swiftpager_pager_fetch, pager, "{\"headers\": {\"Host: x\": \"\"}}", SWIFTPAGER_INVALID_CONFIG);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
