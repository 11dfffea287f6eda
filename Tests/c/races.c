/* Two threads that end or keep the same things at the same moment: user_data is given back once all the same, and
 * what was kept is there. */
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
            CHECK_OK(swiftpager_subscription_close(round.subscriptions[index]));
            CHECK_OK(swiftpager_subscription_release(round.subscriptions[index]));
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

/* --- Updates -------------------------------------------------------------------------------------------------------
 * */

struct kept {
    pthread_barrier_t start;
    const swiftpager_update *update;
};

static void *release_update(void *user_data)
{
    struct kept *kept = user_data;
    pthread_barrier_wait(&kept->start);
    CHECK_OK(swiftpager_update_release(kept->update));
    return NULL;
}

TEST(an_update_that_was_retained_while_another_thread_released_it_is_there)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    for (int number = 0; number < ROUNDS && failed_check_count() == 0; number++) {
        /* A new subscription is told the current state at once, so each round has an update of its own. */
        struct kept kept = {0};
        pthread_t thread;
        swiftpager_subscription *subscription = NULL;
        swiftpager_update *update = NULL;
        pthread_barrier_init(&kept.start, NULL, 2);
        REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
        REQUIRE_OK(swiftpager_subscription_next(subscription, -1, &update));
        kept.update = update;
        REQUIRE_INTEGER(pthread_create(&thread, NULL, release_update, &kept), 0);
        pthread_barrier_wait(&kept.start);
        swiftpager_status status = swiftpager_update_retain(update);
        pthread_join(thread, NULL);
        if (status == SWIFTPAGER_OK) {
            CHECK_INTEGER(swiftpager_update_page_count(update), 1);
            CHECK_OK(swiftpager_update_release(update));
        }
        CHECK_STATUS(swiftpager_update_retain(update), SWIFTPAGER_INVALID_HANDLE);
        CHECK_OK(swiftpager_subscription_close(subscription));
        CHECK_OK(swiftpager_subscription_release(subscription));
        pthread_barrier_destroy(&kept.start);
    }
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
