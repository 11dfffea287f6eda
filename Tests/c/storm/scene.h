/* Keeps handles of each kind in the pools, so that calls have something to work with. */
#ifndef SCENE_H
#define SCENE_H

#include "actors.h"

/* Makes a few handles, if there are few of one kind; now and then although there are enough. */
void tend_pools(struct actor *actor);

/* Makes handles of each kind of which there are too few, and a stream. */
void fill_pools(struct actor *actor);

#define PAGES_OF_THE_LIST 2

/* Walks all pages of a good list, with a client of its own if the client is NULL. Returns how that ended. If that is OK
 * and there were other pages, it tells of the last one and of the list's end. */
swiftpager_status walk_a_list(swiftpager_client *client, int *pages);

/* A client of a good list. */
swiftpager_client *make_good_client(const char *config);

#endif
