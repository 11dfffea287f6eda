#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#ifdef SWIFTPAGER_RUNTIME_INSIDE
/*
 * The number of this thread, as Swift's runtime keeps it for its locks (ulock_get_tid()). In a child of fork it is that
 * of a thread of the parent: the kernel then refuses a lock that two threads want, and both ask again for ever. With 0
 * the runtime asks for it anew. If a later runtime has no such variable, the library does not link.
 */
extern _Thread_local pid_t number_of_thread __asm__("_ZZN5swift14threading_impl5linux13ulock_get_tidEvE3tid");
#endif

/* How many nanoseconds a fork waits at most: for a thread at work on something large, or blocked by the disk. */
static const long long longest_wait_of_a_fork = 1000000000;

/* How many nanoseconds a thread that wants to enter waits at most. A fork may take long, but it may also be
 * stuck: a handler of the host's, which runs after ours, may want a lock that this very thread holds. */
static const long long longest_wait_for_forks = 2000000000;

/* How many threads are inside the library's code. */
static atomic_uint inside;

/* How many threads are about to fork, or forking. No thread enters meanwhile. */
static atomic_uint forks;

/* How deep this thread is inside: an export may be called by what runs inside another. */
static _Thread_local unsigned int depth;

/* Whether this thread forks. What a handler of the host's calls meanwhile does not wait for it. */
static _Thread_local bool is_forking;

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* Waits until the word has another value, for so many nanoseconds at most; it may return earlier. */
static void wait_on(atomic_uint *word, unsigned int value, long long nanoseconds)
{
    const struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, &limit, NULL, 0);
}

static void wake_all(atomic_uint *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

static void count_out(void)
{
    if (atomic_fetch_sub(&inside, 1) == 1 && atomic_load(&forks) > 0) wake_all(&inside);
}

/* Each thread writes its count before it reads the other one. So of a thread that enters and one that forks, at least
 * one sees the other. */
static void count_in(void)
{
    atomic_fetch_add(&inside, 1);
    unsigned int under_way = atomic_load(&forks);
    if (under_way == 0 || is_forking) return;
    const int error = errno;
    const long long end = now() + longest_wait_for_forks;
    for (long long left = longest_wait_for_forks; under_way != 0 && left > 0; left = end - now()) {
        count_out();
        wait_on(&forks, under_way, left);
        atomic_fetch_add(&inside, 1);
        under_way = atomic_load(&forks);
    }
    errno = error;
}

void swiftpager_go_in(void)
{
    /* In this order, so that a signal handler that forks between the two waits too long at worst. */
    if (depth == 0) {
        count_in();
        swiftpager_take_thread();
    }
    depth++;
}

void swiftpager_go_out(void)
{
    depth--;
    if (depth > 0) return;
    swiftpager_give_thread_back();
    count_out();
}

unsigned int swiftpager_step_out(void)
{
    const unsigned int before = depth;
    depth = 0;
    if (before > 0) {
        swiftpager_lend_thread();
        count_out();
    }
    return before;
}

void swiftpager_step_in(unsigned int before)
{
    if (before > 0) {
        count_in();
        swiftpager_take_thread_again();
    }
    depth = before;
}

static void before_fork(void)
{
    const int error = errno;
    is_forking = true;
    atomic_fetch_add(&forks, 1);
    /* A signal handler may fork while its thread is inside. */
    if (depth > 0) atomic_fetch_sub(&inside, 1);
    const long long end = now() + longest_wait_of_a_fork;
    unsigned int count = atomic_load(&inside);
    for (long long left = longest_wait_of_a_fork; count > 0 && left > 0; left = end - now()) {
        wait_on(&inside, count, left);
        count = atomic_load(&inside);
    }
    swiftpager_note_process();
    errno = error;
}

static void in_the_parent(void)
{
    const int error = errno;
    is_forking = false;
    if (depth > 0) atomic_fetch_add(&inside, 1);
    if (atomic_fetch_sub(&forks, 1) == 1) wake_all(&forks);
    errno = error;
}

/* Only the thread that forked is there. Another may have counted itself in at the fork, and not yet out again. */
static void in_the_child(void)
{
    is_forking = false;
    atomic_store(&inside, depth > 0 ? 1 : 0);
    atomic_store(&forks, 0);
    wake_all(&forks);
    swiftpager_note_child();
#ifdef SWIFTPAGER_RUNTIME_INSIDE
    number_of_thread = 0;
#endif
}

/* If memory runs out here, a fork does not wait for the threads inside. Everything else works where the kernel clears a
 * page in children. */
__attribute__((constructor)) static void have_forks_wait(void)
{
    if (pthread_atfork(before_fork, in_the_parent, in_the_child) == 0) swiftpager_notice_forks();
}
