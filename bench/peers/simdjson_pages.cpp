#include "simdjson_pages.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <simdjson.h>

/* The value of a member; ends the process if it is not there. */
template <typename Value> static Value member(simdjson::dom::element object, const char *pointer)
{
    Value value;
    if (object.at_pointer(pointer).get(value)) {
        std::fprintf(stderr, "simdjson: a page has no %s\n", pointer);
        std::exit(EXIT_FAILURE);
    }
    return value;
}

size_t simdjson_read_page(const char *body, size_t length, simdjson_page_info *page_info)
{
    static simdjson::dom::parser parser;
    simdjson::dom::element response;
    if (parser.parse(body, length, false).get(response) || response["errors"].error() == simdjson::SUCCESS) {
        std::fputs("simdjson: a page cannot be read, or has errors\n", stderr);
        std::exit(EXIT_FAILURE);
    }
    auto products = member<simdjson::dom::element>(response, "/data/products");
    page_info->has_next_page = member<bool>(products, "/pageInfo/hasNextPage");
    std::snprintf(page_info->end_cursor, sizeof page_info->end_cursor, "%s",
                  member<const char *>(products, "/pageInfo/endCursor"));
    return member<simdjson::dom::array>(products, "/edges").size();
}
