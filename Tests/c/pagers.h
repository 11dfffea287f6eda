/* Clients and pagers of the test servers, made in one line, and calls that are waited for. */
#ifndef PAGERS_H
#define PAGERS_H

#include <swiftpager.h>

/* What the trouble server serves. */
#define ITEMS_QUERY \
    "query ($after: String) { items(after: $after) { edges { cursor node { id name } }" \
    " pageInfo { hasNextPage endCursor } } }"

/* What the shop serves, 100 at a time. */
#define PRODUCTS_QUERY \
    "query ($after: String) { products(first: 100, after: $after) { edges { node { id name } }" \
    " pageInfo { hasNextPage endCursor } } }"

/* The form of fetch, load_next, load_previous and load_all. */
typedef swiftpager_status load_function(swiftpager_pager *pager, const char *options_json,
                                        swiftpager_completion_cb completion, void *user_data,
                                        swiftpager_destroy_cb destroy, swiftpager_operation **out, char **error_json);

/* Options of a load_all that goes on after the last page held. */
#define GO_ON "{\"fetch_from_initial_page\": false}"

/* Options of a fetch that the server answers, whatever the cache has. */
#define REFETCH "{\"cache_policy\": \"fetch_ignoring_cache_data\"}"

/* A client; `more` are further members of its config, like "\"timeout_ms\": 300". */
swiftpager_client *make_client(const char *url);
swiftpager_client *make_client_with(const char *url, const char *more);

/* A pager of a query; `more` are further members of its config. */
swiftpager_pager *make_pager(swiftpager_client *client, const char *query, const char *more);

/* A pager of the trouble server with a client of its own; release both. */
swiftpager_pager *make_trouble_pager(const char *path, const char *options, swiftpager_client **client);

/* Starts an operation without a completion. */
swiftpager_operation *start(load_function *load, swiftpager_pager *pager, const char *options);

/* Starts a walk, which is pulled. */
swiftpager_operation *start_walk(swiftpager_pager *pager, const char *options);

/* Starts an operation, waits for it and gives it back. `error` may be NULL. */
swiftpager_status run(load_function *load, swiftpager_pager *pager, const char *options, char **error);

/* Runs and compares the status. */
#define CHECK_RUN(load, pager, options, expected) CHECK_STATUS(run((load), (pager), (options), NULL), (expected))

/* Compares one value of the pager's state. */
#define CHECK_STATE(pager, pointer, expected) check_state((pager), (pointer), (expected), __FILE__, __LINE__)
void check_state(swiftpager_pager *pager, const char *pointer, const char *expected, const char *file, int line);

/* Compares both answers of can_load. */
#define CHECK_CAN_LOAD(pager, next, previous) check_can_load((pager), (next), (previous), __FILE__, __LINE__)
void check_can_load(swiftpager_pager *pager, bool next, bool previous, const char *file, int line);

/* Compares the items of a page with those that the trouble server has on page `number`, from 1, ten to a page. */
#define CHECK_PAGE(page, number) check_page((page), (number), __FILE__, __LINE__)
void check_page(const swiftpager_page *page, int number, const char *file, int line);

/*
 * Waits until the pager, of the trouble server, has taken in `pages` pages, and the client's network thread has made a
 * round trip for another pager since: a request that followed from these pages has reached the server by then, however
 * slow the machine. Returns how many requests the server has seen, without those of such round trips. May be called
 * inside a callback.
 */
int requests_once_loaded(swiftpager_client *client, swiftpager_pager *pager, int pages);

/* Runs whatever callbacks wait. Returns how many ran. */
uint32_t dispatch_waiting(swiftpager_client *client);

#endif
