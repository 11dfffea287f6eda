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

void write_pager_config(char *config, size_t room, const struct peer_options *options, const char *resume)
{
    const char *retain = options->full ? "last" : "none";
    if (options->since || options->since_times)
        snprintf(config, room,
                 "{\"query\":\"%s\",\"variables\":{\"first\":%zu},\"retain\":\"%s\","
                 "\"load_all\":{\"emit\":\"each\"},\"since\":{\"path\":\"%s\",\"type\":\"%s\","
                 "\"order\":\"ascending\",\"variable\":\"from\"}}",
                 options->since_times ? SINCE_QUERY("updatedAt ") : SINCE_QUERY(""), options->size, retain,
                 options->since_times ? "/updatedAt" : "/id",
                 options->since_times ? "time" : "text");
    else if (options->concurrency == 0)
        snprintf(config, room,
                 "{\"query\":\"" PRODUCTS_QUERY "\",\"variables\":{\"first\":%zu},\"retain\":\"%s\","
                 "\"load_all\":{\"emit\":\"each\"}%s%s}",
                 options->size, retain, resume == NULL ? "" : ",\"resume\":", resume == NULL ? "" : resume);
    else
        snprintf(config, room,
                 "{\"query\":\"" OFFSET_QUERY "\",\"variables\":{\"limit\":%zu},\"retain\":\"%s\","
                 "\"pagination\":{\"type\":\"offset\",\"connection\":\"/products\",\"items\":\"/edges\","
                 "\"total\":\"/totalCount\",\"concurrency\":%zu}}",
                 options->size, retain, options->concurrency);
}
