/* Queries of the shop's lists other than a plain forward connection, and what the tests look at in their pages. */
#ifndef LISTS_H
#define LISTS_H

#include <swiftpager.h>

/* The 1,000 products both ways. */
#define BOTH_WAYS_QUERY \
    "query ($first: Int, $after: String, $last: Int, $before: String) {" \
    " products(first: $first, after: $after, last: $last, before: $before) { totalCount nodes { name }" \
    " pageInfo { hasNextPage endCursor hasPreviousPage startCursor } } }"

/* The same from the end: its document shows no other direction. */
#define REVERSE_QUERY \
    "query ($last: Int, $before: String) { products(last: $last, before: $before) { totalCount nodes { name }" \
    " pageInfo { hasPreviousPage startCursor } } }"

/* A pager of the shop with a client of its own. `more` are further members of its config. */
swiftpager_pager *make_shop_pager(const char *query, const char *more, swiftpager_client **client);

/* Variables that open BOTH_WAYS_QUERY behind product `number`, `size` to a page, or REVERSE_QUERY before it. As members
 * of a config; valid until the next call. */
const char *opened_after(int number, int size);
const char *opened_before(int number, int size);

/* Checks that a page has the products from `first` to `last`, by the numbers in their names, and its kind. */
#define CHECK_PRODUCTS(page, kind, first, last) check_products((page), (kind), (first), (last), __FILE__, __LINE__)
void check_products(const swiftpager_page *page, swiftpager_kind kind, int first, int last, const char *file, int line);

#endif
