#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

bool swiftpager_take_signal(struct swiftpager_signals *signals)
{
    unsigned int count = __atomic_load_n(&signals->count, __ATOMIC_SEQ_CST);
    while (count > 0) {
        if (__atomic_compare_exchange_n(&signals->count, &count, count - 1, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return true;
    }
    return false;
}

/* Each side writes its number before it reads the other's. So either the signal sees the sleeper, or the kernel sees
 * the signal before it puts the sleeper to sleep. */
void swiftpager_signal(struct swiftpager_signals *signals)
{
    __atomic_fetch_add(&signals->count, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&signals->sleepers, __ATOMIC_SEQ_CST) == 0) return;
    const int error = errno;
    syscall(SYS_futex, &signals->count, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    errno = error;
}

bool swiftpager_sleep_for_signal(struct swiftpager_signals *signals, uint64_t end)
{
    /* FUTEX_WAIT_BITSET takes a moment, not a duration, and without FUTEX_CLOCK_REALTIME it is on CLOCK_MONOTONIC. */
    const struct timespec time = {(time_t)(end / 1000000000), (long)(end % 1000000000)};
    const int error = errno;
    bool is_over = end == 0;
    __atomic_fetch_add(&signals->sleepers, 1, __ATOMIC_SEQ_CST);
    bool is_taken = swiftpager_take_signal(signals);
    while (!is_taken && !is_over) {
        const long result = syscall(SYS_futex, &signals->count, FUTEX_WAIT_BITSET_PRIVATE, 0,
                                    end == UINT64_MAX ? NULL : &time, NULL, FUTEX_BITSET_MATCH_ANY);
        is_over = result != 0 && errno == ETIMEDOUT;
        /* A signal that came at the same time goes first. */
        is_taken = swiftpager_take_signal(signals);
    }
    __atomic_fetch_sub(&signals->sleepers, 1, __ATOMIC_SEQ_CST);
    errno = error;
    return is_taken;
}
