/* Authorizers that take the place of each other while requests ask: none is called after its destroy. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "processes.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

/* The user data of one authorizer. */
struct place {
    atomic_bool is_destroyed;
};

static atomic_int asked, destroyed;
static atomic_bool is_over;
static struct host host;

static void answer(void *user_data, swiftpager_authorization *question, const char *reason)
{
    struct place *place = user_data;
    (void)reason;
    atomic_fetch_add(&asked, 1);
    CHECK(!atomic_load(&place->is_destroyed));
    CHECK_OK(swiftpager_authorization_complete(question, NULL));
}

static void leave_unanswered(void *user_data, swiftpager_authorization *question, const char *reason)
{
    (void)user_data, (void)question, (void)reason;
}

static void destroy_place(void *user_data)
{
    struct place *place = user_data;
    CHECK(!atomic_exchange(&place->is_destroyed, true));
    atomic_fetch_add(&destroyed, 1);
}

static void *ask_again_and_again(void *client)
{
    while (!atomic_load(&is_over)) {
        swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
        CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
        CHECK_OK(swiftpager_pager_release(pager));
    }
    return NULL;
}

TEST(no_authorizer_is_asked_after_its_destroy)
{
    const int count = round_count(1500, 500000);
    struct place *places = calloc((size_t)count, sizeof *places);
    pthread_t threads[3];
    REQUIRE(places != NULL);
    swiftpager_client *client = make_host_client(&host, "");
    for (size_t index = 0; index < COUNT_OF(threads); index++)
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, ask_again_and_again, client), 0);
    for (int number = 0; number < count && failed_check_count() == 0; number++) {
        const int before = atomic_load(&asked);
        CHECK_OK(swiftpager_client_set_authorizer(client, answer, &places[number], destroy_place, NULL));
        /* One that comes at once leaves no request the time to ask. */
        for (int turn = 0; turn < 5 && atomic_load(&asked) == before; turn++) sched_yield();
    }
    CHECK_OK(swiftpager_client_set_authorizer(client, NULL, NULL, NULL, NULL));
    atomic_store(&is_over, true);
    for (size_t index = 0; index < COUNT_OF(threads); index++) REQUIRE_INTEGER(pthread_join(threads[index], NULL), 0);
    CHECK(atomic_load(&asked) > 0);
    CHECK_OK(swiftpager_client_release(client));
    if (failed_check_count() == 0) CHECK_INTEGER(atomic_load(&destroyed), count);
    free(places);
}

static void *replace_many_times(void *client)
{
    for (int number = 0; number < 4000; number++)
        CHECK_OK(swiftpager_client_set_authorizer(client, leave_unanswered, NULL, NULL, NULL));
    CHECK_OK(swiftpager_client_close(client, 0));
    return NULL;
}

/* On a stack of 128 KiB: it grew with each authorizer. */
TEST(a_request_can_wait_for_any_number_of_authorizers)
{
    swiftpager_client *client = make_host_client(&host, "");
    CHECK_OK(swiftpager_client_set_authorizer(client, leave_unanswered, NULL, NULL, NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, NULL);
    run_on_a_stack_of(128 * 1024, replace_many_times, client);
    CHECK_STATUS(swiftpager_operation_wait(fetch, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_operation_release(fetch));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_INTEGER(host.request_count, 0);
}
