/* Which thread runs callbacks, and several threads that dispatch or tear down at once. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

TEST(callbacks_run_on_the_thread_that_waits)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(shop_url());
    swiftpager_pager *pager = make_pager(client, PRODUCTS_QUERY, "");
    swiftpager_operation *operation = NULL;
    subscribe_recorder(&recorder, pager);
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, record_completion, &recorder, record_destroy, &operation, NULL));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_INTEGER(recorder.calls, 12);
    CHECK(pthread_equal(recorder.thread, pthread_self()));
    CHECK_INTEGER(recorder.thread_changes, 0);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static pthread_t hook_thread;
static int hook_calls;

static swiftpager_status note_thread(void *user_data, const char *page_json, size_t length, char **out_json)
{
    (void)out_json;
    (void)user_data, (void)page_json, (void)length;
    hook_thread = pthread_self();
    hook_calls++;
    return SWIFTPAGER_OK;
}

TEST(hooks_run_on_the_thread_that_waits)
{
    const swiftpager_pager_hooks hooks = {.struct_size = sizeof hooks, .transform = note_thread};
    swiftpager_pager *pager = NULL;
    swiftpager_client *client = make_client(shop_url());
    REQUIRE_OK(swiftpager_pager_create(client, PRODUCTS_QUERY, NULL, &hooks, &pager, NULL));
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, NULL);
    /* The answer comes while no thread waits: the network thread reads it, and runs no callback. */
    int fd = -1;
    REQUIRE_OK(swiftpager_client_fd(client, &fd));
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    CHECK_INTEGER(poll(&poll_fd, 1, -1), 1);
    CHECK_INTEGER(hook_calls, 0);
    CHECK_OK(swiftpager_operation_wait(fetch, -1, NULL));
    CHECK_INTEGER(hook_calls, 1);
    CHECK(pthread_equal(hook_thread, pthread_self()));
    CHECK_OK(swiftpager_operation_release(fetch));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(hook_calls, 11);
    CHECK(pthread_equal(hook_thread, pthread_self()));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

/* Callbacks of one client, counted by several threads: at most one may be inside at a time, and in order. */
struct shared {
    swiftpager_client *client;
    atomic_int inside;
    atomic_int pages;
    atomic_int is_over;
};

static void enter(void *user_data, const swiftpager_update *update)
{
    struct shared *shared = user_data;
    CHECK_INTEGER(atomic_fetch_add(&shared->inside, 1), 0);
    CHECK_INTEGER(swiftpager_update_page_count(update), atomic_fetch_add(&shared->pages, 1) + 1);
    CHECK_INTEGER(atomic_fetch_sub(&shared->inside, 1), 1);
}

static void finish(void *user_data, swiftpager_status status, const char *error)
{
    struct shared *shared = user_data;
    (void)error;
    CHECK_OK(status);
    CHECK_INTEGER(atomic_load(&shared->pages), 100);
    atomic_store(&shared->is_over, 1);
}

static void *dispatch_until_over(void *user_data)
{
    struct shared *shared = user_data;
    while (atomic_load(&shared->is_over) == 0) CHECK_OK(swiftpager_client_dispatch(shared->client, 20, 1, NULL));
    return NULL;
}

TEST(several_threads_may_dispatch_and_callbacks_run_one_at_a_time_in_order)
{
    struct shared shared = {0};
    pthread_t threads[4];
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=100&size=1", &shared.client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, enter, &shared, NULL, NULL));
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, finish, &shared, NULL, NULL, NULL));
    for (size_t index = 0; index < COUNT_OF(threads); index++) {
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, dispatch_until_over, &shared), 0);
    }
    for (size_t index = 0; index < COUNT_OF(threads); index++) pthread_join(threads[index], NULL);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(shared.client));
}

static void *dispatch_until_closed(void *client)
{
    swiftpager_status status;
    while ((status = swiftpager_client_dispatch(client, -1, 0, NULL)) == SWIFTPAGER_OK) continue;
    CHECK(status == SWIFTPAGER_CLOSED || status == SWIFTPAGER_INVALID_HANDLE);
    return NULL;
}

TEST(releasing_the_client_ends_every_dispatch)
{
    pthread_t threads[4];
    swiftpager_client *client = make_client(dead_url());
    for (size_t index = 0; index < COUNT_OF(threads); index++) {
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, dispatch_until_closed, client), 0);
    }
    wait_a_moment();
    CHECK_OK(swiftpager_client_release(client));
    for (size_t index = 0; index < COUNT_OF(threads); index++) pthread_join(threads[index], NULL);
}

static void *read_update(void *user_data)
{
    const swiftpager_update *update = user_data;
    for (int round = 0; round < 200; round++) {
        for (int page = 1; page <= 5; page++) CHECK_PAGE(swiftpager_update_page_at(update, (size_t)page - 1), page);
        CHECK(swiftpager_update_output(update, NULL) != NULL);
        CHECK_OK(swiftpager_update_retain(update));
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_OK(swiftpager_update_release(update));
    return NULL;
}

TEST(several_threads_may_read_one_update)
{
    struct recorder recorder = {0};
    pthread_t threads[4];
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    const swiftpager_update *update = newest_update(&recorder);
    for (size_t index = 0; index < COUNT_OF(threads); index++) {
        CHECK_OK(swiftpager_update_retain(update));
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, read_update, (void *)update), 0);
    }
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    for (size_t index = 0; index < COUNT_OF(threads); index++) pthread_join(threads[index], NULL);
}

struct busy {
    swiftpager_client *client;
    pthread_barrier_t is_inside, may_return;
    atomic_bool is_inside_callback;
    atomic_int destroys;
    pthread_t callback_thread, destroy_thread;
};

static void stay_inside(void *user_data, const swiftpager_update *update)
{
    struct busy *busy = user_data;
    (void)update;
    busy->callback_thread = pthread_self();
    atomic_store(&busy->is_inside_callback, true);
    pthread_barrier_wait(&busy->is_inside);
    pthread_barrier_wait(&busy->may_return);
    atomic_store(&busy->is_inside_callback, false);
}

static void note_destroy(void *user_data)
{
    struct busy *busy = user_data;
    CHECK(!atomic_load(&busy->is_inside_callback));
    busy->destroy_thread = pthread_self();
    atomic_fetch_add(&busy->destroys, 1);
}

static void *dispatch_until_released(void *user_data)
{
    struct busy *busy = user_data;
    while (swiftpager_client_dispatch(busy->client, -1, 0, NULL) == SWIFTPAGER_OK) continue;
    return NULL;
}

TEST(destroy_follows_a_callback_that_runs_elsewhere_while_its_client_is_released)
{
    struct busy busy = {0};
    pthread_t thread;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &busy.client);
    pthread_barrier_init(&busy.is_inside, NULL, 2);
    pthread_barrier_init(&busy.may_return, NULL, 2);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, stay_inside, &busy, note_destroy, NULL));
    REQUIRE_OK(swiftpager_pager_fetch(pager, NULL, NULL, NULL, NULL, NULL, NULL));
    REQUIRE_INTEGER(pthread_create(&thread, NULL, dispatch_until_released, &busy), 0);
    pthread_barrier_wait(&busy.is_inside);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(busy.client));
    CHECK_INTEGER(atomic_load(&busy.destroys), 0);
    pthread_barrier_wait(&busy.may_return);
    pthread_join(thread, NULL);
    CHECK_INTEGER(atomic_load(&busy.destroys), 1);
    CHECK(pthread_equal(busy.destroy_thread, busy.callback_thread));
}
