/* Drawn calls: the arguments, the call itself, and its status. */
#include "call.h"

#include "harness.h"
#include "streams.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#define MOST_STATUS 127
#define MOST_FUNCTIONS 256

#include "drawn_calls.h"

static atomic_long calls[MOST_FUNCTIONS], successes[MOST_FUNCTIONS];
static atomic_long returns[MOST_STATUS + 1];

/* Whether an argument is to be a good one. */
static bool is_good(struct call *call)
{
    return call->actor->manners == GOOD_ARGUMENTS || !is_one_in(call->dice, 6);
}

/* --- Arguments ---------------------------------------------------------------------------------------------------- */

void *memory_of(struct call *call, void *memory)
{
    REQUIRE(memory != NULL && call->memory_count < MOST_TEXTS_OF_A_CALL);
    return call->memory[call->memory_count++] = memory;
}

struct ticket *draw_ticket(struct call *call)
{
    struct ticket *ticket = new_ticket(call->function->name);
    call->tickets[call->ticket_count++] = ticket;
    return ticket;
}

/* Another value than a live handle of the kind, sometimes NULL. */
static void *wrong_handle(struct call *call, enum handle_kind kind)
{
    static const uint64_t numbers[] = {1, 2, UINT64_C(1) << 62 | 0xffff1, UINT64_C(1) << 63 | 1, UINT64_MAX};
    enum handle_kind other = (kind + 1 + roll(call->dice, HANDLE_KINDS - 1)) % HANDLE_KINDS;
    switch (roll(call->dice, 4)) {
    case 0: return NULL;
    case 1: return (void *)(uintptr_t)numbers[roll(call->dice, COUNT_OF(numbers))];
    case 2: return look_in_pool(other, call->dice);
    default: return stale_handle(kind, call->dice);
    }
}

struct held draw_handle(struct call *call, enum handle_kind kind, enum handle_use use)
{
    struct held held = {.kind = kind};
    bool ends = use == TO_CONSUME || use == TO_CLOSE;
    bool is_kept = call->actor->manners == RANDOM_ARGUMENTS && ends && !is_one_in(call->dice, kind == CLIENTS ? 12 : 3);
    if (is_kept || !is_good(call)) {
        held.handle = wrong_handle(call, kind);
    } else if (use == TO_CONSUME || use == ALONE || (use == TO_BORROW && is_one_in(call->dice, 2))) {
        if (use == ALONE) held.handle = take_streamed_operation();
        if (held.handle == NULL) held.handle = take_from_pool(kind, call->dice);
        held.is_taken = held.handle != NULL;
    } else {
        held.handle = look_in_pool(kind, call->dice);
    }
    return held;
}

const char *draw_text(struct call *call, enum text_role role, bool is_nullable)
{
    bool is_good_one = is_good(call);
    /* An endpoint and a query stand beside the config and not in it. */
    bool is_needed = role == TEXT_ENDPOINT || role == TEXT_QUERY;
    if (is_one_in(call->dice, 4) && (is_nullable && !is_needed)) return NULL;
    if (!is_good_one && is_one_in(call->dice, 6)) return NULL;
    if (call->actor->manners == GOOD_ARGUMENTS) role = calm_role(role);
    bool is_calm = call->actor->manners == GOOD_ARGUMENTS && role == TEXT_ENDPOINT;
    char *text = is_calm       ? good_endpoint()
                 : is_good_one ? good_text(role, call->dice)
                               : bad_text(role, call->dice);
    if (role == TEXT_OPTIONS) call->is_pulled = strstr(text, "\"pull\": true") != NULL;
    return memory_of(call, text);
}

size_t draw_length(struct call *call, const char *text)
{
    if (text == NULL) return is_good(call) ? 0 : 5;
    size_t length = strlen(text);
    return is_good(call) ? length : roll(call->dice, (uint32_t)length + 1);
}

bool leaves_out(struct call *call, bool is_nullable)
{
    if (call->actor->manners == GOOD_ARGUMENTS) return false;
    return is_one_in(call->dice, is_nullable ? 4 : 40);
}

int32_t draw_timeout(struct call *call, const struct held *receiver)
{
    static const int32_t wrong[] = {-2, INT32_MIN, -1000};
    if (call->actor->manners == GOOD_ARGUMENTS) return (int32_t)roll(call->dice, 3);
    uint32_t chance = roll(call->dice, 100);
    if (chance < 4) return wrong[roll(call->dice, COUNT_OF(wrong))];
    if (chance < 14 && receiver->is_taken && call->actor->is_watched) return is_one_in(call->dice, 3) ? INT32_MAX : -1;
    if (chance < 50) return 0;
    return (int32_t)roll(call->dice, chance < 95 ? 4 : 40);
}

int32_t draw_http_status(struct call *call)
{
    static const int32_t statuses[] = {200, 200, 200, 401, 429, 500, 503};
    static const int32_t wrong[] = {0, -1, 99, 1000, INT32_MAX, INT32_MIN};
    return is_good(call) ? statuses[roll(call->dice, COUNT_OF(statuses))] : wrong[roll(call->dice, COUNT_OF(wrong))];
}

swiftpager_status draw_status(struct call *call)
{
    if (is_good(call)) return (int32_t)roll(call->dice, 80);
    return is_one_in(call->dice, 2) ? INT32_MIN : INT32_MAX;
}

swiftpager_kind draw_direction(struct call *call)
{
    return is_good(call) ? 2 + (int32_t)roll(call->dice, 2) : (int32_t)roll(call->dice, 9) - 4;
}

bool draw_bool(struct call *call)
{
    return is_one_in(call->dice, 2);
}

uint32_t draw_count(struct call *call)
{
    return is_good(call) ? roll(call->dice, 4) : UINT32_MAX;
}

size_t draw_index(struct call *call)
{
    return is_good(call) ? roll(call->dice, 4) : SIZE_MAX - roll(call->dice, 2);
}

size_t draw_size(struct call *call)
{
    /* More than an address space has; valgrind takes still larger ones for a mistake. */
    return is_good(call) ? roll(call->dice, 1000) : (size_t)1 << 46;
}

size_t draw_ready_count(struct call *call)
{
    return roll(call->dice, READY_ROOM + 1);
}

void *draw_memory(struct call *call)
{
    return is_one_in(call->dice, 4) ? NULL : swiftpager_alloc(roll(call->dice, 1000));
}

/* --- The call ----------------------------------------------------------------------------------------------------- */

void begin_call(struct call *call, const struct held *receiver)
{
    struct actor *actor = call->actor;
    call->outer_function = atomic_load(&actor->function);
    call->outer_receiver = atomic_load(&actor->receiver);
    call->outer_kind = atomic_load(&actor->kind);
    /* The watch looks at the time first and last. */
    atomic_store(&actor->since, 0);
    atomic_store(&actor->receiver, receiver == NULL || !receiver->is_taken ? NULL : receiver->handle);
    atomic_store(&actor->kind, (int)(receiver == NULL ? NO_HANDLE : receiver->kind));
    atomic_store(&actor->function, call->function);
    atomic_store(&actor->since, now_in_ms());
    if (actor->is_cancellable && actor->depth == 0) pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
}

_Static_assert(sizeof drawn_functions / sizeof *drawn_functions <= MOST_FUNCTIONS, "there is room for all counts");

static void check_status_of(const struct call *call)
{
    const swiftpager_status *status = call->function->statuses;
    if (call->status >= 0 && call->status <= MOST_STATUS) atomic_fetch_add(&returns[call->status], 1);
    if (call->status == SWIFTPAGER_OK) atomic_fetch_add(&successes[call->function - drawn_functions], 1);
    if (call->function->returns_end_of_operation && call->status != SWIFTPAGER_INTERNAL) return;
    while (*status != call->status && *status != SWIFTPAGER_OK) status++;
    if (*status != call->status) {
        report_failure(__FILE__, __LINE__, "%s returned %s (%d), of which the contract does not know",
                       call->function->name, swiftpager_status_name(call->status), (int)call->status);
    }
}

/* What a refused call was given is destroyed before it returns. */
static void check_refusal(const struct call *call)
{
    for (size_t index = 0; index < call->ticket_count; index++) {
        struct ticket *ticket = call->tickets[index];
        if (call->status == SWIFTPAGER_OK || !atomic_load(&ticket->is_promised)) continue;
        if (atomic_load(&ticket->destroys) != 1) {
            report_failure(__FILE__, __LINE__, "%s returned %s, and destroyed its user_data %d times",
                           call->function->name, swiftpager_status_name(call->status),
                           atomic_load(&ticket->destroys));
        }
    }
}

void end_stream_call(struct call *call)
{
    struct actor *actor = call->actor;
    if (actor->is_cancellable && actor->depth == 0) pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    atomic_store(&actor->since, 0);
    atomic_store(&actor->function, call->outer_function);
    atomic_store(&actor->receiver, call->outer_receiver);
    atomic_store(&actor->kind, call->outer_kind);
    if (call->outer_function != NULL) atomic_store(&actor->since, now_in_ms());
}

void end_call(struct call *call, swiftpager_status status)
{
    end_stream_call(call);
    atomic_fetch_add(&calls[call->function - drawn_functions], 1);
    call->status = status;
    if (call->function->gives_status) check_status_of(call);
    check_refusal(call);
    /* The library has copied what it wants to keep. */
    while (call->memory_count > 0) free(call->memory[--call->memory_count]);
}

void make_call(struct actor *actor, const struct drawn_function *function)
{
    struct call call = {.actor = actor, .dice = &actor->dice, .function = function};
    function->draw(&call);
}

void make_any_call(struct actor *actor)
{
    const struct drawn_function *function = &drawn_functions[roll(&actor->dice, (uint32_t)drawn_function_count)];
    if (actor->depth > 0 && !function->is_for_callbacks) return;
    make_call(actor, function);
}

long calls_of(const struct drawn_function *function)
{
    return atomic_load(&calls[function - drawn_functions]);
}

long successes_of(const struct drawn_function *function)
{
    return function->gives_status ? atomic_load(&successes[function - drawn_functions]) : calls_of(function);
}

long returns_of(swiftpager_status status)
{
    return atomic_load(&returns[status]);
}
