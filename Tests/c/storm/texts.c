/* Texts by role. In a config, FOLDER stands for the folder of files, and TOKEN for a text of an earlier call. */
#define _GNU_SOURCE
#include "texts.h"

#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_TEXTS 24
#define LONG_TEXT 70000
/* Every request ends soon, so that a wait for it does. */
#define IN_TIME "\"timeout_ms\": 400, \"retry\": {\"base_delay_ms\": 1, \"max_delay_ms\": 5, \"max_attempts\": 3}"
#define SINCE \
    "{\"path\": \"/id\", \"type\": \"integer\", \"order\": \"descending\", \"tolerate\": {\"items\": 10000}}"
#define ONCE "\"timeout_ms\": 400, \"retry\": {\"enabled\": false}"

/* Each list ends with NULL. */
static const char *const good[TEXT_ROLES][MOST_TEXTS] = {
    [TEXT_CLIENT_CONFIG] = {
        "{" IN_TIME "}",
        "{" ONCE "}",
        "{" ONCE ", \"cache\": \"memory\"}",
        "{" IN_TIME ", \"cache\": \"memory\", \"max_age_ms\": 20}",
        "{" ONCE ", \"cache\": {\"sqlite\": \"FOLDER/cache.db\"}}",
        "{" IN_TIME ", \"delivery\": \"thread\"}",
        "{" ONCE ", \"delivery\": \"thread\", \"cache\": \"memory\"}",
        "{" IN_TIME ", \"interruptible\": true}",
        "{" ONCE ", \"interruptible\": true, \"cache\": {\"sqlite\": \"FOLDER/cache.db\"}}",
        "{" ONCE ", \"max_connections\": 1, \"compress_requests\": true}",
        "{" ONCE ", \"persisted_queries\": {\"get\": true}, \"http_version\": \"1.1\"}",
        "{" ONCE ", \"record\": \"FOLDER/record.jsonl\"}",
        "{" ONCE ", \"replay\": \"FOLDER/record.jsonl\"}",
        "{" IN_TIME ", \"rate_limit\": {\"per_second\": 50}}",
        "{" ONCE ", \"max_response_bytes\": 300, \"headers\": {\"X-Storm\": \"1\"}}",
    },
    [TEXT_CALM_CLIENT_CONFIG] = {
        "{}",
        "{\"cache\": \"memory\"}",
        "{\"cache\": {\"sqlite\": \"FOLDER/cache.db\"}}",
        "{\"delivery\": \"thread\"}",
        "{\"interruptible\": true, \"max_connections\": 1}",
    },
    [TEXT_CALM_PAGER_CONFIG] = {
        "{}",
        "{\"retain\": \"last\"}",
        "{\"errors\": \"keep\", \"strict\": true}",
        "{\"pagination\": {\"connection\": \"/items\", \"items\": \"/edges\"}}",
    },
    [TEXT_CALM_QUERY] = {ITEMS_QUERY},
    [TEXT_PAGER_CONFIG] = {
        "{}",
        "{}",
        "{\"retain\": \"last\"}",
        "{\"retain\": \"none\"}",
        "{\"cache_policy\": \"return_cache_data_and_fetch\"}",
        "{\"cache_policy\": \"fetch_ignoring_cache_completely\"}",
        "{\"cache_policy\": \"return_cache_data_dont_fetch\"}",
        "{\"load_all\": {\"emit\": \"end\"}}",
        ("{\"nested\": \"error\", \"since\": " SINCE "}"),
        ("{\"since\": " SINCE ", \"checkpoint\": TOKEN}"),
        "{\"resume\": TOKEN}",
        "{\"resume\": TOKEN}",
        ("{\"pagination\": {\"type\": \"offset\", \"connection\": \"/list\", \"items\": \"/items\","
         " \"concurrency\": 3, \"total\": \"/total\"}, \"variables\": {\"limit\": 2}}"),
        "{\"load_all\": {\"max_pages\": 2}, \"errors\": \"keep\"}",
        "{\"errors\": \"fail\", \"strict\": true}",
        "{\"pagination\": {\"identity\": \"/id\"}}",
        "{\"pagination\": {\"connection\": \"/items\", \"items\": \"/edges\"}}",
    },
    [TEXT_QUERY] = {
        ITEMS_QUERY,
        ITEMS_QUERY,
        "query ($after: String, $first: Int = 3) { items(first: $first, after: $after) { totalCount"
        " edges { cursor node { id name } } pageInfo { hasNextPage endCursor } } }",
        "query ($before: String) { items(last: 3, before: $before) { edges { cursor node { id } }"
        " pageInfo { hasPreviousPage startCursor } } }",
        "query ($offset: Int, $limit: Int) { list(offset: $offset, limit: $limit) { items { id name } total } }",
    },
    [TEXT_OPTIONS] = {
        "{}",
        "{}",
        "{\"pull\": true}",
        "{\"pull\": true}",
        "{\"pull\": true}",
        "{\"pull\": true, \"callbacks\": false}",
        "{\"pull\": true, \"failed_pages\": false}",
        "{\"tag\": \"storm\", \"headers\": {\"X-Load\": \"1\"}}",
        "{\"cache_policy\": \"fetch_ignoring_cache_data\"}",
        "{\"cache_policy\": \"return_cache_data_and_fetch\"}",
        "{\"retain\": \"last\"}",
    },
    [TEXT_REQUEST] = {
        "{\"query\": \"" ITEMS_QUERY "\"}",
        "{\"query\": \"mutation { rename(id: 1) { id name } }\", \"timeout_ms\": 100}",
        "{\"query\": \"{ ping }\", \"tag\": \"storm\", \"cache_policy\": \"return_cache_data_else_fetch\"}",
        "{\"query\": \"query A { a } query B { b }\", \"operation_name\": \"B\", \"variables\": {\"x\": [1, null]}}",
    },
    [TEXT_KEY] = {"Item:1", "Item:2", "Item:17", "QUERY_ROOT"},
    [TEXT_FIELDS] = {
        "{\"name\": \"x\"}",
        "{\"id\": 1, \"name\": null, \"price(currency:\\\"EUR\\\")\": 1.5}",
        "{\"other\": {\"$ref\": \"Item:2\"}, \"free\": {\"$json\": [1, {\"a\": true}]}}",
        "{\"Item:1\": {\"name\": \"y\"}, \"Item:2\": {\"name\": \"z\"}}",
    },
    [TEXT_KINDS] = {"[]", "[\"retry\", \"failure\"]", "[\"request\"]", "[\"answer\", \"connection\", \"conflict\"]"},
    [TEXT_HEADERS] = {
        "[[\"Content-Type\", \"application/json\"]]",
        "{\"Content-Type\": \"application/json\", \"X-RateLimit-Remaining\": \"7\"}",
        "[]",
    },
    [TEXT_CREDENTIALS] = {"{\"Authorization\": \"Bearer 1\"}", "[[\"X-Key\", \"1\"]]", "{}"},
    [TEXT_MESSAGE] = {"the modem is off", "no", "\xc3\xa4\xe2\x82\xac"},
    [TEXT_BODY] = {
        "{\"data\": {\"items\": {\"edges\": [{\"cursor\": \"a\", \"node\": {\"id\": 1, \"name\": \"x\"}}],"
        " \"pageInfo\": {\"hasNextPage\": false, \"endCursor\": null}}}}",
        "{\"data\": {\"items\": {\"edges\": [{\"cursor\": \"b\", \"node\": {\"id\": 2, \"name\": \"y\"}}],"
        " \"pageInfo\": {\"hasNextPage\": true, \"endCursor\": \"b\"}}}, \"extensions\": {\"cost\": 1}}",
        "{\"data\": {\"items\": {\"edges\": [{\"cursor\": \"m\", \"node\": {\"id\": 3}}], \"pageInfo\":"
        " {\"hasPreviousPage\": true, \"startCursor\": \"m\", \"hasNextPage\": true, \"endCursor\": \"m\"}}}}",
        "{\"data\": null, \"errors\": [{\"message\": \"it is night\"}]}",
        "{\"data\": {\"items\": {\"edges\": [null, {\"cursor\": \"c\", \"node\": null}],"
        " \"pageInfo\": {\"hasNextPage\": false}}}, \"errors\": [{\"message\": \"some\", \"path\": [\"items\"]}]}",
    },
    [TEXT_NAME] = {"content-type", "Content-Length", "x-none"},
    [TEXT_COLUMNS] = {
        "{\"id\": {}, \"name\": \"/name\"}",
        "{\"id\": {\"type\": \"json\"}, \"name\": {\"type\": \"string\"}}",
        "{\"id\": {\"type\": \"int64\"}}",
        "{}",
    },
    [TEXT_ROWS] = {
        "[]",
        "[{\"id\": 1, \"name\": \"x\"}, {\"id\": \"two\", \"more\": [1, 2.5, {\"a\": null}]}]",
        "[1, \"two\", null]",
        "[{\"id\": 99999999999999999999, \"name\": {\"deep\": [[[]]]}}]",
    },
};

static const char *const bad[] = {
    "", " ", "{", "[", "null", "true", "0", "1e999", "\"", "\"\\ud800\"", "{}", "[]", "[[]]", "{\"\": {}}",
    "{\"a\": 1, }", "\xff\xfe", "{\"query\": \"\xc3\x28\"}", "{ a }", "{\"endpoint\": \"ftp://x\"}", "{\"query\": 7}",
    "\xed\xa0\x80", "http://", "https://127.0.0.1:1/\r\nX: y", "query { items { ...F } } fragment F on Q { ...F }"};

/* Whole lists, and lists that break off. */
static const char *const paths[] = {
    "/good", "/good", "/good", "/good", "/gzip", "/chunked", "/unicode", "/indented", "/slow", "/stall", "/html-502",
    "/http-500", "/http-429", "/close-half-way", "/connection-reset", "/close-at-once", "/truncated-json",
    "/invalid-utf8", "/partial", "/errors-no-data", "/errors-null-data", "/connection-null", "/cursor-cycle",
    "/same-cursor", "/null-cursor", "/no-page-info", "/too-large", "/deep", "/not-json", "/tokens", "/redirect",
    "/empty-body", "/broken-gzip", "/offsets", "/offsets-growing", "/offsets-shifting", "/offsets-uneven"};

static char folder[256];
/* A text that the library gave: a resume token, for example. */
static _Atomic(char *) token;

void make_folder(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/swiftpager-storm-XXXXXX", parent == NULL ? "/tmp" : parent);
    REQUIRE(mkdtemp(folder) != NULL);
}

void remove_folder(void)
{
    static const char *const names[] = {"cache.db", "cache.db-wal", "cache.db-shm", "cache.db-journal", "record.jsonl"};
    char path[512];
    for (size_t index = 0; index < COUNT_OF(names); index++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[index]);
        unlink(path);
    }
    rmdir(folder);
    free(atomic_exchange(&token, NULL));
}

static char *copy(const char *text)
{
    char *made = strdup(text);
    REQUIRE(made != NULL);
    return made;
}

void remember_text(const char *text)
{
    free(atomic_exchange(&token, copy(text)));
}

/* The text with `value` in the place of `name`, if it is there. Frees the text. */
static char *with(char *text, const char *name, const char *value)
{
    const char *place = strstr(text, name);
    char *made = NULL;
    if (place == NULL) return text;
    REQUIRE(asprintf(&made, "%.*s%s%s", (int)(place - text), text, value, place + strlen(name)) > 0);
    free(text);
    return made;
}

static char *filled(const char *text)
{
    if (strstr(text, "TOKEN") == NULL) return with(copy(text), "FOLDER", folder);
    /* Taken out, because another thread may free it. */
    char *value = atomic_exchange(&token, NULL);
    char *made = with(copy(text), "TOKEN", value == NULL ? "{}" : value);
    free(value);
    return made;
}

char *good_endpoint(void)
{
    char *made = NULL;
    /* The server counts by key, and other processes draw calls beside this one. */
    REQUIRE(asprintf(&made, "%s/good?key=calm-%d&pages=2&size=3", getenv("SWIFTPAGER_TROUBLE_ENDPOINT"), getpid()) > 0);
    return made;
}

static char *draw_endpoint(struct dice *dice)
{
    char *made = NULL;
    if (is_one_in(dice, 20)) return copy(dead_url());
    REQUIRE(asprintf(&made, "%s%s?key=storm&pages=%u&size=%u&bad=%u&ms=%u&bytes=5000&levels=300",
                     getenv("SWIFTPAGER_TROUBLE_ENDPOINT"), paths[roll(dice, COUNT_OF(paths))], 1 + roll(dice, 5),
                     1 + roll(dice, 5), roll(dice, 4), roll(dice, 30)) > 0);
    return made;
}

char *good_text(enum text_role role, struct dice *dice)
{
    uint32_t count = 0;
    if (role == TEXT_ENDPOINT) return draw_endpoint(dice);
    while (count < MOST_TEXTS && good[role][count] != NULL) count++;
    return filled(good[role][roll(dice, count)]);
}

enum text_role calm_role(enum text_role role)
{
    switch (role) {
    case TEXT_CLIENT_CONFIG: return TEXT_CALM_CLIENT_CONFIG;
    case TEXT_PAGER_CONFIG: return TEXT_CALM_PAGER_CONFIG;
    case TEXT_QUERY: return TEXT_CALM_QUERY;
    default: return role;
    }
}

/* A good text of which one byte is another one, or which breaks off. */
static char *damaged_text(enum text_role role, struct dice *dice)
{
    char *text = good_text(role, dice);
    size_t length = strlen(text);
    if (length == 0) return text;
    size_t place = roll(dice, (uint32_t)length);
    /* What would make of a short wait a long one stays as it is. */
    if (strstr(text, "timeout_ms") != NULL || is_one_in(dice, 2)) {
        text[place] = '\0';
    } else {
        text[place] = (char)(1 + roll(dice, 255));
    }
    return text;
}

static char *long_text(struct dice *dice)
{
    char *text = malloc(LONG_TEXT + 1);
    REQUIRE(text != NULL);
    memset(text, "[{a \"1"[roll(dice, 6)], LONG_TEXT);
    text[LONG_TEXT] = '\0';
    return text;
}

char *bad_text(enum text_role role, struct dice *dice)
{
    switch (roll(dice, 8)) {
    case 0: return long_text(dice);
    case 1: return good_text(roll(dice, TEXT_ROLES), dice);
    case 2:
    case 3: return copy(bad[roll(dice, COUNT_OF(bad))]);
    default: return damaged_text(role, dice);
    }
}
