/* What the functions of the contract leave to the host: descriptors in libuv's loop. */
#include "values.h"

#include <stdlib.h>
#include <uv.h>

/*
 * A descriptor that is polled while JavaScript wants it, and one event longer: a quick walk asks again at once. While
 * it is wanted it holds the callback; otherwise only JavaScript does, so that the collector takes what is not used.
 */
struct poll {
    uv_poll_t handle;
    napi_env env;
    napi_ref callback;
    napi_async_context context;
    bool is_wanted;
    bool is_started;
    bool is_ended;
    /* Of libuv, which closes the handle, and of JavaScript. */
    int owners;
};

static void leave(struct poll *poll)
{
    if (--poll->owners == 0)
        free(poll);
}

static void closed(uv_handle_t *handle)
{
    leave(handle->data);
}

/* What is not wanted does not keep the process alive. */
static void want(struct poll *poll, bool wanted)
{
    if (poll->is_ended || poll->is_wanted == wanted)
        return;
    poll->is_wanted = wanted;
    if (wanted) {
        uv_ref((uv_handle_t *)&poll->handle);
        napi_reference_ref(poll->env, poll->callback, NULL);
    } else {
        uv_unref((uv_handle_t *)&poll->handle);
        napi_reference_unref(poll->env, poll->callback, NULL);
    }
}

static void end(struct poll *poll)
{
    if (poll->is_ended)
        return;
    want(poll, false);
    poll->is_ended = true;
    napi_delete_reference(poll->env, poll->callback);
    napi_async_destroy(poll->env, poll->context);
    /* It leaves the loop at once. */
    uv_close((uv_handle_t *)&poll->handle, closed);
}

static void finalize_poll(napi_env env, void *data, void *hint)
{
    (void)env;
    (void)hint;
    end(data);
    leave(data);
}

static void readable(uv_poll_t *handle, int status, int events)
{
    struct poll *poll = handle->data;
    napi_handle_scope scope = NULL;
    napi_value callback = NULL, global = NULL, result = NULL;
    (void)status;
    (void)events;
    if (!poll->is_wanted) {
        uv_poll_stop(handle);
        poll->is_started = false;
        return;
    }
    napi_open_handle_scope(poll->env, &scope);
    napi_get_reference_value(poll->env, poll->callback, &callback);
    want(poll, false);
    napi_get_global(poll->env, &global);
    napi_make_callback(poll->env, poll->context, global, callback, 0, NULL, &result);
    napi_close_handle_scope(poll->env, scope);
}

/* poll(fd, callback): an external, which does nothing yet. */
napi_value js_poll(napi_env env, napi_callback_info info)
{
    napi_value arguments[2], name = NULL;
    size_t count = 2;
    int32_t fd = -1;
    uv_loop_t *loop = NULL;
    struct poll *poll = calloc(1, sizeof *poll);
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    napi_get_value_int32(env, arguments[0], &fd);
    napi_get_uv_event_loop(env, &loop);
    if (poll == NULL || uv_poll_init(loop, &poll->handle, fd) != 0) {
        free(poll);
        return fail(env, SWIFTPAGER_NO_MEMORY, NULL);
    }
    uv_unref((uv_handle_t *)&poll->handle);
    poll->handle.data = poll;
    poll->env = env;
    napi_create_string_utf8(env, "swiftpager", NAPI_AUTO_LENGTH, &name);
    napi_async_init(env, NULL, name, &poll->context);
    napi_create_reference(env, arguments[1], 0, &poll->callback);
    poll->owners = 2;
    return handle_value(env, poll, finalize_poll);
}

/* wantPoll(poll, wanted): calls the callback once, when the descriptor is readable. */
napi_value js_want_poll(napi_env env, napi_callback_info info)
{
    napi_value arguments[2];
    size_t count = 2;
    bool wanted = false;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    napi_get_value_bool(env, arguments[1], &wanted);
    struct poll *poll = handle_argument(env, arguments[0]);
    want(poll, wanted);
    if (wanted && !poll->is_started && !poll->is_ended)
        poll->is_started = uv_poll_start(&poll->handle, UV_READABLE, readable) == 0;
    return NULL;
}

/* endPoll(poll): takes the descriptor out of the loop, for good; to be called before the library closes it. */
napi_value js_end_poll(napi_env env, napi_callback_info info)
{
    napi_value argument = NULL;
    size_t count = 1;
    napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
    end(handle_argument(env, argument));
    return NULL;
}
