/* pthread_cancel() of a thread that calls the library: each function, again and again, with arguments that it takes. */
#define _GNU_SOURCE
#include "harness.h"
#include "storm/call.h"
#include "storm/host.h"
#include "storm/scene.h"
#include "storm/streams.h"

#include <pthread.h>
#include <unistd.h>

struct victim {
    struct actor actor;
    const struct drawn_function *function;
    uint64_t seed;
    atomic_bool is_calling;
};

/* A cancel may come inside a call of the library, and between two rounds; not where this program has a lock. */
static void *call_again_and_again(void *argument)
{
    struct victim *victim = argument;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    become_actor(&victim->actor, victim->seed, 0);
    victim->actor.manners = GOOD_ARGUMENTS;
    victim->actor.is_cancellable = true;
    while (true) {
        fill_pools(&victim->actor);
        atomic_store(&victim->is_calling, true);
        make_call(&victim->actor, victim->function);
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
        pthread_testcancel();
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    }
    return NULL;
}

static void cancel_a_caller_of(const struct drawn_function *function, int round)
{
    static struct victim victim;
    pthread_t thread;
    void *result = NULL;
    memset(&victim, 0, sizeof victim);
    victim.function = function;
    victim.seed = (uint64_t)round * 1000 + (uint64_t)(function - drawn_functions);
    REQUIRE_INTEGER(pthread_create(&thread, NULL, call_again_and_again, &victim), 0);
    while (!atomic_load(&victim.is_calling)) usleep(10);
    usleep((useconds_t)(victim.seed * 337 % 3000));
    pthread_cancel(thread);
    REQUIRE_INTEGER(pthread_join(thread, &result), 0);
    if (result != PTHREAD_CANCELED) report_failure(__FILE__, __LINE__, "%s was not cancelled", function->name);
}

/* Whether a client is open; this thread then has all of it. */
static bool can_walk(swiftpager_client *client, const struct drawn_function *function)
{
    int pages = 0;
    /* The cancelled thread may have set one, whose questions no thread answers any more. */
    swiftpager_client_set_authorizer(client, NULL, NULL, NULL, NULL);
    swiftpager_status status = walk_a_list(client, &pages);
    if (status != SWIFTPAGER_CLOSED && (status != SWIFTPAGER_OK || pages != PAGES_OF_THE_LIST)) {
        report_failure(__FILE__, __LINE__, "after a cancel in %s a walk had %d pages and ended with %s", function->name,
                       pages, swiftpager_status_name(status));
    }
    return status != SWIFTPAGER_CLOSED;
}

/* Uses a client that the cancelled thread may have used. */
static void use_a_client(const struct drawn_function *function, struct dice *dice)
{
    for (swiftpager_client *client; (client = take_from_pool(CLIENTS, dice)) != NULL;) {
        if (can_walk(client, function)) {
            add_to_pool(CLIENTS, client);
            return;
        }
        CHECK_OK(swiftpager_client_release(client));
    }
}

TEST(a_thread_that_is_cancelled_in_any_function_leaves_a_client_that_works)
{
    const int rounds = round_count(2, 200);
    static struct actor own = {.manners = GOOD_ARGUMENTS};
    become_actor(&own, 1, 1);
    /* Callbacks on threads of the library would make clients of other lists. */
    set_other_actors(1, GOOD_ARGUMENTS);
    make_folder();
    for (size_t index = 0; index < drawn_function_count; index++) {
        for (int round = 0; round < rounds; round++) {
            cancel_a_caller_of(&drawn_functions[index], round);
            use_a_client(&drawn_functions[index], &own.dice);
        }
    }
    /* A cancel waits in callbacks, too. */
    CHECK(callback_count() > 0);
    while (release_streams() || empty_pools()) continue;
    check_tickets();
    remove_folder();
}
