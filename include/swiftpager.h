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
 *             swiftpager_client_create_with_endpoint("http://127.0.0.1:8000/graphql", NULL, NULL, &client, &error);
 *         if (status == SWIFTPAGER_OK)
 *             status = swiftpager_pager_create_with_query(client,
 *                 "query ($after: String) { products(first: 100, after: $after) {"
 *                 " edges { node { id name } } pageInfo { hasNextPage endCursor } } }",
 *                 NULL, NULL, NULL, &pager, &error);
 *         if (status == SWIFTPAGER_OK)
 *             status = swiftpager_pager_load_all(pager, "{\"pull\": true, \"failed_pages\": false}", NULL, NULL, NULL,
 *                                                &walk, &error);
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
 * The second: give callbacks, for updates and for the ends of operations. They run only inside the calls that
 * "Callbacks" lists, on the thread that made the call, never on a thread of the library. The third, for a host without
 * a loop: let a thread of the library run the callbacks, with "delivery": "thread" in the client's config. For an event
 * loop each of the three ways has a descriptor to poll: swiftpager_operation_fd(), swiftpager_subscription_fd() and
 * swiftpager_client_fd().
 *
 * This file names statuses, sources and kinds without their prefix SWIFTPAGER_ in its comments.
 */

/* ------------------------------------------------------------------------------------------------------------------ */
/* Contents                                                                                                           */
/* ------------------------------------------------------------------------------------------------------------------ */

/* Written by contract/headers.py: run `make headers`. */

/*
 * - Functions at a glance
 * - Ownership
 * - Rules: values (Handles, Strings, NULL, Errors, Memory)
 * - Rules: threads and callbacks (Threads, Callbacks, Signals, user_data and destroy, Results)
 * - Rules: the cache (Caching, Watching)
 * - Rules: requests (Retrying, Rates, Persisted queries, Recordings)
 * - Rules: processes (Fork, Descriptors)
 * - Configs (Config of a client, Config of a pager, Options of a load, Request to execute)
 * - Types
 * - The library
 * - Client
 * - Request
 * - Pager
 * - Subscription
 * - Operation
 * - Update
 * - Page
 * - Table (Columns)
 */

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions at a glance                                                                                              */
/* ------------------------------------------------------------------------------------------------------------------ */

/* Written by contract/headers.py: run `make headers`. */

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
 * function                     waits       calls back             result lives until        statuses
 * version                      -           -                      process ends              -
 * abi_version                  -           -                      -                         -
 * status_name                  -           -                      process ends              -
 * free                         -           -                      -                         -
 * alloc                        -           -                      freed                     -
 * last_error                   -           -                      next call of the thread   -
 * callback_abandon             -           cancel, destroy        -                         1
 * client_create                -           refused                released                  1, 2, 8, 46, 48
 * client_create_with_endpoint  -           refused                released                  1, 2, 8, 46, 48
 * client_execute               -           refused                released                  1–4, 6, 8
 * client_cache_write           store       -                      -                         1, 3, 4, 6, 8, 46
 * client_cache_read            store       -                      freed                     1, 3, 4, 6, 8, 46
 * client_cache_evict           store       -                      -                         1, 3, 4, 6, 8, 46
 * client_cache_clear           store       -                      -                         1, 3, 4, 6, 8, 46
 * client_dispatch              timeout_ms  client                 -                         1, 3–6
 * client_fd                    -           -                      client is released        1, 3, 6, 8
 * client_wake                  -           -                      -                         3, 6
 * client_observe               -           refused                -                         3, 4, 6
 * client_observe_kinds         -           refused                -                         1–4, 6
 * client_set_authorizer        -           refused                -                         3, 4, 6
 * authorization_complete       -           -                      -                         1, 3, 6
 * authorization_fail           -           -                      -                         1, 3, 6
 * client_shutdown              timeout_ms  destroy                -                         1, 3, 5–7
 * client_release               -           cancel, destroy        -                         3, 6
 * client_unref                 -           cancel, destroy        -                         3, 6
 * request_url                  -           -                      request is answered       -
 * request_method               -           -                      request is answered       -
 * request_headers              -           -                      request is answered       -
 * request_body                 -           -                      request is answered       -
 * request_complete             -           -                      -                         1, 3, 6, 8
 * request_fail                 -           -                      -                         1, 3, 6
 * pager_create                 -           resolve_page, refused  released                  1–4, 6, 8, 11
 * pager_create_with_query      -           resolve_page, refused  released                  1–4, 6, 8, 11
 * pager_fetch                  -           refused                released                  1–4, 6, 8
 * pager_refetch                -           refused                released                  1–4, 6, 8
 * pager_load_next              -           refused                released                  1–4, 6, 8, 20–23, 60–63
 * pager_load_previous          -           refused                released                  1–4, 6, 8, 20–23, 60–63
 * pager_load_all               -           refused                released                  1–4, 6, 8, 20–23, 60–63
 * pager_reset                  -           -                      -                         3, 4, 6
 * pager_can_load_next          -           -                      -                         1, 3, 6
 * pager_can_load_previous      -           -                      -                         1, 3, 6
 * pager_current                -           -                      released                  1, 3, 4, 6
 * pager_state                  -           -                      freed                     1, 3, 6, 8
 * pager_resume_token           -           -                      freed                     1, 3, 4, 6, 8, 43
 * pager_checkpoint             -           -                      freed                     1, 3, 4, 6, 8, 43
 * pager_release                -           cancel, destroy        -                         3, 6
 * pager_unref                  -           cancel, destroy        -                         3, 6
 * pager_subscribe              -           refused                released                  1, 3, 4, 6, 8
 * subscription_next            timeout_ms  pager                  released                  1, 3–7, 10
 * subscription_fd              -           -                      subscription is released  1, 3, 6, 8
 * subscription_cancel          50 ms       cancel, destroy        -                         3, 6
 * subscription_release         50 ms       cancel, destroy        -                         3, 6
 * operation_wait               timeout_ms  client                 -                         1, 3, 5–7, 10, end
 * operation_next               timeout_ms  pager                  released                  1, 3, 5–7, 10, end
 * operation_status             -           -                      -                         3, 6
 * operation_fd                 -           -                      operation is released     1, 3, 6, 8
 * operation_response           -           -                      operation is released     -
 * operation_cancel             -           -                      -                         3, 6
 * operation_release            -           cancel, destroy        -                         3, 6
 * operation_arrow_stream       -           -                      released                  1–3, 6, 8
 * operation_arrow_table        -           -                      released                  1–3, 6, 8
 * operation_arrow_wait         timeout_ms  pager                  -                         1, 3, 5–7, 10, end
 * operation_arrow_finish       -           -                      -                         1, 3, 6
 * update_status                -           -                      -                         3, 6, end
 * update_error                 -           -                      update is released        -
 * update_source                -           -                      -                         -
 * update_page_count            -           -                      -                         -
 * update_last_page             -           -                      update is released        -
 * update_page_at               -           -                      update is released        -
 * update_page_index            -           -                      -                         1, 3, 6
 * update_is_change             -           -                      -                         1, 3, 6
 * update_output                -           -                      update is released        -
 * update_finish                -           -                      -                         3, 6
 * update_nested                -           -                      -                         3, 6
 * update_retain                -           -                      -                         3, 6
 * update_release               -           -                      -                         3, 6
 * page_retain                  -           -                      -                         3, 6
 * page_release                 -           -                      -                         1, 3, 6
 * page_response                -           -                      page is released          -
 * page_data                    -           -                      page is released          -
 * page_items                   -           -                      page is released          -
 * page_model                   -           -                      page is released          -
 * page_item_count              -           -                      -                         -
 * page_kind                    -           -                      -                         -
 * page_errors                  -           -                      page is released          -
 * page_info                    -           -                      page is released          -
 * page_nested                  -           -                      page is released          -
 * page_extensions              -           -                      page is released          -
 * page_header                  -           -                      page is released          -
 * page_headers                 -           -                      page is released          -
 * page_item                    -           -                      page is released          -
 * page_spans                   -           -                      page is released          -
 * page_ndjson                  -           -                      page is released          -
 * page_arrow                   -           -                      released                  1–3, 6, 8, 43
 * table_create                 -           -                      released                  1, 2, 8
 * table_add                    -           -                      -                         3, 6, 8, 43
 * table_add_rows               -           -                      -                         1, 3, 6, 8, 43
 * table_fit                    -           -                      -                         1, 3, 6, 8, 43
 * table_take                   -           -                      released                  1, 3, 6, 8
 * table_release                -           -                      -                         3, 6
 */

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ownership                                                                                                          */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * what                                    owner                       until when
 *
 * a client, pager, subscription,          you                         you call its _release() function; for a
 *   operation or table from `out`                                     subscription also _cancel(), for a client or
 *                                                                     pager also _unref()
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

/* ------------------------------------------------------------------------------------------------------------------ */
/* Rules: values                                                                                                      */
/* ------------------------------------------------------------------------------------------------------------------ */

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
 */

/*
 * # Strings
 *
 * Strings are UTF-8. The library copies what you pass in before the call returns. A config or options text has at most
 * 16 MiB. A query nests at most 32 levels deep, including its fragments; a config nests at most 32 levels deep, and the
 * variables in it 256. Every `char *` that the library hands out through a pointer is yours: free it with
 * swiftpager_free(). Every `const char *` is borrowed, and its function says for how long.
 */

/*
 * # NULL
 *
 * A pointer that you pass in must not be NULL unless its function says that it may. These may be NULL in every
 * function: error_json, length, count, options_json, completion, destroy, user_data, transport, hooks, and the handle
 * that a release or an unref gets. A NULL in any other place is INVALID_ARGUMENT, and INVALID_HANDLE for a handle.
 * swiftpager.abi.json says for every parameter whether it may be NULL.
 */

/*
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
 * "http_status"     with HTTP, and with GRAPHQL if the HTTP status is not one of success
 * "timed_out"       true, with NETWORK if a timeout is over
 * "attempts"        how often the library sent the request
 * "retry_after_ms"  how long the server asks to wait
 * "errno"           with NO_MEMORY, if the system has no file descriptor or no thread: EMFILE, ENFILE, EAGAIN
 * "errors"          the first of the server's GraphQL errors as it sent them: at most 100 of them, and 64 KiB of text
 * "cause"           with MISSING_INITIAL_PAGE: the error object of the newest load of the first page, if that load
 *                   failed
 *
 * A message is one line for people. It never contains the endpoint's user, password or query. The library cuts what a
 * message quotes of a server, and escapes control characters in it.
 */

/*
 * # Memory
 *
 * Bodies, pages, columns, configs and requests may be large, because a server or a caller decides their size. The
 * library asks for their memory in a way that the system can refuse. If the system refuses it, the call or the
 * operation ends with NO_MEMORY, and the library goes on. The Swift runtime also allocates small pieces of a few
 * hundred bytes each. If the system refuses one of them, the runtime ends the process, and no library can report that.
 * If your process may reach a limit (RLIMIT_AS, or that of a container), leave it some 16 MiB beyond what its answers
 * take. With less, the process may end before the library can report NO_MEMORY.
 */

/* ------------------------------------------------------------------------------------------------------------------ */
/* Rules: threads and callbacks                                                                                       */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * # Threads
 *
 * Every function may be called from every thread. Updates and completions of one client run one at a time, in the order
 * in which they happened. A pull returns its own pager's updates first, ahead of other pagers'. A thread that calls the
 * library needs 64 KiB of stack for it, in addition to what your callbacks need.
 *
 * A call that waits moves the client's requests and answers itself if its thread has 256 KiB of stack left. On a
 * smaller stack, like a coroutine's, it only waits for the library's thread. During such a call the library blocks
 * SIGPIPE on this thread, and pthread_cancel() waits.
 */

/*
 * # Callbacks
 *
 * These calls run callbacks, and no other calls do:
 * - swiftpager_client_dispatch() and swiftpager_operation_wait(): all callbacks that wait for the client;
 * - swiftpager_operation_next(), swiftpager_operation_arrow_wait(), the functions of a stream of Arrow, and
 *   swiftpager_subscription_next(): the callbacks of their own pager, and none at all for an operation that was begun
 *   with "callbacks": false;
 * - swiftpager_client_release(), and the call that gives back the last handle of a client after
 *   swiftpager_client_unref(): destroy functions only, and before them `cancel` of a transport for each request that
 *   the transport has not answered;
 * - what ends a subscription (swiftpager_subscription_cancel(), _subscription_release(), _pager_release(),
 *   _client_shutdown(), _client_release(), and the call that gives back the last handle of a pager after
 *   swiftpager_pager_unref()): its destroy function, unless its callback runs;
 * - swiftpager_callback_abandon(): the destroy functions that waited for the callback;
 * - a call that the library refuses: the destroy function that the call was given;
 * - swiftpager_pager_create() and _create_with_query() with "resume": the hook resolve_page;
 * - swiftpager_subscription_cancel(), _pager_release() and other releases after their client was released: the destroy
 *   functions that are left.
 *
 * With "delivery": "thread" the first two kinds of calls run no callbacks; a thread of the library runs them.
 *
 * The library holds no lock while a callback runs, so a callback may call every function except six. These six wait,
 * and return REENTRANT inside every callback, whatever their timeout, also inside a callback of another client and
 * inside a destroy function: swiftpager_client_dispatch(), _client_shutdown(), _operation_wait(), _operation_next(),
 * _operation_arrow_wait() and _subscription_next(). (Otherwise two threads could wait for each other.) The library
 * checks arguments first: a wrong argument, or an operation that is not pulled, is INVALID_ARGUMENT even inside a
 * callback. A call from another stack, like a coroutine's, counts as inside the callback that its thread runs: if such
 * a stack is dropped, see swiftpager_callback_abandon(). A callback of a client that was released counts only for calls
 * on that client.
 *
 * A callback must return. Do not leave it by a C++ exception, longjmp(), an error of a script language or
 * pthread_exit(). The library notices that a callback was left when its thread makes a call from further up the stack,
 * or ends. The callback then counts as finished: the library takes its update back, and its destroy function still
 * runs. The next call on the client that would return REENTRANT inside a callback returns REENTRANT once, to report
 * this (swiftpager_operation_wait() with a message). After that the client works again; if its "delivery" is "thread",
 * it has a thread of its own again. A little memory of the interrupted call is lost.
 */

/*
 * # Signals
 *
 * By default, a call that waits keeps waiting after a signal handler has run on its thread. If the client's
 * "interruptible" is true, the handler ends the wait, even if it was installed with SA_RESTART:
 * swiftpager_operation_wait(), _operation_next(), _operation_arrow_wait() and _subscription_next() return INTERRUPTED,
 * swiftpager_client_dispatch() returns OK with a count of 0, and the functions of a stream of Arrow return EINTR. The
 * operation that the call waited for continues. Handle your signals and call again, as after EINTR of a system call. If
 * the result comes at the same moment, the call returns the result.
 *
 * A handler does not end the wait if it runs just before the call begins to wait, inside a callback, or on another
 * thread. If you must not miss such a signal, let the handler write to a pipe, and let the thread that reads the pipe
 * call swiftpager_client_wake(), which also ends the next wait. The handler itself must not call it, because it takes a
 * lock.
 *
 * A thread that moves the client's requests while it waits (see "Threads") handles its signals when it sleeps, and
 * blocks them for the moments in between. Signals that an instruction raises, like SIGSEGV, are never blocked. Such a
 * wait can also end when a stopped process continues. A wait of an interruptible client may need a file descriptor; if
 * none is free, signals do not end the wait. Signals never end swiftpager_client_shutdown(), the 50 ms of
 * swiftpager_subscription_cancel() and calls that wait for the cache.
 */

/*
 * # user_data and destroy
 *
 * The library calls `destroy(user_data)` exactly once, after the last call of the callback that you passed with it. It
 * also calls destroy if the function that took it fails (then before that function returns), if the callback is NULL,
 * and if the client is released before a completion could run. The call that ends a subscription calls the
 * subscription's destroy. If the callback runs at that moment, its thread calls destroy when the callback has returned.
 */

/*
 * # Results
 *
 * A handle that a function hands out through `out` is set before any callback of its object can run. It is NULL if the
 * function fails.
 */

/* ------------------------------------------------------------------------------------------------------------------ */
/* Rules: the cache                                                                                                   */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * # Caching
 *
 * A client with a "cache" in its config stores the objects of responses as records. There is one record for each object
 * with a key. The key of an object is its type and its id, like "Product:17", unless "key_fields" says otherwise. An
 * object without a key is part of the object that contains it. Two objects with the same key are one record. If an
 * answer has such objects with different values, the event "conflict" says so. Fields merge: for each field, a record
 * has the newest value from a response, a mutation or a swiftpager_client_cache_write(). The library adds `__typename`
 * to what it asks for, unless "add_typename" is false, and the responses then contain it.
 *
 * The cache does not store values that the server could not fill. If a response has errors beside its data, the cache
 * stores nothing from the places that the errors' "path"s name, and nothing from a null above one of them. If a list
 * loses an element in this way, the cache leaves out the whole list, and the object around the list if that object has
 * no key. A read of such a place is a miss, unless an earlier response has filled it: that value stays.
 * If an error has no "path", or one that leads nowhere, the cache stores nothing from the response. A response without
 * data, or with null in place of the data, leaves the cache as it was.
 *
 * "cache_policy" says how a call uses the cache. "Config of a pager" describes its values, in the terms of Apollo's
 * fetchBehavior. The defaults are those of Apollo: "return_cache_data_and_fetch" for fetch, load_next and
 * load_previous, "fetch_ignoring_cache_data" for refetch, load_all and swiftpager_client_execute().
 */

/*
 * # Watching
 *
 * A pager watches the pages that it holds. The response to another query, a mutation or a write can change a record
 * that some pages show. The library then reads each of these pages from the cache again, without a request, and the
 * page keeps its place in the list. Subscribers get an update for each page. Its swiftpager_update_source() is
 * SOURCE_CACHE, and swiftpager_update_page_index() says which page it is. The library does not look at pages that show
 * nothing of the record. One write of many records is one update for each page. A slow subscriber gets each page once,
 * in its newest state, however often the page changed in between. Such updates do not hold a load_all back.
 *
 * - The library does not watch pages that are not kept ("retain" "none", and all pages but the last with "last").
 * - A pulled operation gets the pages that it loads, and no later changes: subscriptions get those.
 * - A page that cannot be read whole any more, because a record was evicted or got other fields, stays as it was, and
 *   the library keeps watching it. The library does not ask the server for the page again, unless the client's
 *   "refetch_incomplete" is true. In that case it asks the server for such pages, one after the other, and asks only
 *   once for a page that does not become whole. If the request fails, the page stays as it was. "unreadable_pages" of
 *   swiftpager_pager_state() counts such pages. It also counts pages that the cache has never had whole, because the
 *   server left out a requested field or could not fill it. The event "unreadable" says what is missing.
 * - When a request with "optimistic" fails, the library takes back what "optimistic" showed, also in a page that cannot
 *   be read whole: the page is then shown as it was before.
 * - swiftpager_pager_reset(), _pager_release() and anything that takes a page's place end the watch of that page.
 *
 * A thread sees its own writes in what it reads next, although the library reads changed pages on a thread of its own.
 * The functions swiftpager_pager_current(), _pager_subscribe(), _pager_state(), _pager_can_load_next() and
 * _pager_can_load_previous(), and swiftpager_subscription_next(), wait for the changes that were made before the call:
 * by a write that has returned, or by an operation that has ended. With hooks, a page changes when its hooks have run.
 */

/* ------------------------------------------------------------------------------------------------------------------ */
/* Rules: requests                                                                                                    */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * # Retrying
 *
 * The library sends a query again in three cases: if there was no connection or the connection was lost; after an HTTP
 * status in the "statuses" of "retry"; and after a server's limit on the number of requests (429, GitHub's in a 403,
 * RATE_LIMITED and THROTTLED in a body without data). It sends a mutation again only if the server certainly has not
 * executed it.
 *
 * The wait is what the server asks for (Retry-After, x-ratelimit-reset, the cost that Shopify reports, a minute for a
 * limit of GitHub's that names no time). If the server names no time, the wait is a random time up to "base_delay_ms",
 * then up to twice that, four times that, …, and at most "max_delay_ms". A request that would need more than
 * "max_attempts" attempts, or more than "budget_ms" of waiting in all, ends at once: after a limit with RATE_LIMITED
 * and "retry_after_ms", otherwise as it would have ended without retrying. Cancelling ends a wait. After a limit has
 * refused several requests, the library repeats them one at a time. An attempt that another request displaced does not
 * count. The library never repeats a request that took longer than "timeout_ms", nor one that ended with a refused
 * certificate, another status or a response that is too large.
 *
 * If a page is too much for the server, the library asks for it with half as many items. The server says so with 502
 * or 504, with an error that has one of the "shrink_codes", under any status, or, in a response without data, with a
 * message that contains one of the "shrink_messages". Each further page has twice as many items, until pages have the
 * full size. But once a size was refused twice, pages have at most half of it; every 20 pages one tries twice as many.
 * All this needs a variable that takes the size of a page. The library does not do it for a list that counts pages, or
 * that ends with a short page.
 *
 * With "rate_limit", requests also wait before they are sent: see "Rates". Such a wait is not an attempt and does not
 * use up "budget_ms".
 */

/*
 * # Rates
 *
 * "rate_limit" in the config of a client keeps the requests of all its pagers together below a limit.
 *
 * With "pace" the library reads the budget that a server reports (x-ratelimit-limit, -remaining and -reset; the same
 * without x-; the cost that Shopify reports). If less than half of that budget is left, the library spreads what is
 * left evenly over the time until the budget is back. Only the first attempt of a request waits. If the wait would be
 * longer than "budget_ms", the library does not wait, and the server decides.
 *
 * With {"mode": "pace", "share": 0.25} the client uses at most this part of the budget, and leaves the rest to the
 * other clients of the server. The client counts its own requests, and slows down when less than half of its share is
 * left. It waits for its share as long as necessary, but a reset that is more than a day away counts as a day.
 *
 * With {"mode": "rate", "per_second": 10, "burst": 1} requests leave at a fixed rate, in the order in which they come.
 * In any t seconds, at most burst + per_second * t requests leave. A new client may send one request at once, and does
 * not begin with a burst. Every request counts: also one that is sent again, the further requests of persisted queries,
 * requests for lists inside items, queries and mutations of swiftpager_client_execute(), and requests of a host's
 * transport. A request that is cancelled while it waits gives its place to the next one. The "timeout_ms" of a request
 * begins when it leaves. A client that replays a recording does not wait.
 *
 * While a request waits, swiftpager_pager_state() has "waiting" with the reason "rate" or "pace", and observers get the
 * event "pace". "max_connections" limits the connections that are open at a time.
 */

/*
 * # Persisted queries
 *
 * With "persisted_queries" a request has the SHA-256 of its query in place of the query, in "extensions", as in
 * Apollo's automatic persisted queries. A server that answers PersistedQueryNotFound gets the request once more with
 * the hash and the query, and knows the hash from then on. A server that answers PersistedQueryNotSupported gets the
 * query as it is, and so do all later requests of the client. The same holds for a server that has not accepted a hash
 * before, refuses the request with the hash (400, 422, or errors without data), and answers the same request with its
 * query. These further requests do not count as attempts of "retry". Each of them has the whole "timeout_ms", and the
 * library retries what goes wrong with one of them as usual.
 *
 * With {"get": true} a hash goes by GET, with "extensions", "variables" and "operationName" in the address, so that
 * HTTP caches between client and server can answer. Mutations do not go by GET. Neither does a query that would need
 * more than 4,096 bytes there, nor any query after a 405. The cache, recordings and hooks see the query in every case.
 * A host's transport gets the request that libcurl would send.
 */

/*
 * # Recordings
 *
 * A client with "record" writes a file of JSON lines: a heading, and then a line for each request that was answered, or
 * that failed on its way. The file keeps bodies byte for byte, in base64 if they are not text. The library writes
 * REDACTED for the values of all headers of a request except those of content negotiation, for the headers of a
 * response that hold cookies, tokens and the like, and for these parts of addresses: the user, the password and what
 * follows the path. It does not redact queries, variables or answers. A new client overwrites the file.
 * The library refuses a file that contains something other than a recording, and leaves it alone; the same holds for a
 * file that another client is recording to. The library writes an answer to the file before the program gets it. So the
 * file has every answer that the program has seen, even if the program is killed. If an exchange cannot be written, its
 * request ends with RECORDING_FAILED, and the file keeps the whole lines before it. The library records the exchanges
 * of a host's transport, too.
 *
 * A client with "replay" answers from such a file, without a network. It looks for a request with the same query
 * (without its layout), the same variables and the same operation name; endpoint and headers do not count. It answers
 * equal requests in the order of the file, and repeats the last answer after that. It replays recorded failures, but
 * not the times between requests and answers. A request that is not in the file ends with NOT_RECORDED, and the message
 * shows what the nearest request has instead.
 */

/* ------------------------------------------------------------------------------------------------------------------ */
/* Rules: processes                                                                                                   */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * # Fork
 *
 * In a child process of fork() every call with a parent's handle returns FORKED (or 0, or NULL) and does nothing, and
 * the parent is not affected. A client that the child creates works, even if the parent's threads were inside the
 * library at the fork, or if the fork happened inside a callback. If a callback returns in the child, the call that ran
 * the callback ends with FORKED.
 *
 * A fork waits at most 0.1 s until no thread is at work inside the library. It does not wait for threads that sleep
 * there, or that run a callback. Calls that begin during the fork wait for it, at most 1 s. If a thread is at work for
 * longer than that, its locks may stay locked in the child. If that thread is reading or writing a cache's file, the
 * child refuses clients with a cache in a file, with an error that says so. vfork and posix_spawn do not wait.
 */

/*
 * # Descriptors
 *
 * The library's files, sockets and eventfds never have the numbers 0, 1 and 2, also while the host has closed its
 * stdin, stdout or stderr. So what the host prints then goes into none of them. While the library sets libcurl up,
 * /dev/null may stand in such a place for a moment, and SQLite leaves it there.
 */

/* ------------------------------------------------------------------------------------------------------------------ */
/* Configs                                                                                                            */
/* ------------------------------------------------------------------------------------------------------------------ */

/* Written by contract/headers.py: run `make headers`. */

/*
 * # Config of a client
 *
 * What swiftpager_client_create() takes: an endpoint, and how the client reaches it. The library refuses unknown keys.
 *
 * "endpoint": string. Must be given.
 *     The address that the client sends GraphQL requests to: an absolute http:// or https:// URL. The client sends a
 *     user and password in it as Basic authentication.
 *
 * "headers": object of strings. Default: {}.
 *     Headers that the client sends with each request, by name. A value is one line of text. Content-Length and
 *     Transfer-Encoding are the library's own.
 *
 * "timeout_ms": milliseconds from 0 to 2147483647. Default: 30000.
 *     How long one whole request may take, including name resolution and connecting. 0 = no limit.
 *
 * "connect_timeout_ms": milliseconds from 1 to 2147483647. Default: 10000.
 *     How long name resolution, connecting and the TLS handshake may take together.
 *
 * "max_response_bytes": integer from 1 to 4294967295. Default: 67108864.
 *     The largest body that one response may have after decompression, in bytes. A larger body ends the operation with
 *     NETWORK.
 *
 * "tls": object. Default: {}.
 *     Which certificate authorities a TLS connection trusts, and which certificate the client shows. The library always
 *     verifies certificates.
 *     "ca_file": path. Default: the system's authorities.
 *         PEM file of the certificate authorities that the client trusts in place of the system's.
 *     "client_cert": path. Default: no certificate.
 *         PEM file with the client's certificate chain.
 *     "client_key": path. Default: the key in the file of `client_cert`.
 *         PEM file with the private key of `client_cert`, which must be given too.
 *
 * "proxy": string. Default: what libcurl's environment variables say: http_proxy, https_proxy, all_proxy and no_proxy.
 *     URL of a proxy: http, https, socks4, socks4a, socks5 or socks5h, or http if the URL has no scheme. An empty
 *     string means no proxy at all.
 *
 * "http_version": "automatic", "1.1" or "2". Default: "automatic".
 *     The version of HTTP.
 *     - "automatic": HTTP/2 if TLS offers it, otherwise HTTP/1.1
 *     - "1.1": HTTP/1.1
 *     - "2": HTTP/2, which needs an https endpoint
 *
 * "cache": "none", "memory" or object. Default: "none".
 *     Where the client keeps responses: nowhere, in memory, or in an SQLite file for other processes and for later
 *     runs. See "Caching".
 *     The keys `key_fields`, `max_records`, `max_age_ms`, `add_typename` and `refetch_incomplete` need a cache.
 *     A file does not say to which server or user its records belong. Use a separate file for each server, and for each
 *     user who gets different answers. The library creates a file with mode 0600, and then only its owner can read it;
 *     an existing file keeps its mode. A record in the file that cannot be read is a miss, and the next answer replaces
 *     it.
 *     "sqlite": path. Must be given.
 *         Path of the SQLite file. The library creates the file if it does not exist.
 *
 * "key_fields": list of field names or object. Default: ["id"].
 *     Two objects of one type are one record of the cache if these fields have the same values, and pages then show one
 *     object in the place of both: name the fields that tell the objects of each type apart. One list for all types, or
 *     an object of lists by type, with "*" for all other types. With an empty list objects have no keys.
 *     If one answer has two values for a field of a record, the event `conflict` names the type, the key and the field,
 *     and `"conflicts"` in the pager's state counts them. An example is a product that has one id and two prices, one
 *     for each shop: its key needs the id and the shop.
 *     A key has the values of several fields with "+" between them. A backslash stands before a "+" or a backslash in a
 *     string, and before a string that reads like a number.
 *
 * "max_records": integer from 1. Default: no limit.
 *     The most records that the cache keeps. The least recently used records leave first. Records that a page shows
 *     never leave.
 *
 * "max_age_ms": integer from 1 or object. Default: any age.
 *     The greatest age of a record that the cache uses: one number for all types, or an object of numbers by type, with
 *     "*" for all other types.
 *
 * "add_typename": boolean. Default: true.
 *     Whether the library asks for `__typename` of all objects. If it does not, only objects whose query asks for
 *     `__typename` have keys.
 *
 * "refetch_incomplete": boolean. Default: false.
 *     Whether a pager asks the server for a page that it holds when the cache has lost a part of that page. If not, the
 *     page stays as it was. See "Watching".
 *
 * "retry": object. Default: {}.
 *     When the library repeats a request that brought no answer. See "Retrying".
 *     "enabled": boolean. Default: true.
 *         Whether the library sends requests again at all.
 *     "max_attempts": integer from 1 to 1000. Default: 4.
 *         The most times that the library sends one request.
 *     "base_delay_ms": milliseconds from 0 to 2147483647. Default: 250.
 *         The longest wait before the second attempt if the server does not name a wait. The longest wait doubles with
 *         each further attempt.
 *     "max_delay_ms": milliseconds from 0 to 2147483647. Default: 30000.
 *         The upper limit of the wait before any attempt if the server does not name a wait.
 *     "budget_ms": milliseconds from 0 to 2147483647. Default: 120000.
 *         How long all waits of one request may take together.
 *     "statuses": list of integers. Default: [429, 502, 503, 504].
 *         The HTTP statuses after which the library sends a request again. With an authorizer, the first 401 is a
 *         question to it, as always.
 *     "shrink": boolean. Default: true.
 *         Whether the library asks for half as many items when a page is too much for the server.
 *     "shrink_codes": list of strings. Default: ["MAX_NODE_LIMIT_EXCEEDED", "MAX_COST_EXCEEDED",
 *         "RESOURCE_LIMITS_EXCEEDED"].
 *         The codes of GraphQL errors that say that a page is too much for the server, whatever the HTTP status is.
 *     "shrink_messages": list of strings. Default: [].
 *         Parts of the messages of GraphQL errors that say that a page is too much, for servers without codes. Upper
 *         and lower case are the same. They count if the response has no data.
 *
 * "persisted_queries": boolean or object. Default: false.
 *     Whether requests name their queries by hashes, as Apollo's automatic persisted queries do. An object means true,
 *     and has a further key. See "Persisted queries".
 *     "get": boolean. Default: false.
 *         Whether queries with a hash go by GET, which lets caches on the way answer them.
 *
 * "compress_requests": boolean. Default: true.
 *     Whether the client sends bodies of more than 8,192 bytes in gzip when the server has said that it accepts gzip.
 *     A server says so with "Accept-Encoding" with gzip in an answer (RFC 7694). If a server refuses a compressed
 *     request with a 415, the client sends that request and all later ones uncompressed. A transport of the host always
 *     gets uncompressed bodies.
 *
 * "rate_limit": "react", "pace" or object. Default: "react".
 *     What the client does about a server's limits on the number of requests. "react": the client waits for a limit
 *     once the server has refused a request. "pace": the client reads what the server says about its budget, and slows
 *     down before the budget is used up. An object sets a fixed rate, or the share of the budget. See "Rates".
 *     "mode": "rate" or "pace". Must be given.
 *         What sets the pace of the requests.
 *         - "rate": all requests of the client leave at a fixed rate
 *         - "pace": as "pace" without an object, but with a share of the budget
 *     "per_second": number. Default: not a fixed rate.
 *         How many requests leave in a second, from 0.001 to 1000000. With the mode "rate" it must be given.
 *     "burst": integer from 1 to 1000000. Default: 1.
 *         How many requests may leave at once if fewer have left before. Valid only with the mode "rate".
 *     "share": number. Default: 1.
 *         The part of the announced budget that this client may use: more than 0, and at most 1. Valid only with the
 *         mode "pace".
 *
 * "max_connections": integer from 1 to 65535. Default: no limit.
 *     The most connections that the client has open at a time, idle ones included.
 *     A request that finds no free connection waits for one, and its "timeout_ms" begins after that wait. A connection
 *     over HTTP/2 carries up to 100 requests at once. A transport of the host is not limited.
 *
 * "delivery": "dispatch" or "thread". Default: "dispatch".
 *     Which threads run callbacks.
 *     - "dispatch": threads of the program, in the calls that "Callbacks" lists
 *     - "thread": one thread of the library, which blocks all signals and lives as long as the client
 *     With "thread", swiftpager_client_dispatch() returns INVALID_ARGUMENT, the client's descriptor is never readable,
 *     and calls that wait only wait. A callback on that thread may release everything, including the client. Hosts
 *     whose callbacks must run on their own threads, like LuaJIT, cannot use "thread": they pull instead.
 *
 * "interruptible": boolean. Default: false.
 *     Whether a signal handler that runs on a thread ends the wait of that thread: the call then returns INTERRUPTED.
 *     See "Signals".
 *
 * "user_agent": string. Default: "swiftpager/VERSION".
 *     The User-Agent header: one line of text.
 *
 * "record": path. Default: the client does not record.
 *     Path of a file to which the client writes every exchange as it passes, without secrets. A new client overwrites
 *     the file. See "Recordings".
 *
 * "replay": path. Default: the network answers.
 *     Path of a recording that answers the requests in place of the network. It cannot be combined with `record`, nor
 *     with a transport of the host. See "Recordings".
 */

/*
 * # Config of a pager
 *
 * What swiftpager_pager_create() takes: a paginated query, and how to page it. The library refuses unknown keys. It
 * also checks the query and the pagination against each other.
 *
 * "query": string. Must be given.
 *     A GraphQL document with the query to page.
 *
 * "operation_name": string. Default: the only operation of the document.
 *     Which operation of the document the pager sends.
 *
 * "variables": object. Default: {}.
 *     The variables of the first page, by name.
 *
 * "pagination": object. Default: {}.
 *     How the list is paged. If you leave out a key, the library finds its value in the document: the one field with
 *     `pageInfo { hasNextPage endCursor }` and an argument `after: $variable`, or with
 *     `pageInfo { hasPreviousPage startCursor }` and `before: $variable`, or with all of them. A key that you give
 *     takes precedence over the document.
 *     A cursor among the variables opens a list in its middle. A request carries the cursor and the size of its own
 *     direction. The library leaves out the cursor and the size of the other direction, or sends null for them if the
 *     document has a default for them. If only one direction has a size, the other direction has the same size. A
 *     variable that is the size of both directions stays. A variable with a non-null type that would have to be left
 *     out is an error, and so is a cursor of the other direction.
 *     A keyset list needs `connection`, `key`, and `after` or `before`. With `before` the list is read backward: the
 *     variable takes the key of a page's first item, and each page has its items in the order of the list. A value in
 *     the place of a key among the variables opens the list there. `next_query` may name keys and places of its own.
 *     The list ends as an offset list does: by `has_more`, or with the first empty page.
 *     An offset list is read forward, and `connection` must be given. If several of `has_more`, `page_count` and
 *     `total` are given, `has_more` decides where the list ends, otherwise `page_count` does. A number that its own
 *     page contradicts does not count as a number: the list ends with MISSING_PAGE_INFO. Examples are -1, or 0 on a
 *     page that has items. Without any of the three, the list ends with the first empty page, because servers may send
 *     fewer items than a request asks for.
 *     "type": "cursor", "offset" or "keyset". Default: "keyset" if `key` is given, "offset" if a key of offset lists is
 *         given, otherwise "cursor".
 *         How the pager asks for a page.
 *         - "cursor": by a cursor
 *         - "offset": by a number: an offset or a page number
 *         - "keyset": by the key of an item: the page after the item with that key
 *     "direction": "forward", "reverse" or "bidirectional". Default: what the document allows; for a keyset list the
 *         directions for which `after` or `before` is given.
 *         In which direction the list is read.
 *         - "forward": from the beginning of the list
 *         - "reverse": from the end: the first page is the last page of the list
 *         - "bidirectional": both, starting at the first page; the library asks for the first page forward
 *     "trust_opposite_flag": boolean. Default: false.
 *         Whether the library believes the flag for previous pages in the answer to a forward request.
 *         Many servers say `hasPreviousPage: false` in the answer to every forward request. If the flag is not
 *         believed, a bidirectional list that is opened in its middle has pages before that point until an answer to a
 *         backward request denies it.
 *     "end": "empty_page" or "short_page". Default: "empty_page".
 *         What ends an offset list or a keyset list whose answers do not say whether there is more.
 *         - "empty_page": an empty page
 *         - "short_page": an empty page, or a page with fewer items than the limit, which saves the request for an
 *           empty page
 *     "null_list": "error" or "empty". Default: "error".
 *         What a null in place of the list is, if the response has no errors.
 *         - "error": a failure of the server: the walk ends with MISSING_PAGE_INFO, unless the page says that nothing
 *           follows
 *         - "empty": an empty page: some servers write it so
 *         The list is null if all of its selected arrays are null, `nodes` and `edges` alike. With errors in the
 *         response, "error" is GRAPHQL, and the next load asks for the page again.
 *     "repeats": "error" or "allow". Default: "error"; "allow" if `identity` is given, because identities tell more.
 *         What a page of an offset list is whose items are those of the page before it, byte for byte.
 *         - "error": a sign that the server ignores the offset or the number of the page: the walk ends with
 *           CURSOR_CYCLE
 *         - "allow": a page like any other
 *         Pages count as repeated only if their items are objects that differ from each other, and a single item only
 *         if it has an `id`. If the total has grown since the page before, the items may have moved to this page, and
 *         the page is not a repeated one.
 *     "max_empty_pages": integer from 0 to 1000000. Default: 10.
 *         How many pages in a row may be empty, in a list with page numbers, although each says that there is more. The
 *         walk hands such a page out and asks for the next number. After more of them it ends with CURSOR_STUCK. Valid
 *         only with `page`.
 *         A server that hides items from a reader may leave whole pages empty. `has_more`, `page_count` and `total` say
 *         that there is more; a `total` does so only if the walk began with the first page.
 *     "check_total": boolean. Default: true.
 *         Whether a load_all over the whole list ends with FEWER_THAN_TOTAL if the list has fewer items than the
 *         smallest `total` that its pages named.
 *         The walk first delivers all pages. Items that `identity` leaves out do not count. A resumed list counts the
 *         items before its token. A list that was opened in its middle and is read in one direction, or that is read
 *         since a mark, is not compared. The error object and swiftpager_pager_state() have both numbers in "fewer".
 *         If the config names no `total`, but the query selects `totalCount`, `total` or `count` directly below the
 *         connection, "drift" in the state shows that number, and "fewer" the difference. The walk then ends with OK.
 *         With `check_total` false only "drift" shows the total, and an empty page ends the list whatever the total
 *         says.
 *     "concurrency": integer from 1 to 64. Default: 1.
 *         How many pages of an offset list a load_all may ask for at once. The library delivers them in the order of
 *         the list. Needs `total` or `page_count`.
 *         Once a page has reported the total or the number of pages, the library asks for the pages after it side by
 *         side. None of them is more than `concurrency` pages ahead of the page that the slowest consumer works on, nor
 *         beyond `max_pages` and `max_items`. If the size of a page differs from the size of the page before it, the
 *         library gives up what it has asked for beyond that page. The walk then goes on one page at a time, from where
 *         that page ends, until two pages have the same size. No item is skipped. `concurrency` cannot be combined with
 *         the hooks extract_page_info and resolve_page.
 *     "identity": JSON Pointer. Default: the library leaves out no items.
 *         JSON Pointer below an item (below the node of an edge) to a string or a number that tells the item apart,
 *         like /id. The library leaves out items that the list had before, and counts them.
 *         The items that were left out are missing from swiftpager_page_items(), _item(), _item_count() and _ndjson(),
 *         and from the loaded counts. These stay as they came: swiftpager_page_response() and _data(),
 *         swiftpager_update_output(), the paths of swiftpager_page_nested(), and what hooks get. Offsets grow by the
 *         items that came. An item without an identity stays.
 *         A server that goes round repeats the same items. The list ends with CURSOR_CYCLE once more repeated items
 *         have come in a row than the list has, or if its last page repeats all of it. `repeats` finds a server that
 *         ignores the offset.
 *         The library remembers an identity by a hash of 64 bits. The probability that it leaves out an item by
 *         accident is at most 2^-43. The memory is 13 to 27 bytes an item and 16 bytes a page, for two million items at
 *         most: the library remembers at least the last million. It forgets all of them when the list begins anew. A
 *         resume token does not have them, so a page after the token keeps items that pages before the token had.
 *     "connection": JSON Pointer. Default: found in the document; an offset list and a keyset list must give it.
 *         JSON Pointer below `data` to the list, like /shop/products. In an offset list or a keyset list it may lead to
 *         the array of items itself.
 *         If the list is inside an array, an index chooses the element: /viewer/homes/0/products. Without the index,
 *         the first answer is BAD_RESPONSE, and its message names the pointer that works.
 *     "items": JSON Pointer. Default: the connection's `nodes` if a response has them, otherwise its `edges`.
 *         JSON Pointer below the connection to the array of items.
 *     "page_info": JSON Pointer. Default: found in the document.
 *         JSON Pointer below the connection to the page info.
 *     "has_next_page": JSON Pointer. Default: found in the document.
 *         JSON Pointer below the page info to the flag (true or false, or 1 or 0) that says whether there is a next
 *         page.
 *     "end_cursor": JSON Pointer. Default: found in the document.
 *         JSON Pointer below the page info to the cursor of the next page.
 *     "has_previous_page": JSON Pointer. Default: found in the document.
 *         JSON Pointer below the page info to the flag (true or false, or 1 or 0) that says whether there is a previous
 *         page.
 *     "start_cursor": JSON Pointer. Default: found in the document.
 *         JSON Pointer below the page info to the cursor of the previous page.
 *     "after": string or list of strings. Default: the variable of the argument `after`.
 *         Name of the variable, without the $, that takes the cursor of a next page. For a keyset list, the place that
 *         takes the key of the last item of a page: the name of a variable, or a JSON Pointer to a place inside a
 *         variable, like /where/id/_gt. If the list has several keys: one place for each key.
 *     "first": string. Default: the variable of the argument `first`.
 *         Name of the variable, without the $, that takes the size of a page when the library reads forward.
 *     "before": string or list of strings. Default: the variable of the argument `before`.
 *         Name of the variable, without the $, that takes the cursor of a previous page. For a keyset list, the place
 *         that takes the key of the first item of a page: the name of a variable, or a JSON Pointer to a place inside a
 *         variable, like /where/id/_lt. If the list has several keys: one place for each key.
 *     "last": string. Default: the variable of the argument `last`.
 *         Name of the variable, without the $, that takes the size of a page when the library reads backward.
 *     "offset": string. Default: the variable of the argument `offset`.
 *         Name of the variable, without the $, of an offset list that takes the number of the first item wanted.
 *         The first page is at the number among the variables, otherwise at the document's default, otherwise at item
 *         0. The offset grows by the number of items that came, whatever number the request asked for.
 *     "page": string. Default: the variable of the argument `page`.
 *         Name of the variable, without the $, of a list with page numbers that takes the number of the page.
 *         The first page is at the number among the variables, otherwise at the document's default, otherwise at page
 *         1. The number grows by one with each page. If the server counts from 0, name the first page in the variables:
 *         without it page 0 is missing, and the list ends with MISSING_PAGE_INFO once a total or `page_count` shows
 *         that.
 *     "limit": string. Default: the variable of the argument `limit`; of a keyset list also of `first` or `last`.
 *         Name of the variable, without the $, of an offset list or a keyset list that takes the size of a page.
 *     "total": JSON Pointer. Default: the answers do not have it.
 *         JSON Pointer below the connection to the number of all items of the list.
 *         It decides where an offset list ends that names neither `has_more` nor `page_count`: a page without a usable
 *         total then ends the list with MISSING_PAGE_INFO. In every other list a total that is null, missing or below
 *         the number of items of its own page says nothing. `check_total` says what a walk does with it at its end. A
 *         total may be a whole number or a string with one.
 *     "page_count": JSON Pointer. Default: the answers do not have it.
 *         JSON Pointer below the connection of a list with page numbers to the number of all its pages. Valid only with
 *         `page`.
 *         If the variables do not name the first page and the page with the last number is empty, the server may count
 *         from 0. The library then asks for page 0, unless a `total` already shows whether a page is missing. If page 0
 *         has items that are not those of page 1, the list ends with MISSING_PAGE_INFO.
 *     "has_more": JSON Pointer. Default: the answers do not have it.
 *         JSON Pointer below the connection of an offset list or a keyset list to the flag (true or false, or 1 or 0)
 *         that says whether there are more items.
 *     "key": JSON Pointer or list of JSON Pointers. Default: the list is not a keyset list.
 *         JSON Pointer below an item of a keyset list (below the node of an edge) to the value by which the server
 *         orders the list and filters it, like /id. For an order by several values a list of pointers, in that order.
 *         A request sends the key of the last item back as the answer wrote it. Keys are strings and numbers. The
 *         library compares them for equality only, so the list may be in any order. If the key of a page's last item is
 *         null or missing, the list ends with MISSING_PAGE_INFO.
 *         A key must tell the items of the list apart. If two items of a page have the same key, the list ends with
 *         DUPLICATE_KEY, because the request after such an item skips the others. Remedies are a second key and
 *         `inclusive`.
 *     "inclusive": boolean. Default: false.
 *         Whether the server's filter of a keyset list includes the key that it gets (>= in place of >). Each page then
 *         begins with items that the page before it had, and `identity` leaves them out. Needs `identity`.
 *         Several items may then have the same key, but not more than a page holds: a full page on which all items have
 *         the key of the request ends the list with CURSOR_STUCK. A page on which all items have that key ends the list
 *         if an earlier page was larger, or if it has one item and the request asked for more. The library does not ask
 *         for smaller pages of such a list.
 *
 * "next_query": object. Default: the pager's query asks for all pages.
 *     Another query, which asks for all pages but the first. Its variables are its own. It takes the keys of
 *     `pagination` that name a part of a document.
 *     "query": string. Must be given.
 *         A GraphQL document with the query for further pages.
 *     "operation_name": string. Default: the only operation of the document.
 *         Which operation of the document the pager sends.
 *     "variables": object. Default: {}.
 *         The variables of further pages, by name, without the cursor.
 *     "connection", "items", "page_info", "has_next_page", "end_cursor", "has_previous_page", "start_cursor", "after",
 *     "first", "before", "last", "offset", "page", "limit", "total", "page_count", "has_more", "key"
 *         As in "pagination", for this query.
 *
 * "retain": "all", "last" or "none". Default: "all".
 *     Which pages stay in memory. With "last" and "none" an update holds one page.
 *     - "all": every page
 *     - "last": the last page
 *     - "none": none: the page of an update lives as long as the update
 *
 * "cache_policy": "return_cache_data_else_fetch", "fetch_ignoring_cache_data", "fetch_ignoring_cache_completely",
 *     "return_cache_data_dont_fetch" or "return_cache_data_and_fetch". Default: as in Apollo:
 *     "return_cache_data_and_fetch" for fetch, load_next and load_previous, "fetch_ignoring_cache_data" for refetch and
 *     load_all.
 *     How the calls of the pager use the client's cache. The options of one call take precedence. Without a cache only
 *     the two values that ignore the cache are valid. See "Caching".
 *     - "return_cache_data_else_fetch": the cache's answer if it is complete, otherwise the server's. Apollo:
 *       CacheFirst
 *     - "fetch_ignoring_cache_data": the server's answer, which enters the cache. Apollo: NetworkOnly
 *     - "fetch_ignoring_cache_completely": the server's answer, which does not enter the cache and is not watched: this
 *       costs nothing, and the bytes stay as they came. Apollo: NetworkOnly, and results are not written
 *     - "return_cache_data_dont_fetch": the cache's answer, or CACHE_MISS. Apollo: CacheOnly
 *     - "return_cache_data_and_fetch": the cache's answer first if it is complete, then the server's in its place: two
 *       updates of one page, and one load. Apollo: CacheAndNetwork
 *     A refetch always asks the server. If the client has no cache, a policy that reads the cache is INVALID_CONFIG.
 *
 * "resume": string or object. Default: the list begins with its first page.
 *     The place from which the list continues: the text of swiftpager_pager_resume_token() for the same list, as a
 *     string or as the object in it.
 *     The library refuses a token of another list, a damaged token and a token of a newer library with INVALID_CONFIG,
 *     the path "/resume" and the reason.
 *
 * "since": object. Default: the pager reads the whole list.
 *     Reads only the items that are new or changed since a mark, and checks that the list is sorted as `order` says.
 *     swiftpager_pager_checkpoint() has the mark for the next run.
 *     A "descending" walk ends at the first item strictly below `value` minus the lag: with OK, and "reason" is "KNOWN"
 *     in swiftpager_pager_state(). An "ascending" and a "filtered" walk set `variable` to that value. In a "descending"
 *     and an "ascending" walk the library compares each value with all values before it, to the end of the page. An
 *     item that is out of order, or has no value of the type, ends the operation with NOT_ORDERED. The pager keeps the
 *     page and shows it, the mark does not move, and the error names both items. If a page has errors beside its data,
 *     the library passes over items whose value is null; the mark does not move then either. An argument `orderBy` or
 *     `sort` of the list that names another field or the other direction is INVALID_CONFIG, if the document or
 *     `variables` show it.
 *     Items within the lag, and those with the value of the mark, are read again. The library leaves out those with the
 *     identity and the bytes that they had ("known" in the state), and hands out those that were edited since. It also
 *     leaves out an item that an earlier page of the walk had with the same identity and the same bytes ("duplicates"
 *     in the state). `identity` of `pagination` tells items apart; without it the library takes /id, if the query
 *     selects `id`.
 *     At most 10,000 items may lie within the lag, otherwise the operation ends with INVALID_CONFIG. If more than half
 *     of these have one value, as after an import, the operation ends with OK, but the mark stays: "stays" of "since"
 *     in the state is "TIES", and the next run hands out the items since the mark again.
 *     An ascending offset list is INVALID_CONFIG: an updated item leaves its place, and the next page skips another
 *     one. A descending offset list reads the items of one page again below the lag. So does a descending list whose
 *     cursors are positions: in base64 they are arrayconnection:N, and N counts the items. Items that come to the front
 *     of such a list move those behind them, so a page may begin with items that are newer than the last one of the
 *     page before; it must have one that is not, or be the last page. In the two other orders such a list can lose an
 *     item when another one is deleted or changes its place: "positions" of "since" in the state is then true. A list
 *     that is read in reverse is read from the last item of a page to its first one, and `order` is the order of
 *     reading. `since` needs a list with one direction, and cannot be combined with the hooks extract_page_info and
 *     resolve_page.
 *     The mark does not pass the `Date` header of the first answer that has one. "since" in the state counts the items
 *     that are more than a minute later, and they come again next time. If no answer has that header, as from a cache,
 *     nothing limits the mark.
 *     The library cannot see deletions, nor items that a server commits below the mark after the walk. The lag covers
 *     such late commits: make it longer than the longest transaction of the server.
 *     "path": JSON Pointer. Must be given.
 *         JSON Pointer below an item (below the node of an edge) to the value that the library compares with the mark,
 *         like /updatedAt.
 *     "type": "time", "integer" or "text". Default: "time".
 *         How values are compared.
 *         - "time": as moments: RFC 3339 with any fraction (to the nanosecond) and offset, also without an offset (UTC,
 *           and "local_times" of "since" in the state is true), or a date alone
 *         - "integer": as integers of any length, written as numbers or as strings of digits
 *         - "text": as strings, by their Unicode scalars
 *     "order": "descending", "ascending" or "filtered". Must be given.
 *         In which order the items are read.
 *         - "descending": the newest first
 *         - "ascending": the oldest first
 *         - "filtered": any: the server leaves out older items by `variable`, and the library checks no order
 *     "value": string or integer. Default: the first run reads the whole list.
 *         The mark to begin with if the checkpoint has no mark, or the config no checkpoint. A string for times and
 *         texts, an integer or a string of digits for integers.
 *     "lag_ms": milliseconds from 0 to 1000000000000000. Default: 0.
 *         How far below the mark the next run reads again, in milliseconds. Valid only with the type "time".
 *     "lag": integer from 0. Default: 0.
 *         How far below the mark the next run reads again. Valid only with the type "integer".
 *     "variable": string. Default: none; "ascending" and "filtered" need one.
 *         The variable that receives the mark minus the lag: its name, or a JSON Pointer to a place inside it, like
 *         /where/updatedAt/_gte. The server's filter must include the value itself. Without a mark the variable keeps
 *         its value from `variables`.
 *     "template": string. Default: the variable takes the value itself.
 *         A text with `{value}` in it, which the variable takes with the value in that place, like
 *         updated_at:>='{value}'.
 *     "tolerate": object. Default: none.
 *         How much disorder is expected and read past. It has `items` or `ms`.
 *         "items": integer from 0 to 10000. Default: 0.
 *             An item may be out of order with this many items before it. A descending walk reads this many items past
 *             the first one below the mark. A token does not hold these items: a walk that was cut off does not compare
 *             later items with the last ones before the cut.
 *         "ms": integer from 0 to 1000000000000000. Default: 0.
 *             Two times may be out of order by this many milliseconds. The next run reads the same time more below the
 *             lag.
 *     "expired": "restart" or "fail". Default: "restart".
 *         What happens if the server refuses the first request after a checkpoint's token, because its cursor has
 *         expired.
 *         - "restart": the walk begins again at the mark
 *         - "fail": the operation fails
 *     "on_missing": "error", "deliver" or "skip". Default: "error".
 *         What becomes of an item that has null, or nothing, at `path`.
 *         - "error": it ends the operation with NOT_ORDERED
 *         - "deliver": every run hands it out, and compares it with nothing
 *         - "skip": no run hands it out
 *         With "deliver" and "skip" the mark moves, and "missing" of "since" in the state counts these items. A value
 *         of another type ends the operation with NOT_ORDERED in any case.
 *
 * "checkpoint": string or object. Default: the list is read from the mark in `since`, or whole.
 *     The place where the last run ended: the text of swiftpager_pager_checkpoint() for the same list and the same
 *     `since`, as a string or as the object in it.
 *     If the last walk was cut off, the list goes on at its token. The library refuses a checkpoint of another list or
 *     another `since`, a damaged checkpoint and one of a newer library with INVALID_CONFIG, the path "/checkpoint" and
 *     the reason. A checkpoint has a token of its own, so it cannot be combined with `resume`.
 *
 * "errors": "report", "keep" or "fail". Default: "report".
 *     What a walk does if pages have errors beside their data.
 *     - "report": a load_all goes on to the end of the list, and then ends with PARTIAL_DATA
 *     - "keep": a load_all ends with OK
 *     - "fail": the page ends the operation that asked for it with GRAPHQL; the pager keeps the page
 *     A server can answer with data in which parts are null, and say why in "errors": GitHub does so when a query
 *     exceeds its resource limits. The pager shows and keeps such a page like any other, and swiftpager_page_errors()
 *     has its errors. `errors` decides what happens to the whole list.
 *     With "report", the error object has the counts in "partial": {"pages", "errors", "first": {"page", "message",
 *     "path"}}. The list is complete and every page of it stays, so another load_all that reaches the end says the same
 *     again. Any other failure, and PAGE_LIMIT, takes precedence over PARTIAL_DATA, and has "partial" in its error
 *     object too.
 *     With "fail", a load_next, or a load_all with "fetch_from_initial_page": false, goes on after the page.
 *     The counts belong to the current list. A resume token carries them, a new first page and a reset clear them, and
 *     the errors of a page leave with the page. swiftpager_pager_state() has them as "errors" with each of the three
 *     values. A fetch, load_next or load_previous ends with OK, because its caller has the page.
 *
 * "strict": boolean. Default: false.
 *     An older name of `errors`: true means "errors": "fail", false means that the key is left out. The two keys
 *     together are INVALID_CONFIG.
 *
 * "nested": "report", "error", "drain" or object. Default: "report".
 *     What the pager does if a list inside the items was cut off, as its page info says. A string is the mode; an
 *     object has the mode, and further keys for "drain".
 *     A list inside the items that takes a variable which the pager sets for each page, like the cursor, is
 *     INVALID_CONFIG: each page would bring another part of it.
 *     The pager looks at the connections that the query shows inside the items, and inside what these hold: fields with
 *     `pageInfo`, `nodes` or `edges { node }`, at most about 1,000 of them. swiftpager_page_nested(),
 *     swiftpager_update_nested() and swiftpager_pager_state() have what "report" counts and lists.
 *     With "error", a query that does not ask one of these lists for hasNextPage (hasPreviousPage if the list is read
 *     backward) is INVALID_CONFIG. NESTED_INCOMPLETE names the first of the lists, and another call goes on from there.
 *     With "drain", the page is as if the server had sent it whole, and its inner page infos are those of the last
 *     answers. The pager also fetches the rest of the lists inside the items that an answer brings. A list that cannot
 *     be filled ends the operation as with "error", and the pager keeps the page with the items that came. The reasons
 *     are a list without an end, an answer with errors or of another object, and more requests than allowed. If the
 *     network or the server fails one of the requests, the page fails. The client sends these requests as it sends its
 *     other ones. They bypass the client's cache, and so does the request for the page: another "cache_policy" is
 *     INVALID_CONFIG. "drain" cannot be combined with the hook resolve_page.
 *     For "drain", the query must ask each of these lists for its flag and its cursor, hasNextPage and endCursor, and
 *     the object around the list for `id` and `__typename`. The pager then asks node(id:), with the same arguments and
 *     selection.
 *     "mode": "report", "error" or "drain". Must be given.
 *         What the pager does.
 *         - "report": counts and lists them
 *         - "error": shows and keeps a page with a list that says that there is more, or does not say; then the
 *           operation ends with NESTED_INCOMPLETE
 *         - "drain": fetches the rest of each list before it shows the page, and inserts it
 *     "max_requests": integer from 1 to 10000. Default: 1000.
 *         The most requests for the rest of the lists inside one page.
 *     "parallel": integer from 1 to 64. Default: 8.
 *         The most of these requests that are under way at once.
 *     "queries": object. Default: {}.
 *         Queries of your own for lists that node(id:) cannot fetch. The name of each is the place of the list in the
 *         pager's query, like /products/nodes/reviews.
 *         Each query must select the same fields of the list as the pager's query.
 *         "query": string. Must be given.
 *             A GraphQL document.
 *         "operation_name": string. Default: the only operation of the document.
 *             Which operation of the document the pager sends.
 *         "variables": object. Default: {}.
 *             The variables that stay the same.
 *         "from": object of JSON Pointers. Default: {}.
 *             JSON Pointers into the object that has the list, by the names of the variables that take the values
 *             there.
 *         "connection": JSON Pointer. Default: the only connection of the document.
 *             JSON Pointer below `data` to the list in the answers.
 *         "after": string. Default: the variable of the argument `after`, or `before` if the list is read backward.
 *             Name of the variable that takes the cursor.
 *
 * "load_all": object. Default: {}.
 *     How load_all runs. The options of one call take precedence.
 *     "emit": "each" or "end". Default: "each".
 *         Which updates a load_all sends.
 *         - "each": an update for each page
 *         - "end": one update for the whole run
 *     "max_pages": integer from 1. Default: no cap.
 *         The most pages that one run loads.
 *     "max_items": integer from 1. Default: no cap.
 *         The number of items after which one run stops. Pages are whole, so the last page may exceed this number.
 */

/*
 * # Options of a load
 *
 * What swiftpager_pager_fetch(), _refetch(), _load_next(), _load_previous() and _load_all() take. The last four keys
 * are for _load_all() only. The library refuses unknown keys.
 *
 * "retain": "all", "last" or "none". Default: the pager's `retain`.
 *     Which pages this run keeps. The values are those of a pager's `retain`.
 *     With "last" or "none" the pages held before go when the first page of the run arrives. A run with "all" adds its
 *     pages to the pages held.
 *
 * "pull": boolean. Default: false.
 *     Whether swiftpager_operation_next() takes the updates of this operation one by one. Such an operation takes no
 *     completion.
 *
 * "failed_pages": boolean. Default: true.
 *     Whether an update hands out a page that has errors in place of the list, before the operation ends with GRAPHQL.
 *     With false the operation only ends, and its error object has "errors" as always. In both cases a later load
 *     continues there: the library asks for that page again.
 *     Goes with `pull` only. An update at the end of a load_all with "emit" "end" then has the pages before the
 *     failure. A stream of Arrow has no rows of such a page in either case. Subscribers still get the page.
 *
 * "callbacks": boolean. Default: true.
 *     Whether a pull of the operation runs the callbacks of its pager. With false it runs none: they wait until another
 *     call runs them.
 *     Goes with `pull` only. For hosts that cannot be called back inside such a call, like code that LuaJIT has
 *     compiled. A pull that finds only callbacks returns TIMEOUT when its time is over. The callbacks are hooks, the
 *     functions of a host's transport, an authorizer or observer, updates and completions of the pager, and destroy
 *     functions. A swiftpager_client_dispatch() on another thread runs them, and wakes the pull when its page is there.
 *
 * "cache_policy": "return_cache_data_else_fetch", "fetch_ignoring_cache_data", "fetch_ignoring_cache_completely",
 *     "return_cache_data_dont_fetch" or "return_cache_data_and_fetch". Default: the pager's `cache_policy`; a refetch
 *     asks the server.
 *     How this call uses the client's cache. The values are those of a pager's `cache_policy`. See "Caching".
 *
 * "headers": object of strings. Default: {}.
 *     Headers that the client sends with the requests of this call in addition to its own, by name. A header here
 *     replaces the client's header of the same name.
 *
 * "tag": string. Default: the events have null.
 *     The caller's own name for this call. Each event of its requests has it: see swiftpager_event_cb. At most 200
 *     bytes.
 *
 * "fetch_from_initial_page": boolean. Default: true; false for a pager with a `resume` in its config that has not been
 *     reset or fetched and holds no page.
 *     Whether load_all starts over with the first page. If not, it continues at the ends of the loaded list.
 *     With false the library refuses the call for the same reasons as a load_next, but the call is OK at once when the
 *     list is complete.
 *
 * "max_pages": integer from 1. Default: the pager's `load_all`.
 *     The most pages that this load_all loads. If there is more, it ends with PAGE_LIMIT.
 *
 * "max_items": integer from 1. Default: the pager's `load_all`.
 *     The number of items after which this load_all stops. Pages are whole, so the last page may exceed this number. If
 *     the list has more, the load_all ends with PAGE_LIMIT.
 *
 * "emit": "each" or "end". Default: the pager's `load_all`.
 *     Which updates this load_all sends. The values are those of `emit` in a pager's `load_all`.
 */

/*
 * # Request to execute
 *
 * What swiftpager_client_execute() takes: one query or mutation. The library refuses unknown keys.
 *
 * "query": string. Must be given.
 *     A GraphQL document with a query or a mutation.
 *
 * "operation_name": string. Default: the only operation of the document.
 *     Which operation of the document the client sends.
 *
 * "variables": object. Default: {}.
 *     The variables of the request. The client sends them as they are written here.
 *
 * "headers": object of strings. Default: {}.
 *     Headers that the client sends with this request in addition to its own, by name. A header here replaces the
 *     client's header of the same name. A value is one line of text. Content-Length and Transfer-Encoding are the
 *     library's own.
 *
 * "tag": string. Default: the events have null.
 *     The caller's own name for this call. Each event of its requests has it: see swiftpager_event_cb. At most 200
 *     bytes.
 *
 * "timeout_ms": milliseconds from 0 to 2147483647. Default: the client's timeout.
 *     How long the whole request may take, in place of the client's timeout. 0 = no limit.
 *
 * "cache_policy": "return_cache_data_else_fetch", "fetch_ignoring_cache_data", "fetch_ignoring_cache_completely",
 *     "return_cache_data_dont_fetch" or "return_cache_data_and_fetch". Default: "fetch_ignoring_cache_data".
 *     How the request uses the client's cache. The values are those of a pager's `cache_policy`. Without a cache only
 *     the two values that ignore the cache are valid. See "Caching".
 *     A request has one answer: with "return_cache_data_and_fetch" it is the server's. The cache never answers a
 *     mutation.
 *
 * "optimistic": object. Default: pages show nothing before the answer.
 *     The records that you expect the answer to change: an object of records by their keys; each record is an object of
 *     its fields. Pages show the records until the answer is there. Needs a cache.
 *     Each record has the form that swiftpager_client_cache_write() takes. Pages show the records at once. When the
 *     answer is there, the cache takes the records back and pages show what the answer says, in one change. A failure,
 *     a cancel and the end of the client take the records back too.
 */

#ifndef SWIFTPAGER_H
#define SWIFTPAGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of the contract that this header declares: see swiftpager_abi_version(). */
#define SWIFTPAGER_ABI_VERSION 7

/*
 * Define it before the include to declare the functions in another way: `static` for a code generator,
 * __declspec(dllimport), …
 */
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
/* One page of an update; it lives as long as the update that it was taken from, or as you retain it. */
typedef struct swiftpager_page swiftpager_page;

/* A request that your own transport has to answer. */
typedef struct swiftpager_request swiftpager_request;
/* A question for the caller's credentials, which your authorizer has to answer. */
typedef struct swiftpager_authorization swiftpager_authorization;
/* The rows of pages, collected as columns of Apache Arrow. */
typedef struct swiftpager_table swiftpager_table;

/*
 * The Arrow C data interface and stream interface, as Apache Arrow defines them: libraries of data frames and databases
 * take these structs without a copy. The receiver of such a struct calls its `release` once, from any thread, unless it
 * has moved the struct elsewhere and set the `release` of the old one to NULL.
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
 *              over, send was left without returning, or the client was shut down or released. You still have to answer
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
    SWIFTPAGER_CLOSED = 4,           /* the client was shut down or released */
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
    SWIFTPAGER_CURSOR_CYCLE = 61,      /* the page says there is more, and gives a cursor of an earlier page, or an
                                          offset list repeats the page before */
    SWIFTPAGER_MISSING_PAGE_INFO = 62, /* the page does not say whether there is more, or the list has "gaps" */
    SWIFTPAGER_NULL_CURSOR = 63,       /* the page says there is more, and gives no cursor to ask for it */
    SWIFTPAGER_PAGE_LIMIT = 64,        /* load_all reached its max_pages or max_items, and there is more */
    SWIFTPAGER_NESTED_INCOMPLETE = 65, /* a list inside the page is not whole, and "nested" does not accept that */
    SWIFTPAGER_PARTIAL_DATA = 66,      /* all pages are there, and some have errors beside their data */
    SWIFTPAGER_NOT_ORDERED = 67,       /* an item of a list with "since" is out of order, or has no value to compare */
    SWIFTPAGER_DUPLICATE_KEY = 68,     /* two items of a page of a keyset list have the same key, and the next request
                                          might skip items */
    SWIFTPAGER_FEWER_THAN_TOTAL = 69   /* the list has reached its end with fewer items than the "total" of its pages */
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
 * borrowed for the call; it ends with a NUL. They return JSON text in memory of malloc(), which the library frees. Text
 * that is not JSON, or {"error": "text"}, ends the operation with HOOK_FAILED and the text. A hook that is left without
 * returning ends the operation with HOOK_FAILED, too.
 *
 * extract_page_info  returns an object with "can_load_next", "can_load_previous" (absent = false), "end_cursor",
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
 *                    returned, or the four members as the response has them. A resume token holds it, and a call that
 *                    makes a pager with such a token calls resolve_page: on its own thread, perhaps while another
 *                    callback of the client runs. If resolve_page fails there, the call fails with HOOK_FAILED.
 * transform          returns what swiftpager_page_model() hands out. Called once for each page. NULL: the page has no
 *                    model.
 * destroy            called once with user_data when the library will not call any of them any more: after the pager
 *                    was released, when the client's callbacks run next, in swiftpager_client_release() at the latest;
 *                    or, if the pager cannot be created, before the function that should create it returns. May be
 *                    NULL.
 *
 * try_extract_page_info, try_resolve_page, try_transform
 *                    the same three functions for a host whose calls can fail by themselves, like a script language: if
 *                    such a call fails, it leaves a status that is not OK, which the library cannot mistake for a NULL
 *                    result. They return OK and set *out_json to what the function above returns (memory of
 *                    swiftpager_alloc() or NULL), or any other status and set *out_json to a text of what went wrong or
 *                    leave it NULL: the operation then ends with HOOK_FAILED. *out_json is NULL when the library calls
 *                    them; the library frees it. Give one of the two forms of a function; if you give both,
 *                    INVALID_ARGUMENT.
 */
typedef struct swiftpager_pager_hooks {
    size_t struct_size;
    void *user_data;
    char *(*extract_page_info)(void *user_data, const char *page_json, size_t length, bool is_initial);
    char *(*resolve_page)(void *user_data, const char *page_info_json, swiftpager_kind direction);
    char *(*transform)(void *user_data, const char *page_json, size_t length);
    void (*destroy)(void *user_data);
    swiftpager_status (*try_extract_page_info)(void *user_data, const char *page_json, size_t length, bool is_initial,
                                               char **out_json);
    swiftpager_status (*try_resolve_page)(void *user_data, const char *page_info_json, swiftpager_kind direction,
                                          char **out_json);
    swiftpager_status (*try_transform)(void *user_data, const char *page_json, size_t length, char **out_json);
} swiftpager_pager_hooks;

/* An operation ended with `status`. `error_json` is borrowed for the length of the call; NULL when the status is OK. */
typedef void (*swiftpager_completion_cb)(void *user_data, swiftpager_status status, const char *error_json);
/* The list has a new state. `update` is borrowed for the length of the call: see swiftpager_update_retain(). */
typedef void (*swiftpager_update_cb)(void *user_data, const swiftpager_update *update);
/*
 * Something happened to a request of the client. `event_json` is borrowed for the length of the call: an object, one of
 *   {"event": "authorizing", "reason"}                  the library asks the authorizer: "start" or "unauthorized"
 *   {"event": "pace", "wait_ms"}                        the request waits for its turn: see "Rates"
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

/* ------------------------------------------------------------------------------------------------------------------ */
/* The library                                                                                                        */
/* ------------------------------------------------------------------------------------------------------------------ */

/* The version of the library that is running, like "0.1.0". A constant: do not free it. */
SWIFTPAGER_API const char *swiftpager_version(void);

/*
 * The version of the contract that the running library keeps. It grows when functions or statuses are added; the SONAME
 * changes when one goes. A program that was compiled against a newer header compares it with SWIFTPAGER_ABI_VERSION
 * before its first call of a function that the library may not have.
 */
SWIFTPAGER_API uint32_t swiftpager_abi_version(void);

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
 * swiftpager_version(), _abi_version(), _status_name(), _free() and _alloc() leave it as it is. Borrowed until the
 * thread's next call of any other function. Calls inside callbacks count, too: read the text before the thread calls
 * another function.
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

/* ------------------------------------------------------------------------------------------------------------------ */
/* Client                                                                                                             */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * Creates a client. It connects when the first page is asked for.
 *
 * config_json  an object: see "Config of a client", and schema/client.schema.json.
 * transport    answers the requests in place of libcurl: see swiftpager_transport. NULL: libcurl.
 * out          receives the client; release it with swiftpager_client_release().
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG, NO_MEMORY, CACHE_FAILED (the file of the cache cannot be used; it is left
 * as it is), RECORDING_FAILED (the file of "record" cannot be written, or that of "replay" cannot be read: the message
 * names the file, and the line that is at fault).
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_create(const char *config_json,
                                                          const swiftpager_transport *transport,
                                                          swiftpager_client **out, char **error_json);

/*
 * Creates a client as swiftpager_client_create() does, with the endpoint beside the config.
 *
 * endpoint     http:// or https:// address.
 * config_json  the other keys; NULL: all stay at their defaults. An "endpoint" in it is INVALID_CONFIG.
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
 * once, you can wait for it and cancel it, and its completion is called inside a dispatch.
 *
 * request_json  an object: see "Request to execute", and schema/request.schema.json.
 * completion    called once when the operation ends; may be NULL.
 * destroy       called once with user_data when the completion will not be called any more; may be NULL.
 * out           receives the operation; release it with swiftpager_operation_release(). NULL: the operation needs no
 *               handle, and you cannot read its response.
 *
 * The operation ends with OK when the response has data, even if it has errors beside the data; with GRAPHQL when it
 * has errors and no data; with HTTP, BAD_RESPONSE, NETWORK or NO_MEMORY; with CACHE_MISS or CACHE_FAILED; or with
 * CANCELLED: then the library aborted the request, and does not undo what the server had already done.
 * swiftpager_operation_response() has the answer. The cache stores the answer, and the library delivers each page again
 * that shows a changed record: see "Watching".
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG (the error has "path", and "position" if the query is at fault),
 * INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_execute(swiftpager_client *client, const char *request_json,
                                                           swiftpager_completion_cb completion, void *user_data,
                                                           swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                           char **error_json);

/*
 * Overwrites fields of records in the client's cache. Other fields stay. If the cache has no such record, the library
 * creates it. The library writes all of it, or nothing, and delivers each page again that shows a changed record: see
 * "Watching".
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
 * Errors: INVALID_ARGUMENT (also for a client without a cache), INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY,
 * CACHE_FAILED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_cache_read(swiftpager_client *client, const char *key,
                                                              char **out_json, char **error_json);

/*
 * Forgets a record of the client's cache. Pages that show it stay as they are. When the cache is asked for such a page,
 * it is a miss. OK if the cache has no such record.
 *
 * key  of the record. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT (also for a client without a cache), INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY,
 * CACHE_FAILED.
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
 * FORKED, and CLOSED once the client is shut down and no callback waits any more. So this loop ends: `while
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
 * Only poll it: do not read, write or close it. It is valid until the client is released: remove it from your
 * loop before that.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED, NO_MEMORY (no descriptor is free).
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_fd(swiftpager_client *client, int *out_fd);

/*
 * Ends every wait that is under way on the client, also the wait of a thread that is running a callback meanwhile. If
 * no wait is under way, it ends the next one. swiftpager_operation_wait(), _operation_next() and _subscription_next()
 * then return INTERRUPTED, and swiftpager_client_dispatch() returns OK with a count of 0; operations under way
 * continue. A call with timeout 0 does not wait, so no wake ends it. Safe in every thread, but not in a signal handler.
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
 * on_event  NULL: no function gets events any more.
 * destroy   called once with user_data when on_event will not be called any more: when another function took its place,
 *           when the client is released, or before this call returns if it fails or on_event is NULL. May be NULL.
 *
 * Errors: INVALID_HANDLE, CLOSED, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_observe(swiftpager_client *client, swiftpager_event_cb on_event,
                                                           void *user_data, swiftpager_destroy_cb destroy);

/*
 * As swiftpager_client_observe(), for some kinds of events only; other kinds cost next to nothing.
 *
 * kinds_json  an array of values of "event": ["retry", "failure"].
 *
 * Errors: those of swiftpager_client_observe(), INVALID_ARGUMENT, INVALID_CONFIG (a kind that does not exist).
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_observe_kinds(swiftpager_client *client, const char *kinds_json,
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
 * authorize  NULL: the library does not ask any more.
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
 * Ends all work: requests in flight are aborted, operations end with CANCELLED, and later calls return CLOSED. Waits up
 * to `timeout_ms` (−1 = no limit) for the library's network thread to end. Completions that have not run yet wait for
 * swiftpager_client_dispatch(); swiftpager_client_release() would drop them. A second call does no harm.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, REENTRANT, FORKED, TIMEOUT (the thread still runs; it ends by itself).
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_shutdown(swiftpager_client *client, int32_t timeout_ms);

/*
 * Shuts the client down without waiting and gives the handle back. It still runs destroy functions that wait, and
 * before them `cancel` of a transport for each request that has not been answered, but no other callbacks, so a
 * finalizer may call it. If a thread runs a callback of the client, they follow there. Completions that have not run by
 * then never run: this is the one exception to "ends exactly once". To see them, call swiftpager_client_shutdown()
 * first, and then swiftpager_client_dispatch() until it returns CLOSED.
 *
 * Pagers, operations and subscriptions of the client do not keep it running, but their handles stay valid until you
 * release them. Updates that you retained stay readable.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_release(swiftpager_client *client);

/*
 * Gives the handle back and ends nothing: for finalizers, which run in any order. The client goes on as long as one of
 * its pagers, operations or pulled subscriptions has a handle, or a stream of Arrow reads from it. The call that gives
 * back the last of these releases it as swiftpager_client_release() does, and so does this call if nothing keeps the
 * client. Callbacks keep nothing alive: a subscription with a callback does not count, and neither does an operation
 * without a handle.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_client_unref(swiftpager_client *client);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Request                                                                                                            */
/* ------------------------------------------------------------------------------------------------------------------ */

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

/*
 * The body, JSON text that ends with a NUL; `length` receives its length without the NUL, and may be NULL. Empty for a
 * GET.
 */
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

/* ------------------------------------------------------------------------------------------------------------------ */
/* Pager                                                                                                              */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * Creates a pager. It sends nothing before the first fetch or load_all.
 *
 * config_json  an object: see "Config of a pager", and schema/pager.schema.json.
 * hooks        functions that read its pages: see swiftpager_pager_hooks. NULL: the config says everything.
 * out          receives the pager; release it with swiftpager_pager_release().
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG (the error has "path", and "position" if the query is at fault),
 * INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, HOOK_FAILED (with "resume": the hook resolve_page failed).
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_create(swiftpager_client *client, const char *config_json,
                                                         const swiftpager_pager_hooks *hooks, swiftpager_pager **out,
                                                         char **error_json);

/*
 * Creates a pager as swiftpager_pager_create() does, with the query beside the config: a GraphQL document as it is,
 * with its line breaks and quotes, which you need not write as JSON.
 *
 * query           the document.
 * variables_json  an object with the variables of the first page; NULL: none.
 * config_json     the other keys; NULL: all stay at their defaults. A "query" in it is INVALID_CONFIG, and so are
 *                 "variables" if variables_json is not NULL.
 * hooks           functions that read its pages: see swiftpager_pager_hooks. NULL: the config says everything.
 * out             receives the pager; release it with swiftpager_pager_release().
 *
 * Errors: those of swiftpager_pager_create(). A path below "/variables" is one in variables_json.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_create_with_query(swiftpager_client *client, const char *query,
                                                                    const char *variables_json,
                                                                    const char *config_json,
                                                                    const swiftpager_pager_hooks *hooks,
                                                                    swiftpager_pager **out, char **error_json);

/*
 * The calls that load pages have the same form:
 *
 * options_json  NULL, or an object: see "Options of a load", and schema/options.schema.json.
 * completion    called once when the operation ends; may be NULL, and must be NULL with "pull": true.
 * destroy       called once with user_data when the completion will not be called any more; may be NULL.
 * out           receives the operation, to wait for or to cancel; release it with swiftpager_operation_release(). May
 *               be NULL if you need no handle, but not with "pull": true.
 *
 * If the library refuses a call at once, the call returns why, and its completion is not called. A call that returns OK
 * is accepted, and its operation ends exactly once: with OK, with CANCELLED, with a failure of the network or the
 * server (40–59), or with the reason why the list cannot be complete (60–79). Subscribers get those failures as well,
 * after the pages that came before them. Pages already loaded survive every failure, and a later load can continue from
 * them.
 *
 * Errors of every load: INVALID_ARGUMENT, INVALID_CONFIG (the options), INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY.
 */

/*
 * Asks for the first page; when it is there, it replaces all pages held. Ends an operation under way with CANCELLED.
 *
 * Errors: those of every load.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_fetch(swiftpager_pager *pager, const char *options_json,
                                                        swiftpager_completion_cb completion, void *user_data,
                                                        swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                        char **error_json);

/*
 * The same as swiftpager_pager_fetch(), but the server always answers it, unless its options have another
 * "cache_policy".
 *
 * Errors: those of every load.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_refetch(swiftpager_pager *pager, const char *options_json,
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
 * Forgets all pages and ends an operation under way with CANCELLED; its request is aborted. Subscribers stay, and get
 * no update.
 *
 * Errors: INVALID_HANDLE, CLOSED, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_reset(swiftpager_pager *pager);

/*
 * Whether the last page says that there is more after it, and how to ask for it. False before the first page. Also true
 * if the hook resolve_page has no query for it.
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
 * "pages_held", "pages_loaded", "items_loaded"
 *                      numbers; the loaded counts are those of the list as it stands, also of pages that were not
 *                      retained
 * "can_load_next", "can_load_previous"
 *                      booleans
 * "duplicates"         how many items were left out, because an earlier page had them: see "identity"
 * "known"              how many items were left out, because an earlier run had them: see "since"
 * "unreadable_pages"   how many of the pages held the client's cache cannot read back: see "Watching"
 * "conflicts"          null, or the fields for which the server's answer to a page has two values in one record of the
 *                      client's cache: {"count", "first": {"page", "type", "key", "field"}}. The event "conflict" tells
 *                      each of them, and "key_fields" prevents them. The page counts from 1 in the order of loading
 * "gaps"               how many pages do not begin at the place where the page before them ends, because an answer to
 *                      another pager or request has changed that place: items between the two may be missing, or come
 *                      twice. Only a new first page repairs that. What a change says of the end of the newest page
 *                      counts, at both ends, and makes no gap
 * "drift"              null (the list is not a list of offsets, and its pages name no total), or what the library
 *                      noticed of a list that changes while it is read: {"short_pages": n, "total_changes": n,
 *                      "total": n or null, "page_count_changes": n, "page_count": n or null}. The numbers are: how many
 *                      pages had fewer items than a page before them, although further items follow; how often a page
 *                      told another total than the page before it, and the last total; the same two of the number of
 *                      pages. The total is the one that the config names, or else the field totalCount, total or count
 *                      that the query selects directly below the connection
 * "fewer"              null, or {"items", "total"}: the whole list was read from its beginning, and has fewer items
 *                      than the smallest total that its pages named. A list that was opened in its middle or is read
 *                      since a mark has none, and neither has one with "check_total": false
 * "ends"               {"next", "previous"}, each null (no page yet, or there is more), "complete", or a status name of
 *                      60–63 or 68. A list that is not read in one direction is complete at that end
 * "errors"             null, or what came beside the data of its pages: {"pages", "errors", "first": {"page",
 *                      "message", "path"}}, which are the number of pages, the number of their errors, and the first
 *                      error. Its page counts from 1 in the order of loading, its path is a JSON Pointer below `data`;
 *                      message and path are null if the server does not say them
 * "end"                null while one of the ends is null, otherwise the status name that an end has, otherwise
 *                      MISSING_PAGE_INFO if there are "gaps": a load_all ends with that status, too. Otherwise
 *                      "FEWER_THAN_TOTAL" if "fewer" is not null and the config names the total. Otherwise
 *                      "PARTIAL_DATA" if "errors" is not null and the pager's "errors" is "report", otherwise
 *                      "complete"
 * "reason"             null, or "KNOWN": the list is complete because a "descending" walk has reached what an earlier
 *                      run had
 * "since"              null (the pager has no "since"), or {"mark", "greatest", "future", "missing", "positions",
 *                      "local_times", "stays"}: the mark that the walk began with, the greatest value so far (each a
 *                      string, or null if there is none); null or {"items", "value"}: how many items are more than a
 *                      minute later than the server's clock, and the greatest of their values; how many items have no
 *                      value, as "on_missing" allows; whether the cursors are positions, and whether times have no
 *                      offset; and why the mark stays: null, "PARTIAL_DATA" (a page has errors beside its data) or
 *                      "TIES" (more items have one value than a checkpoint can hold)
 * "list"               the list that the pager reads, as the documents and the config describe it: {"type",
 *                      "direction", "connection", "items", "page_info", "has_next_page", "end_cursor",
 *                      "has_previous_page", "start_cursor", "after", "first", "before", "last", "offset", "page",
 *                      "limit", "total", "page_count", "has_more", "key", "next_query"}. The keys are those of
 *                      "pagination", and mean the same. A key is null if the list does not have it, or if only answers
 *                      show it: also the type if the hook extract_page_info reads the page info, and the names of
 *                      variables if resolve_page makes the requests for it. If the config does not name the items, they
 *                      are the first of "nodes" and "edges" that the query selects. "next_query" is null, or has the
 *                      same members for the query of that name, without "type", "direction" and "next_query"
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
 * one transaction gets each page once. The server must be able to go on from the same cursor: a token cannot make it do
 * that.
 *
 * A token fits pagers with the same query, variables, "pagination" and "next_query", and clients with the same endpoint
 * (a user and password in it aside). The library compares them by what they mean: the layout of a query, the order of
 * an object's members and the way in which a number is written may differ, and so may cursors and sizes among the
 * variables. When the library refuses a token of another list, the error says what differs. Tokens of earlier versions
 * fit if all texts are the same. The counts of swiftpager_pager_state() continue those of the token. The pager does not
 * hold the pages before the token.
 *
 * To notice a cycle, the token has fingerprints of the cursors so far. If there are more of them than it has room for
 * (about 900), the library thins out the older ones. If a server goes back to a page whose fingerprint is not kept,
 * pages come again until the server reaches a page whose fingerprint is kept. The library notices the cycle then, at
 * the latest after one round of the cycle within one process.
 *
 * out_json  receives the token. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, BAD_RESPONSE (the server's cursors are too long
 * for a token, or what extract_page_info returned).
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
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, CLOSED, FORKED, NO_MEMORY, BAD_RESPONSE (as
 * swiftpager_pager_resume_token()).
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_checkpoint(swiftpager_pager *pager, char **out_json);

/*
 * Gives the pager back: its operation ends with CANCELLED, its subscriptions end. Legal inside its own callbacks.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_release(swiftpager_pager *pager);

/*
 * Gives the handle back and ends nothing: for finalizers, which run in any order. The pager goes on as long as one of
 * its operations or pulled subscriptions has a handle, or a stream of Arrow reads from it. The call that gives back the
 * last of these releases it as swiftpager_pager_release() does, and so does this call if nothing keeps the pager.
 * Callbacks keep nothing alive: a subscription with a callback does not count, and neither does an operation without a
 * handle.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_pager_unref(swiftpager_pager *pager);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Subscription                                                                                                       */
/* ------------------------------------------------------------------------------------------------------------------ */

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
 * also with timeout 0), FORKED, TIMEOUT, INTERRUPTED, and CLOSED once the pager or client is gone and no update is
 * left.
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
 * Errors: INVALID_ARGUMENT (also for a subscription with a callback), INVALID_HANDLE, FORKED, NO_MEMORY (no descriptor
 * is free).
 */
SWIFTPAGER_API swiftpager_status swiftpager_subscription_fd(swiftpager_subscription *subscription, int *out_fd);

/*
 * Ends the subscription and gives the handle back. After it returns, no call of on_update starts any more. It calls
 * destroy, unless a call of on_update runs: the thread of that call then calls destroy after it. If a call runs on
 * another thread, this function waits at most 50 ms for it to return; a longer call goes on. Legal inside on_update,
 * and there it does not wait.
 *
 * If only this subscription was waiting for a page that the pager does not retain, the page is not lost: the next
 * load_next, or load_all with "fetch_from_initial_page": false, asks for it again. Neither asks again for pages that
 * the subscription has received.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_subscription_cancel(swiftpager_subscription *subscription);

/*
 * The same as swiftpager_subscription_cancel(), under the name that the other handles have.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_subscription_release(swiftpager_subscription *subscription);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Operation                                                                                                          */
/* ------------------------------------------------------------------------------------------------------------------ */

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
 * The next update of an operation that was begun with {"pull": true}: the one loop that a walk needs.
 *
 *     while ((status = swiftpager_operation_next(operation, -1, &update, &error)) == SWIFTPAGER_OK && update != NULL) {
 *         const swiftpager_page *page = swiftpager_update_last_page(update);
 *         …
 *         swiftpager_update_release(update);
 *     }
 *
 * It waits up to `timeout_ms` (0 = not at all, −1 = no limit), and meanwhile runs the callbacks of the operation's
 * pager, but not those of other pagers; with "callbacks": false it runs none at all. The updates are the operation's
 * own, not those from before its start or after its end: one for each page or, for a load_all with "emit" "end", one
 * for all pages.
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
 * Whether the operation has ended, and how. The call only looks: it runs no callback, and waits for nothing. The
 * completion of an operation that has ended may still have to run, and the updates of a pulled operation may still
 * wait.
 *
 * out_ended   receives whether it has ended; may be NULL.
 * out_status  receives how; OK while it goes on. May be NULL.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_status(swiftpager_operation *operation, bool *out_ended,
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
 * Ends the operation with CANCELLED and aborts its request; pages already loaded stay. Nothing happens to an operation
 * that has ended.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_cancel(swiftpager_operation *operation);

/*
 * Gives the handle back. The operation goes on, and its completion is still called. A pulled operation is cancelled,
 * because no call could pull it any more, and pages that were not pulled count as not handed out.
 *
 * Errors: INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_release(swiftpager_operation *operation);

/*
 * The items of a pulled operation as a stream of Apache Arrow. The first record batch has 1,024 rows or more, or those
 * of one page if `columns_json` gives all types, because a reader may want a few rows only. Each further batch has up
 * to four times the rows of the one before, and then 8,192 or more; the last one may have fewer. While you work on a
 * batch after the first, the walk loads at most the pages of the next batch, and at most 100 pages. The columns are
 * those of swiftpager_table_create(). `columns_json` or the rows of the first batch fix their types. A page that does
 * not fit them fails the stream, and the error names page, item, column, type and value.
 *
 * The stream takes the operation over: you may give its handle back at once, and the release of the stream cancels an
 * operation that has not ended. `get_schema` and `get_next` wait and run callbacks as swiftpager_operation_next() does,
 * without a limit; take care that no callback makes such a call. You have finished with the pages of a batch when you
 * call `get_next` again, or swiftpager_operation_arrow_finish(). With the policy "return_cache_data_and_fetch" the rows
 * are the server's.
 *
 * Functions of the stream return 0 or a number of errno.h; `get_last_error` then gives the name of a status and a
 * message, like "NETWORK: could not connect …".
 * - EINTR: swiftpager_client_wake() or a signal ended the wait. Call again to go on; no row is lost.
 * - EDEADLK: REENTRANT. The stream works again outside the callback.
 * - ECANCELED: the operation was cancelled or superseded, or its client was shut down. Rows that wait are dropped.
 * - EINVAL: a page does not fit the types; also for any call in a child of fork(), which may only release the stream.
 * - ENOMEM.
 * - EIO: how the operation failed otherwise. The rows before the failure come first.
 *
 * columns_json  may be NULL.
 * out           receives the stream, which is yours: call its `release`. The `release` is NULL if the function fails.
 *               Must not be NULL.
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
 * have up to about a million rows. If a later page widens a type, the library fills the rows before it once more from
 * the kept bytes. If the operation fails, you have finished with no page, because you did not get all rows.
 *
 * Errors: those of swiftpager_operation_arrow_stream().
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_arrow_table(swiftpager_operation *operation,
                                                                  const char *columns_json,
                                                                  struct ArrowArrayStream *out, char **error_json);

/*
 * Waits until the operation's stream can answer without waiting. It is for hosts that must handle other things, like
 * signals, while another library waits for rows of the stream. Call it on the thread that is about to call `get_next`.
 * Never call it on two threads at once, or while a function of the stream runs.
 *
 * It waits up to `timeout_ms` (0 = not at all, −1 = no limit), and runs callbacks as swiftpager_operation_next() does.
 * It also returns OK if no rows are left.
 *
 * Errors: how the operation ended: the status of the error with which `get_next` would fail. TIMEOUT and INTERRUPTED,
 * without an error object (the stream goes on); INVALID_ARGUMENT (also if the operation has no stream), INVALID_HANDLE,
 * REENTRANT, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_arrow_wait(swiftpager_operation *operation, int32_t timeout_ms,
                                                                 char **error_json);

/*
 * Says that you have finished with the batch that the operation's stream gave last, before you ask for the next one:
 * swiftpager_pager_resume_token() then covers that batch. Call it on the thread that uses the stream. A second call
 * does nothing.
 *
 * Errors: INVALID_ARGUMENT (the operation has no stream), INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_operation_arrow_finish(swiftpager_operation *operation);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Update                                                                                                             */
/* ------------------------------------------------------------------------------------------------------------------ */

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
 * Where the page that the update reports came from; SOURCE_NONE for a failure without a page. SOURCE_CACHE: a policy
 * let the cache answer, or a record that the page shows has changed since the page was loaded.
 */
SWIFTPAGER_API swiftpager_source swiftpager_update_source(const swiftpager_update *update);

/* The number of pages that the update holds; at most one if "retain" is "last" or "none". */
SWIFTPAGER_API size_t swiftpager_update_page_count(const swiftpager_update *update);

/*
 * The page that the update reports: the one that was loaded last, or that changed; NULL for a failure. It lives as long
 * as the update.
 */
SWIFTPAGER_API const swiftpager_page *swiftpager_update_last_page(const swiftpager_update *update);

/*
 * The page at `index`, in the order of the list: previous pages, the one farthest from the initial page first, then the
 * initial page, then next pages. NULL beyond the last.
 */
SWIFTPAGER_API const swiftpager_page *swiftpager_update_page_at(const swiftpager_update *update, size_t index);

/*
 * Which page of the update is the one that changed: the index that swiftpager_update_page_at() takes for the page that
 * swiftpager_update_last_page() gives. 0 if the update holds one page.
 *
 * out  receives the index.
 *
 * Errors: INVALID_ARGUMENT (also for an update that reports a failure without a page), INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_page_index(const swiftpager_update *update, size_t *out);

/*
 * Whether the update shows the present state of a page that subscribers got before, without a load that brought the
 * page: see "Watching". If a load brought a page from the cache, the update is not a change.
 *
 * out  receives the answer; false for a failure.
 *
 * Errors: INVALID_ARGUMENT, INVALID_HANDLE, FORKED.
 */
SWIFTPAGER_API swiftpager_status swiftpager_update_is_change(const swiftpager_update *update, bool *out);

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
 * Counts, in all pages that the update holds, the lists inside their items that may not be whole: see
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

/* ------------------------------------------------------------------------------------------------------------------ */
/* Page                                                                                                               */
/* ------------------------------------------------------------------------------------------------------------------ */

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
 * Gives a retained page back. A page that was not retained belongs to its update: the call returns INVALID_ARGUMENT and
 * does nothing.
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
 * a NUL. NULL if the server sent null. The library refuses a response that has none of the arrays that the query asks
 * for, with BAD_RESPONSE.
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
 * and lower case do not matter in `name`. If several headers have that name, it is the first of them. NULL if there is
 * none.
 */
SWIFTPAGER_API const char *swiftpager_page_header(const swiftpager_page *page, const char *name, size_t *length);

/* All header lines of the response as they came, each "Name: value" with its line break; NULL if there are none. */
SWIFTPAGER_API const char *swiftpager_page_headers(const swiftpager_page *page, size_t *length);

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
 * library puts the text together at the first call; it is borrowed for the life of the page. The text ends with a
 * NUL, which `length` leaves out. It is empty for an empty array, and NULL if the page has no array, or if there is not
 * enough memory.
 */
SWIFTPAGER_API const char *swiftpager_page_ndjson(const swiftpager_page *page, size_t *length);

/*
 * The items of the page as a record batch of Apache Arrow: a struct array whose children are the columns. The rows are
 * what swiftpager_page_item() gives, in their order; a row that is null is a null in each column. See "Columns" at
 * swiftpager_table_create(), also for `columns_json`, which may be NULL. A page without items is a batch without rows.
 *
 * out_schema, out_array  receive the types and the values. Both are yours: call the `release` of each; neither depends
 *                        on the page any more. Their `release` is NULL if the function fails. Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG (`columns_json`), INVALID_HANDLE, FORKED, BAD_RESPONSE (a value does not fit
 * the type that `columns_json` says), NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_page_arrow(const swiftpager_page *page, const char *columns_json,
                                                       struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                                                       char **error_json);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Table                                                                                                              */
/* ------------------------------------------------------------------------------------------------------------------ */

/*
 * A table without rows: it collects the rows of pages as columns of Apache Arrow, with types that fit them all.
 *
 *     while ((status = swiftpager_operation_next(walk, -1, &update, &error)) == SWIFTPAGER_OK && update != NULL) {
 *         status = swiftpager_table_add(table, swiftpager_update_last_page(update), &error);
 *         swiftpager_update_release(update);
 *         …
 *     }
 *     status = swiftpager_table_take(table, &schema, &array, &error);
 *
 * # Columns
 *
 * Without `columns_json` the columns are the keys of the rows, in the order in which they appear first. Each column has
 * the narrowest type that holds every value:
 * - true and false: bool;
 * - integers: int64;
 * - integers and numbers with a fraction or an exponent: float64;
 * - strings: utf8;
 * - lists: a list of the type of their elements;
 * - objects: a struct of the types of their members;
 * - null and missing values: a null, of any type. If there is nothing else: Arrow's type null;
 * - anything else: JSON text, utf8 with {"swiftpager.type": "json"} in the field's metadata. JSON text is the type for
 *   values of several kinds; for integers beyond 2^53 among numbers with a fraction, and integers beyond int64; for
 *   objects that have a key twice, objects with a NUL in a key, and objects that have no key in any row; for values
 *   nested deeper than 32 levels; for objects with more than 1,024 different keys, and objects with which the columns
 *   of all levels would be more than 4,096. In this way no value is lost or rounded, except the digits of a fraction
 *   that no double has.
 *
 * If not all rows are objects, or if the rows are objects that become JSON text, there is one column named "value".
 *
 * `columns_json` names the columns that are wanted, in their order, each with a JSON Pointer into the row and a type.
 * Without a pointer the column is the row's member of the column's name, and without a type the library infers the
 * type:
 *
 *     {"id": {}, "price": {"pointer": "/price/amount", "type": "float64"}, "first tag": "/tags/0"}
 *
 * Types are "bool", "int64" (also 2.0), "float64", "string", "json" (the text of any value), "date" ("2026-11-22"),
 * "timestamp" (ISO 8601 with a zone, like "2026-11-22T12:25:00.5Z"; in microseconds of UTC), "timestamp_ns" (in
 * nanoseconds), "timestamp_local" and "timestamp_local_ns" (without a zone), ["string"] (a list) and {"x": "float64",
 * "y": "float64"} (those members of an object). A value of another kind is an error that names page, item, column, type
 * and value. If a pointer leads to nothing, the value is null.
 *
 * columns_json  may be NULL.
 * out           receives the table: give it back with swiftpager_table_release(). Must not be NULL.
 *
 * Errors: INVALID_ARGUMENT, INVALID_CONFIG, NO_MEMORY.
 */
SWIFTPAGER_API swiftpager_status swiftpager_table_create(const char *columns_json, swiftpager_table **out,
                                                         char **error_json);

/*
 * Appends the items of a page, all or none: if it fails, the table is as it was. If an item does not fit the types so
 * far, the library widens them. When you take the rows, it then reads those that were in the table before once more.
 * The table keeps the bytes of its pages until then, unless `columns_json` says all types.
 *
 * Errors: INVALID_HANDLE, FORKED, BAD_RESPONSE (a value does not fit its column's type, because `columns_json` says
 * that type, or because the type stays after rows were taken), NO_MEMORY (also if rows have so many different keys that
 * their columns would hold almost only nulls).
 */
SWIFTPAGER_API swiftpager_status swiftpager_table_add(swiftpager_table *table, const swiftpager_page *page,
                                                      char **error_json);

/*
 * As swiftpager_table_add(), for rows that you have as JSON: the lines of swiftpager_page_ndjson() from another
 * process, for example, with commas between them and brackets around them. The rows count as a page.
 *
 * rows_json  one JSON array; each element is a row. The library copies it. Must not be NULL.
 * length     its length in bytes.
 *
 * Errors: INVALID_ARGUMENT (also for JSON that is not an array), and those of swiftpager_table_add(); BAD_RESPONSE also
 * for a text that is not JSON.
 */
SWIFTPAGER_API swiftpager_status swiftpager_table_add_rows(swiftpager_table *table, const char *rows_json,
                                                           size_t length, char **error_json);

/*
 * Widens the types of the columns until they also hold these rows, without adding the rows. If these rows are examples
 * of an earlier table's types, this table then has that table's columns. The call has no effect if `columns_json` says
 * all types, or once rows were taken.
 *
 * rows_json, length  as for swiftpager_table_add_rows().
 *
 * Errors: those of swiftpager_table_add_rows().
 */
SWIFTPAGER_API swiftpager_status swiftpager_table_fit(swiftpager_table *table, const char *rows_json, size_t length,
                                                      char **error_json);

/*
 * Takes the oldest rows out as a record batch, as swiftpager_page_arrow() does: up to about a million of them, and none
 * (a length of 0) if no rows are left. From the first call on the types stay: all batches of a table have the same
 * types, and a page that does not fit them is refused.
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
