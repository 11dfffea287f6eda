/* How values pass between JavaScript and the library. */
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SwiftpagerError, of each thread with an environment. */
static _Thread_local napi_ref error_class;

napi_value js_set_error_class(napi_env env, napi_callback_info info)
{
    napi_value class = argument(env, info);
    napi_create_reference(env, class, 1, &error_class);
    return NULL;
}

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

bool ended(napi_env env, swiftpager_status status, char *error_json)
{
    if (status != SWIFTPAGER_OK)
        fail(env, status, error_json == NULL ? swiftpager_last_error() : error_json);
    swiftpager_free(error_json);
    return status == SWIFTPAGER_OK;
}

napi_value argument(napi_env env, napi_callback_info info)
{
    napi_value value = NULL;
    size_t count = 1;
    napi_get_cb_info(env, info, &count, &value, NULL, NULL);
    return value;
}

void *handle_argument(napi_env env, napi_value value)
{
    void *key = NULL;
    return napi_get_value_external(env, value, &key) == napi_ok ? key : NULL;
}

void *handle_of(napi_env env, napi_callback_info info)
{
    return handle_argument(env, argument(env, info));
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

napi_value text_value(napi_env env, const char *text, size_t length)
{
    napi_value value = NULL;
    if (text == NULL)
        napi_get_null(env, &value);
    else
        napi_create_string_utf8(env, text, length, &value);
    return value;
}

napi_value owned_text(napi_env env, char *text)
{
    napi_value value = text_value(env, text, text == NULL ? 0 : strlen(text));
    swiftpager_free(text);
    return value;
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

napi_value number_value(napi_env env, int64_t number)
{
    napi_value value = NULL;
    napi_create_int64(env, number, &value);
    return value;
}

napi_value bool_value(napi_env env, bool truth)
{
    napi_value value = NULL;
    napi_get_boolean(env, truth, &value);
    return value;
}

void add_functions(napi_env env, napi_value exports, const struct function *all, size_t count)
{
    for (size_t index = 0; index < count; index++) {
        napi_value function = NULL;
        napi_create_function(env, all[index].name, NAPI_AUTO_LENGTH, all[index].call, NULL, &function);
        napi_set_named_property(env, exports, all[index].name, function);
    }
}
