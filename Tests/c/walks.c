/* Loading page by page, all at once, and up to a limit. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

TEST(page_by_page_to_the_end)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    char *error = NULL;
    CHECK_CAN_LOAD(pager, false, false);
    CHECK_STATUS(run(swiftpager_pager_load_next, pager, NULL, &error), SWIFTPAGER_MISSING_INITIAL_PAGE);
    CHECK_JSON(error, "/code", "\"MISSING_INITIAL_PAGE\"");
    CHECK_CONTAINS(error, "fetch");
    swiftpager_free(error);
    CHECK_RUN(swiftpager_pager_load_all, pager, GO_ON, SWIFTPAGER_MISSING_INITIAL_PAGE);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    for (int page = 2; page <= 5; page++) {
        CHECK_CAN_LOAD(pager, true, false);
        CHECK_STATE(pager, "/end", "null");
        CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    }
    CHECK_CAN_LOAD(pager, false, false);
    CHECK_STATE(pager, "/end", "\"complete\"");
    CHECK_STATE(pager, "",
                "{\"list\": {\"type\": \"cursor\", \"direction\": \"forward\", \"connection\": \"/items\","
                " \"items\": \"/edges\", \"page_info\": \"/pageInfo\", \"has_next_page\": \"/hasNextPage\","
                " \"end_cursor\": \"/endCursor\", \"has_previous_page\": null, \"start_cursor\": null,"
                " \"after\": \"after\", \"first\": null, \"before\": null, \"last\": null, \"offset\": null,"
                " \"page\": null, \"limit\": null, \"total\": null, \"page_count\": null, \"has_more\": null,"
                " \"key\": null, \"end\": null, \"cursor\": null, \"next_query\": null, \"found_by\": null},"
                " \"added\": null, \"loading\": null, \"waiting\": null, \"nested\": null, \"drift\": null,"
                " \"duplicates\": 0, \"fewer\": null, \"doubts\": [], \"null_items\": 0, \"siblings\": null,"
                " \"errors\": null, \"gaps\": 0, \"unreadable_pages\": 0, \"conflicts\": null,"
                " \"pages_held\": 5, \"pages_loaded\": 5, \"items_loaded\": 50,"
                " \"can_load_next\": false, \"can_load_previous\": false,"
                " \"ends\": {\"next\": \"complete\", \"previous\": \"complete\"}, \"end\": \"complete\","
                " \"reason\": null, \"since\": null, \"known\": 0}");
    CHECK_STATUS(run(swiftpager_pager_load_next, pager, NULL, &error), SWIFTPAGER_PAGE_HAS_NO_MORE_CONTENT);
    CHECK_JSON(error, "/code", "\"PAGE_HAS_NO_MORE_CONTENT\"");
    swiftpager_free(error);
    CHECK_INTEGER(server_requests(), 5);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(going_on_with_a_complete_list_is_ok_at_once)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_load_all(pager, GO_ON, record_completion, &recorder, record_destroy, NULL, NULL));
    CHECK_INTEGER(dispatch_waiting(client), 1);
    CHECK_TEXT(recorder.history, "CD");
    CHECK_OK(recorder.status);
    CHECK_INTEGER(server_requests(), 5);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_cancelled_refetch_keeps_the_pages)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/slow", "bad=1&ms=500", &client);
    CHECK_RUN(swiftpager_pager_load_all, pager, "{\"max_pages\": 2}", SWIFTPAGER_PAGE_LIMIT);
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, REFETCH);
    CHECK_OK(swiftpager_operation_close(operation));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_STATE(pager, "/pages_held", "2");
    subscribe_recorder(&recorder, pager);
    CHECK_INTEGER(dispatch_waiting(client), 1);
    CHECK_PAGE(swiftpager_update_page_at(newest_update(&recorder), 1), 2);
    CHECK_RUN(swiftpager_pager_load_all, pager, GO_ON, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "50");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

struct limited {
    /* The pager of each of two calls: the first walks from the start, the second continues. */
    const char *config, *first, *second;
    /* The pages held after the first call, and how the second ends. */
    const char *pages;
    swiftpager_status first_end, second_end;
    const char *all_pages;
};

static const struct limited LIMITS[] = {
    {"", "{\"max_pages\": 2}", GO_ON, "2", SWIFTPAGER_PAGE_LIMIT, SWIFTPAGER_OK, "5"},
    /* Pages are whole: the one that reaches the cap counts in full. */
    {"", "{\"max_items\": 21}", GO_ON, "3", SWIFTPAGER_PAGE_LIMIT, SWIFTPAGER_OK, "5"},
    /* The options of a call go before those of the pager. */
    {"\"load_all\": {\"max_pages\": 2}", "{\"max_pages\": 3}", GO_ON, "3", SWIFTPAGER_PAGE_LIMIT, SWIFTPAGER_OK, "5"},
    {"\"load_all\": {\"emit\": \"end\", \"max_items\": 20}", NULL, GO_ON, "2", SWIFTPAGER_PAGE_LIMIT,
     SWIFTPAGER_PAGE_LIMIT, "4"},
    {"", "{\"max_pages\": 1, \"max_items\": 9223372036854775807}", GO_ON, "1", SWIFTPAGER_PAGE_LIMIT, SWIFTPAGER_OK,
     "5"},
};

TEST(a_cap_ends_load_all_while_there_is_more)
{
    for (size_t index = 0; index < COUNT_OF(LIMITS); index++) {
        const struct limited *limited = &LIMITS[index];
        char *error = NULL;
        swiftpager_client *client = make_client(trouble_url("/good", NULL));
        swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, limited->config);
        CHECK_STATUS(run(swiftpager_pager_load_all, pager, limited->first, &error), limited->first_end);
        CHECK_JSON(error, "/code", "\"PAGE_LIMIT\"");
        swiftpager_free(error);
        CHECK_STATE(pager, "/pages_held", limited->pages);
        CHECK_STATE(pager, "/end", "null");
        CHECK_STATE(pager, "/can_load_next", "true");
        CHECK_RUN(swiftpager_pager_load_all, pager, limited->second, limited->second_end);
        CHECK_STATE(pager, "/pages_held", limited->all_pages);
        CHECK_OK(swiftpager_pager_release(pager));
        CHECK_OK(swiftpager_client_release(client));
    }
}
