/**
 * jansson for Swift: its own header, and the few of its macros and fields that Swift cannot import.
 */
#ifndef CJANSSON_SHIM_H
#define CJANSSON_SHIM_H

#include <jansson.h>

/** The message of an error, NUL-terminated; Swift would see the array as a tuple of 160 characters. */
static inline const char *cjansson_error_text(const json_error_t *error)
{
    return error->text;
}

/** The flag that asks json_dumps for `digits` significant digits of reals (1 to 17; 0 is jansson's own 17). */
static inline size_t cjansson_real_precision(size_t digits)
{
    return JSON_REAL_PRECISION(digits);
}

#endif
