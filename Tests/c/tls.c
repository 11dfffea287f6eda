/* TLS as a config asks for it: certificates are verified, always. */
#include "harness.h"
#include "pagers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A client of the TLS server; `tls` is its "tls" config, NULL for none. */
static swiftpager_client *tls_client(const char *tls)
{
    char url[256], config[512] = "";
    const char *endpoint = getenv("SWIFTPAGER_TLS_ENDPOINT");
    REQUIRE(endpoint != NULL);
    snprintf(url, sizeof url, "%s/good", endpoint);
    if (tls != NULL) snprintf(config, sizeof config, "\"tls\": {\"ca_file\": \"%s\"}", tls);
    return make_client_with(url, config);
}

static void check_refused_connection(const char *authority)
{
    swiftpager_client *client = tls_client(authority);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    char *error = NULL;
    CHECK_STATUS(run(swiftpager_pager_fetch, pager, NULL, &error), SWIFTPAGER_NETWORK);
    CHECK_CONTAINS(error, "no secure connection");
    swiftpager_free(error);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_certificate_of_a_named_authority_is_trusted)
{
    swiftpager_client *client = tls_client(getenv("SWIFTPAGER_TLS_CA"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "50");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_certificate_of_an_unknown_authority_is_refused)
{
    check_refused_connection(NULL);
}

TEST(an_authority_that_cannot_be_read_trusts_nobody)
{
    check_refused_connection("/nowhere/authority.pem");
}

TEST(https_to_a_server_without_tls_says_so)
{
    char url[256], *error = NULL;
    /* A server that refuses what is not HTTP. */
    const char *endpoint = getenv("SWIFTPAGER_SHOP_ENDPOINT");
    REQUIRE(endpoint != NULL);
    snprintf(url, sizeof url, "https%s", endpoint + strlen("http"));
    swiftpager_client *client = make_client(url);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_STATUS(run(swiftpager_pager_fetch, pager, NULL, &error), SWIFTPAGER_NETWORK);
    CHECK_CONTAINS(error, "if the server does not use TLS, write the endpoint with http");
    swiftpager_free(error);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
