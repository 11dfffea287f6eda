/* Values as deep as they may be, and deeper, on a stack smaller than the header asks for. */
#include "harness.h"
#include "page_server.h"
#include "pagers.h"
#include "processes.h"

#include <stdio.h>
#include <stdlib.h>

/* Less than the header says: what the loader and the C library take of a stack differs between machines. */
#define STACK_BYTES (56 * 1024)
#define ROOM (64 * 1024)

static void *run_function(void *function)
{
    (*(void (**)(void))function)();
    return NULL;
}

static void run_on_small_stack(void (*function)(void))
{
    run_on_a_stack_of(STACK_BYTES, run_function, &function);
}

/* `core` inside `levels` openings and closings; in static memory, since the stack is small. */
static const char *nested(const char *opening, int levels, const char *core, const char *closing)
{
    static char text[ROOM];
    char *end = text;
    for (int level = 0; level < levels; level++) end += snprintf(end, ROOM - (size_t)(end - text), "%s", opening);
    end += snprintf(end, ROOM - (size_t)(end - text), "%s", core);
    for (int level = 0; level < levels; level++) end += snprintf(end, ROOM - (size_t)(end - text), "%s", closing);
    return text;
}

/* Makes a pager of a config with one part in it, and compares the status. */
static void check_config(const char *form, const char *part, swiftpager_status expected)
{
    static char config[2 * ROOM];
    swiftpager_client *client = make_client("http://localhost/");
    swiftpager_pager *pager = NULL;
    char *error = NULL;
    snprintf(config, sizeof config, form, part);
    if (!CHECK_STATUS(swiftpager_pager_create(client, NULL, config, NULL, &pager, &error), expected)) {
        report_failure(__FILE__, __LINE__, "%s", error == NULL ? "" : error);
    }
    swiftpager_free(error);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

#define CONNECTION "{items(after: $after) {edges {node {id}} pageInfo {hasNextPage endCursor}}}"
#define QUERY_FORM "{\"query\": \"query ($after: String) %s\"}"
#define VALUE_FORM \
    "{\"query\": \"query ($after: String) {a(b: %s) items(after: $after) {nodes {id} pageInfo {hasNextPage " \
    "endCursor}}}\"}"
#define VARIABLE_FORM \
    "{\"query\": \"query ($after: String, $x: X) {items(after: $after, x: $x) {nodes {id} pageInfo {hasNextPage " \
    "endCursor}}}\"," \
    " \"variables\": {\"x\": %s}}"
#define CONFIG_FORM "{\"query\": \"" ITEMS_QUERY "\", \"pagination\": %s}"

static void nest_configs(void)
{
    /* The connection itself takes four levels of the 32. */
    check_config(QUERY_FORM, nested("{a ", 28, CONNECTION, "}"), SWIFTPAGER_OK);
    check_config(QUERY_FORM, nested("{... ", 28, CONNECTION, "}"), SWIFTPAGER_OK);
    check_config(QUERY_FORM, nested("{a ", 5000, CONNECTION, "}"), SWIFTPAGER_INVALID_CONFIG);
    check_config(VALUE_FORM, nested("[", 31, "", "]"), SWIFTPAGER_OK);
    check_config(VALUE_FORM, nested("{c: ", 31, "1", "}"), SWIFTPAGER_OK);
    check_config(VALUE_FORM, nested("[", 5000, "", "]"), SWIFTPAGER_INVALID_CONFIG);
    check_config(VARIABLE_FORM, nested("[", 254, "", "]"), SWIFTPAGER_OK);
    check_config(VARIABLE_FORM, nested("{\"a\": ", 254, "1", "}"), SWIFTPAGER_OK);
    check_config(VARIABLE_FORM, nested("[", 254, "x", "]"), SWIFTPAGER_INVALID_CONFIG);
    check_config(VARIABLE_FORM, nested("[", 5000, "", "]"), SWIFTPAGER_INVALID_CONFIG);
    check_config(CONFIG_FORM, nested("{\"after\": ", 31, "1", "}"), SWIFTPAGER_INVALID_CONFIG);
    check_config(CONFIG_FORM, nested("[", 250, "", "]"), SWIFTPAGER_INVALID_CONFIG);
    check_config(CONFIG_FORM, nested("[", 5000, "", "]"), SWIFTPAGER_INVALID_CONFIG);
}

TEST_OF_RELEASE(deep_configs_queries_and_variables_fit_a_small_stack)
{
    run_on_small_stack(nest_configs);
}

static const char *deep_url;

static void read_deep_errors(void)
{
    char *error = NULL;
    swiftpager_client *client = make_client(deep_url);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_STATUS(run(swiftpager_pager_fetch, pager, NULL, &error), SWIFTPAGER_GRAPHQL);
    CHECK_CONTAINS(error, "the first error: no such list");
    CHECK_CONTAINS(error, "[[[[[[[[[[[[[[[[[[[[[[");
    swiftpager_free(error);
    CHECK_RUN(swiftpager_pager_load_next, pager, nested("[", 5000, "", "]"), SWIFTPAGER_INVALID_CONFIG);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST_OF_RELEASE(deep_errors_fit_a_small_stack)
{
    static char head[2 * ROOM];
    snprintf(head, sizeof head, "{\"data\":null,\"errors\":[{\"message\":\"no such list\",\"extensions\":%s}]}",
             nested("[", 250, "", "]"));
    static struct page_text page = {.head = head, .unit = "", .tail = ""};
    deep_url = serve_page(&page);
    run_on_small_stack(read_deep_errors);
}
