#define _GNU_SOURCE
#include "CPlatform.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>

int swiftpager_eventfd(void)
{
    return swiftpager_keep_apart(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

int swiftpager_descriptor_set(void)
{
    return swiftpager_keep_apart(epoll_create1(EPOLL_CLOEXEC));
}

void swiftpager_descriptor_set_add(int set, int descriptor)
{
    struct epoll_event event = {.events = EPOLLIN};
    (void)epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

int64_t swiftpager_processor_time(pthread_t thread)
{
    clockid_t clock;
    struct timespec time;
    if (pthread_getcpuclockid(thread, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
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

/* Bytes that the processor compares at once. */
typedef unsigned char Lanes __attribute__((vector_size(16)));
enum { block = 4 * sizeof(Lanes) };

/* Whether a pair of bytes begins within a block. */
static bool has_pair(const char *text, Lanes first, Lanes second)
{
    Lanes found = {0};
    for (size_t at = 0; at < block; at += sizeof(Lanes)) {
        Lanes here, next;
        memcpy(&here, text + at, sizeof here);
        memcpy(&next, text + at + 1, sizeof next);
        found |= (Lanes)((here == first) & (next == second));
    }
    uint64_t halves[2];
    memcpy(halves, &found, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

/* memmem takes 1.7 instructions a byte, and every page of a walk is searched. Here it only looks where the first two
 * bytes of the word are. */
bool swiftpager_contains(const void *bytes, size_t size, const char *word)
{
    const char *text = bytes;
    const size_t length = strlen(word);
    const Lanes first = (Lanes){0} + (unsigned char)word[0], second = (Lanes){0} + (unsigned char)word[1];
    size_t at = 0;
    for (; at + block + length <= size; at += block)
        if (has_pair(text + at, first, second) && memmem(text + at, block + length - 1, word, length) != NULL)
            return true;
    return memmem(text + at, size - at, word, length) != NULL;
}

float swiftpager_hypotf(float x, float y)
{
    if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inff();
    return (float)__builtin_sqrt((double)x * x + (double)y * y);
}
