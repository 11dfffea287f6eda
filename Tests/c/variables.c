/* Variables reach the server as the bytes that were given. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <stdio.h>
#include <stdlib.h>

#define QUERY \
    "query ($after: String, $first: Int, $x: Float, $filter: Filter) {" \
    " items(after: $after, first: $first) { edges { node { id name value } } pageInfo { hasNextPage endCursor } } }"

/* The variables as the server read them in the request for the first page; free them. */
static char *sent_variables(const char *variables)
{
    char config[2048];
    size_t length = 0;
    char *error = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_subscription *subscription = NULL;
    swiftpager_update *update = NULL;
    swiftpager_client *client = make_client(trouble_url("/headers", NULL));
    snprintf(config, sizeof config, "{\"query\": \"%s\", \"variables\": %s}", QUERY, variables);
    if (!CHECK_OK(swiftpager_pager_create(client, NULL, config, NULL, &pager, &error))) {
        fprintf(stderr, "  %s\n", error);
        give_up();
    }
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &subscription));
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    REQUIRE_OK(swiftpager_subscription_next(subscription, 0, &update));
    const char *data = swiftpager_page_data(swiftpager_update_page(update, NULL), &length);
    REQUIRE(data != NULL);
    char *text = malloc(length + 1);
    REQUIRE(text != NULL);
    memcpy(text, data, length);
    text[length] = '\0';
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    return text;
}

/* The body stands in the answer as a JSON string: `expected` is written with its quotes escaped. */
static void check_sent(const char *variables, const char *expected)
{
    char *text = sent_variables(variables);
    CHECK_CONTAINS(text, expected);
    free(text);
}

TEST(variables_reach_the_server_as_they_were_written)
{
    check_sent("{\"first\": 10, \"x\": 1.50e+10,"
               " \"filter\": { \"b\" : [ 18446744073709551615, null ] , \"a\": \"\\u00fc\"}}",
               "\\\"filter\\\":{ \\\"b\\\" : [ 18446744073709551615, null ] , \\\"a\\\": \\\"\\\\u00fc\\\"},"
               "\\\"first\\\":10,\\\"x\\\":1.50e+10}");
}

static void check_refused(const char *config, const char *path, const char *words)
{
    char *error = NULL;
    swiftpager_pager *pager = NULL;
    swiftpager_client *client = make_client(dead_url());
    CHECK_STATUS(swiftpager_pager_create(client, NULL, config, NULL, &pager, &error), SWIFTPAGER_INVALID_CONFIG);
    CHECK_CONTAINS(error, words);
    CHECK_JSON(error, "/path", path);
    swiftpager_free(error);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(variables_that_cannot_be_sent_are_refused)
{
    check_refused("{\"query\": \"" QUERY "\", \"variables\": {\"x\": 1, \"x\": 2}}", "\"/variables/x\"",
                  "the key \\\"x\\\" twice");
    check_refused("{\"query\": \"" QUERY "\", \"variables\": {\"filter\": {\"a\": [{\"b\": 1, \"b\": 2}]}}}",
                  "\"/variables/filter/a/0/b\"", "the key \\\"b\\\" twice");
    check_refused("{\"query\": \"" QUERY "\", \"variables\": 7}", "\"/variables\"", "expected an object, found 7");
    check_refused("{\"query\": \"" QUERY "\", \"variables\": {\"x\": 1e999}}", "\"/variables/x\"",
                  "the number 1e999 does not fit in a double");
    check_refused("{\"query\": \"" QUERY "\", \"variables\": {\"filter\": {\"a\": [0, 18446744073709551616]}}}",
                  "\"/variables/filter/a/1\"", "the number 18446744073709551616 does not fit in a signed 64-bit");
    check_refused("{\"query\": \"" QUERY "\", \"variables\": {\"nope\": 1}}", "\"/variables/nope\"", "$nope");
    check_refused("{\"query\": \"" QUERY "\", \"variables\": {\"x\": 1}, \"variables\": {\"x\": 2}}",
                  "\"/variables\"", "variables");
}
