#define _GNU_SOURCE /* memmem */
#include "pages.h"

#include "writer.h"

#include <stdlib.h>
#include <string.h>

#define ITEM_ROOM 400
#define HEAD_ROOM 256

static const char *const DESCRIPTIONS[] = {
    "Made to order in our own workshop; please allow two weeks.",
    "Known in the trade as \\\"the heavy one\\\", and rightly so.",
    "Gepr\303\274ft in K\303\266ln, verpackt in Gr\303\266\303\237e S, mit Anleitung.",
    "Comes with a spare part, a paper manual and a cloth bag.",
};

/* The name of an object's type, if the server sends types. */
static void append_type(struct writer *body, const char *type, bool typenames)
{
    if (typenames)
        writer_append(body, "\"__typename\":\"%s\",", type);
}

static void append_item(struct writer *body, uint32_t index, size_t *number_at, bool typenames, bool times)
{
    writer_append(body, "%s{", index == 0 ? "" : ",");
    append_type(body, "ProductEdge", typenames);
    writer_append(body, "\"cursor\":\"" CURSOR_PREFIX);
    number_at[0] = writer_append_digits(body);
    writer_append(body, "\",\"node\":{");
    append_type(body, "Product", typenames);
    writer_append(body, "\"id\":\"" ID_PREFIX);
    number_at[1] = writer_append_digits(body);
    writer_append(body, "\",\"name\":\"Product ");
    number_at[2] = writer_append_digits(body);
    if (times) {
        /* The number is a fraction of a second. */
        writer_append(body, "\",\"updatedAt\":\"2026-11-22T12:25:00.");
        number_at[3] = writer_append_digits(body);
        writer_append(body, "Z");
    }
    writer_append(body, "\",\"price\":%u.%02u,\"description\":\"%s\",\"inStock\":%s}}", 5 + index * 37 % 995,
                  index * 61 % 100, DESCRIPTIONS[index % 4], index % 7 == 0 ? "false" : "true");
}

int pages_init(struct pages *pages, uint32_t page_count, uint32_t page_size, bool typenames, bool total,
               bool times)
{
    size_t body_room = HEAD_ROOM + (size_t)page_size * ITEM_ROOM;
    struct writer body = {malloc(body_room), 0, body_room};
    size_t numbers_per_item = times ? 4 : 3;
    size_t numbers = (size_t)page_size * numbers_per_item + 1;

    *pages = (struct pages){.page_count = page_count, .page_size = page_size, .numbers_per_item = numbers_per_item};
    pages->text = malloc(HEAD_ROOM + body_room);
    pages->number_at = calloc(numbers, sizeof *pages->number_at);
    if (body.text == NULL || pages->text == NULL || pages->number_at == NULL) {
        free(body.text);
        pages_free(pages);
        return -1;
    }

    writer_append(&body, "{\"data\":{\"products\":{");
    append_type(&body, "ProductConnection", typenames);
    if (total)
        writer_append(&body, "\"totalCount\":%u,", page_count * page_size);
    writer_append(&body, "\"edges\":[");
    for (uint32_t index = 0; index < page_size; index++)
        append_item(&body, index, pages->number_at + (size_t)index * numbers_per_item, typenames, times);
    writer_append(&body, "],\"pageInfo\":{");
    append_type(&body, "PageInfo", typenames);
    writer_append(&body, "\"hasNextPage\":");
    pages->more_at = body.length;
    writer_append(&body, " true,\"endCursor\":\"" CURSOR_PREFIX);
    pages->number_at[numbers - 1] = writer_append_digits(&body);
    writer_append(&body, "\"}}}}");

    struct writer response = {pages->text, 0, HEAD_ROOM + body_room};
    writer_append_response(&response, &body);
    for (size_t number = 0; number < numbers; number++)
        pages->number_at[number] += response.length - body.length;
    pages->more_at += response.length - body.length;
    pages->length = response.length;
    free(body.text);
    return 0;
}

void pages_patch(struct pages *pages, uint32_t after)
{
    size_t at = 0;
    for (uint32_t item = after + 1; item <= after + pages->page_size; item++)
        for (size_t copy = 0; copy < pages->numbers_per_item; copy++)
            writer_put_digits(pages->text + pages->number_at[at++], item);
    pages_patch_end(pages, after);
}

void pages_patch_end(struct pages *pages, uint32_t after)
{
    size_t last = (size_t)pages->page_size * pages->numbers_per_item;
    writer_put_digits(pages->text + pages->number_at[last], after + pages->page_size);
    int more = after / pages->page_size + 1 < pages->page_count;
    memcpy(pages->text + pages->more_at, more ? " true" : "false", 5);
}

void pages_free(struct pages *pages)
{
    free(pages->text);
    free(pages->number_at);
    *pages = (struct pages){0};
}

/* The number behind a text; 0 if there is no such text. */
static uint32_t number_behind(const char *text, const char *body, size_t length)
{
    const char *found = memmem(body, length, text, strlen(text));
    uint32_t number = 0;
    if (found == NULL)
        return 0;
    const char *digit = found + strlen(text);
    for (int place = 0; place < ITEM_DIGITS && digit < body + length && *digit >= '0' && *digit <= '9'; place++)
        number = number * 10 + (uint32_t)(*digit++ - '0');
    return number;
}

uint32_t place_in_body(const char *body, size_t length, uint32_t page_size)
{
    static const char *const items[] = {CURSOR_PREFIX, "\"offset\":", ID_PREFIX};
    for (size_t index = 0; index < sizeof items / sizeof *items; index++) {
        uint32_t item = number_behind(items[index], body, length);
        if (item > 0)
            return item;
    }
    uint32_t page = number_behind("\"page\":", body, length);
    return page == 0 ? 0 : (page - 1) * page_size;
}
