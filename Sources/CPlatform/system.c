#define _GNU_SOURCE
#include "CPlatform.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>

int swiftpager_eventfd(void)
{
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
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
