/* swiftpager_page_arrow: a page as a record batch, its columns, and who releases what. */
#include "arrow.h"
#include "harness.h"
#include "processes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define NODE \
    "{\"id\":7,\"price\":2.5,\"name\":\"l\\u00e4mp\",\"new\":true,\"none\":null," \
    "\"tags\":[\"a\",null],\"by\":{\"lines\":[{\"n\":1},{}]},\"mix\":[1,\"x\"]}"

static struct ArrowSchema schema;
static struct ArrowArray array;

/* Fills the structs above; the page they came from is gone. */
static void take_page(const char *node, size_t count, const char *columns)
{
    const swiftpager_page *page = NULL;
    swiftpager_update *update = page_of(node, count, &page);
    char *error = NULL;
    REQUIRE_OK(swiftpager_page_arrow(page, columns, &schema, &array, &error));
    CHECK(error == NULL);
    CHECK_OK(swiftpager_update_release(update));
}

static const struct ArrowArray *column(const char *name)
{
    return array.children[child_index(&schema, name)];
}

static void check_format(const char *name, const char *format)
{
    CHECK_TEXT(schema.children[child_index(&schema, name)]->format, format);
}

static void release_both(void)
{
    schema.release(&schema);
    array.release(&array);
    CHECK(schema.release == NULL && array.release == NULL);
}

TEST(a_page_is_a_record_batch_of_its_nodes)
{
    take_page(NODE, 100, NULL);
    CHECK_TEXT(schema.format, "+s");
    CHECK_INTEGER(schema.n_children, 8);
    CHECK_INTEGER(array.length, 100);
    CHECK_INTEGER(array.null_count, 0);
    CHECK_INTEGER(array.n_children, 8);
    check_format("id", "l");
    check_format("price", "g");
    check_format("name", "u");
    check_format("new", "b");
    check_format("none", "n");
    check_format("tags", "+l");
    check_format("by", "+s");
    check_format("mix", "+l");
    for (int64_t row = 0; row < 100; row += 33) {
        CHECK_INTEGER(integer_at(column("id"), row), 7);
        CHECK(number_at(column("price"), row) == 2.5);
        check_string_at(column("name"), row, "l\xc3\xa4mp");
        CHECK(bit_at(column("new"), row));
    }
    CHECK_INTEGER(column("none")->null_count, 100);
    CHECK_INTEGER(column("none")->n_buffers, 0);
    const struct ArrowArray *tags = column("tags")->children[0];
    CHECK_INTEGER(tags->length, 200);
    CHECK_INTEGER(tags->null_count, 100);
    CHECK(is_there(tags, 0) && !is_there(tags, 1) && is_there(tags, 198));
    const struct ArrowArray *numbers = column("by")->children[0]->children[0]->children[0];
    CHECK_INTEGER(numbers->length, 200);
    CHECK(is_there(numbers, 0) && !is_there(numbers, 1));
    CHECK_INTEGER(integer_at(numbers, 0), 1);
    check_string_at(column("mix")->children[0], 1, "\"x\"");
    release_both();
}

TEST(columns_are_chosen_by_pointer_and_type)
{
    take_page(NODE, 3,
              "{\"line\": {\"pointer\": \"/by/lines/0/n\", \"type\": \"float64\"}, \"all\": \"\","
              " \"second\": \"/tags/1\", \"nothing\": {}, \"name\": {\"type\": \"json\"}}");
    CHECK_INTEGER(array.n_children, 5);
    CHECK_TEXT(schema.children[0]->name, "line");
    CHECK(number_at(column("line"), 2) == 1.0);
    check_format("all", "+s");
    CHECK_INTEGER(column("second")->null_count, 3);
    check_format("nothing", "n");
    check_string_at(column("name"), 0, "\"l\\u00e4mp\"");
    release_both();
}

TEST(a_page_without_items_is_a_batch_without_rows)
{
    take_page(NODE, 0, NULL);
    CHECK_INTEGER(array.length, 0);
    CHECK_INTEGER(array.n_children, 0);
    release_both();
    take_page(NODE, 0, "{\"id\": {\"type\": \"string\"}}");
    CHECK_INTEGER(array.n_children, 1);
    /* Also a column without values has an end of the last one. */
    CHECK_INTEGER(*(const int32_t *)column("id")->buffers[1], 0);
    release_both();
}

TEST(children_are_moved_out_and_outlive_their_parents)
{
    take_page(NODE, 10, NULL);
    int64_t by = child_index(&schema, "by"), name = child_index(&schema, "name");
    struct ArrowArray moved_by = *array.children[by], moved_name = *array.children[name];
    struct ArrowSchema moved_schema = *schema.children[by];
    array.children[by]->release = NULL;
    array.children[name]->release = NULL;
    schema.children[by]->release = NULL;
    release_both();
    check_string_at(&moved_name, 9, "l\xc3\xa4mp");
    CHECK_TEXT(moved_schema.children[0]->name, "lines");
    /* A grandchild first, out of one that was moved itself. */
    struct ArrowArray lines = *moved_by.children[0];
    moved_by.children[0]->release = NULL;
    moved_by.release(&moved_by);
    moved_schema.release(&moved_schema);
    CHECK_INTEGER(integer_at(lines.children[0]->children[0], 0), 1);
    lines.release(&lines);
    moved_name.release(&moved_name);
}

static void *release_array(void *unused)
{
    (void)unused;
    array.release(&array);
    return NULL;
}

static void release_in_child(void *unused)
{
    (void)unused;
    release_both();
}

TEST(structs_are_released_in_a_child)
{
    take_page(NODE, 10, NULL);
    CHECK_INTEGER(run_in_child(release_in_child, NULL), 0);
    CHECK_INTEGER(integer_at(column("id"), 9), 7);
    release_both();
}

TEST(structs_are_released_on_any_thread)
{
    take_page(NODE, 10, NULL);
    pthread_t thread;
    REQUIRE(pthread_create(&thread, NULL, release_array, NULL) == 0);
    REQUIRE(pthread_join(thread, NULL) == 0);
    CHECK(array.release == NULL);
    schema.release(&schema);
}

/* 64 KiB, which the library may use, and what the thread itself and this test take. */
#define STACK_BYTES (80 << 10)
#define LEVELS 100

static const swiftpager_page *deep_page;

static void *take_deep_page(void *unused)
{
    (void)unused;
    CHECK_OK(swiftpager_page_arrow(deep_page, NULL, &schema, &array, NULL));
    release_both();
    return NULL;
}

TEST_OF_RELEASE(deep_values_fit_a_small_stack)
{
    char node[LEVELS * 8] = "";
    for (int level = 0; level < LEVELS; level++) strcat(node, "{\"a\":[");
    strcat(node, "1");
    for (int level = 0; level < LEVELS; level++) strcat(node, "]}");
    swiftpager_update *update = page_of(node, 3, &deep_page);
    run_on_a_stack_of(STACK_BYTES, take_deep_page, NULL);
    CHECK_OK(swiftpager_update_release(update));
}

/* Fails, and compares the message. */
static void refuse(const char *node, const char *columns, swiftpager_status expected, const char *part)
{
    const swiftpager_page *page = NULL;
    swiftpager_update *update = page_of(node, 2, &page);
    char *error = NULL;
    schema.release = (void (*)(struct ArrowSchema *))abort;
    array.release = (void (*)(struct ArrowArray *))abort;
    CHECK_STATUS(swiftpager_page_arrow(page, columns, &schema, &array, &error), expected);
    CHECK(schema.release == NULL && array.release == NULL);
    CHECK_CONTAINS(error, part);
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_page_arrow(page, columns, &schema, &array, NULL), expected);
    CHECK_OK(swiftpager_update_release(update));
}

TEST(a_value_that_does_not_fit_its_type_is_named)
{
    refuse("{\"a\":{\"b\":[{\"c\":\"x\"}]}}", "{\"a\": {\"type\": {\"b\": [{\"c\": \"int64\"}]}}}",
           SWIFTPAGER_BAD_RESPONSE, "page 1, item at index 0: the column \\\"a.b[].c\\\" has the type int64");
}

TEST(columns_that_cannot_be_read_are_refused)
{
    const char *const wrong[][2] = {
        {"{", "columns_json is not valid JSON"},
        {"[]", "expected an object"},
        {"{}", "columns_json names no column"},
        {"{\"a\": \"b\"}", "must be empty or start with"},
        {"{\"a\": {\"type\": \"int32\"}}", "unknown type `int32`; the known types are bool, int64"},
        {"{\"a\": {\"typ\": \"int64\"}}", "unknown key `typ`"},
        {"{\"a\": {\"type\": []}}", "one type for its elements"},
        {"{\"a\": {\"type\": 1}}", "expected a type"},
        {"{\"a\": {\"type\": [1e999]}}", "\"path\":\"/a/type/0\""},
        {"{\"a\": {}, \"a\": {}}", "given twice"},
        {"{\"a\\u0000\": {}}", "NUL"},
        {"{\"a\": 1}", "expected a JSON Pointer into a row, or an object with `pointer` and `type`"},
    };
    for (size_t index = 0; index < COUNT_OF(wrong); index++)
        refuse("{}", wrong[index][0], SWIFTPAGER_INVALID_CONFIG, wrong[index][1]);
}

TEST(null_arguments_of_arrow_are_refused)
{
    struct ArrowArrayStream stream;
    swiftpager_table *table = NULL;
    char *error = NULL;
    CHECK_STATUS(swiftpager_page_arrow(NULL, NULL, &schema, &array, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_page_arrow(NULL, NULL, NULL, &array, &error), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(error, "out_schema");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_page_arrow(NULL, NULL, &schema, NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_table_create(NULL, NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_table_add(NULL, NULL, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_table_take(NULL, &schema, &array, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_table_add_rows(NULL, NULL, 0, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_table_fit(NULL, NULL, 0, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_operation_arrow_finish(NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_operation_arrow(NULL, NULL, false, &stream, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_operation_arrow(NULL, NULL, false, NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_operation_arrow(NULL, NULL, true, &stream, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_operation_arrow(NULL, NULL, true, NULL, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_STATUS(swiftpager_operation_arrow_wait(NULL, 0, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_OK(swiftpager_table_release(NULL));
    REQUIRE_OK(swiftpager_table_create(NULL, &table, NULL));
    CHECK_STATUS(swiftpager_table_add(table, NULL, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_STATUS(swiftpager_table_add_rows(table, NULL, 0, &error), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(error, "rows_json");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_table_take(table, NULL, &array, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_OK(swiftpager_table_release(table));
    CHECK_STATUS(swiftpager_table_release(table), SWIFTPAGER_INVALID_HANDLE);
}

TEST(rows_of_json_become_columns)
{
    swiftpager_table *table = NULL;
    char *error = NULL;
    REQUIRE_OK(swiftpager_table_create(NULL, &table, NULL));
    CHECK_OK(swiftpager_table_fit(table, "[{\"n\":1.5,\"t\":\"x\"}]", 19, NULL));
    CHECK_OK(swiftpager_table_add_rows(table, "[{\"n\":1},{\"n\":2}] ", 18, NULL));
    /* The length counts, and not a NUL. */
    CHECK_STATUS(swiftpager_table_add_rows(table, "[{\"n\":1},{\"n\":2}]", 12, &error), SWIFTPAGER_BAD_RESPONSE);
    CHECK_CONTAINS(error, "not JSON");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_table_add_rows(table, "{\"n\":1}", 7, &error), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(error, "JSON array");
    swiftpager_free(error);
    CHECK_STATUS(swiftpager_table_add_rows(table, "", 0, NULL), SWIFTPAGER_BAD_RESPONSE);
    REQUIRE_OK(swiftpager_table_take(table, &schema, &array, NULL));
    CHECK_INTEGER(array.length, 2);
    CHECK_INTEGER(schema.n_children, 2);
    CHECK_TEXT(schema.children[0]->format, "g");
    CHECK_TEXT(schema.children[1]->format, "u");
    schema.release(&schema);
    array.release(&array);
    /* The types stay, and the failure names the page: the rows count as one. */
    CHECK_STATUS(swiftpager_table_add_rows(table, "[{\"n\":\"x\"}]", 11, &error), SWIFTPAGER_BAD_RESPONSE);
    CHECK_CONTAINS(error, "page 2, item at index 0");
    swiftpager_free(error);
    CHECK_OK(swiftpager_table_fit(table, "[{\"n\":\"x\"}]", 11, NULL));
    CHECK_OK(swiftpager_table_release(table));
}
