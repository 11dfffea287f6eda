/* What subscribers are told, in which order, and what an update holds. */
#define _GNU_SOURCE /* memmem */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <jansson.h>

TEST(updates_come_in_order_each_with_one_page_more)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(shop_url());
    swiftpager_pager *pager = make_pager(client, PRODUCTS_QUERY, "");
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, record_destroy, NULL));
    swiftpager_operation *operation = NULL;
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, record_completion, &recorder, NULL, &operation, NULL));
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_TEXT(recorder.history, "UUUUUUUUUUC");
    for (int index = 0; index < recorder.update_count; index++) {
        const swiftpager_update *update = recorder.updates[index];
        const swiftpager_page *last = swiftpager_update_page(update, NULL);
        CHECK_INTEGER(swiftpager_update_page_count(update), index + 1);
        CHECK_INTEGER(swiftpager_update_source(update, NULL), SWIFTPAGER_SOURCE_SERVER);
        CHECK_INTEGER(swiftpager_page_item_count(last), 100);
        CHECK_INTEGER(swiftpager_page_kind(last), index == 0 ? SWIFTPAGER_KIND_INITIAL : SWIFTPAGER_KIND_NEXT);
        CHECK(swiftpager_update_page_at(update, (size_t)index + 1) == NULL);
        CHECK(swiftpager_update_page_at(update, SIZE_MAX) == NULL);
        CHECK(swiftpager_update_page(update, NULL) == last);
    }
    CHECK_STATE(pager, "/items_loaded", "1000");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(all_subscribers_see_the_same_updates)
{
    struct recorder recorders[3] = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    for (size_t index = 0; index < COUNT_OF(recorders); index++) subscribe_recorder(&recorders[index], pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    for (size_t index = 0; index < COUNT_OF(recorders); index++) {
        CHECK_TEXT(recorders[index].history, "UUUUUU");
        CHECK_INTEGER(swiftpager_update_page_count(newest_update(&recorders[index])), 1);
        forget_updates(&recorders[index]);
    }
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(m30_a_late_subscriber_gets_the_current_state_first)
{
    struct recorder early = {0}, late = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    subscribe_recorder(&early, pager);
    CHECK_INTEGER(dispatch_waiting(client), 0);
    CHECK_RUN(swiftpager_pager_load_all, pager, "{\"max_pages\": 3}", SWIFTPAGER_PAGE_LIMIT);
    subscribe_recorder(&late, pager);
    CHECK_INTEGER(dispatch_waiting(client), 1);
    CHECK_TEXT(late.history, "U");
    CHECK_INTEGER(swiftpager_update_page_count(newest_update(&late)), 3);
    CHECK_PAGE(swiftpager_update_page(newest_update(&late), NULL), 3);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(late.history, "UU");
    CHECK_TEXT(early.history, "UUUFU");
    forget_updates(&early);
    forget_updates(&late);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(m31_after_a_reset_a_subscriber_stays_and_is_told_of_the_next_fetch)
{
    struct recorder early = {0}, late = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    subscribe_recorder(&early, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_reset(pager));
    CHECK_CAN_LOAD(pager, false, false);
    subscribe_recorder(&late, pager);
    CHECK_INTEGER(dispatch_waiting(client), 0);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_MISSING_INITIAL_PAGE);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(early.history, "UUUUUU");
    CHECK_TEXT(late.history, "U");
    forget_updates(&early);
    forget_updates(&late);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(m24_m43_loading_goes_on_without_its_only_subscriber)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/gated", "bad=2", &client);
    swiftpager_subscription *subscription = NULL;
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, NULL, &subscription));
    CHECK_INTEGER(dispatch_waiting(client), 1);
    swiftpager_operation *operation = start(swiftpager_pager_load_next, pager, NULL);
    CHECK(wait_for_requests(2));
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    open_gate();
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/pages_held", "3");
    CHECK_INTEGER(server_requests(), 3);
    CHECK_TEXT(recorder.history, "U");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(emit_end_tells_subscribers_once)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"load_all\": {\"emit\": \"end\"}");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "U");
    CHECK_INTEGER(swiftpager_update_page_count(newest_update(&recorder)), 5);
    CHECK_PAGE(swiftpager_update_page(newest_update(&recorder), NULL), 5);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(m10_emit_end_shows_the_pages_before_a_failure)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/html-502", "bad=4"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"load_all\": {\"emit\": \"end\"}");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_HTTP);
    CHECK_TEXT(recorder.history, "UF");
    CHECK_INTEGER(swiftpager_update_page_count(recorder.updates[0]), 3);
    /* The page that fails was asked for once. */
    CHECK_INTEGER(server_requests(), 4);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(m23_emit_end_shows_the_pages_before_a_cancel)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/stall", "bad=4"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"load_all\": {\"emit\": \"end\"}");
    subscribe_recorder(&recorder, pager);
    swiftpager_operation *operation = start(swiftpager_pager_load_all, pager, NULL);
    CHECK(wait_for_requests(4));
    CHECK_OK(swiftpager_operation_close(operation));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_TEXT(recorder.history, "U");
    CHECK_INTEGER(swiftpager_update_page_count(newest_update(&recorder)), 3);
    CHECK_STATE(pager, "/pages_held", "3");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(the_output_is_json_with_every_response)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/unicode", NULL, &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    const swiftpager_update *update = newest_update(&recorder);
    size_t length = 0, page_length = 0;
    const char *output = swiftpager_update_output(update, &length);
    REQUIRE(output != NULL);
    CHECK_INTEGER(strlen(output), length);
    CHECK(swiftpager_update_output(update, NULL) == output);
    json_t *root = json_loads(output, JSON_ALLOW_NUL, NULL);
    REQUIRE(root != NULL);
    CHECK_INTEGER(json_object_size(root), 3);
    CHECK_INTEGER(json_array_size(json_object_get(root, "previous_pages")), 0);
    CHECK(json_is_object(json_object_get(root, "initial_page")));
    CHECK_INTEGER(json_array_size(json_object_get(root, "next_pages")), 4);
    json_decref(root);
    for (size_t index = 0; index < 5; index++) {
        const char *response = swiftpager_page_response(swiftpager_update_page_at(update, index), &page_length);
        CHECK(memmem(output, length, response, page_length) != NULL);
    }
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(the_parts_of_a_page_are_slices_of_its_response)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/partial", "bad=1", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    const swiftpager_page *page = swiftpager_update_page(newest_update(&recorder), NULL);
    const char *(*const parts[])(const swiftpager_page *, size_t *) = {swiftpager_page_data, swiftpager_page_items,
                                                                       swiftpager_page_errors};
    const char *const starts[] = {"{\"items\":", "[{\"cursor\":", "[{\"message\":"};
    size_t whole = 0, length = 0;
    const char *response = swiftpager_page_response(page, &whole);
    for (size_t index = 0; index < COUNT_OF(parts); index++) {
        const char *part = parts[index](page, &length);
        CHECK(part > response && part + length < response + whole);
        CHECK(strncmp(part, starts[index], strlen(starts[index])) == 0);
        CHECK(parts[index](page, NULL) == part);
    }
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(nodes_are_the_items_where_the_query_asks_for_them)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(shop_url());
    swiftpager_pager *pager =
        make_pager(client,
                   "query ($after: String) { products(first: 7, after: $after) { edges { cursor } nodes { name }"
                   " pageInfo { hasNextPage endCursor } } }",
                   "");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    size_t length = 0;
    const swiftpager_page *page = swiftpager_update_page(newest_update(&recorder), NULL);
    const char *items = swiftpager_page_items(page, &length);
    REQUIRE(items != NULL);
    CHECK(memmem(items, length, "\"name\"", 6) != NULL);
    CHECK(memmem(items, length, "\"cursor\"", 8) == NULL);
    CHECK_INTEGER(swiftpager_page_item_count(page), 7);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_subscription_with_a_callback_goes_on_without_its_handle)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_subscription *subscription = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, record_destroy, &subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_STATUS(swiftpager_subscription_close(subscription), SWIFTPAGER_INVALID_HANDLE);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "U");
    CHECK_OK(swiftpager_pager_close(pager));
    CHECK_TEXT(recorder.history, "UD");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
