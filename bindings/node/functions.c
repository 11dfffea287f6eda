/* Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`. */

/*
 * Each function of the library as a function of JavaScript. Handles are externals, which a finalizer gives back. Texts
 * are strings, and undefined or null stands for NULL. What C returns through a pointer is the result. A status other
 * than OK is thrown. A call that waits returns undefined for TIMEOUT and INTERRUPTED; true if it has no other result.
 */
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SwiftpagerError, of each thread with an environment. */
static _Thread_local napi_ref error_class;

napi_value fail(napi_env env, swiftpager_status status, const char *error_json)
{
    napi_value class = NULL, error = NULL, arguments[2];
    napi_get_reference_value(env, error_class, &class);
    napi_create_int32(env, status, &arguments[0]);
    arguments[1] = text_value(env, error_json, error_json == NULL ? 0 : strlen(error_json));
    if (napi_new_instance(env, class, 2, arguments, &error) == napi_ok)
        napi_throw(env, error);
    return NULL;
}

napi_value failed(napi_env env, swiftpager_status status, char *error_json)
{
    napi_value nothing = fail(env, status, error_json == NULL ? swiftpager_last_error() : error_json);
    swiftpager_free(error_json);
    return nothing;
}

napi_value text_value(napi_env env, const char *text, size_t length)
{
    napi_value value = NULL;
    if (text == NULL)
        napi_get_null(env, &value);
    else
        napi_create_string_utf8(env, text, length, &value);
    return value;
}

/* An array of texts, whose places in another one are pairs of an offset and a length. */
static napi_value texts_value(napi_env env, const char *whole, const uint64_t *spans, size_t count)
{
    napi_value texts = NULL;
    napi_create_array_with_length(env, count, &texts);
    for (size_t index = 0; index < count; index++) {
        napi_value text = text_value(env, whole + spans[2 * index], spans[2 * index + 1]);
        napi_set_element(env, texts, (uint32_t)index, text);
    }
    return texts;
}

/* A text that the library gives away. */
static napi_value owned_text(napi_env env, char *text)
{
    napi_value value = text_value(env, text, text == NULL ? 0 : strlen(text));
    swiftpager_free(text);
    return value;
}

bool text_argument(napi_env env, napi_value value, const char *name, char **text)
{
    napi_valuetype type = napi_undefined;
    size_t length = 0;
    napi_typeof(env, value, &type);
    *text = NULL;
    if (type == napi_undefined || type == napi_null)
        return true;
    if (napi_get_value_string_utf8(env, value, NULL, 0, &length) == napi_ok)
        *text = malloc(length + 1);
    if (*text != NULL)
        napi_get_value_string_utf8(env, value, *text, length + 1, &length);
    if (*text != NULL && strlen(*text) == length)
        return true;
    /* A NUL would cut the text off. */
    free(*text);
    *text = NULL;
    char message[128];
    snprintf(message, sizeof message, "%s has to be a string without a NUL", name);
    napi_throw_type_error(env, NULL, message);
    return false;
}

void *handle_argument(napi_env env, napi_value value)
{
    void *key = NULL;
    return napi_get_value_external(env, value, &key) == napi_ok ? key : NULL;
}

napi_value handle_value(napi_env env, const void *key, napi_finalize finalize)
{
    napi_value value = NULL;
    if (key == NULL)
        napi_get_null(env, &value);
    else
        napi_create_external(env, (void *)key, finalize, NULL, &value);
    return value;
}

/* What stands in for the results of a wait that goes on, and of calls without results. */
static napi_value undefined(napi_env env)
{
    napi_value value = NULL;
    napi_get_undefined(env, &value);
    return value;
}

static napi_value set_error_class(napi_env env, napi_callback_info info)
{
    napi_value class = NULL;
    size_t count = 1;
    napi_get_cb_info(env, info, &count, &class, NULL, NULL);
    napi_create_reference(env, class, 1, &error_class);
    return undefined(env);
}

static void drop_client(napi_env env, void *key, void *hint)
{
    (void)env;
    (void)hint;
    swiftpager_client_unref(key);
}

static void drop_pager(napi_env env, void *key, void *hint)
{
    (void)env;
    (void)hint;
    swiftpager_pager_unref(key);
}

static void drop_subscription(napi_env env, void *key, void *hint)
{
    (void)env;
    (void)hint;
    swiftpager_subscription_release(key);
}

static void drop_operation(napi_env env, void *key, void *hint)
{
    (void)env;
    (void)hint;
    swiftpager_operation_release(key);
}

static void drop_update(napi_env env, void *key, void *hint)
{
    (void)env;
    (void)hint;
    swiftpager_update_release(key);
}

/* The version of the library that is running, like "0.1.0". */
static napi_value js_version(napi_env env, napi_callback_info info)
{
    (void)info;
    const char *result = swiftpager_version();
    return text_value(env, result, result == NULL ? 0 : strlen(result));
}

/* The version of the contract that the running library keeps. */
static napi_value js_abi_version(napi_env env, napi_callback_info info)
{
    (void)info;
    napi_value value = NULL;
    napi_create_uint32(env, (uint32_t)swiftpager_abi_version(), &value);
    return value;
}

/* The name of a status without its prefix, like "INVALID_CONFIG"; "UNKNOWN" for any other number. */
static napi_value js_status_name(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    int32_t status = 0;
    napi_get_value_int32(env, arguments[0], &status);
    const char *result = swiftpager_status_name((swiftpager_status)status);
    return text_value(env, result, result == NULL ? 0 : strlen(result));
}

/* Creates a client. */
static napi_value js_client_create(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_client *out = NULL;
    char *error_json = NULL;
    char *config_json = NULL;
    if (!(text_argument(env, arguments[0], "config_json", &config_json))) {
        free(config_json);
        return NULL;
    }
    swiftpager_status status = swiftpager_client_create(config_json, NULL, &out, &error_json);
    free(config_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return handle_value(env, out, drop_client);
}

/* Creates a client as swiftpager_client_create() does, with the endpoint beside the config. */
static napi_value js_client_create_with_endpoint(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_client *out = NULL;
    char *error_json = NULL;
    char *endpoint = NULL, *config_json = NULL;
    if (!(text_argument(env, arguments[0], "endpoint", &endpoint) &&
          text_argument(env, arguments[1], "config_json", &config_json))) {
        free(endpoint);
        free(config_json);
        return NULL;
    }
    swiftpager_status status = swiftpager_client_create_with_endpoint(endpoint, config_json, NULL, &out, &error_json);
    free(endpoint);
    free(config_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return handle_value(env, out, drop_client);
}

/* Sends one query or mutation, as it is: nothing is paged. */
static napi_value js_client_execute(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_operation *out = NULL;
    char *error_json = NULL;
    char *request_json = NULL;
    if (!(text_argument(env, arguments[1], "request_json", &request_json))) {
        free(request_json);
        return NULL;
    }
    swiftpager_status status = swiftpager_client_execute(handle_argument(env, arguments[0]), request_json, NULL, NULL,
                                                         NULL, &out, &error_json);
    free(request_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return handle_value(env, out, drop_operation);
}

/* Overwrites fields of records in the client's cache. */
static napi_value js_client_cache_write(napi_env env, napi_callback_info info)
{
    napi_value arguments[3];
    size_t given = 3;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    char *error_json = NULL;
    char *key = NULL, *fields_json = NULL;
    if (!(text_argument(env, arguments[1], "key", &key) &&
          text_argument(env, arguments[2], "fields_json", &fields_json))) {
        free(key);
        free(fields_json);
        return NULL;
    }
    swiftpager_status status = swiftpager_client_cache_write(handle_argument(env, arguments[0]), key, fields_json,
                                                             &error_json);
    free(key);
    free(fields_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return undefined(env);
}

/* Reads a record of the client's cache, whatever its age. */
static napi_value js_client_cache_read(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    char *out_json = NULL;
    char *error_json = NULL;
    char *key = NULL;
    if (!(text_argument(env, arguments[1], "key", &key))) {
        free(key);
        return NULL;
    }
    swiftpager_status status = swiftpager_client_cache_read(handle_argument(env, arguments[0]), key, &out_json,
                                                            &error_json);
    free(key);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return owned_text(env, out_json);
}

/* Forgets a record of the client's cache. */
static napi_value js_client_cache_evict(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    char *error_json = NULL;
    char *key = NULL;
    if (!(text_argument(env, arguments[1], "key", &key))) {
        free(key);
        return NULL;
    }
    swiftpager_status status = swiftpager_client_cache_evict(handle_argument(env, arguments[0]), key, &error_json);
    free(key);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return undefined(env);
}

/* Forgets all records of the client's cache. */
static napi_value js_client_cache_clear(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    char *error_json = NULL;
    swiftpager_status status = swiftpager_client_cache_clear(handle_argument(env, arguments[0]), &error_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return undefined(env);
}

/* Runs waiting callbacks on this thread, in the order in which things happened. */
static napi_value js_client_dispatch(napi_env env, napi_callback_info info)
{
    napi_value arguments[3];
    size_t given = 3;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    int32_t timeout_ms = 0;
    napi_get_value_int32(env, arguments[1], &timeout_ms);
    uint32_t max = 0;
    napi_get_value_uint32(env, arguments[2], &max);
    uint32_t out_count = 0;
    swiftpager_status status = swiftpager_client_dispatch(handle_argument(env, arguments[0]), timeout_ms, max,
                                                          &out_count);
    if (status == SWIFTPAGER_TIMEOUT || status == SWIFTPAGER_INTERRUPTED)
        return undefined(env);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    napi_value value = NULL;
    napi_create_uint32(env, out_count, &value);
    return value;
}

static napi_value js_client_fd(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    int out_fd = 0;
    swiftpager_status status = swiftpager_client_fd(handle_argument(env, arguments[0]), &out_fd);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    napi_value value = NULL;
    napi_create_int32(env, out_fd, &value);
    return value;
}

/* Ends every wait that is under way on the client, also the wait of a thread that is running a callback meanwhile. */
static napi_value js_client_wake(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_client_wake(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* Ends all work: requests in flight are aborted, operations end with CANCELLED, and later calls return CLOSED. */
static napi_value js_client_shutdown(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    int32_t timeout_ms = 0;
    napi_get_value_int32(env, arguments[1], &timeout_ms);
    swiftpager_status status = swiftpager_client_shutdown(handle_argument(env, arguments[0]), timeout_ms);
    if (status == SWIFTPAGER_TIMEOUT || status == SWIFTPAGER_INTERRUPTED)
        return undefined(env);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    napi_value value = NULL;
    napi_get_boolean(env, true, &value);
    return value;
}

/* Shuts the client down without waiting and gives the handle back. */
static napi_value js_client_release(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_client_release(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* Gives the handle back and ends nothing: for finalizers, which run in any order. */
static napi_value js_client_unref(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_client_unref(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* Creates a pager. */
static napi_value js_pager_create(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_pager *out = NULL;
    char *error_json = NULL;
    char *config_json = NULL;
    if (!(text_argument(env, arguments[1], "config_json", &config_json))) {
        free(config_json);
        return NULL;
    }
    swiftpager_status status = swiftpager_pager_create(handle_argument(env, arguments[0]), config_json, NULL, &out,
                                                       &error_json);
    free(config_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return handle_value(env, out, drop_pager);
}

static napi_value js_pager_create_with_query(napi_env env, napi_callback_info info)
{
    napi_value arguments[4];
    size_t given = 4;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_pager *out = NULL;
    char *error_json = NULL;
    char *query = NULL, *variables_json = NULL, *config_json = NULL;
    if (!(text_argument(env, arguments[1], "query", &query) &&
          text_argument(env, arguments[2], "variables_json", &variables_json) &&
          text_argument(env, arguments[3], "config_json", &config_json))) {
        free(query);
        free(variables_json);
        free(config_json);
        return NULL;
    }
    swiftpager_status status = swiftpager_pager_create_with_query(handle_argument(env, arguments[0]), query,
                                                                  variables_json, config_json, NULL, &out, &error_json);
    free(query);
    free(variables_json);
    free(config_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return handle_value(env, out, drop_pager);
}

/* Asks for the first page; when it is there, it replaces all pages held. */
static napi_value js_pager_fetch(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_operation *out = NULL;
    char *error_json = NULL;
    char *options_json = NULL;
    if (!(text_argument(env, arguments[1], "options_json", &options_json))) {
        free(options_json);
        return NULL;
    }
    swiftpager_status status = swiftpager_pager_fetch(handle_argument(env, arguments[0]), options_json, NULL, NULL,
                                                      NULL, &out, &error_json);
    free(options_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return handle_value(env, out, drop_operation);
}

static napi_value js_pager_refetch(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_operation *out = NULL;
    char *error_json = NULL;
    char *options_json = NULL;
    if (!(text_argument(env, arguments[1], "options_json", &options_json))) {
        free(options_json);
        return NULL;
    }
    swiftpager_status status = swiftpager_pager_refetch(handle_argument(env, arguments[0]), options_json, NULL, NULL,
                                                        NULL, &out, &error_json);
    free(options_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return handle_value(env, out, drop_operation);
}

/* Asks for the page after the last one. */
static napi_value js_pager_load_next(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_operation *out = NULL;
    char *error_json = NULL;
    char *options_json = NULL;
    if (!(text_argument(env, arguments[1], "options_json", &options_json))) {
        free(options_json);
        return NULL;
    }
    swiftpager_status status = swiftpager_pager_load_next(handle_argument(env, arguments[0]), options_json, NULL, NULL,
                                                          NULL, &out, &error_json);
    free(options_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return handle_value(env, out, drop_operation);
}

/* Asks for the page before the first one of the list as it is held, in a list that is read in that direction. */
static napi_value js_pager_load_previous(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_operation *out = NULL;
    char *error_json = NULL;
    char *options_json = NULL;
    if (!(text_argument(env, arguments[1], "options_json", &options_json))) {
        free(options_json);
        return NULL;
    }
    swiftpager_status status = swiftpager_pager_load_previous(handle_argument(env, arguments[0]), options_json, NULL,
                                                              NULL, NULL, &out, &error_json);
    free(options_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return handle_value(env, out, drop_operation);
}

/* Asks for all pages, one after the other, until the list ends: next pages first, then previous ones. */
static napi_value js_pager_load_all(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_operation *out = NULL;
    char *error_json = NULL;
    char *options_json = NULL;
    if (!(text_argument(env, arguments[1], "options_json", &options_json))) {
        free(options_json);
        return NULL;
    }
    swiftpager_status status = swiftpager_pager_load_all(handle_argument(env, arguments[0]), options_json, NULL, NULL,
                                                         NULL, &out, &error_json);
    free(options_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return handle_value(env, out, drop_operation);
}

/* Forgets all pages and ends an operation under way with CANCELLED; its request is aborted. */
static napi_value js_pager_reset(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_pager_reset(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* Whether the last page says that there is more after it, and how to ask for it. */
static napi_value js_pager_can_load_next(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    bool out = false;
    swiftpager_status status = swiftpager_pager_can_load_next(handle_argument(env, arguments[0]), &out);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    napi_value value = NULL;
    napi_get_boolean(env, out, &value);
    return value;
}

/* Whether there is more before the pages loaded, and how to ask for it. */
static napi_value js_pager_can_load_previous(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    bool out = false;
    swiftpager_status status = swiftpager_pager_can_load_previous(handle_argument(env, arguments[0]), &out);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    napi_value value = NULL;
    napi_get_boolean(env, out, &value);
    return value;
}

static napi_value js_pager_current(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_update *out = NULL;
    swiftpager_status status = swiftpager_pager_current(handle_argument(env, arguments[0]), &out);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return handle_value(env, out, drop_update);
}

/* The pager's state as JSON, to free with swiftpager_free(). */
static napi_value js_pager_state(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    char *out_json = NULL;
    swiftpager_status status = swiftpager_pager_state(handle_argument(env, arguments[0]), &out_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return owned_text(env, out_json);
}

static napi_value js_pager_resume_token(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    char *out_json = NULL;
    swiftpager_status status = swiftpager_pager_resume_token(handle_argument(env, arguments[0]), &out_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return owned_text(env, out_json);
}

static napi_value js_pager_checkpoint(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    char *out_json = NULL;
    swiftpager_status status = swiftpager_pager_checkpoint(handle_argument(env, arguments[0]), &out_json);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return owned_text(env, out_json);
}

/* Gives the pager back: its operation ends with CANCELLED, its subscriptions end. */
static napi_value js_pager_release(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_pager_release(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* Gives the handle back and ends nothing: for finalizers, which run in any order. */
static napi_value js_pager_unref(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_pager_unref(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* Sends every new state of the list to `on_update`. */
static napi_value js_pager_subscribe(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_subscription *out = NULL;
    swiftpager_status status = swiftpager_pager_subscribe(handle_argument(env, arguments[0]), NULL, NULL, NULL, &out);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return handle_value(env, out, drop_subscription);
}

static napi_value js_subscription_next(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    int32_t timeout_ms = 0;
    napi_get_value_int32(env, arguments[1], &timeout_ms);
    swiftpager_update *out = NULL;
    swiftpager_status status = swiftpager_subscription_next(handle_argument(env, arguments[0]), timeout_ms, &out);
    if (status == SWIFTPAGER_TIMEOUT || status == SWIFTPAGER_INTERRUPTED)
        return undefined(env);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return handle_value(env, out, drop_update);
}

static napi_value js_subscription_fd(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    int out_fd = 0;
    swiftpager_status status = swiftpager_subscription_fd(handle_argument(env, arguments[0]), &out_fd);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    napi_value value = NULL;
    napi_create_int32(env, out_fd, &value);
    return value;
}

/* Ends the subscription and gives the handle back. */
static napi_value js_subscription_cancel(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_subscription_cancel(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* The same as swiftpager_subscription_cancel(), under the name that the other handles have. */
static napi_value js_subscription_release(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_subscription_release(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

static napi_value js_operation_wait(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    int32_t timeout_ms = 0;
    napi_get_value_int32(env, arguments[1], &timeout_ms);
    char *error_json = NULL;
    swiftpager_status status = swiftpager_operation_wait(handle_argument(env, arguments[0]), timeout_ms, &error_json);
    if (status == SWIFTPAGER_TIMEOUT || status == SWIFTPAGER_INTERRUPTED)
        return undefined(env);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    napi_value value = NULL;
    napi_get_boolean(env, true, &value);
    return value;
}

/* The next update of an operation that was begun with {"pull": true}: the one loop that a walk needs. */
static napi_value js_operation_next(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    int32_t timeout_ms = 0;
    napi_get_value_int32(env, arguments[1], &timeout_ms);
    swiftpager_update *out = NULL;
    char *error_json = NULL;
    swiftpager_status status = swiftpager_operation_next(handle_argument(env, arguments[0]), timeout_ms, &out,
                                                         &error_json);
    if (status == SWIFTPAGER_TIMEOUT || status == SWIFTPAGER_INTERRUPTED)
        return undefined(env);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    return handle_value(env, out, drop_update);
}

/* Whether the operation has ended, and how. */
static napi_value js_operation_status(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    bool out_ended = false;
    swiftpager_status out_status = 0;
    swiftpager_status status = swiftpager_operation_status(handle_argument(env, arguments[0]), &out_ended, &out_status);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    napi_value value = NULL;
    napi_get_boolean(env, out_ended, &value);
    return value;
}

/* A file descriptor for your event loop. */
static napi_value js_operation_fd(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    int out_fd = 0;
    swiftpager_status status = swiftpager_operation_fd(handle_argument(env, arguments[0]), &out_fd);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    napi_value value = NULL;
    napi_create_int32(env, out_fd, &value);
    return value;
}

static napi_value js_operation_response(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    const char *result = swiftpager_operation_response(handle_argument(env, arguments[0]), &length);
    return text_value(env, result, length);
}

/* Ends the operation with CANCELLED and aborts its request; pages already loaded stay. */
static napi_value js_operation_cancel(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_operation_cancel(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* Gives the handle back. */
static napi_value js_operation_release(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_operation_release(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* Waits until the operation's stream can answer without waiting. */
static napi_value js_operation_arrow_wait(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    int32_t timeout_ms = 0;
    napi_get_value_int32(env, arguments[1], &timeout_ms);
    char *error_json = NULL;
    swiftpager_status status = swiftpager_operation_arrow_wait(handle_argument(env, arguments[0]), timeout_ms,
                                                               &error_json);
    if (status == SWIFTPAGER_TIMEOUT || status == SWIFTPAGER_INTERRUPTED)
        return undefined(env);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, error_json);
    napi_value value = NULL;
    napi_get_boolean(env, true, &value);
    return value;
}

static napi_value js_operation_arrow_finish(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_operation_arrow_finish(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

static napi_value js_update_status(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_update_status(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* The failure as a JSON object, borrowed for the life of the update; NULL when the status is OK. */
static napi_value js_update_error(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    const char *result = swiftpager_update_error(handle_argument(env, arguments[0]));
    return text_value(env, result, result == NULL ? 0 : strlen(result));
}

/* Where the page that the update reports came from; SOURCE_NONE for a failure without a page. */
static napi_value js_update_source(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    napi_value value = NULL;
    napi_create_int32(env, (int32_t)swiftpager_update_source(handle_argument(env, arguments[0])), &value);
    return value;
}

/* The number of pages that the update holds; at most one if "retain" is "last" or "none". */
static napi_value js_update_page_count(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    napi_value value = NULL;
    napi_create_int64(env, (int64_t)swiftpager_update_page_count(handle_argument(env, arguments[0])), &value);
    return value;
}

/* The page that the update reports: the one that was loaded last, or that changed; NULL for a failure. */
static napi_value js_update_last_page(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    return handle_value(env, swiftpager_update_last_page(handle_argument(env, arguments[0])), NULL);
}

static napi_value js_update_page_at(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    int64_t index = 0;
    napi_get_value_int64(env, arguments[1], &index);
    return handle_value(env, swiftpager_update_page_at(handle_argument(env, arguments[0]), (size_t)index), NULL);
}

static napi_value js_update_page_index(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t out = 0;
    swiftpager_status status = swiftpager_update_page_index(handle_argument(env, arguments[0]), &out);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    napi_value value = NULL;
    napi_create_int64(env, (int64_t)out, &value);
    return value;
}

static napi_value js_update_is_change(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    bool out = false;
    swiftpager_status status = swiftpager_update_is_change(handle_argument(env, arguments[0]), &out);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    napi_value value = NULL;
    napi_get_boolean(env, out, &value);
    return value;
}

static napi_value js_update_output(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    const char *result = swiftpager_update_output(handle_argument(env, arguments[0]), &length);
    return text_value(env, result, length);
}

/* Says that you have finished with an update that you keep. */
static napi_value js_update_finish(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_update_finish(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

static napi_value js_update_nested(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t out_incomplete = 0;
    size_t out_unknown = 0;
    swiftpager_status status = swiftpager_update_nested(handle_argument(env, arguments[0]), &out_incomplete,
                                                        &out_unknown);
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    napi_value value = NULL;
    napi_create_int64(env, (int64_t)out_incomplete, &value);
    return value;
}

/* Keeps the update beyond the callback, on any thread; a retained update outlives its pager and client. */
static napi_value js_update_retain(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_update_retain(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* Gives a retained update back. */
static napi_value js_update_release(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_update_release(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

static napi_value js_page_retain(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_page_retain(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* Gives a retained page back. */
static napi_value js_page_release(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    swiftpager_status status = swiftpager_page_release(handle_argument(env, arguments[0]));
    if (status != SWIFTPAGER_OK)
        return failed(env, status, NULL);
    return undefined(env);
}

/* The whole body of the response. */
static napi_value js_page_response(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    const char *result = swiftpager_page_response(handle_argument(env, arguments[0]), &length);
    return text_value(env, result, length);
}

/* The value of `data`; NULL also when it is null. */
static napi_value js_page_data(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    const char *result = swiftpager_page_data(handle_argument(env, arguments[0]), &length);
    return text_value(env, result, length);
}

static napi_value js_page_items(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    const char *result = swiftpager_page_items(handle_argument(env, arguments[0]), &length);
    return text_value(env, result, length);
}

/* What the hook `transform` made of the page, JSON text; NULL if there is none. */
static napi_value js_page_model(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    const char *result = swiftpager_page_model(handle_argument(env, arguments[0]), &length);
    return text_value(env, result, length);
}

/* How many elements the array of items has; 0 without one. */
static napi_value js_page_item_count(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    napi_value value = NULL;
    napi_create_int64(env, (int64_t)swiftpager_page_item_count(handle_argument(env, arguments[0])), &value);
    return value;
}

/* The role of the page in its list; KIND_NONE if the handle is not a page. */
static napi_value js_page_kind(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    napi_value value = NULL;
    napi_create_int32(env, (int32_t)swiftpager_page_kind(handle_argument(env, arguments[0])), &value);
    return value;
}

/* The array of GraphQL errors; NULL when there are none. */
static napi_value js_page_errors(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    const char *result = swiftpager_page_errors(handle_argument(env, arguments[0]), &length);
    return text_value(env, result, length);
}

/* The page info object as it came; NULL if it is null or absent. */
static napi_value js_page_info(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    const char *result = swiftpager_page_info(handle_argument(env, arguments[0]), &length);
    return text_value(env, result, length);
}

static napi_value js_page_nested(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    const char *result = swiftpager_page_nested(handle_argument(env, arguments[0]), &length);
    return text_value(env, result, length);
}

/* The value of `extensions`; NULL if it is null or absent. */
static napi_value js_page_extensions(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    const char *result = swiftpager_page_extensions(handle_argument(env, arguments[0]), &length);
    return text_value(env, result, length);
}

/* The value of a header of the response, without the white space around it, in the bytes that the server sent. */
static napi_value js_page_header(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    char *name = NULL;
    if (!(text_argument(env, arguments[1], "name", &name))) {
        free(name);
        return NULL;
    }
    const char *result = swiftpager_page_header(handle_argument(env, arguments[0]), name, &length);
    free(name);
    return text_value(env, result, length);
}

/* All header lines of the response as they came, each "Name: value" with its line break; NULL if there are none. */
static napi_value js_page_headers(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    const char *result = swiftpager_page_headers(handle_argument(env, arguments[0]), &length);
    return text_value(env, result, length);
}

/* The item at `index`: of an edge its node, otherwise the element as it is. */
static napi_value js_page_item(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    int64_t index = 0;
    napi_get_value_int64(env, arguments[1], &index);
    size_t length = 0;
    const char *result = swiftpager_page_item(handle_argument(env, arguments[0]), (size_t)index, &length);
    return text_value(env, result, length);
}

static napi_value js_page_spans(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t given = 2;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    bool nodes = 0;
    napi_get_value_bool(env, arguments[1], &nodes);
    size_t count = 0;
    const char *response = swiftpager_page_response(handle_argument(env, arguments[0]), NULL);
    const uint64_t *spans = swiftpager_page_spans(handle_argument(env, arguments[0]), nodes, &count);
    return texts_value(env, response, spans, count);
}

/* All items, each as swiftpager_page_item() gives it, one a line, each line ended by "\n": NDJSON. */
static napi_value js_page_ndjson(napi_env env, napi_callback_info info)
{
    napi_value arguments[1];
    size_t given = 1;
    napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
    size_t length = 0;
    const char *result = swiftpager_page_ndjson(handle_argument(env, arguments[0]), &length);
    return text_value(env, result, length);
}

NAPI_MODULE_INIT()
{
    static const struct {
        const char *name;
        napi_callback function;
    } all[] = {
        {"setErrorClass", set_error_class},
        {"poll", js_poll},
        {"wantPoll", js_want_poll},
        {"endPoll", js_end_poll},
        {"version", js_version},
        {"abiVersion", js_abi_version},
        {"statusName", js_status_name},
        {"clientCreate", js_client_create},
        {"clientCreateWithEndpoint", js_client_create_with_endpoint},
        {"clientExecute", js_client_execute},
        {"clientCacheWrite", js_client_cache_write},
        {"clientCacheRead", js_client_cache_read},
        {"clientCacheEvict", js_client_cache_evict},
        {"clientCacheClear", js_client_cache_clear},
        {"clientDispatch", js_client_dispatch},
        {"clientFd", js_client_fd},
        {"clientWake", js_client_wake},
        {"clientShutdown", js_client_shutdown},
        {"clientRelease", js_client_release},
        {"clientUnref", js_client_unref},
        {"pagerCreate", js_pager_create},
        {"pagerCreateWithQuery", js_pager_create_with_query},
        {"pagerFetch", js_pager_fetch},
        {"pagerRefetch", js_pager_refetch},
        {"pagerLoadNext", js_pager_load_next},
        {"pagerLoadPrevious", js_pager_load_previous},
        {"pagerLoadAll", js_pager_load_all},
        {"pagerReset", js_pager_reset},
        {"pagerCanLoadNext", js_pager_can_load_next},
        {"pagerCanLoadPrevious", js_pager_can_load_previous},
        {"pagerCurrent", js_pager_current},
        {"pagerState", js_pager_state},
        {"pagerResumeToken", js_pager_resume_token},
        {"pagerCheckpoint", js_pager_checkpoint},
        {"pagerRelease", js_pager_release},
        {"pagerUnref", js_pager_unref},
        {"pagerSubscribe", js_pager_subscribe},
        {"subscriptionNext", js_subscription_next},
        {"subscriptionFd", js_subscription_fd},
        {"subscriptionCancel", js_subscription_cancel},
        {"subscriptionRelease", js_subscription_release},
        {"operationWait", js_operation_wait},
        {"operationNext", js_operation_next},
        {"operationStatus", js_operation_status},
        {"operationFd", js_operation_fd},
        {"operationResponse", js_operation_response},
        {"operationCancel", js_operation_cancel},
        {"operationRelease", js_operation_release},
        {"operationArrowWait", js_operation_arrow_wait},
        {"operationArrowFinish", js_operation_arrow_finish},
        {"updateStatus", js_update_status},
        {"updateError", js_update_error},
        {"updateSource", js_update_source},
        {"updatePageCount", js_update_page_count},
        {"updateLastPage", js_update_last_page},
        {"updatePageAt", js_update_page_at},
        {"updatePageIndex", js_update_page_index},
        {"updateIsChange", js_update_is_change},
        {"updateOutput", js_update_output},
        {"updateFinish", js_update_finish},
        {"updateNested", js_update_nested},
        {"updateRetain", js_update_retain},
        {"updateRelease", js_update_release},
        {"pageRetain", js_page_retain},
        {"pageRelease", js_page_release},
        {"pageResponse", js_page_response},
        {"pageData", js_page_data},
        {"pageItems", js_page_items},
        {"pageModel", js_page_model},
        {"pageItemCount", js_page_item_count},
        {"pageKind", js_page_kind},
        {"pageErrors", js_page_errors},
        {"pageInfo", js_page_info},
        {"pageNested", js_page_nested},
        {"pageExtensions", js_page_extensions},
        {"pageHeader", js_page_header},
        {"pageHeaders", js_page_headers},
        {"pageItem", js_page_item},
        {"pageSpans", js_page_spans},
        {"pageNdjson", js_page_ndjson},
    };
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
        napi_value function = NULL;
        napi_create_function(env, all[index].name, NAPI_AUTO_LENGTH, all[index].function, NULL, &function);
        napi_set_named_property(env, exports, all[index].name, function);
    }
    return exports;
}
