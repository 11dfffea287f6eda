/**
 * What the network thread waits with: epoll(7) and timerfd_create(2), which the C library's Swift module leaves out.
 *
 * Every descriptor made here is closed when another program is executed.
 */
#ifndef CCURL_EVENTS_H
#define CCURL_EVENTS_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/** A new epoll instance; -1 and errno when the system refuses it. */
static inline int ccurl_epoll_create(void)
{
    return epoll_create1(EPOLL_CLOEXEC);
}

/** A new timer, whose reader sleeps until it rings; -1 and errno when the system refuses it. */
static inline int ccurl_timer_create(void)
{
    return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
}

/** Has a timer ring once, after a time of more than 0; -1 and errno when that fails. */
static inline int ccurl_timer_set(int timer, int64_t seconds, int64_t nanoseconds)
{
    struct itimerspec time = {.it_value = {.tv_sec = (time_t)seconds, .tv_nsec = (long)nanoseconds}};
    return timerfd_settime(timer, 0, &time, NULL);
}

/** Waits for `descriptor` from now on, which belongs to `lane`; -1 and errno when that fails. */
static inline int ccurl_epoll_set(int epoll, int descriptor, int lane, bool reading, bool writing)
{
    struct epoll_event event = {0};
    event.events = (reading ? (uint32_t)EPOLLIN : 0) | (writing ? (uint32_t)EPOLLOUT : 0);
    event.data.u64 = (uint64_t)(uint32_t)lane << 32 | (uint32_t)descriptor;
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0)
        return 0;
    return errno == EEXIST ? epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) : -1;
}

/** Waits for `descriptor` no longer. */
static inline void ccurl_epoll_remove(int epoll, int descriptor)
{
    struct epoll_event unused = {0};
    (void)epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &unused);
}

/** The descriptor of an event. */
static inline int ccurl_event_descriptor(const struct epoll_event *event)
{
    return (int)(uint32_t)event->data.u64;
}

/** The lane that an event's descriptor belongs to. */
static inline int ccurl_event_lane(const struct epoll_event *event)
{
    return (int)(uint32_t)(event->data.u64 >> 32);
}

/** Whether an event says that its descriptor can be read from; also at the end of what can be read. */
static inline bool ccurl_event_is_readable(const struct epoll_event *event)
{
    return (event->events & (EPOLLIN | EPOLLHUP)) != 0;
}

/** Whether an event says that its descriptor can be written to. */
static inline bool ccurl_event_is_writable(const struct epoll_event *event)
{
    return (event->events & EPOLLOUT) != 0;
}

/** Whether an event says that its descriptor has failed. */
static inline bool ccurl_event_has_failed(const struct epoll_event *event)
{
    return (event->events & EPOLLERR) != 0;
}

#endif
