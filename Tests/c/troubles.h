/*
 * A walk over five pages of which the third goes wrong: what every such test checks, whatever goes wrong.
 *
 * 1. load_all, load_next and fetch end with the status, their error carries the words, and subscribers are told once.
 * 2. Pages 1 and 2 stay: in updates retained before, in the pager's state, and for a subscription made afterwards.
 * 3. Where the trouble passes, loading goes on after page 2 and the list gets complete.
 */
#ifndef TROUBLES_H
#define TROUBLES_H

#include <swiftpager.h>

struct trouble {
    const char *path;
    /* Options of the URL beside those that say which page is bad; NULL for none. */
    const char *options;
    /* Further members of the client's config. */
    const char *client;
    swiftpager_status status;
    /* What the message has to contain. */
    const char *words;
    /* "http_status" in the error as JSON text; NULL where it must not be there. */
    const char *http_status;
    /* The bad page is a page all the same, and is delivered. */
    bool has_page;
};

/* A trouble that is over when the page is asked for again. */
void check_passing_trouble(const struct trouble *trouble);

/* A page that says nothing useful of the next one: going on is refused with the same status. */
void check_lasting_trouble(const struct trouble *trouble);

/* Defines a test of one trouble; what follows the name are members of struct trouble. */
#define PASSING_TROUBLE(name, ...) \
    TEST(name) \
    { \
        check_passing_trouble(&(struct trouble){__VA_ARGS__}); \
    }
#define LASTING_TROUBLE(name, ...) \
    TEST(name) \
    { \
        check_lasting_trouble(&(struct trouble){__VA_ARGS__}); \
    }

#endif
