/* How values pass between JavaScript and the library. */
#ifndef SWIFTPAGER_NODE_VALUES_H
#define SWIFTPAGER_NODE_VALUES_H

#include <node_api.h>
#include <stdbool.h>
#include <swiftpager.h>

/* Throws a SwiftpagerError; NULL. The second one takes the error object, or the thread's last one if it is NULL. */
napi_value fail(napi_env env, swiftpager_status status, const char *error_json);
napi_value failed(napi_env env, swiftpager_status status, char *error_json);
/* A string; null for NULL. */
napi_value text_value(napi_env env, const char *text, size_t length);
/* A copy of a string, to free; NULL for undefined and null. Throws a TypeError that names the argument. */
bool text_argument(napi_env env, napi_value value, const char *name, char **text);
/* The key that an external has; NULL, which the library refuses, of any other value. */
void *handle_argument(napi_env env, napi_value value);
/* An external; null for NULL. `finalize` gets the key; it may be NULL. */
napi_value handle_value(napi_env env, const void *key, napi_finalize finalize);

/* The functions of pulling.c. */
napi_value js_poll(napi_env env, napi_callback_info info);
napi_value js_want_poll(napi_env env, napi_callback_info info);
napi_value js_end_poll(napi_env env, napi_callback_info info);

#endif
