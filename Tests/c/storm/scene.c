/* What the pools get, beside what drawn calls happen to make. */
#include "scene.h"

#include "call.h"
#include "harness.h"
#include "pagers.h"
#include "streams.h"

#include <stdio.h>
#include <stdlib.h>

static const size_t least[HANDLE_KINDS] = {
    [CLIENTS] = 2,
    [PAGERS] = 3,
    [SUBSCRIPTIONS] = 2,
    [OPERATIONS] = 3,
    [UPDATES] = 2,
    [PAGES] = 2,
    [TABLES] = 1,
    [REQUESTS] = 1,
    [AUTHORIZATIONS] = 1,
};

swiftpager_client *make_good_client(const char *config)
{
    swiftpager_client *client = NULL;
    char *endpoint = good_endpoint();
    CHECK_OK(swiftpager_client_create(endpoint, config, NULL, &client, NULL));
    free(endpoint);
    return client;
}

/* What a failure needs that comes once in a thousand runs. */
static void tell_of(swiftpager_pager *pager, const char *last_page)
{
    char *state = NULL;
    CHECK_OK(swiftpager_pager_state(pager, &state));
    report_failure(__FILE__, __LINE__, "the last page is %s, and the state %s", last_page, state);
    swiftpager_free(state);
}

swiftpager_status walk_a_list(swiftpager_client *client, int *pages)
{
    char last_page[512] = "none";
    swiftpager_client *own = client == NULL ? make_good_client("{\"timeout_ms\": 30000}") : NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_operation *walk = NULL;
    swiftpager_update *update = NULL;
    *pages = 0;
    if (own != NULL) client = own;
    swiftpager_status status = swiftpager_pager_create(client, ITEMS_QUERY, NULL, NULL, &pager, NULL);
    if (status == SWIFTPAGER_OK) {
        /* Whatever a cache has. */
        status = swiftpager_pager_walk(pager, "{\"cache_policy\": \"fetch_ignoring_cache_completely\"}", &walk, NULL);
    }
    while (status == SWIFTPAGER_OK || status == SWIFTPAGER_INTERRUPTED) {
        status = swiftpager_operation_next(walk, 30000, &update, NULL);
        if (status == SWIFTPAGER_OK && update == NULL) break;
        if (update == NULL) continue;
        ++*pages;
        size_t length = 0;
        const char *response = swiftpager_page_response(swiftpager_update_page(update, NULL), &length);
        if (response != NULL) snprintf(last_page, sizeof last_page, "%.*s", (int)length, response);
        CHECK_OK(swiftpager_update_release(update));
    }
    if (status == SWIFTPAGER_OK && *pages != PAGES_OF_THE_LIST) tell_of(pager, last_page);
    CHECK_OK(swiftpager_operation_release(walk));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(own));
    return status;
}

/* --- Requests and questions, which no function makes -------------------------------------------------------------- */

static void keep_request(void *user_data, swiftpager_request *request)
{
    (void)user_data;
    add_to_pool(REQUESTS, request);
}

static void keep_question(void *user_data, swiftpager_authorization *authorization, const char *reason)
{
    (void)user_data, (void)reason;
    add_to_pool(AUTHORIZATIONS, authorization);
}

/* A client that asks its host for an answer, and goes: the request waits on. */
static void leave_something_to_answer(enum handle_kind kind)
{
    const swiftpager_transport transport = {.struct_size = sizeof transport, .send = keep_request};
    swiftpager_client *client = NULL;
    CHECK_OK(swiftpager_client_create("http://127.0.0.1:1/", NULL, &transport, &client, NULL));
    if (kind == AUTHORIZATIONS) {
        CHECK_OK(swiftpager_client_set_authorizer(client, keep_question, NULL, NULL, NULL));
    }
    CHECK_OK(swiftpager_client_execute(client, "{\"query\": \"{ a }\"}", NULL, NULL, NULL, NULL, NULL));
    swiftpager_client_dispatch(client, 0, 0, NULL);
    CHECK_OK(swiftpager_client_release(client));
}

/* --- The others --------------------------------------------------------------------------------------------------- */

static void make_by_a_call(struct actor *actor, enum handle_kind kind)
{
    uint32_t first = roll(&actor->dice, (uint32_t)drawn_function_count);
    for (uint32_t index = 0; index < drawn_function_count; index++) {
        const struct drawn_function *function = &drawn_functions[(first + index) % drawn_function_count];
        if (function->makes != kind) continue;
        make_call(actor, function);
        return;
    }
}

/* A walk of a good list, with a client of the pool if there is one that is open. */
static swiftpager_operation *begin_walk(struct actor *actor)
{
    swiftpager_client *own = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_operation *walk = NULL;
    swiftpager_pager_create(look_in_pool(CLIENTS, &actor->dice), ITEMS_QUERY, NULL, NULL, &pager, NULL);
    if (pager == NULL) {
        own = make_good_client("{}");
        CHECK_OK(swiftpager_pager_create(own, ITEMS_QUERY, NULL, NULL, &pager, NULL));
    }
    CHECK_OK(swiftpager_pager_walk(pager, NULL, &walk, NULL));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(own));
    return walk;
}

static void make_update(struct actor *actor)
{
    swiftpager_operation *walk = begin_walk(actor);
    swiftpager_update *update = NULL;
    while (swiftpager_operation_next(walk, 30000, &update, NULL) == SWIFTPAGER_INTERRUPTED) continue;
    if (update != NULL) add_to_pool(UPDATES, update);
    CHECK_OK(swiftpager_operation_release(walk));
}

static void make_stream(struct actor *actor)
{
    swiftpager_operation *walk = begin_walk(actor);
    struct ArrowArrayStream stream;
    CHECK_OK(swiftpager_operation_arrow(walk, NULL, false, &stream, NULL));
    keep_stream(&stream, walk);
    add_to_pool(OPERATIONS, walk);
}

static void make_page(struct actor *actor)
{
    void *update = take_from_pool(UPDATES, &actor->dice);
    if (update == NULL) return;
    const swiftpager_page *page = swiftpager_update_page(update, NULL);
    if (page != NULL && swiftpager_page_retain(page) == SWIFTPAGER_OK) add_to_pool(PAGES, (void *)(uintptr_t)page);
    add_to_pool(UPDATES, update);
}

static void make_handle(struct actor *actor, enum handle_kind kind)
{
    enum manners manners = actor->manners;
    actor->manners = GOOD_ARGUMENTS;
    if (kind == REQUESTS || kind == AUTHORIZATIONS) {
        leave_something_to_answer(kind);
    } else if (kind == PAGES) {
        make_page(actor);
    } else {
        make_by_a_call(actor, kind);
    }
    actor->manners = manners;
}

/* Has a list get its first page, on which much depends: by chance, most loads are cancelled by the next one. */
static void settle(struct actor *actor)
{
    swiftpager_operation *fetch = NULL;
    swiftpager_pager_fetch(look_in_pool(PAGERS, &actor->dice), NULL, NULL, NULL, NULL, &fetch, NULL);
    swiftpager_operation_wait(fetch, 50, NULL);
    swiftpager_operation_release(fetch);
}

void tend_pools(struct actor *actor)
{
    enum handle_kind kind = roll(&actor->dice, HANDLE_KINDS);
    bool is_renewed = is_one_in(&actor->dice, kind == CLIENTS ? 60 : 20);
    if (is_renewed || pool_count(kind) < least[kind]) make_handle(actor, kind);
    if (is_one_in(&actor->dice, 15)) settle(actor);
}

void fill_pools(struct actor *actor)
{
    for (enum handle_kind kind = 0; kind < HANDLE_KINDS; kind++) {
        if (pool_count(kind) >= least[kind]) continue;
        if (kind == UPDATES) {
            make_update(actor);
        } else {
            make_handle(actor, kind);
        }
    }
    void *streamed = take_streamed_operation();
    if (streamed == NULL) {
        make_stream(actor);
    } else {
        add_to_pool(OPERATIONS, streamed);
    }
    /* Some functions take nothing but an operation that is pulled. */
    if (is_one_in(&actor->dice, 20)) add_to_pool(OPERATIONS, begin_walk(actor));
}
