#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "walk_configs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder of the cache's file. */
static char folder[] = "/tmp/swiftpager-bench-XXXXXX";

void write_client_config(char *config, size_t room, const struct peer_options *options)
{
    if (options->ca != NULL)
        snprintf(config, room, "{\"endpoint\":\"%s\",\"tls\":{\"ca_file\":\"%s\"}}", options->url, options->ca);
    else if (options->cache == NULL)
        snprintf(config, room, "{\"endpoint\":\"%s\",\"retry\":{\"enabled\":%s}}", options->url,
                 options->no_retry ? "false" : "true");
    else if (strcmp(options->cache, "sqlite") != 0)
        snprintf(config, room, "{\"endpoint\":\"%s\",\"cache\":\"%s\"}", options->url, options->cache);
    else if (mkdtemp(folder) == NULL)
        peer_fail("swiftpager_walk: no folder for the cache");
    else
        snprintf(config, room, "{\"endpoint\":\"%s\",\"cache\":{\"sqlite\":\"%s/cache\"}}", options->url, folder);
}

void remove_cache(const struct peer_options *options)
{
    static const char *const names[] = {"cache", "cache-wal", "cache-shm"};
    char path[sizeof folder + 16];
    if (options->cache == NULL || strcmp(options->cache, "sqlite") != 0)
        return;
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[index]);
        unlink(path);
    }
    rmdir(folder);
}

/* A kind of list: its query, the variable for the size of a page, and more members of the config. */
struct list_config {
    const char *name;
    const char *query;
    const char *size;
    const char *since;      /* the members of `since`; NULL: there are none */
    const char *pagination; /* those of `pagination` */
};

#define EDGES "\"connection\":\"/products\",\"items\":\"/edges\","
#define HAS_MORE "\"has_more\":\"/pageInfo/hasNextPage\""

/* The page server sends the total with `--total 1`, and times with `--times 1`. */
static const struct list_config LISTS[] = {
    {"cursors", PRODUCTS_QUERY, "first", NULL, ""},
    {"offsets", OFFSET_QUERY, "limit", NULL, EDGES "\"type\":\"offset\",\"total\":\"/totalCount\""},
    {"pages", PAGES_QUERY, "limit", NULL, EDGES "\"type\":\"offset\",\"page\":\"page\"," HAS_MORE},
    {"keyset", KEYSET_QUERY, "limit", NULL,
     EDGES "\"type\":\"keyset\",\"key\":\"/id\",\"after\":\"from\"," HAS_MORE},
    {"checked", TOTAL_QUERY, "first", NULL, "\"identity\":\"/id\",\"total\":\"/totalCount\""},
    {"since", SINCE_QUERY(""), "first", "\"path\":\"/id\",\"type\":\"text\"", ""},
    {"since times", SINCE_QUERY("updatedAt "), "first", "\"path\":\"/updatedAt\",\"type\":\"time\"", ""},
};

static const struct list_config *list_of(const struct peer_options *options)
{
    const char *name = options->since_times   ? "since times"
                       : options->since       ? "since"
                       : options->concurrency ? "offsets"
                       : options->list        ? options->list
                                              : "cursors";
    for (size_t index = 0; index < sizeof LISTS / sizeof *LISTS; index++)
        if (strcmp(LISTS[index].name, name) == 0)
            return &LISTS[index];
    peer_fail("swiftpager_walk: --list takes pages, keyset or checked");
}

void write_pager_config(char *config, size_t room, const struct peer_options *options, const char *resume)
{
    const struct list_config *list = list_of(options);
    const char *retain = options->retain_all ? "all" : options->full ? "last"
                                                                     : "none";
    char concurrency[64] = "";
    char since[128] = "";
    if (options->concurrency > 0)
        snprintf(concurrency, sizeof concurrency, ",\"concurrency\":%zu", options->concurrency);
    if (list->since != NULL)
        snprintf(since, sizeof since, ",\"since\":{%s,\"order\":\"ascending\",\"variable\":\"from\"}", list->since);
    snprintf(config, room,
             "{\"query\":\"%s\",\"variables\":{\"%s\":%zu},\"retain\":\"%s\",\"load_all\":{\"emit\":\"each\"},"
             "\"pagination\":{%s%s}%s%s%s}",
             list->query, list->size, options->size, retain, list->pagination, concurrency, since,
             resume == NULL ? "" : ",\"resume\":", resume == NULL ? "" : resume);
}
