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
    atomic_bool is_running;
};

static void walk_and_leave(struct scene *scene)
{
    CHECK_OK(swiftpager_operation_release(start_walk(scene->pager, NULL)));
}

static void walk_a_page(struct scene *scene)
{
    swiftpager_operation *operation = start_walk(scene->pager, NULL);
    swiftpager_update *update = NULL;
    size_t length = 0;
    if (swiftpager_operation_next(operation, 50, &update, NULL) == SWIFTPAGER_OK && update != NULL) {
        const swiftpager_page *page = swiftpager_update_page(update, NULL);
        CHECK_INTEGER(swiftpager_page_item_count(page), 10);
        CHECK(swiftpager_page_items(page, &length) != NULL);
        CHECK(swiftpager_page_ndjson(page, &length) != NULL);
        CHECK(swiftpager_page_spans(page, true, &length) != NULL);
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_OK(swiftpager_operation_close(operation));
    CHECK_OK(swiftpager_operation_release(operation));
}

static void ask_for_descriptors(struct scene *scene)
{
    int descriptor = -1;
    swiftpager_subscription *subscription = NULL;
    swiftpager_operation *operation = start_walk(scene->pager, NULL);
    CHECK_OK(swiftpager_operation_fd(operation, &descriptor));
    CHECK_OK(swiftpager_pager_subscribe(scene->pager, NULL, NULL, NULL, &subscription));
    CHECK_OK(swiftpager_subscription_fd(subscription, &descriptor));
    CHECK_OK(swiftpager_client_fd(scene->client, &descriptor));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_operation_release(operation));
}

static void fetch(struct scene *scene)
{
    CHECK_OK(swiftpager_pager_fetch(scene->pager, NULL, NULL, NULL, NULL, NULL, NULL));
}

static void reset_and_wake(struct scene *scene)
{
    CHECK_OK(swiftpager_pager_reset(scene->pager));
    CHECK_OK(swiftpager_client_wake(scene->client));
}

static void dispatch(struct scene *scene)
{
    swiftpager_ready ready[4];
    size_t count = 0;
    CHECK_OK(swiftpager_client_ready(scene->client, ready, 4, &count));
    swiftpager_client_dispatch(scene->client, 1, 0, NULL);
}

static void ask_for_texts(struct scene *scene)
{
    char *texts[3] = {NULL};
    CHECK_OK(swiftpager_pager_state(scene->pager, &texts[0]));
    swiftpager_pager_resume_token(scene->pager, &texts[1]);
    swiftpager_pager_checkpoint(scene->pager, &texts[2]);
    for (size_t index = 0; index < COUNT_OF(texts); index++) swiftpager_free(texts[index]);
}

static void use_a_client_of_its_own(struct scene *scene)
{
    (void)scene;
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    struct scene own = {.client = client, .pager = pager};
    walk_a_page(&own);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_close(client, 100));
    CHECK_OK(swiftpager_client_release(client));
}

static void use_the_cache(struct scene *scene)
{
    char *record = NULL;
    CHECK_OK(swiftpager_client_cache_write(scene->client, "Item:1", "{\"name\":\"x\"}", NULL));
    CHECK_OK(swiftpager_client_cache_read(scene->client, "Item:1", &record, NULL));
    swiftpager_free(record);
}

static void fill_a_table(struct scene *scene)
{
    (void)scene;
    static const char rows[] = "[{\"id\":1,\"price\":1.5}]";
    swiftpager_table *table = NULL;
    REQUIRE_OK(swiftpager_table_create(NULL, &table, NULL));
    CHECK_OK(swiftpager_table_add_rows(table, rows, sizeof rows - 1, NULL));
    swiftpager_table_release(table);
}

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

static void (*const uses[])(struct scene *) = {
    walk_and_leave,
    walk_a_page,
    ask_for_descriptors,
    fetch,
    reset_and_wake,
    dispatch,
    ask_for_texts,
    use_the_cache,
    use_a_client_of_its_own,
    fill_a_table,
    run_a_callback,
};

struct victim {
    struct scene *scene;
    void (*use)(struct scene *);
};

static void *use_again_and_again(void *argument)
{
    const struct victim *victim = argument;
    atomic_store(&victim->scene->is_running, true);
    while (true) {
        pthread_testcancel();
        victim->use(victim->scene);
    }
    return NULL;
}

TEST(a_thread_that_is_cancelled_ends_outside_of_the_library)
{
    char config[256];
    const char *const folder = getenv("TMPDIR");
    snprintf(config, sizeof config, "\"cache\": {\"sqlite\": \"%s/swiftpager-cancels-%d.db\"}",
             folder == NULL ? "/tmp" : folder, (int)getpid());
    swiftpager_client *client = make_client_with(trouble_url("/good", NULL), config);
    struct scene scene = {.client = client, .pager = make_pager(client, ITEMS_QUERY, "")};
    const int rounds = round_count(5, 200);
    for (size_t use = 0; use < COUNT_OF(uses); use++) {
        for (int round = 0; round < rounds; round++) {
            struct victim victim = {&scene, uses[use]};
            pthread_t thread;
            void *result = NULL;
            atomic_store(&scene.is_running, false);
            REQUIRE_INTEGER(pthread_create(&thread, NULL, use_again_and_again, &victim), 0);
            while (!atomic_load(&scene.is_running)) usleep(10);
            usleep((useconds_t)(round * 337 % 3000));
            pthread_cancel(thread);
            REQUIRE_INTEGER(pthread_join(thread, &result), 0);
            CHECK(result == PTHREAD_CANCELED);
            /* Another thread has all of the client. */
            swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
            swiftpager_status status = run(swiftpager_pager_load_all, pager, NULL, NULL);
            /* A wake that no thread waited for ends the next wait. */
            if (status == SWIFTPAGER_INTERRUPTED) status = run(swiftpager_pager_load_all, pager, NULL, NULL);
            REQUIRE_OK(status);
            CHECK_STATE(pager, "/pages_loaded", "5");
            CHECK_OK(swiftpager_pager_release(pager));
        }
    }
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_close(client, -1));
    CHECK_OK(swiftpager_client_release(client));
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
