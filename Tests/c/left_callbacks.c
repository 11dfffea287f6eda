/* Callbacks that are left without returning, which the header forbids: it is noticed, said once, and the client works
 * again. exceptions.cpp has the C++ exceptions. */
#include "left_callbacks.h"

#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <ucontext.h>

void open_left_scene(struct left_scene *scene, swiftpager_update_cb on_update, swiftpager_completion_cb completion,
                     swiftpager_destroy_cb destroy)
{
    *scene = (struct left_scene){0};
    scene->pager = make_trouble_pager("/good", NULL, &scene->client);
    REQUIRE_OK(swiftpager_pager_subscribe(scene->pager, on_update == NULL ? record_update : on_update,
                                          on_update == NULL ? (void *)&scene->recorder : scene, NULL,
                                          &scene->subscription));
    REQUIRE_OK(swiftpager_pager_load_all(scene->pager, NULL, completion, scene, destroy, &scene->operation, NULL));
}

void check_left_is_said_once(struct left_scene *scene)
{
    char *error = NULL;
    CHECK_STATUS(swiftpager_operation_wait(scene->operation, -1, &error), SWIFTPAGER_REENTRANT);
    CHECK_CONTAINS(error, "did not return");
    swiftpager_free(error);
    CHECK_OK(swiftpager_operation_wait(scene->operation, -1, &error));
    CHECK(error == NULL);
}

void close_left_scene(struct left_scene *scene)
{
    CHECK_STATE(scene->pager, "/end", "\"complete\"");
    CHECK_STATE(scene->pager, "/items_loaded", "50");
    CHECK_OK(swiftpager_subscription_close(scene->subscription));
    CHECK_OK(swiftpager_subscription_release(scene->subscription));
    CHECK_OK(swiftpager_operation_release(scene->operation));
    CHECK_OK(swiftpager_pager_release(scene->pager));
    CHECK_OK(swiftpager_client_release(scene->client));
    forget_updates(&scene->recorder);
    CHECK_INTEGER(scene->destroys, scene->wanted_destroys);
}

static jmp_buf way_out;

static void jump_once_from_update(void *user_data, const swiftpager_update *update)
{
    struct left_scene *scene = user_data;
    if (scene->calls++ > 0) return;
    scene->update = update;
    longjmp(way_out, 1);
}

TEST(an_update_callback_that_is_left_by_longjmp_counts_as_finished)
{
    static struct left_scene scene;
    open_left_scene(&scene, jump_once_from_update, NULL, NULL);
    if (setjmp(way_out) == 0) {
        swiftpager_operation_wait(scene.operation, -1, NULL);
        CHECK(false);
    }
    /* The walk goes on, although the callback never said that it was done with its update. */
    check_left_is_said_once(&scene);
    CHECK_INTEGER(scene.calls, 5);
    CHECK_STATUS(swiftpager_update_status(scene.update), SWIFTPAGER_INVALID_HANDLE);
    close_left_scene(&scene);
}

/* Uses the stack where the callback's frames were, and calls from below them. */
static __attribute__((noinline)) void wait_from_below(struct left_scene *scene, size_t size)
{
    volatile char used[16384];
    for (size_t index = 0; index < sizeof used; index++) used[index] = (char)(index + size);
    if (size > sizeof used) {
        wait_from_below(scene, size - sizeof used);
    } else {
        check_left_is_said_once(scene);
    }
    used[0] = 1;
}

TEST(a_callback_that_was_left_is_noticed_by_a_call_from_further_down_the_stack)
{
    static struct left_scene scene;
    open_left_scene(&scene, jump_once_from_update, NULL, NULL);
    if (setjmp(way_out) == 0) swiftpager_operation_wait(scene.operation, -1, NULL);
    wait_from_below(&scene, 128 * 1024);
    close_left_scene(&scene);
}

static void note_destroy(void *user_data)
{
    struct left_scene *scene = user_data;
    scene->destroys++;
}

static void jump_from_completion(void *user_data, swiftpager_status status, const char *error)
{
    struct left_scene *scene = user_data;
    (void)status, (void)error;
    scene->calls++;
    longjmp(way_out, 1);
}

TEST(a_completion_that_is_left_has_been_called_and_its_user_data_is_destroyed)
{
    static struct left_scene scene;
    open_left_scene(&scene, NULL, jump_from_completion, note_destroy);
    scene.wanted_destroys = 1;
    if (setjmp(way_out) == 0) {
        swiftpager_operation_wait(scene.operation, -1, NULL);
        CHECK(false);
    }
    check_left_is_said_once(&scene);
    CHECK_INTEGER(scene.calls, 1);
    CHECK_INTEGER(scene.destroys, 1);
    close_left_scene(&scene);
}

static void jump_from_destroy(void *user_data)
{
    note_destroy(user_data);
    longjmp(way_out, 1);
}

TEST(a_destroy_function_that_is_left_is_not_called_again)
{
    static struct left_scene scene;
    open_left_scene(&scene, NULL, NULL, jump_from_destroy);
    scene.wanted_destroys = 1;
    if (setjmp(way_out) == 0) {
        swiftpager_operation_wait(scene.operation, -1, NULL);
        CHECK(false);
    }
    check_left_is_said_once(&scene);
    close_left_scene(&scene);
}

TEST(a_client_may_be_closed_after_a_callback_was_left)
{
    static struct left_scene scene;
    open_left_scene(&scene, jump_once_from_update, NULL, note_destroy);
    if (setjmp(way_out) == 0) swiftpager_operation_wait(scene.operation, -1, NULL);
    CHECK_OK(swiftpager_client_close(scene.client, 0));
    CHECK_OK(swiftpager_subscription_close(scene.subscription));
    CHECK_OK(swiftpager_subscription_release(scene.subscription));
    CHECK_OK(swiftpager_operation_release(scene.operation));
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(scene.client));
    CHECK_INTEGER(scene.destroys, 1);
}

TEST_OF_RELEASE(a_destroy_function_that_is_left_by_a_refused_call_does_no_harm)
{
    static struct left_scene scene;
    open_left_scene(&scene, NULL, NULL, NULL);
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    scene.wanted_destroys = 1;
    if (setjmp(way_out) == 0) {
        swiftpager_pager_fetch(scene.pager, "no options", NULL, &scene, jump_from_destroy, NULL, NULL);
        CHECK(false);
    }
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    close_left_scene(&scene);
}

/* --- Threads that end --------------------------------------------------------------------------------------------- */

static void exit_thread_once(void *user_data, const swiftpager_update *update)
{
    struct left_scene *scene = user_data;
    (void)update;
    if (scene->calls++ == 0) pthread_exit(NULL);
}

static void *wait_on_thread(void *user_data)
{
    struct left_scene *scene = user_data;
    swiftpager_operation_wait(scene->operation, -1, NULL);
    return scene;
}

TEST(a_thread_that_ends_inside_a_callback_leaves_it)
{
    static struct left_scene scene;
    pthread_t thread;
    void *result = &scene;
    open_left_scene(&scene, exit_thread_once, NULL, note_destroy);
    scene.wanted_destroys = 1;
    REQUIRE_INTEGER(pthread_create(&thread, NULL, wait_on_thread, &scene), 0);
    pthread_join(thread, &result);
    CHECK(result == NULL);
    check_left_is_said_once(&scene);
    CHECK_INTEGER(scene.calls, 5);
    close_left_scene(&scene);
}

static void exit_thread_when_another_waits(void *user_data, const swiftpager_update *update)
{
    struct left_scene *scene = user_data;
    (void)update;
    if (scene->calls++ > 0) return;
    REQUIRE_INTEGER(pthread_create(&scene->thread, NULL, wait_on_thread, scene), 0);
    wait_a_moment();
    pthread_exit(NULL);
}

TEST(a_thread_that_waits_takes_over_when_another_ends_inside_a_callback)
{
    static struct left_scene scene;
    pthread_t thread;
    void *result = NULL;
    open_left_scene(&scene, exit_thread_when_another_waits, NULL, NULL);
    REQUIRE_INTEGER(pthread_create(&thread, NULL, wait_on_thread, &scene), 0);
    pthread_join(thread, NULL);
    pthread_join(scene.thread, &result);
    CHECK(result == &scene);
    CHECK_INTEGER(scene.calls, 5);
    /* The call that waited already was not told; the next one is. */
    check_left_is_said_once(&scene);
    close_left_scene(&scene);
}

/* --- Coroutines --------------------------------------------------------------------------------------------------- */

enum { COROUTINE_BYTES = 256 * 1024 };

static ucontext_t outside, inside;
static struct left_scene *coroutine_scene;
static swiftpager_status coroutine_status;

static void call_on_coroutine(void)
{
    coroutine_status = swiftpager_client_dispatch(coroutine_scene->client, 0, 0, NULL);
}

static void run_on_stack(char *stack, void (*function)(void))
{
    getcontext(&inside);
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = COROUTINE_BYTES;
    inside.uc_link = &outside;
    makecontext(&inside, function, 0);
    swapcontext(&outside, &inside);
}

static void call_from_a_coroutine(void *user_data, const swiftpager_update *update)
{
    struct left_scene *scene = user_data;
    (void)update;
    scene->calls++;
    coroutine_scene = scene;
    run_on_stack(scene->stack, call_on_coroutine);
    CHECK_STATUS(coroutine_status, SWIFTPAGER_REENTRANT);
}

TEST(a_call_from_a_coroutine_inside_a_callback_counts_as_inside)
{
    static struct left_scene scene;
    open_left_scene(&scene, call_from_a_coroutine, NULL, NULL);
    scene.stack = malloc(COROUTINE_BYTES);
    REQUIRE(scene.stack != NULL);
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    CHECK_INTEGER(scene.calls, 5);
    free(scene.stack);
    close_left_scene(&scene);
}

static void suspend_in_update(void *user_data, const swiftpager_update *update)
{
    struct left_scene *scene = user_data;
    (void)update;
    if (scene->calls++ == 0) swapcontext(&inside, &outside);
}

static void wait_on_coroutine(void)
{
    coroutine_status = swiftpager_operation_wait(coroutine_scene->operation, -1, NULL);
}

TEST(a_callback_on_the_stack_of_a_coroutine_is_never_taken_for_left)
{
    static struct left_scene scene;
    open_left_scene(&scene, suspend_in_update, NULL, NULL);
    scene.stack = malloc(COROUTINE_BYTES);
    REQUIRE(scene.stack != NULL);
    coroutine_scene = &scene;
    run_on_stack(scene.stack, wait_on_coroutine);
    /* The callback has not returned, and will. */
    CHECK_STATUS(swiftpager_client_dispatch(scene.client, 0, 0, NULL), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_operation_wait(scene.operation, 0, NULL), SWIFTPAGER_REENTRANT);
    swapcontext(&outside, &inside);
    CHECK_OK(coroutine_status);
    CHECK_OK(swiftpager_operation_wait(scene.operation, 0, NULL));
    CHECK_INTEGER(scene.calls, 5);
    free(scene.stack);
    close_left_scene(&scene);
}

static void suspend_on_the_threads_stack(void *user_data, const swiftpager_update *update)
{
    struct left_scene *scene = user_data;
    (void)update;
    if (scene->calls++ > 0) return;
    coroutine_scene = scene;
    run_on_stack(scene->stack, call_on_coroutine);
}

TEST(a_callback_that_was_taken_for_left_may_return_after_all)
{
    /* A coroutine whose stack is part of the thread's own looks as if the callback had been left. */
    static struct left_scene scene;
    char stack[COROUTINE_BYTES];
    open_left_scene(&scene, suspend_on_the_threads_stack, NULL, NULL);
    scene.stack = stack;
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    CHECK_STATUS(coroutine_status, SWIFTPAGER_REENTRANT);
    CHECK_INTEGER(scene.calls, 5);
    close_left_scene(&scene);
}

/* --- Coroutines that are dropped --------------------------------------------------------------------------------- */

/* Leaves the coroutine while its callback has not returned, as a fiber that a collector takes. */
static void drop_in_update(struct left_scene *scene, swiftpager_destroy_cb destroy)
{
    open_left_scene(scene, suspend_in_update, NULL, destroy);
    scene->stack = malloc(COROUTINE_BYTES);
    REQUIRE(scene->stack != NULL);
    coroutine_scene = scene;
    run_on_stack(scene->stack, wait_on_coroutine);
}

TEST(a_callback_on_a_stack_that_was_dropped_can_be_abandoned)
{
    static struct left_scene scene;
    struct left_scene other;
    drop_in_update(&scene, note_destroy);
    scene.wanted_destroys = 1;
    open_left_scene(&other, NULL, NULL, NULL);
    CHECK_STATUS(swiftpager_operation_wait(other.operation, 0, NULL), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_operation_wait(scene.operation, 0, NULL), SWIFTPAGER_REENTRANT);
    free(scene.stack);
    CHECK_OK(swiftpager_callback_abandon());
    CHECK_STATUS(swiftpager_callback_abandon(), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(swiftpager_last_error(), "not inside a callback");
    /* The host knows: nothing tells it. */
    CHECK_OK(swiftpager_operation_wait(other.operation, -1, NULL));
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    CHECK_INTEGER(scene.calls, 5);
    close_left_scene(&other);
    close_left_scene(&scene);
}

TEST(there_is_nothing_to_abandon_outside_of_callbacks)
{
    CHECK_STATUS(swiftpager_callback_abandon(), SWIFTPAGER_INVALID_ARGUMENT);
}

/* A second callback inside the first one, on the same stack. */
static void suspend_in_destroy(void *user_data)
{
    (void)user_data;
    swapcontext(&inside, &outside);
}

static void be_refused_in_update(void *user_data, const swiftpager_update *update)
{
    struct left_scene *scene = user_data;
    (void)update;
    if (scene->calls++ > 0) return;
    swiftpager_pager_fetch(scene->pager, "no options", NULL, NULL, suspend_in_destroy, NULL, NULL);
}

TEST(each_callback_on_a_dropped_stack_is_abandoned_by_itself)
{
    static struct left_scene scene;
    open_left_scene(&scene, be_refused_in_update, NULL, NULL);
    scene.stack = malloc(COROUTINE_BYTES);
    REQUIRE(scene.stack != NULL);
    coroutine_scene = &scene;
    run_on_stack(scene.stack, wait_on_coroutine);
    CHECK_OK(swiftpager_callback_abandon());
    CHECK_STATUS(swiftpager_operation_wait(scene.operation, 0, NULL), SWIFTPAGER_REENTRANT);
    CHECK_OK(swiftpager_callback_abandon());
    CHECK_STATUS(swiftpager_callback_abandon(), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    CHECK_INTEGER(scene.calls, 5);
    free(scene.stack);
    close_left_scene(&scene);
}

TEST(a_subscription_that_ended_is_destroyed_when_its_callback_is_abandoned)
{
    static struct left_scene scene;
    scene.pager = make_trouble_pager("/good", NULL, &scene.client);
    scene.stack = malloc(COROUTINE_BYTES);
    REQUIRE(scene.stack != NULL);
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, suspend_in_update, &scene, note_destroy, &scene.subscription));
    REQUIRE_OK(swiftpager_pager_fetch(scene.pager, NULL, NULL, NULL, NULL, &scene.operation, NULL));
    coroutine_scene = &scene;
    run_on_stack(scene.stack, wait_on_coroutine);
    CHECK_OK(swiftpager_subscription_close(scene.subscription));
    CHECK_OK(swiftpager_subscription_release(scene.subscription));
    CHECK_INTEGER(scene.destroys, 0);
    CHECK_OK(swiftpager_callback_abandon());
    CHECK_INTEGER(scene.destroys, 1);
    free(scene.stack);
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    CHECK_OK(swiftpager_operation_release(scene.operation));
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(scene.client));
    CHECK_INTEGER(scene.destroys, 1);
}

TEST(an_abandoned_callback_may_return_after_all)
{
    static struct left_scene scene;
    drop_in_update(&scene, NULL);
    CHECK_OK(swiftpager_callback_abandon());
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    swapcontext(&outside, &inside);
    CHECK_OK(coroutine_status);
    CHECK_INTEGER(scene.calls, 5);
    free(scene.stack);
    close_left_scene(&scene);
}

TEST(a_callback_whose_client_was_released_does_not_make_others_reentrant)
{
    static struct left_scene scene;
    struct left_scene other;
    drop_in_update(&scene, note_destroy);
    CHECK_OK(swiftpager_subscription_release(scene.subscription));
    CHECK_OK(swiftpager_operation_release(scene.operation));
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(scene.client));
    open_left_scene(&other, NULL, NULL, NULL);
    CHECK_OK(swiftpager_operation_wait(other.operation, -1, NULL));
    CHECK_INTEGER(scene.destroys, 0);
    CHECK_OK(swiftpager_callback_abandon());
    CHECK_INTEGER(scene.destroys, 1);
    free(scene.stack);
    close_left_scene(&other);
}

/* --- C++ exceptions ----------------------------------------------------------------------------------------------- */

TEST(an_exception_that_leaves_an_update_callback_counts_as_its_end)
{
    static struct left_scene scene;
    CHECK(throw_out_of_an_update(&scene));
    check_left_is_said_once(&scene);
    CHECK_INTEGER(scene.calls, 5);
    close_left_scene(&scene);
}

TEST(an_exception_that_leaves_a_completion_counts_as_its_end)
{
    static struct left_scene scene;
    CHECK(throw_out_of_a_completion(&scene));
    check_left_is_said_once(&scene);
    CHECK_INTEGER(scene.calls, 1);
    close_left_scene(&scene);
}
