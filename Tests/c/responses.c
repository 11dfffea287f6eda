/* Answers that are not a page: by their HTTP status, by their body, or by what GraphQL says. */
#include "harness.h"
#include "troubles.h"

/* clang-format off */
PASSING_TROUBLE(html_with_status_502,
    .path = "/html-502", .status = SWIFTPAGER_HTTP, .words = "<h1>502 Bad Gateway", .http_status = "502")
PASSING_TROUBLE(text_with_status_500,
    .path = "/http-500", .status = SWIFTPAGER_HTTP, .words = "Internal Server Error", .http_status = "500")
PASSING_TROUBLE(a_redirect_names_its_location,
    .path = "/redirect", .status = SWIFTPAGER_HTTP, .words = "/good", .http_status = "302")
PASSING_TROUBLE(status_429,
    .path = "/http-429", .status = SWIFTPAGER_HTTP, .words = "Slow down.", .http_status = "429")
PASSING_TROUBLE(status_400_with_plain_json,
    .path = "/http-400-json", .status = SWIFTPAGER_GRAPHQL, .words = "Cannot query field 'nope'", .http_status = "400")
PASSING_TROUBLE(status_400_with_a_graphql_body,
    .path = "/http-400-graphql", .status = SWIFTPAGER_GRAPHQL, .words = "Cannot query field 'nope'",
    .http_status = "400", .has_page = true)
PASSING_TROUBLE(errors_and_null_data,
    .path = "/errors-null-data", .status = SWIFTPAGER_GRAPHQL, .words = "The warehouse is closed.", .has_page = true)
PASSING_TROUBLE(errors_without_data,
    .path = "/errors-no-data", .status = SWIFTPAGER_GRAPHQL, .words = "Cannot query field 'nope'", .has_page = true)

PASSING_TROUBLE(truncated_json,
    .path = "/truncated-json", .status = SWIFTPAGER_BAD_RESPONSE, .words = "not a GraphQL response")
PASSING_TROUBLE(text_that_claims_to_be_json,
    .path = "/not-json", .status = SWIFTPAGER_BAD_RESPONSE, .words = "All is well")
PASSING_TROUBLE(json_that_is_no_object,
    .path = "/not-an-object", .status = SWIFTPAGER_BAD_RESPONSE, .words = "an array, not an object")
PASSING_TROUBLE(an_empty_body,
    .path = "/empty-body", .status = SWIFTPAGER_BAD_RESPONSE, .words = "empty")
PASSING_TROUBLE(a_body_that_is_not_utf8,
    .path = "/invalid-utf8", .status = SWIFTPAGER_BAD_RESPONSE, .words = "UTF-8")
PASSING_TROUBLE(json_that_nests_a_million_levels,
    .path = "/deep", .options = "levels=1000000", .status = SWIFTPAGER_BAD_RESPONSE, .words = "deep")

PASSING_TROUBLE(items_of_another_type,
    .path = "/edges-wrong-type", .status = SWIFTPAGER_BAD_RESPONSE,
    .words = "an object at /data/items/edges, not an array")
PASSING_TROUBLE(items_that_are_not_there,
    .path = "/edges-absent", .status = SWIFTPAGER_BAD_RESPONSE, .words = "no array of items at /data/items/edges")
PASSING_TROUBLE(a_key_of_the_page_info_that_stands_twice,
    .path = "/duplicate-key", .status = SWIFTPAGER_BAD_RESPONSE, .words = "the key \\\"hasNextPage\\\" twice")
/* clang-format on */
