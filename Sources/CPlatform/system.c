#define _GNU_SOURCE
#include "CPlatform.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>

int swiftpager_eventfd(void)
{
    return swiftpager_keep_apart(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

int swiftpager_semaphore(void)
{
    return swiftpager_keep_apart(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE));
}

int swiftpager_sleep_on(int descriptor, int64_t nanoseconds)
{
    struct pollfd entry = {.fd = descriptor, .events = POLLIN};
    const struct timespec time = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    int cancel_state;
    /* Other threads would go on to count on this one. */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state);
    const int count = ppoll(&entry, 1, nanoseconds < 0 ? NULL : &time, NULL);
    pthread_setcancelstate(cancel_state, &cancel_state);
    return count;
}

int swiftpager_usable_processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

bool swiftpager_has_memory(size_t size)
{
    void *volatile memory = malloc(size);
    const bool is_there = memory != NULL;
    free(memory);
    return is_there;
}

bool swiftpager_contains(const void *bytes, size_t size, const char *word)
{
    return memmem(bytes, size, word, strlen(word)) != NULL;
}

float swiftpager_hypotf(float x, float y)
{
    if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inff();
    return (float)__builtin_sqrt((double)x * x + (double)y * y);
}
