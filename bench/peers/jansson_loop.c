/* The loop that a good C programmer writes by hand: libcurl keeps the connection, jansson reads the page and writes the
 * variables, and one buffer serves all answers.
 *
 * It counts the items. With --read-fields it also reads each node into a struct, and with --keep it keeps them all.
 */
#include "jansson_pages.h"
#include "peer.h"

#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments)
{
    (void)count;
    struct peer_options options = peer_options_from(arguments);
    struct peer_connection connection;
    struct products products = {0};
    struct page_info page_info = {.has_next_page = true};
    size_t pages = 0, items = 0;

    struct peer_time start = peer_now();
    peer_connect(&connection, &options);
    while (page_info.has_next_page) {
        char *text = jansson_request(options.size, page_info.end_cursor);
        peer_post(&connection, text, strlen(text));
        free(text);
        items += jansson_read_page(connection.body, connection.length, options.read_fields ? &products : NULL,
                                   &page_info);
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
