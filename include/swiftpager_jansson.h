/*
 * swiftpager's pages as values of jansson. Header-only: include it, and link jansson beside swiftpager.
 *
 *     json_error_t error;
 *     json_t *items = swiftpager_page_items_json(page, &error);
 *     …
 *     json_decref(items);
 *
 * Every function returns a new reference, which the caller owns. It returns NULL if the page has no such part (then
 * `error` has an empty text), if there is no memory, and if jansson cannot hold what the server sent, like an integer
 * of more than 64 bits. `page` may be any handle; `error` receives what is wrong, and may be NULL.
 */
#ifndef SWIFTPAGER_JANSSON_H
#define SWIFTPAGER_JANSSON_H

#include <string.h>

#include <jansson.h>

#include "swiftpager.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A slice as a value. */
static inline json_t *swiftpager_slice_json(const char *slice, size_t length, json_error_t *error)
{
    if (error != NULL) memset(error, 0, sizeof *error);
    return slice == NULL ? NULL : json_loadb(slice, length, JSON_DECODE_ANY | JSON_ALLOW_NUL, error);
}

/* The whole response. */
static inline json_t *swiftpager_page_response_json(const swiftpager_page *page, json_error_t *error)
{
    size_t length = 0;
    const char *slice = swiftpager_page_response(page, &length);
    return swiftpager_slice_json(slice, length, error);
}

/* The value of `data`. */
static inline json_t *swiftpager_page_data_json(const swiftpager_page *page, json_error_t *error)
{
    size_t length = 0;
    const char *slice = swiftpager_page_data(page, &length);
    return swiftpager_slice_json(slice, length, error);
}

/* The array of items, as swiftpager_page_items() gives it: of edges, the edges. */
static inline json_t *swiftpager_page_items_json(const swiftpager_page *page, json_error_t *error)
{
    size_t length = 0;
    const char *slice = swiftpager_page_items(page, &length);
    return swiftpager_slice_json(slice, length, error);
}

/* The item at `index`, as swiftpager_page_item() gives it: of an edge its node. */
static inline json_t *swiftpager_page_item_json(const swiftpager_page *page, size_t index, json_error_t *error)
{
    size_t length = 0;
    const char *slice = swiftpager_page_item(page, index, &length);
    return swiftpager_slice_json(slice, length, error);
}

/* The page info. */
static inline json_t *swiftpager_page_info_json(const swiftpager_page *page, json_error_t *error)
{
    size_t length = 0;
    const char *slice = swiftpager_page_info(page, &length);
    return swiftpager_slice_json(slice, length, error);
}

/* The array of GraphQL errors. */
static inline json_t *swiftpager_page_errors_json(const swiftpager_page *page, json_error_t *error)
{
    size_t length = 0;
    const char *slice = swiftpager_page_errors(page, &length);
    return swiftpager_slice_json(slice, length, error);
}

#ifdef __cplusplus
}
#endif

#endif /* SWIFTPAGER_JANSSON_H */
