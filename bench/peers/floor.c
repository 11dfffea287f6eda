/* The floor: libcurl alone. It receives every page whole and reads none of it.
 *
 * It knows how the page server forms its cursors, so it needs no page info, and it checks status and size only.
 */
#include "../server/pages.h"
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    (void)count;
    struct peer_options options = peer_options_from(arguments);
    struct peer_connection connection;
    peer_connect(&connection, &options);
    char request[1024];
    size_t page_bytes = 0;

    struct peer_time start = peer_now();
    for (size_t page = 0; page < options.pages; page++) {
        char cursor[64] = "null";
        if (page > 0)
            snprintf(cursor, sizeof cursor, "\"" CURSOR_PREFIX "%0*zu\"", ITEM_DIGITS, page * options.size);
        int length = snprintf(request, sizeof request,
                              "{\"query\":\"" PRODUCTS_QUERY "\",\"variables\":{\"first\":%zu,\"after\":%s}}",
                              options.size, cursor);
        peer_post(&connection, request, (size_t)length);
        if (page == 0)
            page_bytes = connection.length;
        if (connection.length != page_bytes || connection.length == 0)
            peer_fail("page %zu has %zu bytes, but the first has %zu", page + 1, connection.length, page_bytes);
        peer_consume(options.consumer_ms);
    }
    struct peer_time taken = peer_since(start);

    peer_report("floor", &options, options.pages, options.pages * options.size, taken);
    peer_disconnect(&connection);
    return EXIT_SUCCESS;
}
