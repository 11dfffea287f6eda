/* What a hook tells with its status and its text. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "recorder.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#define BARE "query ($after: String) { items(after: $after) { edges { node { id } } } }"
#define PLACES "\"pagination\": {\"connection\": \"/items\", \"items\": \"/edges\", \"after\": \"after\"}"

/* What the hooks of a test return. */
struct hooks {
    /* For the hook `failing`: E, R or T. */
    char failing;
    swiftpager_status status;
    /* NULL: none. */
    const char *text;
    int destroys;
};

/* A copy in memory of the library. */
static char *copy(const char *text)
{
    if (text == NULL) return NULL;
    char *memory = swiftpager_alloc(strlen(text) + 1);
    if (memory != NULL) memcpy(memory, text, strlen(text) + 1);
    return memory;
}

static bool fails(const struct hooks *hooks, char hook, char **out_json)
{
    CHECK(*out_json == NULL);
    if (hooks->failing == hook) *out_json = copy(hooks->text);
    return hooks->failing == hook;
}

static swiftpager_status extract(void *user_data, const char *page_json, size_t length, bool is_initial,
                                 char **out_json)
{
    (void)is_initial;
    if (fails(user_data, 'E', out_json)) return ((struct hooks *)user_data)->status;
    CHECK_INTEGER(strlen(page_json), length);
    json_t *page = json_loadb(page_json, length, 0, NULL);
    json_t *info = NULL;
    json_unpack(page, "{s:{s:{s:o}}}", "data", "items", "pageInfo", &info);
    json_t *made = json_pack("{s:O, s:O}", "can_load_next", json_object_get(info, "hasNextPage"), "end_cursor",
                             json_object_get(info, "endCursor"));
    *out_json = json_dumps(made, JSON_COMPACT);
    json_decref(made);
    json_decref(page);
    return SWIFTPAGER_OK;
}

static swiftpager_status resolve(void *user_data, const char *page_info_json, swiftpager_kind direction,
                                 char **out_json)
{
    char text[64];
    if (fails(user_data, 'R', out_json)) return ((struct hooks *)user_data)->status;
    CHECK_INTEGER(direction, SWIFTPAGER_KIND_NEXT);
    json_t *info = json_loads(page_info_json, 0, NULL);
    snprintf(text, sizeof text, "{\"variables\": {\"after\": \"%s\"}}",
             json_string_value(json_object_get(info, "end_cursor")));
    json_decref(info);
    *out_json = copy(text);
    return SWIFTPAGER_OK;
}

static swiftpager_status transform(void *user_data, const char *page_json, size_t length, char **out_json)
{
    if (fails(user_data, 'T', out_json)) return ((struct hooks *)user_data)->status;
    CHECK_INTEGER(strlen(page_json), length);
    *out_json = copy("[1]");
    return SWIFTPAGER_OK;
}

static void destroy(void *user_data)
{
    ((struct hooks *)user_data)->destroys++;
}

static swiftpager_pager_hooks all_hooks(struct hooks *hooks)
{
    return (swiftpager_pager_hooks){
        .struct_size = sizeof(swiftpager_pager_hooks),
        .user_data = hooks,
        .destroy = destroy,
        .extract_page_info = extract,
        .resolve_page = resolve,
        .transform = transform,
    };
}

/* Loads a list of five pages with all three hooks. */
static void check_walk(struct hooks hooks, swiftpager_status status, const char *words)
{
    char *error = NULL;
    struct host host = {0};
    struct recorder recorder = {0};
    swiftpager_pager *pager = NULL;
    swiftpager_client *client = make_host_client(&host, "");
    const swiftpager_pager_hooks functions = all_hooks(&hooks);
    REQUIRE_OK(swiftpager_pager_create(client, BARE, "{" PLACES "}", &functions, &pager, NULL));
    subscribe_recorder(&recorder, pager);
    CHECK_STATUS(run(swiftpager_pager_load_all, pager, NULL, &error), status);
    if (status == SWIFTPAGER_OK) {
        CHECK_STATE(pager, "/pages_held", "5");
        const char *model = swiftpager_page_model(swiftpager_update_page(newest_update(&recorder), NULL), NULL);
        if (words == NULL) {
            CHECK(model == NULL);
        } else {
            CHECK_TEXT(model, words);
        }
    } else {
        CHECK_CONTAINS(error, words);
    }
    swiftpager_free(error);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_INTEGER(hooks.destroys, 1);
}

TEST(hooks_that_return_ok_walk_a_list)
{
    check_walk((struct hooks){.failing = 'N'}, SWIFTPAGER_OK, "[1]");
}

TEST(ok_without_a_text_says_that_there_is_nothing)
{
    check_walk((struct hooks){.failing = 'T'}, SWIFTPAGER_OK, NULL);
    check_walk((struct hooks){.failing = 'E'}, SWIFTPAGER_MISSING_PAGE_INFO, "page info");
    check_walk((struct hooks){.failing = 'R'}, SWIFTPAGER_NO_QUERY, "");
}

TEST(ok_with_nonsense_is_a_failure)
{
    check_walk((struct hooks){.failing = 'E', .text = "[]"}, SWIFTPAGER_HOOK_FAILED, "extract_page_info returned");
    check_walk((struct hooks){.failing = 'R', .text = "{\"more\": 1}"}, SWIFTPAGER_HOOK_FAILED,
               "resolve_page returned");
    check_walk((struct hooks){.failing = 'T', .text = "\xff"}, SWIFTPAGER_HOOK_FAILED, "transform returned");
    check_walk((struct hooks){.failing = 'T', .text = "{\"error\": 1}"}, SWIFTPAGER_OK, "{\"error\": 1}");
}

TEST(any_other_status_is_a_failure_with_the_text_for_its_reason)
{
    static const char HOOKS[] = "ERT";
    static const char *const NAMES[] = {"extract_page_info", "resolve_page", "transform"};
    for (size_t index = 0; index < COUNT_OF(NAMES); index++) {
        char words[128];
        struct hooks hooks = {.failing = HOOKS[index], .status = SWIFTPAGER_HOOK_FAILED, .text = "no\n\"luck\""};
        snprintf(words, sizeof words, "%s failed: no\\\\n\\\"luck\\\"", NAMES[index]);
        check_walk(hooks, SWIFTPAGER_HOOK_FAILED, words);
        hooks.text = NULL;
        snprintf(words, sizeof words, "%s failed with the status HOOK_FAILED", NAMES[index]);
        check_walk(hooks, SWIFTPAGER_HOOK_FAILED, words);
        hooks.status = -17;
        snprintf(words, sizeof words, "%s failed with the status -17", NAMES[index]);
        check_walk(hooks, SWIFTPAGER_HOOK_FAILED, words);
        hooks.status = INT32_MAX;
        hooks.text = "caf\xe9";
        snprintf(words, sizeof words, "%s failed: caf", NAMES[index]);
        check_walk(hooks, SWIFTPAGER_HOOK_FAILED, words);
    }
}

TEST(a_long_reason_is_cut)
{
    char *text = malloc(1 << 20);
    REQUIRE(text != NULL);
    memset(text, 'x', 1 << 20);
    text[(1 << 20) - 1] = '\0';
    check_walk((struct hooks){.failing = 'E', .status = SWIFTPAGER_INTERNAL, .text = text}, SWIFTPAGER_HOOK_FAILED,
               "failed: xxx");
    free(text);
}

TEST(a_text_that_is_too_long_is_a_failure)
{
    static const char HOOKS[] = "ERT";
    static const char *const NAMES[] = {"extract_page_info", "resolve_page", "transform"};
    /* One byte more than the library takes. */
    size_t length = (16 << 20) + 1;
    char *text = malloc(length + 1);
    REQUIRE(text != NULL);
    memset(text, ' ', length);
    text[length] = '\0';
    for (size_t index = 0; index < COUNT_OF(NAMES); index++) {
        char words[128];
        snprintf(words, sizeof words, "%s returned more than 16777216 bytes", NAMES[index]);
        check_walk((struct hooks){.failing = HOOKS[index], .text = text}, SWIFTPAGER_HOOK_FAILED, words);
    }
    free(text);
}

TEST(a_hook_that_a_resume_token_asks_may_fail)
{
    char *token = NULL, *error = NULL, config[2048];
    struct hooks data = {.failing = 'N'};
    struct host host = {0};
    swiftpager_pager *pager = NULL;
    swiftpager_client *client = make_host_client(&host, "");
    swiftpager_pager_hooks hooks = all_hooks(&data);
    REQUIRE_OK(swiftpager_pager_create(client, NULL, "{\"query\": \"" BARE "\", " PLACES "}", &hooks, &pager, NULL));
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    REQUIRE_OK(swiftpager_pager_resume_token(pager, &token));
    CHECK_OK(swiftpager_pager_release(pager));
    snprintf(config, sizeof config, "{\"query\": \"" BARE "\", " PLACES ", \"resume\": %s}", token);
    swiftpager_free(token);
    CHECK_OK(swiftpager_pager_create(client, NULL, config, &hooks, &pager, NULL));
    CHECK_OK(swiftpager_pager_release(pager));
    data = (struct hooks){.failing = 'R', .status = SWIFTPAGER_INTERNAL, .text = "no luck"};
    CHECK_STATUS(swiftpager_pager_create(client, NULL, config, &hooks, &pager, &error), SWIFTPAGER_HOOK_FAILED);
    CHECK_CONTAINS(error, "no luck");
    swiftpager_free(error);
    CHECK_OK(swiftpager_client_release(client));
}
