/* Answers that are not a page: by their HTTP status, by their body, or by what GraphQL says. */
#include "harness.h"
#include "troubles.h"

/* clang-format off */
PASSING_TROUBLE(html_with_status_502,
    .path = "/html-502", .status = SWIFTPAGER_HTTP, .words = "<h1>502 Bad Gateway", .http_status = "502")
PASSING_TROUBLE(status_400_with_plain_json,
    .path = "/http-400-json", .status = SWIFTPAGER_GRAPHQL, .words = "Cannot query field 'nope'", .http_status = "400")
PASSING_TROUBLE(errors_and_null_data,
    .path = "/errors-null-data", .status = SWIFTPAGER_GRAPHQL, .words = "The warehouse is closed.", .has_page = true)
PASSING_TROUBLE(truncated_json,
    .path = "/truncated-json", .status = SWIFTPAGER_BAD_RESPONSE, .words = "not a GraphQL response")
PASSING_TROUBLE(items_of_another_type,
    .path = "/edges-wrong-type", .status = SWIFTPAGER_BAD_RESPONSE,
    .words = "an object at /data/items/edges, not an array")
/* clang-format on */
