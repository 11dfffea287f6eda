/* Lists that are read from their end: rows C of the reference's behaviours, and E3. */
#include "harness.h"
#include "lists.h"
#include "pagers.h"
#include "recorder.h"

#include <stdlib.h>

TEST(c1_c2_c6_c7_a_reverse_list_goes_back_from_its_first_page)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_shop_pager(REVERSE_QUERY, opened_before(4, 2), &client);
    CHECK_CAN_LOAD(pager, false, false);
    CHECK_RUN(swiftpager_pager_load_previous, pager, NULL, SWIFTPAGER_MISSING_INITIAL_PAGE);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_CAN_LOAD(pager, false, true);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_previous, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "UU");
    CHECK_PRODUCTS(swiftpager_update_page(recorder.updates[0], NULL), SWIFTPAGER_KIND_INITIAL, 2, 3);
    /* What lies before the start cursor of that page. */
    CHECK_PRODUCTS(swiftpager_update_page(recorder.updates[1], NULL), SWIFTPAGER_KIND_PREVIOUS, 1, 1);
    CHECK_CAN_LOAD(pager, false, false);
    CHECK_RUN(swiftpager_pager_load_previous, pager, NULL, SWIFTPAGER_PAGE_HAS_NO_MORE_CONTENT);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_PAGE_HAS_NO_MORE_CONTENT);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(c3_the_first_page_of_a_reverse_list_is_its_last_one)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_shop_pager(REVERSE_QUERY, "\"variables\": {\"last\": 2}", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "U");
    const swiftpager_update *update = newest_update(&recorder);
    CHECK_INTEGER(swiftpager_update_page_count(update), 1);
    CHECK_INTEGER(swiftpager_update_source(update, NULL), SWIFTPAGER_SOURCE_SERVER);
    const swiftpager_page *page = swiftpager_update_page(update, NULL);
    CHECK_PRODUCTS(page, SWIFTPAGER_KIND_INITIAL, 999, 1000);
    size_t length = 0;
    const char *response = swiftpager_page_response(page, &length);
    char *copy = strndup(response, length);
    CHECK_JSON(copy, "/data/products/totalCount", "1000");
    free(copy);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(c4_c5_a_previous_page_leaves_the_first_one_as_it_is)
{
    struct recorder early = {0}, late = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_shop_pager(REVERSE_QUERY, opened_before(4, 2), &client);
    subscribe_recorder(&early, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    subscribe_recorder(&late, pager);
    CHECK_RUN(swiftpager_pager_load_previous, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(late.history, "UU");
    const swiftpager_update *update = newest_update(&late);
    CHECK_INTEGER(swiftpager_update_page_count(update), 2);
    CHECK_PRODUCTS(swiftpager_update_page_at(update, 0), SWIFTPAGER_KIND_PREVIOUS, 1, 1);
    const swiftpager_page *initial = swiftpager_update_page_at(update, 1);
    CHECK_PRODUCTS(initial, SWIFTPAGER_KIND_INITIAL, 2, 3);
    /* The very same bytes. */
    size_t length = 0, length_before = 0;
    const swiftpager_page *before = swiftpager_update_page(early.updates[0], NULL);
    CHECK(swiftpager_page_response(initial, &length) == swiftpager_page_response(before, &length_before));
    CHECK_INTEGER(length, length_before);
    const char *output = swiftpager_update_output(update, NULL);
    CHECK_JSON(output, "/next_pages", "[]");
    CHECK_JSON(output, "/previous_pages/1", NULL);
    forget_updates(&early);
    forget_updates(&late);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(e3_load_all_walks_a_reverse_list_backward)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_shop_pager(
        REVERSE_QUERY, "\"variables\": {\"last\": 100}, \"load_all\": {\"emit\": \"end\"}", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "U");
    const swiftpager_update *update = newest_update(&recorder);
    CHECK_INTEGER(swiftpager_update_page_count(update), 10);
    for (int index = 0; index < 10; index++) {
        swiftpager_kind kind = index < 9 ? SWIFTPAGER_KIND_PREVIOUS : SWIFTPAGER_KIND_INITIAL;
        CHECK_PRODUCTS(swiftpager_update_page_at(update, (size_t)index), kind, index * 100 + 1, index * 100 + 100);
    }
    CHECK_STATE(pager, "/items_loaded", "1000");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
