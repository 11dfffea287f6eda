/* What the library's calls leave of the thread that makes them: pthread_cancel() and the rules of arithmetic. */
#define _GNU_SOURCE
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <swiftpager_arrow.h>

#include <fenv.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What the threads of a test share. */
struct scene {
    swiftpager_client *client;
    swiftpager_pager *pager;
};

static void note_a_callback(void *user_data, const swiftpager_update *update)
{
    (void)user_data;
    (void)update;
    /* A cancel of this thread waits here, too. */
    pthread_testcancel();
}

static void run_a_callback(struct scene *scene)
{
    swiftpager_subscription *subscription = NULL;
    CHECK_OK(swiftpager_pager_subscribe(scene->pager, note_a_callback, NULL, NULL, &subscription));
    swiftpager_operation *operation = start(swiftpager_pager_fetch, scene->pager, NULL);
    swiftpager_operation_wait(operation, 50, NULL);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
}

static int change_cancel_state(int state)
{
    int before = -1;
    pthread_setcancelstate(state, &before);
    return before;
}

static jmp_buf outside;

static void leave(void *user_data, const swiftpager_update *update)
{
    (void)user_data;
    (void)update;
    /* A call inside a callback gives nothing back to the thread. */
    swiftpager_client_wake(NULL);
    CHECK_INTEGER(change_cancel_state(PTHREAD_CANCEL_DISABLE), PTHREAD_CANCEL_DISABLE);
    longjmp(outside, 1);
}

TEST(whether_a_thread_can_be_cancelled_is_what_it_was_before_a_call)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    struct scene scene = {.client = client, .pager = make_pager(client, ITEMS_QUERY, "")};
    run_a_callback(&scene);
    CHECK_INTEGER(change_cancel_state(PTHREAD_CANCEL_DISABLE), PTHREAD_CANCEL_ENABLE);
    run_a_callback(&scene);
    CHECK_INTEGER(change_cancel_state(PTHREAD_CANCEL_ENABLE), PTHREAD_CANCEL_DISABLE);
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_callback_that_is_left_by_longjmp_leaves_a_thread_that_can_be_cancelled)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    struct scene scene = {.client = client, .pager = make_pager(client, ITEMS_QUERY, "")};
    CHECK_RUN(swiftpager_pager_fetch, scene.pager, NULL, SWIFTPAGER_OK);
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, leave, NULL, NULL, NULL));
    if (setjmp(outside) == 0) swiftpager_client_dispatch(client, -1, 1, NULL);
    /* The next call notices that the callback was left. */
    CHECK_OK(swiftpager_client_wake(client));
    CHECK_INTEGER(change_cancel_state(PTHREAD_CANCEL_ENABLE), PTHREAD_CANCEL_ENABLE);
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(client));
}

#if defined(__x86_64__)
static const int traps = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW;

static int traps_in_callbacks;

static void note_the_arithmetic(void *user_data, const swiftpager_update *update)
{
    size_t length = 0;
    (void)user_data;
    CHECK_INTEGER(fegetexcept(), traps);
    CHECK_INTEGER(fegetround(), FE_UPWARD);
    CHECK(swiftpager_page_items(swiftpager_update_page(update, NULL), &length) != NULL);
    CHECK_INTEGER(fegetexcept(), traps);
    traps_in_callbacks++;
}

/* Pascal, Ada and Fortran have an infinite result raise SIGFPE. */
TEST(a_host_whose_arithmetic_raises_signals_reads_every_number)
{
    static const char rows[] = "[{\"n\":1},{\"n\":1e999},{\"n\":123456789012345678901234567890},{\"n\":1e-400}]";
    static const char one[] = "[{\"n\":0.1}]";
    struct ArrowSchema schema;
    struct ArrowArray array;
    swiftpager_table *table = NULL;
    char *error = NULL;
    REQUIRE_INTEGER(fesetround(FE_UPWARD), 0);
    REQUIRE(feenableexcept(traps) != -1);

    swiftpager_client *client =
        make_client_with(trouble_url("/good", NULL), "\"retry\": {\"base_delay_ms\": 1}, \"cache\": \"memory\"");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    REQUIRE_OK(swiftpager_pager_subscribe(pager, note_the_arithmetic, NULL, NULL, NULL));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(traps_in_callbacks, 5);
    CHECK_STATUS(swiftpager_client_create(NULL, "{\"endpoint\": \"http://localhost/\", \"timeout_ms\": 1e999}", NULL,
                                          &(swiftpager_client *){NULL}, &error),
                 SWIFTPAGER_INVALID_CONFIG);
    swiftpager_free(error);
    error = NULL;

    /* An infinite number is a text that says so in a refusal, and no signal. */
    REQUIRE_OK(swiftpager_table_create("{\"n\": {\"type\": \"float64\"}}", &table, NULL));
    swiftpager_table_add_rows(table, rows, sizeof rows - 1, &error);
    swiftpager_free(error);
    CHECK_OK(swiftpager_table_add_rows(table, one, sizeof one - 1, NULL));
    CHECK_OK(swiftpager_table_take(table, &schema, &array, NULL));
    CHECK(array.length >= 1);
    /* It is rounded to the nearest, not upward. */
    CHECK(((const double *)array.children[0]->buffers[1])[array.length - 1] == 0x1.999999999999ap-4);
    array.release(&array);
    schema.release(&schema);
    CHECK_OK(swiftpager_table_release(table));

    CHECK_INTEGER(fegetexcept(), traps);
    CHECK_INTEGER(fegetround(), FE_UPWARD);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
#endif
