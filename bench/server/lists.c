#include "lists.h"

#include "pages.h"
#include "writer.h"

#include <stdlib.h>
#include <string.h>

/* Items of a list that was cut off, and of its rest. */
#define REVIEWS 5
#define ITEM_ROOM 1024
#define HEAD_ROOM 512

/* Appends a part of an item's list, and notes the places of the digits of the item's number. */
static void append_reviews(struct writer *body, const char *part, const char *more, size_t *number_at)
{
    writer_append(body, "\"reviews\":{\"nodes\":[");
    for (int index = 0; index < REVIEWS; index++) {
        writer_append(body, "%s{\"id\":\"%s%d-", index == 0 ? "" : ",", part, index);
        number_at[index] = writer_append_digits(body);
        writer_append(body, "\",\"text\":\"Heavy, well made, and it came in time.\"}");
    }
    writer_append(body, "],\"pageInfo\":{\"hasNextPage\":%s,\"endCursor\":\"" CURSOR_PREFIX, more);
    number_at[REVIEWS] = writer_append_digits(body);
    writer_append(body, "\"}}");
}

static void append_item(struct writer *body, uint32_t item)
{
    size_t number_at[REVIEWS + 1];
    writer_append(body, "%s{\"__typename\":\"Product\",\"id\":\"%08u\",\"name\":\"Product %u\",", item == 1 ? "" : ",",
                  item, item);
    append_reviews(body, "a", "true", number_at);
    for (size_t index = 0; index <= REVIEWS; index++)
        writer_put_digits(body->text + number_at[index], item);
    writer_append(body, "}");
}

/* The whole response with this body; NULL if there is no memory. */
static char *response(const struct writer *body, size_t *length)
{
    struct writer whole = {malloc(HEAD_ROOM + body->length), 0, HEAD_ROOM + body->length};
    if (whole.text == NULL)
        return NULL;
    writer_append_response(&whole, body);
    *length = whole.length;
    return whole.text;
}

int lists_init(struct lists *lists, uint32_t count)
{
    size_t room = HEAD_ROOM + (size_t)count * ITEM_ROOM;
    struct writer body = {malloc(room), 0, room};
    *lists = (struct lists){.count = count};
    lists->rest_number_at = calloc(REVIEWS + 1, sizeof *lists->rest_number_at);
    if (body.text == NULL || lists->rest_number_at == NULL) {
        free(body.text);
        lists_free(lists);
        return -1;
    }
    writer_append(&body, "{\"data\":{\"products\":{\"nodes\":[");
    for (uint32_t item = 1; item <= count; item++)
        append_item(&body, item);
    writer_append(&body, "],\"pageInfo\":{\"hasNextPage\":false,\"endCursor\":null}}}}");
    lists->page = response(&body, &lists->page_length);

    body.length = 0;
    writer_append(&body, "{\"data\":{\"node\":{\"__typename\":\"Product\",");
    append_reviews(&body, "b", "false", lists->rest_number_at);
    writer_append(&body, "}}}");
    lists->rest = response(&body, &lists->rest_length);
    for (size_t index = 0; index <= REVIEWS; index++)
        lists->rest_number_at[index] += lists->rest_length - body.length;
    free(body.text);
    if (lists->page == NULL || lists->rest == NULL) {
        lists_free(lists);
        return -1;
    }
    return 0;
}

void lists_patch(struct lists *lists, uint32_t item)
{
    for (size_t index = 0; index <= REVIEWS; index++)
        writer_put_digits(lists->rest + lists->rest_number_at[index], item);
}

void lists_free(struct lists *lists)
{
    free(lists->page);
    free(lists->rest);
    free(lists->rest_number_at);
    *lists = (struct lists){0};
}
