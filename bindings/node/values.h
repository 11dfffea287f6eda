/* How values pass between JavaScript and the library. */
#ifndef SWIFTPAGER_NODE_VALUES_H
#define SWIFTPAGER_NODE_VALUES_H

#include <node_api.h>
#include <stdbool.h>
#include <swiftpager.h>

/* Throws a SwiftpagerError; NULL. */
napi_value fail(napi_env env, swiftpager_status status, const char *error_json);
/* Whether a call ended with OK; otherwise it throws, with the thread's last error if there is no object. Frees that. */
bool ended(napi_env env, swiftpager_status status, char *error_json);

/* The first argument of a function of JavaScript, and the key that it has: NULL, which C refuses, of other values. */
napi_value argument(napi_env env, napi_callback_info info);
void *handle_of(napi_env env, napi_callback_info info);
void *handle_argument(napi_env env, napi_value value);
/* A copy of a string, to free; NULL for undefined and null. Throws a TypeError that names the argument. */
bool text_argument(napi_env env, napi_value value, const char *name, char **text);

/* A string; null for NULL. The second one frees a text that the library gives away. */
napi_value text_value(napi_env env, const char *text, size_t length);
napi_value owned_text(napi_env env, char *text);
/* An external; null for NULL. `finalize` gets the key; it may be NULL. */
napi_value handle_value(napi_env env, const void *key, napi_finalize finalize);
napi_value number_value(napi_env env, int64_t number);
napi_value bool_value(napi_env env, bool truth);

/* Functions of the module, by the names that index.js calls. */
struct function {
    const char *name;
    napi_callback call;
};
void add_functions(napi_env env, napi_value exports, const struct function *all, size_t count);
void add_pages(napi_env env, napi_value exports);

napi_value js_set_error_class(napi_env env, napi_callback_info info);
/* The functions of pulling.c. */
napi_value js_poll(napi_env env, napi_callback_info info);
napi_value js_want_poll(napi_env env, napi_callback_info info);
napi_value js_end_poll(napi_env env, napi_callback_info info);

#endif
