#include "lists.h"
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

swiftpager_pager *make_shop_pager(const char *query, const char *more, swiftpager_client **client)
{
    *client = make_client(shop_url());
    return make_pager(*client, query, more);
}

/* strawberry's cursors are the position of the item, from 0, in Base64. */
static void write_cursor(char *out, int number)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char text[32];
    int length = snprintf(text, sizeof text, "arrayconnection:%d", number - 1);
    for (int start = 0; start < length; start += 3) {
        unsigned group = 0;
        for (int index = start; index < start + 3; index++) {
            group = group << 8 | (index < length ? (unsigned char)text[index] : 0);
        }
        for (int digit = 0; digit < 4; digit++) {
            *out++ = start + digit > length ? '=' : DIGITS[group >> (18 - 6 * digit) & 63];
        }
    }
    *out = '\0';
}

static const char *opened(const char *variable, int number, const char *size_variable, int size)
{
    static char text[256];
    char cursor[64];
    write_cursor(cursor, number);
    snprintf(text, sizeof text, "\"variables\": {\"%s\": \"%s\", \"%s\": %d}", variable, cursor, size_variable, size);
    return text;
}

const char *opened_after(int number, int size)
{
    return opened("after", number, "first", size);
}

const char *opened_before(int number, int size)
{
    return opened("before", number, "last", size);
}

/* The number at the end of a product's name. */
static int number_of(json_t *product)
{
    const char *name = json_string_value(json_object_get(product, "name"));
    const char *number = name == NULL ? NULL : strrchr(name, ' ');
    return number == NULL ? 0 : (int)strtol(number + 1, NULL, 10);
}

void check_products(const swiftpager_page *page, swiftpager_kind kind, int first, int last, const char *file, int line)
{
    size_t length = 0;
    const char *text = swiftpager_page_items(page, &length);
    json_t *items = text == NULL ? NULL : json_loadb(text, length, 0, NULL);
    check_integer(swiftpager_page_kind(page), kind, file, line, "the page's kind");
    check_integer((int64_t)json_array_size(items), last - first + 1, file, line, "the page's item count");
    for (size_t index = 0; index < json_array_size(items); index++) {
        check_integer(number_of(json_array_get(items, index)), first + (int)index, file, line, "the product's number");
    }
    json_decref(items);
}
