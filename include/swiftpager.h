/*
 * swiftpager: walk and watch paginated GraphQL APIs.
 *
 * A *client* is an endpoint with its connections. A *pager* is one paginated query of that client: it asks for the
 * first page, finds the page info in the answer, and asks for the next page with the cursor it found. A *subscription*
 * receives every new state of the list as an *update*; an *operation* is one call (a fetch, a load_next, …) that ends
 * exactly once, with a status.
 *
 * Everything that takes time is asynchronous, and there are three ways to learn of it. Ask for page after page, on your
 * own thread:
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
 *             swiftpager_client_create_with_endpoint("http://127.0.0.1:8000/graphql", NULL, NULL, &client, &error);
 *         if (status == SWIFTPAGER_OK)
 *             status = swiftpager_pager_create_with_query(client,
 *                 "query ($after: String) { products(first: 100, after: $after) {"
 *                 " edges { node { id name } } pageInfo { hasNextPage endCursor } } }",
 *                 NULL, NULL, NULL, &pager, &error);
 *         if (status == SWIFTPAGER_OK)
 *             status = swiftpager_pager_load_all(pager, "{\"pull\": true}", NULL, NULL, NULL, &walk, &error);
 *         while (status == SWIFTPAGER_OK) {
 *             status = swiftpager_operation_next(walk, -1, &update, &error);
 *             if (update == NULL) break;
 *             printf("a page of %zu items\n", swiftpager_page_item_count(swiftpager_update_last_page(update)));
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
 * Or give callbacks, for updates and for the ends of operations: they run only inside the calls that are listed below,
 * on the thread that made the call, never on a thread of the library. Or, for a host without a loop, have a thread of
 * the library run them: "delivery": "thread" in the client's config. For an event loop each of the three has a
 * descriptor to poll: swiftpager_operation_fd(), swiftpager_subscription_fd() and swiftpager_client_fd().
 *
 * Rules that hold everywhere
 *
 * Handles      swiftpager_client, _pager, _subscription, _operation, _update and _page pointers are keys into a table,
 *              never addresses: do not dereference them. A stale, released twice, foreign or NULL one is answered with
 *              SWIFTPAGER_INVALID_HANDLE (or 0, or NULL), never with a crash. Releasing NULL does nothing and is OK.
 * Strings      UTF-8. What you pass in is copied before the call returns; a config or options text has at most 16 MiB.
 *              A query nests at most 32 levels deep, its fragments followed; a config 32, the variables in it 256.
 *              Every `char *` handed out through a pointer is yours: free it with swiftpager_free(). Every
 *              `const char *` is borrowed, and its function says for how long.
 * NULL         A pointer that is passed in must not be NULL unless its function says so, but for these, which may be
 *              NULL wherever they stand: error_json, length, options_json, completion, destroy, user_data, transport,
 *              hooks, and the handle that a release gets. A NULL where something is needed is INVALID_ARGUMENT, and
 *              INVALID_HANDLE for a handle. swiftpager.abi.json says it for every parameter.
 * Errors       Functions return a status. Where there is more to say they hand out a JSON object through `error_json`:
 *              {"code": "INVALID_CONFIG", "message": "…"} and, where they apply, "path" (a JSON Pointer into the
 *              config; with NESTED_INCOMPLETE into the page, with PARTIAL_DATA into its data), "position" ({"line",
 *              "column"} in the query), "partial" (the errors beside the data of the list: see "errors" of a pager),
 *              "http_status" (with HTTP, and with GRAPHQL where it is not one of success), "timed_out" (true, where
 *              NETWORK says that a timeout was over), "attempts" (how often a request was sent), "retry_after_ms" (how
 *              long the server asks to wait), "errno" (with NO_MEMORY, where the system has no file descriptor or no
 *              thread: EMFILE, ENFILE, EAGAIN), "errors" (the first of the server's GraphQL errors as it sent them: at
 *              most 100 of them, and 64 KiB of text), "cause" (with MISSING_INITIAL_PAGE: the error object of the
 *              newest load of the first page, where that failed).
 *              A message is one line for people. It never has the endpoint's user, password or query in it, and what
 *              it quotes of a server is cut and has its control characters escaped.
 *              `error_json` may be NULL; where it is not, it is set to NULL when nothing went wrong.
 * Memory       What a server or a caller makes large is asked for where the system can refuse it: bodies, pages,
 *              columns, configs, and what goes out. Where it does, the call or the operation ends with NO_MEMORY, and
 *              the library goes on. The Swift runtime takes small pieces all the time, of a few hundred bytes each, and
 *              ends the process where it gets none: no library can report that. So a process that may reach its limit
 *              (RLIMIT_AS, a container's) needs some 16 MiB beyond what its answers take. With less, the process may
 *              end before NO_MEMORY can be told.
 * Threads      Every function may be called from every thread. Updates and completions of one client run one at a time,
 *              in the order in which they happened; a pull takes those of its own pager out of that order. The library
 *              needs 64 KiB of stack from a thread that calls it, beside what your callbacks need. A call that waits
 *              moves the client's requests and answers itself where the thread has 256 KiB of stack left; on less, as
 *              in a coroutine, it only waits for the library's thread. SIGPIPE is kept from it meanwhile, and
 *              pthread_cancel() waits.
 * Callbacks    These calls run callbacks, and no others do:
 *              - swiftpager_client_dispatch() and swiftpager_operation_wait(): all that wait for the client;
 *              - swiftpager_operation_next() and swiftpager_subscription_next(): those of their own pager;
 *              - swiftpager_client_release(): destroy functions only;
 *              - what ends a subscription without a callback (swiftpager_subscription_cancel(),
 *                _subscription_release(), _pager_release(), _client_shutdown() and _client_release()): its destroy
 *                function;
 *              - a call that is refused: the destroy function that it was given;
 *              - swiftpager_pager_create() and _create_with_query() with "resume": the hook resolve_page;
 *              - swiftpager_subscription_cancel(), _pager_release() and the like after their client was released: what
 *                destroy functions are left.
 *              With "delivery": "thread" the first two kinds run none; a thread of the library does.
 *              No lock is held while a callback runs, so it may call any function that does not wait. Those that wait
 *              or run callbacks return SWIFTPAGER_REENTRANT inside every callback, whatever their timeout, also inside
 *              one of another client and inside a destroy function: swiftpager_client_dispatch, _client_shutdown,
 *              _operation_wait, _operation_next and _subscription_next. (Two threads could otherwise wait for each
 *              other.) A wrong argument is told of first, like an operation that is not pulled. A call from another
 *              stack, like a coroutine's, counts as inside the callback that its thread runs.
 *              A callback must return. Do not leave it by a C++ exception, longjmp(), an error of a script language or
 *              pthread_exit(). The library notices that a callback was left when its thread makes a call from further
 *              up the stack, or ends. The callback then counts as finished: its update is given back, and its destroy
 *              function still runs. The next call on the client that would return SWIFTPAGER_REENTRANT inside a
 *              callback returns it once, to tell you (swiftpager_operation_wait() with a message); after that the
 *              client works again, with a thread of its own where its "delivery" is "thread". A little memory of the
 *              interrupted call is lost.
 * user_data    `destroy(user_data)` runs exactly once, after the last call of the callback it was given with: also when
 *              the function that took it fails (then before that function returns), when the callback is NULL, and when
 *              the client is released before a completion could run. Of a subscription without a callback it runs when
 *              that ends, in the call that ends it.
 * Results      Where a function hands out a handle through `out`, it is there before any callback of what it stands for
 *              can run, and NULL when the function fails.
 * Caching      A client whose config has a "cache" keeps what responses bring as records: one for each object with a
 *              key, and that is its type and its id, like "Product:17", unless "key_fields" says otherwise; an object
 *              without one is part of the one it was found in. Fields merge, so a record has whatever any response, any
 *              mutation and any swiftpager_client_cache_write() brought last. `__typename` is added to what is asked
 *              for, unless "add_typename" is false, and is in the responses then. What a server could not fill does
 *              not enter: of a response with errors beside its data, the cache takes nothing of the places that their
 *              "path"s name, nor of a null above one. A list that lost an element so is left out whole, and with it the
 *              object around it that has no key. Reading such a place is a miss, unless an earlier response has filled
 *              it: that stays. Where an error has no "path", or one that leads nowhere, nothing of the response enters.
 *              A response without data, or with null in its place, leaves the cache as it was.
 *              "cache_policy" says what a call has to do with it; in the terms of Apollo's fetchBehavior:
 *              - "return_cache_data_else_fetch" (CacheFirst): the cache's answer where it is complete, else the
 *                server's;
 *              - "return_cache_data_and_fetch" (CacheAndNetwork): the cache's answer first where it is complete, then
 *                the server's in its place: two updates of one page, and one load;
 *              - "fetch_ignoring_cache_data" (NetworkOnly): the server's answer, which enters the cache;
 *              - "return_cache_data_dont_fetch" (CacheOnly): the cache's answer, or CACHE_MISS;
 *              - "fetch_ignoring_cache_completely" (NetworkOnly, and results are not written): the server's answer,
 *                which does not enter, and is not watched: no cost, and bytes as they came.
 *              The defaults are those of Apollo: "return_cache_data_and_fetch" for fetch, load_next and load_previous,
 *              "fetch_ignoring_cache_data" for refetch, load_all and swiftpager_client_execute().
 * Watching     A pager watches the pages that it holds. When a record changes that some of them show, by the response
 *              to another query, by a mutation or by a write, each of these is read from the cache again, without a
 *              request, and takes its own place; subscribers get an update a page, with swiftpager_update_source()
 *              CACHE, and swiftpager_update_page_index() says which page it is. Pages that show nothing of it are not
 *              looked at. One write of many records is one update a page. A subscriber that is slow gets each page as
 *              it is then, once, however often it changed meanwhile; such updates hold no load_all back.
 *              - Pages that are not kept ("retain" "none", and all but the last with "last") are not watched.
 *              - An operation that is pulled is told of the pages it loads, and of no later changes: subscriptions are.
 *              - A page that cannot be read whole any more, because a record was evicted or got other fields, stays
 *                as it was, and is watched on. Nothing is asked for again, unless the client's "refetch_incomplete" is
 *                true: then the server is asked for such pages, one after the other, and for each once until it is
 *                whole. A page for which that fails stays as it was.
 *                "unreadable_pages" of swiftpager_pager_state() counts such pages, and those that the cache has never
 *                had whole: the server left out a field that it was asked for, or could not fill it. The event
 *                "unreadable" says what is missing.
 *              - What "optimistic" showed is taken back when its request fails, also in such a page: it is then shown
 *                as it was before.
 *              - swiftpager_pager_reset(), _pager_release() and whatever takes a page's place end its watch.
 * Retrying     A query that brought no answer is sent again: where there was no connection, or it was lost; after the
 *              HTTP statuses of "retry"'s "statuses"; and after the limits that servers set on how often they are asked
 *              (429, RATE_LIMITED and THROTTLED in a 200, GitHub's in a 403). A mutation is, only where the server
 *              surely did nothing for it. The wait is what the server asks for (Retry-After, x-ratelimit-reset, the
 *              cost that Shopify tells, a minute for a limit of GitHub's that says nothing), else a random time up to
 *              "base_delay_ms", twice that, four times that, …, "max_delay_ms" at most. What would take more than
 *              "max_attempts", or more waiting than "budget_ms" in all, ends at once: a limit with RATE_LIMITED and
 *              "retry_after_ms", anything else as it would have without retrying. Cancelling ends a wait. Of requests
 *              that a limit refused, one at a time goes again; what one has lost to others is no attempt. Requests that
 *              took longer than "timeout_ms", refused certificates, other statuses and responses that are too large are
 *              never tried again.
 *              Pages that are too much for the server (502, 504, and errors with one of the "shrink_codes") are asked
 *              for with half as many items, and further ones with twice as many each until they have the full size:
 *              where a variable takes their size, and not where a list counts pages or ends with a short one.
 *              With "rate_limit" "pace" requests also wait before they are sent: when less than half of the budget is
 *              left that a server tells (x-ratelimit-limit, -remaining and -reset; the same without x-; the cost that
 *              Shopify tells), what is left is spread evenly over the time until it is back. Such a wait is no attempt
 *              and takes nothing of "budget_ms"; one that would be longer than that is not made, and the server
 *              decides.
 * Persisted    With "persisted_queries" a request has the SHA-256 of its query in place of the query, in "extensions"
 * queries      as Apollo's automatic persisted queries have it. A server that answers PersistedQueryNotFound gets the
 *              request once more with both, and knows the hash from then on. One that answers
 *              PersistedQueryNotSupported gets the query as it is, and so do all later requests of the client; likewise
 *              one that has not taken a hash before, refuses the request as none (400, 422, or errors without data),
 *              and answers the same with its query. These further requests are no attempts of "retry", each has the
 *              whole "timeout_ms", and what goes wrong with one of them is retried as ever. With {"get": true} a hash
 *              goes by GET, with "extensions", "variables" and "operationName" in the address, so that caches on the
 *              way can answer; mutations do not, nor a query with more than 4,096 bytes to go there, nor after a 405.
 *              The cache, recordings and hooks see the query in any case; a host's transport gets what libcurl would
 *              send.
 * Recordings   A client with "record" writes a file of JSON lines: a heading, and then a line for each request that was
 *              answered, or failed on its way. Bodies are kept byte for byte, in base64 where they are not text.
 *              Written as REDACTED are the values of all headers of a request but those of content negotiation, the
 *              headers of a response that hold cookies, tokens and the like, and of addresses the user, the password
 *              and what follows the path. What a query, its variables or an answer says is not redacted. The file
 *              begins anew with the client; one that has something else in it than a recording is refused and left
 *              alone, and so is one that another client is recording to. An answer is handed on once it is in the file,
 *              so no end of the program loses what it has seen. A request whose exchange cannot be written ends with
 *              RECORDING_FAILED: the file keeps the whole lines before it. A host's transport is recorded like
 *              libcurl.
 *              A client with "replay" answers from such a file, without a network. It looks for a request with the
 *              same query (without its layout), the same variables and operation name; endpoint and headers do not
 *              count. Equal requests are answered in the order of the file, and the last answer goes on being given.
 *              Failures are replayed as the failures they were; times are not. A request that is not in the file ends
 *              with NOT_RECORDED, and the message shows what the nearest one has instead.
 * Fork         In a child process of fork() every call with a parent's handle returns SWIFTPAGER_FORKED (or 0, or NULL)
 *              and does nothing; the parent does not notice. A client that the child makes works, also while the
 *              parent's threads are inside the library, and also in a callback of the parent's. A callback that returns
 *              in the child ends the call that it was called by with SWIFTPAGER_FORKED.
 *              A fork waits until no thread is at work inside the library, for 0.1 s at most; it does not wait for
 *              threads that sleep there, or that run a callback. Calls that begin meanwhile wait for the fork, for 1 s
 *              at most. Where a thread is at work for longer than that, what it has locked may stay locked in the
 *              child; and where it is reading or writing a cache's file, a client with a cache in a file is refused
 *              there, with an error that says so. vfork and posix_spawn do not wait.
 */
#ifndef SWIFTPAGER_H
#define SWIFTPAGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Define it before to declare the functions otherwise: `static` for a code generator, __declspec(dllimport), … */
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

/* ------------------------------------------------------------------------------------------------------------------ */
/* Types                                                                                                              */
/* ------------------------------------------------------------------------------------------------------------------ */

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
/* One page of an update; it lives as long as the update it was taken from. */
typedef struct swiftpager_page swiftpager_page;

/* One request that a transport of your own has to answer. */
typedef struct swiftpager_request swiftpager_request;
/* One question of who is calling, which your authorizer has to answer. */
typedef struct swiftpager_authorization swiftpager_authorization;
/* The rows of pages, collected as columns of Apache Arrow. */
typedef struct swiftpager_table swiftpager_table;

/*
 * The Arrow C data interface and stream interface, as Apache Arrow defines them: what libraries of data frames and
 * databases take without a copy. Whoever gets such a struct calls its `release` once, from any thread, unless it has
 * moved the struct elsewhere and set the `release` of the old one to NULL.
 */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif /* ARROW_C_DATA_INTERFACE */

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

#endif /* ARROW_C_STREAM_INTERFACE */

/*
 * A transport of your own in place of libcurl: for another HTTP library, for tests, for bytes that come from elsewhere.
 * The struct is copied; it need not live longer than the call it is passed to.
 *
 * struct_size  sizeof(swiftpager_transport). Members beyond it count as NULL. A member that this version does not know
 *              and that is not NULL is INVALID_ARGUMENT. So is a size that is zero or absurd; then nothing else of the
 *              struct is looked at, and destroy is not called.
 * user_data    passed to the functions.
 * send         gets each request; must not be NULL. Answer it with swiftpager_request_complete() or _request_fail():
 *              now or later, from any thread, exactly once. It must not wait for the answer where that takes long:
 *              other callbacks of the client wait meanwhile.
 * cancel       says that nobody waits for the answer any more: the operation was cancelled, its time is over, send was
 *              left without returning, or the client was shut down. The request still has to be answered, once; the
 *              answer is dropped. NULL: the answer comes when it comes. Not called for a request that has been
 *              answered.
 * destroy      called once with user_data when send and cancel will not be called any more: when the client is
 *              released, or before a function returns that could not create it. Requests that were not answered by then
 *              are still to be answered, to free them. May be NULL.
 *
 * send and cancel are called where callbacks are, one at a time, and are callbacks by the rules above: inside
 * swiftpager_client_dispatch() and swiftpager_operation_wait(), and inside a pull of the pager they are for. Answering
 * inside send calls nothing back. A send that is left without returning has failed with NETWORK, where it has not
 * answered before. The client's "timeout_ms" counts from the call of send on; then the operation fails with NETWORK,
 * whatever the transport does. "headers" and "max_response_bytes" hold too; what concerns connections
 * ("connect_timeout_ms", "tls", "proxy", "http_version", "user_agent") is left to you.
 */
typedef struct swiftpager_transport {
    size_t struct_size;
    void *user_data;
    void (*send)(void *user_data, swiftpager_request *request);
    void (*cancel)(void *user_data, swiftpager_request *request);
    void (*destroy)(void *user_data);
} swiftpager_transport;

/* How a call or an operation ended. Values are never reused or renumbered; new ones may be added to each band. */
typedef int32_t swiftpager_status;
enum {
    SWIFTPAGER_STATUS_SIGN = -1, /* no status: it makes the enumeration a signed one to code generators */
    SWIFTPAGER_OK = 0,

    /* 1–19: this library was used wrongly, or the process ran out of memory, threads or descriptors. */
    SWIFTPAGER_INVALID_ARGUMENT = 1, /* a NULL where something is needed, text that is not UTF-8, a bad number */
    SWIFTPAGER_INVALID_CONFIG = 2,   /* a config or options text was refused; the error has the path or position */
    SWIFTPAGER_INVALID_HANDLE = 3,   /* stale, released, foreign, of another kind, or NULL */
    SWIFTPAGER_CLOSED = 4,           /* the client was shut down or released */
    SWIFTPAGER_REENTRANT = 5,        /* a call that waits was made inside a callback, or a callback was left */
    SWIFTPAGER_FORKED = 6,           /* the handle belongs to the parent process */
    SWIFTPAGER_TIMEOUT = 7,          /* the time given to the call ran out; what it waited for goes on */
    SWIFTPAGER_NO_MEMORY = 8, /* no memory, thread or descriptor ("errno" tells the last two); see "Memory" */
    SWIFTPAGER_INTERNAL = 9,     /* a defect of this library */
    SWIFTPAGER_INTERRUPTED = 10, /* swiftpager_client_wake() ended the wait; what the call waited for goes on */
    SWIFTPAGER_HOOK_FAILED = 11, /* a hook of the pager failed, or returned what cannot be used */

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
    SWIFTPAGER_RATE_LIMITED = 44, /* the server limits how often it is asked, for longer than the client may wait */
    SWIFTPAGER_CACHE_MISS = 45,   /* the cache cannot answer, and the server was not to be asked */
    SWIFTPAGER_CACHE_FAILED = 46, /* the file of the cache cannot be used, or its disk takes no more */
    SWIFTPAGER_NOT_RECORDED = 47, /* the recording that is replayed has no answer to the request */
    SWIFTPAGER_RECORDING_FAILED = 48, /* a recording cannot be written, or cannot be read */

    /* 60–79: the list is not complete, and this is why. Pages loaded so far stay. */
    SWIFTPAGER_CURSOR_STUCK = 60,      /* the page says there is more, and gives the cursor it was asked with */
    SWIFTPAGER_CURSOR_CYCLE = 61,      /* the page says there is more, and gives a cursor of an earlier page */
    SWIFTPAGER_MISSING_PAGE_INFO = 62, /* the page does not say whether there is more, or the list has "gaps" */
    SWIFTPAGER_NULL_CURSOR = 63,       /* the page says there is more, and gives no cursor to ask for it */
    SWIFTPAGER_PAGE_LIMIT = 64,        /* load_all reached its max_pages or max_items, and there is more */
    SWIFTPAGER_NESTED_INCOMPLETE = 65, /* a list inside the page is not whole, and "nested" does not take that */
    SWIFTPAGER_PARTIAL_DATA = 66       /* all pages are there, and some have errors beside their data */
};

/* Where the newest page of an update came from. */
typedef int32_t swiftpager_source;
enum {
    SWIFTPAGER_SOURCE_SIGN = -1,  /* no source: as SWIFTPAGER_STATUS_SIGN */
    SWIFTPAGER_SOURCE_NONE = 0,   /* the update carries no page, or the handle is not one of an update */
    SWIFTPAGER_SOURCE_SERVER = 1, /* a response of the server */
    SWIFTPAGER_SOURCE_CACHE = 2   /* the client's cache */
};

/* What a page is to its list. */
typedef int32_t swiftpager_kind;
enum {
    SWIFTPAGER_KIND_SIGN = -1,   /* no kind: as SWIFTPAGER_STATUS_SIGN */
    SWIFTPAGER_KIND_NONE = 0,    /* no page */
    SWIFTPAGER_KIND_INITIAL = 1, /* the page that fetch and load_all begin with */
    SWIFTPAGER_KIND_NEXT = 2,    /* a page after the initial one */
    SWIFTPAGER_KIND_PREVIOUS = 3 /* a page before the initial one */
};

/*
 * Functions of your own that read the pages of a pager. Each of them may be NULL. The struct is copied; struct_size as
 * in swiftpager_transport.
 *
 * They are called where callbacks are, for one page at a time, before the page is shown: inside
 * swiftpager_client_dispatch() and swiftpager_operation_wait(), and inside a pull of their own pager. They are
 * callbacks by the rules above: they may make any call that does not wait, releasing their own pager included, and must
 * return. They are not called for a page with errors in place of the list. `page_json` is the response, borrowed for
 * the call; it ends with a NUL. What they return is JSON text in memory of malloc(), which the library frees. Text that
 * is not JSON, or {"error": "text"}, ends the operation with HOOK_FAILED and the text; a hook that is left without
 * returning ends it with HOOK_FAILED, too.
 *
 * extract_page_info  returns an object with "can_load_next", "can_load_previous" (absent = false), "end_cursor",
 *                    "start_cursor" (absent = null), and whatever else resolve_page wants. An object with "error"
 *                    alone is not a page info, whatever that is: HOOK_FAILED. `is_initial`: it is the
 *                    page that a list begins with. NULL: the page does not say whether there is more,
 *                    MISSING_PAGE_INFO. With this function the document needs no page info; "connection" and "items"
 *                    of the config say where the items are. Without resolve_page the variables of the cursors and
 *                    sizes are those of the arguments `after`, `first`, `before` and `last`, or what the config names
 *                    as such; a list with one of the cursors only is read in that direction. With resolve_page the
 *                    first page is asked for with all variables as they are.
 * resolve_page       makes the request for the page beyond one end, KIND_NEXT or KIND_PREVIOUS, where the page info
 *                    says that there is one: {"query", "operation_name" (absent = the config's), "variables" (all of
 *                    them)}. NULL: no query asks for it, NO_QUERY. `page_info_json` is what extract_page_info
 *                    returned, or the four members as the response has them. A resume token holds it, and the call
 *                    that makes a pager with such a token calls resolve_page: on its own thread, perhaps while another
 *                    callback of the client runs. Where that fails, the call does, with HOOK_FAILED.
 * transform          returns what swiftpager_page_model() hands out. Called once a page. NULL: the page has none.
 * destroy            called once with user_data when none of them will be called any more: after the pager was
 *                    released, where the client's callbacks run next, in swiftpager_client_release() at the latest; or
 *                    before a function returns that could not create the pager. May be NULL.
 */
typedef struct swiftpager_pager_hooks {
    size_t struct_size;
    void *user_data;
    char *(*extract_page_info)(void *user_data, const char *page_json, size_t length, bool is_initial);
    char *(*resolve_page)(void *user_data, const char *page_info_json, swiftpager_kind direction);
    char *(*transform)(void *user_data, const char *page_json, size_t length);
    void (*destroy)(void *user_data);
} swiftpager_pager_hooks;

/* An operation ended with `status`. `error_json` is borrowed for the length of the call; NULL when the status is OK. */
typedef void (*swiftpager_completion_cb)(void *user_data, swiftpager_status status, const char *error_json);
/* The list has a new state. `update` is borrowed for the length of the call: see swiftpager_update_retain(). */
typedef void (*swiftpager_update_cb)(void *user_data, const swiftpager_update *update);
/*
 * Something happened to a request of the client. `event_json` is borrowed for the length of the call: an object, one of
 *   {"event": "authorizing", "reason"}                  the authorizer is asked: "start" or "unauthorized"
 *   {"event": "pace", "wait_ms"}                        the request waits for its turn: see "rate_limit"
 *   {"event": "request", "bytes"}                       the request leaves, with so many bytes, before compression and
 *                                                       before a hash takes the place of its query
 *   {"event": "connection", "state"}                    its connection was "opened" for it, or "reused"
 *   {"event": "answer", "status", "bytes", "milliseconds"}
 *   {"event": "failure", "message", "milliseconds"}     there was no answer
 *   {"event": "limit", "remaining", "total", "reset"}   how much the server may still be asked, as its headers
 *                                                       x-ratelimit-* say
 *   {"event": "resend", "reason"}                       the server did not take the form of the request, and gets
 *                                                       another one at once, within the same attempt: "hash_unknown",
 *                                                       "hash_refused", "get_refused" and "address_too_long" with
 *                                                       persisted queries, "compression_refused"
 *   {"event": "retry", "reason", "wait_ms"}             the request will be sent again; `reason` as in pager_state
 *   {"event": "unreadable", "place", "field", "reason"} the cache cannot read a page of a pager back, and until it can
 *                                                       the page is not told of changes: the record `place` lacks
 *                                                       `field`, which is null where it is not one field. Said once
 *                                                       of a page; its "request" and "attempt" are 0
 * and in each of them "request" (a number; the attempts of a request share it), "attempt" (from 1), "operation" (its
 * name, or null), "page" (which page of its list, from 1 in the order of loading; null for other requests), "time"
 * (milliseconds since 1970) and "dropped" (how many events before this one were not told). New keys and kinds may be
 * added. No event has a header, a variable, or what follows the path of an address.
 */
typedef void (*swiftpager_event_cb)(void *user_data, const char *event_json);
/*
 * Asks who is calling: answer with swiftpager_authorization_complete() or _authorization_fail(). `reason` is "start"
 * before the first request, and "unauthorized" where the server did not accept the last answer.
 */
typedef void (*swiftpager_authorize_cb)(void *user_data, swiftpager_authorization *authorization, const char *reason);
/* `user_data` will not be used again. */
typedef void (*swiftpager_destroy_cb)(void *user_data);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The library                                                                                                        */
/* ------------------------------------------------------------------------------------------------------------------ */

/* The version of the library that is running, like "0.1.0". A constant: do not free it. */
SWIFTPAGER_API const char *swiftpager_version(void);

/* The version of this contract. It grows when functions or statuses are added; the SONAME changes when one goes. */
SWIFTPAGER_API uint32_t swiftpager_abi_version(void);

/* The name of a status without its prefix, like "INVALID_CONFIG"; "UNKNOWN" for any other number. Do not free it. */
SWIFTPAGER_API const char *swiftpager_status_name(swiftpager_status status);

/* Frees a string that this library handed out. NULL is allowed. */
SWIFTPAGER_API void swiftpager_free(void *memory);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Client                                                                                                             */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * Creates a client. It connects when the first page is asked for.
 *
 * config_json  an object, described in schema/client.schema.json:
 *              "endpoint"            http:// or https:// address; the one key that must be there
 *              "headers"             object of strings, sent with each request
 *              "timeout_ms"          for one whole request; default 30000, 0 = no limit
 *              "connect_timeout_ms"  default 10000
 *              "max_response_bytes"  of one response after decompression; default 67108864
 *              "tls"                 {"ca_file", "client_cert", "client_key"}; paths of PEM files
 *              "proxy"               address of a proxy; without it libcurl's environment variables count
 *              "http_version"        "automatic" (HTTP/2 where TLS offers it), "1.1" or "2"
 *              "cache"               where responses are kept: "none" (default), "memory", or {"sqlite": path}, a file
 *                                    for other processes and for later; see "Caching" at the top of this file. The five
 *                                    keys below need one. Nothing in a file says whose its records are: each server
 *                                    wants a file of its own, and so does each user whose answers are others. A file
 *                                    that is made here can be read by its owner only (mode 0600); one that is there
 *                                    keeps its mode. A record in it that cannot be read is a miss, and the next answer
 *                                    takes its place
 *              "key_fields"          the fields that tell objects of one type apart, in a list; default ["id"]. Or an
 *                                    object of such lists by type, with "*" for all others. The key has the values of
 *                                    several fields with "+" between them; a backslash stands before a "+" or a
 *                                    backslash in a string, and before a string that reads like a number
 *              "max_records"         the most records that are kept; those used least recently leave first, those that
 *                                    a page shows never
 *              "max_age_ms"          how old a record may be to count; or an object of such numbers by type, with "*"
 *                                    for all others. Default: any age
 *              "add_typename"        whether `__typename` is asked for of all objects; default true. With false only
 *                                    objects whose query asks for it have keys
 *              "refetch_incomplete"  whether the server is asked for a page that a pager holds and that the cache has
 *                                    lost a part of; default false. See "Watching" at the top of this file
 *              "retry"               when requests are sent again; see "Retrying" at the top of this file:
 *                                    {"enabled": true, "max_attempts": 4, "base_delay_ms": 250, "max_delay_ms": 30000,
 *                                    "budget_ms": 120000 of waiting for one request, "statuses": [429, 502, 503, 504],
 *                                    "shrink": true, "shrink_codes": ["MAX_NODE_LIMIT_EXCEEDED", "MAX_COST_EXCEEDED",
 *                                    "RESOURCE_LIMITS_EXCEEDED"]}
 *              "persisted_queries"   true: requests name their queries by hashes, as Apollo's automatic persisted
 *                                    queries do; {"get": true}: and queries go by GET. Default false. See "Persisted
 *                                    queries" at the top of this file
 *              "compress_requests"   whether bodies of more than 8,192 bytes are sent in gzip where the server has said
 *                                    that it takes that: "Accept-Encoding" with gzip in an answer (RFC 7694). One that
 *                                    refuses with a 415 gets the request plain, and so are all later ones. Default
 *                                    true; a host's transport gets plain bodies in any case
 *              "rate_limit"          "react" (default): a limit of the server's is waited for when it has refused a
 *                                    request. "pace": the client reads what the server says of its budget, and slows
 *                                    down before that is used up; see "Retrying" at the top of this file
 *              "delivery"            where callbacks run. "dispatch" (default): on your threads, in the calls listed at
 *                                    the top of this file. "thread": on one thread of the library, which blocks all
 *                                    signals and lives as long as the client. Then swiftpager_client_dispatch() is
 *                                    INVALID_ARGUMENT, the client's descriptor is never readable, and calls that wait
 *                                    only wait. Everything may be released on that thread, the client included. Not
 *                                    for hosts whose callbacks run on their own threads alone, like LuaJIT: they pull
 *              "user_agent"          default "swiftpager/VERSION"
 *              "record"              path of a file that every exchange is written to as it passes; see "Recordings" at
 *                                    the top of this file
 *              "replay"              path of such a file, which answers the requests in place of the network; not
 *                                    together with "record", nor with a transport
 * transport    answers the requests in place of libcurl: see swiftpager_transport. NULL: libcurl.
 * out          receives the client; release it with swiftpager_client_release().
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG, NO_MEMORY, CACHE_FAILED (the file of the cache cannot be used; it is left
 * as it is), RECORDING_FAILED (the file of "record" cannot be written, or that of "replay" cannot be read: the message
 * names it, and the line that is at fault).
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_create(const char *config_json,
                                                          const swiftpager_transport *transport,
                                                          swiftpager_client **out, char **error_json);

/*
 * Creates a client as swiftpager_client_create() does, with the endpoint beside the config.
 *
 * endpoint     http:// or https:// address.
 * config_json  the other keys; NULL: all stay at their defaults. An "endpoint" in it, too, is INVALID_CONFIG.
 * transport    answers the requests in place of libcurl: see swiftpager_transport. NULL: libcurl.
 * out          receives the client; release it with swiftpager_client_release().
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG, NO_MEMORY, CACHE_FAILED (the file of the cache cannot be used; it is left
 * as it is), RECORDING_FAILED (see swiftpager_client_create()).
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_create_with_endpoint(const char *endpoint, const char *config_json,
                                                                        const swiftpager_transport *transport,
                                                                        swiftpager_client **out, char **error_json);

/*
 * Sends one query or mutation, as it is: nothing is paged. It is an operation like those of a pager: it ends exactly
 * once, can be waited for and cancelled, and its completion is called inside a dispatch.
 *
 * request_json  an object, described in schema/request.schema.json:
 *               "query"           a GraphQL document; the one key that must be there
 *               "operation_name"  which of its operations; may be left out where there is one
 *               "variables"       object
 *               "headers"         object of strings, beside the client's; one of the same name replaces the client's
 *               "timeout_ms"      in place of the client's; 0 = no limit
 *               "cache_policy"    see "Caching" at the top of this file; default "fetch_ignoring_cache_data". There is
 *                                 one answer: with "return_cache_data_and_fetch" the server's. A mutation is never
 *                                 answered from the cache
 *               "optimistic"      what the answer is expected to change: an object of records by their keys, each as
 *                                 swiftpager_client_cache_write() takes it. Pages show it at once. When the answer is
 *                                 there it is taken back, and what the answer says is shown in the same change; a
 *                                 failure, a cancel and the end of the client take it back, too. Only for clients with
 *                                 a cache
 * completion    called once when the operation ends; may be NULL.
 * destroy       called once with user_data when the completion will not be called any more; may be NULL.
 * out           receives the operation; release it with swiftpager_operation_release(). NULL: the operation needs no
 *               handle, and its response is seen by nobody.
 *
 * It ends with OK when the response has data, whatever errors it has beside that; with GRAPHQL when it has errors and
 * no data; with HTTP, BAD_RESPONSE, NETWORK or NO_MEMORY; with CACHE_MISS or CACHE_FAILED; or with CANCELLED: then the
 * request was aborted, and what the server has done by then stays done. See swiftpager_operation_response() for the
 * answer. It enters the client's cache, so pages that show what it changed are told: see "Watching".
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG (the error has "path", and "position" where the query is at fault),
 * INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_execute(swiftpager_client *client, const char *request_json,
                                                           swiftpager_completion_cb completion, void *user_data,
                                                           swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                           char **error_json);

/*
 * Writes fields over those that records of the client's cache have; other fields stay, and a record that was not there
 * is made. All of it is written, or nothing. Pages that show something of it are delivered anew: see "Watching".
 *
 * It may wait for the store: for a file, until what it wrote is safe there. It never waits for a callback, so it is
 * legal inside one. All four of these functions are like that.
 *
 * key          of the record, like "Product:17"; at most 64 KiB. The fields of queries are those of "QUERY_ROOT". NULL:
 *              fields_json has records by their keys, which are written as one: pages change once.
 * fields_json  an object of fields and their values. A field with arguments is `price(currency:"EUR")`, with values and
 *              no variables. {"$ref": key} is another record, and {"$json": value} an object or a list of a custom
 *              scalar; any other object has fields of its own. At most 1 GiB.
 *
 * Errors: INVALID_ARGUMENT (what was written is not as above, and the message says where; or the client has no cache),
 * INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, CACHE_FAILED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_cache_write(swiftpager_client *client, const char *key,
                                                               const char *fields_json, char **error_json);

/*
 * Reads a record of the client's cache, whatever its age.
 *
 * key       of the record. Must not be NULL.
 * out_json  receives its fields, in the form that swiftpager_client_cache_write() takes, to free with
 *           swiftpager_free(); NULL with OK: there is no such record.
 *
 * Errors: INVALID_ARGUMENT (also for a client without a cache), INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY,
 * CACHE_FAILED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_cache_read(swiftpager_client *client, const char *key,
                                                              char **out_json, char **error_json);

/*
 * Forgets a record of the client's cache. Pages that show it stay as they are; one that is asked for from the cache is
 * a miss. OK where there is no such record.
 *
 * key  of the record. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT (also for a client without a cache), INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY,
 * CACHE_FAILED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_cache_evict(swiftpager_client *client, const char *key,
                                                               char **error_json);

/*
 * Forgets all records of the client's cache. Pages that are held stay as they are, and nobody is told.
 *
 * Errors: INVALID_ARGUMENT (the client has no cache), INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, CACHE_FAILED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_cache_clear(swiftpager_client *client, char **error_json);

/*
 * Runs waiting callbacks on this thread, in the order in which things happened.
 *
 * When none waits, it waits for one: up to `timeout_ms` milliseconds; 0 = not at all, −1 = without limit. It returns
 * as soon as it has run what was waiting, or `max` callbacks (0 = no limit). Calls of destroy functions do not count.
 * While another thread runs a callback of the same client, this one waits for its turn.
 *
 * out_count    receives how many callbacks ran; may be NULL. 0 with OK: the time ran out, swiftpager_client_wake() was
 *              called, or only destroy functions ran.
 *
 * Errors: INVALID_ARGUMENT (a timeout under −1, or a client whose "delivery" is "thread"), INVALID_HANDLE, REENTRANT,
 * FORKED, and CLOSED once the client is shut down and nothing waits any more: so `while
 * (swiftpager_client_dispatch(client, -1, 0, NULL) == SWIFTPAGER_OK);` ends.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_dispatch(swiftpager_client *client, int32_t timeout_ms, uint32_t max,
                                                            uint32_t *out_count);

/*
 * A file descriptor for your event loop: readable while callbacks wait and no thread is running one (level-triggered).
 * When it is, call swiftpager_client_dispatch() with timeout 0. Only poll it: do not read, write or close it. It is
 * valid until the client is released: take it out of your loop before.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED, NO_MEMORY (no descriptor is free).
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_fd(swiftpager_client *client, int *out_fd);

/*
 * Ends every wait that is under way on the client, also that of a thread which is running a callback meanwhile; if
 * there is none, the next one. swiftpager_operation_wait(), _operation_next() and _subscription_next() then return
 * INTERRUPTED, swiftpager_client_dispatch() OK with a count of 0; what they waited for goes on. A call with timeout 0
 * is no wait. Safe in every thread, not in a signal handler.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_wake(swiftpager_client *client);

/*
 * Has a function told what happens to the client's requests: see swiftpager_event_cb. One function at a time: another
 * one takes its place. While none is told, requests cost nothing more.
 *
 * Events are told in order, where callbacks are called, and are callbacks by the rules above; a thread that waits for
 * something to pull tells them, too. At most 1,024 wait: then the oldest goes untold, and is counted in the next one's
 * "dropped". A descriptor of something that is pulled does not show them: an event loop watches that of the client.
 *
 * on_event   NULL: nobody is told any more.
 * destroy    called once with user_data when on_event will not be called any more: when another function took its
 *            place, when the client is released, or before this returns where it fails or on_event is NULL. May be
 *            NULL.
 *
 * Errors: INVALID_HANDLE, CLOSED, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_observe(swiftpager_client *client, swiftpager_event_cb on_event,
                                                           void *user_data, swiftpager_destroy_cb destroy);

/*
 * As swiftpager_client_observe(), of some kinds of events only; others cost next to nothing.
 *
 * kinds_json  an array of values of "event": ["retry", "failure"].
 *
 * Errors: those of swiftpager_client_observe(), INVALID_ARGUMENT, INVALID_CONFIG (a kind that there is not).
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_observe_kinds(swiftpager_client *client, const char *kinds_json,
                                                                 swiftpager_event_cb on_event, void *user_data,
                                                                 swiftpager_destroy_cb destroy, char **error_json);

/*
 * Has a function asked for the headers that say who is calling: for credentials that expire.
 *
 * It is asked before the first request, and once more where the server answers a request with 401; that request is then
 * sent again, a mutation, too. Requests that need an answer at the same time share one, and it holds for later ones.
 * Its headers take the place of the client's of the same name, and those of a call take the place of its. Questions are
 * asked where callbacks are called, by any thread that runs callbacks of the client, and are callbacks by the rules
 * above. They may be answered inside of the call or later, from any thread. Without an answer the requests wait until
 * their operations are cancelled. An authorize that is left without returning has failed with HOOK_FAILED, where it has
 * not answered before; the next request asks again, and the question is still to be answered, to free it.
 *
 * authorize  NULL: nobody is asked any more.
 * destroy    called once with user_data when authorize will not be called any more: when another function took its
 *            place, when the client is released, or before this returns where it fails or authorize is NULL. Questions
 *            that were not answered by then are still to be answered, to free them. May be NULL.
 *
 * Errors: INVALID_HANDLE, CLOSED, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_set_authorizer(swiftpager_client *client,
                                                                  swiftpager_authorize_cb authorize, void *user_data,
                                                                  swiftpager_destroy_cb destroy, char **error_json);

/*
 * Answers a question with headers. The handle is stale from then on.
 *
 * headers_json  {"Authorization": "Bearer …"}, or [["name", "value"], …]; NULL: none.
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
 * message  what went wrong; goes into the error. NULL: nothing is known.
 *
 * Errors: INVALID_HANDLE (also the second time), INVALID_ARGUMENT (the message is not UTF-8), FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_authorization_fail(swiftpager_authorization *authorization,
                                                               const char *message);

/*
 * Ends all work: requests in flight are aborted, operations end with CANCELLED, later calls are answered with CLOSED.
 * Waits up to `timeout_ms` (−1 = no limit) for the library's network thread to end. Completions that are still to run
 * wait for swiftpager_client_dispatch(); swiftpager_client_release() would drop them. A second call does no harm.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, REENTRANT, FORKED, TIMEOUT (the thread still runs; it ends by itself).
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_shutdown(swiftpager_client *client, int32_t timeout_ms);

/*
 * Shuts the client down without waiting and gives the handle back. Of what still waits to be called, it runs the
 * destroy functions and nothing else, so a finalizer may call it; when a thread runs a callback of the client, they
 * follow there. Completions that have not run never will: the one exception to "ends exactly once". To see them, call
 * swiftpager_client_shutdown() before, and then swiftpager_client_dispatch() until it is CLOSED.
 *
 * Pagers, operations and subscriptions of the client do not keep it at work, but stay valid handles until each is
 * released; updates that you retained stay readable.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_release(swiftpager_client *client);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Request                                                                                                            */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * What a transport of your own gets, and how it answers. All of these may be called from every thread, also inside
 * `send`. What they return is borrowed until the request is answered; NULL where the handle is not one of a request
 * that waits for an answer.
 */

/* The client's endpoint; for a GET with the request behind it. */
SWIFTPAGER_API const char *swiftpager_request_url(const swiftpager_request *request);

/* The HTTP method: "POST"; for a client with "persisted_queries" {"get": true} also "GET". */
SWIFTPAGER_API const char *swiftpager_request_method(const swiftpager_request *request);

/* The headers as JSON: [["Content-Type", "application/json"], …], those of the library, the client and the request. */
SWIFTPAGER_API const char *swiftpager_request_headers(const swiftpager_request *request);

/*
 * The body, JSON text that ends with a NUL; `length` receives its length without that, and may be NULL. Empty for a
 * GET.
 */
SWIFTPAGER_API const char *swiftpager_request_body(const swiftpager_request *request, size_t *length);

/*
 * Answers a request with a response. The handle is stale from then on. Where nobody waits for the answer any more, that
 * is OK too, and all that happens.
 *
 * status        the HTTP status, three digits. What it means is the library's to say, as with libcurl.
 * headers_json  [["name", "value"], …], or an object of strings; at most 16 MiB; NULL: none.
 * body          copied; NULL where `length` is 0. More than the client's "max_response_bytes" ends the operation with
 *               NETWORK, and is not looked at.
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
 * message  what went wrong; goes into the error. NULL: nothing is known.
 *
 * Errors: INVALID_HANDLE (also the second time), INVALID_ARGUMENT (the message is not UTF-8), FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_request_fail(swiftpager_request *request, const char *message);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Pager                                                                                                              */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * Creates a pager. Nothing is sent before the first fetch or load_all.
 *
 * config_json  an object, described in schema/pager.schema.json:
 *              "query"           a GraphQL document; the one key that must be there
 *              "operation_name"  which of its operations; may be left out where there is one
 *              "variables"       object; the variables of the first page
 *              "pagination"      how the list is paged; see below
 *              "next_query"      another query, which asks for the further pages; see below
 *              "retain"          which pages stay in memory: "all" (default), "last", or "none" (an update's page
 *                                lives as long as the update); with the latter two an update holds one page
 *              "load_all"        {"emit": "each" (default: an update a page) or "end" (one for the whole run),
 *                                 "max_pages", "max_items"}
 *              "cache_policy"    that of its calls, in place of the defaults: see "Caching" at the top of this file. A
 *                                refetch asks the server all the same. One that reads the cache is INVALID_CONFIG where
 *                                the client has none
 *              "resume"          where the list goes on: what swiftpager_pager_resume_token() wrote, as a string with
 *                                that text, or as the object that the text is. INVALID_CONFIG with the path "/resume"
 *                                and the reason for a token of another list, a damaged one and one of a newer library
 *              "errors"          what a walk makes of errors that come beside the data of its pages: "report"
 *                                (default), "keep" or "fail"; see below
 *              "strict"          true: an older name of "errors": "fail"; false: as if it were left out. The two keys
 *                                together are INVALID_CONFIG
 *              "nested"          what is done about lists inside the items that are not whole, because their own page
 *                                info says there is more: "report" (default), "error" or "drain"; see below
 * hooks        functions that read its pages: see swiftpager_pager_hooks. NULL: the config says it all.
 *
 * "pagination" may be left out where the document says it: the one field with `pageInfo { hasNextPage endCursor }` and
 * an argument `after: $variable`, or `pageInfo { hasPreviousPage startCursor }` and `before: $variable`, or all of
 * them. Its keys, each of which goes before what the document says:
 *
 * "type"                 "cursor" (default), or "offset" for a list that is asked for by numbers
 * "direction"            "forward", "reverse" (from the end: the first page is the last one of the list), or
 *                        "bidirectional": both, from where the first page is; that one is asked for forward
 * "connection"           JSON Pointer to the list below `data`, like "/shop/products"
 * "items", "page_info"   JSON Pointers below the connection
 * "has_next_page", "end_cursor", "has_previous_page", "start_cursor"
 *                        JSON Pointers below the page info
 * "after", "first", "before", "last"
 *                        names of the variables that take the cursors and the sizes
 * "trust_opposite_flag"  whether the flag for previous pages is believed in the answer to a forward request. Default
 *                        false: many servers say `hasPreviousPage: false` to all of these. So a bidirectional list that
 *                        is opened in its middle has pages before that, until an answer to a backward request denies it
 *
 * A list is opened in its middle with a cursor among the variables. A request carries the cursor and the size of its
 * own direction; the other direction's are left out, or null where the document has a default for them. Where only one
 * direction has a size, the other one has the same; a variable that is the size of both stays. A variable with a
 * non-null type that would have to be left out is an error, and so is a cursor of the other direction.
 *
 * An offset list is read forward. "connection" has to be given; it may be the array of items itself. Its own keys:
 *
 * "offset" or "page"     name of the variable that takes the number of the first item wanted, or of the page. Default:
 *                        what the argument `offset` or `page` is given. The first page is at the number among the
 *                        variables, else the document's default, else item 0 or page 1. An offset grows by the items
 *                        that came, whatever was asked for; a page's number by one
 * "limit"                name of the variable that takes the size of a page; default: that of the argument `limit`
 * "total", "page_count", "has_more"
 *                        JSON Pointers below the connection to how many items the list has, to how many pages, and to
 *                        whether there are more. Where several are given, "has_more" decides on the end, else
 *                        "page_count", which goes with "page" only. Pages may count from 0: a list whose end
 *                        "page_count" tells is then asked for one more, which is empty. A number that its own page
 *                        contradicts, -1 or 0 beside items among them, is not one: MISSING_PAGE_INFO. Without any of
 *                        them the list
 *                        ends with the first empty page: servers may send less than they are asked for
 * "end"                  "empty_page" (default), or "short_page": a page with fewer items than the limit ends the list,
 *                        which saves the request for an empty one
 * "concurrency"          how many pages a load_all may ask for at once, 1 to 64. Default 1. Needs "total" or
 *                        "page_count": once a page has told it, the pages after that are asked for side by side, and
 *                        delivered in the order of the list. None is more than that number ahead of the page that the
 *                        slowest consumer works on, nor beyond "max_pages" and "max_items". Where a page has another
 *                        size than the one before it, what was asked for beyond it is given up, and the walk goes on
 *                        one by one, from where that page ends, until two pages have the same size; so no item is
 *                        skipped. It does not go with the hooks extract_page_info and resolve_page
 * "identity"             JSON Pointer to what tells an item apart, a string or a number, below the item (of an edge:
 *                        below its node), like "/id". Items that were seen before in the list are left out of the page:
 *                        swiftpager_page_items(), _item(), _item_count() and _ndjson() do not have them, and the loaded
 *                        counts neither; swiftpager_page_response() and _data(), swiftpager_update_output(), the paths
 *                        of swiftpager_page_nested() and what hooks get stay as they came. Offsets grow by the items
 *                        that came. An item without it stays. A server that ignores the offset repeats the same items:
 *                        once more of them came in a row than the list has, it ends with SWIFTPAGER_CURSOR_CYCLE. An
 *                        identity is remembered by a hash of 64 bits, so that an item is left out by accident with a
 *                        probability of at most 2^-43. That takes 13 to 27 bytes an item, and 16 a page, but no more
 *                        than two million items: the last million at least are remembered. All of it is forgotten when
 *                        the list begins anew; a resume token does not have it, so what a page repeats of those before
 *                        the token stays
 *
 * "next_query" is {"query", "operation_name", "variables"} with the keys of "pagination" that name a part of a document
 * ("connection", "items", …, "after", …). The first page is asked for with the pager's query, further ones with this
 * one, whose variables are its own.
 *
 * A server can answer with data in which parts are null, and say why in "errors": GitHub does so when a query exceeds
 * its resource limits. Such a page is shown and kept like any other, and swiftpager_page_errors() has its errors. With
 * "errors" the pager says what becomes of the whole list:
 *
 * "report"  a load_all goes on to the end of the list, and then ends with PARTIAL_DATA. The error object has the counts
 *           in "partial": {"pages", "errors", "first": {"page", "message", "path"}}. The list is complete and every
 *           page of it stays, so another load_all that reaches the end says the same again. Any other failure, and
 *           PAGE_LIMIT, goes first, and has "partial" in its error object, too
 * "keep"    a load_all ends with OK
 * "fail"    the page ends the operation that asked for it with GRAPHQL. A load_next, or a load_all with
 *           "fetch_from_initial_page": false, goes on after it
 *
 * The counts belong to the list as it stands: a resume token carries them, a new first page and a reset clear them, and
 * the errors of a page leave with the page. swiftpager_pager_state() has them as "errors", whichever of the three is
 * chosen. A fetch, load_next or load_previous ends with OK, for its caller has the page.
 *
 * "nested" looks at the connections inside the items, and inside what these hold, that the query shows: fields with
 * `pageInfo`, `nodes` or `edges { node }`, at most about 1,000 of them.
 *
 * "report"  they are counted and listed: swiftpager_page_nested(), swiftpager_update_nested() and
 *           swiftpager_pager_state()
 * "error"   a page with one that says there is more, or does not tell, is shown and kept, and then the operation ends
 *           with NESTED_INCOMPLETE, which names the first of them. Another call goes on from there. A query that does
 *           not ask one of them for hasNextPage (hasPreviousPage, where it is read backward) is INVALID_CONFIG
 * "drain"   the rest of each is fetched before the page is shown, and of the lists inside what that brings, and put in
 *           its place: the page is as if the server had sent it whole, its inner page infos are those of the last
 *           answers. What cannot be filled ends the operation as with "error", and the page is kept with what came: a
 *           list without an end, an answer with errors or of another object, more requests than allowed. A request
 *           that fails by the network or the server fails the page. The requests carry what the client's others do, and
 *           go past its cache, as the page does: another "cache_policy" is INVALID_CONFIG. It does not go with the hook
 *           resolve_page
 *
 * For "drain" each of them has to ask for its flag and its cursor, hasNextPage and endCursor, and the object around it
 * for `id` and `__typename`: then node(id:) is asked, with the same arguments and selection. Further keys go with
 * {"mode": "drain"} in place of the word:
 *
 * "max_requests"  the most requests for one page, 1 to 10,000. Default 1,000
 * "parallel"      the most that are under way at once, 1 to 64. Default 8
 * "queries"       queries of your own for lists where node(id:) does not do: an object whose keys say which list, like
 *                 "/products/nodes/reviews", each {"query", "operation_name", "variables", "from", "connection",
 *                 "after"}. "from" has JSON Pointers to the values that it needs in the object that has the list, by
 *                 the names of their variables; "connection" says where the answers have the list, and "after" names
 *                 the variable of the cursor, where the document does not show them. It has to select of the list what
 *                 the pager's query does
 *
 * out          receives the pager; release it with swiftpager_pager_release().
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG (the error has "path", and "position" where the query is at fault),
 * INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_create(swiftpager_client *client, const char *config_json,
                                                         const swiftpager_pager_hooks *hooks, swiftpager_pager **out,
                                                         char **error_json);

/*
 * Creates a pager as swiftpager_pager_create() does, with the query beside the config: a GraphQL document as it is,
 * with its line breaks and quotes, that nobody has to write as JSON.
 *
 * query           the document.
 * variables_json  an object with the variables of the first page; NULL: none.
 * config_json     the other keys; NULL: all stay at their defaults. A "query" in it is INVALID_CONFIG, and so are
 *                 "variables" where variables_json is not NULL.
 * hooks           functions that read its pages: see swiftpager_pager_hooks. NULL: the config says it all.
 * out             receives the pager; release it with swiftpager_pager_release().
 *
 * Errors: as swiftpager_pager_create(). A path below "/variables" is one in variables_json.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_create_with_query(swiftpager_client *client, const char *query,
                                                                    const char *variables_json,
                                                                    const char *config_json,
                                                                    const swiftpager_pager_hooks *hooks,
                                                                    swiftpager_pager **out, char **error_json);

/*
 * The calls that load pages share their form:
 *
 * options_json  NULL, or an object. All take "retain": which pages this run keeps, in place of what the pager's config
 *               says. With "last" or "none" the pages held before go when its first page arrives; what a run with "all"
 *               keeps joins what is held. All take "pull": with true the operation has updates of its own, to take one
 *               by one with swiftpager_operation_next(), and takes no completion. All take "cache_policy", in place
 *               of the pager's: see "Caching" at the top of this file. All take "headers", an object of strings that
 *               are sent beside the client's; one of the same name replaces the client's. Further keys are with each
 *               function.
 * completion    called once when the operation ends; may be NULL, and must be with "pull": true.
 * destroy       called once with user_data when the completion will not be called any more; may be NULL.
 * out           receives the operation, to wait for or to cancel; release it with swiftpager_operation_release().
 *               NULL: the operation needs no handle; with "pull": true it does.
 *
 * A call that is refused at once returns why, and its completion is not called. One that returns OK is accepted, and
 * ends exactly once: with OK, with CANCELLED, with a failure of the network or the server (40–59), or with the reason
 * why the list cannot be complete (60–79). Subscribers get those failures as well, after the pages that came before
 * them. Pages already loaded survive every failure, and loading can go on from them.
 *
 * Errors of all: INVALID_ARGUMENT, INVALID_CONFIG (the options), INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY.
 */

/* Asks for the first page; when it is there, it replaces all pages held. Ends an operation under way with CANCELLED. */
SWIFTPAGER_API swiftpager_status swiftpager_pager_fetch(swiftpager_pager *pager, const char *options_json,
                                                        swiftpager_completion_cb completion, void *user_data,
                                                        swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                        char **error_json);

/* As fetch, and answered by the server, unless its own options have another "cache_policy". */
SWIFTPAGER_API swiftpager_status swiftpager_pager_refetch(swiftpager_pager *pager, const char *options_json,
                                                          swiftpager_completion_cb completion, void *user_data,
                                                          swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                          char **error_json);

/*
 * Asks for the page after the last one.
 * Also refused with MISSING_INITIAL_PAGE, LOAD_IN_PROGRESS, PAGE_HAS_NO_MORE_CONTENT, or 60–63 as the last page had it.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_load_next(swiftpager_pager *pager, const char *options_json,
                                                            swiftpager_completion_cb completion, void *user_data,
                                                            swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                            char **error_json);

/*
 * Asks for the page before the first one of the list as it is held, in a list that is read in that direction.
 * Also refused with MISSING_INITIAL_PAGE, LOAD_IN_PROGRESS, PAGE_HAS_NO_MORE_CONTENT, or 60–63 as that page had it.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_load_previous(swiftpager_pager *pager, const char *options_json,
                                                                swiftpager_completion_cb completion, void *user_data,
                                                                swiftpager_destroy_cb destroy,
                                                                swiftpager_operation **out, char **error_json);

/*
 * Asks for all pages, one after the other, until the list ends: next pages first, then previous ones. Ends an
 * operation under way with CANCELLED.
 *
 * The next page travels while your callback works on the one before, and no more than that: a slow subscriber holds
 * the walk back. With a subscriber that is never dispatched it does not go on.
 *
 * options_json  {"fetch_from_initial_page": true (start over with the first page) or false (go on at the ends of what
 *                is loaded; refused like load_next, but OK at once when the list is complete); default true, but false
 *                for a pager with a "resume" in its config that has not been reset or fetched and holds no page,
 *                "max_pages",
 *                "max_items",
 *                "emit": "each" or "end"}, as in the pager's "load_all". The caps count what this run loads; one that
 *                is reached while there is more ends the operation with PAGE_LIMIT.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_load_all(swiftpager_pager *pager, const char *options_json,
                                                           swiftpager_completion_cb completion, void *user_data,
                                                           swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                           char **error_json);

/*
 * Forgets all pages and ends an operation under way with CANCELLED; its request is aborted. Subscribers stay, and
 * are not told.
 *
 * Errors: INVALID_HANDLE, CLOSED, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_reset(swiftpager_pager *pager);

/*
 * Whether the last page says there is more after it, and how to ask for it. False before the first page. True also
 * where the hook resolve_page has no query for it.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_can_load_next(swiftpager_pager *pager, bool *out);

/*
 * Whether there is more before the pages loaded, and how to ask for it. False before the first page, and for a list
 * that is not read in that direction.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_can_load_previous(swiftpager_pager *pager, bool *out);

/*
 * The current state of the list, as a new subscriber would be told it first: with all pages held, or the failure that
 * left it without any. Only looks: it runs no callback, so it may be called inside one, and hands nothing out.
 *
 * out  receives the update, retained: give it back with swiftpager_update_release(). NULL with OK when there is none:
 *      before the first page, after a reset, and with "retain" "none". Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, CLOSED, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_current(swiftpager_pager *pager, swiftpager_update **out);

/*
 * The pager's state as JSON, to free with swiftpager_free():
 * {"loading": null, "fetch", "load_next", "load_previous" or "load_all",
 *  "waiting": null, or before a request is sent again {"reason": "connection", "http_503", "rate_limit" or "too_large",
 *  or "pace" before it is sent at all, "attempt": how often it was sent, "until": when it will be, in milliseconds
 *  since 1970},
 *  "pages_held": n, "pages_loaded": n, "items_loaded": n, "can_load_next": bool, "can_load_previous": bool,
 *  "duplicates": how many items were left out, because an earlier page had them: see "identity",
 *  "unreadable_pages": how many of the pages held the client's cache cannot read back: see "Watching",
 *  "gaps": how many pages do not begin where the page before them ends, because that has changed since, by an answer to
 *          another pager or request: items between the two may be missing, or come twice. Only a new first page mends
 *          that. What a change says of the end of the newest page counts, at both ends, and makes no gap,
 *  "drift": null (the list is none of offsets), or {"short_pages": n, "total_changes": n, "total": n or null,
 *           "page_count_changes": n, "page_count": n or null}: what was noticed of a list that changes while it is
 *           read. How many pages had fewer items than one before them, although further items follow; how often a page
 *           told another total than the one before it, and the last; the same of the number of pages,
 *  "ends": {"next", "previous"}, each null (no page yet, or there is more), "complete", or a status name of 60–63,
 *  "errors": null, or what came beside the data of its pages: {"pages", "errors", "first": {"page", "message",
 *            "path"}}, the number of pages, that of their errors, and the first one. Its page counts from 1 in the
 *            order of loading, its path is a JSON Pointer below `data`; message and path are null where the server
 *            does not say them,
 *  "end": null while one of the ends is, else the status name that an end has, else MISSING_PAGE_INFO where there are
 *         "gaps": a load_all ends with that, too. Else "PARTIAL_DATA" where "errors" is not null and the pager's
 *         "errors" is "report", else "complete",
 *  "list": {"type", "direction", "connection", "items", "page_info", "has_next_page", "end_cursor",
 *           "has_previous_page", "start_cursor", "after", "first", "before", "last", "offset", "page", "limit",
 *           "total", "page_count", "has_more", "next_query"}: the list that the pager reads, as the documents and the
 *           config describe it. The keys are those of "pagination", and mean the same; what the list has not, or what
 *           only answers show, is null: also the type where the hook extract_page_info reads the page info, and the
 *           names of variables where resolve_page makes the requests for it. Where the config does not name the
 *           items, they are the first of "nodes" and "edges" that the query selects. "next_query" is null, or has the
 *           same members for the query of that name, but for "type", "direction" and "next_query",
 *  "nested": null (the query has no lists inside its items), or {"incomplete": n, "unknown": n, "connections": […]}:
 *            the lists inside the pages loaded that cannot be taken for whole, as swiftpager_page_nested() counts them,
 *            and where the query has them: like "/products/nodes/reviews", without the indexes on the way}
 * A list that is not read in one direction is complete at that end. The loaded counts are those of the list as it
 * stands, also of pages that were not retained.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_state(swiftpager_pager *pager, char **out_json);

/*
 * Where another process can go on with this list: pass it as "resume" to a pager of the same list, and load_all loads
 * the pages that come after. JSON of at most 16 kB, to free with swiftpager_free(); what is in it is not part of the
 * contract.
 *
 * It stands for what the slowest consumer has finished with, and for nothing that waits for one or is being worked on:
 * its callback has returned; it has asked for another update, or released the last reference to one that it pulled; or
 * it has said so with swiftpager_update_finish(). Where nothing subscribes or pulls, it stands for what is loaded.
 * A consumer that leaves does not finish thereby: what it was working on is in no token until another operation goes on
 * from there. The exceptions are a callback that returns later, and an update of an operation that was cancelled, which
 * can still be finished with.
 *
 *     store(page);                            // in one transaction, where each item has to come once
 *     swiftpager_update_finish(update);
 *     swiftpager_pager_resume_token(pager, &token);
 *     store_token(token);
 *
 * A process that dies between its work and keeping the token gets the page again; one that keeps both as one gets each
 * page once. The server's list must go on from the same cursor: no token makes a server do that.
 *
 * A token fits pagers with the same query, variables, "pagination" and "next_query", and clients with the same endpoint
 * (a user and password in it aside). They are compared by what they mean: the layout of a query, the order of an
 * object's members and the way in which a number is written may differ, and cursors and sizes among the variables, too.
 * A token of another list is refused with what differs. Tokens of earlier versions fit where all texts are the same.
 * The counts of swiftpager_pager_state() go on with those of the token; the pages before are not held.
 *
 * To notice a cycle, the token has fingerprints of the cursors so far. Where there are more than it has room for (about
 * 900), the older ones are thinned. A server that goes back to a page whose fingerprint is not kept is noticed later,
 * when it comes to one that is, at the latest after one round of the cycle within one process: until then pages come
 * again.
 *
 * out_json  receives the token. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, BAD_RESPONSE (the server's cursors are too
 * long for a token, or what extract_page_info returned).
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_resume_token(swiftpager_pager *pager, char **out_json);

/*
 * Gives the pager back: its operation ends with CANCELLED, its subscriptions end. Legal inside its own callbacks.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_release(swiftpager_pager *pager);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Subscription                                                                                                       */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * Sends every new state of the list to `on_update`. When pages are held already, the first update is the current
 * state. Failures of the network or the server are updates too: see swiftpager_update_status().
 *
 * on_update  called with each update. NULL: the updates wait to be pulled with swiftpager_subscription_next().
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
 * Takes the next update of a subscription that has no callback, waiting up to `timeout_ms` for it (0 = not at all,
 * −1 = no limit). It runs the callbacks of the subscription's pager meanwhile, and none of other pagers. Several
 * threads may pull one subscription: each update is taken by one of them.
 *
 * You have finished with an update when you ask for another one on the same thread, or when its last reference is
 * released, whichever comes first; that lets a held-back load_all go on. A consumer that moves from thread to thread
 * finishes the oldest one when it asks.
 *
 * out  receives the update, retained: give it back with swiftpager_update_release().
 *
 * Errors: INVALID_ARGUMENT (also for a subscription with a callback), INVALID_HANDLE, REENTRANT (inside a callback,
 * also with timeout 0), FORKED, TIMEOUT, INTERRUPTED, and CLOSED once the pager or client is gone and no update is
 * left.
 */
SWIFTPAGER_API swiftpager_status swiftpager_subscription_next(swiftpager_subscription *subscription, int32_t timeout_ms,
                                                              swiftpager_update **out);

/*
 * A file descriptor for your event loop, of a subscription that has no callback: readable exactly while
 * swiftpager_subscription_next() with timeout 0 has something to do: an update, the end, or a callback of its pager to
 * run (then it may return TIMEOUT).
 *
 * Only poll it: do not read, write or close it. It is valid until the subscription is released: take it out of your
 * loop before. It is made at the first call.
 *
 * out_fd  receives the descriptor; −1 on failure. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT (also for a subscription with a callback), INVALID_HANDLE, FORKED, NO_MEMORY (no descriptor
 * is free).
 */
SWIFTPAGER_API swiftpager_status swiftpager_subscription_fd(swiftpager_subscription *subscription, int *out_fd);

/*
 * Ends the subscription and gives the handle back: after it returns, no call of on_update starts any more; destroy runs
 * after the last one. A call that runs on another thread is given a moment to return (50 ms at most), because it may
 * only be about to begin; a longer one goes on. Legal inside on_update, where it does not wait.
 *
 * A page that only this subscription was waiting for is not lost where the pager does not retain it: a load_next, or a
 * load_all that goes on, asks for it again. Pages that it was handed are not asked for again.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_subscription_cancel(swiftpager_subscription *subscription);

/* The same as swiftpager_subscription_cancel(), under the name that the other handles have. */
SWIFTPAGER_API swiftpager_status swiftpager_subscription_release(swiftpager_subscription *subscription);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Operation                                                                                                          */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * Dispatches the client's callbacks on this thread until the operation has ended and its completion ran, or until
 * `timeout_ms` is over (0 = not at all, −1 = no limit).
 *
 * Returns how the operation ended; `error_json` receives its error, to free with swiftpager_free(). Waiting again
 * returns the same. Its own errors: INVALID_ARGUMENT (also for an operation that is pulled), INVALID_HANDLE, REENTRANT,
 * FORKED, TIMEOUT and INTERRUPTED (the operation goes on).
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_wait(swiftpager_operation *operation, int32_t timeout_ms,
                                                           char **error_json);

/*
 * The next update of an operation that was begun with {"pull": true}: the one loop that a walk needs.
 *
 *     while ((status = swiftpager_operation_next(operation, -1, &update, &error)) == SWIFTPAGER_OK && update != NULL) {
 *         const swiftpager_page *page = swiftpager_update_last_page(update);
 *         …
 *         swiftpager_update_release(update);
 *     }
 *
 * It waits up to `timeout_ms` (0 = not at all, −1 = no limit), and runs the callbacks of the operation's pager
 * meanwhile; none of other pagers. The updates are the operation's own: none from before it began or after it ended,
 * one for each page or, for a load_all with "emit" "end", one for all.
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
 * Errors: how the operation ended, after its last update; asking again returns the same. A failure that brought no page
 * is only that end, and no update. CANCELLED comes at once: updates that waited are dropped, and count as not handed
 * out. Its own errors: INVALID_ARGUMENT (also for an operation that is not pulled), INVALID_HANDLE, REENTRANT (inside
 * a callback, also with timeout 0), FORKED, TIMEOUT and INTERRUPTED (the operation goes on).
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_next(swiftpager_operation *operation, int32_t timeout_ms,
                                                           swiftpager_update **out, char **error_json);

/*
 * Whether the operation has ended, and how. Only looks: runs no callback, waits for nothing. The completion of an
 * operation that has ended may still have to run, and the updates of a pulled one may wait to be taken.
 *
 * out_ended   receives whether it has ended; may be NULL.
 * out_status  receives how; OK while it goes on. May be NULL.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_status(swiftpager_operation *operation, bool *out_ended,
                                                             swiftpager_status *out_status);

/*
 * A file descriptor for your event loop. Of a pulled operation: readable exactly while swiftpager_operation_next() with
 * timeout 0 has something to do: an update, the end, or a callback of its pager to run (then it may return TIMEOUT). Of
 * any other operation: readable once it has ended.
 *
 * Only poll it: do not read, write or close it. It is valid until the operation is released: take it out of your loop
 * before. It is made at the first call; who asks for none pays for none.
 *
 * out_fd  receives the descriptor; −1 on failure. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED, NO_MEMORY (no descriptor is free).
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_fd(swiftpager_operation *operation, int *out_fd);

/*
 * The body of the response to an executed request, as the server sent it: also where the operation failed with GRAPHQL,
 * HTTP or BAD_RESPONSE. NULL, with length 0, before the operation has ended, where no response came, and for operations
 * of a pager. Borrowed for the life of the handle; `length` receives the length in bytes and may be NULL.
 */
SWIFTPAGER_API const char *swiftpager_operation_response(swiftpager_operation *operation, size_t *length);

/*
 * Ends the operation with CANCELLED and aborts its request; pages already loaded stay. Nothing happens to an
 * operation that has ended.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_cancel(swiftpager_operation *operation);

/*
 * Gives the handle back. The operation goes on, and its completion is still called; one that is pulled is cancelled,
 * for nobody could pull it any more, and pages that were not pulled count as not handed out.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_release(swiftpager_operation *operation);

/*
 * The items of a pulled operation as a stream of Apache Arrow: record batches of 8,192 rows or more, but for the last
 * one. While a batch is worked on, the walk goes on for at most as many pages as fill another, and 100 at most. The
 * columns are those of swiftpager_table_create(). Their types are fixed by `columns_json`, or by the rows of the first
 * batch; a page that does not fit them fails the stream, and the error names page, item, column, type and value.
 *
 * The stream takes the operation over: its handle may be given back at once, and releasing the stream cancels what goes
 * on. `get_schema` and `get_next` wait and run callbacks as swiftpager_operation_next() does, without a limit; take
 * care that such a call is made where no callback runs. Pages of which rows are in a batch count as finished with
 * when the next page is waited for. With the policy "return_cache_data_and_fetch" the rows are the server's.
 *
 * Functions of the stream return 0 or a number of errno.h; `get_last_error` then gives the name of a status and a
 * message, like "NETWORK: could not connect …".
 * - EINTR: swiftpager_client_wake() ended the wait. Call again to go on; no row is lost.
 * - EDEADLK: REENTRANT. The stream works again outside the callback.
 * - ECANCELED: the operation was cancelled or superseded, or its client was shut down. Rows that wait are dropped.
 * - EINVAL: a page does not fit the types; also for any call in a child of fork(), which only may release the stream.
 * - ENOMEM.
 * - EIO: how the operation failed otherwise. The rows before the failure come first.
 *
 * columns_json  may be NULL.
 * out           receives the stream, which is yours: its `release` is to be called. NULL is the `release` when the
 *               function fails. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT (also for an operation that is not pulled, that has a stream already, or whose "emit" is
 * "end"), INVALID_CONFIG, INVALID_HANDLE, FORKED, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_arrow_stream(swiftpager_operation *operation,
                                                                   const char *columns_json,
                                                                   struct ArrowArrayStream *out, char **error_json);

/*
 * As swiftpager_operation_arrow_stream(), with types that fit all rows and not only those of the first batch:
 * `get_next` waits for the end of the operation, and so does `get_schema` unless `columns_json` says all types. Batches
 * have up to about a million rows. Where a later page widens a type, the rows before it are filled once more from the
 * kept bytes.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_arrow_table(swiftpager_operation *operation,
                                                                  const char *columns_json,
                                                                  struct ArrowArrayStream *out, char **error_json);

/*
 * Waits until the operation's stream can answer without waiting: for hosts that have to look at something else now and
 * then, like signals, while a library that takes the stream is waiting for rows. Call it on the thread that is about to
 * call `get_next`; never on two threads at once, and not beside a function of the stream.
 *
 * It waits up to `timeout_ms` (0 = not at all, −1 = no limit), and runs callbacks as swiftpager_operation_next() does.
 * OK also where no rows are left.
 *
 * Errors: those that `get_next` would fail with, as a status; TIMEOUT and INTERRUPTED, without an error object (the
 * stream goes on); INVALID_ARGUMENT (also where no stream has the operation), INVALID_HANDLE, REENTRANT, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_arrow_wait(swiftpager_operation *operation, int32_t timeout_ms,
                                                                 char **error_json);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Update                                                                                                             */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * OK for a state of the list; GRAPHQL when its newest page carries errors in place of the connection; else the failure
 * that ended the operation (40–79), with the pages held so far. INVALID_HANDLE where the handle is not one of an
 * update.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_status(const swiftpager_update *update);

/* The failure as a JSON object, borrowed for the life of the update; NULL when the status is OK. */
SWIFTPAGER_API const char *swiftpager_update_error(const swiftpager_update *update);

/*
 * Where the page that the update tells of came from; SOURCE_NONE for a failure without a page. SOURCE_CACHE: a policy
 * had the cache answer, or the page shows what has changed since it was loaded.
 */
SWIFTPAGER_API swiftpager_source swiftpager_update_source(const swiftpager_update *update);

/* How many pages the update holds: with "retain" "last" or "none" at most one. */
SWIFTPAGER_API size_t swiftpager_update_page_count(const swiftpager_update *update);

/*
 * The page that the update tells of: the one that was loaded last, or that changed; NULL for a failure. It lives as
 * long as the update.
 */
SWIFTPAGER_API const swiftpager_page *swiftpager_update_last_page(const swiftpager_update *update);

/*
 * The page at `index`, in the order of the list: previous pages, the one farthest from the initial page first, then the
 * initial page, then next pages. NULL beyond the last.
 */
SWIFTPAGER_API const swiftpager_page *swiftpager_update_page_at(const swiftpager_update *update, size_t index);

/*
 * Which page of the update is the one that changed: the index that swiftpager_update_page_at() takes for the page that
 * swiftpager_update_last_page() gives. 0 where the update holds one page.
 *
 * out  receives the index.
 *
 * Errors: INVALID_ARGUMENT (also for an update that tells of a failure without a page), INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_page_index(const swiftpager_update *update, size_t *out);

/*
 * Whether the update shows a page as it is now that subscribers were told of before, and no load has brought it: see
 * "Watching". A page that a load brought from the cache is none.
 *
 * out  receives the answer; false for a failure.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_is_change(const swiftpager_update *update, bool *out);

/*
 * The whole update as JSON, in the order of the list: {"previous_pages": [response, …], "initial_page": response or
 * null, "next_pages": [response, …]}, each response as the server sent it. Put together at the first call, in time
 * linear in the pages held; borrowed for the life of the update. `length` receives its length in bytes and may be
 * NULL; the text ends with a NUL. NULL when there is not enough memory for it; a later call tries again.
 */
SWIFTPAGER_API const char *swiftpager_update_output(const swiftpager_update *update, size_t *length);

/*
 * Says that you have finished with an update that you keep: as releasing its last reference does for one that was
 * pulled, and the return of the callback for others, but it stays readable. It lets a held-back load_all go on, and
 * moves swiftpager_pager_resume_token(). Once is enough; OK also where nothing waits for it.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_finish(const swiftpager_update *update);

/*
 * Counts, in all pages that the update holds, the lists inside their items that cannot be taken for whole: see
 * swiftpager_page_nested(). In time linear in the pages held.
 *
 * out_incomplete  receives how many say that there is more; may be NULL.
 * out_unknown     receives how many do not tell; may be NULL.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_nested(const swiftpager_update *update, size_t *out_incomplete,
                                                          size_t *out_unknown);

/*
 * Keeps the update beyond the callback, on any thread; a retained update outlives its pager and client. Each retain
 * wants one release.
 *
 * Errors: INVALID_HANDLE (also when another thread has just given the last reference back), FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_retain(const swiftpager_update *update);

/*
 * Gives a retained update back. A callback that gives back what it did not retain ends what it was lent: the update is
 * stale from then on, and nothing else happens.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_release(const swiftpager_update *update);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Page                                                                                                               */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * Parts of the response as the server sent them: slices of the received bytes, never copied or written anew. They are
 * borrowed for the life of the page's update and are not terminated by NUL: `length` receives the length in bytes.
 * NULL, with length 0, when the response has no such part.
 */

/* The whole body of the response. That of a page which came from the cache is made of what the cache has. */
SWIFTPAGER_API const char *swiftpager_page_response(const swiftpager_page *page, size_t *length);

/* The value of `data`; NULL also when it is null. */
SWIFTPAGER_API const char *swiftpager_page_data(const swiftpager_page *page, size_t *length);

/*
 * The array of items: the connection's `nodes` where the response has them, else its `edges`, or what "items" names.
 * Where items were left out, because of "identity", it is put together at the first call, and ends with a NUL.
 * NULL where the server sent null. A response without any of those that the query asks for is refused with
 * BAD_RESPONSE.
 */
SWIFTPAGER_API const char *swiftpager_page_items(const swiftpager_page *page, size_t *length);

/* What the hook `transform` made of the page, JSON text; NULL where there is none. */
SWIFTPAGER_API const char *swiftpager_page_model(const swiftpager_page *page, size_t *length);

/* How many elements that array has; 0 without one. */
SWIFTPAGER_API size_t swiftpager_page_item_count(const swiftpager_page *page);

/* What the page is to its list; KIND_NONE where the handle is not one of a page. */
SWIFTPAGER_API swiftpager_kind swiftpager_page_kind(const swiftpager_page *page);

/* The array of GraphQL errors; NULL when there are none. */
SWIFTPAGER_API const char *swiftpager_page_errors(const swiftpager_page *page, size_t *length);

/* The page info object as it came; NULL where it is null or absent. */
SWIFTPAGER_API const char *swiftpager_page_info(const swiftpager_page *page, size_t *length);

/*
 * The lists inside the items of the page, and inside what these hold, that cannot be taken for whole: the connections
 * that the query shows there, each by its own page info.
 *
 *     {"incomplete": 1, "unknown": 0, "lists": [
 *         {"path": "/data/products/nodes/4/reviews", "has_more": true, "item_count": 10,
 *          "page_info": {"hasNextPage": true, "endCursor": "x"}}]}
 *
 * incomplete  how many say that there is more.
 * unknown     how many do not tell: their page info is not asked for, is null, or has no true or false.
 * lists       the first 10,000 of both, in the order of the page: where each is, a JSON Pointer into the response;
 *             whether there is more, true or null; how many elements it has; its page info as it came, or null.
 *
 * A connection with `last` or `before`, and without their twins, is read backward: its hasPreviousPage counts. A list
 * that is null is whole, and so is what the query cuts off with an argument but shows no page info, `edges` or `nodes`
 * of. Put together at the first call; borrowed for the life of the update. The text ends with a NUL, which `length`
 * leaves out. NULL where the query has no connection there, or where there is not enough memory.
 */
SWIFTPAGER_API const char *swiftpager_page_nested(const swiftpager_page *page, size_t *length);

/* The value of `extensions`; NULL where it is null or absent. */
SWIFTPAGER_API const char *swiftpager_page_extensions(const swiftpager_page *page, size_t *length);

/*
 * The value of a header of the response, without the white space around it, in the bytes that the server sent. Upper
 * and lower case do not matter in `name`; of several headers with it, it is the first. NULL where there is none.
 */
SWIFTPAGER_API const char *swiftpager_page_header(const swiftpager_page *page, const char *name, size_t *length);

/* All header lines of the response as they came, each "Name: value" with its line break; NULL where there are none. */
SWIFTPAGER_API const char *swiftpager_page_headers(const swiftpager_page *page, size_t *length);

/*
 * The item at `index`: of an edge its node, else the element as it is. NULL beyond the last.
 *
 * An edge is an element for which the query selects the field `node`, under whatever alias; where it selects several,
 * the first of them that the edge has is its node. Elements of the field `nodes` are no edges. Where the query does not
 * show what the elements are, one with the key "node" is an edge.
 *
 * The first call finds where all items of the page are, in time linear in its length; later ones take no time. NULL
 * also where there is not enough memory for that; a later call tries again.
 */
SWIFTPAGER_API const char *swiftpager_page_item(const swiftpager_page *page, size_t index, size_t *length);

/*
 * All items, each as swiftpager_page_item() gives it, one a line, each line ended by "\n": NDJSON. An item that spans
 * several lines has the space between its tokens taken out; any other is as the server sent it. Put together at the
 * first call; borrowed for the life of the update. The text ends with a NUL, which `length` leaves out; it is empty for
 * an empty array, and NULL where the page has none, or where there is not enough memory.
 */
SWIFTPAGER_API const char *swiftpager_page_ndjson(const swiftpager_page *page, size_t *length);

/*
 * The items of the page as a record batch of Apache Arrow: a struct array whose children are the columns. The rows are
 * what swiftpager_page_item() gives, in their order; a row that is null is a null in each column. See "Columns" at
 * swiftpager_table_create(), also for `columns_json`, which may be NULL. A page without items is a batch without rows.
 *
 * out_schema, out_array  receive the types and the values. Both are yours: each wants its `release` called, and neither
 *                        depends on the page any more. Their `release` is NULL when the function fails. Must not be
 *                        NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG (`columns_json`), INVALID_HANDLE, FORKED, BAD_RESPONSE (a value does not
 * fit the type that `columns_json` says), NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_page_arrow(const swiftpager_page *page, const char *columns_json,
                                                       struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                                                       char **error_json);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Table                                                                                                              */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * A table without rows: it collects those of pages as columns of Apache Arrow, with types that fit them all.
 *
 *     while ((status = swiftpager_operation_next(walk, -1, &update, &error)) == SWIFTPAGER_OK && update != NULL) {
 *         status = swiftpager_table_add(table, swiftpager_update_last_page(update), &error);
 *         swiftpager_update_release(update);
 *         …
 *     }
 *     status = swiftpager_table_take(table, &schema, &array, &error);
 *
 * Columns  Without `columns_json` they are the keys of the rows, in the order in which they appear first, and have the
 *          narrowest type that holds every value:
 *          - true and false: bool;
 *          - integers: int64;
 *          - integers and numbers with a fraction or an exponent: float64;
 *          - strings: utf8;
 *          - lists: a list of what their elements are;
 *          - objects: a struct of what their members are;
 *          - null and what is missing: a null, of any type. Nothing else: Arrow's type null;
 *          - anything else: JSON text, utf8 with {"swiftpager.type": "json"} in the field's metadata. That is values of
 *            several kinds; integers beyond 2^53 among numbers with a fraction, and integers beyond int64; objects that
 *            have a key twice, objects with a NUL in a key, and objects that have no key in any row; what is nested
 *            deeper than 32 levels; objects with more than 1,024 different keys, and those that would bring the columns
 *            of all levels above 4,096. So no value is lost or rounded but for the digits of a fraction that no double
 *            has.
 *          Rows that are no objects, or of which some are not, or that are such as are JSON text, are one column named
 *          "value".
 *
 *          `columns_json` names the columns that are wanted, in their order, each with a JSON Pointer into the row and
 *          a type; without a pointer it is the row's member of the column's name, and without a type it is inferred:
 *
 *          {"id": {}, "price": {"pointer": "/price/amount", "type": "float64"}, "first tag": "/tags/0"}
 *
 *          Types are "bool", "int64" (also 2.0), "float64", "string", "json" (the text of any value), "date"
 *          ("2026-11-22"), "timestamp" (ISO 8601 with a zone, like "2026-11-22T12:25:00.5Z"; in microseconds of UTC),
 *          "timestamp_ns" (in nanoseconds), "timestamp_local" and "timestamp_local_ns" (without a zone), ["string"] (a
 *          list) and {"x": "float64", "y": "float64"} (those members of an object). A value of another kind is an error
 *          that names page, item, column, type and value. What a pointer leads to nothing at is null.
 *
 * columns_json  may be NULL.
 * out           receives the table: give it back with swiftpager_table_release(). Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_table_create(const char *columns_json, swiftpager_table **out,
                                                         char **error_json);

/*
 * Appends the items of a page, all or none: where it fails, the table is as it was. Where an item does not fit the
 * types so far they are widened, and rows that are in the table already are read once more when they are taken. The
 * table keeps the bytes of its pages until then; not where `columns_json` says all types.
 *
 * Errors: INVALID_HANDLE, FORKED, BAD_RESPONSE (a value does not fit its column's type, which `columns_json` says, or
 * which stays because rows were taken), NO_MEMORY (also for rows that have so many keys of their own that their columns
 * would be nothing but nulls).
 */
SWIFTPAGER_API swiftpager_status swiftpager_table_add(swiftpager_table *table, const swiftpager_page *page,
                                                      char **error_json);

/*
 * Takes the oldest rows out as a record batch, as swiftpager_page_arrow() does: up to about a million of them, and none
 * (a length of 0) where no rows are left. From the first call on the types stay: all batches of a table have the same,
 * and a page that does not fit them is refused.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_table_take(swiftpager_table *table, struct ArrowSchema *out_schema,
                                                       struct ArrowArray *out_array, char **error_json);

/* Gives the table back; batches that were taken stay. Errors: INVALID_HANDLE, FORKED. */
SWIFTPAGER_API swiftpager_status swiftpager_table_release(swiftpager_table *table);

#ifdef __cplusplus
}
#endif

#endif /* SWIFTPAGER_H */
