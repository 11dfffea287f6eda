/* Page infos that lead nowhere: the walk ends and says why, and asks for no page twice. */
#include "harness.h"
#include "troubles.h"

/* clang-format off */
LASTING_TROUBLE(m16_the_same_cursor_twice,
    .path = "/same-cursor", .status = SWIFTPAGER_CURSOR_STUCK, .words = "/data/items/pageInfo/endCursor")
LASTING_TROUBLE(m16_a_cycle_of_cursors,
    .path = "/cursor-cycle", .status = SWIFTPAGER_CURSOR_CYCLE, .words = "/data/items/pageInfo/endCursor")
LASTING_TROUBLE(m17_a_null_cursor,
    .path = "/null-cursor", .status = SWIFTPAGER_NULL_CURSOR, .words = "/data/items/pageInfo/endCursor")
LASTING_TROUBLE(a_page_without_page_info,
    .path = "/no-page-info", .status = SWIFTPAGER_MISSING_PAGE_INFO, .words = "/data/items/pageInfo/hasNextPage")
LASTING_TROUBLE(a_null_connection,
    .path = "/connection-null", .status = SWIFTPAGER_MISSING_PAGE_INFO, .words = "null at /data/items,")
/* clang-format on */
