/* Many walks at once, by libcurl's multi interface on one thread. Each of --pagers walks has an easy handle of its own.
 *
 * Without other options the walks read no page, as in floor.c. With --read-pages jansson reads each page, as in
 * jansson_loop.c, and with --simdjson simdjson does, as in simdjson_loop.c. With epoll and curl_multi_socket_action in
 * place of curl_multi_poll, 100 walks take as much processor time.
 */
#include "floor_pages.h"
#include "jansson_pages.h"
#include "peer.h"
#include "simdjson_pages.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST_WAIT_MS 1000

struct walk {
    struct peer_connection connection;
    size_t pages; /* received so far */
    struct page_info page_info;
    struct simdjson_page_info simdjson_page_info;
    char *text; /* the body of the request */
};

struct walks {
    const struct peer_options *options;
    CURLM *multi;
    size_t page_bytes;
    size_t pages;
    size_t items;
    size_t running;
};

static void check(CURLMcode code)
{
    if (code != CURLM_OK)
        peer_fail("curl_multi: %s", curl_multi_strerror(code));
}

/* Sends the request for the next page of a walk. */
static void request_page(struct walks *walks, struct walk *walk)
{
    size_t length;
    if (walks->options->simdjson) {
        const char *cursor = walk->pages == 0 ? NULL : walk->simdjson_page_info.end_cursor;
        length = floor_request(walk->text, walks->options->size, cursor);
    } else if (walks->options->read_pages) {
        free(walk->text);
        walk->text = jansson_request(walks->options->size, walk->page_info.end_cursor);
        length = strlen(walk->text);
    } else {
        length = floor_request_at(walk->text, walks->options->size, walk->pages);
    }
    peer_prepare(&walk->connection, walk->text, length);
    check(curl_multi_add_handle(walks->multi, walk->connection.curl));
}

static void start_walk(struct walks *walks, struct walk *walk)
{
    peer_connect(&walk->connection, walks->options);
    curl_easy_setopt(walk->connection.curl, CURLOPT_PRIVATE, walk);
    walk->text = malloc(FLOOR_REQUEST_ROOM);
    if (walk->text == NULL)
        peer_fail("curl_multi: there is no memory");
    walks->running++;
    request_page(walks, walk);
}

/* Takes a page that has arrived, and requests the next one. */
static void take_page(struct walks *walks, struct walk *walk)
{
    bool has_next_page;
    walk->pages++;
    walks->pages++;
    if (walks->options->simdjson) {
        walks->items += simdjson_read_page(walk->connection.body, walk->connection.length, &walk->simdjson_page_info);
        has_next_page = walk->simdjson_page_info.has_next_page;
    } else if (walks->options->read_pages) {
        walks->items += jansson_read_page(walk->connection.body, walk->connection.length, NULL, &walk->page_info);
        has_next_page = walk->page_info.has_next_page;
    } else {
        floor_check_page(&walk->connection, &walks->page_bytes);
        walks->items += walks->options->size;
        has_next_page = walk->pages < walks->options->pages;
    }
    if (has_next_page)
        request_page(walks, walk);
    else
        walks->running--;
}

/* Runs until all walks have ended. */
static void run(struct walks *walks)
{
    for (;;) {
        int count = 0;
        check(curl_multi_perform(walks->multi, &count));
        const CURLMsg *message;
        while ((message = curl_multi_info_read(walks->multi, &count)) != NULL) {
            struct walk *walk = NULL;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &walk);
            peer_check(&walk->connection, message->data.result);
            check(curl_multi_remove_handle(walks->multi, walk->connection.curl));
            take_page(walks, walk);
        }
        if (walks->running == 0)
            return;
        check(curl_multi_poll(walks->multi, NULL, 0, LONGEST_WAIT_MS, NULL));
    }
}

int main(int count, char **arguments)
{
    (void)count;
    struct peer_options options = peer_options_from(arguments);
    struct walks walks = {.options = &options};
    struct walk *each = calloc(options.pagers, sizeof *each);

    struct peer_time start = peer_now();
    walks.multi = curl_multi_init();
    if (walks.multi == NULL || each == NULL)
        peer_fail("curl_multi: there is no memory");
    for (size_t index = 0; index < options.pagers; index++)
        start_walk(&walks, &each[index]);
    run(&walks);
    struct peer_time taken = peer_since(start);

    peer_report("curl_multi", &options, walks.pages, walks.items, taken);
    for (size_t index = 0; index < options.pagers; index++) {
        free(each[index].text);
        free(each[index].page_info.end_cursor);
        peer_disconnect(&each[index].connection);
    }
    free(each);
    curl_multi_cleanup(walks.multi);
    return EXIT_SUCCESS;
}
