#include "jansson_pages.h"
#include "peer.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static char *copied(const json_t *string)
{
    if (!json_is_string(string))
        peer_fail("jansson: a field of a node, or the end cursor, is not a string");
    size_t size = json_string_length(string) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        peer_fail("jansson: there is no memory");
    return memcpy(copy, json_string_value(string), size);
}

static struct product product_from(const json_t *node)
{
    const json_t *price = json_object_get(node, "price");
    const json_t *in_stock = json_object_get(node, "inStock");
    if (!json_is_number(price) || !json_is_boolean(in_stock))
        peer_fail("jansson: a node has no price or no inStock");
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
            peer_fail("jansson: there is no memory");
        products->items = items;
    }
    products->items[products->count++] = product;
}

void products_clear(struct products *products)
{
    for (size_t index = 0; index < products->count; index++) {
        free(products->items[index].id);
        free(products->items[index].name);
        free(products->items[index].description);
    }
    products->count = 0;
}

/* Walks the edges; returns the number of nodes. */
static size_t read_edges(const json_t *edges, struct products *products)
{
    if (!json_is_array(edges))
        peer_fail("jansson: a page has no edges");
    size_t index, nodes = 0;
    json_t *edge;
    json_array_foreach (edges, index, edge) {
        const json_t *node = json_object_get(edge, "node");
        if (!json_is_object(node))
            continue;
        nodes++;
        if (products != NULL)
            products_add(products, product_from(node));
    }
    return nodes;
}

static void read_page_info(const json_t *page_info, struct page_info *result)
{
    const json_t *has_next_page = json_object_get(page_info, "hasNextPage");
    if (!json_is_boolean(has_next_page))
        peer_fail("jansson: a page has no page info");
    result->has_next_page = json_is_true(has_next_page);
    free(result->end_cursor);
    result->end_cursor = copied(json_object_get(page_info, "endCursor"));
}

char *jansson_request(size_t size, const char *cursor)
{
    json_t *request = json_pack("{s:s, s:{s:I, s:s?}}", "query", PRODUCTS_QUERY, "variables", "first",
                                (json_int_t)size, "after", cursor);
    char *text = json_dumps(request, JSON_COMPACT);
    json_decref(request);
    if (text == NULL)
        peer_fail("jansson: there is no memory");
    return text;
}

size_t jansson_read_page(const char *body, size_t length, struct products *products, struct page_info *page_info)
{
    json_error_t error;
    json_t *response = json_loadb(body, length, 0, &error);
    if (response == NULL)
        peer_fail("jansson: a page cannot be read: %s at byte %d", error.text, error.position);
    if (json_object_get(response, "errors") != NULL)
        peer_fail("jansson: a page has errors");
    const json_t *products_json = json_object_get(json_object_get(response, "data"), "products");
    size_t nodes = read_edges(json_object_get(products_json, "edges"), products);
    read_page_info(json_object_get(products_json, "pageInfo"), page_info);
    json_decref(response);
    return nodes;
}
