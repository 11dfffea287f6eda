/* What the C peers of the benchmark share: their command line, the clock, the consumer and the line of results. */
#ifndef SWIFTPAGER_BENCH_PEER_H
#define SWIFTPAGER_BENCH_PEER_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

/* The query that every peer sends; the page server looks at the cursor only. */
#define PRODUCTS_QUERY \
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {" \
    " edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"

/* The same with a variable for the value of a mark. `time` is "updatedAt " or "". */
#define SINCE_QUERY(time) \
    "query Products($first: Int!, $after: String, $from: ID) { products(first: $first, after: $after, from: $from) {" \
    " edges { cursor node { id name " time "price description inStock } } pageInfo { hasNextPage endCursor } } }"

/* The same with the number of all items, which the page server sends with `--total 1`. */
#define TOTAL_QUERY \
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {" \
    " totalCount edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"

/* The same by offsets: the page server finds the offset, too. */
#define OFFSET_QUERY \
    "query Products($offset: Int!, $limit: Int!) { products(offset: $offset, limit: $limit) {" \
    " totalCount edges { node { id name price description inStock } } } }"

/* The same by page numbers. */
#define PAGES_QUERY \
    "query Products($page: Int!, $limit: Int!) { products(page: $page, limit: $limit) {" \
    " edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"

/* The same by the id of the last item. */
#define KEYSET_QUERY \
    "query Products($from: ID, $limit: Int!) { products(from: $from, limit: $limit) {" \
    " edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"

/* The readable bytes behind a received body, which simdjson needs. */
#define PEER_PADDING 64

struct peer_options {
    const char *url;
    const char *ca;      /* the file of the authority to trust, of a server with TLS; NULL: the system's */
    size_t pages;        /* the number that there must be, for each pager */
    size_t size;         /* items on each */
    size_t pagers;       /* the number of walks over the list, on one client */
    size_t concurrency;  /* the pages of an offset list that may travel at once; 0: a list of cursors */
    const char *list;    /* "pages", "keyset" or "checked"; NULL: an ordinary list of cursors */
    bool retain_all;     /* keep all pages */
    bool since;          /* read the list since a mark, which is not there yet: with a check of its order */
    bool since_times;    /* the same by the times of the items, which the page server sends with `--times 1` */
    bool in_turn;        /* one pager after the other, not all at once */
    bool pull;           /* ask for page after page, without a callback */
    bool by_descriptor;  /* and wait for each with poll() */
    bool texts;          /* look at the text of each item of the pulled pages */
    bool full;           /* keep the last page, and read all parts of each page */
    bool from_memory;    /* pages that the peer makes itself; no server */
    const char *cache;   /* "memory" or "sqlite"; NULL: no cache */
    const char *policy;  /* the cache policy of the walk; NULL: the default */
    bool warm;           /* walk once before the clock starts */
    bool unshown;        /* write records that no page shows */
    bool no_retry;       /* send no request again */
    bool resume;         /* go on from a token that stands for the beginning */
    const char *observe; /* the kinds of events to observe, a JSON array; NULL: none */
    bool tokens;         /* finish with each page and take a token */
    size_t parallel;     /* the requests for lists inside a page that may travel at once */
    double consumer_ms;  /* how long the consumer works on each page */
    bool mark;           /* write a line to stderr after each page, for tools that look at what a page touches */
    bool read_pages;     /* read the pages, not only receive them */
    bool simdjson;       /* and read them with simdjson */
    bool read_fields;    /* read the fields of every node into structs */
    bool keep;           /* and keep the structs of all pages to the end */
};

/*
 * Reads `--url U --pages N [--ca FILE] [--size N] [--pagers N] [--concurrency N] [--list NAME] [--retain-all]
 * [--since] [--since-times] [--in-turn] [--pull] [--by-descriptor] [--texts] [--full] [--from-memory]
 * [--consumer-ms N] [--mark] [--read-pages] [--simdjson] [--read-fields] [--keep] [--cache memory|sqlite]
 * [--policy NAME] [--warm] [--unshown] [--no-retry] [--resume] [--tokens]
 * [--parallel N] [--observe KINDS]`; ends the process if an argument is wrong. A peer ignores the options
 * that do not concern it.
 */
struct peer_options peer_options_from(char **arguments);

/* Seconds of the monotonic clock; processor time in seconds, and context switches, of all threads of this process. */
struct peer_time {
    double wall;
    double processor;
    long switches;
};

struct peer_time peer_now(void);

/* The differences between now and then. */
struct peer_time peer_since(struct peer_time start);

/* The consumer: sleeps for that long, as if it waited for a disk. */
void peer_consume(double milliseconds);

/* Says after a page that it was read, if the options ask for that. */
void peer_mark(const struct peer_options *options);

/* Says what is wrong and ends the process: the figures of wrong work are worth nothing. */
_Noreturn void peer_fail(const char *format, ...);

/* Checks pages and items against the options, and prints the line of results. */
void peer_report(const char *name, const struct peer_options *options, size_t pages, size_t items,
                 struct peer_time taken);

/* An easy handle that keeps its connection, and the body of the last answer. The memory of the body is used again. */
struct peer_connection {
    CURL *curl;
    struct curl_slist *headers;
    char *body;
    size_t length;
    size_t room;
};

/* Makes the handle, which posts JSON to the URL. The struct must not move until peer_disconnect. */
void peer_connect(struct peer_connection *connection, const struct peer_options *options);

/* Sets the text to post, which must stay until the answer has come. */
void peer_prepare(struct peer_connection *connection, const char *text, size_t length);

/* Ends the process unless the transfer succeeded and the answer has status 200. */
void peer_check(const struct peer_connection *connection, CURLcode code);

/* Posts `text` and waits for the answer, which must have status 200; its body is valid until the next call. */
void peer_post(struct peer_connection *connection, const char *text, size_t length);

void peer_disconnect(struct peer_connection *connection);

#endif
