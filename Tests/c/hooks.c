/* Hooks: functions of the host that read pages. What they return, and what becomes of what they cannot. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "recorder.h"

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* The document shows no page info. */
#define BARE "query ($after: String) { items(after: $after) { edges { node { id } } } }"
#define QUERY \
    "query ($after: String) { items(after: $after) { edges { node { id } }" \
    " pageInfo { hasNextPage endCursor } } }"
#define PLACES "\"pagination\": {\"connection\": \"/items\", \"items\": \"/edges\", \"after\": \"after\"}"

/* What the hooks of a test return, and how often they were called. */
struct hooks {
    /* Returned as they are; NULL: what fits the list of hosts.c. */
    const char *info;
    const char *request;
    const char *model;
    bool returns_null;
    int extracts, initials, resolves, transforms, destroys;
    /* Released by the first hook that is called. */
    swiftpager_pager *victim;
};

static swiftpager_status extract(void *user_data, const char *page_json, size_t length, bool is_initial,
                                 char **out_json)
{
    struct hooks *hooks = user_data;
    char *text = NULL;
    hooks->extracts++;
    if (is_initial) hooks->initials++;
    CHECK_INTEGER(page_json[length], '\0');
    if (hooks->victim != NULL) {
        CHECK_OK(swiftpager_pager_release(hooks->victim));
        CHECK_INTEGER(hooks->destroys, 0);
    }
    if (hooks->returns_null) return SWIFTPAGER_OK;
    if (hooks->info != NULL) return give_text(out_json, strdup(hooks->info));
    json_t *page = json_loadb(page_json, length, 0, NULL);
    json_t *info = NULL;
    json_unpack(page, "{s:{s:{s:o}}}", "data", "items", "pageInfo", &info);
    json_t *made = json_pack("{s:O, s:O, s:s}", "can_load_next", json_object_get(info, "hasNextPage"), "end_cursor",
                             json_object_get(info, "endCursor"), "more", "of it");
    text = json_dumps(made, JSON_COMPACT);
    json_decref(made);
    json_decref(page);
    return give_text(out_json, text);
}

static swiftpager_status resolve(void *user_data, const char *page_info_json, swiftpager_kind direction,
                                 char **out_json)
{
    struct hooks *hooks = user_data;
    char *text = NULL;
    hooks->resolves++;
    CHECK_INTEGER(direction, SWIFTPAGER_KIND_NEXT);
    if (hooks->returns_null) return SWIFTPAGER_OK;
    if (hooks->request != NULL) return give_text(out_json, strdup(hooks->request));
    json_t *info = json_loads(page_info_json, 0, NULL);
    json_t *made = json_pack("{s:{s:O}}", "variables", "after", json_object_get(info, "end_cursor"));
    text = json_dumps(made, JSON_COMPACT);
    json_decref(made);
    json_decref(info);
    return give_text(out_json, text);
}

static swiftpager_status transform(void *user_data, const char *page_json, size_t length, char **out_json)
{
    struct hooks *hooks = user_data;
    char text[32];
    CHECK_INTEGER(strlen(page_json), length);
    hooks->transforms++;
    if (hooks->returns_null) return SWIFTPAGER_OK;
    snprintf(text, sizeof text, "[%d]", hooks->transforms);
    return give_text(out_json, strdup(hooks->model != NULL ? hooks->model : text));
}

static void destroy(void *user_data)
{
    ((struct hooks *)user_data)->destroys++;
}

/* A pager of a host, with those of the hooks that are wanted. */
struct walk {
    struct host host;
    struct hooks hooks;
    swiftpager_client *client;
    swiftpager_pager *pager;
};

static void make_walk(struct walk *walk, const char *query, const char *more, const char *wanted)
{
    char config[512];
    swiftpager_pager_hooks hooks = {.struct_size = sizeof hooks, .user_data = &walk->hooks, .destroy = destroy};
    if (strchr(wanted, 'E') != NULL) hooks.extract_page_info = extract;
    if (strchr(wanted, 'R') != NULL) hooks.resolve_page = resolve;
    if (strchr(wanted, 'T') != NULL) hooks.transform = transform;
    walk->client = make_host_client(&walk->host, "");
    snprintf(config, sizeof config, "{\"query\": \"%s\"%s%s}", query, more[0] == '\0' ? "" : ", ", more);
    REQUIRE_OK(swiftpager_pager_create(walk->client, NULL, config, &hooks, &walk->pager, NULL));
}

static void end_walk(struct walk *walk)
{
    CHECK_INTEGER(walk->hooks.destroys, 0);
    if (walk->hooks.victim == NULL) CHECK_OK(swiftpager_pager_release(walk->pager));
    CHECK_OK(swiftpager_client_release(walk->client));
    CHECK_INTEGER(walk->hooks.destroys, 1);
}

static void check_walk(const char *query, const char *more, const char *wanted)
{
    struct walk walk = {0};
    make_walk(&walk, query, more, wanted);
    CHECK_RUN(swiftpager_pager_load_all, walk.pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(walk.pager, "/items_loaded", "10");
    CHECK_STATE(walk.pager, "/pages_held", "5");
    CHECK_INTEGER(walk.hooks.extracts, strchr(wanted, 'E') != NULL ? 5 : 0);
    CHECK_INTEGER(walk.hooks.initials, strchr(wanted, 'E') != NULL ? 1 : 0);
    CHECK_INTEGER(walk.hooks.resolves, strchr(wanted, 'R') != NULL ? 4 : 0);
    CHECK_INTEGER(walk.hooks.transforms, strchr(wanted, 'T') != NULL ? 5 : 0);
    end_walk(&walk);
}

TEST(every_choice_of_hooks_walks_a_list)
{
    check_walk(QUERY, "", "");
    check_walk(QUERY, "", "T");
    check_walk(QUERY, "", "R");
    check_walk(QUERY, "", "RT");
    check_walk(BARE, PLACES, "E");
    check_walk(BARE, PLACES, "ET");
    check_walk(BARE, PLACES, "ERT");
    check_walk(BARE, "\"pagination\": {\"connection\": \"/items\", \"items\": \"/edges\"}", "ER");
}

TEST(a_page_has_the_model_that_was_made_of_it)
{
    size_t length = 0;
    struct recorder recorder = {0};
    struct walk walk = {0};
    make_walk(&walk, QUERY, "", "T");
    subscribe_recorder(&recorder, walk.pager);
    CHECK_RUN(swiftpager_pager_load_all, walk.pager, NULL, SWIFTPAGER_OK);
    const swiftpager_update *update = newest_update(&recorder);
    CHECK_TEXT(swiftpager_page_model(swiftpager_update_page_at(update, 0), &length), "[1]");
    CHECK_INTEGER(length, 3);
    CHECK_TEXT(swiftpager_page_model(swiftpager_update_page(update, NULL), NULL), "[5]");
    forget_updates(&recorder);
    end_walk(&walk);
}

TEST(a_page_without_a_transform_has_no_model)
{
    size_t length = 7;
    struct recorder recorder = {0};
    struct walk walk = {0};
    make_walk(&walk, QUERY, "", "");
    subscribe_recorder(&recorder, walk.pager);
    CHECK_RUN(swiftpager_pager_fetch, walk.pager, NULL, SWIFTPAGER_OK);
    CHECK(swiftpager_page_model(swiftpager_update_page(newest_update(&recorder), NULL), &length) == NULL);
    CHECK_INTEGER(length, 0);
    CHECK(swiftpager_page_model(NULL, &length) == NULL);
    forget_updates(&recorder);
    end_walk(&walk);
}

TEST(a_pull_runs_the_hooks_of_its_pager)
{
    struct walk walk = {0};
    swiftpager_update *update = NULL;
    int pages = 0;
    make_walk(&walk, BARE, PLACES, "ERT");
    swiftpager_operation *operation = start_walk(walk.pager, NULL);
    while (CHECK_OK(swiftpager_operation_next(operation, -1, &update, NULL)) && update != NULL) {
        pages++;
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_INTEGER(pages, HOST_PAGES);
    CHECK_OK(swiftpager_operation_release(operation));
    end_walk(&walk);
}

/* What a hook returns ends a fetch and a load_next with `status`; the hooks that are wanted are called. */
static void check_end(struct hooks hooks, const char *wanted, swiftpager_status status, const char *words)
{
    char *error = NULL;
    struct walk walk = {.hooks = hooks};
    make_walk(&walk, strchr(wanted, 'E') != NULL ? BARE : QUERY, strchr(wanted, 'E') != NULL ? PLACES : "", wanted);
    CHECK_STATUS(run(swiftpager_pager_load_all, walk.pager, NULL, &error), status);
    CHECK_CONTAINS(error, words);
    swiftpager_free(error);
    end_walk(&walk);
}

TEST(a_hook_that_returns_null_says_that_there_is_nothing)
{
    check_end((struct hooks){.returns_null = true}, "E", SWIFTPAGER_MISSING_PAGE_INFO, "");
    check_end((struct hooks){.returns_null = true}, "R", SWIFTPAGER_NO_QUERY, "");
    check_walk(QUERY, "", "T");
}

TEST(a_hook_that_returns_nonsense_has_failed)
{
    static const char *const NONSENSE[] = {"", "{", "nonsense", "[1,]", "\xff"};
    for (size_t index = 0; index < COUNT_OF(NONSENSE); index++) {
        check_end((struct hooks){.info = NONSENSE[index]}, "E", SWIFTPAGER_HOOK_FAILED, "extract_page_info");
        check_end((struct hooks){.request = NONSENSE[index]}, "R", SWIFTPAGER_HOOK_FAILED, "resolve_page");
        check_end((struct hooks){.model = NONSENSE[index]}, "T", SWIFTPAGER_HOOK_FAILED, "transform");
    }
    check_end((struct hooks){.request = "{\"variables\": {\"after\": 1e999}}"}, "R", SWIFTPAGER_HOOK_FAILED,
              "a number starts here that is too large for a double (at byte 24)");
    check_end((struct hooks){.info = "[]"}, "E", SWIFTPAGER_HOOK_FAILED, "not an object");
    check_end((struct hooks){.info = "{\"canLoadNext\": true, \"end_cursor\": \"1\"}"}, "E", SWIFTPAGER_HOOK_FAILED,
              "neither `can_load_next` nor `can_load_previous`");
    check_end((struct hooks){.info = "{\"can_load_next\": 1}"}, "E", SWIFTPAGER_HOOK_FAILED, "can_load_next");
    check_end((struct hooks){.info = "{\"can_load_next\": true, \"end_cursor\": []}"}, "E", SWIFTPAGER_HOOK_FAILED,
              "end_cursor");
    check_end((struct hooks){.request = "{\"variables\": {\"before\": 1}}"}, "R", SWIFTPAGER_HOOK_FAILED, "$before");
    check_end((struct hooks){.request = "{\"more\": 1}"}, "R", SWIFTPAGER_HOOK_FAILED, "unknown key");
    check_end((struct hooks){.request = "{\"query\": \"{ a\"}"}, "R", SWIFTPAGER_HOOK_FAILED, "does not parse");
}

TEST(page_info_of_a_hook_ends_a_list)
{
    struct walk walk = {.hooks = {.info = "{}"}};
    make_walk(&walk, BARE, PLACES, "E");
    CHECK_RUN(swiftpager_pager_load_all, walk.pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(walk.pager, "/pages_held", "1");
    end_walk(&walk);
    check_end((struct hooks){.info = "{\"can_load_next\": true}"}, "E", SWIFTPAGER_NULL_CURSOR,
              "the hook's page info");
    check_end((struct hooks){.info = "{\"can_load_next\": true, \"end_cursor\": \"2\"}"}, "E", SWIFTPAGER_CURSOR_STUCK,
              "the hook's page info");
}

TEST(a_hook_may_release_its_own_pager)
{
    struct walk walk = {0};
    struct recorder recorder = {0};
    make_walk(&walk, BARE, PLACES, "ERT");
    walk.hooks.victim = walk.pager;
    REQUIRE_OK(swiftpager_pager_load_all(walk.pager, NULL, record_completion, &recorder, record_destroy, NULL, NULL));
    while (recorder.destroy_count == 0) CHECK_OK(swiftpager_client_dispatch(walk.client, 1000, 0, NULL));
    CHECK_STATUS(recorder.status, SWIFTPAGER_CANCELLED);
    CHECK_INTEGER(walk.hooks.extracts, 1);
    CHECK_INTEGER(walk.hooks.resolves, 0);
    CHECK_INTEGER(walk.hooks.transforms, 0);
    dispatch_waiting(walk.client);
    CHECK_INTEGER(walk.hooks.destroys, 1);
    CHECK_OK(swiftpager_client_release(walk.client));
    CHECK_INTEGER(walk.hooks.destroys, 1);
}

TEST(a_pager_that_cannot_be_gives_its_hooks_back)
{
    struct hooks data = {0};
    struct host host = {0};
    char *error = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_client *client = make_host_client(&host, "");
    swiftpager_pager_hooks hooks = {
        .struct_size = sizeof hooks, .user_data = &data, .extract_page_info = extract, .destroy = destroy};
    CHECK_STATUS(swiftpager_pager_create(client, NULL, "{}", &hooks, &pager, NULL), SWIFTPAGER_INVALID_CONFIG);
    CHECK_INTEGER(data.destroys, 1);
    CHECK_STATUS(swiftpager_pager_create(client, NULL, "{\"query\": \"" BARE "\"}", &hooks, &pager, &error),
                 SWIFTPAGER_INVALID_CONFIG);
    CHECK_JSON(error, "/path", "\"/pagination/connection\"");
    swiftpager_free(error);
    CHECK_INTEGER(data.destroys, 2);
    CHECK_STATUS(swiftpager_pager_create(NULL, NULL, "{}", &hooks, &pager, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_INTEGER(data.destroys, 3);
    CHECK_OK(swiftpager_client_release(client));
}

static void check_refused(swiftpager_client *client, const swiftpager_pager_hooks *hooks, const char *words)
{
    char *error = NULL;
    swiftpager_pager *pager = (swiftpager_pager *)&error;
    CHECK_STATUS(swiftpager_pager_create(client, NULL, "{\"query\": \"" QUERY "\"}", hooks, &pager, &error),
                 SWIFTPAGER_INVALID_ARGUMENT);
    CHECK(pager == NULL);
    CHECK_CONTAINS(error, words);
    swiftpager_free(error);
}

/* A caller that was compiled with less of the struct has the rest NULL; one with more, as far as that is NULL. */
TEST(hooks_are_read_as_far_as_they_go)
{
    struct hooks data = {0};
    struct host host = {0};
    swiftpager_pager *pager = NULL;
    swiftpager_client *client = make_host_client(&host, "");
    struct {
        swiftpager_pager_hooks known;
        void *more;
    } larger = {{.user_data = &data, .resolve_page = resolve, .transform = transform, .destroy = destroy}, NULL};

    /* All but transform and destroy. */
    larger.known.struct_size = offsetof(swiftpager_pager_hooks, transform);
    REQUIRE_OK(swiftpager_pager_create(client, NULL, "{\"query\": \"" QUERY "\"}", &larger.known, &pager, NULL));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(data.resolves, HOST_PAGES - 1);
    CHECK_INTEGER(data.transforms, 0);
    CHECK_OK(swiftpager_pager_release(pager));
    dispatch_waiting(client);
    CHECK_INTEGER(data.destroys, 0);

    /* Half a member does not count. */
    larger.known.struct_size = offsetof(swiftpager_pager_hooks, destroy) + 1;
    REQUIRE_OK(swiftpager_pager_create(client, NULL, "{\"query\": \"" QUERY "\"}", &larger.known, &pager, NULL));
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(data.transforms, 1);
    CHECK_OK(swiftpager_pager_release(pager));
    dispatch_waiting(client);
    CHECK_INTEGER(data.destroys, 0);

    larger.known.struct_size = sizeof larger;
    REQUIRE_OK(swiftpager_pager_create(client, NULL, "{\"query\": \"" QUERY "\"}", &larger.known, &pager, NULL));
    CHECK_OK(swiftpager_pager_release(pager));
    dispatch_waiting(client);
    CHECK_INTEGER(data.destroys, 1);
    larger.more = &data;
    check_refused(client, &larger.known, "does not know");
    CHECK_INTEGER(data.destroys, 2);

    const size_t absurd[] = {0, 1, sizeof(size_t) - 1, 4097, SIZE_MAX};
    for (size_t index = 0; index < COUNT_OF(absurd); index++) {
        larger.known.struct_size = absurd[index];
        check_refused(client, &larger.known, "struct_size");
    }
    CHECK_INTEGER(data.destroys, 2);
    CHECK_OK(swiftpager_client_release(client));
}
