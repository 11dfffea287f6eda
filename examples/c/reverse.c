/*
 * Reads a list from its end: first the newest products of a shop, then older ones, page by page.
 *
 *     reverse ENDPOINT [PAGES]        for example: reverse http://127.0.0.1:8000/graphql 3
 *
 * Exit code 0: all pages were loaded. 1: a page is missing, and standard error says why. 2: wrong usage.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swiftpager.h>

/*
 * The document shows the direction: it takes `before` and selects `hasPreviousPage` and `startCursor`. The first page
 * that the pager loads is the last one of the list.
 */
static const char PAGER[] =
    "{\"query\": \"query Newest($last: Int, $before: String) {"
    " products(last: $last, before: $before) {"
    " nodes { id name } pageInfo { hasPreviousPage startCursor } } }\","
    " \"variables\": {\"last\": 100}}";

/* Prints why a call failed and frees the error's text. Returns the status. */
static swiftpager_status report(const char *what, swiftpager_status status, char *error)
{
    if (status != SWIFTPAGER_OK) {
        fprintf(stderr, "reverse: %s: %s %s\n", what, swiftpager_status_name(status), error == NULL ? "" : error);
    }
    swiftpager_free(error);
    return status;
}

/* Prints one line for each page. */
static void on_update(void *user_data, const swiftpager_update *update)
{
    size_t *total = user_data;
    const swiftpager_page *page = swiftpager_update_page(update, NULL);
    if (page == NULL) return;
    *total += swiftpager_page_item_count(page);
    printf("%s: %zu products, %zu so far\n",
           swiftpager_page_kind(page) == SWIFTPAGER_KIND_PREVIOUS ? "before that" : "the newest",
           swiftpager_page_item_count(page), *total);
}

/* The type of fetch and load_previous. */
typedef swiftpager_status load_function(swiftpager_pager *pager, const char *options_json,
                                        swiftpager_completion_cb completion, void *user_data,
                                        swiftpager_destroy_cb destroy, swiftpager_operation **out, char **error_json);

/* Starts a load and waits until it ends. */
static swiftpager_status load(const char *what, load_function *function, swiftpager_pager *pager)
{
    swiftpager_operation *operation = NULL;
    char *error = NULL;
    swiftpager_status status = function(pager, NULL, NULL, NULL, NULL, &operation, &error);
    if (status == SWIFTPAGER_OK) status = swiftpager_operation_wait(operation, -1, &error);
    swiftpager_operation_release(operation);
    return report(what, status, error);
}

int main(int count, char **arguments)
{
    char config[2048];
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    size_t total = 0;
    char *error = NULL;

    if (count < 2 || count > 3 || strlen(arguments[1]) > 1024 || strpbrk(arguments[1], "\"\\") != NULL) {
        fprintf(stderr, "usage: reverse ENDPOINT [PAGES]\n");
        return 2;
    }
    long pages = count == 3 ? strtol(arguments[2], NULL, 10) : 3;

    snprintf(config, sizeof config, "{\"endpoint\": \"%s\"}", arguments[1]);
    swiftpager_status status = swiftpager_client_create(NULL, config, NULL, &client, &error);
    report("client", status, error);
    if (status == SWIFTPAGER_OK) {
        status = swiftpager_pager_create(client, NULL, PAGER, NULL, &pager, &error);
        report("pager", status, error);
    }
    if (status == SWIFTPAGER_OK) status = swiftpager_pager_subscribe(pager, on_update, &total, NULL, NULL);
    if (status == SWIFTPAGER_OK) status = load("fetch", swiftpager_pager_fetch, pager);

    bool has_more = true;
    while (status == SWIFTPAGER_OK && --pages > 0) {
        status = swiftpager_pager_can_load(pager, SWIFTPAGER_KIND_PREVIOUS, &has_more);
        if (status != SWIFTPAGER_OK || !has_more) break;
        status = load("load_previous", swiftpager_pager_load_previous, pager);
    }
    if (status == SWIFTPAGER_OK) status = swiftpager_pager_can_load(pager, SWIFTPAGER_KIND_PREVIOUS, &has_more);
    if (status == SWIFTPAGER_OK) printf("%s\n", has_more ? "there are older ones" : "that is all of them");

    swiftpager_pager_release(pager);
    swiftpager_client_release(client);
    return status == SWIFTPAGER_OK ? 0 : 1;
}
