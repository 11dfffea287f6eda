/* destroy(user_data): once, after the last call of its callback, also where nothing was registered. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

TEST(a_refused_call_destroys_before_it_returns_and_does_not_complete)
{
    load_function *const loads[] = {swiftpager_pager_fetch, swiftpager_pager_load_next, swiftpager_pager_load_previous,
                                    swiftpager_pager_load_all};
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    for (size_t index = 0; index < COUNT_OF(loads); index++) {
        struct recorder recorder = {0};
        swiftpager_operation *operation = NULL;
        CHECK_STATUS(loads[index](pager, "{\"no\": 1}", record_completion, &recorder, record_destroy, &operation, NULL),
                     SWIFTPAGER_INVALID_CONFIG);
        CHECK_TEXT(recorder.history, "D");
        CHECK(operation == NULL);
        CHECK_STATUS(loads[index](pager, "\xff", NULL, &recorder, record_destroy, &operation, NULL),
                     SWIFTPAGER_INVALID_ARGUMENT);
        CHECK_TEXT(recorder.history, "DD");
    }
    struct recorder recorder = {0};
    CHECK_STATUS(swiftpager_pager_load_next(pager, NULL, NULL, &recorder, record_destroy, NULL, NULL),
                 SWIFTPAGER_MISSING_INITIAL_PAGE);
    CHECK_TEXT(recorder.history, "D");
    CHECK_OK(swiftpager_client_close(client, -1));
    CHECK_STATUS(swiftpager_pager_fetch(pager, NULL, NULL, &recorder, record_destroy, NULL, NULL), SWIFTPAGER_CLOSED);
    CHECK_TEXT(recorder.history, "DD");
    CHECK_STATUS(swiftpager_pager_subscribe(pager, record_update, &recorder, record_destroy, NULL), SWIFTPAGER_CLOSED);
    CHECK_TEXT(recorder.history, "DDD");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(user_data_without_a_completion_is_destroyed_once)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_fetch(pager, NULL, NULL, &recorder, record_destroy, NULL, NULL));
    while (recorder.destroy_count == 0) CHECK_OK(swiftpager_client_dispatch(client, 50, 0, NULL));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(recorder.history, "D");
}

TEST(a_subscription_is_destroyed_after_its_last_update)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, record_destroy, NULL));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "UUUUU");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_TEXT(recorder.history, "UUUUUD");
    dispatch_waiting(client);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(recorder.history, "UUUUUD");
}

TEST(a_cancelled_subscription_is_not_called_again_and_is_destroyed_at_once)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_subscription *subscription = NULL;
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, record_destroy, &subscription));
    /* The current value waits already. */
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_STATUS(swiftpager_subscription_close(subscription), SWIFTPAGER_INVALID_HANDLE);
    CHECK_TEXT(recorder.history, "D");
    CHECK_INTEGER(dispatch_waiting(client), 0);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "D");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(recorder.history, "D");
}

TEST(a_pulled_subscription_is_destroyed_when_it_ends)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_subscription *cancelled = NULL, *left = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, &recorder, record_destroy, &cancelled));
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, &recorder, record_destroy, &left));
    /* In the call that ends it, and not in a later dispatch. */
    CHECK_OK(swiftpager_subscription_close(cancelled));
    CHECK_OK(swiftpager_subscription_release(cancelled));
    CHECK_TEXT(recorder.history, "D");
    CHECK_OK(swiftpager_pager_close(pager));
    CHECK_TEXT(recorder.history, "DD");
    CHECK_OK(swiftpager_subscription_release(left));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(recorder.history, "DD");
}

/* --- A callback that runs while its subscription ends ------------------------------------------------------------ */

struct ended {
    swiftpager_client *client;
    swiftpager_pager *pager;
    swiftpager_subscription *subscription;
    swiftpager_status (*end)(struct ended *ended);
    sem_t is_inside, may_return;
    atomic_int destroys;
    pthread_t destroyer;
};

static swiftpager_status end_by_close(struct ended *ended)
{
    return swiftpager_subscription_close(ended->subscription);
}

static swiftpager_status end_by_close_of_the_pager(struct ended *ended)
{
    return swiftpager_pager_close(ended->pager);
}

static swiftpager_status end_by_shutdown(struct ended *ended)
{
    return swiftpager_client_close(ended->client, 0);
}

static void count_destroys(void *user_data)
{
    struct ended *ended = user_data;
    ended->destroyer = pthread_self();
    atomic_fetch_add(&ended->destroys, 1);
}

static void end_inside(void *user_data, const swiftpager_update *update)
{
    struct ended *ended = user_data;
    CHECK_OK(ended->end(ended));
    CHECK_INTEGER(atomic_load(&ended->destroys), 0);
    CHECK_PAGE(swiftpager_update_page(update, NULL), 1);
}

static void stay_inside(void *user_data, const swiftpager_update *update)
{
    struct ended *ended = user_data;
    (void)update;
    sem_post(&ended->is_inside);
    sem_wait(&ended->may_return);
    CHECK_INTEGER(atomic_load(&ended->destroys), 0);
}

static void open_ended(struct ended *ended, swiftpager_update_cb on_update,
                       swiftpager_status (*end)(struct ended *ended))
{
    *ended = (struct ended){.end = end};
    sem_init(&ended->is_inside, 0, 0);
    sem_init(&ended->may_return, 0, 0);
    ended->pager = make_trouble_pager("/good", NULL, &ended->client);
    REQUIRE_OK(swiftpager_pager_subscribe(ended->pager, on_update, ended, count_destroys, &ended->subscription));
    REQUIRE_OK(swiftpager_pager_fetch(ended->pager, NULL, NULL, NULL, NULL, NULL, NULL));
}

static void close_ended(struct ended *ended)
{
    CHECK_INTEGER(atomic_load(&ended->destroys), 1);
    CHECK_OK(swiftpager_subscription_release(ended->subscription));
    CHECK_OK(swiftpager_pager_release(ended->pager));
    CHECK_OK(swiftpager_client_release(ended->client));
    CHECK_INTEGER(atomic_load(&ended->destroys), 1);
    sem_destroy(&ended->is_inside);
    sem_destroy(&ended->may_return);
}

TEST(a_subscription_that_ends_inside_its_callback_is_destroyed_when_that_returns)
{
    swiftpager_status (*const ends[])(struct ended *) = {end_by_close, end_by_close_of_the_pager};
    for (size_t index = 0; index < COUNT_OF(ends); index++) {
        struct ended ended;
        open_ended(&ended, end_inside, ends[index]);
        while (atomic_load(&ended.destroys) == 0) CHECK_OK(swiftpager_client_dispatch(ended.client, -1, 1, NULL));
        close_ended(&ended);
    }
}

static void *dispatch_until_destroyed(void *user_data)
{
    struct ended *ended = user_data;
    while (atomic_load(&ended->destroys) == 0) swiftpager_client_dispatch(ended->client, 1000, 1, NULL);
    return NULL;
}

TEST(a_subscription_that_ends_while_its_callback_runs_elsewhere_is_destroyed_there)
{
    swiftpager_status (*const ends[])(struct ended *) = {end_by_close, end_by_close_of_the_pager, end_by_shutdown};
    for (size_t index = 0; index < COUNT_OF(ends); index++) {
        struct ended ended;
        pthread_t thread;
        open_ended(&ended, stay_inside, ends[index]);
        REQUIRE_INTEGER(pthread_create(&thread, NULL, dispatch_until_destroyed, &ended), 0);
        sem_wait(&ended.is_inside);
        /* A shutdown has no time for the network's thread. */
        const swiftpager_status status = ended.end(&ended);
        CHECK(status == SWIFTPAGER_OK || (status == SWIFTPAGER_TIMEOUT && ended.end == end_by_shutdown));
        CHECK_INTEGER(atomic_load(&ended.destroys), 0);
        sem_post(&ended.may_return);
        pthread_join(thread, NULL);
        CHECK(pthread_equal(ended.destroyer, thread));
        close_ended(&ended);
    }
}
