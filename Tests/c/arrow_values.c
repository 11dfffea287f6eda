#include "arrow.h"

#include "harness.h"
#include "page_server.h"
#include "pagers.h"

#include <stdio.h>
#include <stdlib.h>

swiftpager_update *page_of(const char *node, size_t count, const swiftpager_page **page)
{
    size_t room = strlen(node) + 16;
    char *edge = malloc(room);
    REQUIRE(edge != NULL);
    snprintf(edge, room, "{\"node\":%s}", node);
    const struct page_text text = {PAGE_HEAD, edge, count, PAGE_TAIL, 0};
    swiftpager_client *client = make_client(serve_page(&text));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, "{\"pull\": true}");
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_operation_next(fetch, 10000, &update, NULL));
    *page = swiftpager_update_page(update, NULL);
    REQUIRE(*page != NULL);
    CHECK_OK(swiftpager_operation_release(fetch));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    free(edge);
    return update;
}

int64_t child_index(const struct ArrowSchema *schema, const char *name)
{
    for (int64_t index = 0; index < schema->n_children; index++) {
        if (strcmp(schema->children[index]->name, name) == 0) return index;
    }
    report_failure(__FILE__, __LINE__, "there is no column %s", name);
    give_up();
}

int64_t integer_at(const struct ArrowArray *array, int64_t index)
{
    return ((const int64_t *)array->buffers[1])[index];
}

double number_at(const struct ArrowArray *array, int64_t index)
{
    return ((const double *)array->buffers[1])[index];
}

static bool bit(const void *bits, int64_t index)
{
    return ((const uint8_t *)bits)[index / 8] >> (index % 8) & 1;
}

bool bit_at(const struct ArrowArray *array, int64_t index)
{
    return bit(array->buffers[1], index);
}

bool is_there(const struct ArrowArray *array, int64_t index)
{
    return array->buffers[0] == NULL || bit(array->buffers[0], index);
}

void check_string_at(const struct ArrowArray *array, int64_t index, const char *expected)
{
    const int32_t *offsets = array->buffers[1];
    int length = offsets[index + 1] - offsets[index];
    const char *text = (const char *)array->buffers[2] + offsets[index];
    if ((size_t)length != strlen(expected) || memcmp(text, expected, (size_t)length) != 0)
        report_failure(__FILE__, __LINE__, "the value is %.*s, not %s", length, text, expected);
}
