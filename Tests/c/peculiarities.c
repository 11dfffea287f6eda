/* Answers that are unusual but right: they arrive as the server sent them. */
#define _GNU_SOURCE /* memmem */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <jansson.h>
#include <stdio.h>

/* Walks over all pages of a path and leaves the newest update. */
static void walk_to(swiftpager_status status, const char *end, const char *path, const char *options,
                    struct recorder *recorder)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager(path, options, &client);
    subscribe_recorder(recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, status);
    CHECK_STATE(pager, "/end", end);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void walk(const char *path, const char *options, struct recorder *recorder)
{
    walk_to(SWIFTPAGER_OK, "\"complete\"", path, options, recorder);
}

static void check_five_good_pages(const char *path)
{
    struct recorder recorder = {0};
    walk(path, NULL, &recorder);
    const swiftpager_update *newest = newest_update(&recorder);
    CHECK_INTEGER(swiftpager_update_page_count(newest), 5);
    for (int page = 1; page <= 5; page++) CHECK_PAGE(swiftpager_update_page_at(newest, (size_t)page - 1), page);
    forget_updates(&recorder);
}

TEST(compressed_pages_are_unpacked)
{
    check_five_good_pages("/gzip");
}

TEST(chunks_that_cut_through_characters_are_put_together)
{
    struct recorder recorder = {0};
    walk("/chunked", NULL, &recorder);
    CHECK_INTEGER(swiftpager_update_page_count(newest_update(&recorder)), 5);
    forget_updates(&recorder);
}

TEST(names_outside_ascii_arrive_as_they_were_sent)
{
    struct recorder recorder = {0};
    walk("/unicode", "size=1&pages=2", &recorder);
    for (size_t index = 0; index < 2; index++) {
        size_t length = 0;
        const char *items = swiftpager_page_items(swiftpager_update_page_at(newest_update(&recorder), index), &length);
        REQUIRE(items != NULL);
        /* Odd pages are sent with escapes, even ones in UTF-8. */
        const char *word = index == 0 ? "Gr\\u00f6\\u00dfe" : "Gr\303\266\303\237e";
        CHECK(memmem(items, length, word, strlen(word)) != NULL);
    }
    forget_updates(&recorder);
}

/* By design: see docs/decisions/06-numbers-and-depth.md. */
TEST(an_integer_that_fits_no_machine_is_refused_and_says_so)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/big-integer", NULL, &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_BAD_RESPONSE);
    const char *error = swiftpager_update_error(newest_update(&recorder));
    REQUIRE(error != NULL);
    CHECK(strstr(error, "too large for 64 bits") != NULL);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    forget_updates(&recorder);
}

TEST(m15_an_empty_page_in_the_middle_does_not_end_the_walk)
{
    struct recorder recorder = {0};
    walk("/empty-middle", NULL, &recorder);
    REQUIRE_INTEGER(recorder.update_count, 5);
    size_t length = 0;
    const swiftpager_page *empty = swiftpager_update_page(recorder.updates[2], NULL);
    const char *items = swiftpager_page_items(empty, &length);
    CHECK_INTEGER(swiftpager_page_item_count(empty), 0);
    CHECK_INTEGER(swiftpager_update_page_count(recorder.updates[4]), 5);
    CHECK(items != NULL && length == 2 && memcmp(items, "[]", 2) == 0);
    CHECK_PAGE(swiftpager_update_page(recorder.updates[4], NULL), 5);
    forget_updates(&recorder);
}

TEST(a_page_with_null_in_place_of_its_list_has_data_and_no_items)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/edges-null", "bad=1"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"pagination\": {\"null_list\": \"empty\"}");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    size_t length = 7;
    const swiftpager_page *page = swiftpager_update_page(newest_update(&recorder), NULL);
    CHECK(swiftpager_page_items(page, &length) == NULL);
    CHECK_INTEGER(length, 0);
    CHECK_INTEGER(swiftpager_page_item_count(page), 0);
    CHECK(swiftpager_page_data(page, &length) != NULL);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(m14_a_page_with_data_and_errors_has_both_and_the_walk_goes_on)
{
    struct recorder recorder = {0};
    walk_to(SWIFTPAGER_PARTIAL_DATA, "\"PARTIAL_DATA\"", "/partial", NULL, &recorder);
    CHECK_TEXT(recorder.history, "UUUUU");
    REQUIRE_INTEGER(recorder.update_count, 5);
    size_t length = 0;
    const swiftpager_page *page = swiftpager_update_page(recorder.updates[1], NULL);
    const char *errors = swiftpager_page_errors(page, &length);
    REQUIRE(errors != NULL);
    json_t *list = json_loadb(errors, length, 0, NULL);
    CHECK_INTEGER(json_array_size(list), 1);
    json_decref(list);
    CHECK(memmem(errors, length, "The name is secret.", 19) != NULL);
    CHECK(swiftpager_page_data(page, &length) != NULL);
    CHECK_INTEGER(swiftpager_page_item_count(page), 10);
    CHECK_CONTAINS(swiftpager_update_output(newest_update(&recorder), NULL), "The name is secret.");
    CHECK(swiftpager_page_errors(swiftpager_update_page(recorder.updates[0], NULL), &length) == NULL);
    CHECK_INTEGER(length, 0);
    forget_updates(&recorder);
}

TEST(f3_a_page_with_errors_only_has_no_data)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/errors-null-data", "bad=1", &client);
    subscribe_recorder(&recorder, pager);
    char *error = NULL;
    CHECK_STATUS(run(swiftpager_pager_fetch, pager, NULL, &error), SWIFTPAGER_GRAPHQL);
    CHECK_JSON(error, "/errors/0/extensions/code", "\"INTERNAL_SERVER_ERROR\"");
    CHECK_JSON(error, "/errors/0/path", "[\"items\"]");
    swiftpager_free(error);
    CHECK_TEXT(recorder.history, "F");
    size_t length = 7;
    const swiftpager_page *page = swiftpager_update_page(newest_update(&recorder), NULL);
    REQUIRE(page != NULL);
    CHECK(swiftpager_page_data(page, &length) == NULL);
    CHECK_INTEGER(length, 0);
    CHECK(swiftpager_page_items(page, &length) == NULL);
    CHECK(swiftpager_page_errors(page, &length) != NULL);
    CHECK_INTEGER(swiftpager_page_kind(page), SWIFTPAGER_KIND_INITIAL);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(nesting_of_a_sensible_depth_is_read)
{
    struct recorder recorder = {0};
    walk("/deep", "levels=200", &recorder);
    CHECK_INTEGER(swiftpager_update_page_count(newest_update(&recorder)), 5);
    forget_updates(&recorder);
}

TEST(the_headers_of_a_request_are_those_of_the_config)
{
    struct recorder recorder = {0};
    const char *headers = "\"headers\": {\"Authorization\": \"Bearer x\", \"X-Own\": \"y\"}";
    swiftpager_client *client = make_client_with(trouble_url("/headers", NULL), headers);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    size_t length = 0;
    const char *response = swiftpager_page_response(swiftpager_update_page(newest_update(&recorder), NULL), &length);
    char agent[64];
    snprintf(agent, sizeof agent, "swiftpager/%s\"", swiftpager_version());
    const char *const words[] = {"\"Bearer x\"", "\"x-own\",\"value\":\"y\"", agent,
                                 "application/graphql-response+json, application/json;q=0.9"};
    for (size_t index = 0; index < COUNT_OF(words); index++) {
        if (memmem(response, length, words[index], strlen(words[index])) == NULL) {
            report_failure(__FILE__, __LINE__, "%s is not in %.*s", words[index], (int)length, response);
        }
    }
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
