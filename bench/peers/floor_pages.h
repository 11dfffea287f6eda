/* How the peers that read no page write a request and check a page. */
#ifndef SWIFTPAGER_BENCH_FLOOR_PAGES_H
#define SWIFTPAGER_BENCH_FLOOR_PAGES_H

#include "../server/pages.h"
#include "peer.h"

#include <stdio.h>

#define FLOOR_REQUEST_ROOM 1024

/* Writes the body of the request for the page after `cursor`, NULL for the first, and returns its length. */
static inline size_t floor_request(char request[FLOOR_REQUEST_ROOM], size_t size, const char *cursor)
{
    const char *quote = cursor == NULL ? "" : "\"";
    return (size_t)snprintf(request, FLOOR_REQUEST_ROOM,
                            "{\"query\":\"" PRODUCTS_QUERY "\",\"variables\":{\"first\":%zu,\"after\":%s%s%s}}", size,
                            quote, cursor == NULL ? "null" : cursor, quote);
}

/* The same for a page by its number, counted from 0: the peer knows how the page server forms its cursors. */
static inline size_t floor_request_at(char request[FLOOR_REQUEST_ROOM], size_t size, size_t page)
{
    char cursor[64];
    snprintf(cursor, sizeof cursor, CURSOR_PREFIX "%0*zu", ITEM_DIGITS, page * size);
    return floor_request(request, size, page == 0 ? NULL : cursor);
}

/* Ends the process unless the received page is as long as the first one, whose length goes to `page_bytes`. */
static inline void floor_check_page(const struct peer_connection *connection, size_t *page_bytes)
{
    if (*page_bytes == 0)
        *page_bytes = connection->length;
    if (connection->length != *page_bytes || connection->length == 0)
        peer_fail("floor: a page has %zu bytes, but the first has %zu", connection->length, *page_bytes);
}

#endif
