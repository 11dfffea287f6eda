/* One page of items, each with a list that was cut off, and the rest of every such list.
 *
 * The cursor of an item's list is the item's own, so a request with a cursor asks for the rest of that item's list.
 */
#ifndef SWIFTPAGER_BENCH_LISTS_H
#define SWIFTPAGER_BENCH_LISTS_H

#include <stddef.h>
#include <stdint.h>

struct lists {
    uint32_t count;
    char *page;             /* complete HTTP responses */
    size_t page_length;
    char *rest;
    size_t rest_length;
    size_t *rest_number_at; /* the places of the item's digits in `rest` */
};

/* Renders the responses; returns 0, or -1 if there is no memory. Free them with lists_free. */
int lists_init(struct lists *lists, uint32_t count);

/* Patches `rest` to the rest of the list of an item; it is valid until the next call. */
void lists_patch(struct lists *lists, uint32_t item);

void lists_free(struct lists *lists);

#endif
