/* What becomes of the results of a drawn call: they are read, kept in pools, or freed as the contract says. */
#include "call.h"
#include "harness.h"
#include "streams.h"

#include <stdlib.h>

static void complain(const struct call *call, const char *what)
{
    report_failure(__FILE__, __LINE__, "%s, which returned %s, %s", call->function->name,
                   call->function->gives_status ? swiftpager_status_name(call->status) : "no status", what);
}

static bool is_unwritten(const void *value, size_t size)
{
    const unsigned char *bytes = value;
    for (size_t index = 0; index < size; index++) {
        if (bytes[index] != UNWRITTEN) return false;
    }
    return true;
}

/* --- Handles ------------------------------------------------------------------------------------------------------ */

void give_back(struct call *call, const struct held *held)
{
    (void)call;
    if (held->is_taken) add_to_pool(held->kind, held->handle);
}

void end_handle(struct call *call, const struct held *held)
{
    if (!held->is_taken) return;
    if (call->status == SWIFTPAGER_OK || call->status == SWIFTPAGER_FORKED) {
        note_stale(held->kind, held->handle);
        return;
    }
    /* An answer that no server gives leaves the request as it was. */
    if (call->status != SWIFTPAGER_INVALID_ARGUMENT) complain(call, "had a good handle");
    add_to_pool(held->kind, held->handle);
}

void keep_handle(struct call *call, enum handle_kind kind, void *handle)
{
    (void)call;
    add_to_pool(kind, handle);
}

void keep_made(struct call *call, enum handle_kind kind, void *handle)
{
    if (is_unwritten(&handle, sizeof handle)) {
        complain(call, "left what it makes as it was");
    } else if (call->status == SWIFTPAGER_OK && handle != NULL) {
        add_to_pool(kind, handle);
    } else if (handle != NULL) {
        complain(call, "made something");
    }
}

void keep_borrowed(struct call *call, enum handle_kind kind, const void *handle)
{
    (void)call;
    /* Another thread may have released the update of the page: then the page cannot be kept. */
    if (handle != NULL && kind == PAGES && swiftpager_page_retain(handle) == SWIFTPAGER_OK) {
        add_to_pool(kind, (void *)(uintptr_t)handle);
    }
}

/* --- Texts, memory, descriptors ----------------------------------------------------------------------------------- */

void take_error(struct call *call, char *error)
{
    if (is_unwritten(&error, sizeof error)) {
        complain(call, "left error_json as it was");
        return;
    }
    if (error == NULL) return;
    if (call->status == SWIFTPAGER_OK) complain(call, "gave an error");
    if (strstr(error, swiftpager_status_name(call->status)) == NULL) complain(call, error);
    swiftpager_free(error);
}

void take_text(struct call *call, char *text)
{
    if (is_unwritten(&text, sizeof text)) {
        complain(call, "left its text as it was");
        return;
    }
    if (text == NULL) return;
    if (call->status != SWIFTPAGER_OK) complain(call, "gave a text");
    look_at(text, strlen(text) + 1);
    if (is_one_in(call->dice, 4)) remember_text(text);
    swiftpager_free(text);
}

void take_memory(struct call *call, void *memory, size_t size)
{
    (void)call;
    if (memory == NULL) return;
    memset(memory, UNWRITTEN, size < 4096 ? size : 4096);
    swiftpager_free(memory);
}

void check_descriptor(struct call *call, int fd)
{
    if ((fd >= 3) != (call->status == SWIFTPAGER_OK)) complain(call, "gave a wrong descriptor");
}

void look_at(const void *bytes, size_t count)
{
    static _Atomic unsigned int sum;
    unsigned int own = 0;
    for (size_t index = 0; index < count; index++) own += ((const unsigned char *)bytes)[index];
    if (own % 2 == 1) atomic_fetch_add(&sum, own);
}

void read_text(const char *text, const size_t *length, bool ends_with_nul, bool may_read)
{
    if (length != NULL && is_unwritten(length, sizeof *length)) {
        report_failure(__FILE__, __LINE__, "a length was left as it was");
    }
    if (text == NULL || !may_read) return;
    if (length != NULL) look_at(text, *length);
    if (ends_with_nul) look_at(text, strlen(text) + 1);
}

void read_pairs(const uint64_t *pairs, const size_t *count, bool may_read)
{
    if (pairs != NULL && count != NULL && may_read) look_at(pairs, 2 * *count * sizeof *pairs);
}

/* --- Columns ------------------------------------------------------------------------------------------------------ */

static void look_at_array(const struct ArrowArray *array)
{
    for (int64_t index = 0; index < array->n_buffers; index++) look_at(&array->buffers[index], sizeof(void *));
    for (int64_t index = 0; index < array->n_children; index++) look_at_array(array->children[index]);
}

void take_schema(struct call *call, struct ArrowSchema *schema)
{
    if (is_unwritten(&schema->release, sizeof schema->release)) {
        complain(call, "left the schema as it was");
    } else if ((schema->release != NULL) != (call->status == SWIFTPAGER_OK)) {
        complain(call, "is wrong about the schema");
    } else if (schema->release != NULL) {
        look_at(schema->format, strlen(schema->format) + 1);
        schema->release(schema);
    }
}

void take_array(struct call *call, struct ArrowArray *array)
{
    if (is_unwritten(&array->release, sizeof array->release)) {
        complain(call, "left the array as it was");
    } else if ((array->release != NULL) != (call->status == SWIFTPAGER_OK)) {
        complain(call, "is wrong about the array");
    } else if (array->release != NULL) {
        look_at_array(array);
        array->release(array);
    }
}

void take_array_stream(struct call *call, struct ArrowArrayStream *stream, void *operation)
{
    if (is_unwritten(&stream->release, sizeof stream->release)) {
        complain(call, "left the stream as it was");
    } else if ((stream->release != NULL) != (call->status == SWIFTPAGER_OK)) {
        complain(call, "is wrong about the stream");
    } else if (stream->release != NULL) {
        keep_stream(stream, operation);
    }
}
