/*
 * The functions of the library that index.js uses. Handles are externals, which a finalizer gives back. Texts are
 * strings, and undefined or null stands for NULL. What C returns through a pointer is the result. A status other than
 * OK is thrown. A call that waits returns undefined for TIMEOUT and INTERRUPTED.
 */
#include "pulling.h"
#include "values.h"

/*
 * For each kind of object, drop_…() gives back what JavaScript has dropped; nothing happens if the handle is stale,
 * because it was given back before. made_…() is the object that a call has made.
 */
#define OBJECT(object) \
    static void drop_##object(napi_env env, void *key, void *hint) \
    { \
        swiftpager_##object##_release(key); \
    } \
\
    static napi_value made_##object(struct call *call, swiftpager_status status) \
    { \
        ended(call, status); \
        return handle_value(call->env, call->object, drop_##object); \
    }
OBJECT(client)
OBJECT(pager)
OBJECT(subscription)
OBJECT(operation)
OBJECT(update)

/* A text that the library gives away. */
static napi_value given(struct call *call, swiftpager_status status)
{
    ended(call, status);
    napi_value value = text_value(call->env, call->given, NAPI_AUTO_LENGTH);
    swiftpager_free(call->given);
    return value;
}

static napi_value lent(struct call *call, const char *text)
{
    return text_value(call->env, text, call->length);
}

/* The next update; null at the end. A subscription ends with its pager. */
static napi_value pulled(struct call *call, swiftpager_status status)
{
    if (status == SWIFTPAGER_TIMEOUT || status == SWIFTPAGER_INTERRUPTED)
        return NULL;
    return made_update(call, status == SWIFTPAGER_CLOSED ? SWIFTPAGER_OK : status);
}

/* The texts of the items of a page, of an edge its node. */
static napi_value texts_of(napi_env env, const swiftpager_page *page)
{
    size_t count = 0;
    const char *response = swiftpager_page_response(page, NULL);
    const uint64_t *spans = swiftpager_page_spans(page, true, &count);
    napi_value texts = NULL;
    napi_create_array_with_length(env, count, &texts);
    for (size_t index = 0; index < count; index++)
        napi_set_element(env, texts, (uint32_t)index,
                         text_value(env, response + spans[2 * index], spans[2 * index + 1]));
    return texts;
}

/* The object that a function makes out of these arguments. */
#define MADE(object, create, ...) made_##object(call, create(__VA_ARGS__, &call->object, NULL))
/* Ends the work of an object, and gives it back. */
#define CLOSED(object) \
    (swiftpager_##object##_close(call->handle), swiftpager_##object##_release(call->handle), NULL)

/* All functions of the module: the name, the kinds of the arguments, see read_arguments(), and the result. */
#define FUNCTIONS(X) \
    X(setErrorClass, "v", set_error_class(env, call->value)) \
    X(poll, "hv", ended(call, poll_client(env, call->handle, call->value))) \
    X(holdPoll, "vb", (hold_poll(env, call->value, call->flag), NULL)) \
    X(endPoll, "v", (end_poll(env, call->value), NULL)) \
    X(takeTurn, "hv", number_value(env, take_turn(env, call->handle, call->value))) \
    X(key, "h", bits_value(env, (uintptr_t)call->handle)) \
    X(statusName, "n", text_value(env, swiftpager_status_name(call->number), NAPI_AUTO_LENGTH)) \
    X(clientCreate, "to", MADE(client, swiftpager_client_create, call->text, call->other, NULL)) \
    X(clientExecute, "ht", MADE(operation, swiftpager_client_execute, call->handle, call->text, NULL, NULL, NULL)) \
    X(clientCacheRead, "ht", given(call, swiftpager_client_cache_read(call->handle, call->text, &call->given, NULL))) \
    X(clientCacheWrite, "hto", \
      ended(call, swiftpager_client_cache_write(call->handle, call->text, call->other, NULL))) \
    X(clientCacheEvict, "ht", ended(call, swiftpager_client_cache_evict(call->handle, call->text, NULL))) \
    X(clientCacheClear, "h", ended(call, swiftpager_client_cache_clear(call->handle, NULL))) \
    X(clientClose, "h", (swiftpager_client_close(call->handle, 0), swiftpager_client_release(call->handle), NULL)) \
    X(pagerCreate, "hto", MADE(pager, swiftpager_pager_create, call->handle, call->text, call->other, NULL)) \
    X(pagerFetch, "ht", MADE(operation, swiftpager_pager_fetch, call->handle, call->text, NULL, NULL, NULL)) \
    X(pagerLoadNext, "ht", MADE(operation, swiftpager_pager_load_next, call->handle, call->text, NULL, NULL, NULL)) \
    X(pagerLoadPrevious, "ht", \
      MADE(operation, swiftpager_pager_load_previous, call->handle, call->text, NULL, NULL, NULL)) \
    X(pagerWalk, "ht", MADE(operation, swiftpager_pager_walk, call->handle, call->text)) \
    X(pagerState, "h", given(call, swiftpager_pager_state(call->handle, &call->given))) \
    X(pagerResumeToken, "h", given(call, swiftpager_pager_resume_token(call->handle, &call->given))) \
    X(pagerCheckpoint, "h", given(call, swiftpager_pager_checkpoint(call->handle, &call->given))) \
    X(pagerCanLoad, "hn", \
      (ended(call, swiftpager_pager_can_load(call->handle, call->number, &call->flag)), bool_value(env, call->flag))) \
    X(pagerCurrent, "h", made_update(call, swiftpager_pager_current(call->handle, &call->update))) \
    X(pagerSubscribe, "h", \
      made_subscription(call, swiftpager_pager_subscribe(call->handle, NULL, NULL, NULL, &call->subscription))) \
    X(pagerReset, "h", ended(call, swiftpager_pager_reset(call->handle))) \
    X(pagerClose, "h", CLOSED(pager)) \
    X(operationNext, "hn", pulled(call, swiftpager_operation_next(call->handle, call->number, &call->update, NULL))) \
    X(operationWait, "hn", pulled(call, swiftpager_operation_wait(call->handle, call->number, NULL))) \
    X(operationEnded, "h", (swiftpager_operation_ended(call->handle, &call->flag, NULL), bool_value(env, call->flag))) \
    X(operationResponse, "h", lent(call, swiftpager_operation_response(call->handle, &call->length))) \
    X(operationClose, "h", CLOSED(operation)) \
    X(subscriptionNext, "hn", pulled(call, swiftpager_subscription_next(call->handle, call->number, &call->update))) \
    X(subscriptionClose, "h", CLOSED(subscription)) \
    X(updateError, "h", text_value(env, swiftpager_update_error(call->handle), NAPI_AUTO_LENGTH)) \
    X(updateSource, "h", number_value(env, swiftpager_update_source(call->handle, NULL))) \
    X(updateIsChange, "h", (swiftpager_update_source(call->handle, &call->flag), bool_value(env, call->flag))) \
    X(updatePageCount, "h", number_value(env, (int64_t)swiftpager_update_page_count(call->handle))) \
    X(updatePage, "h", handle_value(env, swiftpager_update_page(call->handle, NULL), NULL)) \
    X(updatePageAt, "hn", handle_value(env, swiftpager_update_page_at(call->handle, (size_t)call->number), NULL)) \
    X(updateFinish, "h", ended(call, swiftpager_update_finish(call->handle))) \
    X(updateRelease, "h", (swiftpager_update_release(call->handle), NULL)) \
    X(pageKind, "h", number_value(env, swiftpager_page_kind(call->handle))) \
    X(pageItemCount, "h", number_value(env, (int64_t)swiftpager_page_item_count(call->handle))) \
    X(pageResponse, "h", lent(call, swiftpager_page_response(call->handle, &call->length))) \
    X(pageData, "h", lent(call, swiftpager_page_data(call->handle, &call->length))) \
    X(pageErrors, "h", lent(call, swiftpager_page_errors(call->handle, &call->length))) \
    X(pageInfo, "h", lent(call, swiftpager_page_info(call->handle, &call->length))) \
    X(pageExtensions, "h", lent(call, swiftpager_page_extensions(call->handle, &call->length))) \
    X(pageHeaders, "h", lent(call, swiftpager_page_header(call->handle, NULL, &call->length))) \
    X(pageTexts, "h", texts_of(env, call->handle))

#define DEFINE(name, kinds, result) \
    static napi_value js_##name(napi_env env, napi_callback_info info) \
    { \
        struct call *call = &(struct call){.env = env}; \
        bool is_read = read_arguments(call, info, kinds); \
        /* The result gets addresses of other members, after which an analyzer knows nothing of these. */ \
        char *text = call->text, *other = call->other; \
        napi_value value = is_read ? (result) : NULL; \
        free(text); \
        free(other); \
        return value; \
    }
FUNCTIONS(DEFINE)

NAPI_MODULE_INIT()
{
#define ENTRY(name, kinds, result) {#name, NULL, js_##name, NULL, NULL, NULL, napi_default, NULL},
    static const napi_property_descriptor all[] = {FUNCTIONS(ENTRY)};
    napi_define_properties(env, exports, sizeof all / sizeof *all, all);
    return exports;
}
