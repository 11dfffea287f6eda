#define _GNU_SOURCE
#include "CPlatform.h"

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

/* The mark if the kernel does not clear a page (before Linux 4.14). */
static atomic_int plain_mark;

/* How many processes before this one, each the child of the one before, have used the library. */
static atomic_uint ancestors;

/* What the last fork found in `mark` and `ancestors`. No thread is inside while one forks, unless the fork no
 * longer waits for it, so several forks at once find the same. */
static _Atomic(atomic_int *) mark_at_fork;
static atomic_uint ancestors_at_fork;

/* Whether the two functions below are called. */
static atomic_bool forks_are_noticed;

void swiftpager_notice_forks(void)
{
    atomic_store(&forks_are_noticed, true);
}

void swiftpager_note_process(void)
{
    atomic_store(&mark_at_fork, atomic_load(&mark));
    atomic_store(&ancestors_at_fork, atomic_load(&ancestors));
}

void swiftpager_note_child(void)
{
    atomic_int *own = atomic_load(&mark);
    if (own == NULL || own != atomic_load(&mark_at_fork)) return;
    /* A handler of the host's may have run before, and used the library: then this process is counted. */
    const bool is_uncounted = atomic_load(&ancestors) == atomic_load(&ancestors_at_fork);
    if (is_uncounted || atomic_load(own) == COUNTING) atomic_store(own, UNCOUNTED);
}

/* A page that the kernel clears in every child, whatever made the child. An emulator may only say that it does
 * (qemu-user 7.2): swiftpager_note_child() clears it then. */
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
        if (!atomic_load(&forks_are_noticed)) return false;
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
