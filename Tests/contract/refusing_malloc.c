/* For LD_PRELOAD: between refusals_begin() and refusals_end(), each REFUSE_EACH-th request for at least REFUSE_LEAST
 * bytes gets no memory, the first of them after REFUSE_AFTER others. What Swift's runtime asks for is not refused,
 * because the runtime ends the process then; these requests are counted, and the largest is told with its callers.
 *
 * REFUSE_RUNTIME is a file with what belongs to the runtime: lines of two offsets from the beginning of
 * libswiftpager.so, in hexadecimal digits and in the order of the offsets. All of libswiftCore.so belongs to it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LONGEST_STACK 24
#define MOST_RANGES 65536

void refusals_begin(void);
void refusals_end(void);

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static struct {
    uintptr_t start, end;
} ranges[MOST_RANGES];
static size_t range_count;
static size_t least = 4096;
static long each = 1, after;
static atomic_bool is_refusing;
static atomic_long asked, refused, of_runtime;
static atomic_size_t largest;
static void *stack[LONGEST_STACK];
static atomic_int stack_length;

static long number_of(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtol(text, NULL, 10);
}

__attribute__((constructor)) static void read_settings(void)
{
    least = (size_t)number_of("REFUSE_LEAST", 4096);
    each = number_of("REFUSE_EACH", 1);
    after = number_of("REFUSE_AFTER", 0);
    FILE *file = getenv("REFUSE_RUNTIME") == NULL ? NULL : fopen(getenv("REFUSE_RUNTIME"), "r");
    if (file == NULL) return;
    unsigned long start = 0, end = 0;
    while (range_count < MOST_RANGES && fscanf(file, "%lx %lx", &start, &end) == 2) {
        ranges[range_count].start = start;
        ranges[range_count++].end = end;
    }
    fclose(file);
}

static bool is_in_ranges(uintptr_t offset)
{
    size_t low = 0, high = range_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (offset >= ranges[middle].end) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < range_count && offset >= ranges[low].start;
}

static bool is_runtime(void *caller)
{
    Dl_info place;
    if (dladdr(caller, &place) == 0) return false;
    if (strstr(place.dli_fname, "/libswiftCore.so") != NULL) return true;
    if (strstr(place.dli_fname, "/libswiftpager.so") == NULL) return false;
    return is_in_ranges((uintptr_t)caller - (uintptr_t)place.dli_fbase);
}

static void note_runtime(size_t size)
{
    atomic_fetch_add(&of_runtime, 1);
    size_t before = atomic_load(&largest);
    while (size > before && !atomic_compare_exchange_weak(&largest, &before, size)) continue;
    if (size > before) atomic_store(&stack_length, backtrace(stack, LONGEST_STACK));
}

static bool is_refused(size_t size, void *caller)
{
    static _Thread_local bool is_asking;
    if (size < least || !atomic_load(&is_refusing) || is_asking) return false;
    is_asking = true;
    const bool from_runtime = is_runtime(caller);
    if (from_runtime) note_runtime(size);
    is_asking = false;
    if (from_runtime) return false;
    const long number = atomic_fetch_add(&asked, 1) - after;
    if (number < 0 || number % each != 0) return false;
    atomic_fetch_add(&refused, 1);
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return is_refused(size, __builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    size_t all = 0;
    if (__builtin_mul_overflow(count, size, &all)) return NULL;
    return is_refused(all, __builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return is_refused(size, __builtin_return_address(0)) ? NULL : __libc_realloc(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (is_refused(size, __builtin_return_address(0))) return ENOMEM;
    *memory = __libc_memalign(alignment, size);
    return *memory == NULL ? ENOMEM : 0;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return is_refused(size, __builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

/* The system's own, which large texts use. The C library's malloc() does not call these. */
void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset)
{
    if (descriptor == -1 && is_refused(length, __builtin_return_address(0))) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset); // NOLINT
}

void *mremap(void *address, size_t before, size_t length, int flags, ...)
{
    if (is_refused(length, __builtin_return_address(0))) return MAP_FAILED;
    return (void *)syscall(SYS_mremap, address, before, length, flags, NULL); // NOLINT
}

void refusals_begin(void)
{
    /* The first call of backtrace() allocates. */
    backtrace(stack, LONGEST_STACK);
    atomic_store(&is_refusing, true);
}

/* Prints how many requests could be refused, how many were, how many came of the runtime, and the largest of those with
 * its callers. */
void refusals_end(void)
{
    atomic_store(&is_refusing, false);
    printf("refusals %ld %ld %ld %zu", atomic_load(&asked), atomic_load(&refused), atomic_load(&of_runtime),
           atomic_load(&largest));
    for (int frame = 0; frame < atomic_load(&stack_length); frame++) {
        Dl_info place;
        if (dladdr(stack[frame], &place) == 0) continue;
        if (strstr(place.dli_fname, "libswiftpager.so") == NULL) continue;
        printf(" %lx", (unsigned long)((uintptr_t)stack[frame] - (uintptr_t)place.dli_fbase));
    }
    printf("\n");
}
