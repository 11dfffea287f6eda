/* How the peers with simdjson read a page: its DOM parser validates all of it, the page info is found, the edges are
 * counted. */
#ifndef SWIFTPAGER_BENCH_SIMDJSON_PAGES_H
#define SWIFTPAGER_BENCH_SIMDJSON_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Says whether there is another page, and where it begins. */
struct simdjson_page_info {
    bool has_next_page;
    char end_cursor[64];
};

/* Reads a page, behind whose `length` bytes there are PEER_PADDING more; returns the number of its edges. */
size_t simdjson_read_page(const char *body, size_t length, struct simdjson_page_info *page_info);

#ifdef __cplusplus
}
#endif

#endif
