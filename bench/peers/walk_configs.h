/* The configs of swiftpager_walk's client and pagers, and the file of its cache. */
#ifndef SWIFTPAGER_BENCH_WALK_CONFIGS_H
#define SWIFTPAGER_BENCH_WALK_CONFIGS_H

#include "peer.h"

#include <stddef.h>

/* Makes a folder for the cache's file, if there is one; remove_cache removes both. */
void write_client_config(char *config, size_t room, const struct peer_options *options);

/* `resume` is a token from which the list goes on, or NULL. */
void write_pager_config(char *config, size_t room, const struct peer_options *options, const char *resume);

void remove_cache(const struct peer_options *options);

#endif
