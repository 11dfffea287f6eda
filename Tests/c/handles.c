/*
 * Handles that are stale, of another kind, or no handles at all: many of them, and most functions.
 * Tests/contract/test_every_function.py calls every function there is with a few.
 */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

/* One live handle of each kind. */
struct handles {
    void *of_client, *of_pager, *of_subscription, *of_operation, *of_update, *of_page;
};

static struct handles make_handles(void)
{
    static struct recorder recorder;
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_subscription *subscription = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, &recorder, NULL, &subscription));
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    REQUIRE_OK(swiftpager_operation_wait(operation, -1, NULL));
    const swiftpager_update *update = newest_update(&recorder);
    return (struct handles){client, pager, subscription, operation, (void *)update,
                            (void *)swiftpager_update_page(update, NULL)};
}

static void release_handles(const struct handles *handles)
{
    CHECK_OK(swiftpager_update_release(handles->of_update));
    CHECK_OK(swiftpager_operation_release(handles->of_operation));
    CHECK_OK(swiftpager_subscription_close(handles->of_subscription));
    CHECK_OK(swiftpager_subscription_release(handles->of_subscription));
    CHECK_OK(swiftpager_pager_release(handles->of_pager));
    CHECK_OK(swiftpager_client_release(handles->of_client));
}

/* Calls functions that take a handle of some kind with a handle of another kind. */
static void refuse_as_client(void *handle)
{
    int fd = 0;
    size_t named = 0;
    swiftpager_pager *pager = NULL;
    CHECK_STATUS(swiftpager_client_dispatch(handle, 0, 0, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_fd(handle, &fd), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_ready(handle, NULL, 0, &named), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_wake(handle), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_close(handle, 0), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_create(handle, NULL, "{\"query\": \"" ITEMS_QUERY "\"}", NULL, &pager, NULL),
                 SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_create(handle, ITEMS_QUERY, NULL, NULL, &pager, NULL),
                 SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_close(handle, 0), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_client_release(handle), SWIFTPAGER_INVALID_HANDLE);
}

static void refuse_as_pager(void *handle)
{
    load_function *const loads[] = {swiftpager_pager_fetch, swiftpager_pager_load_next, swiftpager_pager_load_previous,
                                    swiftpager_pager_load_all};
    struct recorder recorder = {0};
    swiftpager_operation *operation = NULL;
    for (size_t index = 0; index < COUNT_OF(loads); index++) {
        CHECK_STATUS(loads[index](handle, NULL, record_completion, &recorder, record_destroy, &operation, NULL),
                     SWIFTPAGER_INVALID_HANDLE);
        CHECK(operation == NULL);
    }
    bool can_load = false;
    char *state = NULL;
    CHECK_STATUS(swiftpager_pager_reset(handle), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_can_load(handle, SWIFTPAGER_KIND_NEXT, &can_load), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_state(handle, &state), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_resume_token(handle, &state), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_checkpoint(handle, &state), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_subscribe(handle, record_update, &recorder, record_destroy, NULL),
                 SWIFTPAGER_INVALID_HANDLE);
    CHECK_TEXT(recorder.history, "DDDDD");
    CHECK_STATUS(swiftpager_pager_close(handle), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_pager_release(handle), SWIFTPAGER_INVALID_HANDLE);
}

static void refuse_as_subscription(void *handle)
{
    swiftpager_update *update = NULL;
    CHECK_STATUS(swiftpager_subscription_next(handle, 0, &update), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_subscription_close(handle), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_subscription_release(handle), SWIFTPAGER_INVALID_HANDLE);
}

static void refuse_as_operation(void *handle)
{
    char *items = NULL;
    CHECK_STATUS(swiftpager_operation_wait(handle, 0, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_operation_next_items(handle, 0, &items, NULL, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_operation_close(handle), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_operation_release(handle), SWIFTPAGER_INVALID_HANDLE);
}

static void refuse_as_update(void *handle)
{
    CHECK_STATUS(swiftpager_update_status(handle), SWIFTPAGER_INVALID_HANDLE);
    CHECK(swiftpager_update_error(handle) == NULL);
    CHECK_INTEGER(swiftpager_update_source(handle, NULL), SWIFTPAGER_SOURCE_NONE);
    CHECK_INTEGER(swiftpager_update_page_count(handle), 0);
    CHECK(swiftpager_update_page(handle, NULL) == NULL);
    CHECK(swiftpager_update_page_at(handle, 0) == NULL);
    CHECK(swiftpager_update_output(handle, NULL) == NULL);
    CHECK_STATUS(swiftpager_update_finish(handle), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_update_retain(handle), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_update_release(handle), SWIFTPAGER_INVALID_HANDLE);
}

static void refuse_as_page(void *handle)
{
    size_t length = 7;
    CHECK(swiftpager_page_response(handle, &length) == NULL);
    CHECK_INTEGER(length, 0);
    CHECK(swiftpager_page_data(handle, &length) == NULL);
    CHECK(swiftpager_page_items(handle, &length) == NULL);
    CHECK(swiftpager_page_errors(handle, &length) == NULL);
    CHECK(swiftpager_page_info(handle, &length) == NULL);
    CHECK(swiftpager_page_extensions(handle, &length) == NULL);
    CHECK(swiftpager_page_item(handle, 0, &length) == NULL);
    CHECK(swiftpager_page_ndjson(handle, &length) == NULL);
    CHECK(swiftpager_page_nested(handle, &length) == NULL);
    CHECK(swiftpager_page_header(handle, "content-type", &length) == NULL);
    CHECK(swiftpager_page_spans(handle, true, &length) == NULL);
    CHECK_STATUS(swiftpager_page_retain(handle), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_page_release(handle), SWIFTPAGER_INVALID_HANDLE);
    CHECK_INTEGER(swiftpager_page_item_count(handle), 0);
    CHECK_INTEGER(swiftpager_page_kind(handle), SWIFTPAGER_KIND_NONE);
}

static void refuse_as_anything(void *handle)
{
    refuse_as_client(handle);
    refuse_as_pager(handle);
    refuse_as_subscription(handle);
    refuse_as_operation(handle);
    refuse_as_update(handle);
    refuse_as_page(handle);
}

TEST(a_handle_of_another_kind_is_refused)
{
    struct handles handles = make_handles();
    void *const all[] = {handles.of_client, handles.of_pager, handles.of_subscription,
                         handles.of_operation, handles.of_update, handles.of_page};
    void (*const refuse[])(void *) = {refuse_as_client, refuse_as_pager, refuse_as_subscription,
                                      refuse_as_operation, refuse_as_update, refuse_as_page};
    for (size_t kind = 0; kind < COUNT_OF(all); kind++) {
        for (size_t other = 0; other < COUNT_OF(refuse); other++) {
            if (kind != other) refuse[other](all[kind]);
        }
    }
    CHECK_PAGE(handles.of_page, 1);
    release_handles(&handles);
}

TEST(a_released_handle_is_stale)
{
    struct handles handles = make_handles();
    release_handles(&handles);
    refuse_as_anything(handles.of_client);
    refuse_as_anything(handles.of_pager);
    refuse_as_anything(handles.of_subscription);
    refuse_as_anything(handles.of_operation);
    refuse_as_anything(handles.of_update);
    refuse_as_anything(handles.of_page);
}

TEST(random_bits_are_no_handle)
{
    uint64_t bits = 0x9e3779b97f4a7c15;
    struct handles handles = make_handles();
    for (int round = 0; round < 2000; round++) {
        bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
        refuse_as_anything((void *)(uintptr_t)bits);
        /* As a handle has them: bit 62 set and bit 63 clear, and the lowest set. */
        refuse_as_anything((void *)(uintptr_t)((bits & ~(UINT64_C(1) << 63)) | UINT64_C(1) << 62 | 1));
    }
    const uint64_t chosen[] = {2, 0xfffffffe, 0xffffffff, UINT64_C(1) << 32, UINT64_C(0xffffffff) << 32 | 1,
                               UINT64_MAX};
    for (size_t index = 0; index < COUNT_OF(chosen); index++) refuse_as_anything((void *)(uintptr_t)chosen[index]);
    refuse_as_anything(&bits);
    release_handles(&handles);
}

TEST(a_handle_has_bit_62_set_and_bit_63_clear)
{
    struct handles handles = make_handles();
    const void *const all[] = {handles.of_client, handles.of_pager, handles.of_subscription,
                               handles.of_operation, handles.of_update, handles.of_page};
    for (size_t index = 0; index < COUNT_OF(all); index++) {
        uint64_t bits = (uint64_t)(uintptr_t)all[index];
        CHECK_INTEGER(bits >> 62, 1);
        CHECK_INTEGER(bits & 1, 1);
        /* Not any other bits that lead to the same slot. */
        refuse_as_anything((void *)(uintptr_t)(bits ^ UINT64_C(1) << 62));
        refuse_as_anything((void *)(uintptr_t)(bits | UINT64_C(1) << 63));
        refuse_as_anything((void *)(uintptr_t)(bits ^ UINT64_C(1) << 56));
        refuse_as_anything((void *)(uintptr_t)(bits ^ 1));
    }
    release_handles(&handles);
}

TEST(a_stale_handle_does_not_reach_the_next_object)
{
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *stale = make_pager(client, ITEMS_QUERY, "");
    CHECK_OK(swiftpager_pager_release(stale));
    /* More than enough objects to use every slot that is free again. */
    for (int round = 0; round < 500; round++) {
        swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
        CHECK(pager != stale);
        CHECK_STATUS(swiftpager_pager_release(stale), SWIFTPAGER_INVALID_HANDLE);
        CHECK_STATE(pager, "/pages_held", "0");
        CHECK_OK(swiftpager_pager_release(pager));
    }
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_borrowed_update_is_stale_after_its_callback)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    const swiftpager_update *update = newest_update(&recorder);
    const swiftpager_page *page = swiftpager_update_page(update, NULL);
    CHECK_PAGE(page, 1);
    CHECK_OK(swiftpager_update_release(update));
    refuse_as_update((void *)update);
    refuse_as_page((void *)page);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
