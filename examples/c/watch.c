/*
 * Watches two pages of a shop, and changes what the second one shows: by a mutation, and by a write to the cache.
 *
 *     watch ENDPOINT       for example: watch http://127.0.0.1:8000/graphql
 *
 * Exit code 0: success. 1: failure, and standard error says why. 2: wrong usage.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swiftpager.h>

static const char QUERY[] =
    "query Products($after: String) {\n"
    "  products(first: 3, after: $after) { edges { node { id name price } } pageInfo { hasNextPage endCursor } }\n"
    "}\n";

#define MUTATION "mutation ($id: ID!, $price: Float!) { updateProduct(id: $id, price: $price) { id price } }"

/* Prints the page that an update is about. */
static void show(void *user_data, const swiftpager_update *update)
{
    (void)user_data;
    size_t index = 0, length = 0;
    const swiftpager_page *page = swiftpager_update_page(update, &index);
    if (page == NULL) return;
    printf("  page %zu from the %s:", index,
           swiftpager_update_source(update, NULL) == SWIFTPAGER_SOURCE_CACHE ? "cache" : "server");
    for (size_t item = 0; item < swiftpager_page_item_count(page); item++) {
        const char *text = swiftpager_page_item(page, item, &length);
        json_t *product = json_loadb(text, length, 0, NULL);
        printf("%s %s at %.2f", item == 0 ? "" : ",", json_string_value(json_object_get(product, "name")),
               json_number_value(json_object_get(product, "price")));
        json_decref(product);
    }
    printf("\n");
}

/* Loads a page and waits for it. */
static swiftpager_status load(swiftpager_pager *pager, bool is_first, char **error)
{
    swiftpager_operation *operation = NULL;
    swiftpager_status status = is_first ? swiftpager_pager_fetch(pager, NULL, NULL, NULL, NULL, &operation, error)
                                        : swiftpager_pager_load_next(pager, NULL, NULL, NULL, NULL, &operation, error);
    if (status == SWIFTPAGER_OK) status = swiftpager_operation_wait(operation, -1, error);
    swiftpager_operation_release(operation);
    return status;
}

/* Changes the price of a product in the shop, and waits for the answer. */
static swiftpager_status set_price(swiftpager_client *client, const char *id, double price, char **error)
{
    swiftpager_operation *operation = NULL;
    json_t *request =
        json_pack("{s:s, s:{s:s, s:f}}", "query", MUTATION, "variables", "id", id, "price", price);
    char *text = json_dumps(request, JSON_COMPACT);
    swiftpager_status status = swiftpager_client_execute(client, text, NULL, NULL, NULL, &operation, error);
    if (status == SWIFTPAGER_OK) status = swiftpager_operation_wait(operation, -1, error);
    swiftpager_operation_release(operation);
    free(text);
    json_decref(request);
    return status;
}

/* The first product of the second page. The caller releases it with json_decref(). */
static json_t *first_of_second_page(swiftpager_pager *pager)
{
    size_t length = 0;
    swiftpager_update *update = NULL;
    json_t *product = NULL;
    if (swiftpager_pager_current(pager, &update) != SWIFTPAGER_OK || update == NULL) return NULL;
    const char *text = swiftpager_page_item(swiftpager_update_page_at(update, 1), 0, &length);
    if (text != NULL) product = json_loadb(text, length, 0, NULL);
    swiftpager_update_release(update);
    return product;
}

/* Changes a product in two ways. */
static swiftpager_status change(swiftpager_client *client, const char *id, char **error)
{
    char key[256];
    printf("a mutation, whose answer the page shows:\n");
    swiftpager_status status = set_price(client, id, 19.5, error);
    if (status == SWIFTPAGER_OK) status = swiftpager_client_dispatch(client, 5000, 0, NULL);
    if (status == SWIFTPAGER_OK) {
        printf("a write to the cache, without a request:\n");
        /* The cache knows the product by its type and id. */
        snprintf(key, sizeof key, "Product:%s", id);
        status = swiftpager_client_cache_write(client, key, "{\"name\": \"The same under another name\"}", error);
    }
    if (status == SWIFTPAGER_OK) status = swiftpager_client_dispatch(client, 5000, 0, NULL);
    return status;
}

int main(int count, char **arguments)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    char *error = NULL;
    if (count != 2) {
        fprintf(stderr, "usage: watch ENDPOINT\n");
        return 2;
    }
    /* With a cache, pages follow changes without a new request. */
    swiftpager_status status =
        swiftpager_client_create(arguments[1], "{\"cache\": \"memory\"}", NULL, &client, &error);
    if (status == SWIFTPAGER_OK)
        status = swiftpager_pager_create(client, QUERY, NULL, NULL, &pager, &error);
    if (status == SWIFTPAGER_OK) status = swiftpager_pager_subscribe(pager, show, NULL, NULL, NULL);
    if (status == SWIFTPAGER_OK) {
        printf("two pages:\n");
        status = load(pager, true, &error);
    }
    if (status == SWIFTPAGER_OK) status = load(pager, false, &error);
    json_t *product = status == SWIFTPAGER_OK ? first_of_second_page(pager) : NULL;
    const char *id = json_string_value(json_object_get(product, "id"));
    if (id != NULL) status = change(client, id, &error);
    swiftpager_pager_release(pager);
    /* Restores the old price after the pager has ended. */
    if (id != NULL && status == SWIFTPAGER_OK)
        status = set_price(client, id, json_number_value(json_object_get(product, "price")), &error);
    json_decref(product);
    if (status != SWIFTPAGER_OK)
        fprintf(stderr, "watch: %s: %s\n", swiftpager_status_name(status), error ? error : "");
    swiftpager_free(error);
    swiftpager_client_release(client);
    return status == SWIFTPAGER_OK ? 0 : 1;
}
