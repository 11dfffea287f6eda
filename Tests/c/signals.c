/* The option "interruptible" of a client: a signal handler that runs on a thread ends the wait of that thread. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "pulled.h"
#include "servers.h"

#include <swiftpager_arrow.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

#define INTERRUPTIBLE "\"interruptible\": true"

static atomic_int handled;

static void handle(int number)
{
    (void)number;
    atomic_fetch_add(&handled, 1);
}

/* With SA_RESTART the kernel goes on with most system calls that a handler has interrupted. */
static void install_handler(int number)
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    REQUIRE_INTEGER(sigaction(number, &action, NULL), 0);
}

/* What the waits are for: none of it comes. */
static swiftpager_operation *waited, *pulled, *streamed;
static swiftpager_subscription *subscription;
static struct ArrowArrayStream stream;

static void wait_for_operation(swiftpager_client *client, int timeout_ms, bool is_interrupted)
{
    char *error = NULL;
    (void)client;
    CHECK_STATUS(swiftpager_operation_wait(waited, timeout_ms, &error),
                 is_interrupted ? SWIFTPAGER_INTERRUPTED : SWIFTPAGER_TIMEOUT);
    CHECK_JSON(error, "/code", is_interrupted ? "\"INTERRUPTED\"" : "\"TIMEOUT\"");
    swiftpager_free(error);
}

static void pull_operation(swiftpager_client *client, int timeout_ms, bool is_interrupted)
{
    swiftpager_update *update = NULL;
    char *error = NULL;
    (void)client;
    CHECK_STATUS(swiftpager_operation_next(pulled, timeout_ms, &update, &error),
                 is_interrupted ? SWIFTPAGER_INTERRUPTED : SWIFTPAGER_TIMEOUT);
    CHECK(error == NULL && update == NULL);
}

static void pull_subscription(swiftpager_client *client, int timeout_ms, bool is_interrupted)
{
    swiftpager_update *update = NULL;
    (void)client;
    CHECK_STATUS(swiftpager_subscription_next(subscription, timeout_ms, &update),
                 is_interrupted ? SWIFTPAGER_INTERRUPTED : SWIFTPAGER_TIMEOUT);
}

static void dispatch(swiftpager_client *client, int timeout_ms, bool is_interrupted)
{
    uint32_t count = 7;
    (void)is_interrupted;
    CHECK_OK(swiftpager_client_dispatch(client, timeout_ms, 0, &count));
    CHECK_INTEGER(count, 0);
}

static void wait_for_stream(swiftpager_client *client, int timeout_ms, bool is_interrupted)
{
    (void)client;
    CHECK_STATUS(swiftpager_operation_arrow_wait(streamed, timeout_ms, NULL),
                 is_interrupted ? SWIFTPAGER_INTERRUPTED : SWIFTPAGER_TIMEOUT);
}

/* Has no limit of its own. */
static void read_stream(swiftpager_client *client, int timeout_ms, bool is_interrupted)
{
    struct ArrowArray array;
    (void)client, (void)timeout_ms, (void)is_interrupted;
    CHECK_INTEGER(stream.get_next(&stream, &array), EINTR);
}

typedef void wait_function(swiftpager_client *client, int timeout_ms, bool is_interrupted);
static wait_function *const waits[] = {
    wait_for_operation, pull_operation, pull_subscription, dispatch, wait_for_stream, read_stream};
enum { LIMITED_WAITS = COUNT_OF(waits) - 1 };

/* The waits of one client, and what they wait for. */
static void with_waits(swiftpager_client *client, void (*check)(swiftpager_client *client))
{
    swiftpager_pager *pagers[3];
    for (size_t index = 0; index < COUNT_OF(pagers); index++) pagers[index] = make_pager(client, ITEMS_QUERY, "");
    waited = start(swiftpager_pager_fetch, pagers[0], NULL);
    pulled = start(swiftpager_pager_fetch, pagers[1], PULL);
    streamed = start(swiftpager_pager_fetch, pagers[2], PULL);
    REQUIRE_OK(swiftpager_operation_arrow(streamed, NULL, false, &stream, NULL));
    REQUIRE_OK(swiftpager_pager_subscribe(pagers[0], NULL, NULL, NULL, &subscription));
    /* What a host sends, it sends now: no wait runs a callback. */
    (void)dispatch_waiting(client);
    check(client);
    stream.release(&stream);
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_operation_release(waited));
    CHECK_OK(swiftpager_operation_release(pulled));
    CHECK_OK(swiftpager_operation_release(streamed));
    for (size_t index = 0; index < COUNT_OF(pagers); index++) CHECK_OK(swiftpager_pager_release(pagers[index]));
    CHECK_OK(swiftpager_client_release(client));
}

struct waiter {
    swiftpager_client *client;
    wait_function *wait;
    pthread_t thread;
    atomic_bool has_returned;
};

static void *run_wait(void *user_data)
{
    struct waiter *waiter = user_data;
    waiter->wait(waiter->client, -1, true);
    atomic_store(&waiter->has_returned, true);
    return NULL;
}

static void begin(struct waiter *waiter)
{
    atomic_store(&waiter->has_returned, false);
    REQUIRE_INTEGER(pthread_create(&waiter->thread, NULL, run_wait, waiter), 0);
}

/* Sends signals to the thread until its wait has ended: one that comes before the wait does not end it. */
static void interrupt(struct waiter *waiter)
{
    const struct timespec pause = {0, 1000000};
    while (!atomic_load(&waiter->has_returned)) {
        CHECK_INTEGER(pthread_kill(waiter->thread, SIGUSR1), 0);
        nanosleep(&pause, NULL);
    }
    pthread_join(waiter->thread, NULL);
}

/* The thread that waits drives the transfers. */
static void interrupt_one_after_the_other(swiftpager_client *client)
{
    for (size_t index = 0; index < COUNT_OF(waits); index++) {
        struct waiter waiter = {.client = client, .wait = waits[index]};
        begin(&waiter);
        interrupt(&waiter);
    }
}

/* One thread drives, and the others wait beside it. Each is interrupted, and none of the others with it. */
static void interrupt_one_of_several(swiftpager_client *client)
{
    struct waiter waiters[LIMITED_WAITS];
    for (size_t index = 0; index < LIMITED_WAITS; index++) {
        waiters[index] = (struct waiter){.client = client, .wait = waits[index]};
        begin(&waiters[index]);
    }
    wait_a_moment();
    for (size_t index = LIMITED_WAITS; index > 0; index--) {
        interrupt(&waiters[index - 1]);
        for (size_t other = 0; other + 1 < index; other++) CHECK(!atomic_load(&waiters[other].has_returned));
    }
}

static void on_each_place_to_wait(void (*check)(swiftpager_client *client))
{
    struct host host = {.keeps = true, .answers_cancels = true};
    install_handler(SIGUSR1);
    with_waits(make_client_with(trouble_url("/stall", "bad=1"), INTERRUPTIBLE), check);
    /* A host's transport: threads only sleep. */
    with_waits(make_host_client(&host, INTERRUPTIBLE), check);
}

TEST(a_signal_ends_every_kind_of_wait)
{
    on_each_place_to_wait(interrupt_one_after_the_other);
}

TEST(a_signal_ends_the_wait_of_its_thread_and_no_other)
{
    on_each_place_to_wait(interrupt_one_of_several);
}

/* Signals reach this thread by a timer, while it waits. */
static void set_timer(int milliseconds)
{
    const struct itimerval timer = {.it_interval = {0, milliseconds * 1000}, .it_value = {0, milliseconds * 1000}};
    REQUIRE_INTEGER(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

static void wait_under_a_timer(swiftpager_client *client)
{
    set_timer(5);
    for (size_t index = 0; index < COUNT_OF(waits); index++) waits[index](client, -1, true);
    set_timer(0);
}

TEST(a_timer_ends_every_kind_of_wait)
{
    struct host host = {.keeps = true, .answers_cancels = true};
    install_handler(SIGALRM);
    with_waits(make_client_with(trouble_url("/stall", "bad=1"), INTERRUPTIBLE), wait_under_a_timer);
    with_waits(make_host_client(&host, INTERRUPTIBLE), wait_under_a_timer);
}

/* Without the option, or on another thread, signals change nothing: each wait takes its time. */
static void wait_in_vain(swiftpager_client *client)
{
    const int before = atomic_load(&handled);
    for (size_t index = 0; index < LIMITED_WAITS; index++) waits[index](client, 50, false);
    CHECK(atomic_load(&handled) > before);
}

static void wait_under_a_timer_in_vain(swiftpager_client *client)
{
    set_timer(5);
    wait_in_vain(client);
    set_timer(0);
}

TEST(without_the_option_a_signal_ends_no_wait)
{
    struct host host = {.keeps = true, .answers_cancels = true};
    install_handler(SIGALRM);
    with_waits(make_client(trouble_url("/stall", "bad=1")), wait_under_a_timer_in_vain);
    with_waits(make_host_client(&host, "\"interruptible\": false"), wait_under_a_timer_in_vain);
}

static atomic_bool is_over;

/* The kernel gives the timer's signals to this thread, because the one that waits blocks them. */
static void *take_signals(void *unused)
{
    const struct timespec pause = {0, 1000000};
    (void)unused;
    while (!atomic_load(&is_over)) nanosleep(&pause, NULL);
    return NULL;
}

TEST(a_signal_on_another_thread_ends_no_wait)
{
    pthread_t thread;
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    install_handler(SIGALRM);
    REQUIRE_INTEGER(pthread_create(&thread, NULL, take_signals, NULL), 0);
    REQUIRE_INTEGER(pthread_sigmask(SIG_BLOCK, &alarms, NULL), 0);
    with_waits(make_client_with(trouble_url("/stall", "bad=1"), INTERRUPTIBLE), wait_under_a_timer_in_vain);
    atomic_store(&is_over, true);
    pthread_join(thread, NULL);
}

/* Pulls a walk under a fast timer. Returns how often a signal ended a wait. */
static int walk_under_a_timer(const char *more, int pages)
{
    char options[64];
    int interruptions = 0, page = 1;
    snprintf(options, sizeof options, "pages=%d&bad=0&ms=3", pages);
    swiftpager_client *client = make_client_with(trouble_url("/slow", options), more);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *walk = start_walk(pager, NULL);
    set_timer(1);
    while (page <= pages) {
        swiftpager_update *update = NULL;
        swiftpager_status status = swiftpager_operation_next(walk, -1, &update, NULL);
        if (status == SWIFTPAGER_INTERRUPTED) {
            interruptions++;
            continue;
        }
        REQUIRE_OK(status);
        CHECK_PAGE(swiftpager_update_page(update, NULL), page++);
        CHECK_OK(swiftpager_update_release(update));
    }
    set_timer(0);
    expect_end(walk, SWIFTPAGER_OK);
    release_pulled(walk, pager, client);
    return interruptions;
}

TEST(what_a_wait_was_for_goes_on_after_a_signal)
{
    install_handler(SIGALRM);
    int interruptions = 0;
    // On a busy machine, the signals of a short walk may all come between its waits.
    for (int walks = 0; walks < 50 && interruptions == 0; walks++)
        interruptions = walk_under_a_timer(INTERRUPTIBLE, 40);
    CHECK(interruptions > 0);
    CHECK_INTEGER(walk_under_a_timer("\"interruptible\": false", 40), 0);
}

TEST(the_signal_mask_of_a_thread_is_the_same_after_a_wait)
{
    sigset_t before, after;
    swiftpager_update *update = NULL;
    install_handler(SIGALRM);
    swiftpager_client *client = make_client_with(trouble_url("/good", NULL), INTERRUPTIBLE);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    sigemptyset(&before);
    sigaddset(&before, SIGUSR2);
    REQUIRE_INTEGER(pthread_sigmask(SIG_BLOCK, &before, NULL), 0);
    swiftpager_operation *walk = start_walk(pager, NULL);
    for (int page = 1; page <= 5; page++) expect_page(walk, page);
    REQUIRE_INTEGER(pthread_sigmask(SIG_BLOCK, NULL, &after), 0);
    for (int number = 1; number < 32; number++) {
        CHECK_INTEGER(sigismember(&after, number), number == SIGUSR2 ? 1 : 0);
    }
    CHECK_OK(swiftpager_operation_next(walk, -1, &update, NULL));
    release_pulled(walk, pager, client);
}
