/* The threads that draw calls: the dice of each, and what it does now. */
#ifndef ACTORS_H
#define ACTORS_H

#include "dice.h"
#include "pools.h"

#include <stdatomic.h>
#include <stdbool.h>

struct drawn_function;

/* What the calls of a thread have to be. */
enum manners {
    /* Anything that the header allows. */
    RANDOM_ARGUMENTS,
    /* Arguments that the library takes; no callback makes a call. */
    GOOD_ARGUMENTS,
};

struct actor {
    struct dice dice;
    /* The call under way, its handle, and the milliseconds of the clock at which it began. */
    _Atomic(const struct drawn_function *) function;
    _Atomic(void *) receiver;
    atomic_llong since;
    atomic_int kind;
    enum manners manners;
    /* How many callbacks the thread is in. */
    int depth;
    /* Whether something ends a wait without a limit. */
    bool is_watched;
    /* Whether pthread_cancel() may end the thread inside a call of the library. */
    bool is_cancellable;
};

/* The actor of this thread. A thread of the library, which only runs callbacks, has one of its own. */
struct actor *this_actor(void);

/* Makes the actor that of this thread. */
void become_actor(struct actor *actor, uint64_t seed, uint64_t number);

/* The seed and the manners of actors whose thread has not become one. */
void set_other_actors(uint64_t seed, enum manners manners);

long long now_in_ms(void);

#endif
