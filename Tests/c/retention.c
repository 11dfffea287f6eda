/* Which pages stay: "retain", and updates that are retained. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

TEST(retain_last_holds_one_page)
{
    struct recorder recorder = {0}, late = {0};
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"retain\": \"last\"");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    REQUIRE_INTEGER(recorder.update_count, 5);
    for (int page = 1; page <= 5; page++) {
        const swiftpager_update *update = recorder.updates[page - 1];
        CHECK_INTEGER(swiftpager_update_page_count(update), 1);
        CHECK_PAGE(swiftpager_update_page(update, NULL), page);
        CHECK_PAGE(swiftpager_update_page_at(update, 0), page);
    }
    CHECK_STATE(pager, "/pages_held", "1");
    CHECK_STATE(pager, "/pages_loaded", "5");
    subscribe_recorder(&late, pager);
    CHECK_INTEGER(dispatch_waiting(client), 1);
    forget_updates(&recorder);
    forget_updates(&late);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_retained_update_outlives_its_pager_and_client)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_close(client, -1));
    CHECK_OK(swiftpager_client_release(client));
    for (int index = 0; index < recorder.update_count; index++) {
        for (int page = 1; page <= index + 1; page++) {
            CHECK_PAGE(swiftpager_update_page_at(recorder.updates[index], (size_t)page - 1), page);
        }
    }
    CHECK(swiftpager_update_output(newest_update(&recorder), NULL) != NULL);
    forget_updates(&recorder);
}

TEST(a_failing_update_outlives_its_pager_and_client)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/null-cursor", "bad=2", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_NULL_CURSOR);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    const swiftpager_update *update = newest_update(&recorder);
    const char *error = swiftpager_update_error(update);
    CHECK_JSON(error, "/code", "\"NULL_CURSOR\"");
    CHECK(swiftpager_update_error(update) == error);
    CHECK_PAGE(swiftpager_update_page_at(update, 0), 1);
    forget_updates(&recorder);
}

TEST(each_retain_wants_one_release)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    const swiftpager_update *update = newest_update(&recorder);
    CHECK_OK(swiftpager_update_retain(update));
    CHECK_OK(swiftpager_update_retain(update));
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_update_release(update));
    CHECK_PAGE(swiftpager_update_page(update, NULL), 1);
    CHECK_OK(swiftpager_update_release(update));
    CHECK_STATUS(swiftpager_update_release(update), SWIFTPAGER_INVALID_HANDLE);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void release_twice(void *user_data, const swiftpager_update *update)
{
    (void)user_data;
    /* Not ours to release; whatever it does to the handle, it must not crash. */
    swiftpager_update_release(update);
    swiftpager_update_release(update);
}

TEST(releasing_a_borrowed_update_crashes_nothing)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, release_twice, NULL, NULL, NULL));
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_PAGE(swiftpager_update_page_at(newest_update(&recorder), 0), 1);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
