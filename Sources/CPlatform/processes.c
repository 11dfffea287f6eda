#define _GNU_SOURCE
#include "CPlatform.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

/* What the mark says of this process: nothing (a child of fork() finds it so), that a thread is counting the process,
 * or that it has been counted. */
enum { UNCOUNTED = 0,
       COUNTING = 1,
       COUNTED = 2 };

/* Points to the mark; NULL until a process uses the library.
 *
 * A process id would not do: ids are unique within a PID namespace only, and a child may be the first of a new one. */
static _Atomic(atomic_int *) mark;

/* The mark if the kernel cannot clear a page (before Linux 4.14, or under some emulators). */
static atomic_int plain_mark;

/* How many processes before this one, each the child of the one before, have used the library. */
static atomic_uint ancestors;

static void clear_plain_mark(void)
{
    atomic_store(&plain_mark, UNCOUNTED);
}

/* A page that the kernel clears in every child, whatever made the child. */
static atomic_int *cleared_page(size_t size)
{
#ifdef MADV_WIPEONFORK
    void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return NULL;
    if (madvise(page, size, MADV_WIPEONFORK) == 0) return page;
    munmap(page, size);
#else
    (void)size;
#endif
    return NULL;
}

bool swiftpager_settle_process(void)
{
    if (atomic_load(&mark) != NULL) return true;
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    atomic_int *page = cleared_page(size);
    atomic_int *own = page;
    if (own == NULL) {
        if (pthread_atfork(NULL, NULL, clear_plain_mark) != 0) return false;
        own = &plain_mark;
    }
    atomic_store(own, COUNTED);
    atomic_int *none = NULL;
    /* Another thread may have been faster. */
    if (!atomic_compare_exchange_strong(&mark, &none, own) && page != NULL) munmap(page, size);
    return true;
}

uint32_t swiftpager_process_generation(void)
{
    atomic_int *own = atomic_load_explicit(&mark, memory_order_acquire);
    if (own == NULL) return 0;
    while (atomic_load_explicit(own, memory_order_acquire) != COUNTED) {
        int uncounted = UNCOUNTED;
        if (atomic_compare_exchange_strong(own, &uncounted, COUNTING)) {
            atomic_fetch_add(&ancestors, 1);
            atomic_store(own, COUNTED);
        } else {
            /* Another thread of this process is between the two lines above. */
            sched_yield();
        }
    }
    return atomic_load_explicit(&ancestors, memory_order_relaxed);
}
