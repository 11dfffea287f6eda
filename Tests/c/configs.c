/* Configs and options: what is refused, and where the error says the fault is. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <stdio.h>

struct refused {
    const char *config;
    /* The JSON Pointer in the error, as JSON text. */
    const char *path;
};

static const struct refused CLIENTS[] = {
    {"", "\"\""},
    {"{", "\"\""},
    {"[]", "\"\""},
    {"null", "\"\""},
    {"\"http://localhost/\"", "\"\""},
    {"{\"endpoint\": \"http://localhost/\"} {}", "\"\""},
    {"{\"endpoint\": \"http://localhost/\", \"endpoint\": \"http://localhost/\"}", "\"/endpoint\""},
    {"{}", "\"/endpoint\""},
    {"{\"endpoint\": 1}", "\"/endpoint\""},
    {"{\"endpoint\": null}", "\"/endpoint\""},
    {"{\"endpoint\": \"\"}", "\"/endpoint\""},
    {"{\"endpoint\": \"localhost\"}", "\"/endpoint\""},
    {"{\"endpoint\": \"ftp://localhost/\"}", "\"/endpoint\""},
    {"{\"endpoint\": \"file:///etc/passwd\"}", "\"/endpoint\""},
    {"{\"endpoint\": \"http://\"}", "\"/endpoint\""},
    {"{\"endpoint\": \"http://localhost/\\u0000\"}", "\"/endpoint\""},
    {"{\"endpoint\": \"http://localhost/\", \"end_point\": 1}", "\"/end_point\""},
    {"{\"endpoint\": \"http://localhost/\", \"a/b~c\": 1}", "\"/a~1b~0c\""},
    {"{\"endpoint\": \"http://localhost/\", \"headers\": []}", "\"/headers\""},
    {"{\"endpoint\": \"http://localhost/\", \"headers\": {\"A\": 1}}", "\"/headers/A\""},
    {"{\"endpoint\": \"http://localhost/\", \"headers\": {\"A\": null}}", "\"/headers/A\""},
    {"{\"endpoint\": \"http://localhost/\", \"headers\": {\"A\": \"x\\ny\"}}", "\"/headers/A\""},
    {"{\"endpoint\": \"http://localhost/\", \"headers\": {\"A\": \"x\\ry\"}}", "\"/headers/A\""},
    {"{\"endpoint\": \"http://localhost/\", \"headers\": {\"A\": \"x\\u0000y\"}}", "\"/headers/A\""},
    {"{\"endpoint\": \"http://localhost/\", \"headers\": {\"A\\r\\nB\": \"x\"}}", "\"/headers\""},
    {"{\"endpoint\": \"http://localhost/\", \"headers\": {\"\": \"x\"}}", "\"/headers\""},
    {"{\"endpoint\": \"http://localhost/\", \"timeout_ms\": \"1\"}", "\"/timeout_ms\""},
    {"{\"endpoint\": \"http://localhost/\", \"timeout_ms\": 1.5}", "\"/timeout_ms\""},
    {"{\"endpoint\": \"http://localhost/\", \"timeout_ms\": -1}", "\"/timeout_ms\""},
    {"{\"endpoint\": \"http://localhost/\", \"timeout_ms\": true}", "\"/timeout_ms\""},
    {"{\"endpoint\": \"http://localhost/\", \"timeout_ms\": 9223372036854775807}", "\"/timeout_ms\""},
    {"{\"endpoint\": \"http://localhost/\", \"timeout_ms\": 92233720368547758070}", "\"/timeout_ms\""},
    {"{\"endpoint\": \"http://localhost/\", \"connect_timeout_ms\": -5}", "\"/connect_timeout_ms\""},
    {"{\"endpoint\": \"http://localhost/\", \"max_response_bytes\": 0}", "\"/max_response_bytes\""},
    {"{\"endpoint\": \"http://localhost/\", \"tls\": true}", "\"/tls\""},
    {"{\"endpoint\": \"http://localhost/\", \"tls\": {\"ca_file\": 1}}", "\"/tls/ca_file\""},
    {"{\"endpoint\": \"http://localhost/\", \"tls\": {\"ca_file\": \"\"}}", "\"/tls/ca_file\""},
    {"{\"endpoint\": \"http://localhost/\", \"tls\": {\"verify\": false}}", "\"/tls/verify\""},
    {"{\"endpoint\": \"http://localhost/\", \"tls\": {\"client_key\": \"key.pem\"}}", "\"/tls/client_key\""},
    {"{\"endpoint\": \"http://localhost/\", \"proxy\": {}}", "\"/proxy\""},
    {"{\"endpoint\": \"http://localhost/\", \"proxy\": \"ftp://localhost\"}", "\"/proxy\""},
    {"{\"endpoint\": \"http://localhost/\", \"http_version\": \"3\"}", "\"/http_version\""},
    {"{\"endpoint\": \"http://localhost/\", \"http_version\": 2}", "\"/http_version\""},
    {"{\"endpoint\": \"http://localhost/\", \"cache\": \"redis\"}", "\"/cache\""},
    {"{\"endpoint\": \"http://localhost/\", \"user_agent\": \"a\\nb\"}", "\"/user_agent\""},
};

static const struct refused PAGERS[] = {
    {"{", "\"\""},
    {"[]", "\"\""},
    {"{}", "\"/query\""},
    {"{\"query\": 1}", "\"/query\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"queries\": 1}", "\"/queries\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"operation_name\": 1}", "\"/operation_name\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"operation_name\": \"Other\"}", "\"/operation_name\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"variables\": []}", "\"/variables\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"variables\": {\"other\": 1}}", "\"/variables/other\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"retain\": \"some\"}", "\"/retain\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"retain\": null}", "\"/retain\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"load_all\": []}", "\"/load_all\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"load_all\": {\"emit\": \"never\"}}", "\"/load_all/emit\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"load_all\": {\"max_pages\": 0}}", "\"/load_all/max_pages\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"load_all\": {\"max_items\": -1}}", "\"/load_all/max_items\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"load_all\": {\"limit\": 1}}", "\"/load_all/limit\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"load_all\": {\"max_pages\": 1e400}}", "\"/load_all/max_pages\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"variables\": {\"first\": 1234567890123456789012}}", "\"/variables/first\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"next_query\": {\"variables\": {\"a\": [1e400]}}}",
     "\"/next_query/variables/a/0\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"pagination\": \"cursor\"}", "\"/pagination\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"pagination\": {\"type\": \"relay\"}}", "\"/pagination/type\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"pagination\": {\"direction\": \"up\"}}", "\"/pagination/direction\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"pagination\": {\"connection\": \"items\"}}", "\"/pagination/connection\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"pagination\": {\"connection\": \"/others\"}}", "\"/pagination/connection\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"pagination\": {\"items\": \"/a~2\"}}", "\"/pagination/items\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"pagination\": {\"after\": \"cursor\"}}", "\"/pagination/after\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"pagination\": {\"after\": 1}}", "\"/pagination/after\""},
    {"{\"query\": \"" ITEMS_QUERY "\", \"pagination\": {\"before\": \"x\"}}", "\"/pagination/before\""},
};

static const struct refused LOAD_ALL_OPTIONS[] = {
    {"", "\"\""},
    {"[]", "\"\""},
    {"{\"max_pages\": 0}", "\"/max_pages\""},
    {"{\"max_pages\": \"3\"}", "\"/max_pages\""},
    {"{\"max_items\": 0.5}", "\"/max_items\""},
    {"{\"fetch_from_initial_page\": 1}", "\"/fetch_from_initial_page\""},
    {"{\"fetch_from_initial_page\": null}", "\"/fetch_from_initial_page\""},
    {"{\"emit\": \"never\"}", "\"/emit\""},
};

/* Compares the error of a refusal and frees it. */
static void check_refusal(swiftpager_status status, char *error, const struct refused *refused)
{
    if (!CHECK_STATUS(status, SWIFTPAGER_INVALID_CONFIG) || !CHECK_JSON(error, "/path", refused->path)) {
        fprintf(stderr, "  … with the config %s\n", refused->config);
    }
    if (error != NULL) CHECK_JSON(error, "/code", "\"INVALID_CONFIG\"");
    swiftpager_free(error);
}

TEST(a_bad_client_config_is_refused_with_the_path_of_its_fault)
{
    for (size_t index = 0; index < COUNT_OF(CLIENTS); index++) {
        swiftpager_client *client = NULL;
        char *error = NULL;
        swiftpager_status status = swiftpager_client_create(NULL, CLIENTS[index].config, NULL, &client, &error);
        check_refusal(status, error, &CLIENTS[index]);
        CHECK(client == NULL);
    }
}

TEST(a_bad_pager_config_is_refused_with_the_path_of_its_fault)
{
    swiftpager_client *client = make_client(dead_url());
    for (size_t index = 0; index < COUNT_OF(PAGERS); index++) {
        swiftpager_pager *pager = NULL;
        char *error = NULL;
        swiftpager_status status = swiftpager_pager_create(client, NULL, PAGERS[index].config, NULL, &pager, &error);
        check_refusal(status, error, &PAGERS[index]);
        CHECK(pager == NULL);
    }
    CHECK_OK(swiftpager_client_release(client));
}

TEST(bad_options_are_refused_with_the_path_of_their_fault)
{
    load_function *const others[] = {swiftpager_pager_fetch, swiftpager_pager_load_next,
                                     swiftpager_pager_load_previous};
    const struct refused unknown = {"{\"max_pages\": 1}", "\"/max_pages\""};
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    char *error = NULL;
    for (size_t index = 0; index < COUNT_OF(LOAD_ALL_OPTIONS); index++) {
        swiftpager_status status = run(swiftpager_pager_load_all, pager, LOAD_ALL_OPTIONS[index].config, &error);
        check_refusal(status, error, &LOAD_ALL_OPTIONS[index]);
    }
    for (size_t index = 0; index < COUNT_OF(others); index++) {
        swiftpager_status status = run(others[index], pager, unknown.config, &error);
        check_refusal(status, error, &unknown);
    }
    CHECK_STATE(pager, "/loading", "null");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(broken_json_is_refused_with_its_line_and_column)
{
    swiftpager_client *client = NULL;
    char *error = NULL;
    const char *config = "{\n  \"endpoint\": \"http://localhost/\",\n  oops\n}";
    CHECK_STATUS(swiftpager_client_create(NULL, config, NULL, &client, &error), SWIFTPAGER_INVALID_CONFIG);
    CHECK_JSON(error, "/position/line", "3");
    CHECK_CONTAINS(error, "\"column\"");
    CHECK_CONTAINS(error, "not valid JSON: string or '}' expected at line 3, column");
    swiftpager_free(error);
}

// A log gets these messages, and headers are secrets.
TEST(a_message_does_not_quote_headers)
{
    const char *configs[] = {
        "{\"endpoint\": \"http://localhost/\", \"headers\": {\"Authorization\": \"secret\"",
        "{\"endpoint\": \"http://localhost/\", \"headers\": {\"Authorization\": secret}}",
        "{\"endpoint\": \"http://localhost/\", \"headers\": {\"Authorization\": [\"secret\"]}}",
        "{\"endpoint\": \"http://localhost/\", \"headers\": {\"Authorization\": \"sec\\nsecret\"}}",
        "{\"endpoint\": \"http://localhost/\", \"headers\": [\"secret\"]}",
        "{\"endpoint\": \"http://localhost/\", \"headers\": \"secret\"}",
    };
    for (size_t index = 0; index < sizeof configs / sizeof configs[0]; index++) {
        swiftpager_client *client = NULL;
        char *error = NULL;
        CHECK_STATUS(swiftpager_client_create(NULL, configs[index], NULL, &client, &error), SWIFTPAGER_INVALID_CONFIG);
        CHECK(strstr(error, "secret") == NULL);
        swiftpager_free(error);
    }
}

TEST(an_unknown_key_is_refused_with_the_known_ones)
{
    swiftpager_client *client = NULL;
    char *error = NULL;
    const char *config = "{\"endpoint\": \"http://localhost/\", \"timeout\": 3}";
    CHECK_STATUS(swiftpager_client_create(NULL, config, NULL, &client, &error), SWIFTPAGER_INVALID_CONFIG);
    CHECK_JSON(error, "/path", "\"/timeout\"");
    CHECK_CONTAINS(error, "timeout_ms");
    swiftpager_free(error);
}

/* What a refusal says, as it stands in the error's JSON. */
struct explained {
    const char *config, *path, *words;
};

static void check_explanation(swiftpager_status status, char *error, const struct explained *explained)
{
    CHECK_STATUS(status, SWIFTPAGER_INVALID_CONFIG);
    CHECK_JSON(error, "/path", explained->path);
    CHECK_CONTAINS(error, explained->words);
    swiftpager_free(error);
}

TEST(a_refusal_says_what_its_place_takes_and_what_was_found)
{
    static const struct explained clients[] = {
        {"{\"retry\": {\"statuses\": [429, 200]}}", "\"/retry/statuses/1\"",
         "expected an HTTP status from 400 to 599, found 200"},
        {"{\"retry\": {\"shrink_messages\": [\"\"]}}", "\"/retry/shrink_messages/0\"",
         "expected a part of a message, which is not empty, found \\\"\\\""},
        {"{\"retry\": {\"shrink_codes\": [1]}}", "\"/retry/shrink_codes/0\"", "expected a GraphQL error code, found 1"},
        {"{\"retry\": {\"shrink_codes\": {}}}", "\"/retry/shrink_codes\"",
         "expected a list of GraphQL error codes, found an object"},
        {"{\"cache\": \"memory\", \"key_fields\": [\"id\", 5]}", "\"/key_fields/1\"",
         "expected the name of a field, found 5"},
        {"{\"cache\": \"memory\", \"key_fields\": {\"A\": [\"a b\"]}}", "\"/key_fields/A/0\"",
         "expected the name of a field, found \\\"a b\\\""},
        {"{\"http_version\": 2}", "\"/http_version\"",
         "expected \\\"automatic\\\", \\\"1.1\\\" or \\\"2\\\", found 2"},
    };
    static const struct explained pagers[] = {
        {"{\"resume\": null}", "\"/resume\"",
         "expected a resume token, as its text or as the object in that text, found null"},
        {"{\"checkpoint\": 1}", "\"/checkpoint\"",
         "expected a checkpoint, as its text or as the object in that text, found 1"},
        {"{\"nested\": []}", "\"/nested\"",
         "expected \\\"report\\\", \\\"error\\\", \\\"drain\\\" or an object, found an array"},
        {"{\"pagination\": {\"after\": \"cursor\"}}", "\"/pagination/after\"",
         "declares no variable `$cursor`; it has $after"},
        {"{\"pagination\": {\"after\": [\"after\"]}}", "\"/pagination/connection\"",
         "a keyset list needs `connection`"},
        {"{\"pagination\": {\"after\": [\"after\", 1]}}", "\"/pagination/after/1\"", "expected a string, found 1"},
    };
    static const struct explained options[] = {
        {"{\"failed_pages\": true}", "\"/failed_pages\"", "that are pulled: call swiftpager_pager_walk()"},
    };
    swiftpager_client *client = make_client("http://127.0.0.1:1/");
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    char *error = NULL;
    for (size_t i = 0; i < sizeof clients / sizeof *clients; i++) {
        swiftpager_client *none = NULL;
        swiftpager_status status =
            swiftpager_client_create("http://127.0.0.1:1/", clients[i].config, NULL, &none, &error);
        check_explanation(status, error, &clients[i]);
    }
    for (size_t i = 0; i < sizeof pagers / sizeof *pagers; i++) {
        swiftpager_pager *none = NULL;
        swiftpager_status status =
            swiftpager_pager_create(client, ITEMS_QUERY, pagers[i].config, NULL, &none, &error);
        check_explanation(status, error, &pagers[i]);
    }
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        swiftpager_status status =
            swiftpager_pager_load_all(pager, options[i].config, NULL, NULL, NULL, NULL, &error);
        check_explanation(status, error, &options[i]);
    }
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(json_that_nests_without_end_is_refused)
{
    enum { LEVELS = 1000000 };
    static char config[2 * LEVELS + 64];
    swiftpager_client *client = NULL;
    char *error = NULL;
    memset(config, '[', LEVELS);
    memset(config + LEVELS, ']', LEVELS);
    CHECK_STATUS(swiftpager_client_create(NULL, config, NULL, &client, &error), SWIFTPAGER_INVALID_CONFIG);
    CHECK_JSON(error, "/code", "\"INVALID_CONFIG\"");
    swiftpager_free(error);
}
