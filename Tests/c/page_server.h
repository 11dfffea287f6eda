/* A server of this test's own: every page is the same but for its cursor, and as large or as strange as the test
 * likes. */
#ifndef PAGE_SERVER_H
#define PAGE_SERVER_H

#include <stddef.h>

/* What the server sends: `head`, then `unit` as often as `count` says with a comma between, then `tail`. */
struct page_text {
    const char *head;
    const char *unit;
    size_t count;
    const char *tail;
    /* 0: 200. */
    int status;
};

/* The head and tail of a page of ITEMS_QUERY that says there is another one. Between them go the edges. */
#define PAGE_HEAD "{\"data\":{\"items\":{\"pageInfo\":{\"hasNextPage\":true,\"endCursor\":\"00000000\"},\"edges\":["
#define PAGE_TAIL "]}}}"
/* An ordinary edge, of 100 bytes. */
#define PAGE_EDGE \
    "{\"cursor\":\"Y3Vyc29yOjEyMzQ1\",\"node\":{\"id\":\"8472\",\"name\":\"A lamp of oak and linen\",\"price\":49.95," \
    "\"new\":true}}"

/* The text as one string, to be freed. The first "00000000" in it is where the server puts the number of its answer. */
char *page_text(const struct page_text *page, size_t *length);

/* Starts a server in a process of its own, which ends with the caller's. Returns its URL. */
const char *serve_page(const struct page_text *page);

#endif
