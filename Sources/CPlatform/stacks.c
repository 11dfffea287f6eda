#define _GNU_SOURCE
#include "CPlatform.h"

#include <pthread.h>
#include <sys/resource.h>

/* AddressSanitizer may keep local variables elsewhere; the addresses here are those of the stack itself. */
#if defined(__clang__) || defined(__GNUC__)
#define ON_THE_REAL_STACK __attribute__((noinline, no_sanitize_address))
#else
#define ON_THE_REAL_STACK
#endif

struct bounds {
    uintptr_t low, high;
    bool known;
};

/* Asked for once a thread. */
static _Thread_local struct bounds bounds_of_thread;

#ifdef __GLIBC__
/* Where the main thread's frames begin; the dynamic linker exports it. */
extern void *__libc_stack_end;

/* The kernel maps nothing in the 128 MiB below the place where the main thread's stack begins. */
#define LARGEST_MAIN_STACK ((rlim_t)64 << 20)

/* The bounds of the main thread's stack. For this thread, glibc reads all of /proc/self/maps, which takes a fifth of a
 * millisecond at the first page of a process. */
static struct bounds main_bounds(void)
{
    struct rlimit limit = {LARGEST_MAIN_STACK, LARGEST_MAIN_STACK};
    getrlimit(RLIMIT_STACK, &limit);
    uintptr_t size = limit.rlim_cur < LARGEST_MAIN_STACK ? limit.rlim_cur : LARGEST_MAIN_STACK;
    uintptr_t high = (uintptr_t)__libc_stack_end;
    return (struct bounds){high > size ? high - size : 0, high, true};
}
#else
static struct bounds main_bounds(void)
{
    return (struct bounds){0, 0, true};
}
#endif

/* The bounds that the C library knows; after a fork, the main thread may run on the stack of another one. */
static struct bounds thread_bounds(void)
{
    struct bounds bounds = {0, 0, true};
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return bounds;
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
        bounds.low = (uintptr_t)low;
        bounds.high = bounds.low + size;
    }
    pthread_attr_destroy(&attributes);
    return bounds;
}

static bool is_within(struct bounds bounds, uintptr_t address)
{
    return address >= bounds.low && address < bounds.high;
}

static struct bounds find_bounds(void)
{
    struct bounds bounds = main_bounds();
    return is_within(bounds, swiftpager_stack_position()) ? bounds : thread_bounds();
}

bool swiftpager_is_on_thread_stack(uintptr_t address)
{
    if (!bounds_of_thread.known) bounds_of_thread = find_bounds();
    return is_within(bounds_of_thread, address);
}

ON_THE_REAL_STACK uintptr_t swiftpager_stack_position(void)
{
    return (uintptr_t)__builtin_frame_address(0);
}

size_t swiftpager_stack_left(void)
{
    uintptr_t position = swiftpager_stack_position();
    return swiftpager_is_on_thread_stack(position) ? position - bounds_of_thread.low : 0;
}

/* Differs from byte to byte and from place to place, so that neither zeros nor an older pattern look like it. */
static unsigned char pattern(uintptr_t address)
{
    return (unsigned char)((address * UINT64_C(0x9e3779b97f4a7c15)) >> 56) ^ 0xa5;
}

ON_THE_REAL_STACK void swiftpager_mark_stack(void *memory, size_t size)
{
    volatile unsigned char *bytes = memory;
    for (size_t index = 0; index < size; index++) bytes[index] = pattern((uintptr_t)&bytes[index]);
}

ON_THE_REAL_STACK bool swiftpager_is_stack_marked(const void *memory, size_t size)
{
    const volatile unsigned char *bytes = memory;
    for (size_t index = 0; index < size; index++) {
        if (bytes[index] != pattern((uintptr_t)&bytes[index])) return false;
    }
    return true;
}
