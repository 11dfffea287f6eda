/* What is shown of a request before it is answered, and what takes its place; and hooks that read pages that change. */
#include "cached.h"
#include "harness.h"
#include "hosts.h"
#include "pagers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUERY \
    "query ($after: String) { products(after: $after) { edges { node { id name } }" \
    " pageInfo { hasNextPage endCursor } } }"
#define PAGE \
    "{\"data\": {\"products\": {\"__typename\": \"Products\", \"edges\": [{\"__typename\": \"Edge\", \"node\": " \
    "{\"__typename\": \"Product\", \"id\": \"1\", \"name\": \"Lamp\"}}], \"pageInfo\": " \
    "{\"__typename\": \"PageInfo\", \"hasNextPage\": false, \"endCursor\": null}}}}"
#define RENAME(more) "{\"query\": \"mutation { rename { id name } }\"" more "}"
#define RENAMED(name) \
    "{\"data\": {\"rename\": {\"__typename\": \"Product\", \"id\": \"1\", \"name\": \"" name "\"}}}"
#define GUESS ", \"optimistic\": {\"Product:1\": {\"name\": \"Guess\"}}"

/* A list of one page with one lamp, of a transport that answers when the test does. */
struct scene {
    struct host host;
    struct recorder recorder;
    swiftpager_client *client;
    swiftpager_pager *pager;
};

/* The request that was sent last. */
static swiftpager_request *sent(struct scene *scene, int count)
{
    while (scene->host.request_count < count) REQUIRE_OK(swiftpager_client_dispatch(scene->client, 1000, 0, NULL));
    return scene->host.requests[count - 1];
}

static void answer(swiftpager_request *request, const char *body)
{
    CHECK_OK(swiftpager_request_complete(request, 200, NULL, body, strlen(body)));
}

static void open_scene(struct scene *scene, const swiftpager_pager_hooks *hooks)
{
    scene->host.keeps = true;
    scene->client = make_host_client(&scene->host, MEMORY);
    REQUIRE_OK(swiftpager_pager_create(scene->client, QUERY, NULL, hooks, &scene->pager, NULL));
    subscribe_recorder(&scene->recorder, scene->pager);
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, scene->pager, NULL);
    answer(sent(scene, 1), PAGE);
    CHECK_OK(swiftpager_operation_wait(fetch, -1, NULL));
    CHECK_OK(swiftpager_operation_release(fetch));
}

static void close_scene(struct scene *scene)
{
    forget_updates(&scene->recorder);
    CHECK_OK(swiftpager_pager_release(scene->pager));
    CHECK_OK(swiftpager_client_release(scene->client));
}

static swiftpager_operation *rename_with_guess(struct scene *scene)
{
    swiftpager_operation *operation = NULL;
    REQUIRE_OK(swiftpager_client_execute(scene->client, RENAME(GUESS), NULL, NULL, NULL, &operation, NULL));
    /* It is shown before the request is answered. */
    CHECK_UPDATES(scene->client, &scene->recorder, 2);
    CHECK_CHANGE(newest_update(&scene->recorder), 0);
    CHECK_ITEM(newest_update(&scene->recorder), 0, 0, "/name", "\"Guess\"");
    return operation;
}

static void check_name(struct scene *scene, int updates, const char *name)
{
    CHECK_UPDATES(scene->client, &scene->recorder, updates);
    CHECK_ITEM(newest_update(&scene->recorder), 0, 0, "/name", name);
}

/* Waits until the pager has noticed that the cache lost its page, at most 10 s; that comes without an update. */
static void wait_until_unreadable(struct scene *scene)
{
    bool is_unreadable = false;
    for (int tries = 0; tries < 1000 && !is_unreadable; tries++) {
        char *state = NULL;
        REQUIRE_OK(swiftpager_pager_state(scene->pager, &state));
        is_unreadable = strstr(state, "\"unreadable_pages\":1") != NULL;
        swiftpager_free(state);
        if (!is_unreadable) swiftpager_client_dispatch(scene->client, 10, 0, NULL);
    }
}

TEST(a_guess_is_taken_back_although_the_cache_has_lost_its_page)
{
    static const char *const failures[] = {
        "{\"errors\": [{\"message\": \"no\"}]}",
        "{\"data\": {\"rename\": null}, \"errors\": [{\"message\": \"no\", \"path\": [\"rename\"]}]}",
        NULL, /* cancelled */
    };
    for (size_t index = 0; index < 2 * COUNT_OF(failures); index++) {
        const char *failure = failures[index / 2];
        struct scene scene = {0};
        open_scene(&scene, NULL);
        swiftpager_operation *rename = rename_with_guess(&scene);
        if (index % 2 == 0) {
            CHECK_OK(swiftpager_client_cache_evict(scene.client, "Product:1", NULL));
        } else {
            CHECK_OK(swiftpager_client_cache_clear(scene.client, NULL));
        }
        CHECK_UPDATES(scene.client, &scene.recorder, 2);
        wait_until_unreadable(&scene);
        CHECK_STATE(scene.pager, "/unreadable_pages", "1");
        if (failure != NULL) {
            answer(sent(&scene, 2), failure);
            swiftpager_operation_wait(rename, -1, NULL);
        } else {
            CHECK_OK(swiftpager_operation_close(rename));
        }
        CHECK_UPDATES(scene.client, &scene.recorder, 3);
        CHECK_CHANGE(newest_update(&scene.recorder), 0);
        CHECK_ITEM(newest_update(&scene.recorder), 0, 0, "/name", "\"Lamp\"");
        CHECK_STATE(scene.pager, "/unreadable_pages", "1");
        CHECK_OK(swiftpager_operation_release(rename));
        close_scene(&scene);
    }
}

TEST(a_guess_is_shown_until_the_answer_which_takes_its_place_at_once)
{
    struct scene scene = {0};
    open_scene(&scene, NULL);
    swiftpager_operation *operation = rename_with_guess(&scene);
    answer(sent(&scene, 2), RENAMED("Sun"));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    check_name(&scene, 3, "\"Sun\"");
    char *record = NULL;
    CHECK_OK(swiftpager_client_cache_read(scene.client, "Product:1", &record, NULL));
    CHECK_JSON(record, "/name", "\"Sun\"");
    swiftpager_free(record);
    CHECK_OK(swiftpager_operation_release(operation));
    close_scene(&scene);
}

TEST(a_guess_is_taken_back_when_the_server_refuses)
{
    struct scene scene = {0};
    open_scene(&scene, NULL);
    swiftpager_operation *operation = rename_with_guess(&scene);
    answer(sent(&scene, 2), "{\"errors\": [{\"message\": \"no\"}], \"data\": null}");
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_GRAPHQL);
    check_name(&scene, 3, "\"Lamp\"");
    CHECK_OK(swiftpager_operation_release(operation));
    close_scene(&scene);
}

TEST(a_guess_is_taken_back_when_the_network_fails)
{
    struct scene scene = {0};
    open_scene(&scene, NULL);
    swiftpager_operation *operation = rename_with_guess(&scene);
    CHECK_OK(swiftpager_request_fail(sent(&scene, 2), "gone"));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_NETWORK);
    check_name(&scene, 3, "\"Lamp\"");
    CHECK_OK(swiftpager_operation_release(operation));
    close_scene(&scene);
}

TEST(a_guess_is_taken_back_when_it_is_cancelled)
{
    struct scene scene = {0};
    open_scene(&scene, NULL);
    swiftpager_operation *operation = rename_with_guess(&scene);
    CHECK_OK(swiftpager_operation_close(operation));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    check_name(&scene, 3, "\"Lamp\"");
    CHECK_OK(swiftpager_operation_release(operation));
    close_scene(&scene);
}

TEST(a_client_may_end_while_a_guess_is_shown)
{
    struct scene scene = {0};
    open_scene(&scene, NULL);
    swiftpager_operation *operation = rename_with_guess(&scene);
    CHECK_OK(swiftpager_client_close(scene.client, -1));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_OK(swiftpager_operation_release(operation));
    close_scene(&scene);
}

TEST(a_guess_that_is_none_is_refused_and_nothing_is_sent)
{
    static const char *const guesses[] = {
        RENAME(", \"optimistic\": {\"Product:1\": 7}"),
        RENAME(", \"optimistic\": {\"\": {\"name\": \"a\"}}"),
        RENAME(", \"optimistic\": {\"Product:1\": {\"name\": \"Guess\"}, \"Product:2\": {\"a b\": 1}}"),
        RENAME(", \"optimistic\": []"),
    };
    struct scene scene = {0};
    open_scene(&scene, NULL);
    for (size_t index = 0; index < COUNT_OF(guesses); index++) {
        char *error = NULL;
        swiftpager_operation *operation = (swiftpager_operation *)&operation;
        CHECK_STATUS(swiftpager_client_execute(scene.client, guesses[index], NULL, NULL, NULL, &operation, &error),
                     SWIFTPAGER_INVALID_CONFIG);
        CHECK(operation == NULL);
        CHECK_JSON(error, "/path", "\"/optimistic\"");
        swiftpager_free(error);
    }
    CHECK_UPDATES(scene.client, &scene.recorder, 1);
    CHECK_INTEGER(scene.host.request_count, 1);
    close_scene(&scene);
}

static int transforms;

static swiftpager_status transform(void *user_data, const char *page_json, size_t length, char **out_json)
{
    (void)user_data;
    transforms++;
    const char *name = strstr(page_json, "\"name\":");
    CHECK(length == strlen(page_json));
    if (!CHECK(name != NULL)) return SWIFTPAGER_OK;
    char text[64];
    name += strlen("\"name\":");
    while (*name == ' ') name++;
    snprintf(text, sizeof text, "[%.*s\"]", (int)(strchr(name + 1, '"') - name), name);
    return give_text(out_json, strdup(text));
}

TEST(a_page_that_changed_has_its_model_anew_and_once_for_many_changes)
{
    struct scene scene = {0};
    swiftpager_pager_hooks hooks = {.struct_size = sizeof hooks, .transform = transform};
    open_scene(&scene, &hooks);
    CHECK_INTEGER(transforms, 1);
    char fields[64];
    for (int number = 1; number <= 5000; number++) {
        snprintf(fields, sizeof fields, "{\"name\": \"No. %d\"}", number);
        write_fields(scene.client, "Product:1", fields);
    }
    const swiftpager_page *page = NULL;
    size_t length = 0;
    const char *model = NULL;
    for (int round = 0; round < 200 && (model == NULL || strncmp(model, "[\"No. 5000\"]", length) != 0); round++) {
        REQUIRE_OK(swiftpager_client_dispatch(scene.client, 100, 0, NULL));
        page = swiftpager_update_page(newest_update(&scene.recorder), NULL);
        model = swiftpager_page_model(page, &length);
    }
    CHECK(model != NULL && strncmp(model, "[\"No. 5000\"]", length) == 0);
    CHECK_CHANGE(newest_update(&scene.recorder), 0);
    CHECK(transforms <= 20);
    close_scene(&scene);
}
