/* How the peers with jansson write a request and read a page: a tree a page, edges walked and counted. */
#ifndef SWIFTPAGER_BENCH_JANSSON_PAGES_H
#define SWIFTPAGER_BENCH_JANSSON_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct product {
    char *id;
    char *name;
    double price;
    char *description;
    bool in_stock;
};

/* The products read so far, of the current page or of all pages. */
struct products {
    struct product *items;
    size_t count;
    size_t room;
};

/* Says whether there is another page, and where it begins. */
struct page_info {
    bool has_next_page;
    char *end_cursor;
};

/* The body of the request for the page after `cursor`, NULL for the first; the caller frees it. */
char *jansson_request(size_t size, const char *cursor);

/* Reads a page into `page_info` and returns the number of its nodes. Adds them to `products`, unless that is NULL. */
size_t jansson_read_page(const char *body, size_t length, struct products *products, struct page_info *page_info);

/* Frees the products; the room for them stays. */
void products_clear(struct products *products);

#endif
