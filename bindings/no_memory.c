/* To load before a program: its library has no memory for the places of the items of a page of 97 items. */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#define REFUSED (97 * 2 * sizeof(long long))

extern void *__libc_malloc(size_t size);

void *malloc(size_t size)
{
    Dl_info caller;
    if (size == REFUSED && dladdr(__builtin_return_address(0), &caller) != 0 &&
        strstr(caller.dli_fname, "libswiftpager") != NULL)
        return NULL;
    return __libc_malloc(size);
}
