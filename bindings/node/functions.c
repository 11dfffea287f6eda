/*
 * The functions of the library that index.js uses; pages.c has those of updates and pages. Handles are externals, which
 * a finalizer gives back. Texts are strings, and undefined or null stands for NULL. What C returns through a pointer is
 * the result. A status other than OK is thrown. A call that waits returns undefined for TIMEOUT and INTERRUPTED.
 */
#include "values.h"

#include <stdlib.h>

/* Gives back what JavaScript has dropped; a handle that it gave back before is stale, and nothing happens. */
#define DROP(object) \
    static void drop_##object(napi_env env, void *key, void *hint) \
    { \
        (void)env; \
        (void)hint; \
        swiftpager_##object##_release(key); \
    }
DROP(client)
DROP(pager)
DROP(subscription)
DROP(operation)
DROP(update)

static napi_value js_status_name(napi_env env, napi_callback_info info)
{
    int32_t status = 0;
    napi_get_value_int32(env, argument(env, info), &status);
    return text_value(env, swiftpager_status_name(status), NAPI_AUTO_LENGTH);
}

static napi_value js_client_create(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t count = 2;
    char *endpoint = NULL, *config = NULL, *error = NULL;
    swiftpager_client *out = NULL;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    if (text_argument(env, arguments[0], "endpoint", &endpoint) && text_argument(env, arguments[1], "config", &config))
        ended(env, swiftpager_client_create(endpoint, config, NULL, &out, &error), error);
    free(endpoint);
    free(config);
    return handle_value(env, out, drop_client);
}

static napi_value js_client_execute(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t count = 2;
    char *request = NULL, *error = NULL;
    swiftpager_operation *out = NULL;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    void *client = handle_argument(env, arguments[0]);
    if (text_argument(env, arguments[1], "request", &request))
        ended(env, swiftpager_client_execute(client, request, NULL, NULL, NULL, &out, &error), error);
    free(request);
    return handle_value(env, out, drop_operation);
}

static napi_value js_client_cache_read(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t count = 2;
    char *key = NULL, *out = NULL, *error = NULL;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    void *client = handle_argument(env, arguments[0]);
    if (text_argument(env, arguments[1], "key", &key))
        ended(env, swiftpager_client_cache_read(client, key, &out, &error), error);
    free(key);
    return owned_text(env, out);
}

static napi_value js_client_cache_write(napi_env env, napi_callback_info info)
{
    napi_value arguments[3];
    size_t count = 3;
    char *key = NULL, *fields = NULL, *error = NULL;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    void *client = handle_argument(env, arguments[0]);
    if (text_argument(env, arguments[1], "key", &key) && text_argument(env, arguments[2], "fields", &fields))
        ended(env, swiftpager_client_cache_write(client, key, fields, &error), error);
    free(key);
    free(fields);
    return NULL;
}

static napi_value js_client_cache_evict(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t count = 2;
    char *key = NULL, *error = NULL;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    void *client = handle_argument(env, arguments[0]);
    if (text_argument(env, arguments[1], "key", &key))
        ended(env, swiftpager_client_cache_evict(client, key, &error), error);
    free(key);
    return NULL;
}

static napi_value js_client_cache_clear(napi_env env, napi_callback_info info)
{
    char *error = NULL;
    ended(env, swiftpager_client_cache_clear(handle_of(env, info), &error), error);
    return NULL;
}

/* The handles that close() is for end their work, and are given back. */
static napi_value js_client_close(napi_env env, napi_callback_info info)
{
    void *client = handle_of(env, info);
    swiftpager_client_close(client, 0);
    swiftpager_client_release(client);
    return NULL;
}

static napi_value js_pager_create(napi_env env, napi_callback_info info)
{
    napi_value arguments[3];
    size_t count = 3;
    char *query = NULL, *config = NULL, *error = NULL;
    swiftpager_pager *out = NULL;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    void *client = handle_argument(env, arguments[0]);
    if (text_argument(env, arguments[1], "query", &query) && text_argument(env, arguments[2], "config", &config))
        ended(env, swiftpager_pager_create(client, query, config, NULL, &out, &error), error);
    free(query);
    free(config);
    return handle_value(env, out, drop_pager);
}

/* pagerFetch(pager, options) and the others that begin an operation. */
#define BEGINS(name, ...) \
    static napi_value js_pager_##name(napi_env env, napi_callback_info info) \
    { \
        napi_value arguments[2]; \
        size_t count = 2; \
        char *options = NULL, *error = NULL; \
        swiftpager_operation *out = NULL; \
        napi_get_cb_info(env, info, &count, arguments, NULL, NULL); \
        void *pager = handle_argument(env, arguments[0]); \
        if (text_argument(env, arguments[1], "options", &options)) \
            ended(env, swiftpager_pager_##name(pager, options, __VA_ARGS__, &error), error); \
        free(options); \
        return handle_value(env, out, drop_operation); \
    }
BEGINS(fetch, NULL, NULL, NULL, &out)
BEGINS(load_next, NULL, NULL, NULL, &out)
BEGINS(load_previous, NULL, NULL, NULL, &out)
BEGINS(walk, &out)

/* pagerState(pager) and the others that give a text away. */
#define GIVES(name) \
    static napi_value js_pager_##name(napi_env env, napi_callback_info info) \
    { \
        char *out = NULL; \
        ended(env, swiftpager_pager_##name(handle_of(env, info), &out), NULL); \
        return owned_text(env, out); \
    }
GIVES(state)
GIVES(resume_token)
GIVES(checkpoint)

static napi_value js_pager_can_load(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t count = 2;
    int32_t direction = 0;
    bool out = false;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    napi_get_value_int32(env, arguments[1], &direction);
    ended(env, swiftpager_pager_can_load(handle_argument(env, arguments[0]), direction, &out), NULL);
    return bool_value(env, out);
}

static napi_value js_pager_current(napi_env env, napi_callback_info info)
{
    swiftpager_update *out = NULL;
    ended(env, swiftpager_pager_current(handle_of(env, info), &out), NULL);
    return handle_value(env, out, drop_update);
}

static napi_value js_pager_subscribe(napi_env env, napi_callback_info info)
{
    swiftpager_subscription *out = NULL;
    ended(env, swiftpager_pager_subscribe(handle_of(env, info), NULL, NULL, NULL, &out), NULL);
    return handle_value(env, out, drop_subscription);
}

static napi_value js_pager_reset(napi_env env, napi_callback_info info)
{
    ended(env, swiftpager_pager_reset(handle_of(env, info)), NULL);
    return NULL;
}

static napi_value js_pager_close(napi_env env, napi_callback_info info)
{
    void *pager = handle_of(env, info);
    swiftpager_pager_close(pager);
    swiftpager_pager_release(pager);
    return NULL;
}

/* operationNext(operation, milliseconds): an update; null at the end. */
static napi_value js_operation_next(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t count = 2;
    int32_t milliseconds = 0;
    char *error = NULL;
    swiftpager_update *out = NULL;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    napi_get_value_int32(env, arguments[1], &milliseconds);
    swiftpager_status status =
        swiftpager_operation_next(handle_argument(env, arguments[0]), milliseconds, &out, &error);
    if (status == SWIFTPAGER_TIMEOUT || status == SWIFTPAGER_INTERRUPTED)
        return NULL;
    ended(env, status, error);
    return handle_value(env, out, drop_update);
}

/* operationWait(operation, milliseconds): null at the end, as operationNext. */
static napi_value js_operation_wait(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t count = 2;
    int32_t milliseconds = 0;
    char *error = NULL;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    napi_get_value_int32(env, arguments[1], &milliseconds);
    swiftpager_status status = swiftpager_operation_wait(handle_argument(env, arguments[0]), milliseconds, &error);
    if (status == SWIFTPAGER_TIMEOUT || status == SWIFTPAGER_INTERRUPTED)
        return NULL;
    ended(env, status, error);
    return handle_value(env, NULL, NULL);
}

/* subscriptionNext(subscription, milliseconds): an update; null when its pager or its client is closed. */
static napi_value js_subscription_next(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t count = 2;
    int32_t milliseconds = 0;
    swiftpager_update *out = NULL;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    napi_get_value_int32(env, arguments[1], &milliseconds);
    swiftpager_status status = swiftpager_subscription_next(handle_argument(env, arguments[0]), milliseconds, &out);
    if (status == SWIFTPAGER_TIMEOUT || status == SWIFTPAGER_INTERRUPTED)
        return NULL;
    if (status != SWIFTPAGER_CLOSED)
        ended(env, status, NULL);
    return handle_value(env, out, drop_update);
}

/* What is pulled: its descriptor, and its end. */
#define PULLED(object) \
    static napi_value js_##object##_fd(napi_env env, napi_callback_info info) \
    { \
        int out = -1; \
        ended(env, swiftpager_##object##_fd(handle_of(env, info), &out), NULL); \
        return number_value(env, out); \
    } \
\
    static napi_value js_##object##_close(napi_env env, napi_callback_info info) \
    { \
        void *handle = handle_of(env, info); \
        swiftpager_##object##_close(handle); \
        swiftpager_##object##_release(handle); \
        return NULL; \
    }
PULLED(operation)
PULLED(subscription)

static napi_value js_operation_response(napi_env env, napi_callback_info info)
{
    size_t length = 0;
    const char *text = swiftpager_operation_response(handle_of(env, info), &length);
    return text_value(env, text, length);
}

NAPI_MODULE_INIT()
{
    static const struct function all[] = {
        {"setErrorClass", js_set_error_class},
        {"poll", js_poll},
        {"wantPoll", js_want_poll},
        {"endPoll", js_end_poll},
        {"statusName", js_status_name},
        {"clientCreate", js_client_create},
        {"clientExecute", js_client_execute},
        {"clientCacheRead", js_client_cache_read},
        {"clientCacheWrite", js_client_cache_write},
        {"clientCacheEvict", js_client_cache_evict},
        {"clientCacheClear", js_client_cache_clear},
        {"clientClose", js_client_close},
        {"pagerCreate", js_pager_create},
        {"pagerFetch", js_pager_fetch},
        {"pagerLoadNext", js_pager_load_next},
        {"pagerLoadPrevious", js_pager_load_previous},
        {"pagerWalk", js_pager_walk},
        {"pagerState", js_pager_state},
        {"pagerResumeToken", js_pager_resume_token},
        {"pagerCheckpoint", js_pager_checkpoint},
        {"pagerCanLoad", js_pager_can_load},
        {"pagerCurrent", js_pager_current},
        {"pagerSubscribe", js_pager_subscribe},
        {"pagerReset", js_pager_reset},
        {"pagerClose", js_pager_close},
        {"operationNext", js_operation_next},
        {"operationWait", js_operation_wait},
        {"operationFd", js_operation_fd},
        {"operationClose", js_operation_close},
        {"operationResponse", js_operation_response},
        {"subscriptionNext", js_subscription_next},
        {"subscriptionFd", js_subscription_fd},
        {"subscriptionClose", js_subscription_close},
    };
    add_functions(env, exports, all, sizeof all / sizeof *all);
    add_pages(env, exports);
    return exports;
}
