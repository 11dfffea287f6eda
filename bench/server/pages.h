/* The pages that page_server serves: rendered once, patched for each request.
 *
 * Every page is the same JSON text in which only digits of a fixed width change: the numbers of its items, in their
 * ids, names and cursors. A page therefore costs a few hundred small stores, not a rendering.
 */
#ifndef SWIFTPAGER_BENCH_PAGES_H
#define SWIFTPAGER_BENCH_PAGES_H

#include "writer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Items are numbered from 1, in ITEM_DIGITS digits. */
#define LARGEST_ITEM 99999999u

/* What every cursor starts with, followed by the item's digits. The text is base64 of "cursor:". */
#define CURSOR_PREFIX "Y3Vyc29yOg"

/* What every id starts with, followed by the item's digits: base64 of "Product:". */
#define ID_PREFIX "UHJvZHVjdD"

struct pages {
    uint32_t page_count;
    uint32_t page_size;
    char *text;           /* a complete HTTP response */
    size_t length;
    size_t numbers_per_item;
    size_t *number_at;    /* the places of digits, `numbers_per_item` for each item, then one for endCursor */
    size_t more_at;       /* the place of hasNextPage's value, five bytes wide */
};

/* Renders the response, with the `__typename` of each object or without, with the list's `totalCount` or without, and
 * with the time of each item or without; returns 0, or -1 if there is no memory. Free it with pages_free. */
int pages_init(struct pages *pages, uint32_t page_count, uint32_t page_size, bool typenames, bool total,
               bool times);

/* Patches the response to the page after item `after` (0: the first page). It is valid until the next call. */
void pages_patch(struct pages *pages, uint32_t after);

/* Patches only the end cursor, and whether there is a next page; the items stay those of the page before. */
void pages_patch_end(struct pages *pages, uint32_t after);

void pages_free(struct pages *pages);

/* Finds the cursor, the offset, the page or the id in a posted body: the number of the item after which the page
 * begins, 0 if there is none. */
uint32_t place_in_body(const char *body, size_t length, uint32_t page_size);

#endif
