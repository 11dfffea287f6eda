/* What a write to the cache costs while a pager watches pages: a thousand writes of one record each. After each write
 * the peer waits until the callback shows it. With --unshown no page shows the record, and the peer does not wait.
 */
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <swiftpager.h>

#define WRITES 1000

struct watcher {
    size_t updates;
    size_t pages;
    size_t items;
};

static void check(swiftpager_status status, const char *error)
{
    if (status != SWIFTPAGER_OK)
        peer_fail("%s: %s", swiftpager_status_name(status), error == NULL ? "" : error);
}

static void on_update(void *user_data, const swiftpager_update *update)
{
    struct watcher *watcher = user_data;
    const swiftpager_page *page = swiftpager_update_page(update, NULL);
    watcher->updates++;
    if (swiftpager_update_source(update, NULL) != SWIFTPAGER_SOURCE_SERVER || page == NULL)
        return;
    watcher->pages++;
    watcher->items += swiftpager_page_item_count(page);
}

/* Loads all pages, and watches them from then on. */
static swiftpager_pager *load(swiftpager_client *client, const struct peer_options *options, struct watcher *watcher)
{
    char config[1024];
    swiftpager_pager *pager = NULL;
    swiftpager_operation *operation = NULL;
    char *error = NULL;
    snprintf(config, sizeof config, "{\"query\":\"" PRODUCTS_QUERY "\",\"variables\":{\"first\":%zu}}", options->size);
    check(swiftpager_pager_create(client, NULL, config, NULL, &pager, &error), error);
    check(swiftpager_pager_subscribe(pager, on_update, watcher, NULL, NULL), NULL);
    check(swiftpager_pager_load_all(pager, NULL, NULL, NULL, NULL, &operation, &error), error);
    check(swiftpager_operation_wait(operation, -1, &error), error);
    swiftpager_operation_release(operation);
    return pager;
}

static void write_one(swiftpager_client *client, const struct peer_options *options, size_t number)
{
    char key[64];
    char fields[64];
    char *error = NULL;
    /* It is always the same page, because its place in the list makes no difference. */
    snprintf(key, sizeof key, "%s:UHJvZHVjdD%08zu", options->unshown ? "Unshown" : "Product",
             number % options->size + 1);
    snprintf(fields, sizeof fields, "{\"price\":%zu.5}", number);
    check(swiftpager_client_cache_write(client, key, fields, &error), error);
}

int main(int count, char **arguments)
{
    (void)count;
    struct peer_options options = peer_options_from(arguments);
    struct watcher watcher = {0};
    swiftpager_client *client = NULL;
    char *error = NULL;
    check(swiftpager_client_create(options.url, "{\"cache\":\"memory\"}", NULL, &client, &error), error);
    swiftpager_pager *pager = load(client, &options, &watcher);

    struct peer_time start_time = peer_now();
    for (size_t number = 1; number <= WRITES; number++) {
        size_t before = watcher.updates;
        write_one(client, &options, number);
        while (!options.unshown && watcher.updates == before)
            check(swiftpager_client_dispatch(client, -1, 1, NULL), NULL);
    }
    struct peer_time taken = peer_since(start_time);

    peer_report("swiftpager_watch", &options, watcher.pages, watcher.items, taken);
    swiftpager_pager_release(pager);
    swiftpager_client_release(client);
    return EXIT_SUCCESS;
}
