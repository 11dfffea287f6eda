/* A text that grows inside memory that is known to be large enough, with digits that are filled in later. */
#ifndef SWIFTPAGER_BENCH_WRITER_H
#define SWIFTPAGER_BENCH_WRITER_H

#include <stddef.h>
#include <stdint.h>

/* Digits of a number that is filled in later. */
#define ITEM_DIGITS 8

struct writer {
    char *text;
    size_t length;
    size_t room;
};

void writer_append(struct writer *writer, const char *format, ...);

/* Appends the digits of a number that writer_put_digits fills in, and returns where they stand. */
size_t writer_append_digits(struct writer *writer);

/* Appends the head of an HTTP response with so long a body, and then the body. */
void writer_append_response(struct writer *writer, const struct writer *body);

/* Fills in a number; its digits are those that stand at `digits`. */
void writer_put_digits(char *digits, uint32_t number);

#endif
