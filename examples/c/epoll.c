/*
 * Two walks of a shop's products in one event loop. The client's descriptor is readable when something has come for one
 * of them, and swiftpager_client_ready() says for which. So neither needs a thread, and no thread of the library works.
 *
 *     epoll ENDPOINT       for example: epoll http://127.0.0.1:8000/graphql
 *
 * Exit code 0: both lists are complete. 1: a list is incomplete, and standard error says why. 2: wrong usage.
 */
#include <stdbool.h>
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

/* Starts a walk. */
static bool begin(struct walk *walk, swiftpager_client *client, int number)
{
    char *error = NULL;
    swiftpager_status status =
        swiftpager_pager_create(client, QUERY, configs[number], NULL, &walk->pager, &error);
    if (status == SWIFTPAGER_OK)
        status = swiftpager_pager_walk(walk->pager, NULL, &walk->operation, &error);
    return check(status, error);
}

/* Adds the client's descriptor to the loop. */
static bool watch(swiftpager_client *client, int loop)
{
    struct epoll_event event = {.events = EPOLLIN};
    int fd = -1;
    return check(swiftpager_client_fd(client, &fd), NULL) && epoll_ctl(loop, EPOLL_CTL_ADD, fd, &event) == 0;
}

/* Takes a page without waiting. Sets `has_ended` at the end of the walk. Returns false if the walk failed. */
static bool go_on(struct walk *walk, int number, bool *has_ended)
{
    swiftpager_update *update = NULL;
    char *error = NULL;
    swiftpager_status status = swiftpager_operation_next(walk->operation, 0, &update, &error);
    /* Nothing to take after all: a callback of the pager was waiting. (This program has no callbacks.) */
    if (status == SWIFTPAGER_TIMEOUT) return true;
    if (update == NULL) {
        *has_ended = true;
        return check(status, error);
    }
    size_t count = swiftpager_page_item_count(swiftpager_update_page(update, NULL));
    walk->pages++;
    walk->items += count;
    printf("walk %d: page %zu, %zu items\n", number + 1, walk->pages, count);
    swiftpager_update_release(update);
    return true;
}

/* The number of the walk that an operation belongs to. */
static int number_of(const struct walk *walks, const swiftpager_operation *operation)
{
    int number = 0;
    while (number < WALKS - 1 && walks[number].operation != operation) number++;
    return number;
}

/* Takes turns until all walks have ended. */
static bool run(struct walk *walks, swiftpager_client *client, int loop)
{
    for (int left = WALKS; left > 0;) {
        swiftpager_ready ready[WALKS];
        size_t count = 0;
        /* The first turn comes before the first wait: from then on, the descriptor shows what the next one can move. */
        if (!check(swiftpager_client_ready(client, ready, WALKS, &count), NULL)) return false;
        for (size_t index = 0; index < count; index++) {
            const int number = number_of(walks, ready[index].operation);
            struct walk *walk = &walks[number];
            bool has_ended = false;
            if (!go_on(walk, number, &has_ended)) return false;
            if (has_ended) {
                printf("walk %d: complete, %zu pages, %zu items\n", number + 1, walk->pages, walk->items);
                swiftpager_operation_release(walk->operation);
                walk->operation = NULL;
                left--;
            }
        }
        /* The loop of the program: here it would serve other descriptors, too. */
        struct epoll_event event;
        if (left > 0) (void)epoll_wait(loop, &event, 1, -1);
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
    for (int number = 0; is_well && number < WALKS; number++) is_well = begin(&walks[number], client, number);
    if (is_well) is_well = watch(client, loop) && run(walks, client, loop);

    for (int number = 0; number < WALKS; number++) {
        swiftpager_operation_release(walks[number].operation);
        swiftpager_pager_release(walks[number].pager);
    }
    swiftpager_client_release(client);
    close(loop);
    return is_well ? 0 : 1;
}
