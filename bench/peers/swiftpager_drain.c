/* swiftpager drains lists: one page of --size items whose inner lists are cut off, each with one request to its end.
 *
 * --parallel N is the number of these requests that may travel at once.
 */
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swiftpager.h>

#define QUERY \
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) { nodes { __typename id" \
    " name reviews(first: 5) { nodes { id text } pageInfo { hasNextPage endCursor } } }" \
    " pageInfo { hasNextPage endCursor } } }"

/* Ends the process unless a call succeeded. */
static void check(swiftpager_status status, const char *error)
{
    if (status != SWIFTPAGER_OK)
        peer_fail("%s: %s", swiftpager_status_name(status), error == NULL ? "" : error);
}

/* The number of items of the one page. Its lists must be whole. */
static size_t items_of(swiftpager_pager *pager)
{
    swiftpager_update *update = NULL;
    check(swiftpager_pager_current(pager, &update), NULL);
    if (update == NULL)
        peer_fail("swiftpager_drain: no page");
    const swiftpager_page *page = swiftpager_update_page(update, NULL);
    const char *nested = swiftpager_page_nested(page, NULL);
    if (nested == NULL || strstr(nested, "\"incomplete\":0,\"unknown\":0") == NULL)
        peer_fail("swiftpager_drain: not all lists are whole: %s", nested == NULL ? "" : nested);
    if (swiftpager_update_page_count(update) != 1) peer_fail("swiftpager_drain: more than one page");
    size_t items = swiftpager_page_item_count(page);
    swiftpager_update_release(update);
    return items;
}

int main(int count, char **arguments)
{
    (void)count;
    struct peer_options options = peer_options_from(arguments);
    char client_config[512];
    char pager_config[1024];
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_operation *operation = NULL;
    char *error = NULL;
    snprintf(client_config, sizeof client_config, "{\"endpoint\":\"%s\"}", options.url);
    snprintf(pager_config, sizeof pager_config,
             "{\"query\":\"" QUERY "\",\"variables\":{\"first\":%zu},\"nested\":{\"mode\":\"drain\",\"parallel\":%zu}}",
             options.size, options.parallel);

    struct peer_time start = peer_now();
    check(swiftpager_client_create(NULL, client_config, NULL, &client, &error), error);
    check(swiftpager_pager_create(client, NULL, pager_config, NULL, &pager, &error), error);
    check(swiftpager_pager_fetch(pager, NULL, NULL, NULL, NULL, &operation, &error), error);
    check(swiftpager_operation_wait(operation, -1, &error), error);
    struct peer_time taken = peer_since(start);

    peer_report("swiftpager_drain", &options, 1, items_of(pager), taken);
    swiftpager_operation_release(operation);
    swiftpager_pager_release(pager);
    swiftpager_client_release(client);
    return EXIT_SUCCESS;
}
