/*
 * Watching: what changes in a client's cache shows in every page that holds it, in place, without a request. The rows
 * I1, I2 and M41 of the reference's behaviours (docs/parity.md).
 */
#include "cached.h"
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "servers.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

/* Executes a request and waits for it. */
static swiftpager_status execute(swiftpager_client *client, const char *query, const char *variables, const char *more)
{
    char request[1024];
    swiftpager_operation *operation = NULL;
    snprintf(request, sizeof request, "{\"query\": \"%s\", \"variables\": %s%s}", query, variables, more);
    REQUIRE_OK(swiftpager_client_execute(client, request, NULL, NULL, NULL, &operation, NULL));
    swiftpager_status status = swiftpager_operation_wait(operation, -1, NULL);
    CHECK_OK(swiftpager_operation_release(operation));
    return status;
}

TEST(i1_i2_a_write_to_what_two_pages_show_changes_both_in_place)
{
    struct list list = {0};
    open_list(&list, "");
    write_fields(list.client, shop_key(), "{\"name\": \"The Other Shop\"}");
    /* I1: the replay, then one update for each page that shows it. */
    CHECK_UPDATES(list.client, &list.recorder, 3);
    CHECK_TEXT(list.recorder.history, "UUU");
    size_t changed[2] = {0};
    for (int index = 0; index < 2; index++) {
        const swiftpager_update *update = list.recorder.updates[1 + index];
        CHECK_INTEGER(swiftpager_update_source(update, NULL), SWIFTPAGER_SOURCE_CACHE);
        CHECK(swiftpager_update_page(update, &changed[index]) != NULL);
    }
    CHECK_INTEGER(changed[0] + changed[1], 1);
    /* I2: both show the new name, there are still two of them, and nothing was asked for. */
    const swiftpager_update *last = newest_update(&list.recorder);
    CHECK_INTEGER(swiftpager_update_page_count(last), 2);
    for (int item = 0; item < 3; item++) {
        CHECK_ITEM(last, 0, item, "/shop/name", "\"The Other Shop\"");
        CHECK_ITEM(last, 1, item, "/shop/name", "\"The Other Shop\"");
    }
    CHECK_INTEGER(shop_requests(), 2);
    close_list(&list);
}

TEST(a_write_changes_exactly_the_page_that_shows_it)
{
    struct list list = {0};
    open_list(&list, "");
    write_fields(list.client, product_key(5), "{\"name\": \"Renamed\"}");
    CHECK_UPDATES(list.client, &list.recorder, 2);
    const swiftpager_update *update = newest_update(&list.recorder);
    CHECK_CHANGE(update, 1);
    CHECK_ITEM(update, 1, 1, "/name", "\"Renamed\"");
    /* The rest is what it was, and where it was. */
    CHECK(swiftpager_page_response(swiftpager_update_page_at(update, 0), NULL) ==
          swiftpager_page_response(swiftpager_update_page_at(list.recorder.updates[0], 0), NULL));
    CHECK_INTEGER(swiftpager_page_kind(swiftpager_update_page(update, NULL)), SWIFTPAGER_KIND_NEXT);
    CHECK_STATE(list.pager, "/pages_held", "2");
    CHECK_STATE(list.pager, "/items_loaded", "6");
    CHECK_CAN_LOAD(list.pager, true, false);
    CHECK_INTEGER(shop_requests(), 2);
    close_list(&list);
}

TEST(a_mutation_changes_the_page_that_shows_the_object)
{
    struct list list = {0};
    open_list(&list, "");
    /* A price that no other test looks at, and that differs each time. */
    int price = 1000 + (int)(time(NULL) % 100000);
    CHECK_OK(execute(list.client, PRICE_MUTATION, product_variables(6, price), ""));
    CHECK_UPDATES(list.client, &list.recorder, 2);
    CHECK_CHANGE(newest_update(&list.recorder), 1);
    char number[32];
    snprintf(number, sizeof number, "%d.0", price);
    CHECK_ITEM(newest_update(&list.recorder), 1, 2, "/price", number);
    CHECK_INTEGER(shop_requests(), 3);
    close_list(&list);
}

TEST(another_query_changes_the_page_that_shows_the_object)
{
    struct list list = {0};
    open_list(&list, "");
    /* What the server says: it takes back what was written here. */
    write_fields(list.client, product_key(2), "{\"name\": \"Ours\"}");
    CHECK_UPDATES(list.client, &list.recorder, 2);
    CHECK_OK(execute(list.client, "query ($id: ID!) { product(id: $id) { id name } }", product_variables(2, 0), ""));
    CHECK_UPDATES(list.client, &list.recorder, 3);
    CHECK_CHANGE(newest_update(&list.recorder), 0);
    CHECK_ITEM(newest_update(&list.recorder), 0, 1, "/name", "\"Oak Chair No. 2\"");
    /* What goes past the cache does not. */
    write_fields(list.client, product_key(2), "{\"name\": \"Ours\"}");
    CHECK_UPDATES(list.client, &list.recorder, 4);
    CHECK_OK(execute(list.client, "query ($id: ID!) { product(id: $id) { id name } }", product_variables(2, 0),
                     ", \"cache_policy\": \"fetch_ignoring_cache_completely\""));
    CHECK_UPDATES(list.client, &list.recorder, 4);
    close_list(&list);
}

TEST(m41_clearing_the_cache_leaves_the_pages)
{
    struct list list = {0};
    open_list(&list, "");
    CHECK_OK(swiftpager_client_cache_clear(list.client, NULL));
    CHECK_OK(swiftpager_client_cache_evict(list.client, product_key(1), NULL));
    CHECK_UPDATES(list.client, &list.recorder, 1);
    CHECK_STATE(list.pager, "/pages_held", "2");
    /* A page that cannot be read whole stays as it was. */
    write_fields(list.client, product_key(1), "{\"name\": \"Half\"}");
    CHECK_UPDATES(list.client, &list.recorder, 1);
    CHECK_INTEGER(shop_requests(), 2);
    close_list(&list);
}

#define HOST_QUERY \
    "query ($after: String) { items(after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } }"

/* A list whose client asks the server for pages that are not whole any more. */
static void open_refetched_list(struct list *list, const char *url)
{
    list->client = make_client_with(url, MEMORY ", \"refetch_incomplete\": true");
    list->pager = make_pager(list->client, CACHED_QUERY, "");
    CHECK_RUN(swiftpager_pager_fetch, list->pager, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_next, list->pager, NULL, SWIFTPAGER_OK);
    subscribe_recorder(&list->recorder, list->pager);
    CHECK_UPDATES(list->client, &list->recorder, 1);
}

TEST(m41_a_page_that_is_not_whole_any_more_is_asked_for_again_where_that_is_wanted)
{
    struct list list = {0};
    open_refetched_list(&list, counted_shop_url());
    write_fields(list.client, product_key(5), "{\"name\": \"Of this program\"}");
    CHECK_UPDATES(list.client, &list.recorder, 2);
    CHECK_OK(swiftpager_client_cache_evict(list.client, product_key(5), NULL));
    CHECK_UPDATES(list.client, &list.recorder, 3);
    CHECK_CHANGE(newest_update(&list.recorder), 1);
    CHECK_ITEM(newest_update(&list.recorder), 1, 1, "/name", "\"Oak Clock No. 5\"");
    CHECK_INTEGER(shop_requests(), 3);
    /* All pages are: each once. */
    CHECK_OK(swiftpager_client_cache_clear(list.client, NULL));
    CHECK_UPDATES(list.client, &list.recorder, 5);
    CHECK_INTEGER(shop_requests(), 5);
    CHECK_STATE(list.pager, "/pages_held", "2");
    close_list(&list);
}

TEST(a_page_that_cannot_be_asked_for_again_stays_as_it_was)
{
    struct list list = {0};
    struct host host = {0};
    list.client = make_host_client(&host, MEMORY ", \"refetch_incomplete\": true");
    list.pager = make_pager(list.client, HOST_QUERY, "");
    CHECK_RUN(swiftpager_pager_fetch, list.pager, NULL, SWIFTPAGER_OK);
    subscribe_recorder(&list.recorder, list.pager);
    CHECK_UPDATES(list.client, &list.recorder, 1);
    host.keeps = true;
    CHECK_OK(swiftpager_client_cache_clear(list.client, NULL));
    CHECK_UPDATES(list.client, &list.recorder, 1);
    REQUIRE_INTEGER(host.request_count, 2);
    CHECK_OK(swiftpager_request_fail(host.requests[1], "the wire is cut"));
    CHECK_UPDATES(list.client, &list.recorder, 1);
    CHECK_STATE(list.pager, "/pages_held", "1");
    /* Once: whatever is written meanwhile, and as long as it is not whole. */
    write_fields(list.client, "QUERY_ROOT", "{\"items\": {\"edges\": []}}");
    CHECK_UPDATES(list.client, &list.recorder, 1);
    CHECK_INTEGER(host.request_count, 2);
    close_list(&list);
}

TEST(what_is_not_held_any_more_is_not_watched)
{
    struct list list = {0};
    open_list(&list, "");
    CHECK_OK(swiftpager_pager_reset(list.pager));
    write_fields(list.client, product_key(1), "{\"name\": \"After the reset\"}");
    CHECK_UPDATES(list.client, &list.recorder, 1);
    /* It begins anew with what is loaded then. */
    CHECK_RUN(swiftpager_pager_fetch, list.pager, REFETCH, SWIFTPAGER_OK);
    write_fields(list.client, product_key(4), "{\"name\": \"On no page now\"}");
    write_fields(list.client, product_key(1), "{\"name\": \"On the first\"}");
    CHECK_UPDATES(list.client, &list.recorder, 3);
    CHECK_ITEM(newest_update(&list.recorder), 0, 0, "/name", "\"On the first\"");
    close_list(&list);
    /* Nothing is left to be told: what is written after a release must not trap. */
    open_list(&list, "");
    swiftpager_client *client = list.client;
    CHECK_OK(swiftpager_pager_release(list.pager));
    write_fields(client, product_key(1), "{\"name\": \"After the release\"}");
    CHECK_OK(swiftpager_client_dispatch(client, 50, 0, NULL));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_STATUS(swiftpager_client_cache_write(client, "a", "{}", NULL), SWIFTPAGER_INVALID_HANDLE);
    forget_updates(&list.recorder);
}

TEST(only_retained_pages_are_watched)
{
    struct list last = {0};
    open_list(&last, "\"retain\": \"last\"");
    write_fields(last.client, product_key(1), "{\"name\": \"Gone\"}");
    CHECK_UPDATES(last.client, &last.recorder, 1);
    write_fields(last.client, product_key(4), "{\"name\": \"Held\"}");
    CHECK_UPDATES(last.client, &last.recorder, 2);
    CHECK_CHANGE(newest_update(&last.recorder), 0);
    CHECK_ITEM(newest_update(&last.recorder), 0, 0, "/name", "\"Held\"");
    close_list(&last);

    struct recorder recorder = {0};
    swiftpager_client *client = make_client_with(counted_shop_url(), MEMORY);
    swiftpager_pager *none = make_pager(client, CACHED_QUERY, "\"retain\": \"none\"");
    subscribe_recorder(&recorder, none);
    CHECK_RUN(swiftpager_pager_fetch, none, NULL, SWIFTPAGER_OK);
    write_fields(client, product_key(1), "{\"name\": \"Not kept\"}");
    CHECK_UPDATES(client, &recorder, 1);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(none));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_pulled_operation_is_told_of_no_later_changes)
{
    swiftpager_update *update = NULL;
    swiftpager_client *client = make_client_with(counted_shop_url(), MEMORY);
    swiftpager_pager *pager = make_pager(client, CACHED_QUERY, "");
    swiftpager_operation *walk = start_walk(pager, "{\"max_pages\": 3}");
    for (int page = 0; page < 3; page++) {
        size_t index = 0;
        REQUIRE_OK(swiftpager_operation_next(walk, -1, &update, NULL));
        CHECK_INTEGER(swiftpager_update_source(update, NULL), SWIFTPAGER_SOURCE_SERVER);
        CHECK(swiftpager_update_page(update, &index) != NULL);
        CHECK_INTEGER(index, page);
        bool is_change = true;
        CHECK(swiftpager_update_source(update, &is_change) != SWIFTPAGER_SOURCE_NONE);
        CHECK(!is_change);
        CHECK_OK(swiftpager_update_release(update));
        write_fields(client, product_key(1), page == 0 ? "{\"name\": \"A\"}" : "{\"name\": \"B\"}");
    }
    CHECK_STATUS(swiftpager_operation_next(walk, -1, &update, NULL), SWIFTPAGER_PAGE_LIMIT);
    CHECK_OK(swiftpager_operation_release(walk));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_change_that_came_while_another_waited_makes_the_descriptor_readable)
{
    int fd = -1;
    swiftpager_update *update = NULL;
    swiftpager_subscription *subscription = NULL;
    swiftpager_client *client = make_client_with(shop_url(), MEMORY);
    swiftpager_pager *pager = make_pager(client, CACHED_QUERY, "");
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    REQUIRE_OK(swiftpager_subscription_fd(subscription, &fd));
    struct pollfd waiting = {.fd = fd, .events = POLLIN};
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    REQUIRE_OK(swiftpager_subscription_next(subscription, -1, &update));
    CHECK_OK(swiftpager_update_release(update));
    write_fields(client, product_key(1), "{\"name\": \"First\"}");
    CHECK_INTEGER(poll(&waiting, 1, 10000), 1);
    write_fields(client, product_key(1), "{\"name\": \"Last\"}");
    wait_a_moment();
    REQUIRE_OK(swiftpager_subscription_next(subscription, 0, &update));
    /* While the program works on that change, and makes no other call, it sees that there is another one. */
    CHECK_INTEGER(poll(&waiting, 1, 10000), 1);
    CHECK_OK(swiftpager_update_release(update));
    REQUIRE_OK(swiftpager_subscription_next(subscription, 0, &update));
    CHECK_CONTAINS(swiftpager_page_items(swiftpager_update_page(update, NULL), NULL), "Last");
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void write_from_callback(void *user_data, const swiftpager_update *update)
{
    struct list *list = user_data;
    char *text = NULL;
    record_update(&list->recorder, update);
    if (list->recorder.update_count > 1) return;
    CHECK_OK(swiftpager_client_cache_write(list->client, product_key(1), "{\"name\": \"From inside\"}", NULL));
    CHECK_OK(swiftpager_client_cache_read(list->client, product_key(1), &text, NULL));
    CHECK_CONTAINS(text, "From inside");
    swiftpager_free(text);
    CHECK_OK(swiftpager_client_cache_evict(list->client, "Nothing:1", NULL));
}

TEST(the_cache_can_be_used_inside_a_callback)
{
    struct list list = {0};
    list.client = make_client_with(counted_shop_url(), MEMORY);
    list.pager = make_pager(list.client, CACHED_QUERY, "");
    REQUIRE_OK(swiftpager_pager_subscribe(list.pager, write_from_callback, &list, NULL, NULL));
    CHECK_RUN(swiftpager_pager_fetch, list.pager, NULL, SWIFTPAGER_OK);
    CHECK_UPDATES(list.client, &list.recorder, 2);
    CHECK_ITEM(newest_update(&list.recorder), 0, 0, "/name", "\"From inside\"");
    close_list(&list);
}

static long resident_kilobytes(void)
{
    struct rusage usage;
    REQUIRE(getrusage(RUSAGE_SELF, &usage) == 0);
    return usage.ru_maxrss;
}

TEST(a_burst_of_writes_holds_no_walk_back_and_takes_no_memory)
{
    char fields[64];
    swiftpager_update *update = NULL;
    swiftpager_subscription *subscription = NULL;
    swiftpager_client *client = make_client_with(counted_shop_url(), MEMORY);
    swiftpager_pager *pager = make_pager(client, CACHED_QUERY, "\"variables\": {\"first\": 100}");
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    swiftpager_operation *walk = start(swiftpager_pager_load_all, pager, NULL);
    int pages = 0, changes = 0, writes = 0;
    while (pages < 10) {
        REQUIRE_OK(swiftpager_subscription_next(subscription, -1, &update));
        if (swiftpager_update_source(update, NULL) == SWIFTPAGER_SOURCE_SERVER) {
            pages++;
            /* It takes its time with each page, and the first one changes a thousand times meanwhile. */
            for (int write = 0; write < 1000; write++) {
                snprintf(fields, sizeof fields, "{\"name\": \"No. %d\"}", ++writes);
                write_fields(client, product_key(1), fields);
            }
        } else {
            changes++;
        }
        CHECK_OK(swiftpager_update_release(update));
    }
    long before = resident_kilobytes();
    for (int write = 0; write < 10000; write++) {
        snprintf(fields, sizeof fields, "{\"name\": \"No. %d\"}", ++writes);
        write_fields(client, product_key(1), fields);
    }
    CHECK(resident_kilobytes() - before < 20000);
    /* It gets the page as it is now, and not as it was 10,000 times. */
    char name[32];
    bool is_newest = false;
    snprintf(name, sizeof name, "\"No. %d\"", writes);
    while (swiftpager_subscription_next(subscription, is_newest ? 50 : 10000, &update) == SWIFTPAGER_OK) {
        size_t length = 0;
        const char *item = swiftpager_page_item(swiftpager_update_page_at(update, 0), 0, &length);
        char *copy = strndup(item, length);
        CHECK_CHANGE(update, 0);
        changes++;
        is_newest = strstr(copy, name) != NULL;
        free(copy);
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK(is_newest);
    CHECK(changes >= 1 && changes <= 40);
    CHECK_OK(swiftpager_operation_wait(walk, -1, NULL));
    CHECK_STATE(pager, "/pages_held", "10");
    CHECK_OK(swiftpager_operation_release(walk));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
