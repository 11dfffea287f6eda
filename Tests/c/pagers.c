/* Clients and pagers of the test servers. */
#include "pagers.h"

#include "harness.h"
#include "servers.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ITEMS_PER_PAGE 10

swiftpager_client *make_client_with(const char *url, const char *more)
{
    char config[1024];
    swiftpager_client *client = NULL;
    /* What a failure is, is tested once: tests of sending again say so. */
    const char *once = strstr(more, "\"retry\"") == NULL ? ", \"retry\": {\"enabled\": false}" : "";
    snprintf(config, sizeof config, "{\"endpoint\": \"%s\"%s%s%s}", url, once, more[0] == '\0' ? "" : ", ", more);
    REQUIRE_OK(swiftpager_client_create(NULL, config, NULL, &client, NULL));
    REQUIRE(client != NULL);
    return client;
}

swiftpager_client *make_client(const char *url)
{
    return make_client_with(url, "");
}

swiftpager_pager *make_pager(swiftpager_client *client, const char *query, const char *more)
{
    char config[1024];
    swiftpager_pager *pager = NULL;
    snprintf(config, sizeof config, "{\"query\": \"%s\"%s%s}", query, more[0] == '\0' ? "" : ", ", more);
    REQUIRE_OK(swiftpager_pager_create(client, NULL, config, NULL, &pager, NULL));
    REQUIRE(pager != NULL);
    return pager;
}

swiftpager_pager *make_trouble_pager(const char *path, const char *options, swiftpager_client **client)
{
    *client = make_client(trouble_url(path, options));
    return make_pager(*client, ITEMS_QUERY, "");
}

swiftpager_operation *start(load_function *load, swiftpager_pager *pager, const char *options)
{
    swiftpager_operation *operation = NULL;
    REQUIRE_OK(load(pager, options, NULL, NULL, NULL, &operation, NULL));
    REQUIRE(operation != NULL);
    return operation;
}

swiftpager_operation *start_walk(swiftpager_pager *pager, const char *options)
{
    swiftpager_operation *walk = NULL;
    REQUIRE_OK(swiftpager_pager_walk(pager, options, &walk, NULL));
    REQUIRE(walk != NULL);
    return walk;
}

swiftpager_status run(load_function *load, swiftpager_pager *pager, const char *options, char **error)
{
    swiftpager_operation *operation = NULL;
    swiftpager_status status = load(pager, options, NULL, NULL, NULL, &operation, error);
    if (status != SWIFTPAGER_OK) return status;
    status = swiftpager_operation_wait(operation, -1, error);
    CHECK_OK(swiftpager_operation_release(operation));
    return status;
}

void check_state(swiftpager_pager *pager, const char *pointer, const char *expected, const char *file, int line)
{
    char *state = NULL;
    REQUIRE_OK(swiftpager_pager_state(pager, &state));
    check_json(state, pointer, expected, file, line);
    swiftpager_free(state);
}

void check_can_load(swiftpager_pager *pager, bool next, bool previous, const char *file, int line)
{
    bool can_load = !next;
    check_status(swiftpager_pager_can_load(pager, SWIFTPAGER_KIND_NEXT, &can_load), SWIFTPAGER_OK, file, line,
                 "can_load_next");
    check_integer(can_load, next, file, line, "can_load_next");
    can_load = !previous;
    check_status(swiftpager_pager_can_load(pager, SWIFTPAGER_KIND_PREVIOUS, &can_load), SWIFTPAGER_OK, file, line,
                 "can_load_previous");
    check_integer(can_load, previous, file, line, "can_load_previous");
}

void check_page(const swiftpager_page *page, int number, const char *file, int line)
{
    char expected[2048];
    size_t written = (size_t)snprintf(expected, sizeof expected, "[");
    for (int item = (number - 1) * ITEMS_PER_PAGE + 1; item <= number * ITEMS_PER_PAGE; item++) {
        written += (size_t)snprintf(expected + written, sizeof expected - written,
                                    "%s{\"cursor\":\"item-%d\",\"node\":{\"id\":\"%d\",\"name\":\"Item %d\"}}",
                                    item % ITEMS_PER_PAGE == 1 ? "" : ",", item, item, item);
    }
    snprintf(expected + written, sizeof expected - written, "]");
    size_t length = 0;
    const char *items = swiftpager_page_items(page, &length);
    if (items == NULL || length != strlen(expected) || memcmp(items, expected, length) != 0) {
        report_failure(file, line, "the items of page %d are %.*s", number, (int)length, items == NULL ? "" : items);
    }
    check_integer((int64_t)swiftpager_page_item_count(page), ITEMS_PER_PAGE, file, line, "the page's item count");
}

static int loaded_items(swiftpager_pager *pager)
{
    char *text = NULL;
    REQUIRE_OK(swiftpager_pager_state(pager, &text));
    json_t *state = json_loads(text, 0, NULL);
    int count = (int)json_integer_value(json_object_get(state, "items_loaded"));
    json_decref(state);
    swiftpager_free(text);
    return count;
}

/* The runner ends a test that waits here for ever. */
static void wait_until_loaded(swiftpager_pager *pager, int pages)
{
    const struct timespec millisecond = {0, 1000000};
    while (loaded_items(pager) < pages * ITEMS_PER_PAGE) nanosleep(&millisecond, NULL);
}

int requests_once_loaded(swiftpager_client *client, swiftpager_pager *pager, int pages)
{
    static int round_trips;
    wait_until_loaded(pager, pages);
    swiftpager_pager *other = make_pager(client, ITEMS_QUERY, "");
    REQUIRE_OK(swiftpager_pager_fetch(other, NULL, NULL, NULL, NULL, NULL, NULL));
    wait_until_loaded(other, 1);
    CHECK_OK(swiftpager_pager_release(other));
    round_trips++;
    return server_requests() - round_trips;
}

uint32_t dispatch_waiting(swiftpager_client *client)
{
    uint32_t count = 0;
    CHECK_OK(swiftpager_client_dispatch(client, 0, 0, &count));
    return count;
}
