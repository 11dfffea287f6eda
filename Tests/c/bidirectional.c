/* Lists that are read both ways from their middle: rows D of the reference's behaviours, and E4 to E6. */
#include "harness.h"
#include "lists.h"
#include "pagers.h"
#include "recorder.h"

#include <jansson.h>
#include <stdio.h>

/* Opens the list of the shop behind product 998, so that a page of one is 999, then 1000, and 998 is before it. */
static swiftpager_pager *make_middle(const char *more, swiftpager_client **client)
{
    char config[512];
    snprintf(config, sizeof config, "%s%s", opened_after(998, 1), more);
    return make_shop_pager(BOTH_WAYS_QUERY, config, client);
}

TEST(d1_d4_a_fetch_in_the_middle_is_one_update_with_one_page)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_middle("", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "U");
    const swiftpager_update *update = newest_update(&recorder);
    CHECK_INTEGER(swiftpager_update_page_count(update), 1);
    CHECK_INTEGER(swiftpager_update_source(update, NULL), SWIFTPAGER_SOURCE_SERVER);
    CHECK_PRODUCTS(swiftpager_update_page(update, NULL), SWIFTPAGER_KIND_INITIAL, 999, 999);
    CHECK_CAN_LOAD(pager, true, true);
    CHECK_STATE(pager, "/ends", "{\"next\": null, \"previous\": null}");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(d2_d3_d5_d6_pages_join_at_both_ends_in_the_order_of_the_list)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_middle("", &client);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "UU");
    const swiftpager_update *update = newest_update(&recorder);
    CHECK_INTEGER(swiftpager_update_page_count(update), 2);
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 0), SWIFTPAGER_KIND_INITIAL, 999, 999);
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 1), SWIFTPAGER_KIND_NEXT, 1000, 1000);
    CHECK_CAN_LOAD(pager, false, true);
    CHECK_STATE(pager, "/end", "null");

    CHECK_RUN(swiftpager_pager_load_previous, pager, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_previous, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "UUUU");
    update = newest_update(&recorder);
    CHECK_INTEGER(swiftpager_update_page_count(update), 4);
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 0), SWIFTPAGER_KIND_PREVIOUS, 997, 997);
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 1), SWIFTPAGER_KIND_PREVIOUS, 998, 998);
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 2), SWIFTPAGER_KIND_INITIAL, 999, 999);
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 3), SWIFTPAGER_KIND_NEXT, 1000, 1000);
    CHECK_PRODUCTS(swiftpager_update_page(update, NULL), SWIFTPAGER_KIND_PREVIOUS, 997, 997);
    size_t index = 9;
    CHECK(swiftpager_update_page(update, &index) != NULL);
    CHECK_INTEGER(index, 0);
    /* The whole output has the same order. */
    json_t *output = json_loads(swiftpager_update_output(update, NULL), 0, NULL);
    const char *name = NULL;
    CHECK_INTEGER(json_unpack(json_array_get(json_object_get(output, "previous_pages"), 0), "{s{s{s[{ss}]}}}", "data",
                              "products", "nodes", "name", &name),
                  0);
    CHECK_CONTAINS(name, "No. 997");
    json_decref(output);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(e4_e5_e6_load_all_takes_next_pages_first_then_previous_ones)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    char config[512];
    snprintf(config, sizeof config, "%s, \"load_all\": {\"emit\": \"end\"}", opened_after(850, 100));
    swiftpager_pager *pager = make_shop_pager(BOTH_WAYS_QUERY, config, &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "U");
    const swiftpager_update *update = newest_update(&recorder);
    /* 851 to 950 first, 951 to 1000 after it, and 50, 100, 100, … before it. */
    CHECK_INTEGER(swiftpager_update_page_count(update), 11);
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 0), SWIFTPAGER_KIND_PREVIOUS, 1, 50);
    for (int index = 1; index < 9; index++) {
        CHECK_PRODUCTS(swiftpager_update_page_at(update, (size_t)index), SWIFTPAGER_KIND_PREVIOUS, index * 100 - 49,
                       index * 100 + 50);
    }
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 9), SWIFTPAGER_KIND_INITIAL, 851, 950);
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 10), SWIFTPAGER_KIND_NEXT, 951, 1000);
    CHECK_PRODUCTS(swiftpager_update_page(update, NULL), SWIFTPAGER_KIND_PREVIOUS, 1, 50);
    CHECK_STATE(pager, "/items_loaded", "1000");
    CHECK_STATE(pager, "/end", "\"complete\"");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(one_load_at_a_time_also_backward)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_middle("", &client);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    swiftpager_operation *operation = start(swiftpager_pager_load_previous, pager, NULL);
    CHECK_STATE(pager, "/loading", "\"load_previous\"");
    CHECK_RUN(swiftpager_pager_load_previous, pager, NULL, SWIFTPAGER_LOAD_IN_PROGRESS);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_LOAD_IN_PROGRESS);
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_run_retains_what_its_options_say)
{
    static const struct {
        const char *config, *options;
        int held, held_after_another;
    } RUNS[] = {
        {"", "{\"retain\": \"none\"}", 0, 1},
        {", \"retain\": \"last\"", "{\"retain\": \"all\"}", 2, 1},
    };
    for (size_t index = 0; index < COUNT_OF(RUNS); index++) {
        struct recorder recorder = {0};
        swiftpager_client *client = NULL;
        char number[16];
        swiftpager_pager *pager = make_middle(RUNS[index].config, &client);
        CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
        CHECK_RUN(swiftpager_pager_load_previous, pager, RUNS[index].options, SWIFTPAGER_OK);
        snprintf(number, sizeof number, "%d", RUNS[index].held);
        CHECK_STATE(pager, "/pages_held", number);
        subscribe_recorder(&recorder, pager);
        CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
        const swiftpager_update *update = newest_update(&recorder);
        size_t changed = 9;
        CHECK(swiftpager_update_page(update, &changed) != NULL);
        CHECK_PRODUCTS(swiftpager_update_page_at(update, changed), SWIFTPAGER_KIND_NEXT, 1000, 1000);
        CHECK_INTEGER(changed + 1, swiftpager_update_page_count(update));
        forget_updates(&recorder);
        snprintf(number, sizeof number, "%d", RUNS[index].held_after_another);
        CHECK_STATE(pager, "/pages_held", number);
        CHECK_STATE(pager, "/pages_loaded", "3");
        CHECK_RUN(swiftpager_pager_fetch, pager, "{\"retain\": \"some\"}", SWIFTPAGER_INVALID_CONFIG);
        CHECK_OK(swiftpager_pager_release(pager));
        CHECK_OK(swiftpager_client_release(client));
    }
}
