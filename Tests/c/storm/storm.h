/* A storm: threads draw calls of all functions for some time, while signals come and children are made. */
#ifndef STORM_H
#define STORM_H

#include <stdbool.h>
#include <stdint.h>

struct storm {
    double seconds;
    uint64_t seed;
    unsigned int threads;
};

/*
 * Runs it, gives everything back, and prints what it did on stdout. What is wrong is counted as failed checks: a
 * function that was never called, a destroy that did not come once, descriptors and threads that are left, and what
 * calls did against their contract.
 */
void run_storm(const struct storm *storm);

#endif
