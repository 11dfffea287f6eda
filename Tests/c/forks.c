/* fork(): a child must not use the parent's handles, and cannot harm them. */
#define _GNU_SOURCE /* unshare */
#include "harness.h"
#include "pagers.h"
#include "processes.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct family {
    swiftpager_client *client;
    swiftpager_pager *pager;
    swiftpager_subscription *subscription;
    swiftpager_operation *operation;
    const swiftpager_update *update;
    struct recorder recorder;
};

static void use_handles_of_the_parent(void *context)
{
    struct family *family = context;
    struct recorder recorder = {0};
    load_function *const loads[] = {swiftpager_pager_fetch, swiftpager_pager_load_next, swiftpager_pager_load_previous,
                                    swiftpager_pager_load_all};
    swiftpager_pager *pager = NULL;
    swiftpager_update *update = NULL;
    char *text = NULL;
    bool can_load = false;
    int fd = -1;
    CHECK_STATUS(swiftpager_client_dispatch(family->client, -1, 0, NULL), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_client_fd(family->client, &fd), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_client_wake(family->client), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_client_close(family->client, -1), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_pager_create(family->client, NULL, "{\"query\": \"" ITEMS_QUERY "\"}", NULL, &pager, &text),
                 SWIFTPAGER_FORKED);
    CHECK_JSON(text, "/code", "\"FORKED\"");
    swiftpager_free(text);
    for (size_t index = 0; index < COUNT_OF(loads); index++) {
        CHECK_STATUS(loads[index](family->pager, NULL, record_completion, &recorder, record_destroy, NULL, NULL),
                     SWIFTPAGER_FORKED);
    }
    CHECK_STATUS(swiftpager_pager_reset(family->pager), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_pager_can_load(family->pager, SWIFTPAGER_KIND_NEXT, &can_load), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_pager_state(family->pager, &text), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_pager_subscribe(family->pager, record_update, &recorder, record_destroy, NULL),
                 SWIFTPAGER_FORKED);
    CHECK_TEXT(recorder.history, "DDDDD");
    CHECK_STATUS(swiftpager_subscription_next(family->subscription, -1, &update), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_operation_wait(family->operation, -1, NULL), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_operation_close(family->operation), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_update_status(family->update), SWIFTPAGER_FORKED);
    CHECK(swiftpager_update_page(family->update, NULL) == NULL);
    CHECK_STATUS(swiftpager_update_retain(family->update), SWIFTPAGER_FORKED);
    CHECK(swiftpager_update_page_at(family->update, 0) == NULL);
    CHECK(swiftpager_update_error(family->update) == NULL);

    CHECK_STATUS(swiftpager_update_release(family->update), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_operation_release(family->operation), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_subscription_close(family->subscription), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_pager_release(family->pager), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_client_release(family->client), SWIFTPAGER_FORKED);
    CHECK_TEXT(swiftpager_status_name(SWIFTPAGER_FORKED), "FORKED");
}

static void release_null(void *context)
{
    (void)context;
    CHECK_OK(swiftpager_client_release(NULL));
    CHECK_OK(swiftpager_pager_release(NULL));
    CHECK_OK(swiftpager_subscription_release(NULL));
    CHECK_OK(swiftpager_operation_release(NULL));
    CHECK_OK(swiftpager_update_release(NULL));
}

static struct family make_family(void)
{
    struct family family = {0};
    static struct recorder recorder;
    family.pager = make_trouble_pager("/slow", "bad=2&ms=600", &family.client);
    subscribe_recorder(&recorder, family.pager);
    CHECK_RUN(swiftpager_pager_fetch, family.pager, NULL, SWIFTPAGER_OK);
    family.update = newest_update(&recorder);
    REQUIRE_OK(swiftpager_pager_subscribe(family.pager, NULL, NULL, NULL, &family.subscription));
    /* In flight while the child is made and ends. */
    family.operation = start(swiftpager_pager_load_next, family.pager, NULL);
    CHECK(wait_for_requests(2));
    return family;
}

TEST(a_child_is_told_that_it_was_forked_and_the_parent_goes_on)
{
    struct family family = make_family();
    CHECK_INTEGER(run_in_child(use_handles_of_the_parent, &family), 0);
    CHECK_OK(swiftpager_operation_wait(family.operation, -1, NULL));
    CHECK_STATE(family.pager, "/pages_held", "2");
    CHECK_PAGE(swiftpager_update_page(family.update, NULL), 1);
    CHECK_OK(swiftpager_operation_release(family.operation));
    CHECK_OK(swiftpager_subscription_close(family.subscription));
    CHECK_OK(swiftpager_subscription_release(family.subscription));
    CHECK_OK(swiftpager_pager_release(family.pager));
    CHECK_OK(swiftpager_client_release(family.client));
    CHECK_INTEGER(run_in_child(use_handles_of_the_parent, &family), 0);
}

TEST(a_child_may_release_null)
{
    struct family family = make_family();
    CHECK_INTEGER(run_in_child(release_null, NULL), 0);
    CHECK_OK(swiftpager_client_release(family.client));
}

static void exit_normally(void *context)
{
    (void)context;
    exit(0);
}

TEST(a_child_may_exit)
{
    struct family family = make_family();
    CHECK_INTEGER(run_in_child(exit_normally, NULL), 0);
    CHECK_OK(swiftpager_operation_wait(family.operation, -1, NULL));
    CHECK_OK(swiftpager_client_release(family.client));
}

/* A walk with a client of this process's own. */
static void walk(void *context)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    (void)context;
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "50");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_child_of_a_process_that_has_not_used_the_library_may_use_it)
{
    CHECK_TEXT(swiftpager_status_name(SWIFTPAGER_OK), "OK");
    CHECK_OK(swiftpager_pager_release(NULL));
    CHECK_INTEGER(run_in_child(walk, NULL), 0);
    walk(NULL);
}

/* A child's own client beside the parent's handles, before and after they were refused. */
static void walk_beside_the_parent(void *family)
{
    alarm(60);
    walk(NULL);
    use_handles_of_the_parent(family);
    walk(NULL);
}

TEST(a_child_walks_with_a_client_of_its_own_while_the_parent_walks)
{
    struct family family = make_family();
    CHECK_INTEGER(run_in_child(walk_beside_the_parent, &family), 0);
    CHECK_OK(swiftpager_operation_wait(family.operation, -1, NULL));
    CHECK_STATE(family.pager, "/pages_held", "2");
    CHECK_PAGE(swiftpager_update_page(family.update, NULL), 1);
    CHECK_INTEGER(run_in_child(walk_beside_the_parent, &family), 0);
    CHECK_OK(swiftpager_client_release(family.client));
}

/* A family of the child's own, whose handles and those of the parent are both the parent's to the grandchild. */
static void walk_in_a_grandchild(void *family)
{
    alarm(60);
    use_handles_of_the_parent(family);
    struct family own = make_family();
    CHECK(own.client != ((struct family *)family)->client);
    CHECK_INTEGER(run_in_child(walk_beside_the_parent, family), 0);
    CHECK_INTEGER(run_in_child(walk_beside_the_parent, &own), 0);
    CHECK_OK(swiftpager_operation_wait(own.operation, -1, NULL));
    CHECK_OK(swiftpager_client_release(own.client));
}

TEST(a_grandchild_walks_with_a_client_of_its_own)
{
    struct family family = make_family();
    CHECK_INTEGER(run_in_child(walk_in_a_grandchild, &family), 0);
    CHECK_OK(swiftpager_operation_wait(family.operation, -1, NULL));
    CHECK_OK(swiftpager_client_release(family.client));
}

struct forking {
    swiftpager_client *client;
    pid_t child;
    int destroyed;
};

static void fork_in_a_callback(void *user_data, const swiftpager_update *update)
{
    struct forking *forking = user_data;
    CHECK_INTEGER(swiftpager_update_page_count(update), 1);
    forking->child = fork();
    if (forking->child != 0) return;
    alarm(60);
    CHECK_INTEGER(swiftpager_update_page_count(update), 0);
    /* Inside the parent's callback, and not inside one of the child's. */
    walk(NULL);
}

static void count_destroy(void *user_data)
{
    struct forking *forking = user_data;
    forking->destroyed++;
}

TEST(a_callback_that_returns_in_a_child_ends_the_parents_call_there)
{
    struct forking forking = {0};
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &forking.client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, fork_in_a_callback, &forking, count_destroy, NULL));
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    swiftpager_status status = swiftpager_operation_wait(operation, -1, NULL);
    if (forking.child == 0) {
        CHECK_STATUS(status, SWIFTPAGER_FORKED);
        CHECK_STATUS(swiftpager_client_release(forking.client), SWIFTPAGER_FORKED);
        CHECK_INTEGER(forking.destroyed, 0);
        walk(NULL);
        _exit(failed_check_count());
    }
    CHECK_OK(status);
    CHECK_INTEGER(exit_code_of(forking.child), 0);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(forking.client));
    CHECK_INTEGER(forking.destroyed, 1);
}

static atomic_int is_over;

static void *walk_until_over(void *context)
{
    while (!is_over) walk(context);
    return NULL;
}

TEST(children_made_while_other_threads_are_inside_the_library_do_not_hang)
{
    struct family family = make_family();
    pthread_t threads[3];
    for (size_t index = 0; index < COUNT_OF(threads); index++) {
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, walk_until_over, NULL), 0);
    }
    for (int round = 0; round < 20; round++) CHECK_INTEGER(run_in_child(walk_beside_the_parent, &family), 0);
    is_over = 1;
    for (size_t index = 0; index < COUNT_OF(threads); index++) pthread_join(threads[index], NULL);
    CHECK_OK(swiftpager_client_release(family.client));
}

static void *walk_once(void *context)
{
    walk(context);
    return NULL;
}

/* A process that uses the library for the first time, and makes children while it does. */
static void make_children_at_first_use(void *context)
{
    pthread_t thread;
    pid_t children[10];
    const struct timespec pause = {.tv_nsec = 700000};
    REQUIRE_INTEGER(pthread_create(&thread, NULL, walk_once, context), 0);
    for (size_t index = 0; index < COUNT_OF(children); index++) {
        nanosleep(&pause, NULL);
        children[index] = fork();
        REQUIRE(children[index] >= 0);
        if (children[index] != 0) continue;
        alarm(20);
        const int before = failed_check_count();
        walk(context);
        _exit(failed_check_count() - before);
    }
    pthread_join(thread, NULL);
    for (size_t index = 0; index < COUNT_OF(children); index++) CHECK_INTEGER(exit_code_of(children[index]), 0);
}

TEST(children_made_while_another_thread_uses_the_library_for_the_first_time_do_not_hang)
{
    for (int round = 0; round < round_count(8, 100); round++) {
        CHECK_INTEGER(run_in_child(make_children_at_first_use, NULL), 0);
    }
}

static sem_t is_inside, may_return;

static void stay_inside(void *user_data, const swiftpager_update *update)
{
    (void)user_data, (void)update;
    sem_post(&is_inside);
    while (sem_wait(&may_return) != 0) continue;
}

static void *wait_for_cancel(void *operation)
{
    sem_post(&is_inside);
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    return NULL;
}

static void *wait_for_end(void *operation)
{
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    return NULL;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

TEST(a_fork_does_not_wait_for_threads_that_sleep_or_run_a_callback)
{
    swiftpager_client *clients[2] = {NULL, NULL};
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &clients[0]);
    swiftpager_pager *gated = make_trouble_pager("/gated", NULL, &clients[1]);
    pthread_t threads[2];
    REQUIRE_INTEGER(sem_init(&is_inside, 0, 0), 0);
    REQUIRE_INTEGER(sem_init(&may_return, 0, 0), 0);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, stay_inside, NULL, NULL, NULL));
    swiftpager_operation *loading = start(swiftpager_pager_fetch, pager, NULL);
    swiftpager_operation *waiting = start(swiftpager_pager_fetch, gated, NULL);
    REQUIRE_INTEGER(pthread_create(&threads[0], NULL, wait_for_end, loading), 0);
    REQUIRE_INTEGER(pthread_create(&threads[1], NULL, wait_for_cancel, waiting), 0);
    for (int count = 0; count < 2; count++) REQUIRE_INTEGER(sem_wait(&is_inside), 0);

    /* A fork that waited for one of them would take 1 s. */
    const double begin = seconds_now();
    for (int round = 0; round < 50; round++) CHECK_INTEGER(run_in_child(release_null, NULL), 0);
    CHECK(seconds_now() - begin < 50 * 0.1);

    sem_post(&may_return);
    CHECK_OK(swiftpager_operation_close(waiting));
    for (size_t index = 0; index < COUNT_OF(threads); index++) {
        pthread_join(threads[index], NULL);
        CHECK_OK(swiftpager_client_release(clients[index]));
    }
}

/* A fork that waited for a thread that is not inside, or is counted twice, would take 1 s each time. A thread that
 * waited for a fork that is over would take 2 s. */
static void fork_often(void)
{
    const double begin = seconds_now();
    for (int round = 0; round < 30; round++) {
        CHECK_INTEGER(run_in_child(release_null, NULL), 0);
        CHECK_OK(swiftpager_client_release(NULL));
    }
    CHECK(seconds_now() - begin < 30 * 0.1);
}

static void fork_often_and_walk(void *context)
{
    alarm(60);
    fork_often();
    walk(context);
    fork_often();
}

static void fork_often_in_a_callback(void *user_data, const swiftpager_update *update)
{
    CHECK_INTEGER(swiftpager_update_page_count(update), 1);
    fork_often();
    CHECK_INTEGER(run_in_child(fork_often_and_walk, NULL), 0);
    CHECK_INTEGER(swiftpager_update_page_count(update), 1);
    (*(int *)user_data)++;
}

static void fork_in_a_destroy_function(void *user_data)
{
    fork_often();
    (*(int *)user_data)++;
}

TEST(forks_in_callbacks_leave_no_trace_in_later_forks_of_parent_and_child)
{
    int calls = 0;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, fork_often_in_a_callback, &calls, fork_in_a_destroy_function, NULL));
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    fork_often();
    CHECK_INTEGER(run_in_child(fork_often_and_walk, NULL), 0);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_INTEGER(calls, 2);
    fork_often();
}

static void use_handles_for_a_while(void *family)
{
    alarm(20);
    use_handles_of_the_parent(family);
}

/* Uses the library as process 1 of its PID namespace, and then in a child that is process 1 of another one. */
static void fork_into_a_namespace(void *context)
{
    (void)context;
    /* The library would hang in the grandchild if it took it for its home. */
    alarm(20);
    struct family family = make_family();
    CHECK_INTEGER(getpid(), 1);
    REQUIRE_INTEGER(unshare(CLONE_NEWPID), 0);
    CHECK_INTEGER(run_in_child(use_handles_for_a_while, &family), 0);
    _exit(failed_check_count());
}

TEST(a_child_in_a_pid_namespace_of_its_own_is_told_that_it_was_forked)
{
    if (unshare(CLONE_NEWPID) != 0) {
        fprintf(stderr, "  not checked: this user may not make PID namespaces\n");
        return;
    }
    CHECK_INTEGER(run_in_child(fork_into_a_namespace, NULL), 0);
}
