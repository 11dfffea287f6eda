/* The floor: libcurl alone. It receives every page whole and reads none of it.
 *
 * It knows how the page server forms its cursors, so it needs no page info. It checks the status and the size only.
 */
#include "floor_pages.h"
#include "peer.h"

#include <stdlib.h>

int main(int count, char **arguments)
{
    (void)count;
    struct peer_options options = peer_options_from(arguments);
    struct peer_connection connection;
    char request[FLOOR_REQUEST_ROOM];
    size_t page_bytes = 0;

    struct peer_time start = peer_now();
    peer_connect(&connection, &options);
    for (size_t page = 0; page < options.pages; page++) {
        size_t length = floor_request_at(request, options.size, page);
        peer_post(&connection, request, length);
        floor_check_page(&connection, &page_bytes);
        peer_consume(options.consumer_ms);
        peer_mark(&options);
    }
    struct peer_time taken = peer_since(start);

    peer_report("floor", &options, options.pages, options.pages * options.size, taken);
    peer_disconnect(&connection);
    return EXIT_SUCCESS;
}
