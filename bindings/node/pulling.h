/* What the functions of the contract leave to the host: a client's descriptor in libuv's loop. */
#include <node_api.h>
#include <swiftpager.h>

/* Has libuv poll a client, and call the function whenever the client's next turn has something to do. */
swiftpager_status poll_client(napi_env env, swiftpager_client *client, napi_value callback);
/* One more wait holds the event loop and the callback, or one less. */
void hold_poll(napi_env env, napi_value callback, bool more);
/* The callback is not called any more. */
void end_poll(napi_env env, napi_value callback);
/* A turn of a client. It names keys, in pairs of which one is 0; how many of the numbers it has set. */
int64_t take_turn(napi_env env, swiftpager_client *client, napi_value named);
