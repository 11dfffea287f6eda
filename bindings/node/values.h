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

/* The bits of a handle, which are more than a double has. */
napi_value key_value(napi_env env, const void *key);

/* Has libuv poll a client, and call the function whenever the client's next turn has something to do. */
napi_value poll_client(napi_env env, swiftpager_client *client, napi_value callback);
/* One more wait holds the event loop and the callback, or one less. */
napi_value hold_poll(napi_env env, napi_value callback, bool more);
/* The callback is not called any more. */
napi_value end_poll(napi_env env, napi_value callback);
/* A turn of a client. It names keys, in pairs of which one is 0; how many of the numbers it has set. */
napi_value take_turn(napi_env env, swiftpager_client *client, napi_value named);

#endif
