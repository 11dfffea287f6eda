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

TEST(a_table_gives_the_rows_of_pages_under_types_that_fit_them_all)
{
    swiftpager_table *table = make_table(NULL);
    char *error = NULL;
    CHECK_OK(add(table, "{\"a\":null,\"b\":1}", 3, NULL));
    CHECK_OK(add(table, "{\"a\":9007199254740993,\"b\":0.5}", 2, NULL));
    CHECK_OK(add(table, "{}", 0, NULL));
    take(table, 5);
    CHECK_INTEGER(schema.n_children, 2);
    CHECK_TEXT(schema.children[0]->format, "l");
    CHECK_TEXT(schema.children[1]->format, "g");
    CHECK(!is_there(array.children[0], 2));
    CHECK_INTEGER(integer_at(array.children[0], 3), 9007199254740993);
    CHECK(number_at(array.children[1], 2) == 1.0 && number_at(array.children[1], 4) == 0.5);
    release_both();
    CHECK_STATUS(add(table, "{\"a\":\"x\"}", 1, &error), SWIFTPAGER_BAD_RESPONSE);
    CHECK_CONTAINS(error, "page 4, item at index 0: the column \\\"a\\\" has the type int64");
    swiftpager_free(error);
    take(table, 0);
    CHECK_INTEGER(schema.n_children, 2);
    release_both();
    CHECK_OK(swiftpager_table_release(table));
}
