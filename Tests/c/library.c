/* The functions that need no handle. */
#include "harness.h"

#include <jansson.h>
#include <stdlib.h>

TEST(the_version_has_three_numbers)
{
    const char *version = swiftpager_version();
    int dots = 0;
    for (const char *at = version; *at != '\0'; at++) dots += *at == '.';
    CHECK_INTEGER(dots, 2);
    CHECK(swiftpager_version() == version);
    CHECK_INTEGER(swiftpager_abi_version(), SWIFTPAGER_ABI_VERSION);
    CHECK_INTEGER(SWIFTPAGER_ABI_VERSION, 1);
}

TEST(the_words_by_which_lists_are_found_are_json)
{
    const char *words = swiftpager_list_words();
    json_t *table = json_loads(words, 0, NULL);
    CHECK(json_is_array(json_object_get(json_object_get(table, "page"), "currentPage")));
    CHECK(json_object_get(json_object_get(table, "has_more"), "hasNextPage") != NULL);
    json_decref(table);
    CHECK(swiftpager_list_words() == words);
}

TEST(a_number_that_is_no_status_is_unknown)
{
    const swiftpager_status others[] = {-1, 12, 19, 25, 49, 59, 72, 1000, INT32_MAX, INT32_MIN};
    for (size_t index = 0; index < COUNT_OF(others); index++) {
        CHECK_TEXT(swiftpager_status_name(others[index]), "UNKNOWN");
    }
    CHECK_TEXT(swiftpager_status_name(SWIFTPAGER_OK), "OK");
    CHECK_TEXT(swiftpager_status_name(SWIFTPAGER_PAGE_LIMIT), "PAGE_LIMIT");
    CHECK_TEXT(swiftpager_status_name(SWIFTPAGER_NESTED_INCOMPLETE), "NESTED_INCOMPLETE");
    CHECK_TEXT(swiftpager_status_name(SWIFTPAGER_PARTIAL_DATA), "PARTIAL_DATA");
    CHECK_TEXT(swiftpager_status_name(SWIFTPAGER_DUPLICATE_KEY), "DUPLICATE_KEY");
    CHECK_TEXT(swiftpager_status_name(SWIFTPAGER_FEWER_THAN_TOTAL), "FEWER_THAN_TOTAL");
    CHECK_TEXT(swiftpager_status_name(SWIFTPAGER_MARK_NOT_REACHED), "MARK_NOT_REACHED");
    CHECK_TEXT(swiftpager_status_name(SWIFTPAGER_IN_DOUBT), "IN_DOUBT");
}

TEST(freeing_null_does_nothing)
{
    swiftpager_free(NULL);
    char *error = NULL;
    CHECK_STATUS(swiftpager_client_create(NULL, NULL, NULL, NULL, &error), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_JSON(error, "/code", "\"INVALID_ARGUMENT\"");
    swiftpager_free(error);
}
