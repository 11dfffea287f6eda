/* What reading takes of the host's memory, and what is left of it afterwards. Linux says so in /proc. */
#include "harness.h"
#include "page_server.h"
#include "pagers.h"
#include "processes.h"

#include <stdio.h>
#include <stdlib.h>

#define MEGABYTE (1u << 20)
/* For what a first request takes beside its page: threads, connections, the C library's own. */
#define SLACK (13L << 20)

/* A line of /proc/self/status, in bytes. */
static long memory_of_process(const char *name)
{
    char line[256];
    long kilobytes = -1;
    FILE *status = fopen("/proc/self/status", "r");
    REQUIRE(status != NULL);
    while (fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, name, strlen(name)) == 0) kilobytes = strtol(line + strlen(name) + 1, NULL, 10);
    }
    fclose(status);
    REQUIRE(kilobytes >= 0);
    return kilobytes * 1024;
}

struct reading {
    const char *url;
    swiftpager_status expected;
    /* The most that the process may grow meanwhile, and the most that it may have grown afterwards. */
    long peak;
    long rest;
    /* Part of the error; NULL for none. */
    const char *message;
};

static void read_page(void *context)
{
    const struct reading *reading = context;
    const long before = memory_of_process("VmRSS");
    char *error = NULL;
    swiftpager_client *client = make_client(reading->url);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"retain\": \"none\"");
    CHECK_STATUS(run(swiftpager_pager_fetch, pager, NULL, &error), reading->expected);
    if (reading->message != NULL) CHECK_CONTAINS(error, reading->message);
    swiftpager_free(error);
    const long peak = memory_of_process("VmHWM") - before;
    if (!CHECK(peak <= reading->peak))
        report_failure(__FILE__, __LINE__, "it took %ld of %ld bytes", peak, reading->peak);
    const long rest = memory_of_process("VmRSS") - before;
    if (!CHECK(rest <= reading->rest))
        report_failure(__FILE__, __LINE__, "%ld of %ld bytes stayed", rest, reading->rest);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void check_reading(const struct page_text *page, struct reading reading)
{
    reading.url = serve_page(page);
    CHECK_INTEGER(run_in_child(read_page, &reading), 0);
}

static size_t length_of(const struct page_text *page)
{
    size_t length = 0;
    free(page_text(page, &length));
    return length;
}

static void check_peak(const char *edge, long most_times)
{
    struct page_text page = {PAGE_HEAD, edge, 24 * MEGABYTE / strlen(edge), PAGE_TAIL, 0};
    long length = (long)length_of(&page);
    struct reading reading = {
        .expected = SWIFTPAGER_OK, .peak = most_times * length + SLACK, .rest = 2 * length + SLACK};
    check_reading(&page, reading);
}

TEST_OF_RELEASE(reading_a_page_takes_at_most_5_times_its_body)
{
    check_peak(PAGE_EDGE, 5);
    check_peak("{\"node\":{\"id\":\"1\",\"name\":\"Item 1\"}}", 5);
}

TEST_OF_RELEASE(reading_a_page_of_little_but_brackets_takes_at_most_6_times_its_body)
{
    check_peak("{\"node\":{\"id\":1}}", 6);
}

TEST_OF_RELEASE(a_body_of_nothing_but_values_is_refused_before_it_takes_more)
{
    static const struct page_text pages[] = {
        {PAGE_HEAD, "0", 20 * MEGABYTE / 2, PAGE_TAIL, 0},
        {"{\"errors\":[", "{}", 20 * MEGABYTE / 3, "]}", 0},
        {"{\"data\":{},\"errors\":[", "[]", 20 * MEGABYTE / 3, "]}", 0},
    };
    for (size_t index = 0; index < COUNT_OF(pages); index++) {
        check_reading(&pages[index], (struct reading){.expected = SWIFTPAGER_BAD_RESPONSE,
                                                      .peak = 120L << 20,
                                                      .rest = 40L * MEGABYTE + SLACK,
                                                      .message = "has more values than the reader accepts"});
    }
}

TEST_OF_RELEASE(a_million_errors_take_no_more_than_their_text)
{
    static const struct page_text errors = {"{\"errors\":[", "{\"message\":\"the server is tired\"}", MEGABYTE / 2,
                                            "]}", 0};
    static const struct page_text status = {"{\"errors\":[", "{\"message\":\"the server is tired\"}", MEGABYTE / 2,
                                            "]}", 503};
    const long length = (long)length_of(&errors);
    struct reading reading = {.expected = SWIFTPAGER_GRAPHQL,
                              .peak = 5 * length + SLACK,
                              .rest = 2 * length + SLACK,
                              .message = "the first error: the server is tired"};
    check_reading(&errors, reading);
    check_reading(&status, reading);
}

TEST_OF_RELEASE(a_client_keeps_little_of_the_memory_that_a_large_page_took)
{
    static const struct page_text page = {PAGE_HEAD, PAGE_EDGE, 3 * MEGABYTE / (sizeof PAGE_EDGE - 1), PAGE_TAIL, 0};
    const long peak = 5L * 3 * MEGABYTE + SLACK;
    const long rest = 2L * 3 * MEGABYTE + SLACK;
    check_reading(&page, (struct reading){.expected = SWIFTPAGER_OK, .peak = peak, .rest = rest});
}

enum { RESTING_PAGERS = 2000,
       MOST_BYTES_A_PAGER = 7500 };

/* Pagers that do nothing; in a child, whose memory no other test uses. */
static void keep_pagers(void *context)
{
    static swiftpager_pager *pagers[RESTING_PAGERS];
    (void)context;
    swiftpager_client *client = make_client("http://127.0.0.1:9/graphql");
    /* What the first ones bring along belongs to none of them. */
    for (size_t index = 0; index < RESTING_PAGERS / 10; index++) pagers[index] = make_pager(client, ITEMS_QUERY, "");
    const long before = memory_of_process("VmRSS");
    for (size_t index = RESTING_PAGERS / 10; index < RESTING_PAGERS; index++)
        pagers[index] = make_pager(client, ITEMS_QUERY, "");
    const long each = (memory_of_process("VmRSS") - before) / (RESTING_PAGERS * 9 / 10);
    if (!CHECK(each <= MOST_BYTES_A_PAGER)) report_failure(__FILE__, __LINE__, "a pager takes %ld bytes", each);
    for (size_t index = 0; index < RESTING_PAGERS; index++) CHECK_OK(swiftpager_pager_release(pagers[index]));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_pager_that_rests_takes_little)
{
    CHECK_INTEGER(run_in_child(keep_pagers, NULL), 0);
}
