/* A thread sees its own writes in what it reads next: the list, the state and pulled updates. */
#include "cached.h"
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <stdio.h>
#include <string.h>

/* How often each write is made. Before, most of the reads after it saw the older page. */
#define ROUNDS 100

/* The price of a product of the second page, 4 to 6, as the current list shows it. */
static void check_current_price(swiftpager_pager *pager, int product, const char *price)
{
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_pager_current(pager, &update));
    REQUIRE(update != NULL);
    CHECK_ITEM(update, 1, product - 4, "/price", price);
    CHECK_OK(swiftpager_update_release(update));
}

static void set_price_on_server(swiftpager_client *client, int product, double price)
{
    char request[1024];
    swiftpager_operation *operation = NULL;
    snprintf(request, sizeof request, "{\"query\": \"%s\", \"variables\": %s}", PRICE_MUTATION,
             product_variables(product, price));
    REQUIRE_OK(swiftpager_client_execute(client, request, NULL, NULL, NULL, &operation, NULL));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_OK(swiftpager_operation_release(operation));
}

static const char *text_of(double price)
{
    static char text[32];
    snprintf(text, sizeof text, "%.2f", price);
    return text;
}

TEST(the_current_list_shows_a_write_that_has_returned)
{
    struct list list = {0};
    open_list(&list, "");
    for (int round = 1; round <= ROUNDS; round++) {
        char fields[64];
        snprintf(fields, sizeof fields, "{\"price\": %s}", text_of(round));
        write_fields(list.client, product_key(5), fields);
        check_current_price(list.pager, 5, text_of(round));
    }
    close_list(&list);
}

TEST(the_current_list_shows_a_mutation_that_has_ended)
{
    struct list list = {0};
    open_list(&list, "");
    for (int round = 1; round <= ROUNDS / 5; round++) {
        set_price_on_server(list.client, 5, 5000 + round);
        check_current_price(list.pager, 5, text_of(5000 + round));
    }
    close_list(&list);
}

TEST(the_current_list_shows_what_another_pager_of_the_client_has_loaded)
{
    struct list list = {0};
    open_list(&list, "");
    swiftpager_client *elsewhere = make_client(shop_url());
    swiftpager_pager *other = make_pager(list.client, CACHED_QUERY, "\"variables\": {\"first\": 6}");
    for (int round = 1; round <= ROUNDS / 5; round++) {
        set_price_on_server(elsewhere, 4, 6000 + round);
        CHECK_RUN(swiftpager_pager_fetch, other, REFETCH, SWIFTPAGER_OK);
        check_current_price(list.pager, 4, text_of(6000 + round));
    }
    CHECK_OK(swiftpager_pager_release(other));
    CHECK_OK(swiftpager_client_release(elsewhere));
    close_list(&list);
}

TEST(a_write_right_after_a_load_shows_in_the_loaded_page)
{
    swiftpager_client *client = make_client_with(shop_url(), MEMORY);
    for (int round = 1; round <= ROUNDS / 5; round++) {
        swiftpager_pager *pager = make_pager(client, CACHED_QUERY, "");
        CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
        CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
        char fields[64];
        snprintf(fields, sizeof fields, "{\"price\": %s}", text_of(7000 + round));
        write_fields(client, product_key(5), fields);
        check_current_price(pager, 5, text_of(7000 + round));
        CHECK_OK(swiftpager_pager_release(pager));
    }
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_pull_without_time_has_the_update_of_a_write_that_has_returned)
{
    struct list list = {0};
    open_list(&list, "");
    swiftpager_subscription *subscription = NULL;
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(list.pager, NULL, NULL, NULL, &subscription));
    REQUIRE_OK(swiftpager_subscription_next(subscription, 0, &update));
    CHECK_OK(swiftpager_update_release(update));
    for (int round = 1; round <= ROUNDS; round++) {
        char fields[64];
        snprintf(fields, sizeof fields, "{\"price\": %s}", text_of(round));
        write_fields(list.client, product_key(5), fields);
        REQUIRE_OK(swiftpager_subscription_next(subscription, 0, &update));
        CHECK_ITEM(update, 1, 1, "/price", text_of(round));
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_STATUS(swiftpager_subscription_next(subscription, 0, &update), SWIFTPAGER_TIMEOUT);
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    close_list(&list);
}

TEST(a_new_subscription_begins_with_a_write_that_has_returned)
{
    struct list list = {0};
    open_list(&list, "");
    for (int round = 1; round <= ROUNDS; round++) {
        char fields[64];
        swiftpager_subscription *subscription = NULL;
        swiftpager_update *update = NULL;
        snprintf(fields, sizeof fields, "{\"price\": %s}", text_of(round));
        write_fields(list.client, product_key(5), fields);
        REQUIRE_OK(swiftpager_pager_subscribe(list.pager, NULL, NULL, NULL, &subscription));
        REQUIRE_OK(swiftpager_subscription_next(subscription, 0, &update));
        CHECK_ITEM(update, 1, 1, "/price", text_of(round));
        CHECK_OK(swiftpager_update_release(update));
        CHECK_OK(swiftpager_subscription_close(subscription));
        CHECK_OK(swiftpager_subscription_release(subscription));
    }
    close_list(&list);
}

TEST(the_state_counts_the_pages_that_an_eviction_has_made_unreadable)
{
    struct list list = {0};
    open_list(&list, "");
    for (int round = 0; round < ROUNDS; round++) {
        char *record = NULL;
        REQUIRE_OK(swiftpager_client_cache_read(list.client, product_key(5), &record, NULL));
        CHECK_OK(swiftpager_client_cache_evict(list.client, product_key(5), NULL));
        CHECK_STATE(list.pager, "/unreadable_pages", "1");
        write_fields(list.client, product_key(5), record);
        CHECK_STATE(list.pager, "/unreadable_pages", "0");
        swiftpager_free(record);
    }
    close_list(&list);
}

/* The update of a write is on its way while the callback of the one before it runs. */
struct reader {
    struct list list;
    int calls;
};

static void write_and_read(void *user_data, const swiftpager_update *update)
{
    struct reader *reader = user_data;
    (void)update;
    reader->calls++;
    if (reader->calls > ROUNDS) return;
    char fields[64];
    snprintf(fields, sizeof fields, "{\"price\": %s}", text_of(8000 + reader->calls));
    write_fields(reader->list.client, product_key(5), fields);
    check_current_price(reader->list.pager, 5, text_of(8000 + reader->calls));
}

TEST(a_callback_that_writes_reads_its_own_write)
{
    struct reader reader = {0};
    open_list(&reader.list, "");
    swiftpager_subscription *subscription = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(reader.list.pager, write_and_read, &reader, NULL, &subscription));
    while (reader.calls <= ROUNDS) REQUIRE_OK(swiftpager_client_dispatch(reader.list.client, 1000, 0, NULL));
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    close_list(&reader.list);
}
