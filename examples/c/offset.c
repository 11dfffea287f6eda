/*
 * Walks an offset list twice: products by their place in the list, and by page numbers.
 *
 *     offset ENDPOINT        for example: offset http://127.0.0.1:8000/graphql
 *
 * Exit code 0: both lists are complete. 1: a list is incomplete, and standard error says why. 2: wrong usage.
 */
#include <stdio.h>
#include <string.h>

#include <swiftpager.h>

/*
 * The list is an array, so "items" is the empty pointer. The server does not say where the list ends, so it ends with
 * the first empty page. Each offset grows by the number of received items: this server sends at most 100 products.
 */
static const char BY_OFFSET[] =
    "{\"query\": \"query ($offset: Int, $limit: Int) { productArray(offset: $offset, limit: $limit) { id name } }\","
    " \"variables\": {\"limit\": 250},"
    " \"pagination\": {\"type\": \"offset\", \"connection\": \"/productArray\", \"items\": \"\"}}";

/* The list is an object that has the items and says whether there are more; page numbers, from page 3 on. */
static const char BY_PAGE[] =
    "{\"query\": \"query ($page: Int) { productPage(page: $page, limit: 100) { items { id name } hasMore } }\","
    " \"variables\": {\"page\": 3},"
    " \"pagination\": {\"type\": \"offset\", \"connection\": \"/productPage\", \"items\": \"/items\","
    " \"page\": \"page\", \"has_more\": \"/hasMore\"}}";

/* Prints why a call failed and frees the error's text. Returns the status. */
static swiftpager_status report(const char *what, swiftpager_status status, char *error)
{
    if (status != SWIFTPAGER_OK) {
        fprintf(stderr, "offset: %s: %s %s\n", what, swiftpager_status_name(status), error == NULL ? "" : error);
    }
    swiftpager_free(error);
    return status;
}

/* Walks one list, and prints the size of each page, the number of all items and how the list ended. */
static swiftpager_status walk(swiftpager_client *client, const char *what, const char *config)
{
    swiftpager_pager *pager = NULL;
    swiftpager_operation *operation = NULL;
    char *error = NULL;
    size_t items = 0;
    swiftpager_status status = swiftpager_pager_create(client, NULL, config, NULL, &pager, &error);
    if (status == SWIFTPAGER_OK) {
        /* By default a pager keeps all pages. This program only counts them, so it keeps none. */
        status = swiftpager_pager_walk(pager, "{\"retain\": \"none\"}", &operation, &error);
    }
    printf("%s: pages of", what);
    while (status == SWIFTPAGER_OK) {
        swiftpager_update *update = NULL;
        status = swiftpager_operation_next(operation, -1, &update, &error);
        if (update == NULL) break;
        size_t count = swiftpager_page_item_count(swiftpager_update_page(update, NULL));
        printf(" %zu", count);
        items += count;
        swiftpager_update_release(update);
    }
    printf(" products; %s, %zu in all\n", status == SWIFTPAGER_OK ? "complete" : "incomplete", items);
    report(what, status, error);
    swiftpager_operation_release(operation);
    swiftpager_pager_release(pager);
    return status;
}

int main(int count, char **arguments)
{
    char config[2048];
    swiftpager_client *client = NULL;
    char *error = NULL;

    if (count != 2 || strlen(arguments[1]) > 1024 || strpbrk(arguments[1], "\"\\") != NULL) {
        fprintf(stderr, "usage: offset ENDPOINT\n");
        return 2;
    }
    snprintf(config, sizeof config, "{\"endpoint\": \"%s\"}", arguments[1]);
    swiftpager_status status = swiftpager_client_create(NULL, config, NULL, &client, &error);
    report("client", status, error);
    if (status == SWIFTPAGER_OK) status = walk(client, "by offset", BY_OFFSET);
    if (status == SWIFTPAGER_OK) status = walk(client, "by page number, from 3 on", BY_PAGE);
    swiftpager_client_release(client);
    return status == SWIFTPAGER_OK ? 0 : 1;
}
