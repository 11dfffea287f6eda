/* The functions of the host. */
#include "host.h"

#include "call.h"
#include "harness.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define DEEPEST_CALLBACK 2
/* What a version of the library that does not exist yet may have. */
#define FURTHER_MEMBERS 16

static atomic_long callbacks;
static atomic_bool are_over;

long callback_count(void)
{
    return atomic_load(&callbacks);
}

void end_calls_in_callbacks(void)
{
    atomic_store(&are_over, true);
}

/* Calls made inside a callback: few, and no callbacks in callbacks without end. */
static void act(struct actor *actor, uint32_t most)
{
    atomic_fetch_add(&callbacks, 1);
    /* A thread that is cancelled ends when its call has returned, and not here. */
    pthread_testcancel();
    if (actor->manners == GOOD_ARGUMENTS || actor->depth > DEEPEST_CALLBACK || atomic_load(&are_over)) return;
    for (uint32_t count = roll(&actor->dice, most); count > 0; count--) make_any_call(actor);
}

static struct actor *enter(struct ticket *ticket)
{
    struct actor *actor = this_actor();
    ticket_begins(ticket);
    actor->depth++;
    return actor;
}

static void leave(struct actor *actor, struct ticket *ticket)
{
    act(actor, 3);
    actor->depth--;
    ticket_ends(ticket);
}

static void look_at_text(const char *text)
{
    if (text != NULL) look_at(text, strlen(text));
}

/* --- Callbacks ---------------------------------------------------------------------------------------------------- */

static void on_completion(void *user_data, swiftpager_status status, const char *error_json)
{
    struct actor *actor = enter(user_data);
    CHECK((status == SWIFTPAGER_OK) == (error_json == NULL));
    CHECK(status != SWIFTPAGER_INTERNAL);
    look_at_text(error_json);
    leave(actor, user_data);
}

/* Reads each page of a borrowed update, and keeps one of them now and then. */
static void on_update(void *user_data, const swiftpager_update *update)
{
    struct actor *actor = enter(user_data);
    size_t length = 0, count = swiftpager_update_page_count(update);
    CHECK(swiftpager_update_status(update) != SWIFTPAGER_INVALID_HANDLE);
    for (size_t index = 0; index < count; index++) {
        const swiftpager_page *page = swiftpager_update_page_at(update, index);
        const char *response = swiftpager_page_response(page, &length);
        CHECK(response != NULL);
        if (response != NULL) look_at(response, length);
        if (is_one_in(&actor->dice, 3) && swiftpager_page_retain(page) == SWIFTPAGER_OK) {
            add_to_pool(PAGES, (void *)(uintptr_t)page);
        }
    }
    if (is_one_in(&actor->dice, 2) && swiftpager_update_retain(update) == SWIFTPAGER_OK) {
        add_to_pool(UPDATES, (void *)(uintptr_t)update);
    } else if (actor->manners == RANDOM_ARGUMENTS && is_one_in(&actor->dice, 6)) {
        /* The library's loan ends. */
        CHECK_OK(swiftpager_update_release(update));
    }
    leave(actor, user_data);
}

static void on_event(void *user_data, const char *event_json)
{
    struct actor *actor = enter(user_data);
    CHECK_CONTAINS(event_json, "\"event\"");
    leave(actor, user_data);
}

static void authorize(void *user_data, swiftpager_authorization *authorization, const char *reason)
{
    struct actor *actor = enter(user_data);
    look_at_text(reason);
    switch (actor->manners == GOOD_ARGUMENTS ? 2 : roll(&actor->dice, 4)) {
    case 0: add_to_pool(AUTHORIZATIONS, authorization); break;
    case 1: CHECK_OK(swiftpager_authorization_fail(authorization, "not today")); break;
    default: CHECK_OK(swiftpager_authorization_complete(authorization, "{\"Authorization\": \"Bearer 1\"}"));
    }
    leave(actor, user_data);
}

static void on_destroy(void *user_data)
{
    struct actor *actor = this_actor();
    destroy_ticket(user_data);
    actor->depth++;
    act(actor, 2);
    actor->depth--;
}

/* --- A transport -------------------------------------------------------------------------------------------------- */

static void answer(struct actor *actor, swiftpager_request *request)
{
    char *body = good_text(TEXT_BODY, &actor->dice);
    const char *headers = "[[\"Content-Type\", \"application/json\"]]";
    CHECK_OK(swiftpager_request_complete(request, 200, headers, body, strlen(body)));
    free(body);
}

static void send_request(void *user_data, swiftpager_request *request)
{
    struct actor *actor = enter(user_data);
    switch (roll(&actor->dice, 4)) {
    case 0: add_to_pool(REQUESTS, request); break;
    case 1: CHECK_OK(swiftpager_request_fail(request, NULL)); break;
    default: answer(actor, request);
    }
    leave(actor, user_data);
}

static void cancel_request(void *user_data, swiftpager_request *request)
{
    struct actor *actor = enter(user_data);
    /* Unless another thread answers it at this moment. */
    if (is_one_in(&actor->dice, 2) && take_this_from_pool(REQUESTS, request)) answer(actor, request);
    leave(actor, user_data);
}

/* --- Hooks -------------------------------------------------------------------------------------------------------- */

/* The result of a hook: one of three texts, or none, or what the library cannot use. */
static swiftpager_status give(struct actor *actor, const char *const *texts, char **out_json)
{
    const char *text = texts[roll(&actor->dice, 3)];
    CHECK(*out_json == NULL);
    if (is_one_in(&actor->dice, 10)) return SWIFTPAGER_HOOK_FAILED;
    if (is_one_in(&actor->dice, 10)) text = "{\"broken\"";
    if (text == NULL) return SWIFTPAGER_OK;
    size_t size = strlen(text) + 1;
    *out_json = is_one_in(&actor->dice, 2) ? malloc(size) : swiftpager_alloc(size);
    REQUIRE(*out_json != NULL);
    memcpy(*out_json, text, size);
    return is_one_in(&actor->dice, 20) ? 77 : SWIFTPAGER_OK;
}

static swiftpager_status extract_page_info(void *user_data, const char *page_json, size_t length, bool is_initial,
                                           char **out_json)
{
    static const char *const texts[] = {
        "{\"can_load_next\": true, \"end_cursor\": \"x\"}",
        "{\"can_load_previous\": true, \"can_load_next\": true, \"start_cursor\": \"a\", \"end_cursor\": \"x\"}", NULL};
    struct actor *actor = enter(user_data);
    look_at(page_json, length + 1);
    look_at(&is_initial, sizeof is_initial);
    swiftpager_status status = give(actor, texts, out_json);
    leave(actor, user_data);
    return status;
}

static swiftpager_status resolve_page(void *user_data, const char *page_info_json, swiftpager_kind direction,
                                      char **out_json)
{
    static const char *const texts[] = {"{\"variables\": {\"after\": \"x\"}}", "{\"variables\": {}}", NULL};
    struct actor *actor = enter(user_data);
    look_at_text(page_info_json);
    CHECK(direction == SWIFTPAGER_KIND_NEXT || direction == SWIFTPAGER_KIND_PREVIOUS);
    swiftpager_status status = give(actor, texts, out_json);
    leave(actor, user_data);
    return status;
}

static swiftpager_status transform(void *user_data, const char *page_json, size_t length, char **out_json)
{
    static const char *const texts[] = {"[1, 2]", "{}", NULL};
    struct actor *actor = enter(user_data);
    look_at(page_json, length + 1);
    swiftpager_status status = give(actor, texts, out_json);
    leave(actor, user_data);
    return status;
}

/* --- What a call is given ----------------------------------------------------------------------------------------- */

static bool is_given(struct call *call)
{
    return call->actor->manners == GOOD_ARGUMENTS || !is_one_in(call->dice, 4);
}

swiftpager_completion_cb draw_completion_cb(struct call *call, struct ticket *ticket)
{
    ticket->most_calls = 1;
    /* The library refuses a completion of an operation that is pulled. */
    bool is_refused = call->is_pulled && (call->actor->manners == GOOD_ARGUMENTS || !is_one_in(call->dice, 4));
    return is_given(call) && !is_refused ? on_completion : NULL;
}

swiftpager_update_cb draw_update_cb(struct call *call, struct ticket *ticket)
{
    (void)ticket;
    return is_one_in(call->dice, 2) ? on_update : NULL;
}

swiftpager_event_cb draw_event_cb(struct call *call, struct ticket *ticket)
{
    (void)ticket;
    return is_given(call) ? on_event : NULL;
}

swiftpager_authorize_cb draw_authorize_cb(struct call *call, struct ticket *ticket)
{
    (void)ticket;
    return is_given(call) ? authorize : NULL;
}

swiftpager_destroy_cb draw_destroy_cb(struct call *call, struct ticket *ticket)
{
    if (!is_given(call)) return NULL;
    atomic_store(&ticket->is_promised, true);
    return on_destroy;
}

/* The size that a struct says it has. The library looks at nothing else if that cannot be one. */
static size_t draw_struct_size(struct call *call, size_t size, char *further)
{
    if (is_given(call) || is_one_in(call->dice, 2)) return size;
    switch (roll(call->dice, 6)) {
    case 0: return 0;
    case 1: return SIZE_MAX;
    case 2: return sizeof(size_t);
    case 3: return 2 * sizeof(size_t);
    case 4: further[0] = 1; return size + FURTHER_MEMBERS;
    default: return size + FURTHER_MEMBERS;
    }
}

/* Whether the library reads the whole struct. */
static bool is_whole(size_t struct_size, size_t size)
{
    return struct_size >= size && struct_size <= size + FURTHER_MEMBERS;
}

const swiftpager_transport *draw_transport(struct call *call)
{
    struct {
        swiftpager_transport known;
        char further[FURTHER_MEMBERS];
    } *transport = NULL;
    if (call->actor->manners == GOOD_ARGUMENTS || !is_one_in(call->dice, 3)) return NULL;
    transport = memory_of(call, calloc(1, sizeof *transport));
    struct ticket *ticket = draw_ticket(call);
    transport->known = (swiftpager_transport){.user_data = ticket, .send = is_given(call) ? send_request : NULL};
    transport->known.struct_size = draw_struct_size(call, sizeof transport->known, transport->further);
    if (is_given(call)) transport->known.cancel = cancel_request;
    transport->known.destroy = draw_destroy_cb(call, ticket);
    if (!is_whole(transport->known.struct_size, sizeof transport->known)) atomic_store(&ticket->is_promised, false);
    return &transport->known;
}

const swiftpager_pager_hooks *draw_hooks(struct call *call)
{
    struct {
        swiftpager_pager_hooks known;
        char further[FURTHER_MEMBERS];
    } *hooks = NULL;
    if (call->actor->manners == GOOD_ARGUMENTS || !is_one_in(call->dice, 5)) return NULL;
    hooks = memory_of(call, calloc(1, sizeof *hooks));
    struct ticket *ticket = draw_ticket(call);
    hooks->known.user_data = ticket;
    hooks->known.struct_size = draw_struct_size(call, sizeof hooks->known, hooks->further);
    if (is_one_in(call->dice, 3)) hooks->known.extract_page_info = extract_page_info;
    if (is_one_in(call->dice, 3)) hooks->known.resolve_page = resolve_page;
    if (is_one_in(call->dice, 2)) hooks->known.transform = transform;
    hooks->known.destroy = draw_destroy_cb(call, ticket);
    if (!is_whole(hooks->known.struct_size, sizeof hooks->known)) atomic_store(&ticket->is_promised, false);
    return &hooks->known;
}
