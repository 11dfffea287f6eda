/* Texts that come in: they are copied, and have to be UTF-8. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <stdlib.h>

static const char *const NOT_UTF8[] = {
    "{\"endpoint\": \"http://localhost/\xff\"}",             /* a byte that never occurs */
    "{\"endpoint\": \"http://localhost/\xc3\"}",             /* a character cut short */
    "{\"endpoint\": \"http://localhost/\xc0\xaf\"}",         /* an overlong form */
    "{\"endpoint\": \"http://localhost/\xed\xa0\x80\"}",     /* a surrogate */
    "{\"endpoint\": \"http://localhost/\xf4\x90\x80\x80\"}", /* beyond Unicode */
    "\x80",
};

TEST(a_text_that_is_not_utf8_is_refused)
{
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    for (size_t index = 0; index < COUNT_OF(NOT_UTF8); index++) {
        swiftpager_client *other_client = NULL;
        swiftpager_pager *other_pager = NULL;
        char *error = NULL;
        CHECK_STATUS(swiftpager_client_create(NULL, NOT_UTF8[index], NULL, &other_client, &error),
                     SWIFTPAGER_INVALID_ARGUMENT);
        CHECK_CONTAINS(error, "UTF-8");
        swiftpager_free(error);
        CHECK_STATUS(swiftpager_pager_create(client, NULL, NOT_UTF8[index], NULL, &other_pager, &error),
                     SWIFTPAGER_INVALID_ARGUMENT);
        CHECK_CONTAINS(error, "config_json");
        swiftpager_free(error);
        CHECK_STATUS(run(swiftpager_pager_fetch, pager, NOT_UTF8[index], &error), SWIFTPAGER_INVALID_ARGUMENT);
        CHECK_CONTAINS(error, "options_json");
        swiftpager_free(error);
        CHECK_RUN(swiftpager_pager_load_all, pager, NOT_UTF8[index], SWIFTPAGER_INVALID_ARGUMENT);
        CHECK_RUN(swiftpager_pager_load_next, pager, NOT_UTF8[index], SWIFTPAGER_INVALID_ARGUMENT);
        CHECK_RUN(swiftpager_pager_fetch, pager, NOT_UTF8[index], SWIFTPAGER_INVALID_ARGUMENT);
    }
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

/* A copy on the heap, so that using it after free() is seen by valgrind. */
static char *copy(const char *first, const char *second, const char *third)
{
    size_t size = strlen(first) + strlen(second) + strlen(third) + 1;
    char *text = calloc(size, 1);
    REQUIRE(text != NULL);
    strcat(strcat(strcat(text, first), second), third);
    return text;
}

static void spoil(char *text)
{
    memset(text, '!', strlen(text));
    free(text);
}

TEST(texts_are_copied_before_the_call_returns)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_operation *operation = NULL;
    char *config = copy("{\"endpoint\": \"", trouble_url("/good", NULL), "\"}");
    REQUIRE_OK(swiftpager_client_create(NULL, config, NULL, &client, NULL));
    spoil(config);
    config = copy("{\"query\": \"", ITEMS_QUERY, "\"}");
    REQUIRE_OK(swiftpager_pager_create(client, NULL, config, NULL, &pager, NULL));
    spoil(config);
    char *options = copy("{\"max_pages\": ", "2", "}");
    REQUIRE_OK(swiftpager_pager_load_all(pager, options, NULL, NULL, NULL, &operation, NULL));
    spoil(options);
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_PAGE_LIMIT);
    CHECK_STATE(pager, "/items_loaded", "20");
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(texts_that_were_handed_out_are_the_callers)
{
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    char *state = NULL, *error = NULL;
    REQUIRE_OK(swiftpager_pager_state(pager, &state));
    CHECK_STATUS(run(swiftpager_pager_load_next, pager, NULL, &error), SWIFTPAGER_MISSING_INITIAL_PAGE);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    /* Both live on, may be written to, and are freed on their own. */
    CHECK_JSON(state, "/pages_held", "0");
    CHECK_JSON(error, "/code", "\"MISSING_INITIAL_PAGE\"");
    state[0] = error[0] = '!';
    swiftpager_free(state);
    swiftpager_free(error);
}

TEST(an_error_is_null_when_nothing_went_wrong)
{
    char *error = (char *)&error;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    CHECK_OK(swiftpager_client_create(NULL, "{\"endpoint\": \"http://localhost/\"}", NULL, &client, &error));
    CHECK(error == NULL);
    error = (char *)&error;
    CHECK_OK(swiftpager_pager_create(client, NULL, "{\"query\": \"" ITEMS_QUERY "\"}", NULL, &pager, &error));
    CHECK(error == NULL);
    error = (char *)&error;
    swiftpager_operation *operation = NULL;
    CHECK_OK(swiftpager_pager_fetch(pager, NULL, NULL, NULL, NULL, &operation, &error));
    CHECK(error == NULL);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
