/* A thread asks for the descriptor of a handle while another one releases the handle: nothing stays behind. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "pulled.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_bool has_a_rival;
static pthread_t rival;
static swiftpager_status (*release_it)(void);
static swiftpager_subscription *subscription;
static swiftpager_operation *operation;

static atomic_bool rival_runs;

static void *release_on_another_thread(void *unused)
{
    (void)unused;
    atomic_store(&rival_runs, true);
    CHECK_OK(release_it());
    return NULL;
}

/* The library calls this one, for a program's own functions come before those of its libraries. */
int eventfd(unsigned int count, int flags);
int eventfd(unsigned int count, int flags)
{
    union {
        void *found;
        int (*make)(unsigned int count, int flags);
    } next = {.found = dlsym(RTLD_NEXT, "eventfd")};
    if (atomic_exchange(&has_a_rival, false)) {
        atomic_store(&rival_runs, false);
        REQUIRE_INTEGER(pthread_create(&rival, NULL, release_on_another_thread, NULL), 0);
        while (!atomic_load(&rival_runs)) sched_yield();
        /* It comes as far as it can: to the lock that this thread holds. */
        for (int turn = 0; turn < 20; turn++) sched_yield();
    }
    return next.make(count, flags);
}

static swiftpager_status release_subscription(void)
{
    return swiftpager_subscription_release(subscription);
}

static swiftpager_status release_operation(void)
{
    return swiftpager_operation_release(operation);
}

TEST(a_descriptor_that_is_made_during_the_release_is_closed)
{
    for (int round = 0; round < round_count(40, 10000) && failed_check_count() == 0; round++) {
        const bool is_subscription = round % 2 == 0;
        struct host host = {.keeps = true};
        int fd = -1;
        swiftpager_client *client = make_host_client(&host, "");
        swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
        release_it = is_subscription ? release_subscription : release_operation;
        REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
        operation = start(swiftpager_pager_fetch, pager, PULL);
        atomic_store(&has_a_rival, true);
        swiftpager_status status = is_subscription ? swiftpager_subscription_fd(subscription, &fd)
                                                   : swiftpager_operation_fd(operation, &fd);
        if (status != SWIFTPAGER_OK) CHECK_STATUS(status, SWIFTPAGER_INVALID_HANDLE);
        CHECK(!atomic_load(&has_a_rival));
        REQUIRE_INTEGER(pthread_join(rival, NULL), 0);
        CHECK_INTEGER(fcntl(fd, F_GETFD), -1);
        CHECK_OK(is_subscription ? swiftpager_operation_release(operation)
                                 : swiftpager_subscription_release(subscription));
        CHECK_OK(swiftpager_pager_release(pager));
        CHECK_OK(swiftpager_client_release(client));
        CHECK_INTEGER(host.destroy_count, 1);
    }
}
