/* How values pass between JavaScript and the library. */
#ifndef SWIFTPAGER_NODE_VALUES_H
#define SWIFTPAGER_NODE_VALUES_H

#include <node_api.h>
#include <stdbool.h>
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
    char *error;
    size_t length;
    int fd;
};

/*
 * Reads arguments of these kinds: h is a handle, and NULL, which C refuses, for other values; t a string and o
 * the other string, and NULL for other values; n a number; b a boolean; v any value. False after an error, which it has
 * thrown. The texts are to free.
 */
bool read_arguments(struct call *call, napi_callback_info info, const char *kinds);

/* Throws a SwiftpagerError of this class; NULL. */
napi_value set_error_class(napi_env env, napi_value error_class);
napi_value fail(napi_env env, swiftpager_status status, const char *error_json);
/* NULL. If a call did not end with OK, this throws its error object, or without one the thread's last error. */
napi_value ended(struct call *call, swiftpager_status status);

/* A string of a length, or up to its NUL with NAPI_AUTO_LENGTH; null for NULL. */
napi_value text_value(napi_env env, const char *text, size_t length);
/* An external; null for NULL. `finalize` gets the key; it may be NULL. */
napi_value handle_value(napi_env env, const void *key, napi_finalize finalize);
napi_value number_value(napi_env env, int64_t number);
napi_value bool_value(napi_env env, bool truth);

/* A descriptor that JavaScript waits for: an object, which does nothing yet. */
napi_value new_poll(napi_env env, int fd, napi_value callback);
/* Calls the callback once, when the descriptor is readable; or no longer does. */
napi_value want_poll(napi_env env, napi_value poll, bool wanted);
/* Takes the descriptor out of the loop, for good; to be called before the library closes it. */
napi_value end_poll(napi_env env, napi_value poll);

#endif
