/* What a host says went wrong: its words are in the error's message, which stays one line. */
#define _GNU_SOURCE /* strdup */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#define WORDS "two\nlines, \033[31m red"
#define SHOWN "failed: two\\\\nlines, \\\\u001b[31m red\""

static void fail_request(void *user_data, swiftpager_request *request)
{
    (void)user_data;
    CHECK_OK(swiftpager_request_fail(request, WORDS));
    CHECK_STATUS(swiftpager_request_fail(request, WORDS), SWIFTPAGER_INVALID_HANDLE);
    CHECK_CONTAINS(swiftpager_last_error(), "the request was answered");
}

static void fail_question(void *user_data, swiftpager_authorization *question, const char *reason)
{
    (void)user_data, (void)reason;
    CHECK_OK(swiftpager_authorization_fail(question, WORDS));
    CHECK_STATUS(swiftpager_authorization_complete(question, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_CONTAINS(swiftpager_last_error(), "the authorization was answered");
}

static swiftpager_status fail_transform(void *user_data, const char *page_json, size_t length, char **out_json)
{
    (void)user_data, (void)page_json, (void)length;
    *out_json = strdup(WORDS);
    return SWIFTPAGER_HOOK_FAILED;
}

static void expect_words(const swiftpager_transport *transport, swiftpager_authorize_cb authorize,
                         const swiftpager_pager_hooks *hooks, swiftpager_status expected)
{
    char *error = NULL;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = NULL;
    const char *config = "{\"retry\": {\"enabled\": false}}";
    REQUIRE_OK(swiftpager_client_create(trouble_url("/good", NULL), config, transport, &client, NULL));
    REQUIRE_OK(swiftpager_client_set_authorizer(client, authorize, NULL, NULL, NULL));
    REQUIRE_OK(swiftpager_pager_create(client, ITEMS_QUERY, NULL, hooks, &pager, NULL));
    CHECK_STATUS(run(swiftpager_pager_fetch, pager, NULL, &error), expected);
    CHECK_CONTAINS(error, SHOWN);
    swiftpager_free(error);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(the_words_of_a_host_stay_one_line)
{
    swiftpager_transport transport = {.struct_size = sizeof transport, .send = fail_request};
    swiftpager_pager_hooks hooks = {.struct_size = sizeof hooks, .transform = fail_transform};
    expect_words(&transport, NULL, NULL, SWIFTPAGER_NETWORK);
    expect_words(NULL, fail_question, NULL, SWIFTPAGER_HOOK_FAILED);
    expect_words(NULL, NULL, &hooks, SWIFTPAGER_HOOK_FAILED);
}
