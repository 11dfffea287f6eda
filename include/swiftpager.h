/*
 * swiftpager: walk and watch paginated GraphQL APIs.
 *
 * A *client* is an endpoint with its connections. A *pager* is one paginated query of that client: it asks for the
 * first page, finds the page info in the answer, and asks for the next page with the cursor that it found. A
 * *subscription* receives every new state of the list as an *update*. An *operation* is one call (a fetch, a load_next,
 * …) that ends exactly once, with a status.
 *
 * Everything that takes time is asynchronous, and there are three ways to get its results. The first: ask for page
 * after page, on your own thread:
 *
 *     #include <stdio.h>
 *     #include <swiftpager.h>
 *
 *     int main(void) {
 *         swiftpager_client *client = NULL;
 *         swiftpager_pager *pager = NULL;
 *         swiftpager_operation *walk = NULL;
 *         swiftpager_update *update = NULL;
 *         char *error = NULL;
 *         swiftpager_status status =
 *             swiftpager_client_create("http://127.0.0.1:8000/graphql", NULL, NULL, &client, &error);
 *         if (status == SWIFTPAGER_OK)
 *             status = swiftpager_pager_create(client,
 *                 "query ($after: String) { products(first: 100, after: $after) {"
 *                 " edges { node { id name } } pageInfo { hasNextPage endCursor } } }",
 *                 NULL, NULL, &pager, &error);
 *         if (status == SWIFTPAGER_OK) status = swiftpager_pager_walk(pager, NULL, &walk, &error);
 *         while (status == SWIFTPAGER_OK) {
 *             status = swiftpager_operation_next(walk, -1, &update, &error);
 *             if (update == NULL) break;
 *             printf("a page of %zu items\n", swiftpager_page_item_count(swiftpager_update_page(update, NULL)));
 *             swiftpager_update_release(update);
 *         }
 *         if (status != SWIFTPAGER_OK)
 *             fprintf(stderr, "%s: %s\n", swiftpager_status_name(status), error ? error : "");
 *         swiftpager_free(error);
 *         swiftpager_operation_release(walk);
 *         swiftpager_pager_release(pager);
 *         swiftpager_client_release(client);
 *         return status == SWIFTPAGER_OK ? 0 : 1;
 *     }
 *
 * The second: give callbacks. They run only inside the calls that "Callbacks" lists, on the thread that made the call.
 * The third, for a host without a loop: let a thread of the library run them, with "delivery": "thread" in the config.
 * For an event loop each way has a descriptor to poll: swiftpager_operation_fd(), _subscription_fd(), _client_fd().
 *
 * Types and functions come first, then the rules that hold for all of them, then a table of the functions. The keys of
 * configs and options stand in docs/configuration.md, and in include/schema. swiftpager_arrow.h has Apache Arrow.
 * Comments name statuses, sources and kinds without their prefix SWIFTPAGER_.
 */

#ifndef SWIFTPAGER_H
#define SWIFTPAGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of the contract that this header declares: see swiftpager_abi_version(). */
#define SWIFTPAGER_ABI_VERSION 1

/* Define it before the include to declare the functions in another way, like __declspec(dllimport). */
#ifndef SWIFTPAGER_API
#if defined(__GNUC__) || defined(__clang__)
#define SWIFTPAGER_API __attribute__((visibility("default")))
#else
#define SWIFTPAGER_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* --- Types -------------------------------------------------------------------------------------------------------- */

/* An endpoint, its connections and its queue of waiting callbacks. */
typedef struct swiftpager_client swiftpager_client;
/* One paginated query and the pages held of it. */
typedef struct swiftpager_pager swiftpager_pager;
/* A receiver of a pager's updates. */
typedef struct swiftpager_subscription swiftpager_subscription;
/* One call on a pager or client, from its start to its single end. */
typedef struct swiftpager_operation swiftpager_operation;
/* One state of a pager's list; borrowed for the length of a callback, or retained. */
typedef struct swiftpager_update swiftpager_update;
/* One page of an update; it lives as long as the update that it was taken from, or as you retain it. */
typedef struct swiftpager_page swiftpager_page;

/* A request that your own transport has to answer. */
typedef struct swiftpager_request swiftpager_request;
/* A question for the caller's credentials, which your authorizer has to answer. */
typedef struct swiftpager_authorization swiftpager_authorization;

/* What swiftpager_client_ready() names: one of your handles; the other one is NULL. */
typedef struct swiftpager_ready {
    swiftpager_operation *operation;
    swiftpager_subscription *subscription;
} swiftpager_ready;

/*
 * A transport of your own in place of libcurl: for another HTTP library, for tests, for bytes from elsewhere. The
 * library copies the struct; it need not live longer than the call that takes it.
 *
 * struct_size  sizeof(swiftpager_transport). Members beyond it count as NULL. A member that this version does not know
 *              and that is not NULL is INVALID_ARGUMENT. A size that is zero or absurd is INVALID_ARGUMENT, too; the
 *              library then looks at nothing else in the struct, and does not call destroy.
 * user_data    passed to the functions.
 * send         gets each request; must not be NULL. Answer the request with swiftpager_request_complete() or
 *              _request_fail(): now or later, from any thread, exactly once. If the answer takes long, send must not
 *              wait for it: other callbacks of the client wait meanwhile.
 * cancel       says that the library no longer waits for the answer, because the operation was cancelled, its time is
 *              over, send was left without returning, or the client was closed or released. You still have to answer
 *              the request, once, and may do so inside cancel; the library drops the answer. NULL: the library does not
 *              say so. The library does not call cancel for a request that has been answered.
 * destroy      called once with user_data when the library will not call send and cancel any more: when the client is
 *              released, after a cancel for each request that has not been answered; or, if the client cannot be
 *              created, before the function that should create it returns. You still have to answer requests that were
 *              not answered by then, to free them. May be NULL.
 *
 * The library calls send and cancel in the same places as callbacks, one at a time, and the rules of "Callbacks" hold
 * for them: inside swiftpager_client_dispatch() and swiftpager_operation_wait(), and inside a pull of the pager that
 * they are for; cancel also inside swiftpager_client_release(). An answer inside send calls nothing back. A send that
 * is left without returning has failed with NETWORK, unless it has answered before. The client's "timeout_ms" counts
 * from the call of send; when that time is over, the operation fails with NETWORK, even if the transport answers later.
 * "headers" and "max_response_bytes" hold too. Your transport decides about connections: the library ignores
 * "connect_timeout_ms", "tls", "proxy", "http_version" and "user_agent".
 */
typedef struct swiftpager_transport {
    size_t struct_size;
    void *user_data;
    void (*send)(void *user_data, swiftpager_request *request);
    void (*cancel)(void *user_data, swiftpager_request *request);
    void (*destroy)(void *user_data);
} swiftpager_transport;

/* How a call or an operation ended. Values are never reused or renumbered; each band may get new ones. */
typedef int32_t swiftpager_status;
enum {
    SWIFTPAGER_STATUS_SIGN = -1, /* not a status: it makes the enumeration a signed one to code generators */
    SWIFTPAGER_OK = 0,

    /* 1–19: a wrong use of this library, or the process ran out of memory, threads or descriptors. */
    SWIFTPAGER_INVALID_ARGUMENT = 1, /* a NULL that is not allowed, text that is not UTF-8, a bad number */
    SWIFTPAGER_INVALID_CONFIG = 2,   /* a config or options text was refused; the error has the path or position */
    SWIFTPAGER_INVALID_HANDLE = 3,   /* stale, released, foreign, of another kind, or NULL */
    SWIFTPAGER_CLOSED = 4,           /* the client was closed or released */
    SWIFTPAGER_REENTRANT = 5,        /* a call that waits was made inside a callback, or a callback was left */
    SWIFTPAGER_FORKED = 6,           /* the handle belongs to the parent process */
    SWIFTPAGER_TIMEOUT = 7,          /* the time given to the call ran out; what it waited for goes on */
    SWIFTPAGER_NO_MEMORY = 8, /* no memory, thread or descriptor ("errno" tells the last two); see "Memory" */
    SWIFTPAGER_INTERNAL = 9,     /* a defect of this library */
    SWIFTPAGER_INTERRUPTED = 10, /* a wake or a signal ended the wait; what the call waited for goes on */
    SWIFTPAGER_HOOK_FAILED = 11, /* a hook of the pager failed, or returned what the library cannot use */

    /* 20–39: the pager was asked for something that its state does not allow. */
    SWIFTPAGER_MISSING_INITIAL_PAGE = 20,     /* fetch first */
    SWIFTPAGER_PAGE_HAS_NO_MORE_CONTENT = 21, /* the list ends here */
    SWIFTPAGER_LOAD_IN_PROGRESS = 22,         /* another operation of this pager is under way */
    SWIFTPAGER_NO_QUERY = 23,                 /* there is more, but no query that asks for it */
    SWIFTPAGER_CANCELLED = 24,                /* cancelled, superseded, reset, or its pager or client was released */

    /* 40–59: the network or the server failed. */
    SWIFTPAGER_NETWORK = 40,      /* no connection, TLS, timeout, connection closed half-way, body over the limit */
    SWIFTPAGER_HTTP = 41,         /* an HTTP status other than success, without a GraphQL response; or a limit (429) */
    SWIFTPAGER_GRAPHQL = 42,      /* the server answered errors, and no data or a null in place of the connection, under
                                     any other HTTP status */
    SWIFTPAGER_BAD_RESPONSE = 43, /* the body is not a GraphQL response, or leaves out the list that was asked for */
    SWIFTPAGER_RATE_LIMITED = 44, /* the server limits the number of requests, for longer than the client may wait */
    SWIFTPAGER_CACHE_MISS = 45,   /* the cache cannot answer, and the policy does not ask the server */
    SWIFTPAGER_CACHE_FAILED = 46, /* the file of the cache cannot be used, or its disk takes no more */
    SWIFTPAGER_NOT_RECORDED = 47, /* the recording that is replayed has no answer to the request */
    SWIFTPAGER_RECORDING_FAILED = 48, /* a recording cannot be written, or cannot be read */

    /* 60–79: the list is not complete, and this is why. Pages loaded so far stay. */
    SWIFTPAGER_CURSOR_STUCK = 60,      /* the page says there is more, and gives the cursor it was asked with, or too
                                          many empty pages in a row say there is more */
    SWIFTPAGER_CURSOR_CYCLE = 61,      /* the page says there is more, and gives a cursor of an earlier page, or the
                                          items of an earlier page come again */
    SWIFTPAGER_MISSING_PAGE_INFO = 62, /* the page does not say whether there is more, or the list has "gaps" */
    SWIFTPAGER_NULL_CURSOR = 63,       /* the page says there is more, and gives no cursor to ask for it */
    SWIFTPAGER_PAGE_LIMIT = 64,        /* load_all reached its max_pages or max_items, and there is more */
    SWIFTPAGER_NESTED_INCOMPLETE = 65, /* a list inside the page is not whole, and "nested" does not accept that */
    SWIFTPAGER_PARTIAL_DATA = 66,      /* all pages are there, and some have errors beside their data */
    SWIFTPAGER_NOT_ORDERED = 67,       /* an item of a list with "since" is out of order, or has no value to compare */
    SWIFTPAGER_DUPLICATE_KEY = 68,     /* two items of a page of a keyset list have the same key, and the next request
                                          might skip items */
    SWIFTPAGER_FEWER_THAN_TOTAL = 69,  /* the list has reached its end with fewer items than the "total" of its pages */
    SWIFTPAGER_MARK_NOT_REACHED = 70,  /* a list with "since" and the newest items first ends above the mark */
    SWIFTPAGER_IN_DOUBT = 71           /* the list is complete, the state has "doubts", and the pager is "strict" */
};

/* Where the newest page of an update came from. */
typedef int32_t swiftpager_source;
enum {
    SWIFTPAGER_SOURCE_SIGN = -1,  /* not a source: as SWIFTPAGER_STATUS_SIGN */
    SWIFTPAGER_SOURCE_NONE = 0,   /* the update carries no page, or the handle is not one of an update */
    SWIFTPAGER_SOURCE_SERVER = 1, /* a response of the server */
    SWIFTPAGER_SOURCE_CACHE = 2   /* the client's cache */
};

/* The role of a page in its list. */
typedef int32_t swiftpager_kind;
enum {
    SWIFTPAGER_KIND_SIGN = -1,   /* not a kind: as SWIFTPAGER_STATUS_SIGN */
    SWIFTPAGER_KIND_NONE = 0,    /* no page */
    SWIFTPAGER_KIND_INITIAL = 1, /* the page that fetch and load_all begin with */
    SWIFTPAGER_KIND_NEXT = 2,    /* a page after the initial one */
    SWIFTPAGER_KIND_PREVIOUS = 3 /* a page before the initial one */
};

/*
 * Functions of your own that read the pages of a pager. Each of them may be NULL. The library copies the struct;
 * struct_size is as in swiftpager_transport.
 *
 * The library calls them in the same places as callbacks, for one page at a time, before it shows the page: inside
 * swiftpager_client_dispatch() and swiftpager_operation_wait(), and inside a pull of their own pager. The rules of
 * "Callbacks" hold for them: they may make any call that does not wait, also a release of their own pager, and must
 * return. The library does not call them for a page with errors in place of the list. `page_json` is the response,
 * borrowed for the call; it ends with a NUL. They return OK and set *out_json to JSON text in memory of malloc() or
 * swiftpager_alloc(), which the library frees; *out_json is NULL when the library calls them. Any other status ends the
 * operation with HOOK_FAILED; *out_json may then have a text of what went wrong. Text that is not JSON, and a hook that
 * is left without returning, end the operation with HOOK_FAILED, too.
 *
 * extract_page_info  gives an object with "can_load_next", "can_load_previous" (absent = false), "end_cursor",
 *                    "start_cursor" (absent = null), and any other members that resolve_page needs. {} says that the
 *                    list ends. An object that has other members, but neither "can_load_next" nor "can_load_previous",
 *                    is a failure: HOOK_FAILED. `is_initial`: the page is the one that a list begins with. NULL means
 *                    that the page does not say whether there is more: MISSING_PAGE_INFO. With this function the
 *                    document needs no page info; "connection" and "items" of the config say where the items are.
 *                    Without resolve_page, the variables of the cursors and sizes are those of the arguments `after`,
 *                    `first`, `before` and `last`, or the ones that the config names. If there is only one of the two
 *                    cursors, the list is read in its direction. With resolve_page, the request for the first page has
 *                    all variables as they are.
 * resolve_page       makes the request for the page beyond one end, KIND_NEXT or KIND_PREVIOUS, if the page info says
 *                    that there is one: {"query", "operation_name" (absent = the config's), "variables" (all of them)}.
 *                    NULL means that no query asks for that page: NO_QUERY. `page_info_json` is what extract_page_info
 *                    gave, or the four members as the response has them. Its cursor tells pages apart, and without
 *                    one the request does: CURSOR_STUCK, CURSOR_CYCLE. A resume token holds it, and a call that
 *                    makes a pager with such a token calls resolve_page: on its own thread, perhaps while another
 *                    callback of the client runs. If resolve_page fails there, the call fails with HOOK_FAILED.
 * transform          gives what swiftpager_page_model() hands out. Called once for each page. NULL: the page has no
 *                    model.
 * destroy            called once with user_data when the library will not call any of them any more: after the pager
 *                    was released, when the client's callbacks run next, in swiftpager_client_release() at the latest;
 *                    or, if the pager cannot be created, before the function that should create it returns. May be
 *                    NULL.
 */
typedef struct swiftpager_pager_hooks {
    size_t struct_size;
    void *user_data;
    swiftpager_status (*extract_page_info)(void *user_data, const char *page_json, size_t length, bool is_initial,
                                           char **out_json);
    swiftpager_status (*resolve_page)(void *user_data, const char *page_info_json, swiftpager_kind direction,
                                      char **out_json);
    swiftpager_status (*transform)(void *user_data, const char *page_json, size_t length, char **out_json);
    void (*destroy)(void *user_data);
} swiftpager_pager_hooks;

/* An operation ended with `status`. `error_json` is borrowed for the length of the call; NULL when the status is OK. */
typedef void (*swiftpager_completion_cb)(void *user_data, swiftpager_status status, const char *error_json);
/* The list has a new state. `update` is borrowed for the length of the call: see swiftpager_update_retain(). */
typedef void (*swiftpager_update_cb)(void *user_data, const swiftpager_update *update);
/*
 * Something happened to a request of the client. `event_json` is borrowed for the length of the call: an object, one of
 *   {"event": "authorizing", "reason"}                  the library asks the authorizer: "start" or "unauthorized"
 *   {"event": "pace", "wait_ms"}                        the request waits for its turn: see docs/retrying.md
 *   {"event": "request", "bytes"}                       the request leaves; "bytes" is its size before compression, and
 *                                                       before a hash takes the place of its query
 *   {"event": "connection", "state"}                    its connection was "opened" for it, or "reused"
 *   {"event": "answer", "status", "bytes", "milliseconds"}
 *   {"event": "failure", "message", "milliseconds"}     there was no answer
 *   {"event": "limit", "remaining", "total", "reset"}   how many more requests the server allows, as its headers
 *                                                       x-ratelimit-* say
 *   {"event": "resend", "reason"}                       the server did not accept the form of the request, and gets
 *                                                       another form at once, within the same attempt: "hash_unknown",
 *                                                       "hash_refused", "get_refused" and "address_too_long" with
 *                                                       persisted queries, "compression_refused"
 *   {"event": "retry", "reason", "wait_ms"}             the library will send the request again; `reason` as in
 *                                                       pager_state
 *   {"event": "unreadable", "place", "field", "reason"} the cache cannot read a page of a pager back, and until it can
 *                                                       the page gets no changes: the record `place` lacks `field`,
 *                                                       which is null if it is not one field. Sent once for each page;
 *                                                       its "request" and "attempt" are 0
 *   {"event": "conflict", "type", "key", "field"}       the answer has two values for a field of one record, so it has
 *                                                       two objects of `type` with one `key`, and the cache shows one
 *                                                       of the values for both: see "key_fields". `field` has its
 *                                                       arguments. Sent once for each field of a record
 *   {"event": "positions"}                              the cursors of a list with "since" are positions, which move
 *                                                       when items come and go: a deletion during the walk may hide an
 *                                                       item. Not sent if the order is "descending"; its "request"
 *                                                       and "attempt" are 0
 * and in each of them "request" (a number, which the attempts of a request share), "attempt" (from 1), "operation" (its
 * name, or null), "page" (which page of its list, from 1 in the order of loading; null for other requests), "tag" (the
 * one of the call that sent it, or null), "time" (milliseconds since 1970) and "dropped" (how many events before this
 * one were dropped). New versions may add keys and kinds. No event has a header, a variable, or what follows the path
 * of an address.
 */
typedef void (*swiftpager_event_cb)(void *user_data, const char *event_json);
/*
 * Asks for the credentials of the caller: answer with swiftpager_authorization_complete() or _authorization_fail().
 * `reason` is "start" before the first request, and "unauthorized" if the server did not accept the last answer.
 */
typedef void (*swiftpager_authorize_cb)(void *user_data, swiftpager_authorization *authorization, const char *reason);
/* The library will not use `user_data` again. */
typedef void (*swiftpager_destroy_cb)(void *user_data);

/* --- The library -------------------------------------------------------------------------------------------------- */

/* The version of the library that is running, like "0.1.0". A constant: do not free it. */
SWIFTPAGER_API const char *swiftpager_version(void);

/*
 * The version of the contract that the running library keeps. It grows when functions or statuses are added; the SONAME
 * changes when one goes. A program that was compiled against a newer header compares it with SWIFTPAGER_ABI_VERSION
 * before its first call of a function that the library may not have.
 */
SWIFTPAGER_API uint32_t swiftpager_abi_version(void);

/* The words by which the library finds lists, as JSON: for each purpose the words, with products that use them, like
 * {"page": {"currentPage": ["Magento"], …}, …}. A constant: do not free it. */
SWIFTPAGER_API const char *swiftpager_list_words(void);

/* The name of a status without its prefix, like "INVALID_CONFIG"; "UNKNOWN" for any other number. Do not free it. */
SWIFTPAGER_API const char *swiftpager_status_name(swiftpager_status status);

/* Frees a string that this library handed out, or memory of swiftpager_alloc(). NULL is allowed. */
SWIFTPAGER_API void swiftpager_free(void *memory);

/*
 * Memory for the result of a hook, from the allocator of swiftpager_free(). It is for languages that cannot call the
 * malloc() of this library's C library. NULL if there is not enough memory. A size of 0 is allowed.
 */
SWIFTPAGER_API void *swiftpager_alloc(size_t size);

/*
 * The error object of this thread's last call, the same as in `error_json`; functions without `error_json` have one,
 * too, and so have functions without a status: see "Handles". NULL if that call went well. Only this function,
 * swiftpager_version(), _abi_version(), _list_words(), _status_name(), _free() and _alloc() leave it as it is. Borrowed
 * until the thread's next call of any other function. Calls inside callbacks count, too.
 */
SWIFTPAGER_API const char *swiftpager_last_error(void);

/*
 * Says that the innermost callback of this thread will never return: for hosts that run callbacks on stacks of their
 * own, like fibers and coroutines, and drop such a stack. Until then this thread counts as inside the callback: calls
 * that wait return REENTRANT, for every client, or only for the callback's client once that client is released. The
 * callback then counts as finished: the library takes its update back, and runs the destroy functions that waited for
 * it. No call then reports REENTRANT, as one does after a callback that was left by mistake. Call it from outside the
 * dropped stack, once for each callback on it, the innermost first.
 *
 * Errors: INVALID_ARGUMENT (this thread is inside no callback).
 */
SWIFTPAGER_API swiftpager_status swiftpager_callback_abandon(void);

/* --- Client ------------------------------------------------------------------------------------------------------- */

/*
 * Creates a client. It connects when the first page is asked for.
 *
 * endpoint     http:// or https:// address. NULL: the config has it.
 * config_json  an object: see "Config of a client" in docs/configuration.md, and schema/client.schema.json. NULL: all
 *              keys stay at their defaults. An "endpoint" in it beside the argument is INVALID_CONFIG.
 * transport    answers the requests in place of libcurl: see swiftpager_transport. NULL: libcurl.
 * out          receives the client; give it back with swiftpager_client_release().
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG, NO_MEMORY, CACHE_FAILED (the file of the cache cannot be used; it is left
 * as it is), RECORDING_FAILED (the file of "record" cannot be written, or that of "replay" cannot be read: the message
 * names the file, and the line that is at fault).
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_create(const char *endpoint, const char *config_json,
                                                          const swiftpager_transport *transport,
                                                          swiftpager_client **out, char **error_json);

/*
 * Sends one query or mutation, as it is: nothing is paged. It is an operation like those of a pager: it ends exactly
 * once, you can wait for it and cancel it, and its completion is called inside a dispatch.
 *
 * request_json  an object: see "Request to execute" in docs/configuration.md, and schema/request.schema.json.
 * completion    called once when the operation ends; may be NULL.
 * destroy       called once with user_data when the completion will not be called any more; may be NULL.
 * out           receives the operation; release it with swiftpager_operation_release(). NULL: the operation needs no
 *               handle, and you cannot read its response.
 *
 * The operation ends with OK when the response has data, even if it has errors beside the data; with GRAPHQL when it
 * has errors and no data; with HTTP, BAD_RESPONSE, NETWORK or NO_MEMORY; with CACHE_MISS or CACHE_FAILED; or with
 * CANCELLED: then the library aborted the request, and does not undo what the server had already done.
 * swiftpager_operation_response() has the answer. The cache stores the answer, and the library delivers each page again
 * that shows a changed record: see docs/caching.md.
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG (the error has "path", and "position" if the query is at fault),
 * INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_execute(swiftpager_client *client, const char *request_json,
                                                           swiftpager_completion_cb completion, void *user_data,
                                                           swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                           char **error_json);

/*
 * Overwrites fields of records in the client's cache, and creates records that it does not have. Other fields stay. The
 * library writes all of it, or nothing, and delivers each page again that shows a changed record: see docs/caching.md.
 *
 * The call may wait for the store: for a file, until what it wrote is safe there. It never waits for a callback, so it
 * is legal inside one. The same holds for all four functions of the cache.
 *
 * key          of the record, like "Product:17"; at most 64 KiB. "QUERY_ROOT" has the fields of queries. NULL:
 *              fields_json has records by their keys. The library writes them as one change, so each page changes once.
 * fields_json  an object of fields and their values. A field with arguments is `price(currency:"EUR")`, with values and
 *              no variables. {"$ref": key} is another record, and {"$json": value} an object or a list of a custom
 *              scalar; any other object has fields of its own. At most 1 GiB.
 *
 * Errors: INVALID_ARGUMENT (fields_json does not have this form, and the message says where; or the client has no
 * cache), INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, CACHE_FAILED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_cache_write(swiftpager_client *client, const char *key,
                                                               const char *fields_json, char **error_json);

/*
 * Reads a record of the client's cache, whatever its age.
 *
 * key       of the record. Must not be NULL.
 * out_json  receives its fields, in the form that swiftpager_client_cache_write() takes, to free with
 *           swiftpager_free(); NULL with OK: the cache has no such record.
 *
 * Errors: INVALID_ARGUMENT (also without a cache), INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, CACHE_FAILED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_cache_read(swiftpager_client *client, const char *key,
                                                              char **out_json, char **error_json);

/*
 * Forgets a record of the client's cache. Pages that show it stay as they are. When the cache is asked for such a page,
 * it is a miss. OK if the cache has no such record.
 *
 * key  of the record. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT (also without a cache), INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, CACHE_FAILED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_cache_evict(swiftpager_client *client, const char *key,
                                                               char **error_json);

/*
 * Forgets all records of the client's cache. Pages that are held stay as they are, and subscribers get no update.
 *
 * Errors: INVALID_ARGUMENT (the client has no cache), INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, CACHE_FAILED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_cache_clear(swiftpager_client *client, char **error_json);

/*
 * Runs waiting callbacks on this thread, in the order in which things happened.
 *
 * If no callback waits, it waits for one: up to `timeout_ms` milliseconds; 0 = not at all, −1 = without limit. It
 * returns as soon as it has run the callbacks that waited, or `max` callbacks (0 = no limit). Calls of destroy
 * functions do not count. While another thread runs a callback of the same client, this thread waits for it.
 *
 * out_count  receives how many callbacks ran; may be NULL. 0 with OK: the time ran out, swiftpager_client_wake() was
 *            called, a signal ended the wait (see "Signals"), an operation without a completion ended, or only destroy
 *            functions ran.
 *
 * Errors: INVALID_ARGUMENT (a timeout under −1, or a client whose "delivery" is "thread"), INVALID_HANDLE, REENTRANT,
 * FORKED, and CLOSED once the client is closed and no callback waits any more. So this loop ends: `while
 * (swiftpager_client_dispatch(client, -1, 0, NULL) == SWIFTPAGER_OK);`.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_dispatch(swiftpager_client *client, int32_t timeout_ms, uint32_t max,
                                                            uint32_t *out_count);

/*
 * A file descriptor for your event loop: readable while callbacks wait and no thread is running one, and once an
 * operation without a completion has ended. When it is readable, call swiftpager_client_dispatch() with timeout 0. The
 * count can be 0, for example because another thread was faster. If your loop is edge-triggered, dispatch until the
 * count is 0: the descriptor may report only once what comes during your calls.
 *
 * Only poll it: do not read, write or close it. Remove it from your loop before you release the client.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED, NO_MEMORY (no descriptor is free).
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_fd(swiftpager_client *client, int *out_fd);

/*
 * The turn of an event loop with many walks: moves the client's requests as far as they move without waiting, runs no
 * callback, and names the pulled operations and subscriptions that then have something: first what has waited longest.
 * A later turn names again what you have not pulled, if there is room. docs/c/event-loops.md shows such a loop.
 *
 * From the first turn on, the descriptor of swiftpager_client_fd() is also readable when the next turn has something to
 * move, or something to name for the first time. If no turn comes for a while, the library's thread moves the requests.
 * It also does so for a turn inside a callback, or on less than 256 KiB of stack, which only names.
 *
 * out, out_count  an array of `max`, and the number of names in it; each may be NULL.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_ready(swiftpager_client *client, swiftpager_ready *out, size_t max,
                                                         size_t *out_count);

/*
 * Ends every wait that is under way on the client, also the wait of a thread that is running a callback meanwhile. If
 * no wait is under way, it ends the next one. swiftpager_operation_wait(), _operation_next(), _operation_next_items(),
 * _operation_arrow_wait() and _subscription_next() then return INTERRUPTED, and swiftpager_client_dispatch() returns OK
 * with a count of 0; operations under way continue. A call with timeout 0 does not wait, so no wake ends it. Safe in
 * every thread, but not in a signal handler.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_wake(swiftpager_client *client);

/*
 * Sets the function that gets the events of the client's requests: see swiftpager_event_cb. A client has one such
 * function at a time; a new function replaces the old one. Without a function, requests cost nothing more.
 *
 * Events come in order, in the same places as callbacks, and the rules of "Callbacks" hold for the function; a thread
 * that waits for something to pull delivers events, too. At most 1,024 events wait: then the library drops the oldest
 * one, and counts it in the "dropped" of the next one. The descriptor of something that is pulled does not show events:
 * an event loop watches the client's.
 *
 * kinds_json  an array of values of "event", like ["retry", "failure"]: other kinds cost next to nothing. NULL: all.
 * on_event    NULL: no function gets events any more; a client that was closed takes that, too.
 * destroy     called once with user_data when on_event will not be called any more: when another function took its
 *             place, when the client is gone, or before this call returns if it fails or on_event is NULL. May be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG (a kind that does not exist), INVALID_HANDLE, CLOSED, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_observe(swiftpager_client *client, const char *kinds_json,
                                                           swiftpager_event_cb on_event, void *user_data,
                                                           swiftpager_destroy_cb destroy, char **error_json);

/*
 * Sets the function that gives the headers with the credentials of the caller: for credentials that expire.
 *
 * The library asks the function before the first request, and once more if the server answers a request with 401; the
 * library then sends that request again, even if it is a mutation. Requests that need an answer at the same time share
 * one, and later requests use it, too. The function's headers replace the client's headers of the same name, and the
 * headers of a call replace the function's headers. Questions come in the same places as callbacks, on any thread that
 * runs callbacks of the client, and the rules of "Callbacks" hold for the function. You may answer a question inside
 * the call or later, from any thread. Without an answer the requests wait until their operations are cancelled. An
 * authorize that is left without returning has failed with HOOK_FAILED, unless it has answered before; the next request
 * asks again, and you still have to answer the question, to free it.
 *
 * authorize  NULL: the library does not ask any more; a client that was closed takes that, too.
 * destroy    called once with user_data when authorize will not be called any more: when another function took its
 *            place, when the client is released, or before this call returns if it fails or authorize is NULL. You
 *            still have to answer questions that were not answered by then, to free them. May be NULL.
 *
 * Errors: INVALID_HANDLE, CLOSED, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_set_authorizer(swiftpager_client *client,
                                                                  swiftpager_authorize_cb authorize, void *user_data,
                                                                  swiftpager_destroy_cb destroy, char **error_json);

/*
 * Answers a question with headers. The handle is stale from then on.
 *
 * headers_json  {"Authorization": "Bearer …"}, or [["name", "value"], …]; NULL: no headers.
 *
 * Errors: INVALID_HANDLE (also the second time), INVALID_ARGUMENT (headers that a request cannot have; the question
 * still waits for its answer), FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_authorization_complete(swiftpager_authorization *authorization,
                                                                   const char *headers_json);

/*
 * Answers a question with a failure: the operations whose requests wait end with HOOK_FAILED. The next request asks
 * again. The handle is stale from then on.
 *
 * message  what went wrong; the error contains it. NULL: nothing is known.
 *
 * Errors: INVALID_HANDLE (also the second time), INVALID_ARGUMENT (the message is not UTF-8), FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_authorization_fail(swiftpager_authorization *authorization,
                                                               const char *message);

/*
 * Ends all work: requests in flight are aborted, operations end with CANCELLED, subscriptions end, the cache is closed,
 * and later calls return CLOSED. Waits up to `timeout_ms` (0 = not at all, −1 = no limit) for the library's network
 * thread to end. The handle stays yours. Completions that have not run yet wait for swiftpager_client_dispatch(). A
 * second call does no harm. Legal inside a callback if `timeout_ms` is 0.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, REENTRANT (inside a callback, with another timeout than 0), FORKED, TIMEOUT
 * (the thread still runs; it ends by itself; never with timeout 0).
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_close(swiftpager_client *client, int32_t timeout_ms);

/*
 * Gives the handle back; finalizers may call it, in any order. The client goes on as long as one of its pagers,
 * operations or pulled subscriptions has a handle, or a stream of Arrow reads from it. Callbacks keep nothing alive: a
 * subscription with a callback does not count, and neither does an operation without a handle.
 *
 * The call that gives back the last of these handles ends the client's work as swiftpager_client_close() does, without
 * waiting. It then runs the destroy functions that wait, and before them `cancel` of a transport for each request that
 * has not been answered, but no other callbacks. If a thread runs a callback of the client, they follow there.
 * Completions that have not run by then never run: this is the one exception to "ends exactly once". To see them, call
 * swiftpager_client_close() first, and then swiftpager_client_dispatch() until it returns CLOSED. Updates that you
 * retained stay readable.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_release(swiftpager_client *client);

/* --- Request ------------------------------------------------------------------------------------------------------ */

/*
 * The requests that your own transport gets, and how it answers them. Every thread may call all of these functions,
 * also inside `send`. What they return is borrowed until the request is answered; NULL if the handle does not belong to
 * a request that waits for an answer.
 */

/* The URL: the client's endpoint; for a GET also the request, as a query string. */
SWIFTPAGER_API const char *swiftpager_request_url(const swiftpager_request *request);

/* The HTTP method: "POST"; for a client with "persisted_queries" {"get": true} also "GET". */
SWIFTPAGER_API const char *swiftpager_request_method(const swiftpager_request *request);

/* The headers as JSON: [["Content-Type", "application/json"], …], those of the library, the client and the request. */
SWIFTPAGER_API const char *swiftpager_request_headers(const swiftpager_request *request);

/* The body, JSON text that ends with a NUL, which `length` leaves out. Empty for a GET. */
SWIFTPAGER_API const char *swiftpager_request_body(const swiftpager_request *request, size_t *length);

/*
 * Answers a request with a response. The handle is stale from then on. If the library no longer waits for the answer,
 * the call is OK too, and does nothing more.
 *
 * status        the HTTP status, three digits. The library decides what it means, as with libcurl.
 * headers_json  [["name", "value"], …], or an object of strings; at most 16 MiB; NULL: no headers.
 * body          copied; NULL if `length` is 0. A body of more than the client's "max_response_bytes" ends the operation
 *               with NETWORK, and the library does not look at it.
 *
 * Errors: INVALID_HANDLE (also the second time), INVALID_ARGUMENT (a status, headers or body that no response has; the
 * request still waits for its answer), NO_MEMORY, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_request_complete(swiftpager_request *request, int32_t status,
                                                             const char *headers_json, const char *body,
                                                             size_t length);

/*
 * Answers a request with a failure: its operation ends with NETWORK. The handle is stale from then on.
 *
 * message  what went wrong; the error contains it. NULL: nothing is known.
 *
 * Errors: INVALID_HANDLE (also the second time), INVALID_ARGUMENT (the message is not UTF-8), FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_request_fail(swiftpager_request *request, const char *message);

/* --- Pager -------------------------------------------------------------------------------------------------------- */

/*
 * Creates a pager. It sends nothing before the first load.
 *
 * query        the GraphQL document as it is, with its line breaks and quotes. NULL: the config has it.
 * config_json  an object: see "Config of a pager" in docs/configuration.md, and schema/pager.schema.json. NULL: all
 *              other keys stay at their defaults. A "query" in it beside the argument is INVALID_CONFIG.
 * hooks        functions that read its pages: see swiftpager_pager_hooks. NULL: the config says everything.
 * out          receives the pager; give it back with swiftpager_pager_release().
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG (the error has "path", and "position" if the query is at fault),
 * INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, HOOK_FAILED (with "resume": the hook resolve_page failed).
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_create(swiftpager_client *client, const char *query,
                                                         const char *config_json, const swiftpager_pager_hooks *hooks,
                                                         swiftpager_pager **out, char **error_json);

/*
 * The calls that load pages have the same form:
 *
 * options_json  NULL, or an object: see "Options of a load" in docs/configuration.md, and schema/options.schema.json.
 * completion    called once when the operation ends; may be NULL, and must be NULL with "pull": true.
 * destroy       called once with user_data when the completion will not be called any more; may be NULL.
 * out           receives the operation, to wait for or to cancel; release it with swiftpager_operation_release(). May
 *               be NULL if you need no handle, but not with "pull": true.
 *
 * If the library refuses a call at once, the call returns why, and its completion is not called. A call that returns OK
 * is accepted, and its operation ends exactly once: with OK, with CANCELLED, with a failure of the network or the
 * server (40–59), or with the reason why the list cannot be complete (60–79). Subscribers get those failures as well,
 * after the pages that came before them. Loaded pages survive every failure, and a later load can continue from them.
 *
 * Errors of every load: INVALID_ARGUMENT, INVALID_CONFIG (the options), INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY.
 */

/*
 * Asks for the first page; when it is there, it replaces all pages held. Ends an operation under way with CANCELLED. To
 * have the server's answer in place of the cache's, set "cache_policy" to "fetch_ignoring_cache_data".
 *
 * Errors: those of every load.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_fetch(swiftpager_pager *pager, const char *options_json,
                                                        swiftpager_completion_cb completion, void *user_data,
                                                        swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                        char **error_json);

/*
 * Asks for the page after the last one.
 *
 * Errors: those of every load, MISSING_INITIAL_PAGE, LOAD_IN_PROGRESS, PAGE_HAS_NO_MORE_CONTENT, NO_QUERY, or 60–63:
 * the status with which the last page ended the list.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_load_next(swiftpager_pager *pager, const char *options_json,
                                                            swiftpager_completion_cb completion, void *user_data,
                                                            swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                            char **error_json);

/*
 * Asks for the page before the first one of the list as it is held, in a list that is read in that direction.
 *
 * Errors: those of every load, MISSING_INITIAL_PAGE, LOAD_IN_PROGRESS, PAGE_HAS_NO_MORE_CONTENT, NO_QUERY, or 60–63:
 * the status with which that page ended the list.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_load_previous(swiftpager_pager *pager, const char *options_json,
                                                                swiftpager_completion_cb completion, void *user_data,
                                                                swiftpager_destroy_cb destroy,
                                                                swiftpager_operation **out, char **error_json);

/*
 * Asks for all pages, one after the other, until the list ends: next pages first, then previous ones. Ends an operation
 * under way with CANCELLED.
 *
 * While your callback works on a page, the library requests the next page and no further one: a slow subscriber holds
 * the walk back. If a subscriber is never dispatched, the walk does not go on.
 *
 * options_json  also has "fetch_from_initial_page", "max_pages", "max_items" and "emit". The caps count what this run
 *               loads. If a run reaches a cap while there is more, the operation ends with PAGE_LIMIT.
 *
 * Errors: those of every load. With "fetch_from_initial_page": false also those of swiftpager_pager_load_next().
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_load_all(swiftpager_pager *pager, const char *options_json,
                                                           swiftpager_completion_cb completion, void *user_data,
                                                           swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                           char **error_json);

/*
 * Asks for all pages as swiftpager_pager_load_all() does, for a thread that takes them one by one: the operation is
 * pulled with swiftpager_operation_next(). A walk whose last handle is released ends, because no call can pull it.
 *
 * options_json  NULL, or an object: see "Options of a load" in docs/configuration.md, with the keys of a load_all.
 * out           receives the operation; give it back with swiftpager_operation_release().
 *
 * Errors: those of every load. With "fetch_from_initial_page": false also those of swiftpager_pager_load_next().
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_walk(swiftpager_pager *pager, const char *options_json,
                                                       swiftpager_operation **out, char **error_json);

/*
 * Forgets all pages and ends an operation under way with CANCELLED; its request is aborted. Subscribers stay, and get
 * no update.
 *
 * Errors: INVALID_HANDLE, CLOSED, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_reset(swiftpager_pager *pager);

/*
 * Whether the pages say that there is more in a direction, and how to ask for it. False before the first page, and for
 * a list that is not read in that direction. Also true if the hook resolve_page has no query for it.
 *
 * direction  KIND_NEXT: after the last page. KIND_PREVIOUS: before the first page of the list as it is held.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_can_load(swiftpager_pager *pager, swiftpager_kind direction,
                                                           bool *out);

/*
 * The current state of the list, as a new subscriber would get it first: with all pages held, or the failure that left
 * the list without any. The call runs no callback, so a callback may make it, and the page does not count as handed
 * out.
 *
 * out  receives the update, retained: give it back with swiftpager_update_release(). NULL with OK if there is none:
 *      before the first page, after a reset, and with "retain" "none". Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, CLOSED, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_current(swiftpager_pager *pager, swiftpager_update **out);

/*
 * The pager's state as JSON, to free with swiftpager_free(). An object with
 *
 * "loading"            null, "fetch", "load_next", "load_previous" or "load_all"
 * "waiting"            null, or before a request is sent again {"reason": "connection", "http_503", "rate_limit" or
 *                      "too_large", or "pace" before it is first sent, or "rate" each time if requests leave at a fixed
 *                      rate, "attempt": how often it was sent, "until": when it will be sent, in milliseconds since
 *                      1970, or earlier at a fixed rate if requests before it are cancelled}
 * "pages_held", "pages_loaded", "items_loaded", "null_items"
 *                      numbers; the loaded counts are those of the list as it stands, also of pages that were not
 *                      retained; "null_items" is how many of its items are null
 * "can_load_next", "can_load_previous"  booleans
 * "duplicates"         how many items were left out, because an earlier page had them: see "identity"
 * "known"              how many items were left out, because an earlier run had them: see "since"
 * "unreadable_pages"   how many of the pages held the client's cache cannot read back: see docs/caching.md
 * "conflicts"          null, or the fields for which the server's answer to a page has two values in one record of the
 *                      client's cache: {"count", "first": {"page", "type", "key", "field"}}. The event "conflict" tells
 *                      each of them, and "key_fields" prevents them. The page counts from 1 in the order of loading
 * "gaps"               how many pages do not begin at the place where the page before them ends, because an answer to
 *                      another pager or request has changed that place: items between the two may be missing, or come
 *                      twice. Only a new first page repairs that. A change of the newest page's end makes no gap
 * "drift"              null (the list is not a list of offsets, and its pages name no total), or what the library
 *                      noticed of a list that changes while it is read: {"short_pages": n, "total_changes": n,
 *                      "total": n or null, "page_count_changes": n, "page_count": n or null}. The numbers are: how many
 *                      pages had fewer items than a page before them, although further items follow; how often a page
 *                      told another total than the page before it, and the last total; the same two of the number of
 *                      pages. The total is the one that the config names, or that the query selects by a word of
 *                      swiftpager_list_words(), below the connection or in its page info
 * "fewer"              null, or {"items", "total"}: the list was read from its beginning to its end, and has fewer
 *                      items than the smallest total of its pages. Null with "check_total": false
 * "doubts"             what speaks against a list that is complete, an array of words: "broken_promise" (a page says
 *                      that there is more, and the next one is empty and the last), "fewer_than_total" ("fewer" is not
 *                      null), "more_than_total" (than the greatest of its pages), "refused_beyond_total" (the server
 *                      refuses the page after a total that it may have capped). See "strict"
 * "siblings"           null, or {"lists", "first"}: if an index in "connection" chooses the list of one element, how
 *                      many lists of other elements have more than the first answer shows, and the first one's place
 * "ends"               {"next", "previous"}, each null (no page yet, or there is more), "complete", or a status name of
 *                      60–63, 68 or 70. A list that is not read in one direction is complete at that end
 * "errors"             null, or what came beside the data of its pages: {"pages", "errors", "first": {"page",
 *                      "message", "path"}}, which are the number of pages, the number of their errors, and the first
 *                      error. Its page counts from 1 in the order of loading, its path is a JSON Pointer below `data`;
 *                      message and path are null if the server does not say them
 * "end"                null while one of the ends is null, otherwise the status name that an end has, otherwise
 *                      MISSING_PAGE_INFO if there are "gaps": a load_all ends with that status, too. Otherwise
 *                      "FEWER_THAN_TOTAL" if "fewer" is not null, and the config names the total or has "since".
 *                      Otherwise "PARTIAL_DATA" if "errors" is not null and the pager's "errors" is "report", otherwise
 *                      "complete"
 * "reason"             null, or "KNOWN": the list is complete because a "descending" walk has reached what an earlier
 *                      run had
 * "since"              null (the pager has no "since"), or {"mark", "greatest", "future", "missing", "missing_behind",
 *                      "positions", "local_times", "again_from", "stays"}: the mark that the walk began with, the
 *                      greatest value so far (null: none); null or {"items", "value"}: how many items are over a minute
 *                      later than the server's clock, and the greatest of their values; how many items have no value;
 *                      whether one came behind a value, the cursors are positions, and times have no offset; from where
 *                      the next run reads again if the lag shrank, else null; why the mark stays: null,
 *                      "PARTIAL_DATA" (errors beside the data), "TIES" (too many items of one value for a checkpoint)
 * "list"               the list that the pager reads, as the documents and the config describe it: {"type",
 *                      "direction", "connection", "items", "page_info", "has_next_page", "end_cursor",
 *                      "has_previous_page", "start_cursor", "after", "first", "before", "last", "offset", "page",
 *                      "limit", "total", "page_count", "has_more", "key", "end", "cursor", "next_query", "found_by"}.
 *                      The keys are those of "pagination", and mean the same. A key is null if the list does not have
 *                      it, or if only answers show it: also the type if the hook extract_page_info reads the page info,
 *                      and the names of variables if resolve_page makes the requests for it. The items of a connection
 *                      are the first of "nodes" and "edges" that the query selects. "next_query" is null, or has the
 *                      same members for the query of that name, without "type", "direction" and "next_query".
 *                      "found_by" is null, or has the words by which the library found the list, by the keys
 * "added"              null, or an array of texts: what the library added to the query so that the list can be paged
 * "nested"             null (the query has no lists inside its items), or the lists inside the pages loaded that may
 *                      not be whole: {"incomplete": n, "unknown": n, "connections": […]}. The numbers are as
 *                      swiftpager_page_nested() counts, and "connections" says where the query has the lists: like
 *                      "/products/nodes/reviews", without the indexes on the way
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_state(swiftpager_pager *pager, char **out_json);

/*
 * The place from which another process can go on with this list: pass it as "resume" to a pager of the same list, and
 * load_all loads the pages that come after. JSON of at most 16 kB, to free with swiftpager_free(); its content is not
 * part of the contract.
 *
 * A token covers the updates that the slowest consumer has finished with. It does not cover updates that wait for a
 * consumer, or that a consumer works on. A consumer has finished with an update when its callback has returned; when it
 * has asked for another update, or released the last reference to one that it pulled; or when it has called
 * swiftpager_update_finish(). If nothing subscribes or pulls, the token covers the loaded pages. A consumer that leaves
 * has not finished with the update that it was working on. If no other consumer has finished with that update, no token
 * covers it until another operation goes on from there. There are two exceptions: a callback may still return, and the
 * consumer may still finish with an update of a cancelled operation.
 *
 *     store(page);                            // in one transaction, if each item has to come once
 *     swiftpager_update_finish(update);
 *     swiftpager_pager_resume_token(pager, &token);
 *     store_token(token);
 *
 * A process that dies after its work and before it stores the token gets the page again. A process that stores both in
 * one transaction gets each page once. The server must be able to go on from the same cursor.
 *
 * A token fits pagers with the same query, variables, "pagination" and "next_query", and clients with the same endpoint
 * (aside from a user, a password and keys in its query). The library compares them by what they mean: the layout of a
 * query, the order of an object's members and the way in which a number is written may differ, and so may cursors and
 * sizes among the variables. When the library refuses a token of another list, the error says what differs. Tokens of
 * earlier versions fit if all texts are the same. The counts of swiftpager_pager_state() continue those of the token.
 * The pager does not hold the pages before the token.
 *
 * To notice a cycle, the token has fingerprints of the cursors so far. If there are more of them than it has room for
 * (about 900), the library thins out the older ones. If a server goes back to a page whose fingerprint is not kept,
 * pages come again until the server reaches a page whose fingerprint is kept. The library notices the cycle then, at
 * the latest after one round of the cycle within one process.
 *
 * out_json  receives the token. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, INVALID_CONFIG ("cursor" is "scroll"),
 * BAD_RESPONSE (the server's cursors are too long for a token, or what extract_page_info returned).
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_resume_token(swiftpager_pager *pager, char **out_json);

/*
 * What the next run needs to load only what is new: pass it as "checkpoint" to a pager of the same list, with the same
 * "since". JSON, to free with swiftpager_free(); its content is not part of the contract.
 *
 * The checkpoint has the mark, the hashes of the items around the mark, and the resume token of a walk that was cut
 * off. The mark moves only with a whole walk: one that reached the end of the list, or what an earlier run had, with OK
 * and without errors beside the data, also under "errors": "keep". The consumer must have finished with the last page,
 * as for swiftpager_pager_resume_token(). Before that, the checkpoint has the mark that the pager began with. After a
 * page that ended the walk (CURSOR_CYCLE, MISSING_PAGE_INFO or NOT_ORDERED, for example) it has no token, so the next
 * run begins at that mark again.
 *
 * A checkpoint takes 32 bytes for each item within the lag below the mark, and for at most 10,000 items. Its token
 * takes at most 16 kB more. A pager without "since" has a checkpoint, too: it has no mark, and once the list is
 * complete the next run loads all of it.
 *
 * out_json  receives the checkpoint. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, INVALID_CONFIG, BAD_RESPONSE (as
 * swiftpager_pager_resume_token(), the former before the list is complete).
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_checkpoint(swiftpager_pager *pager, char **out_json);

/*
 * Ends the pager's work: its operation ends with CANCELLED, its subscriptions end, and later calls return CLOSED. The
 * handle stays yours. A second call does no harm. Legal inside its own callbacks.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_close(swiftpager_pager *pager);

/*
 * Gives the handle back; finalizers may call it, in any order. The pager goes on as long as one of its operations or
 * pulled subscriptions has a handle, or a stream of Arrow reads from it. The call that gives back the last of these
 * ends its work as swiftpager_pager_close() does. Callbacks keep nothing alive: a subscription with a callback does not
 * count, and neither does an operation without a handle.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_release(swiftpager_pager *pager);

/* --- Subscription ------------------------------------------------------------------------------------------------- */

/*
 * Sends every new state of the list to `on_update`. If pages are held already, the first update is the current state.
 * Failures of the network or the server are updates too: see swiftpager_update_status().
 *
 * on_update  called with each update. NULL: the updates wait until you pull them with swiftpager_subscription_next().
 * destroy    called once with user_data when the subscription has ended; may be NULL.
 * out        receives the subscription; give it back with swiftpager_subscription_release(). NULL: it ends with the
 *            pager (then on_update must not be NULL).
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_subscribe(swiftpager_pager *pager, swiftpager_update_cb on_update,
                                                            void *user_data, swiftpager_destroy_cb destroy,
                                                            swiftpager_subscription **out);

/*
 * Takes the next update of a subscription that has no callback, and waits up to `timeout_ms` for it (0 = not at all, −1
 * = no limit). Meanwhile it runs the callbacks of the subscription's pager, but not those of other pagers. Several
 * threads may pull one subscription: each update goes to one of them.
 *
 * You have finished with an update when you ask for another one on the same thread, or when its last reference is
 * released, whichever comes first; that lets a held-back load_all go on. A consumer that moves from thread to thread
 * finishes the oldest one when it asks.
 *
 * out  receives the update, retained: give it back with swiftpager_update_release().
 *
 * Errors: INVALID_ARGUMENT (also for a subscription with a callback), INVALID_HANDLE, REENTRANT (inside a callback,
 * also with timeout 0), FORKED, TIMEOUT, INTERRUPTED, and CLOSED once the pager or client is gone and no update left.
 */
SWIFTPAGER_API swiftpager_status swiftpager_subscription_next(swiftpager_subscription *subscription, int32_t timeout_ms,
                                                              swiftpager_update **out);

/*
 * A file descriptor for your event loop, of a subscription that has no callback: readable exactly while
 * swiftpager_subscription_next() with timeout 0 has something to do: an update, the end, or a callback of its pager to
 * run. It may then return TIMEOUT: it ran a callback and found no update, the callback was not wanted any more, or
 * another thread was faster. If your loop is edge-triggered, ask until TIMEOUT or CLOSED: what comes meanwhile may be
 * reported only once.
 *
 * Only poll it: do not read, write or close it. It is valid until the subscription is released: remove it from your
 * loop before that. The library makes it at the first call.
 *
 * out_fd  receives the descriptor; −1 on failure. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT (also if it has a callback), INVALID_HANDLE, FORKED, NO_MEMORY (no descriptor is free).
 */
SWIFTPAGER_API swiftpager_status swiftpager_subscription_fd(swiftpager_subscription *subscription, int *out_fd);

/*
 * Ends the subscription. After it returns, no call of on_update starts any more, and swiftpager_subscription_next()
 * returns CLOSED. It calls destroy, unless a call of on_update runs: the thread of that call then calls destroy after
 * it. If a call runs on another thread, this function waits at most 50 ms for it to return; a longer call goes on.
 * Legal inside on_update, and there it does not wait. The handle stays yours. A second call does no harm.
 *
 * If only this subscription was waiting for a page that the pager does not retain, the page is not lost: the next
 * load_next, or load_all with "fetch_from_initial_page": false, asks for it again. Neither asks again for pages that
 * the subscription has received.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_subscription_close(swiftpager_subscription *subscription);

/*
 * Gives the handle back. A subscription with a callback goes on until its pager ends. One that is pulled ends as by
 * swiftpager_subscription_close(), because no call could pull it any more.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_subscription_release(swiftpager_subscription *subscription);

/* --- Operation ---------------------------------------------------------------------------------------------------- */

/*
 * Dispatches the client's callbacks on this thread until the operation has ended and its completion ran, or until
 * `timeout_ms` is over (0 = not at all, −1 = no limit).
 *
 * error_json  receives the error of how the operation ended, to free with swiftpager_free().
 *
 * Errors: how the operation ended; waiting again returns the same. Its own errors: INVALID_ARGUMENT (also for an
 * operation that is pulled), INVALID_HANDLE, REENTRANT, FORKED, TIMEOUT and INTERRUPTED (the operation goes on).
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_wait(swiftpager_operation *operation, int32_t timeout_ms,
                                                           char **error_json);

/*
 * The next update of a walk, or of another load that was begun with {"pull": true}: the one loop that a walk needs.
 *
 *     while ((status = swiftpager_operation_next(operation, -1, &update, &error)) == SWIFTPAGER_OK && update != NULL) {
 *         const swiftpager_page *page = swiftpager_update_page(update, NULL);
 *         …
 *         swiftpager_update_release(update);
 *     }
 *
 * It waits up to `timeout_ms` (0 = not at all, −1 = no limit), and meanwhile runs the callbacks of the operation's
 * pager, but not those of other pagers; with "callbacks": false it runs none at all. The updates are the operation's
 * own, not those from before its start or after its end: one for each page or, with "emit" "end", one for all pages.
 *
 * You have finished with an update when you ask for another one on the same thread, or when its last reference is
 * released, whichever comes first; that lets a held-back load_all go on. Several threads may pull one operation: each
 * update goes to one of them.
 *
 * out         receives the update, retained: give it back with swiftpager_update_release(). NULL with OK: the operation
 *             ended well, and no update is left. Must not be NULL.
 * error_json  receives the error of how the operation ended, to free with swiftpager_free(); stays NULL for TIMEOUT and
 *             INTERRUPTED. May be NULL.
 *
 * A failure without a page ends the operation, and is not an update. A page with errors in place of the list is an
 * update before the end, unless "failed_pages" is false: its swiftpager_update_status() is GRAPHQL, and its items are
 * NULL. CANCELLED comes at once: updates that waited are dropped, and count as not handed out.
 *
 * Errors: how the operation ended, after its last update; asking again returns the same. Its own errors:
 * INVALID_ARGUMENT (also for an operation that is not pulled, or that a stream of Arrow reads), INVALID_HANDLE,
 * REENTRANT (inside a callback, also with timeout 0), FORKED, TIMEOUT and INTERRUPTED (the operation goes on).
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_next(swiftpager_operation *operation, int32_t timeout_ms,
                                                           swiftpager_update **out, char **error_json);

/*
 * The items of the next page as one JSON array, each as swiftpager_page_item() gives it: for a loop that wants nothing
 * else of a page. The call waits, runs callbacks and ends as swiftpager_operation_next() does, and one loop may use
 * both. You have finished with the items when you ask for more on the same thread. With the policy
 * "return_cache_data_and_fetch" the items are the server's.
 *
 * out_json  receives the text, to free with swiftpager_free(): "null" if the page has no array. NULL with OK: the
 *           operation ended well, and no page is left. Must not be NULL.
 * length    receives its length in bytes, without the NUL at its end.
 *
 * Errors: how the operation ended, after its last page. Its own errors: INVALID_ARGUMENT (also for an operation that is
 * not pulled, that a stream of Arrow reads, or whose "emit" is "end"), INVALID_HANDLE, REENTRANT, FORKED, TIMEOUT and
 * INTERRUPTED (the operation goes on), and NO_MEMORY (the operation is cancelled, and the page was not handed out).
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_next_items(swiftpager_operation *operation, int32_t timeout_ms,
                                                                 char **out_json, size_t *length, char **error_json);

/*
 * Whether the operation has ended, and how. The call only looks: it runs no callback, and waits for nothing. The
 * completion of an operation that has ended may still have to run, and updates of a pulled operation may wait.
 *
 * out_ended   receives whether it has ended; may be NULL.
 * out_status  receives how; OK while it goes on. May be NULL.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_ended(swiftpager_operation *operation, bool *out_ended,
                                                            swiftpager_status *out_status);

/*
 * A file descriptor for your event loop. For a pulled operation it is readable exactly while
 * swiftpager_operation_next() with timeout 0 has something to do: an update, the end, or a callback of its pager to
 * run. It may then return TIMEOUT: it ran a callback and found no update, the callback was not wanted any more, or
 * another thread was faster. With "callbacks": false it is readable for an update and the end only. If your loop is
 * edge-triggered, ask until TIMEOUT or the end: what comes meanwhile may be reported only once.
 *
 * For any other operation it is readable once the operation has ended, and from then on.
 *
 * Only poll it: do not read, write or close it. It is valid until the operation is released: remove it from your loop
 * before that. The library makes it at the first call; without a call it costs nothing.
 *
 * out_fd  receives the descriptor; −1 on failure. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED, NO_MEMORY (no descriptor is free).
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_fd(swiftpager_operation *operation, int *out_fd);

/*
 * The body of the response to an executed request, as the server sent it: also if the operation failed with GRAPHQL,
 * HTTP or BAD_RESPONSE. NULL, with length 0, before the operation has ended, if no response came, and for operations of
 * a pager. Borrowed for the life of the handle; `length` receives the length in bytes and may be NULL.
 */
SWIFTPAGER_API const char *swiftpager_operation_response(swiftpager_operation *operation, size_t *length);

/*
 * Ends the operation with CANCELLED and aborts its request; loaded pages stay. Does nothing to one that has ended.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_close(swiftpager_operation *operation);

/*
 * Gives the handle back. The operation goes on, and its completion is still called. A pulled operation is cancelled,
 * because no call could pull it any more, and pages that were not pulled count as not handed out.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_release(swiftpager_operation *operation);

/* --- Update ------------------------------------------------------------------------------------------------------- */

/*
 * OK for a state of the list; GRAPHQL if its newest page has errors in place of the connection; otherwise the failure
 * that ended the operation (40–79). An update with a failure has the pages held so far.
 *
 * Errors: INVALID_HANDLE (the handle is not one of an update), FORKED, and how the operation ended.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_status(const swiftpager_update *update);

/* The failure as a JSON object, borrowed for the life of the update; NULL when the status is OK. */
SWIFTPAGER_API const char *swiftpager_update_error(const swiftpager_update *update);

/*
 * Where the page that the update brings came from; SOURCE_NONE for a failure without a page. SOURCE_CACHE: a policy let
 * the cache answer, or a record that the page shows has changed since the page was loaded.
 *
 * out_is_change  receives whether the update shows the present state of a page that subscribers got before, without a
 *                load that brought the page: see docs/caching.md. False for a failure, and if a load brought the page
 *                from the cache. May be NULL.
 */
SWIFTPAGER_API swiftpager_source swiftpager_update_source(const swiftpager_update *update, bool *out_is_change);

/* The number of pages that the update holds; at most one if "retain" is "last" or "none". */
SWIFTPAGER_API size_t swiftpager_update_page_count(const swiftpager_update *update);

/*
 * The page that the update brings: the one that was loaded, or that changed; NULL for a failure. It lives as long as
 * the update.
 *
 * out_index  receives the index that swiftpager_update_page_at() takes for it; 0 for a failure, and if the update holds
 *            one page. May be NULL.
 */
SWIFTPAGER_API const swiftpager_page *swiftpager_update_page(const swiftpager_update *update, size_t *out_index);

/*
 * The page at `index`, in the order of the list: previous pages, the one farthest from the initial page first, then the
 * initial page, then next pages. NULL beyond the last.
 */
SWIFTPAGER_API const swiftpager_page *swiftpager_update_page_at(const swiftpager_update *update, size_t index);

/*
 * The whole update as JSON, in the order of the list: {"previous_pages": [response, …], "initial_page": response or
 * null, "next_pages": [response, …]}, each response as the server sent it. The library puts it together at the first
 * call, in time linear in the pages held. Borrowed for the life of the update. `length` receives its length in bytes
 * and may be NULL; the text ends with a NUL. NULL if there is not enough memory for it; a later call tries again.
 */
SWIFTPAGER_API const char *swiftpager_update_output(const swiftpager_update *update, size_t *length);

/*
 * Says that you have finished with an update that you keep. The release of the last reference says the same for an
 * update that was pulled, and the return of the callback for other updates, but after this call the update stays
 * readable. It lets a held-back load_all go on, and moves swiftpager_pager_resume_token(). Once is enough; also OK if
 * nothing waits for it.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_finish(const swiftpager_update *update);

/*
 * Keeps the update beyond the callback, on any thread; a retained update outlives its pager and client. Each retain
 * needs one release.
 *
 * Errors: INVALID_HANDLE (also when another thread has just given the last reference back), FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_retain(const swiftpager_update *update);

/*
 * Gives a retained update back. If a callback releases an update that it did not retain, the library's loan ends: the
 * update is stale from then on, and nothing else happens.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_release(const swiftpager_update *update);

/* --- Page --------------------------------------------------------------------------------------------------------- */

/*
 * A page lives as long as its update: until swiftpager_update_release() gives back the last reference, or the callback
 * returns. Everything that the functions of this section return is an address inside the page, and dangles from then
 * on. In a language with a garbage collector, keep the update, or retain the page with swiftpager_page_retain(), for as
 * long as you use such an address.
 *
 * Set SWIFTPAGER_DEBUG=1 in the environment, before the first page, to find uses after the end. Each page object then
 * lends a copy of its own. When the object ends, the library overwrites that copy with 0xDD, and keeps its memory. It
 * keeps up to 64 MiB in this way, and frees the oldest first. A function of this section that gets the handle of a page
 * that has ended then writes a line on stderr: see "Handles".
 */

/*
 * Keeps the page beyond its update, and with it the bytes of its response; a retained page outlives its pager and
 * client. Each retain needs one swiftpager_page_release(). It does not change when you have finished with the update.
 *
 * Errors: INVALID_HANDLE (also when another thread has just given the last reference back), FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_page_retain(const swiftpager_page *page);

/*
 * Gives a retained page back. A page that was not retained belongs to its update: INVALID_ARGUMENT.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_page_release(const swiftpager_page *page);

/*
 * Parts of the response as the server sent them: slices of the received bytes, never copied or written anew. They are
 * borrowed for the life of the page and do not end with a NUL: `length` receives the length in bytes. NULL, with length
 * 0, if the response has no such part. To read values out of them, give them to a JSON parser: swiftpager_jansson.h
 * does so with jansson, and swiftpager_page_arrow() makes columns.
 */

/* The whole body of the response. For a page from the cache, the library makes the body from the cached records. */
SWIFTPAGER_API const char *swiftpager_page_response(const swiftpager_page *page, size_t *length);

/* The value of `data`; NULL also when it is null. */
SWIFTPAGER_API const char *swiftpager_page_data(const swiftpager_page *page, size_t *length);

/*
 * The array of items: the connection's `nodes` if the response has them, otherwise its `edges`, or what "items" names.
 * If "identity" made the library leave out items, it puts the array together at the first call, and the array ends with
 * a NUL. NULL if the server sent null. A response with none of the arrays that the query asks for is BAD_RESPONSE.
 */
SWIFTPAGER_API const char *swiftpager_page_items(const swiftpager_page *page, size_t *length);

/* What the hook `transform` made of the page, JSON text; NULL if there is none. */
SWIFTPAGER_API const char *swiftpager_page_model(const swiftpager_page *page, size_t *length);

/* How many elements the array of items has; 0 without one. */
SWIFTPAGER_API size_t swiftpager_page_item_count(const swiftpager_page *page);

/* The role of the page in its list; KIND_NONE if the handle is not a page. */
SWIFTPAGER_API swiftpager_kind swiftpager_page_kind(const swiftpager_page *page);

/* The array of GraphQL errors; NULL when there are none. */
SWIFTPAGER_API const char *swiftpager_page_errors(const swiftpager_page *page, size_t *length);

/* The page info object as it came; NULL if it is null or absent. */
SWIFTPAGER_API const char *swiftpager_page_info(const swiftpager_page *page, size_t *length);

/*
 * The lists inside the items of the page, and inside what these hold, that may not be whole: the connections that the
 * query shows there, each by its own page info.
 *
 *     {"incomplete": 1, "unknown": 0, "lists": [
 *         {"path": "/data/products/nodes/4/reviews", "has_more": true, "item_count": 10,
 *          "page_info": {"hasNextPage": true, "endCursor": "x"}}]}
 *
 * incomplete  how many say that there is more.
 * unknown     how many do not tell: their page info is not asked for, is null, or has no true or false.
 * lists       the first 10,000 of both, in the order of the page: the place of each, a JSON Pointer into the response;
 *             whether there is more, true or null; how many elements it has; its page info as it came, or null.
 *
 * A connection with `last` or `before`, and without `first` or `after`, is read backward: its hasPreviousPage counts. A
 * list that is null counts as whole. So does a list that the query limits with an argument but does not ask for page
 * info, `edges` or `nodes`. The library puts the text together at the first call; it is borrowed for the life of the
 * page. The text ends with a NUL, which `length` leaves out. NULL if the query has no connection there, or if there
 * is not enough memory.
 */
SWIFTPAGER_API const char *swiftpager_page_nested(const swiftpager_page *page, size_t *length);

/* The value of `extensions`; NULL if it is null or absent. */
SWIFTPAGER_API const char *swiftpager_page_extensions(const swiftpager_page *page, size_t *length);

/*
 * The value of a header of the response, without the white space around it, in the bytes that the server sent. Upper
 * and lower case do not matter in `name`. If several headers have that name, it is the first of them. With a NULL name:
 * all header lines of the response as they came, each "Name: value" with its line break. NULL if there is none.
 */
SWIFTPAGER_API const char *swiftpager_page_header(const swiftpager_page *page, const char *name, size_t *length);

/*
 * The item at `index`: of an edge its node, otherwise the element as it is. NULL beyond the last.
 *
 * An edge is an element for which the query selects the field `node`, under any alias. If the query selects several
 * such fields, the first of them that the edge has is its node. Elements of the field `nodes` are not edges. If the
 * query does not show what the elements are, an element with the key "node" is an edge.
 *
 * The first call finds the places of all items of the page, in time linear in its length; later calls take no time.
 * NULL also if there is not enough memory for that; a later call tries again.
 */
SWIFTPAGER_API const char *swiftpager_page_item(const swiftpager_page *page, size_t index, size_t *length);

/*
 * The places of all items in swiftpager_page_response(), in one call: two numbers for each item, the offset of its
 * first byte and its length in bytes. Borrowed for the life of the page.
 *
 *     size_t count, length;
 *     const char *response = swiftpager_page_response(page, &length);
 *     const uint64_t *spans = swiftpager_page_spans(page, true, &count);
 *     for (size_t i = 0; i < count; i++) use(response + spans[2 * i], spans[2 * i + 1]);
 *
 * nodes  true: the items as swiftpager_page_item() gives them, of an edge its node. false: the elements as they are.
 * count  receives the number of items; the array has twice as many numbers. May be NULL.
 *
 * NULL, with count 0, if the page has no array of items, or if there is not enough memory; a later call tries again.
 */
SWIFTPAGER_API const uint64_t *swiftpager_page_spans(const swiftpager_page *page, bool nodes, size_t *count);

/*
 * All items, each as swiftpager_page_item() gives it, one a line, each line ended by "\n": NDJSON. The library takes
 * the space between tokens out of an item that spans several lines; any other item is as the server sent it. The
 * library puts the text together at the first call; it is borrowed for the life of the page. The text ends with a NUL,
 * which `length` leaves out. It is empty for an empty array, and NULL without an array or enough memory.
 */
SWIFTPAGER_API const char *swiftpager_page_ndjson(const swiftpager_page *page, size_t *length);

#ifdef __cplusplus
}
#endif

/* --- Ownership ---------------------------------------------------------------------------------------------------- */

/*
 * what                                    owner                       until when
 *
 * a client, pager, subscription,          you                         you call its _release() function: see
 *   operation or table from `out`                                     "Ends and handles"
 * an update from `out`                    you                         you call swiftpager_update_release()
 * an update in a callback                 the library lends it        the callback returns; swiftpager_update_retain()
 *                                                                     makes it yours for longer
 * a page                                  its update                  the update is released; swiftpager_page_retain()
 *                                                                     makes it yours for longer
 * a request or a question (authorization) you, to answer it           you call its _complete() or _fail(), once
 * a `char *` through a pointer            you                         you call swiftpager_free()
 *   (`error_json`, `out_json`)
 * a `const char *` that a function        the library lends it        the end that "Functions at a glance" names
 *   returns
 * a `const char *` in a callback          the library lends it        the callback returns
 * a text, an array or a struct that you   you                         the call returns: the library copies it
 *   pass in
 * the text that a hook returns            the library, from malloc()  the library frees it
 *                                         or swiftpager_alloc()
 * `user_data`                             you                         the library calls destroy(user_data)
 * a file descriptor                       the library                 its object is released; only poll it
 * an ArrowSchema, ArrowArray or           you                         you call its `release`
 *   ArrowArrayStream
 */

/* --- Rules: values ------------------------------------------------------------------------------------------------ */

/*
 * # Handles
 *
 * Pointers to swiftpager_client, _pager, _subscription, _operation, _update, _page, _request, _authorization and _table
 * are keys into a table, never addresses: do not dereference them. If a handle is stale, released twice, foreign or
 * NULL, a function returns INVALID_HANDLE, and never crashes. A release of NULL does nothing and returns OK.
 *
 * A function without a status answers 0 or NULL for such a handle, as it does for a page without items or errors.
 * swiftpager_last_error() tells the two apart: after such a handle it has INVALID_HANDLE (or FORKED), after an empty
 * answer it is NULL. If the environment has SWIFTPAGER_DEBUG=1, the library also writes a line on stderr that names the
 * function and the handle.
 *
 * # Strings
 *
 * Strings are UTF-8. The library copies what you pass in before the call returns. A config or options text has at most
 * 16 MiB. A query nests at most 32 levels deep, including its fragments; a config nests at most 32 levels deep, and the
 * variables in it 256. Every `char *` that the library hands out through a pointer is yours: free it with
 * swiftpager_free(). Every `const char *` is borrowed, and its function says for how long.
 *
 * # Ends and handles
 *
 * swiftpager_client_close(), _pager_close(), _operation_close() and _subscription_close() end the work of a thing; its
 * handle stays yours. The _release() functions give a handle back. A thing works on without its handle as long as
 * something that belongs to it has one: a client with a pager, a pager with an operation. A pulled operation or
 * subscription ends with its handle, because no call could pull it any more.
 *
 * # NULL
 *
 * A pointer that you pass in must not be NULL unless its function says that it may. These may be NULL in every
 * function: error_json, length, count, options_json, completion, destroy, user_data, transport, hooks, and the handle
 * that a release gets. A NULL in any other place is INVALID_ARGUMENT, and INVALID_HANDLE for a handle.
 * swiftpager.abi.json says for every parameter whether it may be NULL.
 *
 * # Errors
 *
 * Functions return a status. If there is more to say, they hand out a JSON object through `error_json`. `error_json`
 * may be NULL. If it is not, the function sets it to NULL when nothing went wrong. The object has "code", like
 * "INVALID_CONFIG", "message", and those of these keys that apply:
 *
 * "path"            a JSON Pointer into the config; with NESTED_INCOMPLETE into the page; with PARTIAL_DATA into its
 *                   data
 * "position"        {"line", "column"} in the query
 * "partial"         the errors beside the data of the list: see "errors" in "Config of a pager"
 * "fewer"           with FEWER_THAN_TOTAL: {"items", "total"}, the number of items of the list, and the smallest total
 *                   that its pages named
 * "doubts"          with IN_DOUBT: the words of "doubts" in swiftpager_pager_state()
 * "http_status"     with HTTP, and with GRAPHQL if the HTTP status is not one of success
 * "timed_out"       true, with NETWORK if a timeout is over
 * "attempts"        how often the library sent the request
 * "retry_after_ms"  how long the server asks to wait
 * "errno"           with NO_MEMORY, if the system has no file descriptor or no thread: EMFILE, ENFILE, EAGAIN
 * "errors"          the first of the server's GraphQL errors, but for secrets: at most 100 of them, and 64 KiB of text
 * "cause"           with MISSING_INITIAL_PAGE: the error of the newest load of the first page, if that load failed
 *
 * A message is one line for people. The library cuts what a message quotes of a server, and escapes control characters.
 * Where a server repeats a header, a user, a password or a value of an address's query, "[hidden]" stands in an error.
 *
 * # Memory
 *
 * Bodies, pages, columns, configs and requests may be large, because a server or a caller decides their size. The
 * library asks for their memory in a way that the system can refuse. If the system refuses it, the call or the
 * operation ends with NO_MEMORY, and the library goes on. The Swift runtime also allocates pieces of up to 64 KiB, the
 * text of one record, and tables with up to 120 bytes for each open handle, each page of a list and each record of a
 * cache. If the system refuses one of them, the runtime ends the process, and no library can report that.
 * If a limit holds for your process (RLIMIT_AS, a container's), leave it some 16 MiB beyond what its answers take.
 */

/* --- Rules: threads and callbacks --------------------------------------------------------------------------------- */

/*
 * # Threads
 *
 * Every function may be called from every thread. Updates and completions of one client run one at a time, in the order
 * in which they happened. A pull returns its own pager's updates first, ahead of other pagers'. A thread that calls the
 * library needs 64 KiB of stack for it, in addition to what your callbacks need.
 *
 * A call that waits moves the client's requests and answers itself if its thread has 256 KiB of stack left. On a
 * smaller stack, like a coroutine's, it only waits for the library's thread. Meanwhile it blocks SIGPIPE. During every
 * call, also in its callbacks, pthread_cancel() waits. Your rules for rounding and SIGFPE hold in callbacks alone.
 *
 * # Callbacks
 *
 * These calls run callbacks, and no other calls do:
 * - swiftpager_client_dispatch() and swiftpager_operation_wait(): all callbacks that wait for the client;
 * - swiftpager_operation_next(), _operation_next_items(), _operation_arrow_wait(), the functions of a stream of Arrow,
 *   and swiftpager_subscription_next(): the callbacks of their own pager, and none at all for an operation that was
 *   begun with "callbacks": false;
 * - what ends a subscription (swiftpager_subscription_close(), _pager_close(), _client_close(), and the call that gives
 *   back the last handle of a pager): its destroy function, unless its callback runs;
 * - the call that gives back the last handle of a client: destroy functions only, and before them `cancel` of a
 *   transport for each request that the transport has not answered;
 * - swiftpager_callback_abandon(): the destroy functions that waited for the callback;
 * - a call that the library refuses: the destroy function that the call was given;
 * - swiftpager_pager_create() with "resume": the hook resolve_page;
 * - calls that end or release something after its client has ended: the destroy functions that are left.
 *
 * With "delivery": "thread" the first two kinds of calls run no callbacks; a thread of the library runs them.
 *
 * The library holds no lock while a callback runs, so a callback may call every function except seven. These wait, and
 * return REENTRANT inside every callback, also inside a callback of another client and inside a destroy function, and
 * all but swiftpager_client_close() also with timeout 0: swiftpager_client_dispatch(), _client_close(),
 * _operation_wait(), _operation_next(), _operation_next_items(), _operation_arrow_wait() and _subscription_next().
 * (Otherwise two threads could wait for each other.) The library checks arguments first: a wrong argument, or an
 * operation that is not pulled, is INVALID_ARGUMENT even inside a callback. A call from another stack, like a
 * coroutine's, counts as inside the callback that its thread runs: if such a stack is dropped, see
 * swiftpager_callback_abandon(). A callback of a client that was released counts only for calls on that client.
 *
 * A callback must return. Do not leave it by a C++ exception, longjmp(), an error of a script language or
 * pthread_exit(). The library notices that a callback was left when its thread makes a call from further up the stack,
 * or ends. The callback then counts as finished: the library takes its update back, and its destroy function still
 * runs. The next call on the client that would return REENTRANT inside a callback returns REENTRANT once, to report
 * this (swiftpager_operation_wait() with a message). After that the client works again; if its "delivery" is "thread",
 * it has a thread of its own again. A little memory of the interrupted call is lost.
 *
 * # Signals
 *
 * By default, a call that waits keeps waiting after a signal handler has run on its thread. If the client's
 * "interruptible" is true, the handler ends the wait, even if it was installed with SA_RESTART:
 * swiftpager_operation_wait(), _operation_next(), _operation_next_items(), _operation_arrow_wait() and
 * _subscription_next() return INTERRUPTED, swiftpager_client_dispatch() returns OK with a count of 0, and the functions
 * of a stream of Arrow return EINTR. The operation that the call waited for continues. Handle your signals and call
 * again, as after EINTR of a system call. If the result comes at the same moment, the call returns the result.
 *
 * A handler that runs just before the call begins to wait, inside a callback or on another thread ends no wait. If you
 * must not miss such a signal, let the handler write to a pipe, and the thread that reads the pipe call
 * swiftpager_client_wake(), which also ends the next wait. A handler must not call it, because it takes a lock.
 *
 * A thread that moves the client's requests while it waits (see "Threads") handles its signals when it sleeps, and
 * blocks them for the moments in between. Signals that an instruction raises, like SIGSEGV, are never blocked. Such a
 * wait can also end when a stopped process continues. A wait of an interruptible client may need a file descriptor; if
 * none is free, signals do not end the wait. Signals never end swiftpager_client_close(), the 50 ms of
 * swiftpager_subscription_close() and calls that wait for the cache. The library's own threads block all signals: if
 * main() ends by pthread_exit() while a client is open, SIGTERM does not end the process. Close the client before.
 *
 * # user_data and destroy
 *
 * The library calls `destroy(user_data)` exactly once, after the last call of the callback that you passed with it. It
 * also calls destroy if the function that took it fails (then before that function returns), if the callback is NULL,
 * and if the client is gone before a completion could run. The call that ends a subscription calls the
 * subscription's destroy. If the callback runs at that moment, its thread calls destroy when the callback has returned.
 *
 * # Results
 *
 * A handle that a function hands out through `out` is set before any callback of its object runs, and NULL if it fails.
 */

/* --- Rules: processes --------------------------------------------------------------------------------------------- */

/*
 * # Fork
 *
 * In a child process of fork() every call with a parent's handle returns FORKED (or 0, or NULL) and does nothing, and
 * the parent is not affected. A client that the child creates works, even if the parent's threads were inside the
 * library at the fork, or if the fork happened inside a callback. If a callback returns in the child, the call that ran
 * the callback ends with FORKED.
 *
 * A fork waits at most 1 s until no thread is at work inside the library. It does not wait for threads that sleep
 * there, or that run a callback. Calls that begin during the fork wait for it, at most 2 s. If a thread is at work for
 * longer than that, its locks may stay locked in the child. If that thread is reading or writing a cache's file, the
 * child refuses clients with a cache in a file, with an error that says so. vfork and posix_spawn do not wait.
 *
 * # Descriptors
 *
 * The library's files, sockets and eventfds never have the numbers 0, 1 and 2, also while the host has closed its
 * stdin, stdout or stderr. So what the host prints then goes into none of them. While the library sets libcurl up,
 * /dev/null may stand in such a place for a moment, and SQLite leaves it there.
 */

/* --- Functions at a glance ---------------------------------------------------------------------------------------- */

/* contract/headers.py writes the numbers and the table below: run `make headers`. */

/*
 * Each function without its prefix "swiftpager_". A dash means none. swiftpager.abi.json has the same facts, with the
 * names of the statuses.
 *
 * waits        "timeout_ms": up to that time. "store": for the cache, which may be a file. "50 ms": for a callback on
 *              another thread, at most that long. No other function waits.
 * calls back   "client": the callbacks that wait for the client. "pager": the callbacks of its own pager. "destroy":
 *              destroy functions. "cancel": that of a transport, if the call ends the client. "resolve_page": that
 *              hook, for a config with "resume". "refused": the destroy function that the call was given, if the
 *              library refuses the call. See "Callbacks".
 * result       How long the handle, text or descriptor that the function hands out stays valid. "freed" and "released":
 *              until you do that, see "Ownership". You always free an error object from `error_json`.
 * statuses     The numbers of the statuses that the function returns beside OK. "end": also the status with which the
 *              operation ended. The numbers stand for:
 *              1 INVALID_ARGUMENT, 2 INVALID_CONFIG, 3 INVALID_HANDLE, 4 CLOSED, 5 REENTRANT, 6 FORKED, 7 TIMEOUT,
 *              8 NO_MEMORY, 10 INTERRUPTED, 11 HOOK_FAILED, 20 MISSING_INITIAL_PAGE, 21 PAGE_HAS_NO_MORE_CONTENT,
 *              22 LOAD_IN_PROGRESS, 23 NO_QUERY, 43 BAD_RESPONSE, 46 CACHE_FAILED, 48 RECORDING_FAILED,
 *              60 CURSOR_STUCK, 61 CURSOR_CYCLE, 62 MISSING_PAGE_INFO, 63 NULL_CURSOR.
 *
 * function                waits       calls back             result lives until        statuses
 * version                 -           -                      process ends              -
 * abi_version             -           -                      -                         -
 * list_words              -           -                      process ends              -
 * status_name             -           -                      process ends              -
 * free                    -           -                      -                         -
 * alloc                   -           -                      freed                     -
 * last_error              -           -                      next call of the thread   -
 * callback_abandon        -           cancel, destroy        -                         1
 * client_create           -           refused                released                  1, 2, 8, 46, 48
 * client_execute          -           refused                released                  1–4, 6, 8
 * client_cache_write      store       -                      -                         1, 3, 4, 6, 8, 46
 * client_cache_read       store       -                      freed                     1, 3, 4, 6, 8, 46
 * client_cache_evict      store       -                      -                         1, 3, 4, 6, 8, 46
 * client_cache_clear      store       -                      -                         1, 3, 4, 6, 8, 46
 * client_dispatch         timeout_ms  client                 -                         1, 3–6
 * client_fd               -           -                      client is released        1, 3, 6, 8
 * client_ready            -           -                      -                         3, 6
 * client_wake             -           -                      -                         3, 6
 * client_observe          -           refused                -                         1–4, 6
 * client_set_authorizer   -           refused                -                         3, 4, 6
 * authorization_complete  -           -                      -                         1, 3, 6
 * authorization_fail      -           -                      -                         1, 3, 6
 * client_close            timeout_ms  destroy                -                         1, 3, 5–7
 * client_release          -           cancel, destroy        -                         3, 6
 * request_url             -           -                      request is answered       -
 * request_method          -           -                      request is answered       -
 * request_headers         -           -                      request is answered       -
 * request_body            -           -                      request is answered       -
 * request_complete        -           -                      -                         1, 3, 6, 8
 * request_fail            -           -                      -                         1, 3, 6
 * pager_create            -           resolve_page, refused  released                  1–4, 6, 8, 11
 * pager_fetch             -           refused                released                  1–4, 6, 8
 * pager_load_next         -           refused                released                  1–4, 6, 8, 20–23, 60–63
 * pager_load_previous     -           refused                released                  1–4, 6, 8, 20–23, 60–63
 * pager_load_all          -           refused                released                  1–4, 6, 8, 20–23, 60–63
 * pager_walk              -           -                      released                  1–4, 6, 8, 20–23, 60–63
 * pager_reset             -           -                      -                         3, 4, 6
 * pager_can_load          -           -                      -                         1, 3, 6
 * pager_current           -           -                      released                  1, 3, 4, 6
 * pager_state             -           -                      freed                     1, 3, 6, 8
 * pager_resume_token      -           -                      freed                     1–4, 6, 8, 43
 * pager_checkpoint        -           -                      freed                     1–4, 6, 8, 43
 * pager_close             -           cancel, destroy        -                         3, 6
 * pager_release           -           cancel, destroy        -                         3, 6
 * pager_subscribe         -           refused                released                  1, 3, 4, 6, 8
 * subscription_next       timeout_ms  pager                  released                  1, 3–7, 10
 * subscription_fd         -           -                      subscription is released  1, 3, 6, 8
 * subscription_close      50 ms       cancel, destroy        -                         3, 6
 * subscription_release    -           cancel, destroy        -                         3, 6
 * operation_wait          timeout_ms  client                 -                         1, 3, 5–7, 10, end
 * operation_next          timeout_ms  pager                  released                  1, 3, 5–7, 10, end
 * operation_next_items    timeout_ms  pager                  freed                     1, 3, 5–8, 10, end
 * operation_ended         -           -                      -                         3, 6
 * operation_fd            -           -                      operation is released     1, 3, 6, 8
 * operation_response      -           -                      operation is released     -
 * operation_close         -           -                      -                         3, 6
 * operation_release       -           cancel, destroy        -                         3, 6
 * update_status           -           -                      -                         3, 6, end
 * update_error            -           -                      update is released        -
 * update_source           -           -                      -                         -
 * update_page_count       -           -                      -                         -
 * update_page             -           -                      update is released        -
 * update_page_at          -           -                      update is released        -
 * update_output           -           -                      update is released        -
 * update_finish           -           -                      -                         3, 6
 * update_retain           -           -                      -                         3, 6
 * update_release          -           -                      -                         3, 6
 * page_retain             -           -                      -                         3, 6
 * page_release            -           -                      -                         1, 3, 6
 * page_response           -           -                      page is released          -
 * page_data               -           -                      page is released          -
 * page_items              -           -                      page is released          -
 * page_model              -           -                      page is released          -
 * page_item_count         -           -                      -                         -
 * page_kind               -           -                      -                         -
 * page_errors             -           -                      page is released          -
 * page_info               -           -                      page is released          -
 * page_nested             -           -                      page is released          -
 * page_extensions         -           -                      page is released          -
 * page_header             -           -                      page is released          -
 * page_item               -           -                      page is released          -
 * page_spans              -           -                      page is released          -
 * page_ndjson             -           -                      page is released          -
 */

#endif /* SWIFTPAGER_H */
