/* Clients with a cache, of the shop. */
#include "cached.h"

#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PATIENCE_SECONDS 20

/* The shop's ids are those of Relay: a type and a number, in base64. */
static const char *identifier(const char *type, int number)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static char texts[4][64];
    static unsigned int next;
    char *text = texts[next++ % 4];
    char plain[32] = {0};
    size_t length = (size_t)snprintf(plain, sizeof plain - 3, "%s:%d", type, number);
    size_t size = 0;
    for (size_t start = 0; start < length; start += 3) {
        unsigned int bits = (unsigned int)(unsigned char)plain[start] << 16 |
                            (unsigned int)(unsigned char)plain[start + 1] << 8 | (unsigned char)plain[start + 2];
        for (unsigned int digit = 0; digit < 4; digit++) {
            text[size++] = start + digit > length ? '=' : digits[bits >> (18 - 6 * digit) & 63];
        }
    }
    text[size] = '\0';
    return text;
}

const char *product_key(int number)
{
    static char keys[4][80];
    static unsigned int next;
    char *key = keys[next++ % 4];
    snprintf(key, sizeof keys[0], "Product:%s", identifier("Product", number));
    return key;
}

const char *shop_key(void)
{
    static char key[80];
    snprintf(key, sizeof key, "Shop:%s", identifier("Shop", 1));
    return key;
}

const char *product_variables(int number, double price)
{
    static char text[128];
    int length = snprintf(text, sizeof text, "{\"id\": \"%s\"", identifier("Product", number));
    if (price != 0) length += snprintf(text + length, sizeof text - (size_t)length, ", \"price\": %.2f", price);
    snprintf(text + length, sizeof text - (size_t)length, "}");
    return text;
}

void write_fields(swiftpager_client *client, const char *key, const char *fields)
{
    char *error = NULL;
    swiftpager_status status = swiftpager_client_cache_write(client, key, fields, &error);
    if (status != SWIFTPAGER_OK) report_failure(__FILE__, __LINE__, "the write was refused: %s", error);
    swiftpager_free(error);
    REQUIRE_OK(status);
}

void check_updates(swiftpager_client *client, struct recorder *recorder, int count, const char *file, int line)
{
    time_t start = time(NULL);
    while (recorder->update_count < count && time(NULL) - start < PATIENCE_SECONDS) {
        REQUIRE_OK(swiftpager_client_dispatch(client, 100, 0, NULL));
    }
    /* What would come too much comes soon. */
    REQUIRE_OK(swiftpager_client_dispatch(client, 50, 0, NULL));
    check_integer(recorder->update_count, count, file, line, "the number of updates");
    if (recorder->update_count < count) give_up();
}

void check_cached(const swiftpager_update *update, int index, bool changed, const char *file, int line)
{
    bool is_change = !changed;
    size_t page = SIZE_MAX;
    check_status(swiftpager_update_status(update), SWIFTPAGER_OK, file, line, "the update's status");
    swiftpager_source source = swiftpager_update_source(update, &is_change);
    check_integer(source, SWIFTPAGER_SOURCE_CACHE, file, line, "the update's source");
    check(swiftpager_update_page(update, &page) != NULL, file, line, "the update's page");
    check_integer((int64_t)page, index, file, line, "the index of the page");
    check_integer(is_change, changed, file, line, "whether it is a change");
}

void check_item(const swiftpager_update *update, int page, int item, const char *pointer, const char *expected,
                const char *file, int line)
{
    size_t length = 0;
    const char *text = swiftpager_page_item(swiftpager_update_page_at(update, (size_t)page), (size_t)item, &length);
    REQUIRE(text != NULL);
    char *copy = strndup(text, length);
    check_json(copy, pointer, expected, file, line);
    free(copy);
}

void open_list(struct list *list, const char *config)
{
    list->client = make_client_with(counted_shop_url(), MEMORY);
    list->pager = make_pager(list->client, CACHED_QUERY, config);
    CHECK_RUN(swiftpager_pager_fetch, list->pager, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_next, list->pager, NULL, SWIFTPAGER_OK);
    subscribe_recorder(&list->recorder, list->pager);
    CHECK_UPDATES(list->client, &list->recorder, 1);
}

void close_list(struct list *list)
{
    forget_updates(&list->recorder);
    CHECK_OK(swiftpager_pager_release(list->pager));
    CHECK_OK(swiftpager_client_release(list->client));
}
