/* The threads that draw calls. */
#include "actors.h"

#include <time.h>

static _Thread_local struct actor *own;
/* For a thread that never became an actor: one of the library, or the watch. */
static _Thread_local struct actor other;
static _Thread_local bool is_other_seeded;
static _Atomic uint64_t other_seed, other_count;
static atomic_int other_manners;

struct actor *this_actor(void)
{
    if (own != NULL) return own;
    if (!is_other_seeded) {
        other.dice = make_dice(atomic_load(&other_seed), 1000 + atomic_fetch_add(&other_count, 1));
        is_other_seeded = true;
    }
    other.manners = (enum manners)atomic_load(&other_manners);
    return &other;
}

void become_actor(struct actor *actor, uint64_t seed, uint64_t number)
{
    actor->dice = make_dice(seed, number);
    own = actor;
}

void set_other_actors(uint64_t seed, enum manners manners)
{
    atomic_store(&other_seed, seed);
    atomic_store(&other_manners, (int)manners);
}

long long now_in_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
