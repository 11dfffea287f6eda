/*
 * Two walks of a shop's products in one event loop. Each walk has a descriptor that is readable while there is a page
 * to take, so neither needs a thread of its own.
 *
 *     epoll ENDPOINT       for example: epoll http://127.0.0.1:8000/graphql
 *
 * Exit code 0: both lists are complete. 1: a list is incomplete, and standard error says why. 2: wrong usage.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <swiftpager.h>

enum { WALKS = 2 };

static const char QUERY[] =
    "query Products($first: Int!, $after: String) {\n"
    "  products(first: $first, after: $after) { edges { node { id name } } pageInfo { hasNextPage endCursor } }\n"
    "}\n";

/* Pages of two sizes, so that the two walks take turns. */
static const char *const configs[WALKS] = {"{\"variables\": {\"first\": 50}}", "{\"variables\": {\"first\": 100}}"};

struct walk {
    swiftpager_pager *pager;
    swiftpager_operation *operation;
    size_t pages, items;
};

/* Prints why a call failed. Returns whether it succeeded. */
static bool check(swiftpager_status status, char *error)
{
    if (status != SWIFTPAGER_OK)
        fprintf(stderr, "epoll: %s %s\n", swiftpager_status_name(status), error == NULL ? "" : error);
    swiftpager_free(error);
    return status == SWIFTPAGER_OK;
}

/* Starts a walk and adds its descriptor to the loop, which reports `number` when the descriptor is readable. */
static bool begin(struct walk *walk, swiftpager_client *client, int loop, uint32_t number)
{
    struct epoll_event event = {.events = EPOLLIN, .data = {.u32 = number}};
    char *error = NULL;
    int fd = -1;
    swiftpager_status status =
        swiftpager_pager_create(client, QUERY, configs[number], NULL, &walk->pager, &error);
    if (status == SWIFTPAGER_OK)
        status = swiftpager_pager_walk(walk->pager, NULL, &walk->operation, &error);
    if (status == SWIFTPAGER_OK) status = swiftpager_operation_fd(walk->operation, &fd);
    return check(status, error) && epoll_ctl(loop, EPOLL_CTL_ADD, fd, &event) == 0;
}

/* Takes a page without waiting. Sets `has_ended` at the end of the walk. Returns false if the walk failed. */
static bool go_on(struct walk *walk, uint32_t number, bool *has_ended)
{
    swiftpager_update *update = NULL;
    char *error = NULL;
    swiftpager_status status = swiftpager_operation_next(walk->operation, 0, &update, &error);
    /* Nothing to take after all: a callback made the descriptor readable. (This program has no callbacks.) */
    if (status == SWIFTPAGER_TIMEOUT) return true;
    if (update == NULL) {
        *has_ended = true;
        return check(status, error);
    }
    size_t count = swiftpager_page_item_count(swiftpager_update_page(update, NULL));
    walk->pages++;
    walk->items += count;
    printf("walk %u: page %zu, %zu items\n", number + 1, walk->pages, count);
    swiftpager_update_release(update);
    return true;
}

/* Waits for any of the walks until all have ended. */
static bool run(struct walk *walks, int loop)
{
    for (int left = WALKS; left > 0;) {
        struct epoll_event event;
        bool has_ended = false;
        if (epoll_wait(loop, &event, 1, -1) != 1) continue; /* a signal */
        struct walk *walk = &walks[event.data.u32];
        if (!go_on(walk, event.data.u32, &has_ended)) return false;
        if (has_ended) {
            printf("walk %u: complete, %zu pages, %zu items\n", event.data.u32 + 1, walk->pages, walk->items);
            /* The release closes the descriptor, so it leaves the loop. */
            swiftpager_operation_release(walk->operation);
            walk->operation = NULL;
            left--;
        }
    }
    return true;
}

int main(int count, char **arguments)
{
    struct walk walks[WALKS] = {{NULL, NULL, 0, 0}};
    swiftpager_client *client = NULL;
    char *error = NULL;
    int loop = epoll_create1(EPOLL_CLOEXEC);
    if (count != 2 || loop == -1) {
        fprintf(stderr, "usage: epoll ENDPOINT\n");
        return 2;
    }
    bool is_well = check(swiftpager_client_create(arguments[1], NULL, NULL, &client, &error), error);
    for (uint32_t number = 0; is_well && number < WALKS; number++)
        is_well = begin(&walks[number], client, loop, number);
    if (is_well) is_well = run(walks, loop);

    for (int number = 0; number < WALKS; number++) {
        swiftpager_operation_release(walks[number].operation);
        swiftpager_pager_release(walks[number].pager);
    }
    swiftpager_client_release(client);
    close(loop);
    return is_well ? 0 : 1;
}
