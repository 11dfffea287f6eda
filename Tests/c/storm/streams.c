/* Streams of Arrow. */
#include "streams.h"

#include "call.h"
#include "harness.h"

#include <stdatomic.h>

#define MOST_STREAMS 4

/* A stream, with the operation that it reads: the watch ends a wait for rows by closing the operation. */
struct kept {
    struct ArrowArrayStream stream;
    void *operation;
};

static struct kept streams[MOST_STREAMS];
static size_t count;
static atomic_long calls;

static bool take_stream(struct kept *taken)
{
    lock_pools();
    bool found = count > 0;
    if (found) {
        *taken = streams[0];
        streams[0] = streams[--count];
    }
    unlock_pools();
    return found;
}

static void keep(const struct kept *stream)
{
    struct kept old;
    lock_pools();
    bool is_full = count == MOST_STREAMS;
    if (is_full) old = streams[0];
    streams[is_full ? 0 : count++] = *stream;
    unlock_pools();
    if (is_full) old.stream.release(&old.stream);
}

void keep_stream(struct ArrowArrayStream *stream, void *operation)
{
    struct kept kept = {*stream, operation};
    keep(&kept);
}

void *take_streamed_operation(void)
{
    void *operations[MOST_STREAMS];
    lock_pools();
    size_t found = count;
    for (size_t index = 0; index < count; index++) operations[index] = streams[index].operation;
    unlock_pools();
    while (found > 0 && !take_this_from_pool(OPERATIONS, operations[found - 1])) found--;
    return found == 0 ? NULL : operations[found - 1];
}

/* Asks for rows, or for their types: both wait. */
static void ask(struct actor *actor, struct kept *kept)
{
    static const struct drawn_function asking = {.name = "a function of a stream"};
    struct held operation = {kept->operation, OPERATIONS, true};
    struct call call = {.actor = actor, .dice = &actor->dice, .function = &asking};
    struct ArrowSchema schema;
    struct ArrowArray array;
    begin_call(&call, &operation);
    bool asks_for_types = is_one_in(&actor->dice, 3);
    int error = asks_for_types ? kept->stream.get_schema(&kept->stream, &schema)
                               : kept->stream.get_next(&kept->stream, &array);
    end_stream_call(&call);
    atomic_fetch_add(&calls, 1);
    if (error != 0) {
        const char *message = kept->stream.get_last_error(&kept->stream);
        if (message != NULL) look_at(message, strlen(message) + 1);
    } else if (asks_for_types) {
        schema.release(&schema);
    } else if (array.release != NULL) {
        array.release(&array);
    }
}

void use_a_stream(struct actor *actor)
{
    struct kept kept;
    if (!take_stream(&kept)) return;
    if (is_one_in(&actor->dice, 8)) {
        kept.stream.release(&kept.stream);
        return;
    }
    /* Without its operation nothing would end the wait: the handle may have been released. */
    if (actor->is_watched && take_this_from_pool(OPERATIONS, kept.operation)) {
        ask(actor, &kept);
        add_to_pool(OPERATIONS, kept.operation);
    }
    keep(&kept);
}

bool release_streams(void)
{
    struct kept kept;
    bool had_any = false;
    while (take_stream(&kept)) {
        kept.stream.release(&kept.stream);
        had_any = true;
    }
    return had_any;
}

long stream_call_count(void)
{
    return atomic_load(&calls);
}
