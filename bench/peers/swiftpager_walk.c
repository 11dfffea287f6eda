/* swiftpager through its C face: load_all with a callback that counts the items of each page, and keeps none. */
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <swiftpager.h>

struct walk {
    const struct peer_options *options;
    size_t pages;
    size_t items;
};

static void on_update(void *user_data, const swiftpager_update *update)
{
    struct walk *walk = user_data;
    const swiftpager_page *page = swiftpager_update_last_page(update);
    if (page == NULL)
        return;
    walk->pages++;
    walk->items += swiftpager_page_item_count(page);
    peer_consume(walk->options->consumer_ms);
}

/* Ends the process unless a call went well. */
static void check(swiftpager_status status, const char *error)
{
    if (status != SWIFTPAGER_OK)
        peer_fail("%s: %s", swiftpager_status_name(status), error == NULL ? "" : error);
}

int main(int count, char **arguments)
{
    (void)count;
    struct peer_options options = peer_options_from(arguments);
    struct walk walk = {.options = &options};
    char client_config[512];
    char pager_config[1024];
    snprintf(client_config, sizeof client_config, "{\"endpoint\":\"%s\"}", options.url);
    snprintf(pager_config, sizeof pager_config,
             "{\"query\":\"" PRODUCTS_QUERY "\",\"variables\":{\"first\":%zu},\"retain\":\"none\"}", options.size);

    double start = peer_clock();
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_operation *operation = NULL;
    char *error = NULL;
    check(swiftpager_client_create(client_config, NULL, &client, &error), error);
    check(swiftpager_pager_create(client, pager_config, NULL, &pager, &error), error);
    check(swiftpager_pager_subscribe(pager, on_update, &walk, NULL, NULL), NULL);
    check(swiftpager_pager_load_all(pager, NULL, NULL, NULL, NULL, &operation, &error), error);
    check(swiftpager_operation_wait(operation, -1, &error), error);
    double seconds = peer_clock() - start;

    peer_report("swiftpager_walk", &options, walk.pages, walk.items, seconds);
    swiftpager_operation_release(operation);
    swiftpager_pager_release(pager);
    swiftpager_client_release(client);
    return EXIT_SUCCESS;
}
