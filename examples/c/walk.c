/*
 * Walks the products of a shop and prints every page: the first page, one more, and then the rest.
 *
 *     walk ENDPOINT        for example: walk http://127.0.0.1:8000/graphql
 *
 * Exit code 0: the list is complete. 1: it is incomplete, and standard error says why. 2: wrong usage.
 */
#include <stdio.h>

#include <swiftpager.h>

/* 100 products a page. The pager finds the connection, its page info and the cursor's variable by itself. */
static const char QUERY[] =
    "query Products($after: String) {\n"
    "  products(first: 100, after: $after) { edges { node { id name } } pageInfo { hasNextPage endCursor } }\n"
    "}\n";

/* Each load is pulled: its pages come one by one. A walk always is. */
#define PULL "{\"pull\": true}"

/* How many pages and items have been printed so far. */
static size_t pages, items;

/*
 * Prints the pages of a load that has begun, and gives it back. While the program prints one page of a walk, the
 * library loads the next one.
 */
static swiftpager_status print_pages(swiftpager_status status, swiftpager_operation *operation, char **error)
{
    while (status == SWIFTPAGER_OK) {
        swiftpager_update *update = NULL;
        status = swiftpager_operation_next(operation, -1, &update, error);
        if (update == NULL) break;
        size_t count = swiftpager_page_item_count(swiftpager_update_page(update, NULL));
        printf("  page %zu: %zu items, %zu so far\n", ++pages, count, items += count);
        swiftpager_update_release(update);
    }
    swiftpager_operation_release(operation);
    return status;
}

int main(int count, char **arguments)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_operation *load = NULL;
    char *error = NULL;
    if (count != 2) {
        fprintf(stderr, "usage: walk ENDPOINT\n");
        return 2;
    }
    printf("swiftpager %s asks %s for products, 100 a page\n", swiftpager_version(), arguments[1]);
    swiftpager_status status = swiftpager_client_create(arguments[1], NULL, NULL, &client, &error);
    if (status == SWIFTPAGER_OK)
        status = swiftpager_pager_create(client, QUERY, NULL, NULL, &pager, &error);
    if (status == SWIFTPAGER_OK) {
        printf("fetch: the first page\n");
        status = swiftpager_pager_fetch(pager, PULL, NULL, NULL, NULL, &load, &error);
        status = print_pages(status, load, &error);
    }
    if (status == SWIFTPAGER_OK) {
        printf("load_next: the page after it\n");
        status = swiftpager_pager_load_next(pager, PULL, NULL, NULL, NULL, &load, &error);
        status = print_pages(status, load, &error);
    }
    if (status == SWIFTPAGER_OK) {
        printf("walk: the rest of the list\n");
        status = swiftpager_pager_walk(pager, "{\"fetch_from_initial_page\": false}", &load, &error);
        status = print_pages(status, load, &error);
    }
    if (status == SWIFTPAGER_OK)
        printf("complete: %zu pages, %zu items\n", pages, items);
    else
        fprintf(stderr, "walk: %s %s\n", swiftpager_status_name(status), error == NULL ? "" : error);

    /* You may release NULL, so every path can end here. */
    swiftpager_free(error);
    swiftpager_pager_release(pager);
    swiftpager_client_release(client);
    return status == SWIFTPAGER_OK ? 0 : 1;
}
