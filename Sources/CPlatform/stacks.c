#define _GNU_SOURCE
#include "CPlatform.h"

#include <pthread.h>

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

/* Asked for once a thread: for the main thread the C library reads a file in /proc. */
static _Thread_local struct bounds bounds_of_thread;

static struct bounds find_bounds(void)
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

bool swiftpager_is_on_thread_stack(uintptr_t address)
{
    if (!bounds_of_thread.known) bounds_of_thread = find_bounds();
    return address >= bounds_of_thread.low && address < bounds_of_thread.high;
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
