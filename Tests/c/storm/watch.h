/* The watch: ends waits without a limit, reports calls that hang, and sends signals. */
#ifndef WATCH_H
#define WATCH_H

#include "actors.h"

#include <pthread.h>
#include <stddef.h>

struct watched {
    struct actor *actors;
    pthread_t *threads;
    size_t count;
    uint64_t seed;
    /* The millisecond of the clock by which everything has to be released. */
    long long deadline;
};

void begin_watch(const struct watched *watched);
/* No signal is sent any more. */
void end_signals(void);
void end_watch(void);

long sent_signal_count(void);
long handled_signal_count(void);

#endif
