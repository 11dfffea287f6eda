/* Two threads that end the same things at the same moment: user_data is given back once all the same. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>
#include <stdatomic.h>

#define ROUNDS 1500
#define SUBSCRIPTIONS 16

/* What the two threads of a round work on. */
struct round {
    pthread_barrier_t start;
    swiftpager_client *client;
    swiftpager_pager *pager;
    swiftpager_subscription *subscriptions[SUBSCRIPTIONS];
    atomic_int destroyed;
};

static void count_destroy(void *user_data)
{
    struct round *round = user_data;
    atomic_fetch_add(&round->destroyed, 1);
}

static void ignore_update(void *user_data, const swiftpager_update *update)
{
    (void)user_data, (void)update;
}

static void *release_client(void *user_data)
{
    struct round *round = user_data;
    pthread_barrier_wait(&round->start);
    CHECK_OK(swiftpager_client_release(round->client));
    return NULL;
}

/* Lets one thread release the client while this one ends the subscriptions. */
static void race(bool with_pager, bool with_fetch)
{
    for (int number = 0; number < ROUNDS && failed_check_count() == 0; number++) {
        struct round round = {0};
        pthread_t thread;
        pthread_barrier_init(&round.start, NULL, 2);
        round.client = make_client("http://127.0.0.1:1/");
        round.pager = make_pager(round.client, ITEMS_QUERY, "");
        for (int index = 0; index < SUBSCRIPTIONS; index++) {
            REQUIRE_OK(swiftpager_pager_subscribe(round.pager, ignore_update, &round, count_destroy,
                                                  &round.subscriptions[index]));
        }
        if (with_fetch) {
            REQUIRE_OK(swiftpager_pager_fetch(round.pager, NULL, NULL, &round, count_destroy, NULL, NULL));
        }
        REQUIRE_INTEGER(pthread_create(&thread, NULL, release_client, &round), 0);
        pthread_barrier_wait(&round.start);
        if (with_pager) CHECK_OK(swiftpager_pager_release(round.pager));
        for (int index = 0; index < SUBSCRIPTIONS; index++) {
            CHECK_OK(swiftpager_subscription_cancel(round.subscriptions[index]));
        }
        pthread_join(thread, NULL);
        if (!with_pager) CHECK_OK(swiftpager_pager_release(round.pager));
        CHECK_INTEGER(atomic_load(&round.destroyed), SUBSCRIPTIONS + (with_fetch ? 1 : 0));
        pthread_barrier_destroy(&round.start);
    }
}

TEST(subscriptions_cancelled_while_the_client_is_released_are_destroyed)
{
    race(false, false);
}

TEST(a_pager_released_while_its_client_is_released_destroys_everything)
{
    race(true, true);
}
