/* The loop a good C programmer writes by hand: libcurl keeps the connection, jansson reads the page and writes the
 * variables, one buffer serves all answers.
 *
 * It counts the items; with --read-fields it also reads each node into a struct, with --keep it keeps them all.
 */
#include "peer.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct product {
    char *id;
    char *name;
    double price;
    char *description;
    bool in_stock;
};

/* The products read so far: of the page at hand, or with --keep of all pages. */
struct products {
    struct product *items;
    size_t count;
    size_t room;
};

/* What decides about the next request. */
struct page_info {
    bool has_next_page;
    char *end_cursor;
};

static char *copied(const json_t *string)
{
    if (!json_is_string(string))
        peer_fail("jansson_loop: a node's field is not a string");
    size_t size = json_string_length(string) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        peer_fail("jansson_loop: no memory");
    return memcpy(copy, json_string_value(string), size);
}

static struct product product_from(const json_t *node)
{
    const json_t *price = json_object_get(node, "price");
    const json_t *in_stock = json_object_get(node, "inStock");
    if (!json_is_number(price) || !json_is_boolean(in_stock))
        peer_fail("jansson_loop: a node has no price or no inStock");
    return (struct product){
        .id = copied(json_object_get(node, "id")),
        .name = copied(json_object_get(node, "name")),
        .price = json_number_value(price),
        .description = copied(json_object_get(node, "description")),
        .in_stock = json_is_true(in_stock),
    };
}

static void products_add(struct products *products, struct product product)
{
    if (products->count == products->room) {
        products->room = products->room == 0 ? 128 : 2 * products->room;
        struct product *items = realloc(products->items, products->room * sizeof *items);
        if (items == NULL)
            peer_fail("jansson_loop: no memory");
        products->items = items;
    }
    products->items[products->count++] = product;
}

static void products_clear(struct products *products)
{
    for (size_t index = 0; index < products->count; index++) {
        free(products->items[index].id);
        free(products->items[index].name);
        free(products->items[index].description);
    }
    products->count = 0;
}

/* Walks the edges; returns how many nodes there are. */
static size_t read_edges(const json_t *edges, bool read_fields, struct products *products)
{
    if (!json_is_array(edges))
        peer_fail("jansson_loop: a page has no edges");
    size_t index, nodes = 0;
    json_t *edge;
    json_array_foreach (edges, index, edge) {
        const json_t *node = json_object_get(edge, "node");
        if (!json_is_object(node))
            continue;
        nodes++;
        if (read_fields)
            products_add(products, product_from(node));
    }
    return nodes;
}

static void read_page_info(const json_t *page_info, struct page_info *result)
{
    const json_t *has_next_page = json_object_get(page_info, "hasNextPage");
    if (!json_is_boolean(has_next_page))
        peer_fail("jansson_loop: a page has no page info");
    result->has_next_page = json_is_true(has_next_page);
    free(result->end_cursor);
    result->end_cursor = copied(json_object_get(page_info, "endCursor"));
}

/* The body of the request for the page after `cursor`, NULL for the first; freed by the caller. */
static char *request_text(size_t size, const char *cursor)
{
    json_t *request = json_pack("{s:s, s:{s:I, s:s?}}", "query", PRODUCTS_QUERY, "variables", "first",
                                (json_int_t)size, "after", cursor);
    char *text = json_dumps(request, JSON_COMPACT);
    json_decref(request);
    if (text == NULL)
        peer_fail("jansson_loop: no memory");
    return text;
}

int main(int count, char **arguments)
{
    (void)count;
    struct peer_options options = peer_options_from(arguments);
    struct peer_connection connection;
    struct products products = {0};
    struct page_info page_info = {.has_next_page = true};
    size_t pages = 0, items = 0;
    peer_connect(&connection, &options);

    struct peer_time start = peer_now();
    while (page_info.has_next_page) {
        char *text = request_text(options.size, page_info.end_cursor);
        peer_post(&connection, text, strlen(text));
        free(text);

        json_error_t error;
        json_t *response = json_loadb(connection.body, connection.length, 0, &error);
        if (response == NULL)
            peer_fail("jansson_loop: page %zu: %s at byte %d", pages + 1, error.text, error.position);
        if (json_object_get(response, "errors") != NULL)
            peer_fail("jansson_loop: page %zu has errors", pages + 1);
        const json_t *products_json = json_object_get(json_object_get(response, "data"), "products");
        items += read_edges(json_object_get(products_json, "edges"), options.read_fields, &products);
        read_page_info(json_object_get(products_json, "pageInfo"), &page_info);
        json_decref(response);
        if (!options.keep)
            products_clear(&products);
        pages++;
        peer_consume(options.consumer_ms);
    }
    struct peer_time taken = peer_since(start);

    peer_report("jansson_loop", &options, pages, items, taken);
    products_clear(&products);
    free(products.items);
    free(page_info.end_cursor);
    peer_disconnect(&connection);
    return EXIT_SUCCESS;
}
