/* Authorizers and observers that are left without returning, and the end of a process in which functions of the host
 * were left. Hooks and transports: left_hooks.c. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "processes.h"

#include <setjmp.h>
#include <stdlib.h>

#define QUERY \
    "query ($after: String) { items(after: $after) { edges { node { id } }" \
    " pageInfo { hasNextPage endCursor } } }"

static jmp_buf way_out;

/* A walk over the list of hosts.c with an authorizer or an observer that is left by its first call, and no other. */
struct walk {
    struct host host;
    swiftpager_client *client;
    swiftpager_pager *pager;
    swiftpager_operation *operation;
    swiftpager_authorization *question;
    int calls;
    int destroys;
};

static void note_destroy(void *user_data)
{
    ((struct walk *)user_data)->destroys++;
}

static void leave_authorizer(void *user_data, swiftpager_authorization *authorization, const char *reason)
{
    struct walk *walk = user_data;
    (void)reason;
    if (walk->calls++ > 0) {
        CHECK_OK(swiftpager_authorization_complete(authorization, "{\"Authorization\": \"Bearer 2\"}"));
        return;
    }
    walk->question = authorization;
    longjmp(way_out, 1);
}

static void leave_observer(void *user_data, const char *event_json)
{
    struct walk *walk = user_data;
    CHECK_CONTAINS(event_json, "\"event\"");
    if (walk->calls++ == 0) longjmp(way_out, 1);
}

static void open_walk(struct walk *walk)
{
    memset(walk, 0, sizeof *walk);
    walk->client = make_host_client(&walk->host, "\"timeout_ms\": 0");
    walk->pager = make_pager(walk->client, QUERY, "");
}

static void jump_out_of_a_wait(struct walk *walk, bool is_pulled)
{
    walk->operation =
        is_pulled ? start_walk(walk->pager, NULL) : start(swiftpager_pager_load_all, walk->pager, NULL);
    if (setjmp(way_out) == 0) {
        if (!is_pulled) {
            swiftpager_operation_wait(walk->operation, -1, NULL);
        } else {
            swiftpager_update *update = NULL;
            swiftpager_operation_next(walk->operation, -1, &update, NULL);
        }
        CHECK(false);
    }
}

static void close_walk(struct walk *walk)
{
    CHECK_OK(swiftpager_operation_release(walk->operation));
    CHECK_OK(swiftpager_pager_release(walk->pager));
    CHECK_OK(swiftpager_client_release(walk->client));
    CHECK_INTEGER(walk->destroys, 1);
    CHECK_INTEGER(walk->host.destroy_count, 1);
}

TEST(an_authorizer_that_is_left_has_failed_and_is_asked_again)
{
    static struct walk walk;
    char *error = NULL;
    open_walk(&walk);
    REQUIRE_OK(swiftpager_client_set_authorizer(walk.client, leave_authorizer, &walk, note_destroy, NULL));
    jump_out_of_a_wait(&walk, false);
    CHECK_STATUS(swiftpager_operation_wait(walk.operation, -1, NULL), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_operation_wait(walk.operation, -1, &error), SWIFTPAGER_HOOK_FAILED);
    CHECK_CONTAINS(error, "authorize did not return");
    swiftpager_free(error);
    CHECK_INTEGER(walk.host.request_count, 0);
    /* The question must still be answered, to free it; the library ignores the answer. */
    CHECK_OK(swiftpager_authorization_complete(walk.question, "{\"Authorization\": \"Bearer 1\"}"));
    CHECK_STATUS(swiftpager_authorization_fail(walk.question, NULL), SWIFTPAGER_INVALID_HANDLE);
    walk.host.keeps = true;
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, walk.pager, NULL);
    while (walk.host.request_count == 0) CHECK_OK(swiftpager_client_dispatch(walk.client, 100, 0, NULL));
    CHECK_CONTAINS(swiftpager_request_headers(walk.host.requests[0]), "Bearer 2");
    CHECK_OK(host_answer(walk.host.requests[0]));
    CHECK_OK(swiftpager_operation_wait(fetch, -1, NULL));
    CHECK_OK(swiftpager_operation_release(fetch));
    CHECK_INTEGER(walk.calls, 2);
    close_walk(&walk);
}

TEST(a_pull_tells_that_an_authorizer_was_left)
{
    static struct walk walk;
    swiftpager_update *update = NULL;
    char *error = NULL;
    open_walk(&walk);
    REQUIRE_OK(swiftpager_client_set_authorizer(walk.client, leave_authorizer, &walk, note_destroy, NULL));
    jump_out_of_a_wait(&walk, true);
    CHECK_STATUS(swiftpager_operation_next(walk.operation, -1, &update, NULL), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_operation_next(walk.operation, -1, &update, &error), SWIFTPAGER_HOOK_FAILED);
    CHECK(update == NULL);
    CHECK_CONTAINS(error, "authorize did not return");
    swiftpager_free(error);
    CHECK_OK(swiftpager_authorization_fail(walk.question, NULL));
    close_walk(&walk);
}

TEST(an_observer_that_is_left_is_told_of_what_follows)
{
    static struct walk walk;
    open_walk(&walk);
    REQUIRE_OK(swiftpager_client_observe(walk.client, NULL, leave_observer, &walk, note_destroy, NULL));
    jump_out_of_a_wait(&walk, false);
    CHECK_STATUS(swiftpager_operation_wait(walk.operation, -1, NULL), SWIFTPAGER_REENTRANT);
    CHECK_OK(swiftpager_operation_wait(walk.operation, -1, NULL));
    CHECK_STATE(walk.pager, "/items_loaded", "10");
    dispatch_waiting(walk.client);
    CHECK(walk.calls > HOST_PAGES);
    close_walk(&walk);
}

/* --- The end of the process --------------------------------------------------------------------------------------- */

static swiftpager_status leave_hook(void *user_data, const char *page_json, size_t length, char **out_json)
{
    (void)out_json;
    (void)user_data, (void)page_json, (void)length;
    longjmp(way_out, 1);
}

static void leave_send(void *user_data, swiftpager_request *request)
{
    (void)user_data, (void)request;
    longjmp(way_out, 1);
}

static void leave_and_exit(swiftpager_client *client, const swiftpager_pager_hooks *hooks)
{
    swiftpager_pager *pager = NULL;
    REQUIRE_OK(swiftpager_pager_create(client, QUERY, NULL, hooks, &pager, NULL));
    if (setjmp(way_out) == 0) {
        run(swiftpager_pager_load_all, pager, NULL, NULL);
        CHECK(false);
    }
    exit(failed_check_count());
}

static void exit_after_a_hook_was_left(void *context)
{
    struct host host = {0};
    const swiftpager_pager_hooks hooks = {.struct_size = sizeof hooks, .transform = leave_hook};
    (void)context;
    leave_and_exit(make_host_client(&host, ""), &hooks);
}

static void exit_after_a_send_was_left(void *context)
{
    swiftpager_client *client = NULL;
    const swiftpager_transport transport = {.struct_size = sizeof transport, .send = leave_send};
    (void)context;
    REQUIRE_OK(swiftpager_client_create(NULL, "{\"endpoint\": \"http://example.com/\"}", &transport, &client, NULL));
    leave_and_exit(client, NULL);
}

static void exit_after_an_authorizer_was_left(void *context)
{
    static struct walk walk;
    (void)context;
    open_walk(&walk);
    REQUIRE_OK(swiftpager_client_set_authorizer(walk.client, leave_authorizer, &walk, note_destroy, NULL));
    leave_and_exit(walk.client, NULL);
}

TEST(exit_after_a_function_of_the_host_was_left_is_clean)
{
    for (int round = 0; round < 5; round++) {
        CHECK_INTEGER(run_in_child(exit_after_a_hook_was_left, NULL), 0);
        CHECK_INTEGER(run_in_child(exit_after_a_send_was_left, NULL), 0);
        CHECK_INTEGER(run_in_child(exit_after_an_authorizer_was_left, NULL), 0);
    }
}
