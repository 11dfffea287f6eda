/* The command line of page_server. */
#ifndef SWIFTPAGER_BENCH_SETTINGS_H
#define SWIFTPAGER_BENCH_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

struct settings {
    uint16_t port;      /* 0: a free one */
    uint32_t pages;
    uint32_t size;      /* items a page */
    bool typenames;     /* each object has its `__typename` */
    bool times;         /* each item has the time of its last change, and later items have later ones */
    bool lists;         /* one page of items, each with a list that was cut off */
    uint32_t drop_every;  /* the connection of each N-th request closes without an answer; 0: never */
    bool drop_half;     /* after the first half of the answer */
    bool total;         /* the list has its `totalCount` */
    double latency_ms;  /* from the request to its answer */
};

/* Reads the command line; ends the process with a message if an argument is wrong. */
struct settings settings_from(char **arguments);

#endif
