/* Hooks, and functions of transports, that are left without returning: it is noticed and said as with callbacks, and
 * the operation ends with a failure, or goes on. */
#include "harness.h"
#include "hosts.h"
#include "left_callbacks.h"
#include "pagers.h"
#include "recorder.h"

#include <jansson.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define QUERY \
    "query ($after: String) { items(after: $after) { edges { node { id } }" \
    " pageInfo { hasNextPage endCursor } } }"

static jmp_buf way_out;

static void jump(void)
{
    longjmp(way_out, 1);
}

static void end_thread(void)
{
    pthread_exit(NULL);
}

/* A walk over the list of hosts.c with hooks and a transport, one function of which is left. */
struct walk {
    struct host host;
    swiftpager_client *client;
    swiftpager_pager *pager;
    swiftpager_operation *operation;
    /* E extract_page_info, R resolve_page, T transform, D their destroy; S send, A send after it has answered, X
     * cancel, d the transport's destroy. */
    char leaving;
    /* Which of its calls is left, from 1; only that one. */
    int wanted_call;
    void (*leave)(void);
    int calls;
    /* A thread of the library may count. */
    _Atomic int hook_destroys, transport_destroys;
};

static void leave_if(struct walk *walk, char function)
{
    if (walk->leaving == function && ++walk->calls == walk->wanted_call) walk->leave();
}

static swiftpager_status extract(void *user_data, const char *page_json, size_t length, bool is_initial,
                                 char **out_json)
{
    (void)is_initial;
    leave_if(user_data, 'E');
    json_t *page = json_loadb(page_json, length, 0, NULL);
    json_t *info = NULL;
    json_unpack(page, "{s:{s:{s:o}}}", "data", "items", "pageInfo", &info);
    json_t *made = json_pack("{s:O, s:O}", "can_load_next", json_object_get(info, "hasNextPage"), "end_cursor",
                             json_object_get(info, "endCursor"));
    char *text = json_dumps(made, 0);
    json_decref(made);
    json_decref(page);
    return give_text(out_json, text);
}

static swiftpager_status resolve(void *user_data, const char *page_info_json, swiftpager_kind direction,
                                 char **out_json)
{
    (void)direction;
    leave_if(user_data, 'R');
    json_t *info = json_loads(page_info_json, 0, NULL);
    json_t *made = json_pack("{s:{s:O}}", "variables", "after", json_object_get(info, "end_cursor"));
    char *text = json_dumps(made, 0);
    json_decref(made);
    json_decref(info);
    return give_text(out_json, text);
}

static swiftpager_status transform(void *user_data, const char *page_json, size_t length, char **out_json)
{
    (void)out_json;
    (void)page_json, (void)length;
    leave_if(user_data, 'T');
    return SWIFTPAGER_OK;
}

static void destroy_hooks(void *user_data)
{
    ((struct walk *)user_data)->hook_destroys++;
    leave_if(user_data, 'D');
}

static void send_request(void *user_data, swiftpager_request *request)
{
    struct walk *walk = user_data;
    walk->host.requests[walk->host.request_count++] = request;
    leave_if(walk, 'S');
    if (!walk->host.keeps) CHECK_OK(host_answer(request));
    leave_if(walk, 'A');
}

static void cancel_request(void *user_data, swiftpager_request *request)
{
    struct walk *walk = user_data;
    CHECK(request == walk->host.requests[walk->host.request_count - 1]);
    walk->host.cancel_count++;
    leave_if(walk, 'X');
}

static void destroy_transport(void *user_data)
{
    ((struct walk *)user_data)->transport_destroys++;
    leave_if(user_data, 'd');
}

/* Without a limit of time: a request without an answer would hang. */
static void open_walk(struct walk *walk, char leaving, int wanted_call, void (*leave)(void), const char *delivery)
{
    char config[256];
    const swiftpager_transport transport = {sizeof transport, walk, send_request, cancel_request, destroy_transport};
    const swiftpager_pager_hooks hooks = {
        .struct_size = sizeof hooks,
        .user_data = walk,
        .extract_page_info = extract,
        .resolve_page = resolve,
        .transform = transform,
        .destroy = destroy_hooks,
    };
    memset(walk, 0, sizeof *walk);
    walk->leaving = leaving;
    walk->wanted_call = wanted_call;
    walk->leave = leave;
    snprintf(config, sizeof config,
             "{\"endpoint\": \"http://example.com/graphql\", \"timeout_ms\": 0, \"delivery\": \"%s\"}", delivery);
    REQUIRE_OK(swiftpager_client_create(NULL, config, &transport, &walk->client, NULL));
    const char *places = "{\"pagination\": {\"connection\": \"/items\", \"items\": \"/edges\"}}";
    REQUIRE_OK(swiftpager_pager_create(walk->client, QUERY, places, &hooks, &walk->pager, NULL));
}

static void close_walk(struct walk *walk)
{
    CHECK_OK(swiftpager_operation_release(walk->operation));
    CHECK_OK(swiftpager_pager_release(walk->pager));
    CHECK_OK(swiftpager_client_release(walk->client));
    /* Where a thread of the library calls them, they may follow; the runner ends a test that waits here for ever. */
    const struct timespec millisecond = {0, 1000000};
    while (walk->hook_destroys == 0 || walk->transport_destroys == 0) nanosleep(&millisecond, NULL);
    CHECK_INTEGER(walk->hook_destroys, 1);
    CHECK_INTEGER(walk->transport_destroys, 1);
}

/* The next wait says that something was left; the one after says how the operation ended. */
static void check_end(struct walk *walk, swiftpager_status status, const char *words)
{
    char *error = NULL;
    CHECK_STATUS(swiftpager_operation_wait(walk->operation, -1, &error), SWIFTPAGER_REENTRANT);
    CHECK_CONTAINS(error, "did not return");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_operation_wait(walk->operation, -1, &error), status);
    if (status != SWIFTPAGER_OK) CHECK_CONTAINS(error, words);
    swiftpager_free(error);
}

/* Loading goes on behind the pages that came before. */
static void check_goes_on(struct walk *walk, int pages)
{
    char held[16];
    snprintf(held, sizeof held, "%d", pages);
    CHECK_STATE(walk->pager, "/pages_held", held);
    CHECK_RUN(swiftpager_pager_load_all, walk->pager, pages == 0 ? NULL : GO_ON, SWIFTPAGER_OK);
    CHECK_STATE(walk->pager, "/end", "\"complete\"");
    CHECK_STATE(walk->pager, "/items_loaded", "10");
}

/* --- longjmp ------------------------------------------------------------------------------------------------------ */

static void jump_out_of_a_wait(struct walk *walk, char leaving, int wanted_call)
{
    open_walk(walk, leaving, wanted_call, jump, "dispatch");
    walk->operation = start(swiftpager_pager_load_all, walk->pager, NULL);
    if (setjmp(way_out) == 0) {
        swiftpager_operation_wait(walk->operation, -1, NULL);
        CHECK(false);
    }
}

TEST(a_hook_that_is_left_by_longjmp_has_failed)
{
    static struct walk walk;
    static const char hooks[] = {'E', 'R', 'T'};
    static size_t hook;
    static int call;
    for (hook = 0; hook < COUNT_OF(hooks); hook++) {
        for (call = 1; call <= 3; call += 2) {
            jump_out_of_a_wait(&walk, hooks[hook], call);
            check_end(&walk, SWIFTPAGER_HOOK_FAILED, "a hook did not return");
            check_goes_on(&walk, call - 1);
            close_walk(&walk);
        }
    }
}

TEST(a_pull_tells_that_a_hook_was_left)
{
    static struct walk walk;
    char *error = NULL;
    swiftpager_update *update = NULL;
    open_walk(&walk, 'T', 2, jump, "dispatch");
    walk.operation = start_walk(walk.pager, NULL);
    CHECK_OK(swiftpager_operation_next(walk.operation, -1, &update, NULL));
    CHECK_OK(swiftpager_update_release(update));
    if (setjmp(way_out) == 0) {
        swiftpager_operation_next(walk.operation, -1, &update, NULL);
        CHECK(false);
    }
    CHECK_STATUS(swiftpager_operation_next(walk.operation, -1, &update, NULL), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_operation_next(walk.operation, -1, &update, &error), SWIFTPAGER_HOOK_FAILED);
    CHECK(update == NULL);
    CHECK_CONTAINS(error, "a hook did not return");
    swiftpager_free(error);
    check_goes_on(&walk, 1);
    close_walk(&walk);
}

TEST(a_request_whose_send_was_left_has_failed)
{
    static struct walk walk;
    jump_out_of_a_wait(&walk, 'S', 2);
    check_end(&walk, SWIFTPAGER_NETWORK, "`send` did not return");
    dispatch_waiting(walk.client);
    CHECK_INTEGER(walk.host.cancel_count, 1);
    /* The host still owes the answer to its request; the library ignores it. */
    CHECK(swiftpager_request_url(walk.host.requests[1]) != NULL);
    CHECK_OK(host_answer(walk.host.requests[1]));
    CHECK_STATUS(swiftpager_request_fail(walk.host.requests[1], NULL), SWIFTPAGER_INVALID_HANDLE);
    check_goes_on(&walk, 1);
    close_walk(&walk);
}

TEST(an_answer_that_came_before_send_was_left_counts)
{
    static struct walk walk;
    jump_out_of_a_wait(&walk, 'A', 2);
    check_end(&walk, SWIFTPAGER_OK, NULL);
    CHECK_INTEGER(walk.host.cancel_count, 0);
    CHECK_STATE(walk.pager, "/items_loaded", "10");
    close_walk(&walk);
}

TEST(an_executed_request_whose_send_was_left_has_failed)
{
    static struct walk walk;
    open_walk(&walk, 'S', 1, jump, "dispatch");
    REQUIRE_OK(swiftpager_client_execute(walk.client, "{\"query\": \"{ ping }\"}", NULL, NULL, NULL, &walk.operation,
                                         NULL));
    if (setjmp(way_out) == 0) {
        swiftpager_operation_wait(walk.operation, -1, NULL);
        CHECK(false);
    }
    check_end(&walk, SWIFTPAGER_NETWORK, "`send` did not return");
    CHECK_OK(host_answer(walk.host.requests[0]));
    check_goes_on(&walk, 0);
    close_walk(&walk);
}

TEST(a_cancel_of_a_transport_that_is_left_has_been_called)
{
    static struct walk walk;
    open_walk(&walk, 'X', 1, jump, "dispatch");
    walk.host.keeps = true;
    walk.operation = start(swiftpager_pager_fetch, walk.pager, NULL);
    dispatch_waiting(walk.client);
    CHECK_OK(swiftpager_operation_close(walk.operation));
    if (setjmp(way_out) == 0) {
        while (swiftpager_client_dispatch(walk.client, -1, 0, NULL) == SWIFTPAGER_OK) {
        }
        CHECK(false);
    }
    check_end(&walk, SWIFTPAGER_CANCELLED, "");
    CHECK_INTEGER(walk.host.cancel_count, 1);
    CHECK_OK(host_answer(walk.host.requests[0]));
    walk.host.keeps = false;
    check_goes_on(&walk, 0);
    CHECK_INTEGER(walk.host.cancel_count, 1);
    close_walk(&walk);
}

TEST(destroy_functions_of_hooks_and_transports_that_are_left_have_been_called)
{
    static struct walk walk;
    open_walk(&walk, 'D', 1, jump, "dispatch");
    walk.operation = start(swiftpager_pager_load_all, walk.pager, NULL);
    CHECK_OK(swiftpager_operation_wait(walk.operation, -1, NULL));
    CHECK_OK(swiftpager_operation_release(walk.operation));
    CHECK_OK(swiftpager_pager_release(walk.pager));
    if (setjmp(way_out) == 0) {
        swiftpager_client_dispatch(walk.client, 0, 0, NULL);
        CHECK(false);
    }
    CHECK_STATUS(swiftpager_client_dispatch(walk.client, 0, 0, NULL), SWIFTPAGER_REENTRANT);
    CHECK_OK(swiftpager_client_dispatch(walk.client, 0, 0, NULL));
    CHECK_INTEGER(walk.hook_destroys, 1);
    walk.leaving = 'd';
    walk.calls = 0;
    if (setjmp(way_out) == 0) {
        swiftpager_client_release(walk.client);
        CHECK(false);
    }
    CHECK_STATUS(swiftpager_client_dispatch(walk.client, 0, 0, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_INTEGER(walk.hook_destroys, 1);
    CHECK_INTEGER(walk.transport_destroys, 1);
}

TEST(a_client_may_be_released_after_a_hook_was_left)
{
    static struct walk walk;
    jump_out_of_a_wait(&walk, 'E', 2);
    CHECK_OK(swiftpager_client_release(walk.client));
    CHECK_OK(swiftpager_operation_release(walk.operation));
    CHECK_OK(swiftpager_pager_release(walk.pager));
    CHECK_INTEGER(walk.hook_destroys, 1);
    CHECK_INTEGER(walk.transport_destroys, 1);
}

TEST(a_client_may_be_released_after_a_send_was_left)
{
    static struct walk walk;
    jump_out_of_a_wait(&walk, 'S', 1);
    CHECK_OK(swiftpager_client_release(walk.client));
    CHECK_OK(swiftpager_operation_release(walk.operation));
    CHECK_OK(swiftpager_pager_release(walk.pager));
    CHECK_OK(swiftpager_request_fail(walk.host.requests[0], NULL));
    CHECK_INTEGER(walk.hook_destroys, 1);
    CHECK_INTEGER(walk.transport_destroys, 1);
}

/* --- Exceptions and threads --------------------------------------------------------------------------------------- */

TEST(an_exception_that_leaves_a_hook_or_a_transport_counts_as_its_end)
{
    static const char functions[] = {'E', 'R', 'T', 'S'};
    for (size_t index = 0; index < COUNT_OF(functions); index++) {
        struct walk walk;
        open_walk(&walk, functions[index], 2, throw_something, "dispatch");
        walk.operation = start(swiftpager_pager_load_all, walk.pager, NULL);
        CHECK(throws_out_of_a_wait(walk.operation));
        if (functions[index] == 'S') {
            check_end(&walk, SWIFTPAGER_NETWORK, "`send` did not return");
            CHECK_OK(host_answer(walk.host.requests[1]));
        } else {
            check_end(&walk, SWIFTPAGER_HOOK_FAILED, "a hook did not return");
        }
        check_goes_on(&walk, 1);
        close_walk(&walk);
    }
}

TEST(a_hook_that_ends_the_librarys_thread_has_failed)
{
    static const char functions[] = {'E', 'R', 'T', 'S'};
    for (size_t index = 0; index < COUNT_OF(functions); index++) {
        struct recorder recorder = {0};
        struct walk walk;
        open_walk(&walk, functions[index], 2, end_thread, "thread");
        REQUIRE_OK(swiftpager_pager_load_all(walk.pager, NULL, record_completion, &recorder, record_destroy,
                                             &walk.operation, NULL));
        swiftpager_status status = swiftpager_operation_wait(walk.operation, -1, NULL);
        /* The first wait may be under way when the thread ends. */
        if (status != SWIFTPAGER_REENTRANT) {
            CHECK_STATUS(swiftpager_operation_wait(walk.operation, -1, NULL), SWIFTPAGER_REENTRANT);
        }
        status = swiftpager_operation_wait(walk.operation, -1, NULL);
        CHECK_STATUS(status, functions[index] == 'S' ? SWIFTPAGER_NETWORK : SWIFTPAGER_HOOK_FAILED);
        CHECK_STATUS(recorder.status, status);
        CHECK_INTEGER(recorder.completion_count, 1);
        if (functions[index] == 'S') CHECK_OK(host_answer(walk.host.requests[1]));
        check_goes_on(&walk, 1);
        close_walk(&walk);
    }
}
