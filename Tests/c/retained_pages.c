/* Pages that outlive their update, and what SWIFTPAGER_DEBUG=1 makes of those that were given back. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "pulled.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>
#include <stdlib.h>

/* The first page of five, of an update that is the caller's. Client and pager are gone. */
static const swiftpager_page *first_page(const char *config, swiftpager_update **update)
{
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, config);
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, PULL);
    REQUIRE_OK(swiftpager_operation_next(operation, -1, update, NULL));
    release_pulled(operation, pager, client);
    return swiftpager_update_page(*update, NULL);
}

static void check_stale(const swiftpager_page *page)
{
    size_t count = 7;
    CHECK(swiftpager_page_response(page, NULL) == NULL);
    CHECK(swiftpager_page_spans(page, true, &count) == NULL);
    CHECK_INTEGER(count, 0);
    CHECK_INTEGER(swiftpager_page_kind(page), SWIFTPAGER_KIND_NONE);
    CHECK_STATUS(swiftpager_page_retain(page), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_page_release(page), SWIFTPAGER_INVALID_HANDLE);
}

TEST(a_retained_page_outlives_its_update)
{
    swiftpager_update *update = NULL;
    const swiftpager_page *page = first_page("", &update);
    const char *item = swiftpager_page_item(page, 3, NULL);
    CHECK_OK(swiftpager_page_retain(page));
    CHECK_OK(swiftpager_page_retain(page));
    CHECK_OK(swiftpager_update_release(update));
    CHECK_PAGE(page, 1);
    CHECK(swiftpager_page_item(page, 3, NULL) == item);
    CHECK_INTEGER(swiftpager_page_kind(page), SWIFTPAGER_KIND_INITIAL);
    CHECK_OK(swiftpager_page_release(page));
    CHECK_PAGE(page, 1);
    CHECK_OK(swiftpager_page_retain(page));
    CHECK_OK(swiftpager_page_release(page));
    CHECK_OK(swiftpager_page_release(page));
    check_stale(page);
}

TEST(a_page_that_was_not_retained_ends_with_its_update)
{
    swiftpager_update *update = NULL;
    const swiftpager_page *page = first_page("", &update);
    CHECK_STATUS(swiftpager_page_release(page), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(swiftpager_last_error(), "belongs to its update");
    CHECK_OK(swiftpager_page_retain(page));
    CHECK_OK(swiftpager_page_release(page));
    CHECK_STATUS(swiftpager_page_release(page), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_PAGE(page, 1);
    CHECK_OK(swiftpager_update_release(update));
    check_stale(page);
}

static void keep_page(void *user_data, const swiftpager_update *update)
{
    const swiftpager_page **page = user_data;
    *page = swiftpager_update_page(update, NULL);
    CHECK_OK(swiftpager_page_retain(*page));
}

TEST(a_page_can_be_kept_beyond_a_callback)
{
    const swiftpager_page *page = NULL;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, keep_page, (void *)&page, NULL, NULL));
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_PAGE(page, 1);
    CHECK_OK(swiftpager_page_release(page));
    check_stale(page);
}

TEST(a_retained_page_does_not_hold_a_walk_back)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *operation = start_walk(pager, NULL);
    const swiftpager_page *pages[5] = {NULL};
    for (int index = 0; index < 5; index++) {
        swiftpager_update *update = NULL;
        REQUIRE_OK(swiftpager_operation_next(operation, -1, &update, NULL));
        pages[index] = swiftpager_update_page(update, NULL);
        CHECK_OK(swiftpager_page_retain(pages[index]));
        CHECK_OK(swiftpager_update_release(update));
    }
    expect_end(operation, SWIFTPAGER_OK);
    release_pulled(operation, pager, client);
    for (int index = 0; index < 5; index++) {
        CHECK_PAGE(pages[index], index + 1);
        CHECK_OK(swiftpager_page_release(pages[index]));
    }
}

/* --- Races -------------------------------------------------------------------------------------------------------- */

struct race {
    const swiftpager_page *page;
    int retained;
};

static void *retain_and_release(void *user_data)
{
    struct race *race = user_data;
    swiftpager_status status = SWIFTPAGER_OK;
    while ((status = swiftpager_page_retain(race->page)) == SWIFTPAGER_OK) {
        race->retained++;
        CHECK_INTEGER(swiftpager_page_item_count(race->page), 10);
        CHECK_OK(swiftpager_page_release(race->page));
    }
    CHECK_STATUS(status, SWIFTPAGER_INVALID_HANDLE);
    return NULL;
}

TEST(threads_may_retain_a_page_while_its_update_is_released)
{
    const int rounds = round_count(20, 500);
    for (int round = 0; round < rounds; round++) {
        swiftpager_update *update = NULL;
        struct race races[4] = {{NULL, 0}};
        pthread_t threads[COUNT_OF(races)];
        const swiftpager_page *page = first_page("", &update);
        for (size_t index = 0; index < COUNT_OF(races); index++) {
            races[index].page = page;
            REQUIRE_INTEGER(pthread_create(&threads[index], NULL, retain_and_release, &races[index]), 0);
        }
        CHECK_OK(swiftpager_update_release(update));
        for (size_t index = 0; index < COUNT_OF(races); index++) pthread_join(threads[index], NULL);
        check_stale(page);
    }
}

/* --- SWIFTPAGER_DEBUG --------------------------------------------------------------------------------------------- */

/* What a page lends. */
struct lent {
    const char *response, *item, *items, *lines, *header, *model, *output, *info;
    const uint64_t *spans, *elements;
};

static struct lent borrow(const swiftpager_update *update, const swiftpager_page *page)
{
    return (struct lent){
        .response = swiftpager_page_response(page, NULL),
        .item = swiftpager_page_item(page, 1, NULL),
        .items = swiftpager_page_items(page, NULL),
        .lines = swiftpager_page_ndjson(page, NULL),
        .header = swiftpager_page_header(page, "content-type", NULL),
        .model = swiftpager_page_model(page, NULL),
        .output = swiftpager_update_output(update, NULL),
        .info = swiftpager_page_info(page, NULL),
        .spans = swiftpager_page_spans(page, true, NULL),
        .elements = swiftpager_page_spans(page, false, NULL),
    };
}

static void check_poisoned(const struct lent *lent)
{
    const char *const texts[] = {lent->response, lent->item, lent->items, lent->lines,
                                 lent->header, lent->model, lent->output, lent->info};
    for (size_t index = 0; index < COUNT_OF(texts); index++) {
        REQUIRE(texts[index] != NULL);
        CHECK_INTEGER((unsigned char)texts[index][0], 0xDD);
        CHECK_INTEGER((unsigned char)texts[index][1], 0xDD);
    }
    CHECK_INTEGER(lent->spans[0], 0xDDDDDDDDDDDDDDDD);
    CHECK_INTEGER(lent->elements[1], 0xDDDDDDDDDDDDDDDD);
}

static swiftpager_status make_model(void *user_data, const char *page_json, size_t length, char **out_json)
{
    (void)user_data, (void)page_json, (void)length;
    char *text = swiftpager_alloc(8);
    if (text != NULL) memcpy(text, "[1,2,3]", 8);
    return give_text(out_json, text);
}

/* Answers a request of `send` with a page and a header. */
static void send_page(void *user_data, swiftpager_request *request)
{
    (void)user_data;
    const char *body = host_page(request);
    CHECK_OK(swiftpager_request_complete(request, 200, "{\"Content-Type\": \"application/json\"}", body, strlen(body)));
}

/* The pager holds its page, and another update shows it: only what was lent to this one is overwritten. */
TEST(a_page_that_was_given_back_is_overwritten_if_the_environment_asks_for_it)
{
    setenv("SWIFTPAGER_DEBUG", "1", 1);
    struct recorder recorder = {0};
    swiftpager_transport transport = {.struct_size = sizeof transport, .send = send_page};
    swiftpager_pager_hooks hooks = {.struct_size = sizeof hooks, .transform = make_model};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    REQUIRE_OK(swiftpager_client_create(NULL, "{\"endpoint\": \"http://localhost/\"}", &transport, &client, NULL));
    REQUIRE_OK(swiftpager_pager_create(client, ITEMS_QUERY, NULL, &hooks, &pager, NULL));
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    const swiftpager_update *update = newest_update(&recorder);
    const swiftpager_page *page = swiftpager_update_page(update, NULL);
    const swiftpager_page *kept = swiftpager_update_page_at(update, 0);
    CHECK_OK(swiftpager_page_retain(kept));
    struct lent lent = borrow(update, page), still_lent = borrow(update, kept);
    swiftpager_update *current = NULL;
    CHECK_OK(swiftpager_pager_current(pager, &current));
    const char *other = swiftpager_page_response(swiftpager_update_page(current, NULL), NULL);

    forget_updates(&recorder);
    check_poisoned(&lent);
    CHECK_CONTAINS(other, "\"data\"");
    CHECK_CONTAINS(still_lent.response, "\"data\"");
    CHECK_TEXT(swiftpager_page_model(kept, NULL), "[1,2,3]");

    CHECK_OK(swiftpager_page_release(kept));
    still_lent.output = lent.output;
    check_poisoned(&still_lent);
    CHECK_OK(swiftpager_update_release(current));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    check_poisoned(&lent);
}

/* More than is kept: the oldest is freed, and nothing grows without end. */
TEST(overwritten_pages_do_not_pile_up)
{
    setenv("SWIFTPAGER_DEBUG", "1", 1);
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "size=100", &client);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    size_t given_back = 0;
    while (given_back < (size_t)100 << 20) {
        swiftpager_update *update = NULL;
        size_t length = 0;
        REQUIRE_OK(swiftpager_pager_current(pager, &update));
        CHECK(swiftpager_page_response(swiftpager_update_page(update, NULL), &length) != NULL);
        CHECK_OK(swiftpager_update_release(update));
        given_back += length;
    }
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
