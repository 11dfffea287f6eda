/* swiftpager_operation_wait: what it runs meanwhile, and when it gives up. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

TEST(waiting_gives_up_when_the_time_is_over_and_the_operation_goes_on)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/gated", NULL, &client);
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    char *error = NULL;
    CHECK_STATUS(swiftpager_operation_wait(operation, 0, &error), SWIFTPAGER_TIMEOUT);
    CHECK_JSON(error, "/code", "\"TIMEOUT\"");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_operation_wait(operation, 10, NULL), SWIFTPAGER_TIMEOUT);
    CHECK_STATUS(swiftpager_operation_wait(operation, -2, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_operation_wait(operation, INT32_MIN, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    open_gate();
    CHECK_OK(swiftpager_operation_wait(operation, INT32_MAX, &error));
    CHECK(error == NULL);
    CHECK_OK(swiftpager_operation_wait(operation, 0, NULL));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

/* The gate keeps the operation that is waited for until these callbacks of another have run. */
static void record_and_open_gate(void *recorder)
{
    record_destroy(recorder);
    open_gate();
}

TEST(waiting_for_one_operation_runs_the_callbacks_of_others)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/gated", "once=1"));
    swiftpager_pager *slow = make_pager(client, ITEMS_QUERY, "");
    swiftpager_pager *quick = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *operation = start(swiftpager_pager_fetch, slow, NULL);
    CHECK(wait_for_requests(1));
    REQUIRE_OK(swiftpager_pager_subscribe(quick, record_update, &recorder, NULL, NULL));
    REQUIRE_OK(swiftpager_pager_fetch(quick, NULL, record_completion, &recorder, record_and_open_gate, NULL, NULL));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_TEXT(recorder.history, "UCD");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(slow));
    CHECK_OK(swiftpager_pager_release(quick));
    CHECK_OK(swiftpager_client_release(client));
}

enum { SLICE_MS = 50 };

struct work {
    swiftpager_client *client;
    swiftpager_pager *pager;
    int calls;
};

/* Works on a page until the next one waits, and until a time limit that began before this call is over. */
static void work_past_the_limit(void *user_data, const swiftpager_update *update)
{
    struct work *work = user_data;
    const struct timespec limit = {0, SLICE_MS * 1000000L};
    (void)update;
    work->calls++;
    CHECK_INTEGER(requests_once_loaded(work->client, work->pager, work->calls + 1), work->calls + 1);
    nanosleep(&limit, NULL);
}

TEST(waiting_gives_up_between_callbacks_that_follow_each_other_closely)
{
    /* Else a wait in short slices, as a program that answers Ctrl-C has it, would last as long as the walk. */
    struct work work = {0};
    work.pager = make_trouble_pager("/good", "pages=30", &work.client);
    REQUIRE_OK(swiftpager_pager_subscribe(work.pager, work_past_the_limit, &work, NULL, NULL));
    swiftpager_operation *operation = start(swiftpager_pager_load_all, work.pager, NULL);
    CHECK_INTEGER(requests_once_loaded(work.client, work.pager, 2), 2);
    for (int slice = 1; slice <= 3; slice++) {
        int before = work.calls;
        CHECK_STATUS(swiftpager_operation_wait(operation, SLICE_MS, NULL), SWIFTPAGER_TIMEOUT);
        /* On a machine so slow that the limit is over before the first callback, none runs. */
        CHECK(work.calls <= before + 1);
    }
    CHECK_OK(swiftpager_operation_close(operation));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(work.pager));
    CHECK_OK(swiftpager_client_release(work.client));
}

static void *wait_here(void *operation)
{
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    return NULL;
}

TEST(several_threads_may_wait_for_one_operation)
{
    struct recorder recorder = {0};
    pthread_t threads[4];
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=20", &client);
    swiftpager_operation *operation = NULL;
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, record_completion, &recorder, record_destroy, &operation, NULL));
    for (size_t index = 0; index < COUNT_OF(threads); index++) {
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, wait_here, operation), 0);
    }
    for (size_t index = 0; index < COUNT_OF(threads); index++) pthread_join(threads[index], NULL);
    CHECK_TEXT(recorder.history, "CD");
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static sem_t is_inside, may_return;

static void stay_inside(void *user_data, const swiftpager_update *update)
{
    (void)user_data, (void)update;
    sem_post(&is_inside);
    sem_wait(&may_return);
}

TEST(waiting_says_that_the_callback_of_another_thread_keeps_it)
{
    pthread_t thread;
    char *error = NULL;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_INTEGER(sem_init(&is_inside, 0, 0), 0);
    REQUIRE_INTEGER(sem_init(&may_return, 0, 0), 0);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, stay_inside, NULL, NULL, NULL));
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    REQUIRE_INTEGER(pthread_create(&thread, NULL, wait_here, operation), 0);
    sem_wait(&is_inside);
    CHECK_STATUS(swiftpager_operation_wait(operation, 10, &error), SWIFTPAGER_TIMEOUT);
    CHECK_CONTAINS(error, "another thread is in a callback of the client");
    swiftpager_free(error);
    sem_post(&may_return);
    pthread_join(thread, NULL);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static sem_t is_waiting;

/* Runs inside the wait. */
static void say_that_it_waits(void *user_data, swiftpager_status status, const char *error)
{
    (void)user_data, (void)error;
    CHECK_OK(status);
    sem_post(&is_waiting);
}

static void *close_client(void *client)
{
    sem_wait(&is_waiting);
    CHECK_OK(swiftpager_client_close(client, 0));
    return NULL;
}

TEST(closing_the_client_ends_a_wait_for_an_operation)
{
    pthread_t thread;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1&once=1", &client);
    swiftpager_pager *quick = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    CHECK(wait_for_requests(1));
    REQUIRE_INTEGER(sem_init(&is_waiting, 0, 0), 0);
    REQUIRE_OK(swiftpager_pager_fetch(quick, NULL, say_that_it_waits, NULL, NULL, NULL, NULL));
    REQUIRE_INTEGER(pthread_create(&thread, NULL, close_client, client), 0);
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    pthread_join(thread, NULL);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_pager_release(quick));
    CHECK_OK(swiftpager_client_release(client));
}
