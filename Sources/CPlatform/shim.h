/* What the C library's Swift module leaves out: eventfd(2) and the CPU macros of sched(3). */
#ifndef SWIFTPAGER_CPLATFORM_H
#define SWIFTPAGER_CPLATFORM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <sched.h>
#include <sys/eventfd.h>

/* A descriptor that never blocks and does not survive exec; -1 when none is free. */
static inline int swiftpager_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

/* How many processors this process may run on; 1 when the system does not say. */
static inline int swiftpager_usable_processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

#endif
