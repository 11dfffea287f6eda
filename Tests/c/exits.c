/* The end of the process, and what the process does with signals. */
#include "harness.h"
#include "pagers.h"
#include "processes.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static struct recorder recorder;

/* Begins work that does not end by itself, with callbacks that wait. */
static swiftpager_client *leave_work_in_flight(void)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=3", &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, record_destroy, NULL));
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, record_completion, &recorder, record_destroy, NULL, NULL));
    CHECK(wait_for_requests(2));
    return client;
}

static void exit_with_work(void *context)
{
    (void)context;
    leave_work_in_flight();
    exit(failed_check_count());
}

TEST(exit_with_work_in_flight_is_clean)
{
    for (int round = 0; round < 10; round++) CHECK_INTEGER(run_in_child(exit_with_work, NULL), 0);
}

static void exit_inside_update(void *user_data, const swiftpager_update *update)
{
    (void)user_data, (void)update;
    exit(0);
}

static void exit_inside_a_callback(void *context)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    (void)context;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, exit_inside_update, NULL, NULL, NULL));
    run(swiftpager_pager_load_all, pager, NULL, NULL);
    exit(1);
}

TEST(exit_inside_a_callback_is_clean)
{
    CHECK_INTEGER(run_in_child(exit_inside_a_callback, NULL), 0);
}

static void *dispatch_for_ever(void *client)
{
    while (swiftpager_client_dispatch(client, -1, 0, NULL) == SWIFTPAGER_OK) continue;
    return NULL;
}

static void exit_while_dispatching(void *context)
{
    pthread_t thread;
    (void)context;
    swiftpager_client *client = leave_work_in_flight();
    REQUIRE_INTEGER(pthread_create(&thread, NULL, dispatch_for_ever, client), 0);
    CHECK(wait_for_requests(3));
    exit(failed_check_count());
}

TEST(exit_while_another_thread_dispatches_is_clean)
{
    CHECK_INTEGER(run_in_child(exit_while_dispatching, NULL), 0);
}

static swiftpager_client *client_to_release;

static void release_at_exit(void)
{
    swiftpager_client_release(client_to_release);
}

static void release_in_atexit(void *context)
{
    (void)context;
    atexit(release_at_exit);
    client_to_release = leave_work_in_flight();
    exit(failed_check_count());
}

TEST(a_client_may_be_released_by_an_exit_handler)
{
    CHECK_INTEGER(run_in_child(release_in_atexit, NULL), 0);
}

static pthread_t handler_thread;
static volatile sig_atomic_t handler_calls;

static void note_signal(int number)
{
    (void)number;
    handler_thread = pthread_self();
    handler_calls = handler_calls + 1;
}

TEST(signal_handlers_of_the_host_do_not_run_on_the_librarys_thread)
{
    sigset_t all, before;
    struct sigaction action = {0};
    action.sa_handler = note_signal;
    const int numbers[] = {SIGINT, SIGTERM, SIGUSR1, SIGCHLD, SIGPIPE};
    swiftpager_client *client = leave_work_in_flight();
    for (size_t index = 0; index < COUNT_OF(numbers); index++) sigaction(numbers[index], &action, NULL);
    /* With this thread closed to it, a signal could only go to a thread of the library. */
    sigfillset(&all);
    REQUIRE_INTEGER(pthread_sigmask(SIG_SETMASK, &all, &before), 0);
    for (size_t index = 0; index < COUNT_OF(numbers); index++) kill(getpid(), numbers[index]);
    wait_a_moment();
    CHECK_INTEGER(handler_calls, 0);
    REQUIRE_INTEGER(pthread_sigmask(SIG_SETMASK, &before, NULL), 0);
    CHECK_INTEGER(handler_calls, COUNT_OF(numbers));
    CHECK(pthread_equal(handler_thread, pthread_self()));
    CHECK_OK(swiftpager_client_release(client));
}

static void *interrupt_later(void *context)
{
    wait_a_moment();
    kill(getpid(), SIGINT);
    (void)context;
    return NULL;
}

TEST(a_handler_runs_while_the_host_waits_and_the_wait_goes_on)
{
    pthread_t thread;
    sigset_t interrupt;
    struct sigaction action = {0};
    action.sa_handler = note_signal;
    sigaction(SIGINT, &action, NULL);
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/slow", "bad=1&ms=1000", &client);
    /* Blocked while the thread is made, so that the signal can only come here. */
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, NULL);
    REQUIRE_INTEGER(pthread_create(&thread, NULL, interrupt_later, NULL), 0);
    pthread_sigmask(SIG_UNBLOCK, &interrupt, NULL);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(handler_calls, 1);
    CHECK(pthread_equal(handler_thread, pthread_self()));
    pthread_join(thread, NULL);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_connection_that_breaks_raises_no_sigpipe)
{
    struct sigaction action = {0};
    action.sa_handler = note_signal;
    sigaction(SIGPIPE, &action, NULL);
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/connection-reset", "bad=1", &client);
    for (int round = 0; round < 5; round++) CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_NETWORK);
    CHECK_INTEGER(handler_calls, 0);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
