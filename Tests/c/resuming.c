/* Resume tokens: what they stand for, and pagers that go on from one. */
#include "harness.h"
#include "hosts.h"
#include "lists.h"
#include "pagers.h"
#include "pulled.h"
#include "recorder.h"
#include "servers.h"

#include <jansson.h>
#include <stdlib.h>

#define MOST_TOKEN_BYTES 16000

/* The pager's token; the caller frees it. */
static char *token_of(swiftpager_pager *pager)
{
    char *token = NULL;
    REQUIRE_OK(swiftpager_pager_resume_token(pager, &token));
    REQUIRE(token != NULL);
    CHECK(strlen(token) <= MOST_TOKEN_BYTES);
    return token;
}

/* Compares a value of the pager's token. */
static void check_token(swiftpager_pager *pager, const char *pointer, const char *expected)
{
    char *token = token_of(pager);
    CHECK_JSON(token, pointer, expected);
    swiftpager_free(token);
}

/* A pager of the trouble server's list that goes on from a token, which it frees. */
static swiftpager_pager *resumed(swiftpager_client *client, char *token, bool as_string)
{
    swiftpager_pager *pager = NULL;
    json_t *config = json_pack("{s: s, s: o}", "query", ITEMS_QUERY, "resume",
                               as_string ? json_string(token) : json_loads(token, 0, NULL));
    char *text = json_dumps(config, 0);
    REQUIRE_OK(swiftpager_pager_create(client, NULL, text, NULL, &pager, NULL));
    json_decref(config);
    free(text);
    swiftpager_free(token);
    return pager;
}

static char *token_after_two_pulled_pages(void)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    expect_page(walk, 1);
    expect_page(walk, 2);
    char *token = token_of(pager);
    release_pulled(walk, pager, client);
    return token;
}

TEST(a_walk_goes_on_after_a_token)
{
    for (int as_string = 0; as_string < 2; as_string++) {
        char *token = token_after_two_pulled_pages();
        CHECK_JSON(token, "/pages", "2");
        CHECK_JSON(token, "/items", "20");
        swiftpager_client *client = make_client(trouble_url("/good", NULL));
        swiftpager_pager *pager = resumed(client, token, as_string);
        CHECK_STATE(pager, "/items_loaded", "20");
        CHECK_STATE(pager, "/pages_held", "0");
        CHECK_CAN_LOAD(pager, true, false);
        swiftpager_operation *walk = start_walk(pager, NULL);
        for (int page = 3; page <= 5; page++) expect_page(walk, page);
        expect_end(walk, SWIFTPAGER_OK);
        CHECK_STATE(pager, "/items_loaded", "50");
        CHECK_STATE(pager, "/end", "\"complete\"");
        check_token(pager, "/pages", "5");
        release_pulled(walk, pager, client);
    }
}

TEST(a_resumed_pager_starts_over_where_it_is_told_to)
{
    char *token = token_after_two_pulled_pages();
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = resumed(client, token, false);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/pages_loaded", "3");
    CHECK_RUN(swiftpager_pager_load_all, pager, "{\"fetch_from_initial_page\": true}", SWIFTPAGER_OK);
    CHECK_STATE(pager, "/pages_held", "5");
    CHECK_OK(swiftpager_pager_reset(pager));
    check_token(pager, "/pages", "0");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/pages_held", "5");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_token_does_not_stand_for_the_update_in_hand)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    swiftpager_update *update = NULL;
    check_token(pager, "/pages", "0");
    REQUIRE_OK(swiftpager_operation_next(walk, -1, &update, NULL));
    check_token(pager, "/pages", "0");
    CHECK_OK(swiftpager_update_finish(update));
    check_token(pager, "/pages", "1");
    CHECK_OK(swiftpager_update_finish(update));
    CHECK_PAGE(swiftpager_update_page(update, NULL), 1);
    CHECK_OK(swiftpager_update_release(update));
    check_token(pager, "/pages", "1");
    /* Asking for the next one finishes the one before. */
    REQUIRE_OK(swiftpager_operation_next(walk, -1, &update, NULL));
    swiftpager_update *third = NULL;
    REQUIRE_OK(swiftpager_operation_next(walk, -1, &third, NULL));
    check_token(pager, "/pages", "2");
    CHECK_OK(swiftpager_update_release(update));
    /* The end of the operation takes nothing from who works on its update. */
    CHECK_OK(swiftpager_operation_close(walk));
    check_token(pager, "/pages", "2");
    CHECK_OK(swiftpager_update_release(third));
    check_token(pager, "/pages", "3");
    release_pulled(walk, pager, client);
}

struct saver {
    swiftpager_pager *pager;
    swiftpager_subscription *subscription;
    bool finishes, leaves;
    int calls;
    int64_t pages_before, pages_after;
};

static int64_t token_pages(swiftpager_pager *pager)
{
    char *token = token_of(pager);
    json_t *root = json_loads(token, 0, NULL);
    int64_t pages = json_integer_value(json_object_get(root, "pages"));
    json_decref(root);
    swiftpager_free(token);
    return pages;
}

static void save_token(void *user_data, const swiftpager_update *update)
{
    struct saver *saver = user_data;
    saver->calls++;
    saver->pages_before = token_pages(saver->pager);
    if (saver->finishes) CHECK_OK(swiftpager_update_finish(update));
    saver->pages_after = token_pages(saver->pager);
    if (saver->leaves) CHECK_OK(swiftpager_subscription_close(saver->subscription));
}

TEST(in_a_callback_the_token_counts_the_page_once_it_is_finished_with)
{
    for (int finishes = 0; finishes < 2; finishes++) {
        struct saver saver = {.finishes = finishes};
        swiftpager_client *client = NULL;
        saver.pager = make_trouble_pager("/good", NULL, &client);
        REQUIRE_OK(swiftpager_pager_subscribe(saver.pager, save_token, &saver, NULL, NULL));
        CHECK_RUN(swiftpager_pager_load_all, saver.pager, NULL, SWIFTPAGER_OK);
        CHECK_INTEGER(saver.calls, 5);
        CHECK_INTEGER(saver.pages_before, 4);
        CHECK_INTEGER(saver.pages_after, finishes ? 5 : 4);
        check_token(saver.pager, "/pages", "5");
        CHECK_OK(swiftpager_pager_release(saver.pager));
        CHECK_OK(swiftpager_client_release(client));
    }
}

TEST(a_callback_that_leaves_finishes_with_its_update_when_it_returns)
{
    struct saver saver = {.leaves = true};
    swiftpager_client *client = NULL;
    saver.pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_subscribe(saver.pager, save_token, &saver, NULL, &saver.subscription));
    CHECK_RUN(swiftpager_pager_fetch, saver.pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(saver.calls, 1);
    check_token(saver.pager, "/pages", "1");
    CHECK_OK(swiftpager_subscription_release(saver.subscription));
    CHECK_OK(swiftpager_pager_release(saver.pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_puller_that_leaves_has_not_finished_with_its_page)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_subscription *subscription = NULL;
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    swiftpager_operation *walk = start(swiftpager_pager_load_all, pager, NULL);
    for (int page = 1; page <= 2; page++) {
        if (update != NULL) CHECK_OK(swiftpager_update_release(update));
        REQUIRE_OK(swiftpager_subscription_next(subscription, -1, &update));
    }
    CHECK_OK(swiftpager_operation_close(walk));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_update_release(update));
    check_token(pager, "/pages", "1");
    CHECK_OK(swiftpager_operation_release(walk));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_closed_pager_has_no_token)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    char *token = NULL;
    CHECK_STATUS(swiftpager_pager_resume_token(pager, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_client_close(client, -1));
    CHECK_STATUS(swiftpager_pager_resume_token(pager, &token), SWIFTPAGER_CLOSED);
    CHECK(token == NULL);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_STATUS(swiftpager_pager_resume_token(pager, &token), SWIFTPAGER_INVALID_HANDLE);
    CHECK_OK(swiftpager_client_release(client));
}

/* What a hook that makes requests is told and does. */
struct resolver {
    swiftpager_client *client;
    const char *answer, *failure;
    int calls, destroys;
    swiftpager_status inside;
    swiftpager_kind direction;
};

static swiftpager_status resolve(void *user_data, const char *page_info_json, swiftpager_kind direction,
                                 char **out_json)
{
    struct resolver *resolver = user_data;
    resolver->calls++;
    resolver->direction = direction;
    /* It is a callback: nothing may wait in it. */
    resolver->inside = swiftpager_client_dispatch(resolver->client, 0, 0, NULL);
    if (resolver->answer != NULL) return give_text(out_json, strdup(resolver->answer));
    if (resolver->failure != NULL) {
        *out_json = strdup(resolver->failure);
        return SWIFTPAGER_HOOK_FAILED;
    }
    json_t *info = json_loads(page_info_json, 0, NULL);
    json_t *request = json_pack("{s: {s: O}}", "variables", "after", json_object_get(info, "end_cursor"));
    char *text = json_dumps(request, 0);
    json_decref(request);
    json_decref(info);
    return give_text(out_json, text);
}

static void count_destroy(void *user_data)
{
    ((struct resolver *)user_data)->destroys++;
}

/* Makes a pager whose requests a hook makes, from a token or, where that is NULL, from the beginning. */
static swiftpager_status make_resolved(struct resolver *resolver, const char *token, swiftpager_pager **pager,
                                       char **error)
{
    const swiftpager_pager_hooks hooks = {
        .struct_size = sizeof hooks, .user_data = resolver, .resolve_page = resolve, .destroy = count_destroy};
    json_t *config = json_pack("{s: s, s: s*}", "query", ITEMS_QUERY, "resume", token);
    char *text = json_dumps(config, 0);
    swiftpager_status status = swiftpager_pager_create(resolver->client, NULL, text, &hooks, pager, error);
    json_decref(config);
    free(text);
    return status;
}

TEST(a_list_whose_requests_a_hook_makes_goes_on_after_a_token)
{
    struct resolver resolver = {.client = make_client(trouble_url("/good", NULL))};
    swiftpager_pager *pager = NULL;
    char *error = NULL;
    REQUIRE_OK(make_resolved(&resolver, NULL, &pager, NULL));
    CHECK_RUN(swiftpager_pager_load_all, pager, "{\"max_pages\": 2}", SWIFTPAGER_PAGE_LIMIT);
    char *token = token_of(pager);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_dispatch(resolver.client, 0, 0, NULL));
    CHECK_INTEGER(resolver.destroys, 1);

    /* The call that makes the pager has the hook make the request for the page beyond. */
    resolver.calls = 0;
    REQUIRE_OK(make_resolved(&resolver, token, &pager, NULL));
    CHECK_INTEGER(resolver.calls, 1);
    CHECK_INTEGER(resolver.direction, SWIFTPAGER_KIND_NEXT);
    CHECK_STATUS(resolver.inside, SWIFTPAGER_REENTRANT);
    swiftpager_operation *walk = start_walk(pager, NULL);
    for (int page = 3; page <= 5; page++) expect_page(walk, page);
    expect_end(walk, SWIFTPAGER_OK);
    swiftpager_operation_release(walk);
    CHECK_STATE(pager, "/items_loaded", "50");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_dispatch(resolver.client, 0, 0, NULL));
    CHECK_INTEGER(resolver.destroys, 2);

    /* Where it fails there is no pager, and its data is given back. */
    resolver.failure = "no shelf";
    pager = NULL;
    CHECK_STATUS(make_resolved(&resolver, token, &pager, &error), SWIFTPAGER_HOOK_FAILED);
    CHECK(pager == NULL);
    CHECK_CONTAINS(error, "no shelf");
    CHECK_INTEGER(resolver.destroys, 3);
    swiftpager_free(error);
    swiftpager_free(token);
    CHECK_OK(swiftpager_client_release(resolver.client));
}
