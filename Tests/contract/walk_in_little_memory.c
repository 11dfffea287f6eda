/* Walks a list and uses all that a page has, also as columns, then its items alone, beside refusing_malloc.c.
 *
 *     walk_in_little_memory ENDPOINT CONFIG ITEMS
 *
 * It ends with 0 if the walk has come whole, with 1 if NO_MEMORY was what ended it, and with 2, and a line, if anything
 * else came: another error, an item that is missing, a row that a table took and does not give back. Then there is
 * memory again, and the same client walks whole. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swiftpager.h>
#include <swiftpager_arrow.h>
#include <time.h>

static const char QUERY[] = "query ($after: String) { products(first: 100, after: $after) {"
                            " edges { node { id name price } } pageInfo { hasNextPage endCursor } } }";

/* They are in the library that is loaded before this program's own. */
extern void refusals_begin(void) __attribute__((weak));
extern void refusals_end(void) __attribute__((weak));

static int result;
static bool has_memory;
/* What was read, and what could not be. */
static size_t items, places, lines, rows, unread;

static void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    result = 2;
}

/* Whether a call may have ended so. */
static void judge(swiftpager_status status, const char *call, char *error)
{
    if (status == SWIFTPAGER_NO_MEMORY && result == 0) result = 1;
    if (status != SWIFTPAGER_OK && (has_memory || status != SWIFTPAGER_NO_MEMORY))
        complain("%s: %s %s", call, swiftpager_status_name(status), error == NULL ? "" : error);
    swiftpager_free(error);
}

static void read_page(const swiftpager_page *page)
{
    size_t length = 0;
    const size_t count = swiftpager_page_item_count(page);
    items += count;
    if (swiftpager_page_spans(page, true, &length) != NULL)
        places += length;
    else
        unread++;
    const char *text = swiftpager_page_ndjson(page, &length);
    if (text == NULL) unread++;
    for (size_t index = 0; text != NULL && index < length; index++) lines += text[index] == '\n';
    if (swiftpager_page_items(page, &length) == NULL) unread++;
}

static void add_rows(swiftpager_table *table, const swiftpager_page *page)
{
    if (table == NULL) return;
    const swiftpager_status status = swiftpager_table_add(table, page, NULL);
    if (status == SWIFTPAGER_OK) rows += swiftpager_page_item_count(page);
    judge(status, "swiftpager_table_add", NULL);
}

static void take_rows(swiftpager_table *table)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    size_t taken = 0;
    swiftpager_status status = SWIFTPAGER_OK;
    /* What memory was refused for can be asked for again. */
    for (int attempt = 0; attempt < 100; attempt++) {
        status = swiftpager_table_take(table, &schema, &array, NULL);
        judge(status, "swiftpager_table_take", NULL);
        if (status != SWIFTPAGER_OK) continue;
        const size_t length = (size_t)array.length;
        taken += length;
        schema.release(&schema);
        array.release(&array);
        if (length == 0) break;
    }
    if (status == SWIFTPAGER_OK && taken != rows) complain("%zu rows were taken of %zu", taken, rows);
}

static void walk(swiftpager_client *client, size_t expected)
{
    swiftpager_pager *pager = NULL;
    swiftpager_operation *operation = NULL;
    swiftpager_table *table = NULL;
    char *error = NULL;
    swiftpager_status status = swiftpager_pager_create(client, QUERY, NULL, NULL, &pager, &error);
    judge(status, "swiftpager_pager_create", error);
    error = NULL;
    if (status == SWIFTPAGER_OK) status = swiftpager_pager_walk(pager, NULL, &operation, &error);
    judge(status, "swiftpager_pager_walk", error);
    judge(swiftpager_table_create(NULL, &table, NULL), "swiftpager_table_create", NULL);
    while (status == SWIFTPAGER_OK) {
        swiftpager_update *update = NULL;
        error = NULL;
        status = swiftpager_operation_next(operation, 20000, &update, &error);
        judge(status, "swiftpager_operation_next", error);
        if (update == NULL) break;
        read_page(swiftpager_update_page(update, NULL));
        add_rows(table, swiftpager_update_page(update, NULL));
        swiftpager_update_release(update);
    }
    if (status == SWIFTPAGER_OK && items != expected) complain("%zu items came of %zu", items, expected);
    if (unread == 0 && (places != items || lines != items))
        complain("%zu items have %zu places and %zu lines", items, places, lines);
    if (table != NULL) take_rows(table);
    char *texts[3] = {NULL};
    if (pager != NULL) {
        judge(swiftpager_pager_state(pager, &texts[0]), "swiftpager_pager_state", NULL);
        judge(swiftpager_pager_resume_token(pager, &texts[1]), "swiftpager_pager_resume_token", NULL);
        judge(swiftpager_pager_checkpoint(pager, &texts[2]), "swiftpager_pager_checkpoint", NULL);
    }
    for (size_t index = 0; index < 3; index++) swiftpager_free(texts[index]);
    swiftpager_table_release(table);
    swiftpager_operation_release(operation);
    swiftpager_pager_release(pager);
}

/* The same list, its items alone. */
static void walk_items(swiftpager_client *client, size_t expected)
{
    swiftpager_pager *pager = NULL;
    swiftpager_operation *operation = NULL;
    char *error = NULL, *text = NULL;
    size_t length = 0, found = 0;
    swiftpager_status status = swiftpager_pager_create(client, QUERY, NULL, NULL, &pager, &error);
    judge(status, "swiftpager_pager_create", error);
    error = NULL;
    if (status == SWIFTPAGER_OK) status = swiftpager_pager_walk(pager, NULL, &operation, &error);
    judge(status, "swiftpager_pager_walk", error);
    while (operation != NULL) {
        error = NULL;
        status = swiftpager_operation_next_items(operation, 20000, &text, &length, &error);
        judge(status, "swiftpager_operation_next_items", error);
        if (text == NULL) break;
        for (size_t index = 0; index < length; index++) found += text[index] == '{';
        swiftpager_free(text);
    }
    if (status == SWIFTPAGER_OK && found != expected) complain("%zu items came alone of %zu", found, expected);
    swiftpager_operation_release(operation);
    swiftpager_pager_release(pager);
}

static void walk_again(swiftpager_client *client, size_t expected)
{
    /* Until the transport's thread has given up, requests end as the one that found no memory. */
    const struct timespec pause = {.tv_nsec = 20000000};
    const int before = result;
    for (int rest = 50; rest > 0; rest--) {
        items = places = lines = rows = unread = 0;
        result = 0;
        has_memory = rest == 1;
        walk(client, expected);
        walk_items(client, expected);
        if (result == 0 && unread == 0) break;
        nanosleep(&pause, NULL);
    }
    if (unread != 0) complain("%zu texts were missing although there was memory", unread);
    if (result == 0) result = before;
}

int main(int count, char **arguments)
{
    if (count != 4) return 2;
    const size_t expected = strtoul(arguments[3], NULL, 10);
    swiftpager_client *client = NULL;
    char *error = NULL;
    if (refusals_begin != NULL) refusals_begin();
    const swiftpager_status status = swiftpager_client_create(arguments[1], arguments[2], NULL, &client, &error);
    judge(status, "swiftpager_client_create", error);
    if (status == SWIFTPAGER_OK) walk(client, expected);
    if (status == SWIFTPAGER_OK) walk_items(client, expected);
    if (unread != 0 && result == 0) result = 1;
    if (refusals_end != NULL) refusals_end();
    if (status == SWIFTPAGER_OK) walk_again(client, expected);
    swiftpager_client_release(client);
    return result;
}
