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

/* The same by offsets: the page server finds the offset, too. */
#define OFFSET_QUERY \
    "query Products($offset: Int!, $limit: Int!) { products(offset: $offset, limit: $limit) {" \
    " totalCount edges { node { id name price description inStock } } } }"

struct peer_options {
    const char *url;
    size_t pages;        /* how many there must be, for each pager */
    size_t size;         /* items on each */
    size_t pagers;       /* how many walk the list, on one client */
    size_t concurrency;  /* how many pages of an offset list may be under way at once; 0: a list of cursors */
    bool in_turn;        /* one pager after the other, instead of all at once */
    bool pull;           /* ask for page after page, without a callback */
    bool full;           /* keep the last page, and read of each what there is */
    bool from_memory;    /* pages that the peer itself makes, where it can; no server */
    const char *cache;   /* where responses are kept: "memory" or "sqlite"; NULL: nowhere */
    const char *policy;  /* what the walk has to do with it; NULL: what is usual */
    bool warm;           /* walk once before the clock starts */
    bool unshown;        /* write what no page shows */
    bool no_retry;       /* send nothing again */
    bool resume;         /* go on from a token that stands for the beginning */
    const char *observe; /* the kinds of events that are told, a JSON array; NULL: none */
    bool tokens;         /* finish with each page and take a token */
    size_t parallel;     /* requests for lists inside a page that are under way at once */
    double consumer_ms;  /* how long the consumer works on each page */
    bool read_fields;    /* read every node's fields into structs */
    bool keep;           /* and keep the structs of all pages to the end */
};

/*
 * Reads `--url U --pages N [--size N] [--pagers N] [--concurrency N] [--in-turn] [--pull] [--full] [--from-memory]
 * [--consumer-ms N] [--read-fields] [--keep] [--cache memory|sqlite] [--policy NAME] [--warm] [--unshown] [--no-retry]
 * [--resume] [--tokens] [--parallel N] [--observe KINDS]`; ends the process when an argument is wrong. A peer ignores
 * what it has no use for.
 */
struct peer_options peer_options_from(char **arguments);

/* Seconds of the monotonic clock, seconds of the processors that all threads of this process took, and how often these
 * threads gave a processor up or lost it. */
struct peer_time {
    double wall;
    double processor;
    long switches;
};

struct peer_time peer_now(void);

/* What passed since then. */
struct peer_time peer_since(struct peer_time start);

/* The consumer: does nothing for that long, as if it waited for a disk. */
void peer_consume(double milliseconds);

/* Says what is wrong and ends the process; a benchmark of wrong work is worth nothing. */
_Noreturn void peer_fail(const char *format, ...);

/* Prints the line of results, after checking pages and items against the options. */
void peer_report(const char *name, const struct peer_options *options, size_t pages, size_t items,
                 struct peer_time taken);

/* An easy handle that keeps its connection, and the body of the last answer in memory that is used again. */
struct peer_connection {
    CURL *curl;
    struct curl_slist *headers;
    char *body;
    size_t length;
    size_t room;
};

/* Gets ready to post JSON to the URL; must stay where it is until peer_disconnect. */
void peer_connect(struct peer_connection *connection, const struct peer_options *options);

/* Posts `text` and waits for the answer, which must have status 200; its body is valid until the next call. */
void peer_post(struct peer_connection *connection, const char *text, size_t length);

void peer_disconnect(struct peer_connection *connection);

#endif
