/* What the functions of the contract leave to the host: descriptors in libuv's loop. */
#include "values.h"

#include <stdlib.h>
#include <uv.h>

/*
 * A descriptor that is polled while JavaScript wants it, and one event longer: a quick walk asks again at once. While
 * it is wanted it holds the callback; otherwise only JavaScript does, so that the collector takes what is not used.
 * libuv knows whether it is wanted, because only then it counts for the loop, and whether it is polled.
 */
struct poll {
    uv_poll_t handle;
    napi_env env;
    napi_ref callback;
};

static void set_wanted(struct poll *poll, bool wanted)
{
    uv_handle_t *handle = (uv_handle_t *)&poll->handle;
    if (wanted == (uv_has_ref(handle) != 0))
        return;
    if (wanted) {
        uv_ref(handle);
        napi_reference_ref(poll->env, poll->callback, NULL);
    } else {
        uv_unref(handle);
        napi_reference_unref(poll->env, poll->callback, NULL);
    }
}

static void closed(uv_handle_t *handle)
{
    free(handle->data);
}

/* It leaves the loop at once. */
static void end(napi_env env, void *data, void *hint)
{
    struct poll *poll = data;
    (void)hint;
    set_wanted(poll, false);
    napi_delete_reference(env, poll->callback);
    uv_close((uv_handle_t *)&poll->handle, closed);
}

static void readable(uv_poll_t *handle, int status, int events)
{
    struct poll *poll = handle->data;
    napi_env env = poll->env;
    napi_handle_scope scope = NULL;
    napi_value callback = NULL, global = NULL, result = NULL;
    (void)status;
    (void)events;
    if (!uv_has_ref((uv_handle_t *)handle)) {
        uv_poll_stop(handle);
        return;
    }
    napi_open_handle_scope(env, &scope);
    napi_get_reference_value(env, poll->callback, &callback);
    set_wanted(poll, false);
    napi_get_global(env, &global);
    napi_make_callback(env, NULL, global, callback, 0, NULL, &result);
    napi_close_handle_scope(env, scope);
}

napi_value new_poll(napi_env env, int fd, napi_value callback)
{
    uv_loop_t *loop = NULL;
    napi_value value = NULL;
    struct poll *poll = calloc(1, sizeof *poll);
    napi_get_uv_event_loop(env, &loop);
    if (poll == NULL || uv_poll_init(loop, &poll->handle, fd) != 0) {
        free(poll);
        return fail(env, SWIFTPAGER_NO_MEMORY, NULL);
    }
    uv_unref((uv_handle_t *)&poll->handle);
    poll->handle.data = poll;
    poll->env = env;
    napi_create_reference(env, callback, 0, &poll->callback);
    napi_create_object(env, &value);
    napi_wrap(env, value, poll, end, NULL, NULL);
    return value;
}

napi_value want_poll(napi_env env, napi_value value, bool wanted)
{
    void *poll = NULL;
    if (napi_unwrap(env, value, &poll) != napi_ok)
        return NULL;
    set_wanted(poll, wanted);
    if (wanted && !uv_is_active(poll))
        uv_poll_start(poll, UV_READABLE, readable);
    return NULL;
}

napi_value end_poll(napi_env env, napi_value value)
{
    void *poll = NULL;
    if (napi_remove_wrap(env, value, &poll) == napi_ok)
        end(env, poll, NULL);
    return NULL;
}
