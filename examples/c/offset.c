/*
 * Walks an offset list: products by their place in the list, and again by page numbers.
 *
 *     offset ENDPOINT        for example: offset http://127.0.0.1:8000/graphql
 *
 * Exit code 0 when both lists are complete; 1 when one is not, and why is on standard error; 2 for wrong usage.
 */
#include <stdio.h>
#include <string.h>

#include <swiftpager.h>

/*
 * A bare array: the list is the array itself, so "items" is the empty pointer. The server says nothing of an end, so
 * the list ends with the first empty page. Offsets grow by what came: this server sends 100 products at most.
 */
static const char BY_OFFSET[] =
    "{\"query\": \"query ($offset: Int, $limit: Int) { productArray(offset: $offset, limit: $limit) { id name } }\","
    " \"variables\": {\"limit\": 250},"
    " \"pagination\": {\"type\": \"offset\", \"connection\": \"/productArray\", \"items\": \"\"}}";

/* An object with the items and their total below it, by page numbers, from page 3 on. */
static const char BY_PAGE[] =
    "{\"query\": \"query ($page: Int) { productPage(page: $page, limit: 100) { items { id name } hasMore } }\","
    " \"variables\": {\"page\": 3},"
    " \"pagination\": {\"type\": \"offset\", \"connection\": \"/productPage\", \"items\": \"/items\","
    " \"page\": \"page\", \"has_more\": \"/hasMore\"}}";

/* Prints why a call failed and gives the error's text back. Returns the status. */
static swiftpager_status report(const char *what, swiftpager_status status, char *error)
{
    if (status != SWIFTPAGER_OK) {
        fprintf(stderr, "offset: %s: %s %s\n", what, swiftpager_status_name(status), error == NULL ? "" : error);
    }
    swiftpager_free(error);
    return status;
}

/* Walks one list, and prints what its pager says in the end. */
static swiftpager_status walk(swiftpager_client *client, const char *what, const char *config)
{
    swiftpager_pager *pager = NULL;
    swiftpager_operation *operation = NULL;
    char *error = NULL, *state = NULL;
    swiftpager_status status = swiftpager_pager_create(client, config, NULL, &pager, &error);
    if (status == SWIFTPAGER_OK) {
        /* A pager of its own keeps all pages; this one is only counted, so none. */
        status = swiftpager_pager_load_all(pager, "{\"retain\": \"none\"}", NULL, NULL, NULL, &operation, &error);
    }
    if (status == SWIFTPAGER_OK) status = swiftpager_operation_wait(operation, -1, &error);
    report(what, status, error);
    if (status == SWIFTPAGER_OK) status = swiftpager_pager_state(pager, &state);
    if (status == SWIFTPAGER_OK) printf("%s: %s\n", what, state);
    swiftpager_free(state);
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
    swiftpager_status status = swiftpager_client_create(config, NULL, &client, &error);
    report("client", status, error);
    if (status == SWIFTPAGER_OK) status = walk(client, "by offset", BY_OFFSET);
    if (status == SWIFTPAGER_OK) status = walk(client, "by page", BY_PAGE);
    swiftpager_client_release(client);
    return status == SWIFTPAGER_OK ? 0 : 1;
}
