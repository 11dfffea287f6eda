/* Several threads that pull one subscription: each update is one thread's, and is finished with on its own. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define PAGES 60
#define MOST_THREADS 4

struct pulling {
    swiftpager_subscription *subscription;
    /* How often each item was pulled, by its page. */
    atomic_int pulled[PAGES + 1];
    /* How many pulls have begun: as many as there are pages. */
    atomic_int begun;
    bool releases_late;
};

static void note(struct pulling *pulling, const swiftpager_update *update)
{
    size_t length = 0;
    int first = 0;
    const char *items = swiftpager_page_items(swiftpager_update_page(update, NULL), &length);
    const char *id = items == NULL ? NULL : strstr(items, "\"id\"");
    /* Two items a page, numbered from 1: the first of page n is 2n - 1. */
    for (; id != NULL && *id != ',' && *id != '}'; id++) {
        if (*id >= '0' && *id <= '9') first = first * 10 + (*id - '0');
    }
    REQUIRE(first >= 1 && first <= 2 * PAGES);
    atomic_fetch_add(&pulling->pulled[(first + 1) / 2], 1);
}

static void *pull_pages(void *user_data)
{
    struct pulling *pulling = user_data;
    swiftpager_update *late = NULL;
    while (atomic_fetch_add(&pulling->begun, 1) < PAGES) {
        swiftpager_update *update = NULL;
        REQUIRE_OK(swiftpager_subscription_next(pulling->subscription, 10000, &update));
        note(pulling, update);
        if (pulling->releases_late) {
            /* The one before is still referred to: asking again says that it is done with. */
            CHECK_OK(swiftpager_update_release(late));
            late = update;
        } else {
            CHECK_OK(swiftpager_update_release(update));
        }
    }
    CHECK_OK(swiftpager_update_release(late));
    return NULL;
}

static void check_pulling(int thread_count, bool releases_late)
{
    struct pulling pulling = {.releases_late = releases_late};
    pthread_t threads[MOST_THREADS];
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=60&size=2", &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &pulling.subscription));
    /* They wait before there is a page, so that two of them take pages before either asks again. */
    for (int index = 0; index < thread_count; index++) {
        REQUIRE(pthread_create(&threads[index], NULL, pull_pages, &pulling) == 0);
    }
    wait_a_moment();
    swiftpager_operation *walk = start(swiftpager_pager_load_all, pager, NULL);
    for (int index = 0; index < thread_count; index++) pthread_join(threads[index], NULL);
    for (int page = 1; page <= PAGES; page++) CHECK_INTEGER(atomic_load(&pulling.pulled[page]), 1);
    CHECK_OK(swiftpager_operation_wait(walk, 10000, NULL));
    CHECK_OK(swiftpager_operation_release(walk));
    CHECK_OK(swiftpager_subscription_close(pulling.subscription));
    CHECK_OK(swiftpager_subscription_release(pulling.subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(two_threads_can_pull_one_walk)
{
    check_pulling(2, false);
    fresh_key();
    check_pulling(2, true);
}

TEST(four_threads_can_pull_one_walk)
{
    check_pulling(4, true);
}

/* A consumer that lives now on one thread and now on another, as coroutines do, and releases nothing in between. */
struct hop {
    swiftpager_subscription *subscription;
    swiftpager_update *update;
};

static void *pull_one(void *user_data)
{
    struct hop *hop = user_data;
    CHECK_OK(swiftpager_subscription_next(hop->subscription, 10000, &hop->update));
    return NULL;
}

TEST(a_consumer_may_move_from_thread_to_thread)
{
    struct hop hop = {0};
    swiftpager_update *pulled[5] = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &hop.subscription));
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, NULL, NULL, NULL, NULL, NULL));
    for (int page = 1; page <= 5; page++) {
        pthread_t thread;
        REQUIRE(pthread_create(&thread, NULL, pull_one, &hop) == 0);
        pthread_join(thread, NULL);
        CHECK_PAGE(swiftpager_update_page(hop.update, NULL), page);
        pulled[page - 1] = hop.update;
    }
    for (int page = 1; page <= 5; page++) CHECK_OK(swiftpager_update_release(pulled[page - 1]));
    CHECK_OK(swiftpager_subscription_close(hop.subscription));
    CHECK_OK(swiftpager_subscription_release(hop.subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

/* Two threads that each pull one page. The one with page 1 takes its time, the other one asks again at once. */
struct pace {
    swiftpager_subscription *subscription;
    sem_t has_asked_again;
    sem_t may_end;
};

static void *pull_at_two_paces(void *user_data)
{
    struct pace *pace = user_data;
    swiftpager_update *update = NULL, *none = NULL;
    CHECK_OK(swiftpager_subscription_next(pace->subscription, 10000, &update));
    size_t index = 0;
    CHECK(swiftpager_update_page(update, &index) != NULL);
    if (index > 0) {
        /* Page 3 travels from here on. On a busy machine it arrives before this pull looks for it. */
        swiftpager_status status = swiftpager_subscription_next(pace->subscription, 0, &none);
        CHECK(status == SWIFTPAGER_TIMEOUT || status == SWIFTPAGER_OK);
        sem_post(&pace->has_asked_again);
    }
    sem_wait(&pace->may_end);
    CHECK_OK(swiftpager_update_release(none));
    CHECK_OK(swiftpager_update_release(update));
    return NULL;
}

TEST(a_fast_thread_does_not_finish_the_page_of_a_slow_one)
{
    struct pace pace = {0};
    pthread_t threads[2];
    swiftpager_client *client = NULL;
    char *token = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &pace.subscription));
    REQUIRE(sem_init(&pace.has_asked_again, 0, 0) == 0 && sem_init(&pace.may_end, 0, 0) == 0);
    for (int index = 0; index < 2; index++) {
        REQUIRE(pthread_create(&threads[index], NULL, pull_at_two_paces, &pace) == 0);
    }
    /* Both wait before there is a page: a thread that comes later takes over from the one before. */
    wait_a_moment();
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, NULL, NULL, NULL, NULL, NULL));
    sem_wait(&pace.has_asked_again);
    /* Page 1 is being worked on: a walk that goes on from here brings it again. */
    REQUIRE_OK(swiftpager_pager_resume_token(pager, &token));
    CHECK_JSON(token, "/pages", "0");
    swiftpager_free(token);
    for (int index = 0; index < 2; index++) sem_post(&pace.may_end);
    for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
    CHECK_OK(swiftpager_subscription_close(pace.subscription));
    CHECK_OK(swiftpager_subscription_release(pace.subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

/* An update that is given back counts as finished with, although its puller never asks again. */
TEST(the_last_reference_finishes_an_update)
{
    swiftpager_client *client = NULL;
    swiftpager_subscription *subscription = NULL;
    swiftpager_update *first = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, NULL, NULL, NULL, NULL, NULL));
    REQUIRE_OK(swiftpager_subscription_next(subscription, 10000, &first));
    CHECK_OK(swiftpager_update_retain(first));
    CHECK_INTEGER(requests_once_loaded(client, pager, 2), 2);
    CHECK_OK(swiftpager_update_release(first));
    CHECK_INTEGER(requests_once_loaded(client, pager, 2), 2);
    CHECK_OK(swiftpager_update_release(first));
    CHECK_INTEGER(requests_once_loaded(client, pager, 3), 3);
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
