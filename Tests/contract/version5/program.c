/* A program of the time of version 5: it only knows the header beside it. It prints what it found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swiftpager.h"

#define QUERY \
    "query ($after: String) { products(first: 100, after: $after) {" \
    " edges { node { id name } } pageInfo { hasNextPage endCursor } } }"

struct counts {
    size_t updates, pages, hooks, events, destroyed;
    swiftpager_status completed;
};

static void check(const char *what, swiftpager_status status)
{
    if (status == SWIFTPAGER_OK) return;
    printf("%s: %s\n", what, swiftpager_status_name(status));
    exit(1);
}

static char *copy(const char *text)
{
    char *memory = malloc(strlen(text) + 1);
    return memory == NULL ? NULL : strcpy(memory, text);
}

static char *transform(void *user_data, const char *page_json, size_t length)
{
    (void)page_json, (void)length;
    ((struct counts *)user_data)->hooks++;
    return copy("\"a model\"");
}

static void on_update(void *user_data, const swiftpager_update *update)
{
    struct counts *counts = user_data;
    counts->updates++;
    counts->pages = swiftpager_update_page_count(update);
}

static void on_end(void *user_data, swiftpager_status status, const char *error_json)
{
    (void)error_json;
    ((struct counts *)user_data)->completed = status;
}

static void on_event(void *user_data, const char *event_json)
{
    (void)event_json;
    ((struct counts *)user_data)->events++;
}

static void on_destroy(void *user_data)
{
    ((struct counts *)user_data)->destroyed++;
}

static void pull(swiftpager_client *client)
{
    swiftpager_pager *pager = NULL;
    swiftpager_operation *walk = NULL;
    swiftpager_update *update = NULL;
    swiftpager_table *table = NULL;
    char *error = NULL, *token = NULL;
    size_t items = 0, bytes = 0, length = 0;
    check("a table", swiftpager_table_create(NULL, &table, NULL));
    check("a pager", swiftpager_pager_create_with_query(client, QUERY, NULL, NULL, NULL, &pager, NULL));
    check("a walk", swiftpager_pager_load_all(pager, "{\"pull\": true}", NULL, NULL, NULL, &walk, NULL));
    swiftpager_status status;
    while ((status = swiftpager_operation_next(walk, -1, &update, &error)) == SWIFTPAGER_OK && update != NULL) {
        const swiftpager_page *page = swiftpager_update_last_page(update);
        items += swiftpager_page_item_count(page);
        if (swiftpager_page_items(page, &length) != NULL) bytes += length;
        check("rows", swiftpager_table_add(table, page, NULL));
        check("an update", swiftpager_update_release(update));
    }
    check("the walk", status);
    struct ArrowSchema schema;
    struct ArrowArray array;
    check("columns", swiftpager_table_take(table, &schema, &array, NULL));
    check("a token", swiftpager_pager_resume_token(pager, &token));
    printf("pulled %zu items, %d rows, %s, %s\n", items, (int)array.length, bytes > items ? "text" : "no text",
           token == NULL ? "no token" : "a token");
    swiftpager_free(token);
    array.release(&array);
    schema.release(&schema);
    check("release", swiftpager_table_release(table));
    check("release", swiftpager_operation_release(walk));
    check("release", swiftpager_pager_release(pager));
}

static void listen(swiftpager_client *client, struct counts *counts)
{
    swiftpager_pager *pager = NULL;
    swiftpager_operation *walk = NULL;
    swiftpager_subscription *subscription = NULL;
    swiftpager_pager_hooks hooks = {.struct_size = sizeof hooks, .user_data = counts, .transform = transform};
    check("a pager", swiftpager_pager_create_with_query(client, QUERY, NULL, NULL, &hooks, &pager, NULL));
    check("a subscription", swiftpager_pager_subscribe(pager, on_update, counts, on_destroy, &subscription));
    check("a walk",
          swiftpager_pager_load_all(pager, "{\"emit\": \"each\"}", on_end, counts, on_destroy, &walk, NULL));
    check("the walk", swiftpager_operation_wait(walk, -1, NULL));
    check("dispatch", swiftpager_client_dispatch(client, 0, 0, NULL));
    check("release", swiftpager_operation_release(walk));
    check("cancel", swiftpager_subscription_release(subscription));
    check("release", swiftpager_pager_release(pager));
    check("dispatch", swiftpager_client_dispatch(client, 0, 0, NULL));
}

int main(int count, char **arguments)
{
    if (count < 2) return 2;
    swiftpager_client *client = NULL;
    struct counts counts = {.completed = -1};
    char *record = NULL;
    const char *config = "{\"cache\": \"memory\"}";
    check("a client", swiftpager_client_create_with_endpoint(arguments[1], config, NULL, &client, NULL));
    check("observe", swiftpager_client_observe(client, on_event, &counts, NULL));
    pull(client);
    listen(client, &counts);
    check("write", swiftpager_client_cache_write(client, "Product:new", "{\"name\": \"Lamp\"}", NULL));
    check("read", swiftpager_client_cache_read(client, "Product:new", &record, NULL));
    printf("heard of %zu pages in %zu updates, %zu models, ended with %s\n", counts.pages, counts.updates,
           counts.hooks, swiftpager_status_name(counts.completed));
    printf("%zu destroyed, %s, read %s\n", counts.destroyed, counts.events > 20 ? "events" : "no events", record);
    swiftpager_free(record);
    check("release", swiftpager_client_release(client));
    printf("version %s\n", swiftpager_abi_version() > 5 ? "newer" : "5");
    return 0;
}
