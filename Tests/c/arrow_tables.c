/* swiftpager_table: rows of pages under types that fit them all. */
#include "arrow.h"
#include "harness.h"

static struct ArrowSchema schema;
static struct ArrowArray array;

static swiftpager_table *make_table(const char *columns)
{
    swiftpager_table *table = NULL;
    char *error = NULL;
    REQUIRE_OK(swiftpager_table_create(columns, &table, &error));
    REQUIRE(table != NULL && error == NULL);
    return table;
}

static swiftpager_status add(swiftpager_table *table, const char *node, size_t count, char **error)
{
    const swiftpager_page *page = NULL;
    swiftpager_update *update = page_of(node, count, &page);
    swiftpager_status status = swiftpager_table_add(table, page, error);
    CHECK_OK(swiftpager_update_release(update));
    return status;
}

static void take(swiftpager_table *table, int64_t rows)
{
    REQUIRE_OK(swiftpager_table_take(table, &schema, &array, NULL));
    CHECK_INTEGER(array.length, rows);
}

static void release_both(void)
{
    schema.release(&schema);
    array.release(&array);
}

TEST(a_table_widens_its_types_and_keeps_every_value)
{
    swiftpager_table *table = make_table(NULL);
    CHECK_OK(add(table, "{\"a\":null,\"b\":1,\"c\":1}", 3, NULL));
    CHECK_OK(add(table, "{\"a\":9007199254740993,\"b\":0.5,\"c\":2}", 2, NULL));
    CHECK_OK(add(table, "{\"d\":true,\"c\":\"x\"}", 1, NULL));
    CHECK_OK(add(table, "{}", 0, NULL));
    CHECK_OK(add(table, "null", 1, NULL));
    take(table, 7);
    CHECK_INTEGER(schema.n_children, 4);
    CHECK_TEXT(schema.children[0]->format, "l");
    CHECK_TEXT(schema.children[1]->format, "g");
    CHECK_TEXT(schema.children[2]->format, "u");
    CHECK_TEXT(schema.children[3]->format, "b");
    CHECK(!is_there(array.children[0], 2) && !is_there(array.children[0], 6));
    CHECK_INTEGER(integer_at(array.children[0], 3), 9007199254740993);
    CHECK(number_at(array.children[1], 2) == 1.0 && number_at(array.children[1], 4) == 0.5);
    check_string_at(array.children[2], 0, "1");
    check_string_at(array.children[2], 5, "\"x\"");
    CHECK(!is_there(array.children[3], 0) && bit_at(array.children[3], 5));
    release_both();
    take(table, 0);
    CHECK_INTEGER(schema.n_children, 4);
    release_both();
    CHECK_OK(swiftpager_table_release(table));
}

TEST(a_type_that_widens_after_two_full_batches_keeps_their_sizes_and_values)
{
    /* The rows of a full batch. */
    enum { FULL = 1 << 20 };
    swiftpager_table *table = make_table(NULL);
    CHECK_OK(add(table, "{\"a\":1}", FULL, NULL));
    CHECK_OK(add(table, "{\"a\":2}", FULL, NULL));
    CHECK_OK(add(table, "{\"a\":3}", 5, NULL));
    CHECK_OK(add(table, "{\"a\":0.5}", 2, NULL));
    static const int64_t sizes[] = {FULL, FULL, 7};
    for (size_t batch = 0; batch < COUNT_OF(sizes); batch++) {
        take(table, sizes[batch]);
        CHECK_TEXT(schema.children[0]->format, "g");
        double value = (double)(batch + 1);
        CHECK(number_at(array.children[0], 0) == value && number_at(array.children[0], 4) == value);
        CHECK(number_at(array.children[0], sizes[batch] - 1) == (batch < 2 ? value : 0.5));
        release_both();
    }
    take(table, 0);
    release_both();
    CHECK_OK(swiftpager_table_release(table));
}

TEST(types_stay_once_rows_were_taken_and_a_refused_page_changes_nothing)
{
    swiftpager_table *table = make_table(NULL);
    CHECK_OK(add(table, "{\"a\":1,\"b\":[{\"c\":1}]}", 2, NULL));
    take(table, 2);
    release_both();
    char *error = NULL;
    CHECK_OK(add(table, "{\"a\":2}", 1, NULL));
    CHECK_STATUS(add(table, "{\"a\":3,\"b\":[{\"c\":1},{\"c\":2.5}]}", 3, &error), SWIFTPAGER_BAD_RESPONSE);
    CHECK_CONTAINS(error, "page 3, item at index 0: the column \\\"b[].c\\\" has the type int64, but the value is 2.5");
    swiftpager_free(error);
    CHECK_STATUS(add(table, "{\"a\":3,\"z\":1}", 1, NULL), SWIFTPAGER_BAD_RESPONSE);
    CHECK_OK(add(table, "{\"a\":4,\"b\":[{\"c\":5}]}", 1, NULL));
    take(table, 2);
    CHECK_INTEGER(integer_at(array.children[0], 0), 2);
    CHECK_INTEGER(integer_at(array.children[0], 1), 4);
    const struct ArrowArray *numbers = array.children[1]->children[0]->children[0];
    CHECK_INTEGER(numbers->length, 1);
    CHECK_INTEGER(integer_at(numbers, 0), 5);
    release_both();
    CHECK_OK(swiftpager_table_release(table));
}

TEST(nulls_of_a_refused_page_leave_no_trace)
{
    swiftpager_table *table = make_table(NULL);
    CHECK_OK(add(table, "{\"a\":1,\"b\":1}", 2, NULL));
    take(table, 2);
    release_both();
    CHECK_OK(add(table, "{\"a\":2,\"b\":1}", 1, NULL));
    CHECK_STATUS(add(table, "{\"a\":null,\"b\":1}},{\"node\":{\"a\":3,\"b\":\"x\"}", 1, NULL), SWIFTPAGER_BAD_RESPONSE);
    take(table, 1);
    CHECK_INTEGER(array.children[0]->null_count, 0);
    release_both();
    CHECK_OK(add(table, "{\"a\":2,\"b\":1}", 1, NULL));
    CHECK_STATUS(add(table, "{\"a\":null,\"b\":1}},{\"node\":{\"a\":3,\"b\":\"x\"}", 1, NULL), SWIFTPAGER_BAD_RESPONSE);
    CHECK_OK(add(table, "{\"a\":null,\"b\":1}},{\"node\":{\"a\":5,\"b\":1}", 1, NULL));
    take(table, 3);
    CHECK_INTEGER(array.children[0]->null_count, 1);
    CHECK_INTEGER(integer_at(array.children[0], 0), 2);
    CHECK(is_there(array.children[0], 0) && !is_there(array.children[0], 1) && is_there(array.children[0], 2));
    CHECK_INTEGER(integer_at(array.children[0], 2), 5);
    release_both();
    CHECK_OK(swiftpager_table_release(table));
}

TEST(an_object_with_a_key_twice_is_refused)
{
    swiftpager_table *table = make_table("{\"a\": {\"type\": \"int64\"}}");
    char *error = NULL;
    CHECK_OK(add(table, "{\"a\":1}", 1, NULL));
    CHECK_STATUS(add(table, "{\"a\":2,\"a\":3}", 1, &error), SWIFTPAGER_BAD_RESPONSE);
    CHECK_CONTAINS(error, "twice");
    swiftpager_free(error);
    take(table, 1);
    release_both();
    CHECK_OK(swiftpager_table_release(table));
}

TEST(a_table_keeps_nothing_that_it_need_not)
{
    /* With all types given, no page is kept, and none is read twice. */
    swiftpager_table *table = make_table("{\"a\": {\"type\": \"int64\"}}");
    for (int round = 0; round < 3; round++) CHECK_OK(add(table, "{\"a\":1}", 100, NULL));
    char *error = NULL;
    CHECK_STATUS(add(table, "{\"a\":\"x\"}", 1, &error), SWIFTPAGER_BAD_RESPONSE);
    CHECK_CONTAINS(error, "page 4");
    swiftpager_free(error);
    take(table, 300);
    release_both();
    CHECK_OK(swiftpager_table_release(table));
}
