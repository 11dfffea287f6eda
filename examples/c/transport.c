/*
 * A custom transport. It answers the requests from memory, without a network, and counts their bytes.
 *
 *     transport
 *
 * Exit code 0: the list is complete. 1: it is incomplete, and standard error says why.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swiftpager.h>

#define PAGES 3

static const char QUERY[] =
    "query ($after: String) { planets(after: $after) { nodes { name } pageInfo { hasNextPage endCursor } } }";

static const char *const PAGE_ITEMS[PAGES] = {
    "{\"name\":\"Mercury\"},{\"name\":\"Venus\"}",
    "{\"name\":\"Earth\"},{\"name\":\"Mars\"}",
    "{\"name\":\"Jupiter\"},{\"name\":\"Saturn\"}",
};

/* What the transport has counted. */
struct counts {
    size_t requests;
    size_t bytes;
};

/* The index of the requested page. The cursor is the number of the page before; the first request has none. */
static int page_number(const char *body)
{
    const char *cursor = strstr(body, "\"after\":\"");
    return cursor == NULL ? 0 : (int)strtol(cursor + strlen("\"after\":\""), NULL, 10);
}

/* Called where callbacks run. A transport may also answer later and on another thread; this one answers at once. */
static void on_send(void *user_data, swiftpager_request *request)
{
    struct counts *counts = user_data;
    char page[512];
    size_t length = 0;
    const char *body = swiftpager_request_body(request, &length);
    int number = page_number(body);
    counts->requests++;
    counts->bytes += length;
    if (number >= PAGES) {
        swiftpager_request_fail(request, "there is no such page");
        return;
    }
    int written = snprintf(page, sizeof page,
                           "{\"data\":{\"planets\":{\"nodes\":[%s],"
                           "\"pageInfo\":{\"hasNextPage\":%s,\"endCursor\":\"%d\"}}}}",
                           PAGE_ITEMS[number], number + 1 < PAGES ? "true" : "false", number + 1);
    swiftpager_request_complete(request, 200, "[[\"Content-Type\", \"application/json\"]]", page, (size_t)written);
}

/* Called once, after the last request. */
static void on_destroy(void *user_data)
{
    const struct counts *counts = user_data;
    printf("%zu requests\n", counts->requests);
}

static void print_items(const swiftpager_update *update)
{
    size_t length = 0;
    const char *items = swiftpager_page_items(swiftpager_update_page(update, NULL), &length);
    printf("%.*s\n", (int)length, items == NULL ? "" : items);
}

int main(void)
{
    struct counts counts = {0, 0};
    const swiftpager_transport transport = {
        .struct_size = sizeof transport, .user_data = &counts, .send = on_send, .destroy = on_destroy};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_operation *operation = NULL;
    swiftpager_update *update = NULL;
    char *error = NULL;

    swiftpager_status status =
        swiftpager_client_create("http://planets.example/graphql", NULL, &transport, &client, &error);
    if (status == SWIFTPAGER_OK)
        status = swiftpager_pager_create(client, QUERY, NULL, NULL, &pager, &error);
    if (status == SWIFTPAGER_OK)
        status = swiftpager_pager_walk(pager, NULL, &operation, &error);
    while (status == SWIFTPAGER_OK) {
        status = swiftpager_operation_next(operation, -1, &update, &error);
        if (update == NULL) break;
        print_items(update);
        swiftpager_update_release(update);
    }
    if (status != SWIFTPAGER_OK)
        fprintf(stderr, "transport: %s %s\n", swiftpager_status_name(status), error == NULL ? "" : error);
    swiftpager_free(error);
    swiftpager_operation_release(operation);
    swiftpager_pager_release(pager);
    swiftpager_client_release(client);
    return status == SWIFTPAGER_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
