/*
 * NULL for parameters: a status, or nothing to give, and never a crash. Tests/contract/test_every_function.py does that
 * for every parameter of every function, as swiftpager.abi.json has it; here is what the errors say.
 */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

static load_function *const LOADS[] = {swiftpager_pager_fetch, swiftpager_pager_load_next, swiftpager_pager_load_all};

TEST(null_arguments_of_client_create_are_refused)
{
    swiftpager_client *client = NULL;
    char *error = NULL;
    CHECK_STATUS(swiftpager_client_create(NULL, NULL, NULL, &client, &error), SWIFTPAGER_INVALID_CONFIG);
    CHECK_CONTAINS(error, "endpoint");
    CHECK(client == NULL);
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_client_create(NULL, "{\"endpoint\": \"http://localhost/\"}", NULL, NULL, &error),
                 SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(error, "out");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_client_create(NULL, NULL, NULL, &client, NULL), SWIFTPAGER_INVALID_CONFIG);
    CHECK_STATUS(swiftpager_client_create(NULL, NULL, NULL, NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
}

TEST(a_null_request_is_no_handle)
{
    size_t length = 7;
    CHECK(swiftpager_request_url(NULL) == NULL);
    CHECK(swiftpager_request_method(NULL) == NULL);
    CHECK(swiftpager_request_headers(NULL) == NULL);
    CHECK(swiftpager_request_body(NULL, &length) == NULL);
    CHECK_INTEGER(length, 0);
    CHECK_STATUS(swiftpager_request_complete(NULL, 200, NULL, NULL, 0), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_request_fail(NULL, NULL), SWIFTPAGER_INVALID_HANDLE);
}

TEST(a_null_client_is_no_handle)
{
    uint32_t count = 7;
    size_t named = 7;
    int fd = -1;
    char *text = NULL;
    swiftpager_pager *pager = NULL;
    CHECK_STATUS(swiftpager_client_dispatch(NULL, 0, 0, &count), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_dispatch(NULL, 0, 0, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_fd(NULL, &fd), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_ready(NULL, NULL, 0, &named), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_wake(NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_close(NULL, 0), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_create(NULL, NULL, "{}", NULL, &pager, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_cache_write(NULL, "a", "{}", NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_cache_read(NULL, "a", &text, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK(text == NULL);
    CHECK_STATUS(swiftpager_client_cache_evict(NULL, "a", NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_cache_clear(NULL, NULL), SWIFTPAGER_INVALID_HANDLE);
}

TEST(a_null_pager_is_no_handle)
{
    struct recorder recorder = {0};
    swiftpager_operation *operation = NULL;
    swiftpager_subscription *subscription = NULL;
    char *text = NULL;
    bool can_load = true;
    for (size_t index = 0; index < COUNT_OF(LOADS); index++) {
        CHECK_STATUS(LOADS[index](NULL, NULL, record_completion, &recorder, record_destroy, &operation, &text),
                     SWIFTPAGER_INVALID_HANDLE);
        CHECK_JSON(text, "/code", "\"INVALID_HANDLE\"");
        swiftpager_free(text);
        CHECK_STATUS(LOADS[index](NULL, NULL, NULL, NULL, NULL, NULL, NULL), SWIFTPAGER_INVALID_HANDLE);
    }
    CHECK_TEXT(recorder.history, "DDD");
    CHECK_STATUS(swiftpager_pager_reset(NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_can_load(NULL, SWIFTPAGER_KIND_NEXT, &can_load), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_state(NULL, &text), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_subscribe(NULL, record_update, &recorder, record_destroy, &subscription),
                 SWIFTPAGER_INVALID_HANDLE);
    CHECK_TEXT(recorder.history, "DDDD");
}

TEST(null_outputs_and_configs_are_refused)
{
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_pager *other = NULL;
    struct recorder recorder = {0};
    size_t named = 7;
    char *error = NULL;
    CHECK_STATUS(swiftpager_client_fd(client, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_client_ready(client, NULL, 1, NULL));
    CHECK_OK(swiftpager_client_ready(client, NULL, 1, &named));
    CHECK_INTEGER(named, 0);
    CHECK_STATUS(swiftpager_pager_create(client, NULL, NULL, NULL, &other, &error), SWIFTPAGER_INVALID_CONFIG);
    CHECK_CONTAINS(error, "query");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_pager_create(client, NULL, "{\"query\": \"" ITEMS_QUERY "\"}", NULL, NULL, NULL),
                 SWIFTPAGER_INVALID_ARGUMENT);
    const swiftpager_pager_hooks *hooks = (const swiftpager_pager_hooks *)&recorder;
    CHECK_STATUS(swiftpager_pager_create(client, NULL, "{\"query\": \"" ITEMS_QUERY "\"}", hooks, &other, &error),
                 SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(error, "hooks");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_pager_can_load(pager, SWIFTPAGER_KIND_NEXT, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_pager_state(pager, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    /* Without a callback and without a handle no update could ever be had. */
    CHECK_STATUS(swiftpager_pager_subscribe(pager, NULL, &recorder, record_destroy, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_TEXT(recorder.history, "D");
    swiftpager_subscription *subscription = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    CHECK_STATUS(swiftpager_subscription_next(subscription, 0, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_subscription_close(subscription));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(null_subscriptions_and_operations_are_no_handles)
{
    swiftpager_update *update = NULL;
    char *error = NULL;
    CHECK_STATUS(swiftpager_subscription_next(NULL, 0, &update), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_resume_token(NULL, &error), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_checkpoint(NULL, &error), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_operation_wait(NULL, 0, &error), SWIFTPAGER_INVALID_HANDLE);
    CHECK_JSON(error, "/code", "\"INVALID_HANDLE\"");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_operation_wait(NULL, 0, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_operation_next_items(NULL, 0, &error, NULL, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_operation_close(NULL), SWIFTPAGER_INVALID_HANDLE);
}

TEST(a_null_update_or_page_has_nothing)
{
    size_t length = 7;
    CHECK_STATUS(swiftpager_update_status(NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK(swiftpager_update_error(NULL) == NULL);
    CHECK_INTEGER(swiftpager_update_source(NULL, NULL), SWIFTPAGER_SOURCE_NONE);
    CHECK_INTEGER(swiftpager_update_page_count(NULL), 0);
    CHECK(swiftpager_update_page(NULL, NULL) == NULL);
    CHECK(swiftpager_update_page_at(NULL, 0) == NULL);
    CHECK(swiftpager_update_output(NULL, &length) == NULL);
    CHECK_INTEGER(length, 0);
    CHECK(swiftpager_update_output(NULL, NULL) == NULL);
    CHECK_STATUS(swiftpager_update_finish(NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_update_retain(NULL), SWIFTPAGER_INVALID_HANDLE);

    const char *(*const parts[])(const swiftpager_page *, size_t *) = {swiftpager_page_response, swiftpager_page_data,
                                                                       swiftpager_page_items, swiftpager_page_errors,
                                                                       swiftpager_page_info, swiftpager_page_extensions,
                                                                       swiftpager_page_ndjson, swiftpager_page_nested};
    for (size_t index = 0; index < COUNT_OF(parts); index++) {
        length = 7;
        CHECK(parts[index](NULL, &length) == NULL);
        CHECK_INTEGER(length, 0);
        CHECK(parts[index](NULL, NULL) == NULL);
    }
    CHECK(swiftpager_page_item(NULL, 0, &length) == NULL);
    length = 7;
    CHECK(swiftpager_page_spans(NULL, true, &length) == NULL);
    CHECK_INTEGER(length, 0);
    CHECK(swiftpager_page_spans(NULL, false, NULL) == NULL);
    CHECK_STATUS(swiftpager_page_retain(NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK(swiftpager_page_header(NULL, "content-type", &length) == NULL);
    CHECK(swiftpager_page_header(NULL, NULL, NULL) == NULL);
    bool is_change = true;
    length = 7;
    CHECK(swiftpager_update_page(NULL, &length) == NULL);
    CHECK_INTEGER(length, 0);
    CHECK_INTEGER(swiftpager_update_source(NULL, &is_change), SWIFTPAGER_SOURCE_NONE);
    CHECK(!is_change);
    CHECK_INTEGER(swiftpager_page_item_count(NULL), 0);
    CHECK_INTEGER(swiftpager_page_kind(NULL), SWIFTPAGER_KIND_NONE);
}

TEST(releasing_null_is_allowed)
{
    CHECK_OK(swiftpager_client_release(NULL));
    CHECK_OK(swiftpager_pager_release(NULL));
    CHECK_OK(swiftpager_subscription_release(NULL));
    CHECK_OK(swiftpager_operation_release(NULL));
    CHECK_OK(swiftpager_update_release(NULL));
    CHECK_OK(swiftpager_page_release(NULL));
}

TEST(optional_outputs_may_all_be_null)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    for (size_t index = 0; index < COUNT_OF(LOADS); index++) {
        CHECK_OK(LOADS[index](pager, NULL, NULL, NULL, NULL, NULL, NULL));
        /* Ends what the calls without a handle began. */
        CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    }
    CHECK_OK(swiftpager_client_dispatch(client, 0, 0, NULL));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
