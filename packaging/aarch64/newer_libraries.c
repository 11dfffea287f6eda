/* What the static Swift runtime of Debian's unstable suite asks of a glibc newer than 2.34, and of the libstdc++ of GCC
 * 12. The older functions do the same here: those with `isoc23` in their names also read binary numbers like 0b1, which
 * the runtime never gives them. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN long __isoc23_strtol(const char *text, char **end, int base);
HIDDEN long long __isoc23_strtoll(const char *text, char **end, int base);
HIDDEN int __isoc23_sscanf(const char *text, const char *format, ...);
HIDDEN size_t strlcpy(char *target, const char *source, size_t size);
/* std::__glibcxx_assert_fail: Debian compiles the runtime with the assertions of the C++ library. */
HIDDEN _Noreturn void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char *file, int line, const char *function,
                                                            const char *condition);

long __isoc23_strtol(const char *text, char **end, int base)
{
    return strtol(text, end, base);
}

long long __isoc23_strtoll(const char *text, char **end, int base)
{
    return strtoll(text, end, base);
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int count = vsscanf(text, format, values);
    va_end(values);
    return count;
}

size_t strlcpy(char *target, const char *source, size_t size)
{
    size_t length = strlen(source);
    if (size > 0) {
        size_t kept = length < size - 1 ? length : size - 1;
        memcpy(target, source, kept);
        target[kept] = '\0';
    }
    return length;
}

_Noreturn void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char *file, int line, const char *function,
                                                     const char *condition)
{
    fprintf(stderr, "%s:%d: %s: Assertion '%s' failed.\n", file, line, function, condition);
    abort();
}
