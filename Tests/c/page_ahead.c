/* The page ahead of a consumer that works on another one. */
#include "harness.h"
#include "page_server.h"
#include "pagers.h"
#include "pulled.h"

#include <sys/resource.h>
#include <time.h>

/* Two megabytes: more than the sockets of a connection hold by themselves. */
#define LARGE_PAGE_EDGES 20000
#define QUICK_PAGES 40

/* The consumer works. */
static void work(long milliseconds)
{
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* Takes the next page, which has to be there already if the call may not wait. */
static void take_page(swiftpager_operation *walk, int timeout_ms)
{
    swiftpager_update *update = NULL;
    char *error = NULL;
    CHECK_OK(swiftpager_operation_next(walk, timeout_ms, &update, &error));
    CHECK(update != NULL);
    swiftpager_free(error);
    CHECK_OK(swiftpager_update_release(update));
}

/* While a consumer takes page after page, its own thread moves the transfers, and the library's thread looks less and
 * less often. It has to look again soon enough once the consumer works. */
TEST(a_large_page_travels_while_its_consumer_works_on_the_page_before)
{
    const struct page_text page = {
        .head = PAGE_HEAD, .unit = PAGE_EDGE, .count = LARGE_PAGE_EDGES, .tail = PAGE_TAIL};
    swiftpager_operation *walk = NULL;
    swiftpager_client *client = make_client(serve_page(&page));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"retain\": \"none\"");
    REQUIRE_OK(swiftpager_pager_walk(pager, NULL, &walk, NULL));
    for (int number = 0; number < QUICK_PAGES; number++) take_page(walk, 10000);
    work(1000);
    take_page(walk, 0);
    for (int number = 0; number < 3; number++) {
        work(200);
        take_page(walk, 0);
    }
    release_pulled(walk, pager, client);
}

static long page_faults(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

/* The system hands out memory page by page: for two megabytes and what reading takes, some 700 times. */
TEST(a_walk_over_large_pages_uses_the_same_memory_again)
{
    const struct page_text page = {
        .head = PAGE_HEAD, .unit = PAGE_EDGE, .count = LARGE_PAGE_EDGES, .tail = PAGE_TAIL};
    swiftpager_operation *walk = NULL;
    swiftpager_client *client = make_client(serve_page(&page));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"retain\": \"none\"");
    REQUIRE_OK(swiftpager_pager_walk(pager, NULL, &walk, NULL));
    for (int number = 0; number < QUICK_PAGES / 2; number++) take_page(walk, 10000);
    const long before = page_faults();
    for (int number = 0; number < QUICK_PAGES; number++) take_page(walk, 10000);
    const long faults = (page_faults() - before) / QUICK_PAGES;
    if (!CHECK(faults < 100)) report_failure(__FILE__, __LINE__, "%ld faults a page", faults);
    release_pulled(walk, pager, client);
}
