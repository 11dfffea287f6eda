/* What the fuzz targets share: checks, and what libFuzzer learns of an input.
 *
 * The library is the one that is shipped, and has no instruments in it. What libFuzzer is told in place of that is what
 * the library answers: inputs with new answers are kept, and changed further. */
#ifndef FUZZING_H
#define FUZZING_H

#include <stddef.h>
#include <stdint.h>

#include <swiftpager.h>

/* Ends the program where something does not hold, so that libFuzzer keeps the input. */
#define HOLDS(condition) ((condition) ? (void)0 : fault(__FILE__, __LINE__, #condition))
_Noreturn void fault(const char *file, int line, const char *condition);

/* Says that the library gave an answer. Numbers and what stands in quotation marks make it no other answer. */
void learn(swiftpager_status status, const char *answer);

/* Checks that a status and its error object fit each other, learns from both, and frees the latter. */
void learn_error(swiftpager_status status, char *error);

/* A copy that ends with a NUL, to be freed. */
char *text_of(const uint8_t *bytes, size_t length);

#endif
