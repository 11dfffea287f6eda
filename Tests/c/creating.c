/* Clients of an endpoint and pagers of a query: neither written as JSON by hand. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <string.h>

/* Line breaks, quotes and a comment: in JSON each would have to be escaped. */
static const char QUERY[] = "query Items($after: String) {\n"
                            "  # \"all\" of them\n"
                            "  items(after: $after) {\n"
                            "    edges { node { id name } }\n"
                            "    pageInfo { hasNextPage endCursor }\n"
                            "  }\n"
                            "}\n";

static swiftpager_client *client_of(const char *endpoint)
{
    swiftpager_client *client = NULL;
    REQUIRE_OK(swiftpager_client_create(endpoint, NULL, NULL, &client, NULL));
    return client;
}

TEST(a_client_of_an_endpoint_and_a_pager_of_a_query_walk)
{
    swiftpager_client *client = client_of(trouble_url("/good", NULL));
    swiftpager_pager *pager = NULL;
    REQUIRE_OK(swiftpager_pager_create(client, QUERY, NULL, NULL, &pager, NULL));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "50");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_config_beside_the_query_has_the_variables)
{
    swiftpager_client *client = client_of(trouble_url("/good", NULL));
    swiftpager_pager *pager = NULL;
    REQUIRE_OK(swiftpager_pager_create(
        client, QUERY, "{\"variables\": {\"after\": \"item-40\"}, \"retain\": \"last\"}", NULL, &pager, NULL));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "10");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void check_client(const char *endpoint, const char *config, swiftpager_status status, const char *path)
{
    swiftpager_client *client = (swiftpager_client *)&client;
    char *error = NULL;
    CHECK_STATUS(swiftpager_client_create(endpoint, config, NULL, &client, &error), status);
    CHECK_JSON(error, "/path", path);
    CHECK(client == NULL);
    swiftpager_free(error);
}

TEST(an_endpoint_beside_the_config_is_checked_like_one_in_it)
{
    check_client(NULL, "{}", SWIFTPAGER_INVALID_CONFIG, "\"/endpoint\"");
    check_client(NULL, NULL, SWIFTPAGER_INVALID_CONFIG, "\"/endpoint\"");
    check_client("http://localhost/\xff", NULL, SWIFTPAGER_INVALID_ARGUMENT, NULL);
    check_client("ftp://localhost/", NULL, SWIFTPAGER_INVALID_CONFIG, "\"/endpoint\"");
    check_client("", "{}", SWIFTPAGER_INVALID_CONFIG, "\"/endpoint\"");
    check_client("http://localhost/", "{\"endpoint\": \"http://localhost/\"}", SWIFTPAGER_INVALID_CONFIG,
                 "\"/endpoint\"");
    check_client("http://localhost/", "{\"timeout_ms\": true}", SWIFTPAGER_INVALID_CONFIG, "\"/timeout_ms\"");
    check_client("http://localhost/", "[]", SWIFTPAGER_INVALID_CONFIG, "\"\"");
    CHECK_STATUS(swiftpager_client_create("http://localhost/", NULL, NULL, NULL, NULL),
                 SWIFTPAGER_INVALID_ARGUMENT);
}

static void check_pager(const char *query, const char *config, swiftpager_status status, const char *path)
{
    swiftpager_client *client = client_of(dead_url());
    swiftpager_pager *pager = (swiftpager_pager *)&client;
    char *error = NULL;
    CHECK_STATUS(swiftpager_pager_create(client, query, config, NULL, &pager, &error), status);
    CHECK_JSON(error, "/path", path);
    CHECK(pager == NULL);
    swiftpager_free(error);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_query_beside_the_config_is_checked_like_one_in_it)
{
    check_pager(NULL, NULL, SWIFTPAGER_INVALID_CONFIG, "\"/query\"");
    check_pager("query { items", NULL, SWIFTPAGER_INVALID_CONFIG, "\"/query\"");
    check_pager(QUERY, "{\"query\": \"" ITEMS_QUERY "\"}", SWIFTPAGER_INVALID_CONFIG, "\"/query\"");
    check_pager(QUERY, "{\"variables\": []}", SWIFTPAGER_INVALID_CONFIG, "\"/variables\"");
    check_pager(QUERY, "{\"variables\": {\"other\": 1}}", SWIFTPAGER_INVALID_CONFIG, "\"/variables/other\"");
    check_pager(QUERY, "{\"retain\": 1}", SWIFTPAGER_INVALID_CONFIG, "\"/retain\"");
    swiftpager_client *client = client_of(dead_url());
    CHECK_STATUS(swiftpager_pager_create(client, QUERY, NULL, NULL, NULL, NULL),
                 SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_client_release(client));
}
