/* Clients and pagers whose handle was given back: what keeps them at work, and what ends them. */
#include "arrow.h"
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "processes.h"
#include "pulled.h"
#include "recorder.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* A client of the transport of hosts.c, which notes when the client is released, and a pager. */
struct scene {
    struct host host;
    struct recorder recorder;
    swiftpager_client *client;
    swiftpager_pager *pager;
    swiftpager_operation *operation;
};

static void open_scene(struct scene *scene)
{
    *scene = (struct scene){.client = NULL};
    scene->client = make_host_client(&scene->host, "");
    scene->pager = make_pager(scene->client, ITEMS_QUERY, "");
}

#define CHECK_RELEASED(scene, expected) CHECK_INTEGER((scene)->host.destroy_count, (expected) ? 1 : 0)

static void release_both(struct scene *scene)
{
    /* As finalizers do: the parent first. */
    CHECK_OK(swiftpager_client_release(scene->client));
    CHECK_OK(swiftpager_pager_release(scene->pager));
}

static void pull_all(swiftpager_operation *operation)
{
    swiftpager_update *update = NULL;
    int pages = 0;
    while (CHECK_OK(swiftpager_operation_next(operation, -1, &update, NULL)) && update != NULL) {
        pages++;
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_INTEGER(pages, HOST_PAGES);
}

TEST(a_walk_goes_on_without_the_handles_of_its_pager_and_client)
{
    struct scene scene;
    open_scene(&scene);
    swiftpager_operation *operation = start_walk(scene.pager, NULL);
    release_both(&scene);
    CHECK_RELEASED(&scene, false);
    pull_all(operation);
    expect_end(operation, SWIFTPAGER_OK);
    CHECK_RELEASED(&scene, false);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_RELEASED(&scene, true);
}

TEST(a_handle_that_was_given_back_is_stale)
{
    char *text = NULL;
    int fd = 0;
    struct scene scene;
    open_scene(&scene);
    swiftpager_operation *operation = start_walk(scene.pager, NULL);
    release_both(&scene);
    CHECK_STATUS(swiftpager_client_release(scene.client), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_release(scene.client), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_fd(scene.client, &fd), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_release(scene.pager), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_release(scene.pager), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_state(scene.pager, &text), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_release((swiftpager_pager *)operation), SWIFTPAGER_INVALID_HANDLE);
    CHECK_OK(swiftpager_client_release(NULL));
    CHECK_OK(swiftpager_pager_release(NULL));
    pull_all(operation);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_RELEASED(&scene, true);
}

TEST(what_nothing_keeps_is_released_at_once)
{
    struct scene scene;
    open_scene(&scene);
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_RELEASED(&scene, false);
    CHECK_OK(swiftpager_client_release(scene.client));
    CHECK_RELEASED(&scene, true);
}

TEST(a_pager_keeps_its_client)
{
    struct scene scene;
    open_scene(&scene);
    CHECK_OK(swiftpager_client_release(scene.client));
    CHECK_RUN(swiftpager_pager_load_all, scene.pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(scene.pager, "/end", "\"complete\"");
    CHECK_RELEASED(&scene, false);
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_RELEASED(&scene, true);
}

TEST(the_last_of_several_pagers_and_operations_ends_the_client)
{
    struct scene scene;
    open_scene(&scene);
    swiftpager_pager *other = make_pager(scene.client, ITEMS_QUERY, "");
    swiftpager_operation *first = start(swiftpager_pager_fetch, scene.pager, PULL);
    swiftpager_operation *second = start_walk(scene.pager, NULL);
    release_both(&scene);
    CHECK_OK(swiftpager_operation_release(second));
    CHECK_RELEASED(&scene, false);
    CHECK_OK(swiftpager_pager_release(other));
    CHECK_RELEASED(&scene, false);
    CHECK_OK(swiftpager_operation_release(first));
    CHECK_RELEASED(&scene, true);
}

TEST(callbacks_keep_nothing_alive)
{
    struct scene scene;
    swiftpager_subscription *subscription = NULL;
    open_scene(&scene);
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, record_update, &scene.recorder, record_destroy, &subscription));
    REQUIRE_OK(swiftpager_pager_load_all(scene.pager, NULL, record_completion, &scene.recorder, record_destroy, NULL,
                                         NULL));
    CHECK_OK(swiftpager_pager_release(scene.pager));
    /* Its subscription has ended. */
    CHECK_TEXT(scene.recorder.history, "D");
    CHECK_OK(swiftpager_client_release(scene.client));
    CHECK_TEXT(scene.recorder.history, "DD");
    CHECK_RELEASED(&scene, true);
    CHECK_OK(swiftpager_subscription_release(subscription));
}

TEST(an_operation_that_is_waited_for_keeps_its_pager)
{
    struct scene scene;
    open_scene(&scene);
    swiftpager_operation *operation = start(swiftpager_pager_load_all, scene.pager, NULL);
    release_both(&scene);
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_RELEASED(&scene, true);
}

TEST(a_pulled_subscription_keeps_its_pager)
{
    struct scene scene;
    swiftpager_subscription *subscription = NULL;
    swiftpager_update *update = NULL;
    open_scene(&scene);
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, NULL, NULL, NULL, &subscription));
    REQUIRE_OK(swiftpager_pager_fetch(scene.pager, NULL, NULL, NULL, NULL, NULL, NULL));
    release_both(&scene);
    CHECK_OK(swiftpager_subscription_next(subscription, -1, &update));
    CHECK_OK(swiftpager_update_release(update));
    CHECK_RELEASED(&scene, false);
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_RELEASED(&scene, true);
}

TEST(an_executed_request_keeps_its_client)
{
    struct scene scene;
    open_scene(&scene);
    swiftpager_operation *operation = NULL;
    REQUIRE_OK(swiftpager_client_execute(scene.client, "{\"query\": \"{ items { edges { node { id } } } }\"}", NULL,
                                         NULL, NULL, &operation, NULL));
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_OK(swiftpager_client_release(scene.client));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK(swiftpager_operation_response(operation, NULL) != NULL);
    CHECK_RELEASED(&scene, false);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_RELEASED(&scene, true);

    /* Refused ones do not. */
    open_scene(&scene);
    CHECK_STATUS(swiftpager_client_execute(scene.client, "{}", NULL, NULL, NULL, &operation, NULL),
                 SWIFTPAGER_INVALID_CONFIG);
    CHECK_STATUS(swiftpager_pager_load_next(scene.pager, NULL, NULL, NULL, NULL, &operation, NULL),
                 SWIFTPAGER_MISSING_INITIAL_PAGE);
    release_both(&scene);
    CHECK_RELEASED(&scene, true);
}

TEST(a_stream_keeps_its_pager_until_its_release)
{
    struct scene scene;
    struct ArrowArrayStream stream;
    struct ArrowArray batch;
    open_scene(&scene);
    swiftpager_operation *operation = start_walk(scene.pager, NULL);
    REQUIRE_OK(swiftpager_operation_arrow(operation, NULL, false, &stream, NULL));
    release_both(&scene);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_RELEASED(&scene, false);
    CHECK_INTEGER(stream.get_next(&stream, &batch), 0);
    CHECK_INTEGER(batch.length, 2 * HOST_PAGES);
    batch.release(&batch);
    CHECK_RELEASED(&scene, false);
    stream.release(&stream);
    CHECK_RELEASED(&scene, true);
}

TEST(the_handle_of_an_operation_keeps_the_client_also_after_its_pager_was_closed)
{
    struct scene scene;
    open_scene(&scene);
    swiftpager_operation *operation = start_walk(scene.pager, NULL);
    CHECK_OK(swiftpager_client_release(scene.client));
    CHECK_OK(swiftpager_pager_close(scene.pager));
    CHECK_OK(swiftpager_pager_release(scene.pager));
    expect_end(operation, SWIFTPAGER_CANCELLED);
    CHECK_RELEASED(&scene, false);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_RELEASED(&scene, true);
}

TEST(a_client_that_was_closed_keeps_its_functions_until_the_last_handle)
{
    struct scene scene;
    open_scene(&scene);
    swiftpager_operation *operation = start_walk(scene.pager, NULL);
    CHECK_OK(swiftpager_client_close(scene.client, -1));
    CHECK_OK(swiftpager_client_close(scene.client, -1));
    expect_end(operation, SWIFTPAGER_CANCELLED);
    release_both(&scene);
    CHECK_RELEASED(&scene, false);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_RELEASED(&scene, true);
}

TEST(a_pager_that_was_closed_refuses_calls_and_keeps_its_handle)
{
    char *text = NULL;
    struct scene scene;
    open_scene(&scene);
    CHECK_OK(swiftpager_pager_close(scene.pager));
    CHECK_OK(swiftpager_pager_close(scene.pager));
    CHECK_STATUS(swiftpager_pager_fetch(scene.pager, NULL, NULL, NULL, NULL, NULL, NULL), SWIFTPAGER_CLOSED);
    CHECK_STATUS(swiftpager_pager_reset(scene.pager), SWIFTPAGER_CLOSED);
    CHECK_OK(swiftpager_pager_state(scene.pager, &text));
    swiftpager_free(text);
    CHECK_OK(swiftpager_pager_release(scene.pager));
    CHECK_STATUS(swiftpager_pager_close(scene.pager), SWIFTPAGER_INVALID_HANDLE);
    CHECK_OK(swiftpager_client_release(scene.client));
    CHECK_RELEASED(&scene, true);
}

static void release_inside(void *user_data, const swiftpager_update *update)
{
    struct scene *scene = user_data;
    CHECK_OK(swiftpager_operation_release(scene->operation));
    /* The transport's destroy function follows, because a callback of the client runs. */
    CHECK_RELEASED(scene, false);
    /* The callback has the update until it returns. */
    CHECK(swiftpager_page_response(swiftpager_update_page(update, NULL), NULL) != NULL);
}

TEST(the_last_handle_may_be_released_inside_a_callback)
{
    struct scene scene;
    open_scene(&scene);
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, release_inside, &scene, NULL, NULL));
    scene.operation = start(swiftpager_pager_load_all, scene.pager, NULL);
    release_both(&scene);
    CHECK_STATUS(swiftpager_operation_wait(scene.operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_RELEASED(&scene, true);
}

/* --- Processes ---------------------------------------------------------------------------------------------------- */

static void unref_in_a_child(void *context)
{
    struct scene *scene = context;
    CHECK_STATUS(swiftpager_client_release(scene->client), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_pager_release(scene->pager), SWIFTPAGER_FORKED);
    CHECK_STATUS(swiftpager_operation_release(scene->operation), SWIFTPAGER_FORKED);
    CHECK_OK(swiftpager_client_release(NULL));
}

TEST(a_forked_child_does_not_take_what_keeps_its_parents_client)
{
    struct scene scene;
    open_scene(&scene);
    scene.operation = start_walk(scene.pager, NULL);
    CHECK_INTEGER(run_in_child(unref_in_a_child, &scene), 0);
    release_both(&scene);
    CHECK_INTEGER(run_in_child(unref_in_a_child, &scene), 0);
    pull_all(scene.operation);
    CHECK_OK(swiftpager_operation_release(scene.operation));
    CHECK_RELEASED(&scene, true);
}

/* --- Races -------------------------------------------------------------------------------------------------------- */

enum { RACING_PAGERS = 3,
       RACING_OPERATIONS = 2 };

struct step {
    swiftpager_status (*give_back)(void *handle);
    void *handle;
};

/* Everything of one client, given back by several threads in any order. */
struct race {
    struct host host;
    atomic_size_t next;
    size_t count;
    struct step steps[1 + RACING_PAGERS * (2 + RACING_OPERATIONS)];
};

static swiftpager_status unref_client(void *handle)
{
    return swiftpager_client_release(handle);
}

static swiftpager_status unref_pager(void *handle)
{
    return swiftpager_pager_release(handle);
}

static swiftpager_status release_pager(void *handle)
{
    return swiftpager_pager_release(handle);
}

static swiftpager_status release_operation(void *handle)
{
    return swiftpager_operation_release(handle);
}

static swiftpager_status release_subscription(void *handle)
{
    return swiftpager_subscription_release(handle);
}

static void *give_back_steps(void *user_data)
{
    struct race *race = user_data;
    for (size_t index = 0; (index = atomic_fetch_add(&race->next, 1)) < race->count;) {
        CHECK_OK(race->steps[index].give_back(race->steps[index].handle));
    }
    return NULL;
}

static void add_step(struct race *race, swiftpager_status (*give_back)(void *), void *handle)
{
    race->steps[race->count++] = (struct step){give_back, handle};
}

static void run_race(unsigned int *seed)
{
    struct race race = {.count = 0};
    pthread_t threads[4];
    swiftpager_client *client = make_host_client(&race.host, "");
    add_step(&race, unref_client, client);
    for (int number = 0; number < RACING_PAGERS; number++) {
        swiftpager_subscription *subscription = NULL;
        swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
        REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
        add_step(&race, release_subscription, subscription);
        for (int operation = 0; operation < RACING_OPERATIONS; operation++) {
            add_step(&race, release_operation, start_walk(pager, NULL));
        }
        add_step(&race, rand_r(seed) % 4 == 0 ? release_pager : unref_pager, pager);
    }
    for (size_t index = race.count - 1; index > 0; index--) {
        const size_t other = (size_t)rand_r(seed) % (index + 1);
        const struct step step = race.steps[index];
        race.steps[index] = race.steps[other];
        race.steps[other] = step;
    }
    const bool shuts_down = rand_r(seed) % 4 == 0;
    for (size_t index = 0; index < COUNT_OF(threads); index++) {
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, give_back_steps, &race), 0);
    }
    /* The handle may be gone already. */
    (void)swiftpager_client_dispatch(client, 0, 0, NULL);
    if (shuts_down) (void)swiftpager_client_close(client, 0);
    for (size_t index = 0; index < COUNT_OF(threads); index++) pthread_join(threads[index], NULL);
    CHECK_INTEGER(race.host.destroy_count, 1);
}

TEST(handles_may_be_given_back_by_several_threads_in_any_order)
{
    unsigned int seed = 17;
    const int rounds = round_count(50, 3000);
    for (int round = 0; round < rounds; round++) run_race(&seed);
}

static void *load_until_refused(void *user_data)
{
    struct scene *scene = user_data;
    swiftpager_status status = SWIFTPAGER_OK;
    while (status == SWIFTPAGER_OK) {
        swiftpager_operation *operation = NULL;
        status = swiftpager_pager_fetch(scene->pager, PULL, NULL, NULL, NULL, &operation, NULL);
        CHECK((operation != NULL) == (status == SWIFTPAGER_OK));
        if (operation != NULL) CHECK_OK(swiftpager_operation_release(operation));
    }
    CHECK(status == SWIFTPAGER_CLOSED || status == SWIFTPAGER_INVALID_HANDLE);
    return NULL;
}

TEST(a_call_may_race_with_the_unref_of_its_pager)
{
    const int rounds = round_count(20, 1000);
    for (int round = 0; round < rounds; round++) {
        struct scene scene;
        pthread_t threads[2];
        open_scene(&scene);
        for (size_t index = 0; index < COUNT_OF(threads); index++) {
            REQUIRE_INTEGER(pthread_create(&threads[index], NULL, load_until_refused, &scene), 0);
        }
        release_both(&scene);
        for (size_t index = 0; index < COUNT_OF(threads); index++) pthread_join(threads[index], NULL);
        CHECK_RELEASED(&scene, true);
    }
}
