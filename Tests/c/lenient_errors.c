/* Errors that strict readers of JSON refuse: the server's message is shown all the same. */
#include "harness.h"
#include "page_server.h"
#include "pagers.h"

#define ERRORS(more) "{\"errors\":[{\"message\":\"no such list\",\"extensions\":{" more "}}]}"

static void check_message(const struct page_text *page, swiftpager_status expected, const char *message)
{
    char *error = NULL;
    swiftpager_client *client = make_client(serve_page(page));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_STATUS(run(swiftpager_pager_fetch, pager, NULL, &error), expected);
    CHECK_CONTAINS(error, message);
    CHECK_JSON(error, "/errors/0/message", "\"no such list\"");
    swiftpager_free(error);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(the_servers_message_is_shown_whatever_else_is_wrong_with_the_error)
{
    static const char *const bodies[] = {
        ERRORS("\"big\":18446744073709551615"),
        ERRORS("\"a\":1,\"a\":2"),
        ERRORS("\"a\\u0000b\":1"),
        ERRORS("\"a\":{\"b\":[1,{\"c\":1,\"c\":2}]}"),
    };
    for (size_t index = 0; index < COUNT_OF(bodies); index++) {
        struct page_text page = {.head = bodies[index], .unit = "", .tail = ""};
        check_message(&page, SWIFTPAGER_GRAPHQL, "the first error: no such list");
        page.status = 400;
        check_message(&page, SWIFTPAGER_GRAPHQL,
                      "the server answered HTTP 400 with errors; the first error: no such list");
    }
}
