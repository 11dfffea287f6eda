/* What the functions of the contract leave to the host: a client's descriptor in libuv's loop. */
#include "pulling.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

/*
 * The descriptor of a client, which libuv polls. While JavaScript waits for the client, this holds the event loop and
 * the callback; otherwise only JavaScript holds the callback, so that the collector takes what is not used.
 */
struct poll {
    uv_poll_t handle;
    napi_env env;
    napi_ref callback;
    /* A copy of the client's: the collector may take the client first, and the number then stands for another file. */
    int fd;
};

static void closed(uv_handle_t *handle)
{
    struct poll *poll = (struct poll *)handle;
    close(poll->fd);
    free(poll);
}

/* It leaves the loop at once. */
static void end(napi_env env, void *data, void *hint)
{
    struct poll *poll = data;
    napi_delete_reference(env, poll->callback);
    uv_close((uv_handle_t *)&poll->handle, closed);
}

static void readable(uv_poll_t *handle, int status, int events)
{
    struct poll *poll = (struct poll *)handle;
    napi_handle_scope scope = NULL;
    napi_value callback = NULL, global = NULL, result = NULL;
    napi_open_handle_scope(poll->env, &scope);
    napi_get_reference_value(poll->env, poll->callback, &callback);
    napi_get_global(poll->env, &global);
    /* NULL: the collector has taken the callback, and `end` is to come. */
    if (callback != NULL)
        napi_make_callback(poll->env, NULL, global, callback, 0, NULL, &result);
    napi_close_handle_scope(poll->env, scope);
}

swiftpager_status poll_client(napi_env env, swiftpager_client *client, napi_value callback)
{
    int fd = -1;
    uv_loop_t *loop = NULL;
    struct poll *poll = calloc(1, sizeof *poll);
    swiftpager_client_fd(client, &fd);
    fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    napi_get_uv_event_loop(env, &loop);
    if (poll == NULL || uv_poll_init(loop, &poll->handle, fd) != 0) {
        close(fd);
        free(poll);
        return SWIFTPAGER_NO_MEMORY;
    }
    poll->env = env;
    poll->fd = fd;
    uv_unref((uv_handle_t *)&poll->handle);
    uv_poll_start(&poll->handle, UV_READABLE, readable);
    napi_wrap(env, callback, poll, end, NULL, &poll->callback);
    return SWIFTPAGER_OK;
}

void hold_poll(napi_env env, napi_value callback, bool more)
{
    void *poll = NULL;
    uint32_t count = 0;
    if (napi_unwrap(env, callback, &poll) != napi_ok)
        return;
    (more ? napi_reference_ref : napi_reference_unref)(env, ((struct poll *)poll)->callback, &count);
    (count > 0 ? uv_ref : uv_unref)(poll);
}

void end_poll(napi_env env, napi_value callback)
{
    void *poll = NULL;
    if (napi_remove_wrap(env, callback, &poll) == napi_ok)
        end(env, poll, NULL);
}

_Static_assert(sizeof(swiftpager_ready) == 2 * sizeof(uint64_t), "JavaScript has room for a pair of keys");

int64_t take_turn(napi_env env, swiftpager_client *client, napi_value named)
{
    void *places = NULL;
    size_t length = 0, count = 0;
    napi_get_typedarray_info(env, named, NULL, &length, &places, NULL, NULL);
    swiftpager_client_ready(client, places, length / 2, &count);
    /* The end of an execution is an event, which keeps the descriptor readable until a dispatch. */
    swiftpager_client_dispatch(client, 0, 0, NULL);
    return 2 * (int64_t)count;
}
