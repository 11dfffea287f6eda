/* How values pass between JavaScript and the library. */
#pragma once

#include <node_api.h>
#include <stdlib.h>
#include <swiftpager.h>

/* A call of JavaScript's: its arguments, and the places for what the library puts out. */
struct call {
    napi_env env;
    void *handle;
    char *text;
    char *other;
    int64_t number;
    bool flag;
    napi_value value;
    swiftpager_client *client;
    swiftpager_pager *pager;
    swiftpager_subscription *subscription;
    swiftpager_operation *operation;
    swiftpager_update *update;
    char *given;
    size_t length;
};

#define VALUE(name, type, make) \
    static napi_value name(napi_env env, type given) \
    { \
        napi_value value = NULL; \
        make(env, given, &value); \
        return value; \
    }
VALUE(number_value, int64_t, napi_create_int64)
VALUE(bool_value, bool, napi_get_boolean)
/* For the bits of a handle, which are more than a double has. */
VALUE(bits_value, uint64_t, napi_create_bigint_uint64)

/* A string of a length, or up to its NUL with NAPI_AUTO_LENGTH; null for NULL. */
static napi_value text_value(napi_env env, const char *text, size_t length)
{
    napi_value value = NULL;
    if (text == NULL)
        napi_get_null(env, &value);
    else
        napi_create_string_utf8(env, text, length, &value);
    return value;
}

/* An external; null for NULL. `finalize` gets the key; it may be NULL. */
static napi_value handle_value(napi_env env, const void *key, napi_finalize finalize)
{
    napi_value value = NULL;
    if (key == NULL)
        napi_get_null(env, &value);
    else
        napi_create_external(env, (void *)key, finalize, NULL, &value);
    return value;
}

/* SwiftpagerError, of each thread with an environment. */
static _Thread_local napi_ref error_class;

static napi_value set_error_class(napi_env env, napi_value class)
{
    napi_create_reference(env, class, 1, &error_class);
    return NULL;
}

/* Throws a SwiftpagerError; NULL. */
static napi_value fail(napi_env env, swiftpager_status status, const char *error_json)
{
    napi_value class = NULL, error = NULL;
    napi_value arguments[] = {number_value(env, status), text_value(env, error_json, NAPI_AUTO_LENGTH)};
    napi_get_reference_value(env, error_class, &class);
    if (napi_new_instance(env, class, 2, arguments, &error) == napi_ok)
        napi_throw(env, error);
    return NULL;
}

/* NULL. If a call did not end with OK, this throws its error, which the library keeps for the thread. */
static napi_value ended(struct call *call, swiftpager_status status)
{
    if (status != SWIFTPAGER_OK)
        fail(call->env, status, swiftpager_last_error());
    return NULL;
}

static bool read_text(napi_env env, napi_value value, char **text)
{
    size_t length = 0;
    if (napi_get_value_string_utf8(env, value, NULL, 0, &length) != napi_ok)
        return true;
    *text = malloc(length + 1);
    if (*text == NULL)
        return fail(env, SWIFTPAGER_NO_MEMORY, NULL) != NULL;
    return napi_get_value_string_utf8(env, value, *text, length + 1, NULL) == napi_ok;
}

/*
 * Reads arguments of these kinds: h is a handle, and NULL, which C refuses, for other values; t a string and o
 * the other string, and NULL for other values; n a number; b a boolean; v any value. False after an error, which it has
 * thrown. The texts are to free.
 */
static bool read_arguments(struct call *call, napi_callback_info info, const char *kinds)
{
    enum { MOST = 3 };
    napi_value values[MOST];
    size_t count = MOST;
    bool is_read = true;
    napi_get_cb_info(call->env, info, &count, values, NULL, NULL);
    for (size_t index = 0; index < MOST && kinds[index] != '\0' && is_read; index++) {
        switch (kinds[index]) {
        case 'h': napi_get_value_external(call->env, values[index], &call->handle); break;
        case 't': is_read = read_text(call->env, values[index], &call->text); break;
        case 'o': is_read = read_text(call->env, values[index], &call->other); break;
        case 'n': napi_get_value_int64(call->env, values[index], &call->number); break;
        case 'b': napi_get_value_bool(call->env, values[index], &call->flag); break;
        default: call->value = values[index];
        }
    }
    return is_read;
}
