/* What every test of a trouble checks. */
#include "troubles.h"

#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <stdio.h>

/* Runs load_all into the trouble, recording updates and completion in one history. */
static void walk_into(const struct trouble *trouble, swiftpager_pager *pager, struct recorder *recorder)
{
    swiftpager_operation *operation = NULL;
    char *error = NULL;
    subscribe_recorder(recorder, pager);
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, record_completion, recorder, record_destroy, &operation, &error));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, &error), trouble->status);
    CHECK_CONTAINS(error, trouble->words);
    CHECK_JSON(error, "/http_status", trouble->http_status);
    CHECK_TEXT(recorder->error, error == NULL ? "" : error);
    CHECK_STATUS(recorder->status, trouble->status);
    swiftpager_free(error);
    /* Waiting again says the same. */
    CHECK_STATUS(swiftpager_operation_wait(operation, 0, &error), trouble->status);
    CHECK_CONTAINS(error, trouble->words);
    swiftpager_free(error);
    CHECK_OK(swiftpager_operation_release(operation));
}

/* The newest update tells the trouble, and those before it still have pages 1 and 2. */
static void check_updates(const struct trouble *trouble, const struct recorder *recorder)
{
    char code[64];
    const swiftpager_update *newest = newest_update(recorder);
    snprintf(code, sizeof code, "\"%s\"", swiftpager_status_name(trouble->status));
    CHECK_STATUS(swiftpager_update_status(newest), trouble->status);
    CHECK_CONTAINS(swiftpager_update_error(newest), trouble->words);
    CHECK_JSON(swiftpager_update_error(newest), "/code", code);
    for (int index = 0; index < 2; index++) {
        CHECK_OK(swiftpager_update_status(recorder->updates[index]));
        CHECK(swiftpager_update_error(recorder->updates[index]) == NULL);
        CHECK_INTEGER(swiftpager_update_page_count(recorder->updates[index]), index + 1);
        CHECK_PAGE(swiftpager_update_page(recorder->updates[index], NULL), index + 1);
        CHECK_PAGE(swiftpager_update_page_at(recorder->updates[index], 0), 1);
    }
    CHECK_PAGE(swiftpager_update_page_at(newest, 0), 1);
    CHECK_PAGE(swiftpager_update_page_at(newest, 1), 2);
}

/* A subscription made now is first told of the pages held. */
static void check_late_subscription(swiftpager_pager *pager, size_t pages)
{
    swiftpager_subscription *late = NULL;
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &late));
    REQUIRE_OK(swiftpager_subscription_next(late, 0, &update));
    CHECK_INTEGER(swiftpager_update_page_count(update), pages);
    CHECK_PAGE(swiftpager_update_page_at(update, 0), 1);
    CHECK_PAGE(swiftpager_update_page_at(update, 1), 2);
    CHECK_OK(swiftpager_update_release(update));
    CHECK_STATUS(swiftpager_subscription_next(late, 0, &update), SWIFTPAGER_TIMEOUT);
    CHECK_OK(swiftpager_subscription_close(late));
    CHECK_OK(swiftpager_subscription_release(late));
}

static swiftpager_client *client_of(const struct trouble *trouble, const char *bad)
{
    char options[128];
    snprintf(options, sizeof options, "%s%s%s", bad, trouble->options == NULL ? "" : "&",
             trouble->options == NULL ? "" : trouble->options);
    return make_client_with(trouble_url(trouble->path, options), trouble->client == NULL ? "" : trouble->client);
}

/* A first page that goes wrong ends a fetch the same way, and nothing can be loaded after it. */
static void check_bad_first_page(const struct trouble *trouble)
{
    struct recorder recorder = {0};
    fresh_key();
    swiftpager_client *client = client_of(trouble, "bad=1&once=1");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, trouble->status);
    CHECK_TEXT(recorder.history, "F");
    CHECK_STATE(pager, "/can_load_next", "false");
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_MISSING_INITIAL_PAGE);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "FU");
    CHECK_PAGE(swiftpager_update_page(newest_update(&recorder), NULL), 1);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

void check_passing_trouble(const struct trouble *trouble)
{
    struct recorder recorder = {0};
    swiftpager_client *client = client_of(trouble, "bad=3&once=1");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    walk_into(trouble, pager, &recorder);
    CHECK_TEXT(recorder.history, "UUFCD");
    check_updates(trouble, &recorder);
    const swiftpager_page *last = swiftpager_update_page(newest_update(&recorder), NULL);
    CHECK((last != NULL) == trouble->has_page);
    CHECK_INTEGER(swiftpager_update_source(newest_update(&recorder), NULL),
                  trouble->has_page ? SWIFTPAGER_SOURCE_SERVER : SWIFTPAGER_SOURCE_NONE);
    CHECK_STATE(pager, "/loading", "null");
    CHECK_STATE(pager, "/items_loaded", "20");
    CHECK_STATE(pager, "/end", "null");
    CHECK_STATE(pager, "/can_load_next", "true");
    check_late_subscription(pager, trouble->has_page ? 3 : 2);

    CHECK_RUN(swiftpager_pager_load_all, pager, GO_ON, SWIFTPAGER_OK);
    CHECK_TEXT(recorder.history, "UUFCDUUU");
    const swiftpager_update *newest = newest_update(&recorder);
    CHECK_INTEGER(swiftpager_update_page_count(newest), 5);
    for (int page = 1; page <= 5; page++) CHECK_PAGE(swiftpager_update_page_at(newest, (size_t)page - 1), page);
    CHECK_STATE(pager, "/items_loaded", "50");
    CHECK_STATE(pager, "/pages_loaded", "5");
    CHECK_STATE(pager, "/end", "\"complete\"");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    check_bad_first_page(trouble);
}

void check_lasting_trouble(const struct trouble *trouble)
{
    char end[64];
    struct recorder recorder = {0};
    swiftpager_client *client = client_of(trouble, "bad=3");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    snprintf(end, sizeof end, "\"%s\"", swiftpager_status_name(trouble->status));
    walk_into(trouble, pager, &recorder);
    /* The third page is delivered, then the reason why there is no fourth. */
    CHECK_TEXT(recorder.history, "UUUFCD");
    check_updates(trouble, &recorder);
    CHECK(swiftpager_update_page(newest_update(&recorder), NULL) == NULL);
    CHECK_INTEGER(swiftpager_update_page_count(newest_update(&recorder)), 3);
    CHECK_STATE(pager, "/loading", "null");
    CHECK_STATE(pager, "/pages_held", "3");
    CHECK_STATE(pager, "/end", end);
    check_late_subscription(pager, 3);

    /* No request is made that could not lead anywhere. */
    CHECK_STATE(pager, "/can_load_next", "false");
    int requests = server_requests();
    CHECK_INTEGER(requests, 3);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, trouble->status);
    CHECK_RUN(swiftpager_pager_load_all, pager, GO_ON, trouble->status);
    CHECK_INTEGER(server_requests(), requests);

    /* Page by page the same: the load_next that brings the page ends with the status. */
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_next, pager, NULL, trouble->status);
    CHECK_TEXT(recorder.history, "UUUFCDUUUF");
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
