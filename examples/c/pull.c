/*
 * Walks a list and asks for page after page, without a callback: the shortest program.
 *
 *     pull ENDPOINT        for example: pull http://127.0.0.1:8000/graphql
 *
 * Exit code 0: the list is complete. 1: it is not, and standard error says why. 2: wrong usage.
 */
#include <stdio.h>

#include <swiftpager.h>

static const char QUERY[] =
    "query ($after: String) { products(first: 100, after: $after) {"
    " edges { node { id name } } pageInfo { hasNextPage endCursor } } }";

int main(int argc, char **argv)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_operation *walk = NULL;
    swiftpager_update *update = NULL;
    char *error = NULL;
    if (argc != 2) {
        fprintf(stderr, "usage: pull ENDPOINT\n");
        return 2;
    }
    swiftpager_status status = swiftpager_client_create(argv[1], NULL, NULL, &client, &error);
    if (status == SWIFTPAGER_OK)
        status = swiftpager_pager_create(client, QUERY, NULL, NULL, &pager, &error);
    if (status == SWIFTPAGER_OK)
        status = swiftpager_pager_walk(pager, NULL, &walk, &error);
    while (status == SWIFTPAGER_OK) {
        status = swiftpager_operation_next(walk, -1, &update, &error);
        if (update == NULL) break;
        printf("a page of %zu items\n", swiftpager_page_item_count(swiftpager_update_page(update, NULL)));
        swiftpager_update_release(update);
    }
    if (status != SWIFTPAGER_OK) fprintf(stderr, "%s: %s\n", swiftpager_status_name(status), error ? error : "");
    swiftpager_free(error);
    swiftpager_operation_release(walk);
    swiftpager_pager_release(pager);
    swiftpager_client_release(client);
    return status == SWIFTPAGER_OK ? 0 : 1;
}
