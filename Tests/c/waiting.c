/* swiftpager_operation_wait: what it runs meanwhile, and when it gives up. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>
#include <time.h>

TEST(waiting_gives_up_when_the_time_is_over_and_the_operation_goes_on)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/slow", "bad=1&ms=400", &client);
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    char *error = NULL;
    CHECK_STATUS(swiftpager_operation_wait(operation, 0, &error), SWIFTPAGER_TIMEOUT);
    CHECK_JSON(error, "/code", "\"TIMEOUT\"");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_operation_wait(operation, 10, NULL), SWIFTPAGER_TIMEOUT);
    CHECK_STATUS(swiftpager_operation_wait(operation, -2, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_operation_wait(operation, INT32_MIN, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_operation_wait(operation, INT32_MAX, &error));
    CHECK(error == NULL);
    CHECK_OK(swiftpager_operation_wait(operation, 0, NULL));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(waiting_for_one_operation_runs_the_callbacks_of_others)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/slow", "bad=1&ms=1500&once=1"));
    swiftpager_pager *slow = make_pager(client, ITEMS_QUERY, "");
    swiftpager_pager *quick = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *operation = start(swiftpager_pager_fetch, slow, NULL);
    CHECK(wait_for_requests(1));
    REQUIRE_OK(swiftpager_pager_subscribe(quick, record_update, &recorder, NULL, NULL));
    REQUIRE_OK(swiftpager_pager_fetch(quick, NULL, record_completion, &recorder, record_destroy, NULL, NULL));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_TEXT(recorder.history, "UCD");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(slow));
    CHECK_OK(swiftpager_pager_release(quick));
    CHECK_OK(swiftpager_client_release(client));
}

/* Works longer on a page than the server takes for the next one, which therefore always waits. */
static void work_a_while(void *user_data, const swiftpager_update *update)
{
    int *calls = user_data;
    struct timespec time = {0, 100 * 1000000};
    (void)update;
    (*calls)++;
    nanosleep(&time, NULL);
}

TEST(waiting_gives_up_between_callbacks_that_follow_each_other_closely)
{
    /* Else a wait in short slices, as a program that answers Ctrl-C has it, would last as long as the walk. */
    int calls = 0;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=30", &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, work_a_while, &calls, NULL, NULL));
    swiftpager_operation *operation = start(swiftpager_pager_load_all, pager, NULL);
    CHECK_STATUS(swiftpager_operation_wait(operation, 150, NULL), SWIFTPAGER_TIMEOUT);
    /* At 100 ms each, 2 fit; ten times that stands for a busy machine. */
    CHECK(calls <= 20);
    CHECK_OK(swiftpager_operation_cancel(operation));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
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

static void *release_client(void *client)
{
    wait_a_moment();
    CHECK_OK(swiftpager_client_release(client));
    return NULL;
}

TEST(releasing_the_client_ends_a_wait_for_an_operation)
{
    pthread_t thread;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    REQUIRE_INTEGER(pthread_create(&thread, NULL, release_client, client), 0);
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    pthread_join(thread, NULL);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
}
