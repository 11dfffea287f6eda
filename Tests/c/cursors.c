/* Page infos that lead nowhere: the walk ends and says why, and asks for no page twice. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"
#include "troubles.h"

#include <stdio.h>

/* clang-format off */
LASTING_TROUBLE(m16_the_same_cursor_twice,
    .path = "/same-cursor", .status = SWIFTPAGER_CURSOR_STUCK, .words = "/data/items/pageInfo/endCursor")
LASTING_TROUBLE(m16_a_cycle_of_cursors,
    .path = "/cursor-cycle", .status = SWIFTPAGER_CURSOR_CYCLE, .words = "/data/items/pageInfo/endCursor")
LASTING_TROUBLE(m17_a_null_cursor,
    .path = "/null-cursor", .status = SWIFTPAGER_NULL_CURSOR, .words = "/data/items/pageInfo/endCursor")
LASTING_TROUBLE(a_page_without_page_info,
    .path = "/no-page-info", .status = SWIFTPAGER_MISSING_PAGE_INFO, .words = "/data/items/pageInfo/hasNextPage")
LASTING_TROUBLE(a_null_page_info,
    .path = "/page-info-null", .status = SWIFTPAGER_MISSING_PAGE_INFO, .words = "/data/items/pageInfo/hasNextPage")
LASTING_TROUBLE(a_page_info_of_another_type,
    .path = "/page-info-wrong-type", .status = SWIFTPAGER_MISSING_PAGE_INFO,
    .words = "/data/items/pageInfo/hasNextPage")
LASTING_TROUBLE(a_flag_of_another_type,
    .path = "/has-next-page-wrong-type", .status = SWIFTPAGER_MISSING_PAGE_INFO,
    .words = "/data/items/pageInfo/hasNextPage")
LASTING_TROUBLE(a_null_connection,
    .path = "/connection-null", .status = SWIFTPAGER_MISSING_PAGE_INFO, .words = "null at /data/items,")
/* clang-format on */

TEST(a_cursor_that_leads_back_to_the_first_page_is_a_cycle)
{
    /* With pages of one item each, every page but the first two has been asked for by a cursor. */
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/cursor-cycle", "bad=7&pages=9&size=1", &client);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_CURSOR_CYCLE);
    CHECK_INTEGER(server_requests(), 7);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_fetch_after_a_broken_list_starts_over)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/same-cursor", "bad=2&once=1", &client);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_CURSOR_STUCK);
    CHECK_RUN(swiftpager_pager_load_all, pager, GO_ON, SWIFTPAGER_CURSOR_STUCK);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/pages_loaded", "5");
    CHECK_STATE(pager, "/end", "\"complete\"");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_number_is_a_cursor_and_is_sent_as_one)
{
    /* The server issued no cursor 42, and says so: that is how we know what was sent. */
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/end-cursor-wrong-type", "bad=1", &client);
    char *error = NULL;
    CHECK_STATUS(run(swiftpager_pager_load_all, pager, NULL, &error), SWIFTPAGER_GRAPHQL);
    CHECK_CONTAINS(error, "no cursor 42");
    swiftpager_free(error);
    CHECK_STATE(pager, "/items_loaded", "10");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
