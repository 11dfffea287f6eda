/* exit() at random moments, while pages of several megabytes are received and read. SWIFTPAGER_LONG=1: 1,000 times. */
#include "harness.h"
#include "page_server.h"
#include "pagers.h"
#include "processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define WALKS 4
#define LONGEST_WORK_US 60000
#define HANDLER_MS 10
#define PAGE_BYTES (5u << 20)

static const struct page_text large_page = {PAGE_HEAD, PAGE_EDGE, PAGE_BYTES / sizeof PAGE_EDGE, PAGE_TAIL, 0};

struct moment {
    const char *url;
    long microseconds;
    bool calls_late;
};

static void start_walks(const struct moment *moment)
{
    for (int walk = 0; walk < WALKS; walk++) {
        start(swiftpager_pager_load_all, make_pager(make_client(moment->url), ITEMS_QUERY, "\"retain\": \"none\""),
              NULL);
    }
}

/* Handlers of the host that were registered first run last: after whatever libraries do at exit, and while the walks go
 * on. This one takes its time, as one that writes a file would. */
static void take_time(void)
{
    struct timespec time = {0, HANDLER_MS * 1000000};
    nanosleep(&time, NULL);
}

static void call_the_library(void)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    char *error = NULL;
    REQUIRE_OK(swiftpager_client_create(NULL, "{\"endpoint\": \"http://localhost/\"}", NULL, &client, NULL));
    /* Whether a config is still read that late is not promised; an answer is. */
    swiftpager_pager_create(client, NULL, "{\"query\": \"" ITEMS_QUERY "\", \"variables\": {}}", NULL, &pager, &error);
    swiftpager_free(error);
    REQUIRE_OK(swiftpager_pager_release(pager));
    REQUIRE_OK(swiftpager_client_release(client));
}

static void exit_at(void *context)
{
    const struct moment *moment = context;
    const int failed_before = failed_check_count();
    struct timespec time = {0, moment->microseconds * 1000};
    atexit(moment->calls_late ? call_the_library : take_time);
    start_walks(moment);
    nanosleep(&time, NULL);
    exit(failed_check_count() - failed_before);
}

TEST(exit_at_any_moment_of_four_walks_is_clean)
{
    const int rounds = round_count(40, 1000);
    const char *url = serve_page(&large_page);
    unsigned int seed = (unsigned int)time(NULL);
    printf("  seed %u\n", seed);
    srand(seed);
    for (int round = 0; round < rounds; round++) {
        struct moment moment = {url, rand() % LONGEST_WORK_US, round % 8 == 0};
        if (!CHECK_INTEGER(run_in_child(exit_at, &moment), 0)) {
            report_failure(__FILE__, __LINE__, "after %ld us, in round %d", moment.microseconds, round);
        }
    }
}
