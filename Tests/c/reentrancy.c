/* Calls from inside callbacks: those that wait are refused, all others are allowed. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

/* What a callback may reach, and what it has done. */
struct scene {
    swiftpager_client *client;
    swiftpager_pager *pager;
    swiftpager_subscription *subscription;
    swiftpager_operation *operation;
    struct recorder recorder;
    int calls;
};

/* A pager of good pages, unless the options say which one is slow. */
static void open_scene(struct scene *scene, const char *options)
{
    *scene = (struct scene){0};
    scene->pager = make_trouble_pager("/slow", options, &scene->client);
}

static void close_scene(struct scene *scene)
{
    CHECK_OK(swiftpager_operation_release(scene->operation));
    CHECK_OK(swiftpager_pager_release(scene->pager));
    CHECK_OK(swiftpager_client_release(scene->client));
}

static void refuse_to_wait(struct scene *scene)
{
    swiftpager_update *update = NULL;
    swiftpager_subscription *pulled = NULL;
    uint32_t count = 7;
    char *error = NULL;
    scene->calls++;
    CHECK_STATUS(swiftpager_client_dispatch(scene->client, 0, 0, &count), SWIFTPAGER_REENTRANT);
    CHECK_INTEGER(count, 0);
    CHECK_STATUS(swiftpager_client_dispatch(scene->client, -1, 0, NULL), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_client_close(scene->client, 1), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_client_close(scene->client, -1), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_operation_wait(scene->operation, -1, &error), SWIFTPAGER_REENTRANT);
    CHECK_JSON(error, "/code", "\"REENTRANT\"");
    swiftpager_free(error);
    CHECK_OK(swiftpager_pager_subscribe(scene->pager, NULL, NULL, NULL, &pulled));
    CHECK_STATUS(swiftpager_subscription_next(pulled, 0, &update), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_subscription_next(pulled, 10, &update), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_subscription_next(pulled, -1, &update), SWIFTPAGER_REENTRANT);
    CHECK_OK(swiftpager_subscription_close(pulled));
    CHECK_OK(swiftpager_subscription_release(pulled));
    /* What only looks is allowed. */
    CHECK_OK(swiftpager_pager_current(scene->pager, &update));
    CHECK_PAGE(swiftpager_update_page(update, NULL), 1);
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_operation_ended(scene->operation, NULL, NULL));
}

static void refuse_in_update(void *scene, const swiftpager_update *update)
{
    (void)update;
    refuse_to_wait(scene);
}

static void refuse_in_completion(void *scene, swiftpager_status status, const char *error)
{
    (void)status, (void)error;
    refuse_to_wait(scene);
}

TEST(calls_that_wait_are_refused_inside_every_callback)
{
    struct scene scene;
    open_scene(&scene, "bad=0");
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, refuse_in_update, &scene, NULL, NULL));
    REQUIRE_OK(swiftpager_pager_fetch(scene.pager, NULL, refuse_in_completion, &scene, NULL, &scene.operation, NULL));
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    CHECK_INTEGER(scene.calls, 2);
    close_scene(&scene);
}

static void refuse_to_pull(void *user_data, const swiftpager_update *update)
{
    struct scene *scene = user_data;
    swiftpager_update *next = (swiftpager_update *)&next;
    char *error = NULL;
    (void)update;
    scene->calls++;
    CHECK_STATUS(swiftpager_operation_next(scene->operation, 0, &next, NULL), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_operation_next(scene->operation, -1, &next, &error), SWIFTPAGER_REENTRANT);
    CHECK_JSON(error, "/code", "\"REENTRANT\"");
    CHECK(next == NULL);
    swiftpager_free(error);
}

TEST(a_pull_is_refused_inside_a_callback_that_a_pull_runs)
{
    struct scene scene;
    swiftpager_update *update = NULL;
    open_scene(&scene, "bad=0");
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, refuse_to_pull, &scene, NULL, NULL));
    scene.operation = start(swiftpager_pager_fetch, scene.pager, "{\"pull\": true}");
    REQUIRE_OK(swiftpager_operation_next(scene.operation, -1, &update, NULL));
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_operation_next(scene.operation, -1, &update, NULL));
    CHECK(update == NULL);
    CHECK_INTEGER(scene.calls, 1);
    close_scene(&scene);
}

/* What a callback of one client tries with another client. */
static void wait_for_the_other(void *user_data, const swiftpager_update *update)
{
    struct scene *other = user_data;
    swiftpager_update *next = NULL;
    (void)update;
    other->calls++;
    CHECK_STATUS(swiftpager_client_dispatch(other->client, 0, 0, NULL), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_client_dispatch(other->client, -1, 0, NULL), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_client_close(other->client, -1), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_operation_wait(other->operation, -1, NULL), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_subscription_next(other->subscription, -1, &next), SWIFTPAGER_REENTRANT);
    CHECK_STATUS(swiftpager_subscription_next(other->subscription, 0, &next), SWIFTPAGER_REENTRANT);
    /* Nothing here waits. */
    CHECK_OK(swiftpager_client_wake(other->client));
    CHECK_OK(swiftpager_operation_close(other->operation));
}

TEST(calls_that_wait_for_another_client_are_refused_inside_a_callback)
{
    /* Two threads that wait for each other's client inside callbacks would never wake. */
    struct scene scene, other;
    open_scene(&other, "bad=1&ms=2000");
    open_scene(&scene, "bad=0");
    REQUIRE_OK(swiftpager_pager_subscribe(other.pager, NULL, NULL, NULL, &other.subscription));
    other.operation = start(swiftpager_pager_fetch, other.pager, NULL);
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, wait_for_the_other, &other, NULL, NULL));
    CHECK_RUN(swiftpager_pager_fetch, scene.pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(other.calls, 1);
    CHECK_STATUS(swiftpager_operation_wait(other.operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_subscription_close(other.subscription));
    CHECK_OK(swiftpager_subscription_release(other.subscription));
    close_scene(&other);
    close_scene(&scene);
}

static void release_the_other(void *user_data, const swiftpager_update *update)
{
    struct scene *other = user_data;
    (void)update;
    CHECK_OK(swiftpager_operation_release(other->operation));
    CHECK_OK(swiftpager_pager_release(other->pager));
    CHECK_OK(swiftpager_client_release(other->client));
    /* What was left of it has run by now, inside this callback. */
    CHECK_INTEGER(other->calls, 1);
}

static void refuse_in_destroy(void *user_data);

TEST(a_callback_may_release_another_client_whose_destroy_functions_then_run_inside_it)
{
    struct scene scene, other;
    open_scene(&other, "bad=1&ms=2000");
    open_scene(&scene, "bad=0");
    REQUIRE_OK(swiftpager_pager_subscribe(other.pager, record_update, &other.recorder, NULL, NULL));
    REQUIRE_OK(swiftpager_pager_fetch(other.pager, NULL, NULL, &other, refuse_in_destroy, &other.operation, NULL));
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, release_the_other, &other, NULL, NULL));
    CHECK_RUN(swiftpager_pager_fetch, scene.pager, NULL, SWIFTPAGER_OK);
    close_scene(&scene);
}

static void refuse_in_destroy(void *user_data)
{
    struct scene *scene = user_data;
    scene->calls++;
    const swiftpager_status statuses[] = {swiftpager_client_dispatch(scene->client, 0, 0, NULL),
                                          swiftpager_operation_wait(scene->operation, 0, NULL)};
    /* The handles may have been given back by then. */
    for (size_t index = 0; index < COUNT_OF(statuses); index++)
        CHECK(statuses[index] == SWIFTPAGER_REENTRANT || statuses[index] == SWIFTPAGER_INVALID_HANDLE);
}

TEST(calls_that_wait_are_refused_inside_destroy)
{
    struct scene scene;
    open_scene(&scene, "bad=0");
    REQUIRE_OK(swiftpager_pager_fetch(scene.pager, NULL, NULL, &scene, refuse_in_destroy, &scene.operation, NULL));
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    CHECK_INTEGER(scene.calls, 1);
    close_scene(&scene);
}

TEST(calls_that_wait_are_refused_inside_the_destroy_of_a_refused_call)
{
    struct scene scene;
    open_scene(&scene, "bad=0");
    scene.operation = start(swiftpager_pager_fetch, scene.pager, NULL);
    CHECK_STATUS(swiftpager_pager_load_next(scene.pager, "{\"no\": 1}", NULL, &scene, refuse_in_destroy, NULL, NULL),
                 SWIFTPAGER_INVALID_CONFIG);
    CHECK_INTEGER(scene.calls, 1);
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    close_scene(&scene);
}

/* Loads the list page by page, each completion asking for the next one. */
static void load_next_in_completion(void *user_data, swiftpager_status status, const char *error)
{
    struct scene *scene = user_data;
    bool can_load = false;
    (void)error;
    scene->calls++;
    CHECK_OK(status);
    CHECK_OK(swiftpager_pager_can_load(scene->pager, SWIFTPAGER_KIND_NEXT, &can_load));
    if (can_load) {
        CHECK_OK(swiftpager_pager_load_next(scene->pager, NULL, load_next_in_completion, scene, NULL, NULL, NULL));
    }
}

TEST(a_completion_may_load_the_next_page)
{
    struct scene scene;
    open_scene(&scene, "bad=0");
    REQUIRE_OK(swiftpager_pager_fetch(scene.pager, NULL, load_next_in_completion, &scene, NULL, NULL, NULL));
    while (scene.calls < 5) CHECK_OK(swiftpager_client_dispatch(scene.client, -1, 0, NULL));
    CHECK_STATE(scene.pager, "/end", "\"complete\"");
    close_scene(&scene);
}

static void cancel_subscription(void *user_data, const swiftpager_update *update)
{
    struct scene *scene = user_data;
    scene->calls++;
    CHECK_PAGE(swiftpager_update_page(update, NULL), 1);
    CHECK_OK(swiftpager_subscription_close(scene->subscription));
    CHECK_OK(swiftpager_subscription_release(scene->subscription));
    CHECK_INTEGER(scene->recorder.destroy_count, 0);
    /* The update stays readable to the end of the callback. */
    CHECK_PAGE(swiftpager_update_page(update, NULL), 1);
}

static void note_destroy(void *user_data)
{
    struct scene *scene = user_data;
    record_destroy(&scene->recorder);
}

TEST(an_update_may_cancel_its_subscription)
{
    struct scene scene;
    open_scene(&scene, "bad=0");
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, cancel_subscription, &scene, note_destroy, &scene.subscription));
    CHECK_RUN(swiftpager_pager_load_all, scene.pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(scene.calls, 1);
    /* On a busy machine the walk ends before the cancel has queued the call of destroy. The next dispatch makes it. */
    if (scene.recorder.destroy_count == 0) (void)swiftpager_client_dispatch(scene.client, 10000, 0, NULL);
    CHECK_INTEGER(scene.recorder.destroy_count, 1);
    close_scene(&scene);
}

static void cancel_operation(void *user_data, const swiftpager_update *update)
{
    struct scene *scene = user_data;
    scene->calls++;
    (void)update;
    CHECK_OK(swiftpager_operation_close(scene->operation));
}

TEST(an_update_may_cancel_the_operation)
{
    struct scene scene;
    open_scene(&scene, "bad=0");
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, cancel_operation, &scene, NULL, NULL));
    REQUIRE_OK(
        swiftpager_pager_load_all(scene.pager, NULL, record_completion, &scene.recorder, NULL, &scene.operation, NULL));
    CHECK_STATUS(swiftpager_operation_wait(scene.operation, -1, NULL), SWIFTPAGER_CANCELLED);
    /* The second page may have been under way to the subscriber. */
    CHECK(scene.calls == 1 || scene.calls == 2);
    CHECK_TEXT(scene.recorder.history, "C");
    close_scene(&scene);
}

static void release_everything(struct scene *scene)
{
    CHECK_OK(swiftpager_operation_release(scene->operation));
    CHECK_OK(swiftpager_pager_release(scene->pager));
    CHECK_OK(swiftpager_client_release(scene->client));
    /* But destroy functions of subscriptions. */
    CHECK_INTEGER(scene->recorder.update_count + scene->recorder.completion_count, 0);
}

static void release_in_update(void *user_data, const swiftpager_update *update)
{
    struct scene *scene = user_data;
    scene->calls++;
    release_everything(scene);
    CHECK_PAGE(swiftpager_update_page(update, NULL), 1);
}

TEST(an_update_may_release_everything)
{
    struct scene scene;
    open_scene(&scene, "bad=0");
    swiftpager_client *client = scene.client;
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, release_in_update, &scene, note_destroy, &scene.subscription));
    REQUIRE_OK(swiftpager_pager_load_all(scene.pager, NULL, record_completion, &scene.recorder, record_destroy,
                                         &scene.operation, NULL));
    /* What is left is destroyed in this dispatch, after the update. */
    CHECK_OK(swiftpager_client_dispatch(client, -1, 0, NULL));
    CHECK_INTEGER(scene.calls, 1);
    CHECK_INTEGER(scene.recorder.completion_count, 0);
    CHECK_INTEGER(scene.recorder.destroy_count, 2);
    CHECK_STATUS(swiftpager_client_dispatch(client, -1, 0, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_OK(swiftpager_subscription_close(scene.subscription));
    CHECK_OK(swiftpager_subscription_release(scene.subscription));
}

static void release_in_completion(void *user_data, swiftpager_status status, const char *error)
{
    struct scene *scene = user_data;
    scene->calls++;
    (void)error;
    CHECK_OK(status);
    release_everything(scene);
}

TEST(a_completion_may_release_everything_while_its_operation_is_waited_for)
{
    struct scene scene;
    open_scene(&scene, "bad=0");
    REQUIRE_OK(
        swiftpager_pager_fetch(scene.pager, NULL, release_in_completion, &scene, note_destroy, &scene.operation, NULL));
    CHECK_OK(swiftpager_operation_wait(scene.operation, -1, NULL));
    CHECK_INTEGER(scene.calls, 1);
    CHECK_INTEGER(scene.recorder.destroy_count, 1);
}

static void release_in_destroy(void *user_data)
{
    struct scene *scene = user_data;
    scene->calls++;
    release_everything(scene);
}

TEST(destroy_may_release_everything)
{
    struct scene scene;
    open_scene(&scene, "bad=1&ms=500");
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, record_update, &scene.recorder, record_destroy, NULL));
    REQUIRE_OK(swiftpager_pager_fetch(scene.pager, NULL, NULL, &scene, release_in_destroy, &scene.operation, NULL));
    CHECK_OK(swiftpager_operation_close(scene.operation));
    CHECK_STATUS(swiftpager_operation_wait(scene.operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_INTEGER(scene.calls, 1);
    CHECK_TEXT(scene.recorder.history, "D");
}

static void subscribe_again(void *user_data, const swiftpager_update *update)
{
    struct scene *scene = user_data;
    (void)update;
    if (scene->calls++ < 3) {
        CHECK_OK(swiftpager_pager_subscribe(scene->pager, subscribe_again, scene, NULL, NULL));
        CHECK_OK(swiftpager_client_wake(scene->client));
    }
}

TEST(an_update_may_subscribe_again)
{
    struct scene scene;
    open_scene(&scene, "bad=0");
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, subscribe_again, &scene, NULL, NULL));
    CHECK_RUN(swiftpager_pager_fetch, scene.pager, NULL, SWIFTPAGER_OK);
    while (scene.calls < 4) CHECK_OK(swiftpager_client_dispatch(scene.client, 1000, 0, NULL));
    CHECK_INTEGER(scene.calls, 4);
    close_scene(&scene);
}

static void reset_and_fetch(void *user_data, const swiftpager_update *update)
{
    struct scene *scene = user_data;
    (void)update;
    if (scene->calls++ > 0) return;
    CHECK_OK(swiftpager_pager_reset(scene->pager));
    CHECK_OK(swiftpager_pager_fetch(scene->pager, NULL, record_completion, &scene->recorder, NULL, NULL, NULL));
}

TEST(an_update_may_reset_its_pager_and_start_over)
{
    struct scene scene;
    open_scene(&scene, "bad=0");
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, reset_and_fetch, &scene, NULL, NULL));
    CHECK_RUN(swiftpager_pager_fetch, scene.pager, NULL, SWIFTPAGER_OK);
    while (scene.recorder.calls == 0) CHECK_OK(swiftpager_client_dispatch(scene.client, -1, 0, NULL));
    CHECK_OK(scene.recorder.status);
    CHECK_INTEGER(scene.calls, 2);
    CHECK_STATE(scene.pager, "/pages_held", "1");
    close_scene(&scene);
}

static void close_the_client(void *user_data, const swiftpager_update *update)
{
    struct scene *scene = user_data;
    CHECK_PAGE(swiftpager_update_page(update, NULL), 1);
    CHECK_STATUS(swiftpager_client_close(scene->client, 10), SWIFTPAGER_REENTRANT);
    CHECK_OK(swiftpager_client_close(scene->client, 0));
    CHECK_STATUS(swiftpager_pager_fetch(scene->pager, NULL, NULL, NULL, NULL, NULL, NULL), SWIFTPAGER_CLOSED);
    scene->calls++;
}

TEST(a_callback_may_close_its_client_without_waiting)
{
    struct scene scene;
    open_scene(&scene, "bad=0");
    REQUIRE_OK(swiftpager_pager_subscribe(scene.pager, close_the_client, &scene, NULL, NULL));
    scene.operation = start(swiftpager_pager_load_all, scene.pager, NULL);
    CHECK_STATUS(swiftpager_operation_wait(scene.operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_INTEGER(scene.calls, 1);
    close_scene(&scene);
}
