/* Writes a text into memory that is large enough for it, with digits to fill in later. */
#ifndef SWIFTPAGER_BENCH_WRITER_H
#define SWIFTPAGER_BENCH_WRITER_H

#include <stddef.h>
#include <stdint.h>

/* The digits of a number to fill in later. */
#define ITEM_DIGITS 8

struct writer {
    char *text;
    size_t length;
    size_t room;
};

void writer_append(struct writer *writer, const char *format, ...);

/* Appends the digits of a number that writer_put_digits fills in, and returns their place. */
size_t writer_append_digits(struct writer *writer);

/* Appends the head of an HTTP response, and then its body. */
void writer_append_response(struct writer *writer, const struct writer *body);

/* Fills in a number at the place `digits`. */
void writer_put_digits(char *digits, uint32_t number);

#endif
