#include "writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_DIGITS "00000000"

void writer_append(struct writer *writer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(writer->text + writer->length, writer->room - writer->length, format, arguments);
    va_end(arguments);
    if (written < 0 || (size_t)written >= writer->room - writer->length) {
        fputs("page_server: a page does not fit its memory\n", stderr);
        abort();
    }
    writer->length += (size_t)written;
}

size_t writer_append_digits(struct writer *writer)
{
    size_t at = writer->length;
    writer_append(writer, NO_DIGITS);
    return at;
}

void writer_append_response(struct writer *writer, const struct writer *body)
{
    writer_append(writer, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
                  body->length);
    if (body->length >= writer->room - writer->length)
        abort();
    memcpy(writer->text + writer->length, body->text, body->length);
    writer->length += body->length;
}

void writer_put_digits(char *digits, uint32_t number)
{
    for (int place = ITEM_DIGITS - 1; place >= 0; place--) {
        digits[place] = (char)('0' + number % 10);
        number /= 10;
    }
}
