/* The fastest loop that a programmer writes by hand: libcurl keeps the connection, simdjson reads the page, and one
 * buffer serves all answers. It counts the items.
 */
#include "floor_pages.h"
#include "peer.h"
#include "simdjson_pages.h"

#include <stdlib.h>

int main(int count, char **arguments)
{
    (void)count;
    struct peer_options options = peer_options_from(arguments);
    struct peer_connection connection;
    struct simdjson_page_info page_info = {.has_next_page = true};
    char request[FLOOR_REQUEST_ROOM];
    size_t pages = 0, items = 0;

    struct peer_time start = peer_now();
    peer_connect(&connection, &options);
    while (page_info.has_next_page) {
        size_t length = floor_request(request, options.size, pages == 0 ? NULL : page_info.end_cursor);
        peer_post(&connection, request, length);
        items += simdjson_read_page(connection.body, connection.length, &page_info);
        pages++;
        peer_consume(options.consumer_ms);
        peer_mark(&options);
    }
    struct peer_time taken = peer_since(start);

    peer_report("simdjson_loop", &options, pages, items, taken);
    peer_disconnect(&connection);
    return EXIT_SUCCESS;
}
