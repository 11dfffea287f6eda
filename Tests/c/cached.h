/* Clients with a cache, of the shop: its objects' keys, what a page shows of them, and waiting for changes. */
#ifndef CACHED_H
#define CACHED_H

#include "recorder.h"

#include <swiftpager.h>

/* The products, `$first` on a page; all of them repeat the shop. */
#define CACHED_QUERY \
    "query ($first: Int = 3, $after: String) { products(first: $first, after: $after) {" \
    " edges { node { id name price shop { id name } } } pageInfo { hasNextPage endCursor } } }"

#define MEMORY "\"cache\": \"memory\""

/* The key of product `number`, valid until the next call but three, and that of the shop. */
const char *product_key(int number);
const char *shop_key(void);

/* The variables `id` and, unless it is 0, `price` of a request about a product, as JSON; valid until the next call. */
const char *product_variables(int number, double price);

/* A mutation of a product's price. */
#define PRICE_MUTATION "mutation ($id: ID!, $price: Float!) { updateProduct(id: $id, price: $price) { id price } }"

/* Writes to a client's cache; the test ends where that is refused. */
void write_fields(swiftpager_client *client, const char *key, const char *fields);

/* Dispatches until the recorder has `count` updates, and a little longer: more would be a fault. */
#define CHECK_UPDATES(client, recorder, count) check_updates((client), (recorder), (count), __FILE__, __LINE__)
void check_updates(swiftpager_client *client, struct recorder *recorder, int count, const char *file, int line);

/* Checks that an update tells of page `index`, from the cache; and that it tells of a change of it. */
#define CHECK_CACHED(update, index) check_cached((update), (index), false, __FILE__, __LINE__)
#define CHECK_CHANGE(update, index) check_cached((update), (index), true, __FILE__, __LINE__)
void check_cached(const swiftpager_update *update, int index, bool changed, const char *file, int line);

/* Compares the value at a JSON Pointer in an item of a page of an update. */
#define CHECK_ITEM(update, page, item, pointer, expected) \
    check_item((update), (page), (item), (pointer), (expected), __FILE__, __LINE__)
void check_item(const swiftpager_update *update, int page, int item, const char *pointer, const char *expected,
                const char *file, int line);

/* A pager that holds two pages of three products, with a subscriber that has been told of them. */
struct list {
    swiftpager_client *client;
    swiftpager_pager *pager;
    struct recorder recorder;
};

/* Loads and subscribes; `config` has further members of the pager's config. */
void open_list(struct list *list, const char *config);

void close_list(struct list *list);

#endif
