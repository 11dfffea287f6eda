/*
 * Walks the products of a shop, page by page and then all at once, and prints every update.
 *
 *     walk ENDPOINT        for example: walk http://127.0.0.1:8000/graphql
 *
 * Exit code 0 when the list is complete; 1 when it is not, and why is on standard error; 2 for wrong usage.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <swiftpager.h>

/* 100 products a page. The pager finds the connection, its page info and the cursor's variable by itself. */
static const char PAGER[] =
    "{\"query\": \"query Products($after: String) {"
    " products(first: 100, after: $after) {"
    " edges { node { id name } } pageInfo { hasNextPage endCursor } } }\"}";

/* What the updates of the list have told so far. */
struct progress {
    size_t pages;
    size_t items;
};

/* One line for each update. `update` is ours until the callback returns; swiftpager_update_retain() would keep it. */
static void on_update(void *user_data, const swiftpager_update *update)
{
    struct progress *progress = user_data;
    const swiftpager_page *page = swiftpager_update_last_page(update);
    if (page == NULL) {
        printf("  no page: %s\n", swiftpager_status_name(swiftpager_update_status(update)));
        return;
    }
    /* The first page of a list replaces what was there before. */
    if (swiftpager_page_kind(page) == SWIFTPAGER_KIND_INITIAL) *progress = (struct progress){0, 0};
    progress->pages++;
    progress->items += swiftpager_page_item_count(page);
    printf("  page %zu: %zu items, %zu so far\n", progress->pages, swiftpager_page_item_count(page), progress->items);
}

/* Prints why a call failed and gives the error's text back. Returns the status. */
static swiftpager_status report(const char *what, swiftpager_status status, char *error)
{
    if (status != SWIFTPAGER_OK) {
        fprintf(stderr, "walk: %s: %s %s\n", what, swiftpager_status_name(status), error == NULL ? "" : error);
    }
    swiftpager_free(error);
    return status;
}

/* Waits for an operation that was started, running callbacks meanwhile, and gives its handle back. */
static swiftpager_status finish(const char *what, swiftpager_status status, swiftpager_operation *operation,
                                char *error)
{
    if (status == SWIFTPAGER_OK) status = swiftpager_operation_wait(operation, -1, &error);
    swiftpager_operation_release(operation);
    return report(what, status, error);
}

/* The three ways to load: the first page, one more, all of them. */
static swiftpager_status load(swiftpager_pager *pager)
{
    swiftpager_operation *operation = NULL;
    char *error = NULL;

    printf("fetch: the first page\n");
    swiftpager_status status = swiftpager_pager_fetch(pager, NULL, NULL, NULL, NULL, &operation, &error);
    status = finish("fetch", status, operation, error);
    if (status != SWIFTPAGER_OK) return status;

    printf("load_next: the page after it\n");
    operation = NULL;
    status = swiftpager_pager_load_next(pager, NULL, NULL, NULL, NULL, &operation, &error);
    status = finish("load_next", status, operation, error);
    if (status != SWIFTPAGER_OK) return status;

    printf("load_all: the whole list from its start; each page travels while the one before is printed\n");
    operation = NULL;
    status = swiftpager_pager_load_all(pager, NULL, NULL, NULL, NULL, &operation, &error);
    return finish("load_all", status, operation, error);
}

static double now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **arguments)
{
    char config[2048];
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    struct progress progress = {0, 0};
    char *error = NULL;

    if (count != 2 || strlen(arguments[1]) > 1024 || strpbrk(arguments[1], "\"\\") != NULL) {
        fprintf(stderr, "usage: walk ENDPOINT\n");
        return 2;
    }
    printf("swiftpager %s asks %s for products, 100 a page\n", swiftpager_version(), arguments[1]);
    double start = now();

    snprintf(config, sizeof config, "{\"endpoint\": \"%s\"}", arguments[1]);
    swiftpager_status status = swiftpager_client_create(config, NULL, &client, &error);
    report("client", status, error);
    if (status == SWIFTPAGER_OK) {
        status = swiftpager_pager_create(client, PAGER, NULL, &pager, &error);
        report("pager", status, error);
    }
    if (status == SWIFTPAGER_OK) {
        status = report("subscribe", swiftpager_pager_subscribe(pager, on_update, &progress, NULL, NULL), NULL);
    }
    if (status == SWIFTPAGER_OK) status = load(pager);
    if (status == SWIFTPAGER_OK) {
        printf("complete: %zu pages, %zu items, %.0f ms in all\n", progress.pages, progress.items,
               (now() - start) * 1e3);
    }
    /* Releasing NULL is allowed, so one way out fits all. */
    swiftpager_pager_release(pager);
    swiftpager_client_release(client);
    return status == SWIFTPAGER_OK ? 0 : 1;
}
