/*
 * Sending again what brought no answer: which failures, how often, after which waits, and what the state and the errors
 * say of it. The rows M6 to M11 of the reference's behaviours hold with "retry" off, and are tested there.
 */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <stdio.h>

#define QUICK "\"retry\": {\"base_delay_ms\": 1}"

/* Walks the list of five pages at a path of the trouble server; `status` is how that ends. */
static void check_walk(const char *path, const char *options, const char *config, swiftpager_status status, int pages)
{
    char expected[16];
    swiftpager_client *client = make_client_with(trouble_url(path, options), config);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, status);
    snprintf(expected, sizeof expected, "%d", pages);
    CHECK_STATE(pager, "/pages_loaded", expected);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_page_that_fails_once_is_asked_for_again)
{
    static const char *const paths[] = {"/html-502", "/http-429", "/close-half-way", "/close-without-length"};
    for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
        check_walk(paths[index], "bad=3&once=1&after_seconds=0", QUICK, SWIFTPAGER_OK, 5);
        fresh_key();
    }
}
