/* Functions that answer 0 or NULL: the last error says whether the answer is empty or the handle is. */
#define _GNU_SOURCE /* setenv */
#include "harness.h"
#include "pagers.h"
#include "processes.h"
#include "recorder.h"
#include "servers.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Checks the answer for a handle that is not there, and its error. */
#define CHECK_REFUSED(call, empty, status, words) \
    do { \
        CHECK_OK(swiftpager_client_release(NULL)); \
        CHECK((call) == (empty)); \
        CHECK_JSON(swiftpager_last_error(), "/code", "\"" status "\""); \
        CHECK_CONTAINS(swiftpager_last_error(), words); \
    } while (0)

static void check_page_getters(const swiftpager_page *page, const char *words)
{
    size_t length = 1;
    const char *(*const parts[])(const swiftpager_page *, size_t *) = {
        swiftpager_page_response,
        swiftpager_page_data,
        swiftpager_page_items,
        swiftpager_page_model,
        swiftpager_page_errors,
        swiftpager_page_info,
        swiftpager_page_nested,
        swiftpager_page_extensions,
        swiftpager_page_ndjson,
    };
    for (size_t index = 0; index < COUNT_OF(parts); index++) {
        CHECK_REFUSED(parts[index](page, &length), NULL, "INVALID_HANDLE", words);
        CHECK_INTEGER(length, 0);
    }
    CHECK_REFUSED(swiftpager_page_header(page, "date", &length), NULL, "INVALID_HANDLE", words);
    CHECK_REFUSED(swiftpager_page_header(page, NULL, &length), NULL, "INVALID_HANDLE", words);
    CHECK_REFUSED(swiftpager_page_item(page, 0, &length), NULL, "INVALID_HANDLE", words);
    CHECK_REFUSED(swiftpager_page_spans(page, true, &length), NULL, "INVALID_HANDLE", words);
    CHECK_REFUSED(swiftpager_page_item_count(page), 0, "INVALID_HANDLE", words);
    CHECK_REFUSED(swiftpager_page_kind(page), SWIFTPAGER_KIND_NONE, "INVALID_HANDLE", words);
}

static void check_update_getters(const swiftpager_update *update, const char *words)
{
    size_t length = 1;
    CHECK_REFUSED(swiftpager_update_error(update), NULL, "INVALID_HANDLE", words);
    CHECK_REFUSED(swiftpager_update_source(update, NULL), SWIFTPAGER_SOURCE_NONE, "INVALID_HANDLE", words);
    CHECK_REFUSED(swiftpager_update_page_count(update), 0, "INVALID_HANDLE", words);
    CHECK_REFUSED(swiftpager_update_page(update, NULL), NULL, "INVALID_HANDLE", words);
    CHECK_REFUSED(swiftpager_update_page_at(update, 0), NULL, "INVALID_HANDLE", words);
    CHECK_REFUSED(swiftpager_update_output(update, &length), NULL, "INVALID_HANDLE", words);
}

/* A pager that has fetched its first page, and the present state of its list. */
static swiftpager_update *fetched(swiftpager_client **client, swiftpager_pager **pager)
{
    swiftpager_update *update = NULL;
    *pager = make_trouble_pager("/good", NULL, client);
    CHECK_RUN(swiftpager_pager_fetch, *pager, NULL, SWIFTPAGER_OK);
    REQUIRE_OK(swiftpager_pager_current(*pager, &update));
    REQUIRE(update != NULL);
    return update;
}

TEST(a_getter_of_a_handle_that_is_not_there_sets_the_last_error)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_update *update = fetched(&client, &pager);
    const swiftpager_page *page = swiftpager_update_page(update, NULL);
    CHECK_OK(swiftpager_update_release(update));
    check_update_getters(update, "the update was released");
    check_update_getters(NULL, "the update is NULL");
    check_page_getters(page, "the page was released");
    check_page_getters(NULL, "the page is NULL");
    CHECK_REFUSED(swiftpager_operation_response(NULL, NULL), NULL, "INVALID_HANDLE", "the operation is NULL");
    CHECK_REFUSED(swiftpager_request_url(NULL), NULL, "INVALID_HANDLE", "the request is NULL");
    CHECK_REFUSED(swiftpager_request_method(NULL), NULL, "INVALID_HANDLE", "the request is NULL");
    CHECK_REFUSED(swiftpager_request_headers(NULL), NULL, "INVALID_HANDLE", "the request is NULL");
    CHECK_REFUSED(swiftpager_request_body(NULL, NULL), NULL, "INVALID_HANDLE", "the request is NULL");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_getter_whose_answer_is_empty_clears_the_last_error)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_update *update = fetched(&client, &pager);
    const swiftpager_page *page = swiftpager_update_page(update, NULL);
    const char *(*const parts[])(const swiftpager_page *, size_t *) = {swiftpager_page_errors, swiftpager_page_model,
                                                                       swiftpager_page_extensions};
    for (size_t index = 0; index < COUNT_OF(parts); index++) {
        CHECK_STATUS(swiftpager_client_wake(NULL), SWIFTPAGER_INVALID_HANDLE);
        CHECK(parts[index](page, NULL) == NULL);
        CHECK(swiftpager_last_error() == NULL);
    }
    CHECK_STATUS(swiftpager_client_wake(NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK(swiftpager_update_page_at(update, 1) == NULL);
    CHECK(swiftpager_last_error() == NULL);
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void ask_for_handles_of_the_parent(void *update)
{
    CHECK(swiftpager_update_page(update, NULL) == NULL);
    CHECK_JSON(swiftpager_last_error(), "/code", "\"FORKED\"");
    CHECK_INTEGER(swiftpager_update_page_count(update), 0);
    CHECK_JSON(swiftpager_last_error(), "/code", "\"FORKED\"");
}

TEST(a_getter_says_that_a_handle_belongs_to_the_parent)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_update *update = fetched(&client, &pager);
    CHECK_INTEGER(run_in_child(ask_for_handles_of_the_parent, update), 0);
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

/* The library looks at the environment once, when it needs to know: so each is a process that has not used it. */
static void ask_with_stderr_in_a_pipe(void *pipe_end)
{
    REQUIRE_INTEGER(dup2(*(int *)pipe_end, STDERR_FILENO), STDERR_FILENO);
    CHECK_INTEGER(swiftpager_page_item_count(NULL), 0);
    CHECK(swiftpager_page_data((const swiftpager_page *)&pipe_end, NULL) == NULL);
    CHECK_STATUS(swiftpager_page_retain(NULL), SWIFTPAGER_INVALID_HANDLE);
}

static const char *written_to_stderr(const char *debug)
{
    static char text[1024];
    int ends[2];
    REQUIRE_INTEGER(pipe(ends), 0);
    REQUIRE_INTEGER(setenv("SWIFTPAGER_DEBUG", debug, 1), 0);
    CHECK_INTEGER(run_in_child(ask_with_stderr_in_a_pipe, &ends[1]), 0);
    close(ends[1]);
    size_t length = 0;
    for (ssize_t count; (count = read(ends[0], text + length, sizeof text - 1 - length)) > 0;) length += (size_t)count;
    text[length] = '\0';
    close(ends[0]);
    return text;
}

TEST(with_swiftpager_debug_a_getter_writes_why_its_answer_is_empty)
{
    CHECK_TEXT(written_to_stderr("1"),
               "swiftpager_page_item_count(): INVALID_HANDLE: the page is NULL\n"
               "swiftpager_page_data(): INVALID_HANDLE: the page was released, or is a handle of another kind\n");
    CHECK_TEXT(written_to_stderr("0"), "");
}
