#include "pulled.h"

#include "harness.h"
#include "pagers.h"
#include "recorder.h"

void expect_page(swiftpager_operation *operation, int number)
{
    swiftpager_update *update = NULL;
    char *error = NULL;
    REQUIRE_OK(swiftpager_operation_next(operation, 10000, &update, &error));
    REQUIRE(update != NULL);
    CHECK(error == NULL);
    CHECK_PAGE(swiftpager_update_page(update, NULL), number);
    CHECK_OK(swiftpager_update_release(update));
}

void expect_end(swiftpager_operation *operation, swiftpager_status expected)
{
    for (int round = 0; round < 2; round++) {
        swiftpager_update *update = (swiftpager_update *)&update;
        char *error = NULL;
        CHECK_STATUS(swiftpager_operation_next(operation, 10000, &update, &error), expected);
        CHECK(update == NULL);
        if (expected == SWIFTPAGER_OK)
            CHECK(error == NULL);
        else
            CHECK_CONTAINS(error, swiftpager_status_name(expected));
        swiftpager_free(error);
    }
    bool has_ended = false;
    swiftpager_status status = SWIFTPAGER_INTERNAL;
    CHECK_OK(swiftpager_operation_ended(operation, &has_ended, &status));
    CHECK(has_ended);
    CHECK_STATUS(status, expected);
}

void release_pulled(swiftpager_operation *operation, swiftpager_pager *pager, swiftpager_client *client)
{
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
