/* Children that are forked in the middle of the storm. */
#ifndef CHILDREN_H
#define CHILDREN_H

#include "actors.h"

/* Forks a child that makes calls, walks a list with a client of its own, and ends; waits for it. */
void make_a_child(struct actor *actor);

long child_count(void);

#endif
