/* The parts of a page that are taken out of it: its items one by one or one a line, its page info, its extensions. */
#define _GNU_SOURCE /* memmem */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <jansson.h>
#include <stdio.h>

/* Fetches the first page of a path. The update that holds it is the recorder's. */
static const swiftpager_page *first_page(const char *path, const char *options, struct recorder *recorder)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager(path, options, &client);
    subscribe_recorder(recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    return swiftpager_update_page(newest_update(recorder), NULL);
}

/* Compares a slice with text, and that it lies inside the response. */
static void check_slice(const swiftpager_page *page, const char *slice, size_t length, const char *expected)
{
    size_t whole = 0;
    const char *response = swiftpager_page_response(page, &whole);
    CHECK(slice >= response && slice + length <= response + whole);
    if (length != strlen(expected) || memcmp(slice, expected, length) != 0) {
        report_failure(__FILE__, __LINE__, "the slice is %.*s, not %s", (int)length, slice, expected);
    }
}

TEST(an_edge_gives_its_node_in_place)
{
    struct recorder recorder = {0};
    const swiftpager_page *page = first_page("/good", NULL, &recorder);
    REQUIRE_INTEGER(swiftpager_page_item_count(page), 10);
    for (size_t index = 0; index < 10; index++) {
        char expected[64];
        size_t length = 0;
        snprintf(expected, sizeof expected, "{\"id\":\"%zu\",\"name\":\"Item %zu\"}", index + 1, index + 1);
        const char *item = swiftpager_page_item(page, index, &length);
        REQUIRE(item != NULL);
        check_slice(page, item, length, expected);
        CHECK(swiftpager_page_item(page, index, NULL) == item);
    }
    const size_t outside[] = {10, 11, SIZE_MAX / 2, SIZE_MAX};
    for (size_t index = 0; index < COUNT_OF(outside); index++) {
        size_t length = 7;
        CHECK(swiftpager_page_item(page, outside[index], &length) == NULL);
        CHECK_INTEGER(length, 0);
    }
    forget_updates(&recorder);
}

TEST(an_item_that_is_no_edge_is_given_as_it_is)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(shop_url());
    swiftpager_pager *pager = make_pager(client,
                                         "query ($after: String) { products(first: 3, after: $after) { nodes { id }"
                                         " pageInfo { hasNextPage endCursor } } }",
                                         "");
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    const swiftpager_page *page = swiftpager_update_page(newest_update(&recorder), NULL);
    size_t length = 0, all = 0;
    const char *items = swiftpager_page_items(page, &all);
    const char *item = swiftpager_page_item(page, 0, &length);
    REQUIRE(item != NULL);
    CHECK(item > items && item + length < items + all);
    CHECK(memcmp(item, "{\"id\"", 5) == 0);
    CHECK(memmem(items, all, item, length) == item);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(items_come_one_a_line_as_they_were_sent)
{
    struct recorder recorder = {0};
    const swiftpager_page *page = first_page("/unicode", "size=3", &recorder);
    size_t length = 0;
    const char *lines = swiftpager_page_ndjson(page, &length);
    REQUIRE(lines != NULL);
    CHECK_INTEGER(strlen(lines), length);
    CHECK(swiftpager_page_ndjson(page, NULL) == lines);
    const char *line = lines;
    for (size_t index = 0; index < 3; index++) {
        size_t count = 0;
        const char *item = swiftpager_page_item(page, index, &count);
        CHECK(memcmp(line, item, count) == 0 && line[count] == '\n');
        line += count + 1;
    }
    CHECK(line == lines + length);
    forget_updates(&recorder);
}

TEST(an_item_that_spans_lines_is_put_on_one)
{
    struct recorder recorder = {0};
    const swiftpager_page *page = first_page("/indented", "size=2", &recorder);
    size_t length = 0;
    const char *lines = swiftpager_page_ndjson(page, &length);
    REQUIRE(lines != NULL);
    for (size_t index = 0; index < 3; index++) {
        const char *end = strchr(lines, '\n');
        REQUIRE(end != NULL);
        size_t count = 0;
        const char *item = swiftpager_page_item(page, index, &count);
        json_t *written = json_loadb(lines, (size_t)(end - lines), JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        json_t *sent = json_loadb(item, count, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        CHECK(written != NULL && json_equal(written, sent));
        if (index < 2) CHECK(memcmp(lines, "{\"id\":\"", 7) == 0);
        if (index == 2) CHECK(memcmp(lines, "null\n", 5) == 0);
        json_decref(written);
        json_decref(sent);
        lines = end + 1;
    }
    CHECK_TEXT(lines, "");
    forget_updates(&recorder);
}

TEST(an_empty_array_has_no_lines_and_no_array_has_no_text)
{
    struct recorder recorder = {0};
    size_t length = 7;
    const swiftpager_page *page = first_page("/empty-middle", "bad=1", &recorder);
    CHECK_TEXT(swiftpager_page_ndjson(page, &length), "");
    CHECK_INTEGER(length, 0);
    CHECK(swiftpager_page_item(page, 0, &length) == NULL);
    forget_updates(&recorder);
}

TEST(page_info_and_extensions_come_as_the_server_sent_them)
{
    struct recorder recorder = {0};
    const swiftpager_page *page = first_page("/indented", "size=2", &recorder);
    size_t length = 0;
    const char *info = swiftpager_page_info(page, &length);
    REQUIRE(info != NULL);
    CHECK_CONTAINS(info, "{\n        \"hasNextPage\": true,\n");
    json_t *value = json_loadb(info, length, 0, NULL);
    CHECK(json_is_true(json_object_get(value, "hasNextPage")));
    CHECK(json_is_false(json_object_get(value, "hasPreviousPage")));
    json_decref(value);
    const char *extensions = swiftpager_page_extensions(page, &length);
    REQUIRE(extensions != NULL);
    check_slice(page, extensions, length, "{\n    \"cost\": 1\n  }");
    forget_updates(&recorder);

    struct recorder other = {0};
    page = first_page("/good", NULL, &other);
    CHECK(swiftpager_page_info(page, NULL) != NULL);
    length = 7;
    CHECK(swiftpager_page_extensions(page, &length) == NULL);
    CHECK_INTEGER(length, 0);
    forget_updates(&other);
}

TEST(a_header_of_the_response_is_found_in_any_case)
{
    struct recorder recorder = {0};
    const swiftpager_page *page = first_page("/good", NULL, &recorder);
    const char *const names[] = {"Content-Type", "content-type", "CONTENT-TYPE"};
    for (size_t index = 0; index < COUNT_OF(names); index++) {
        size_t length = 0;
        const char *value = swiftpager_page_header(page, names[index], &length);
        REQUIRE(value != NULL);
        CHECK_INTEGER(length, strlen("application/json; charset=utf-8"));
        CHECK(strncmp(value, "application/json; charset=utf-8", length) == 0);
        CHECK(swiftpager_page_header(page, names[index], NULL) == value);
    }
    const char *const others[] = {"Content-Typ", "", ":", "X-Nothing", "content-type:", "\xff"};
    for (size_t index = 0; index < COUNT_OF(others); index++) {
        size_t length = 7;
        CHECK(swiftpager_page_header(page, others[index], &length) == NULL);
        CHECK_INTEGER(length, 0);
    }
    forget_updates(&recorder);
}

static void check_changed_pages(const char *config, const size_t *expected)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/good", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, config);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    REQUIRE_INTEGER(recorder.update_count, 5);
    for (int update = 0; update < 5; update++) {
        size_t index = 7, length = 0, same = 0;
        CHECK(swiftpager_update_page(recorder.updates[update], &index) != NULL);
        CHECK_INTEGER(index, expected[update]);
        const swiftpager_page *page = swiftpager_update_page_at(recorder.updates[update], index);
        const swiftpager_page *last = swiftpager_update_page(recorder.updates[update], NULL);
        CHECK(swiftpager_page_response(page, &length) == swiftpager_page_response(last, &same));
        CHECK_INTEGER(length, same);
    }
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(an_update_says_which_page_changed)
{
    check_changed_pages("\"retain\": \"all\"", (const size_t[]){0, 1, 2, 3, 4});
}

TEST(where_one_page_is_retained_it_is_the_first)
{
    check_changed_pages("\"retain\": \"last\"", (const size_t[]){0, 0, 0, 0, 0});
    check_changed_pages("\"retain\": \"none\"", (const size_t[]){0, 0, 0, 0, 0});
}

TEST(a_failure_changes_no_page)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/html-502", "bad=2", &client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_HTTP);
    CHECK_TEXT(recorder.history, "UF");
    size_t index = 7;
    CHECK(swiftpager_update_page(newest_update(&recorder), &index) == NULL);
    CHECK_INTEGER(index, 0);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
