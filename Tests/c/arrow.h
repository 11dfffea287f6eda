/* What tests of Arrow share: pages with items of any kind, and the values of arrays. */
#ifndef ARROW_H
#define ARROW_H

#include <swiftpager_arrow.h>

/* The update of the first page of a list whose nodes are all `node`, which is JSON; release it. */
swiftpager_update *page_of(const char *node, size_t count, const swiftpager_page **page);

/* The child of that name. Ends the test where there is none. */
int64_t child_index(const struct ArrowSchema *schema, const char *name);

/* One value of a column: of int64, float64, utf8, bool, and whether it is there. */
int64_t integer_at(const struct ArrowArray *array, int64_t index);
double number_at(const struct ArrowArray *array, int64_t index);
bool bit_at(const struct ArrowArray *array, int64_t index);
bool is_there(const struct ArrowArray *array, int64_t index);
void check_string_at(const struct ArrowArray *array, int64_t index, const char *expected);

#endif
