/* swiftpager in one event loop: many pulled walks at once.
 *
 * The loop polls the client's descriptor and takes turns with swiftpager_client_ready(); with --by-descriptor it polls
 * the descriptor of each operation.
 */
#include "peer.h"
#include "walk_configs.h"

#include <poll.h>
#include <stdlib.h>
#include <swiftpager.h>

struct loop {
    swiftpager_client *client;
    swiftpager_operation **walks; /* NULL: ended */
    struct pollfd *polled;        /* one for each walk, or the client's */
    swiftpager_ready *ready;
    size_t count, left, pages, items;
};

/* Ends the process unless a call succeeded. */
static void check(swiftpager_status status, const char *error)
{
    if (status != SWIFTPAGER_OK)
        peer_fail("%s: %s", swiftpager_status_name(status), error == NULL ? "" : error);
}

/* Takes what there is of a walk. Returns whether it goes on. */
static bool pull(struct loop *loop, swiftpager_operation *walk)
{
    swiftpager_update *update = NULL;
    char *error = NULL;
    swiftpager_status status;
    while ((status = swiftpager_operation_next(walk, 0, &update, &error)) == SWIFTPAGER_OK && update != NULL) {
        loop->pages++;
        loop->items += swiftpager_page_item_count(swiftpager_update_page(update, NULL));
        swiftpager_update_release(update);
    }
    if (status == SWIFTPAGER_TIMEOUT)
        return true;
    check(status, error);
    swiftpager_operation_release(walk);
    loop->left--;
    return false;
}

static void run_by_descriptor(struct loop *loop)
{
    for (size_t index = 0; index < loop->count; index++) {
        loop->polled[index].events = POLLIN;
        check(swiftpager_operation_fd(loop->walks[index], &loop->polled[index].fd), NULL);
    }
    while (loop->left > 0) {
        poll(loop->polled, loop->count, -1);
        for (size_t index = 0; index < loop->count; index++)
            if (loop->polled[index].revents != 0 && !pull(loop, loop->walks[index]))
                loop->polled[index].fd = -1;
    }
}

static void run_in_turns(struct loop *loop)
{
    loop->polled->events = POLLIN;
    check(swiftpager_client_fd(loop->client, &loop->polled->fd), NULL);
    while (loop->left > 0) {
        size_t named = 0;
        check(swiftpager_client_ready(loop->client, loop->ready, loop->count, &named), NULL);
        for (size_t index = 0; index < named; index++)
            pull(loop, loop->ready[index].operation);
        if (loop->left > 0)
            poll(loop->polled, 1, -1);
    }
}

int main(int count, char **arguments)
{
    (void)count;
    struct peer_options options = peer_options_from(arguments);
    struct loop loop = {.count = options.pagers, .left = options.pagers};
    swiftpager_pager **pagers = calloc(options.pagers, sizeof *pagers);
    char client_config[512], pager_config[1024];
    write_client_config(client_config, sizeof client_config, &options);
    write_pager_config(pager_config, sizeof pager_config, &options, NULL);
    loop.walks = calloc(options.pagers, sizeof *loop.walks);
    loop.polled = calloc(options.pagers, sizeof *loop.polled);
    loop.ready = calloc(options.pagers, sizeof *loop.ready);
    if (pagers == NULL || loop.walks == NULL || loop.polled == NULL || loop.ready == NULL)
        peer_fail("swiftpager_loop: no memory");

    const struct peer_time start_time = peer_now();
    char *error = NULL;
    check(swiftpager_client_create(NULL, client_config, NULL, &loop.client, &error), error);
    for (size_t index = 0; index < loop.count; index++) {
        check(swiftpager_pager_create(loop.client, NULL, pager_config, NULL, &pagers[index], &error), error);
        check(swiftpager_pager_walk(pagers[index], NULL, &loop.walks[index], &error), error);
    }
    if (options.by_descriptor)
        run_by_descriptor(&loop);
    else
        run_in_turns(&loop);
    const struct peer_time taken = peer_since(start_time);

    peer_report("swiftpager_loop", &options, loop.pages, loop.items, taken);
    for (size_t index = 0; index < loop.count; index++)
        swiftpager_pager_release(pagers[index]);
    swiftpager_client_release(loop.client);
    free(loop.ready);
    free(loop.polled);
    free(loop.walks);
    free(pagers);
    return EXIT_SUCCESS;
}
