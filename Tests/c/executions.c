/* Single queries and mutations: what becomes of them, and what the server answered. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <stdio.h>
#include <stdlib.h>

#define PING "{\"query\": \"{ items { totalCount } }\"}"

/* Executes a request and waits for it; `body` receives a copy of the response to free, or NULL. */
static swiftpager_status execute(swiftpager_client *client, const char *request, char **body, char **error)
{
    size_t length = 7;
    swiftpager_operation *operation = NULL;
    REQUIRE_OK(swiftpager_client_execute(client, request, NULL, NULL, NULL, &operation, NULL));
    swiftpager_status status = swiftpager_operation_wait(operation, -1, error);
    const char *response = swiftpager_operation_response(operation, &length);
    *body = response == NULL ? NULL : strndup(response, length);
    CHECK(response != NULL || length == 0);
    CHECK_OK(swiftpager_operation_release(operation));
    return status;
}

/* A request to the trouble server ends with `status`, and its response is there. */
static void check_outcome(const char *path, swiftpager_status status, const char *words, const char *response)
{
    char *body = NULL;
    char *error = NULL;
    swiftpager_client *client = make_client(trouble_url(path, "bad=1"));
    CHECK_STATUS(execute(client, PING, &body, &error), status);
    CHECK_CONTAINS(body, response);
    if (status != SWIFTPAGER_OK) CHECK_CONTAINS(error, words);
    swiftpager_free(error);
    free(body);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_mutation_is_executed)
{
    char *body = NULL;
    swiftpager_client *client = make_client(own_shop_url());
    CHECK_OK(execute(client,
                     "{\"query\": \"mutation Rename($name: String!) {\\n renameShop(name: $name) { name } }\","
                     " \"operation_name\": \"Rename\", \"variables\": {\"name\": \"Corner \\u0026 Co\"}}",
                     &body, NULL));
    CHECK_TEXT(body, "{\"data\":{\"renameShop\":{\"name\":\"Corner & Co\"}}}");
    free(body);
    CHECK_OK(execute(client, "{\"query\": \"{ shop { name } }\"}", &body, NULL));
    CHECK_JSON(body, "/data/shop/name", "\"Corner & Co\"");
    free(body);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(an_executed_request_ends_as_its_answer_is)
{
    check_outcome("/good", SWIFTPAGER_OK, "", "\"data\"");
    check_outcome("/partial", SWIFTPAGER_OK, "", "\"errors\"");
    check_outcome("/errors-null-data", SWIFTPAGER_GRAPHQL, "errors and no data", "\"errors\"");
    check_outcome("/http-400-graphql", SWIFTPAGER_GRAPHQL, "Cannot query field", "\"errors\"");
    check_outcome("/http-400-json", SWIFTPAGER_GRAPHQL, "\"http_status\":400", "\"errors\"");
    check_outcome("/html-502", SWIFTPAGER_HTTP, "\"http_status\":502", "<!DOCTYPE html>");
    check_outcome("/truncated-json", SWIFTPAGER_BAD_RESPONSE, "not a GraphQL response", "{\"data\"");
}

TEST(a_request_without_an_answer_has_no_response)
{
    char *body = NULL;
    char *error = NULL;
    swiftpager_client *client = make_client(dead_url());
    CHECK_STATUS(execute(client, PING, &body, &error), SWIFTPAGER_NETWORK);
    CHECK_CONTAINS(error, "could not connect");
    CHECK(body == NULL);
    free(body);
    swiftpager_free(error);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_response_is_there_once_the_operation_has_ended)
{
    size_t length = 7;
    swiftpager_client *client = make_client(trouble_url("/gated", NULL));
    swiftpager_operation *operation = NULL;
    REQUIRE_OK(swiftpager_client_execute(client, PING, NULL, NULL, NULL, &operation, NULL));
    CHECK(wait_for_requests(1));
    CHECK(swiftpager_operation_response(operation, &length) == NULL);
    CHECK_INTEGER(length, 0);
    CHECK_STATUS(swiftpager_operation_wait(operation, 0, NULL), SWIFTPAGER_TIMEOUT);
    open_gate();
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK(swiftpager_operation_response(operation, NULL) != NULL);
    CHECK_OK(swiftpager_client_release(client));
    /* It outlives the client. */
    const char *response = swiftpager_operation_response(operation, &length);
    REQUIRE(response != NULL);
    CHECK_INTEGER(strncmp(response, "{\"data\"", 7), 0);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK(swiftpager_operation_response(operation, &length) == NULL);
}

TEST(operations_of_pagers_have_no_response)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK(swiftpager_operation_response(operation, NULL) == NULL);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

/* Headers and timeout of one request do not stay for those after it, which use the same connection. */
TEST(headers_and_timeout_are_of_one_request_only)
{
    char *body = NULL;
    char *error = NULL;
    swiftpager_client *client =
        make_client_with(trouble_url("/headers", NULL), "\"headers\": {\"X-One\": \"client\", \"X-Two\": \"client\"}");
    CHECK_OK(execute(client,
                     "{\"query\": \"{ items { totalCount } }\","
                     " \"headers\": {\"x-one\": \"request\", \"X-Three\": \"request\"}}",
                     &body, NULL));
    CHECK_CONTAINS(body, "\"name\":\"x-one\",\"value\":\"request\"");
    CHECK_CONTAINS(body, "\"name\":\"x-two\",\"value\":\"client\"");
    CHECK_CONTAINS(body, "\"name\":\"x-three\",\"value\":\"request\"");
    CHECK(body != NULL && strstr(body, "\"name\":\"x-one\",\"value\":\"client\"") == NULL);
    free(body);
    CHECK_OK(execute(client, PING, &body, NULL));
    CHECK_CONTAINS(body, "\"name\":\"x-one\",\"value\":\"client\"");
    CHECK(body != NULL && strstr(body, "x-three") == NULL);
    free(body);
    CHECK_OK(swiftpager_client_release(client));

    client = make_client(trouble_url("/gated", NULL));
    CHECK_STATUS(execute(client, "{\"query\": \"{ items { totalCount } }\", \"timeout_ms\": 100}", &body, &error),
                 SWIFTPAGER_NETWORK);
    CHECK_CONTAINS(error, "within 100 ms");
    CHECK(body == NULL);
    free(body);
    swiftpager_free(error);
    open_gate();
    CHECK_OK(execute(client, PING, &body, NULL));
    free(body);
    CHECK_OK(swiftpager_client_release(client));
}

/* A request is refused before it is sent; the error names the place. */
static void check_refusal(swiftpager_client *client, const char *request, const char *path, const char *words)
{
    char *error = NULL;
    struct recorder recorder = {0};
    swiftpager_operation *operation = (swiftpager_operation *)&recorder;
    CHECK_STATUS(swiftpager_client_execute(client, request, record_completion, &recorder, record_destroy, &operation,
                                           &error),
                 SWIFTPAGER_INVALID_CONFIG);
    CHECK(operation == NULL);
    CHECK_TEXT(recorder.history, "D");
    CHECK_JSON(error, "/path", path);
    CHECK_CONTAINS(error, words);
    swiftpager_free(error);
}

TEST(requests_that_cannot_be_executed_are_refused)
{
    swiftpager_client *client = make_client(dead_url());
    check_refusal(client, "{}", "\"/query\"", "missing");
    check_refusal(client, "{\"query\": \"{ a \"}", "\"/query\"", "does not parse");
    check_refusal(client, "{\"query\": \"subscription { a }\"}", "\"/query\"", "cannot be executed");
    check_refusal(client, "{\"query\": \"query A { a } query B { a }\"}", "\"/operation_name\"", "");
    check_refusal(client, "{\"query\": \"query ($a: Int!) { a }\"}", "\"/variables\"", "$a");
    check_refusal(client, "{\"query\": \"{ a }\", \"variables\": {\"b\": 1}}", "\"/variables/b\"", "$b");
    check_refusal(client, "{\"query\": \"{ a }\", \"headers\": {\"a\": \"b\\r\\nc: d\"}}", "\"/headers/a\"", "");
    check_refusal(client, "{\"query\": \"{ a }\", \"headers\": {\"a b\": \"c\"}}", "\"/headers\"", "");
    check_refusal(client, "{\"query\": \"{ a }\", \"timeout_ms\": -1}", "\"/timeout_ms\"", "");
    check_refusal(client, "{\"query\": \"{ a }\", \"more\": 1}", "\"/more\"", "unknown key");
    CHECK_STATUS(swiftpager_client_execute(client, NULL, NULL, NULL, NULL, NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_client_release(client));
}

/* A request that the server keeps; returns once it is there. */
static swiftpager_operation *begin_gated(swiftpager_client *client, struct recorder *recorder)
{
    swiftpager_operation *operation = NULL;
    REQUIRE_OK(swiftpager_client_execute(client, PING, record_completion, recorder, record_destroy, &operation, NULL));
    CHECK(wait_for_requests(1));
    return operation;
}

TEST(cancelling_an_executed_request_aborts_it)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/gated", NULL));
    swiftpager_operation *operation = begin_gated(client, &recorder);
    CHECK_OK(swiftpager_operation_close(operation));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK(wait_for_aborts(1));
    CHECK_TEXT(recorder.history, "CD");
    CHECK_OK(swiftpager_operation_close(operation));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_TEXT(recorder.history, "CD");
}

TEST(shutdown_ends_executed_requests)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/gated", NULL));
    swiftpager_operation *operation = begin_gated(client, &recorder);
    CHECK_OK(swiftpager_client_close(client, -1));
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_CANCELLED);
    CHECK_TEXT(recorder.history, "CD");
    CHECK_STATUS(swiftpager_client_execute(client, PING, record_completion, &recorder, record_destroy, NULL, NULL),
                 SWIFTPAGER_CLOSED);
    CHECK_TEXT(recorder.history, "CDD");
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(closing_the_client_ends_executed_requests)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(trouble_url("/gated", NULL));
    swiftpager_operation *operation = begin_gated(client, &recorder);
    CHECK_OK(swiftpager_client_close(client, 0));
    CHECK(wait_for_aborts(1));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_INTEGER(recorder.destroy_count, 1);
}
