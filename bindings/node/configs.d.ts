// Written by contract/node_types.py from include/schema: run `make headers`.

/** Config of a swiftpager client. */
export interface ClientConfig {
  /**
   * Headers that the client sends with each request, by name. A value is one line of text. Content-Length and
   * Transfer-Encoding are the library's own.
   */
  headers?: Record<string, string>;
  /**
   * How long one whole request may take, including name resolution and connecting. 0 = no limit.
   */
  timeout_ms?: number;
  /**
   * How long name resolution, connecting and the TLS handshake may take together.
   */
  connect_timeout_ms?: number;
  /**
   * The largest body that one response may have after decompression, in bytes. A larger body ends the operation with
   * NETWORK.
   */
  max_response_bytes?: number;
  /**
   * Which certificate authorities a TLS connection trusts, and which certificate the client shows. The library always
   * verifies certificates. It uses TLS 1.2 or later.
   */
  tls?: {
    /**
     * PEM file of the certificate authorities that the client trusts in place of the system's.
     */
    ca_file?: string;
    /**
     * PEM file with the client's certificate chain.
     */
    client_cert?: string;
    /**
     * PEM file with the private key of `client_cert`, which must be given too.
     */
    client_key?: string;
  };
  /**
   * URL of a proxy: http, https, socks4, socks4a, socks5 or socks5h, or http if the URL has no scheme. An empty string
   * means no proxy at all.
   */
  proxy?: string;
  /**
   * The version of HTTP.
   */
  http_version?: 'automatic' | '1.1' | '2';
  /**
   * Where the client keeps responses: nowhere, in memory, or in an SQLite file for other processes and for later runs.
   * See docs/caching.md.
   */
  cache?: 'none' | 'memory' | {
    /**
     * Path of the SQLite file. The library creates the file if it does not exist.
     */
    sqlite: string;
  };
  /**
   * Two objects of one type are one record of the cache if these fields have the same values, and pages then show one
   * object in the place of both: name the fields that tell the objects of each type apart. One list for all types, or
   * an object of lists by type, with "*" for all other types. With an empty list objects have no keys.
   */
  key_fields?: string[] | Record<string, string[]>;
  /**
   * The most records that the cache keeps. The least recently used records leave first. Records that a page shows never
   * leave.
   */
  max_records?: number;
  /**
   * The greatest age of a record that the cache uses: one number for all types, or an object of numbers by type, with
   * "*" for all other types.
   */
  max_age_ms?: number | Record<string, number>;
  /**
   * Whether the library asks for `__typename` of all objects. If it does not, only objects whose query asks for
   * `__typename` have keys.
   */
  add_typename?: boolean;
  /**
   * Whether a pager asks the server for a page that it holds when the cache has lost a part of that page. If not, the
   * page stays as it was. See docs/caching.md.
   */
  refetch_incomplete?: boolean;
  /**
   * When the library repeats a request that brought no answer. See docs/retrying.md.
   */
  retry?: {
    /**
     * Whether the library sends requests again at all.
     */
    enabled?: boolean;
    /**
     * The most times that the library sends one request.
     */
    max_attempts?: number;
    /**
     * The longest wait before the second attempt if the server does not name a wait. The longest wait doubles with each
     * further attempt.
     */
    base_delay_ms?: number;
    /**
     * The upper limit of the wait before any attempt if the server does not name a wait.
     */
    max_delay_ms?: number;
    /**
     * How long all waits of one request may take together.
     */
    budget_ms?: number;
    /**
     * The HTTP statuses after which the library sends a request again. With an authorizer, the first 401 is a question
     * to it, as always.
     */
    statuses?: number[];
    /**
     * Whether the library asks for half as many items when a page is too much for the server.
     */
    shrink?: boolean;
    /**
     * The codes of GraphQL errors that say that a page is too much for the server, whatever the HTTP status is.
     */
    shrink_codes?: string[];
    /**
     * Parts of the messages of GraphQL errors that say that a page is too much, for servers without codes. Upper and
     * lower case are the same. They count if the response has no data. GitHub's, the last of the defaults, also stands
     * for a failure that passes: the library asks once more for as many items first.
     */
    shrink_messages?: string[];
  };
  /**
   * Whether requests name their queries by hashes, as Apollo's automatic persisted queries do. An object means true,
   * and has a further key. See docs/requests.md.
   */
  persisted_queries?: boolean | {
    /**
     * Whether queries with a hash go by GET, which lets caches on the way answer them.
     */
    get?: boolean;
  };
  /**
   * Whether the client sends bodies of more than 8,192 bytes in gzip when the server has said that it accepts gzip.
   */
  compress_requests?: boolean;
  /**
   * What the client does about a server's limits on the number of requests. "react": the client waits for a limit once
   * the server has refused a request. "pace": the client reads what the server says about its budget, and slows down
   * before the budget is used up. An object sets a fixed rate, or the share of the budget. See docs/retrying.md.
   */
  rate_limit?: 'react' | 'pace' | {
    /**
     * What sets the pace of the requests.
     */
    mode: 'rate' | 'pace';
    /**
     * How many requests leave in a second, from 0.001 to 1000000. With the mode "rate" it must be given.
     */
    per_second?: number;
    /**
     * How many requests may leave at once if fewer have left before. Valid only with the mode "rate".
     */
    burst?: number;
    /**
     * The part of the announced budget that this client may use: more than 0, and at most 1. Valid only with the mode
     * "pace".
     */
    share?: number;
  };
  /**
   * The most connections that the client has open at a time, idle ones included.
   */
  max_connections?: number;
  /**
   * Whether a signal handler that runs on a thread ends the wait of that thread: the call then returns INTERRUPTED. See
   * "Signals" in swiftpager.h.
   */
  interruptible?: boolean;
  /**
   * The User-Agent header: one line of text.
   */
  user_agent?: string;
  /**
   * Path of a file to which the client writes every exchange as it passes, without secrets. A new client overwrites the
   * file. See docs/requests.md.
   */
  record?: string;
  /**
   * Path of a recording that answers the requests in place of the network. It cannot be combined with `record`, nor
   * with a transport of the host. See docs/requests.md.
   */
  replay?: string;
}

/** Config of a swiftpager pager. */
export interface PagerConfig {
  /**
   * Which operation of the document the pager sends.
   */
  operation_name?: string;
  /**
   * How the list is paged. If you leave out a key, the library finds its value in the document: in the one field with
   * `pageInfo { hasNextPage endCursor }` and an argument `after: $variable`, or with `pageInfo { hasPreviousPage
   * startCursor }` and `before: $variable`, or with all of them; otherwise in the one field whose arguments and fields
   * have names that servers use for lists. A key that you give takes precedence over the document.
   */
  pagination?: {
    /**
     * How the pager asks for a page.
     */
    type?: 'cursor' | 'offset' | 'keyset';
    /**
     * In which direction the list is read.
     */
    direction?: 'forward' | 'reverse' | 'bidirectional';
    /**
     * Whether the library believes the flag for previous pages in the answer to a forward request.
     */
    trust_opposite_flag?: boolean;
    /**
     * What a cursor names in a list of cursors.
     */
    cursor?: 'page' | 'scroll';
    /**
     * What ends a list whose pages do not say whether there is more.
     */
    end?: 'null_cursor' | 'empty_page' | 'short_page' | 'first_page';
    /**
     * What a null in place of the list is, if the response has no errors.
     */
    null_list?: 'error' | 'empty';
    /**
     * What becomes of a page that has the items of an earlier one, byte for byte and in their old places.
     */
    repeats?: 'error' | 'allow';
    /**
     * How many pages in a row may be empty, in a list with page numbers or cursors, although each says that there is
     * more. The walk hands such a page out and asks for the next one. After more of them it ends with CURSOR_STUCK. An
     * offset and a key do not move on such a page.
     */
    max_empty_pages?: number;
    /**
     * Whether a load_all over the whole list ends with FEWER_THAN_TOTAL if the list has fewer items than the smallest
     * `total` that its pages named.
     */
    check_total?: boolean;
    /**
     * Whether the library looks in the document for a list that is not a connection: by names like `offset`, `page`,
     * `nextToken`, `hasMore`, `totalPages`.
     */
    find?: boolean;
    /**
     * Whether the library adds to the query what a list needs to be paged: the variable and the argument `after`, and
     * `pageInfo { hasNextPage endCursor }`; or a variable in place of a written `offset: 0`, `page: 1`, `after: null`
     * or `after: ""`.
     */
    complete_query?: boolean;
    /**
     * How many pages of an offset list a load_all may ask for at once. The library delivers them in the order of the
     * list. Needs `total` or `page_count`.
     */
    concurrency?: number;
    /**
     * JSON Pointer below an item (below the node of an edge) to a string or a number that tells the item apart, like
     * /id. The library leaves out items that the list had before, and counts them.
     */
    identity?: string;
    /**
     * JSON Pointer below `data` to the list, like /shop/products. In an offset list or a keyset list it may lead to the
     * array of items itself.
     */
    connection?: string;
    /**
     * JSON Pointer below the connection to the array of items.
     */
    items?: string;
    /**
     * JSON Pointer below the connection to the page info.
     */
    page_info?: string;
    /**
     * JSON Pointer below the page info to the flag (true or false, or 1 or 0) that says whether there is a next page.
     */
    has_next_page?: string;
    /**
     * JSON Pointer below the page info to the cursor of the next page.
     */
    end_cursor?: string;
    /**
     * JSON Pointer below the page info to the flag (true or false, or 1 or 0) that says whether there is a previous
     * page.
     */
    has_previous_page?: string;
    /**
     * JSON Pointer below the page info to the cursor of the previous page.
     */
    start_cursor?: string;
    /**
     * Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /paging/after, that
     * takes the cursor of a next page. For a keyset list, the place that takes the key of the last item of a page: the
     * name of a variable, or a JSON Pointer to a place inside a variable, like /where/id/_gt. If the list has several
     * keys: one place for each key.
     */
    after?: string | string[];
    /**
     * Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /paging/first, that
     * takes the size of a page when the library reads forward.
     */
    first?: string;
    /**
     * Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /paging/before, that
     * takes the cursor of a previous page. For a keyset list, the place that takes the key of the first item of a page:
     * the name of a variable, or a JSON Pointer to a place inside a variable, like /where/id/_lt. If the list has
     * several keys: one place for each key.
     */
    before?: string | string[];
    /**
     * Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /paging/last, that
     * takes the size of a page when the library reads backward.
     */
    last?: string;
    /**
     * Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /options/offset, of an
     * offset list that takes the number of the first item wanted.
     */
    offset?: string;
    /**
     * Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /pagination/page, of a
     * list with page numbers that takes the number of the page.
     */
    page?: string;
    /**
     * Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /pagination/pageSize,
     * of an offset list or a keyset list that takes the size of a page.
     */
    limit?: string;
    /**
     * JSON Pointer below the connection to the number of all items of the list. Null: the list is read without it.
     */
    total?: string | null;
    /**
     * JSON Pointer below the connection of a list with page numbers to the number of all its pages. Valid only with
     * `page`. Null: the list is read without it.
     */
    page_count?: string | null;
    /**
     * JSON Pointer below the connection of an offset list or a keyset list to the flag (true or false, or 1 or 0) that
     * says whether there are more items. Null: the list is read without it.
     */
    has_more?: string | null;
    /**
     * JSON Pointer below an item of a keyset list (below the node of an edge) to the value by which the server orders
     * the list and filters it, like /id. For an order by several values a list of pointers, in that order.
     */
    key?: string | string[];
    /**
     * Whether the server's filter of a keyset list includes the key that it gets (>= in place of >). Each page then
     * begins with items that the page before it had, and `identity` leaves them out. Needs `identity`.
     */
    inclusive?: boolean;
  };
  /**
   * Another query, which asks for all pages but the first. Its variables are its own. It takes the keys of `pagination`
   * that name a part of a document.
   */
  next_query?: {
    /**
     * A GraphQL document with the query for further pages.
     */
    query: string;
    /**
     * Which operation of the document the pager sends.
     */
    operation_name?: string;
    /**
     * The variables of further pages, by name, without the cursor.
     */
    variables?: Record<string, unknown>;
    connection?: string;
    items?: string;
    page_info?: string;
    has_next_page?: string;
    end_cursor?: string;
    has_previous_page?: string;
    start_cursor?: string;
    after?: string | string[];
    first?: string;
    before?: string | string[];
    last?: string;
    offset?: string;
    page?: string;
    limit?: string;
    total?: string | null;
    page_count?: string | null;
    has_more?: string | null;
    key?: string | string[];
  };
  /**
   * Which pages stay in memory. With "last" and "none" an update holds one page.
   */
  retain?: 'all' | 'last' | 'none';
  /**
   * How the calls of the pager use the client's cache. The options of one call take precedence. Without a cache only
   * the two values that ignore the cache are valid. See docs/caching.md.
   */
  cache_policy?: 'return_cache_data_else_fetch' | 'fetch_ignoring_cache_data' | 'fetch_ignoring_cache_completely' | 'return_cache_data_dont_fetch' | 'return_cache_data_and_fetch';
  /**
   * The place from which the list continues: the text of swiftpager_pager_resume_token() for the same list, as a string
   * or as the object in it.
   */
  resume?: string | Record<string, unknown>;
  /**
   * Reads only the items that are new or changed since a mark, and checks that the list is sorted as `order` says.
   * swiftpager_pager_checkpoint() has the mark for the next run.
   */
  since?: {
    /**
     * JSON Pointer below an item (below the node of an edge) to the value that the library compares with the mark, like
     * /updatedAt.
     */
    path: string;
    /**
     * How values are compared.
     */
    type?: 'time' | 'integer' | 'text';
    /**
     * In which order the items are read.
     */
    order: 'descending' | 'ascending' | 'filtered';
    /**
     * The mark to begin with if the checkpoint has no mark, or the config no checkpoint. A string for times and texts,
     * an integer or a string of digits for integers.
     */
    value?: string | number;
    /**
     * How far below the mark the next run reads again, in milliseconds. Valid only with the type "time".
     */
    lag_ms?: number;
    /**
     * How far below the mark the next run reads again. Valid only with the type "integer".
     */
    lag?: number;
    /**
     * How far below the mark the next run reads again, as far as a checkpoint has room for the items, in milliseconds.
     * Takes the place of `lag_ms` and `lag`, and not with the type "text".
     */
    shrinking_lag_ms?: number;
    /**
     * The variable that receives the mark minus the lag: its name, or a JSON Pointer to a place inside it, like
     * /where/updatedAt/_gte. The server's filter must include the value itself. Without a mark the variable keeps its
     * value from `variables`.
     */
    variable?: string;
    /**
     * A text with `{value}` in it, which the variable takes with the value in that place, like updated_at:>='{value}'.
     */
    template?: string;
    /**
     * How much disorder is expected and read past. It has `items` or `ms`.
     */
    tolerate?: {
      /**
       * An item may be out of order with this many items before it. A descending walk reads this many items past the
       * first one below the mark. A token does not hold these items: a walk that was cut off does not compare later
       * items with the last ones before the cut.
       */
      items?: number;
      /**
       * Two times may be out of order by this many milliseconds. The next run reads the same time more below the lag.
       */
      ms?: number;
    };
    /**
     * What happens if the server refuses the first request after a checkpoint's token, because its cursor has expired.
     */
    expired?: 'restart' | 'fail';
    /**
     * What becomes of a "descending" walk if the list ends before an item came that the run before had.
     */
    unreached?: 'error' | 'accept';
    /**
     * What becomes of an item that has null, or nothing, at `path`.
     */
    on_missing?: 'error' | 'deliver' | 'skip';
  };
  /**
   * The place where the last run ended: the text of swiftpager_pager_checkpoint() for the same list and the same
   * `since`, as a string or as the object in it.
   */
  checkpoint?: string | Record<string, unknown>;
  /**
   * Whether a load_all over a list that is complete, and that something speaks against, ends with an error after its
   * last page.
   */
  strict?: boolean;
  /**
   * What a walk does if pages have errors beside their data.
   */
  errors?: 'report' | 'keep' | 'fail';
  /**
   * What the pager does if a list inside the items was cut off, as its page info says. A string is the mode; an object
   * has the mode, and further keys for "drain".
   */
  nested?: string | {
    /**
     * What the pager does.
     */
    mode: 'report' | 'error' | 'drain';
    /**
     * The most requests for the rest of the lists inside one page.
     */
    max_requests?: number;
    /**
     * The most of these requests that are under way at once.
     */
    parallel?: number;
    /**
     * Queries of your own for lists that node(id:) cannot fetch. The name of each is the place of the list in the
     * pager's query, like /products/nodes/reviews.
     */
    queries?: Record<string, {
      /**
       * A GraphQL document.
       */
      query: string;
      /**
       * Which operation of the document the pager sends.
       */
      operation_name?: string;
      /**
       * The variables that stay the same.
       */
      variables?: Record<string, unknown>;
      /**
       * JSON Pointers into the object that has the list, by the names of the variables that take the values there.
       */
      from?: Record<string, string>;
      /**
       * JSON Pointer below `data` to the list in the answers.
       */
      connection?: string;
      /**
       * Name of the variable that takes the cursor.
       */
      after?: string;
    }>;
  };
  /**
   * How load_all runs. The options of one call take precedence.
   */
  load_all?: {
    /**
     * Which updates a load_all sends.
     */
    emit?: 'each' | 'end';
    /**
     * The most pages that one run loads.
     */
    max_pages?: number;
    /**
     * The number of items after which one run stops. Pages are whole, so the last page may exceed this number.
     */
    max_items?: number;
  };
}

/** Options of a load. */
export interface LoadOptions {
  /**
   * Which pages this run keeps. The values are those of a pager's `retain`.
   */
  retain?: 'all' | 'last' | 'none';
  /**
   * How this call uses the client's cache. The values are those of a pager's `cache_policy`. See docs/caching.md.
   */
  cache_policy?: 'return_cache_data_else_fetch' | 'fetch_ignoring_cache_data' | 'fetch_ignoring_cache_completely' | 'return_cache_data_dont_fetch' | 'return_cache_data_and_fetch';
  /**
   * Headers that the client sends with the requests of this call in addition to its own, by name. A header here
   * replaces the client's header of the same name.
   */
  headers?: Record<string, string>;
  /**
   * The caller's own name for this call. Each event of its requests has it: see swiftpager_event_cb. At most 200 bytes.
   */
  tag?: string;
  /**
   * Whether load_all starts over with the first page. If not, it continues at the ends of the loaded list.
   */
  fetch_from_initial_page?: boolean;
  /**
   * The most pages that this load_all loads. If there is more, it ends with PAGE_LIMIT.
   */
  max_pages?: number;
  /**
   * The number of items after which this load_all stops. Pages are whole, so the last page may exceed this number. If
   * the list has more, the load_all ends with PAGE_LIMIT.
   */
  max_items?: number;
  /**
   * Which updates this load_all sends. The values are those of `emit` in a pager's `load_all`.
   */
  emit?: 'each' | 'end';
}

/** A request to execute. */
export interface ExecuteOptions {
  /**
   * Which operation of the document the client sends.
   */
  operation_name?: string;
  /**
   * Headers that the client sends with this request in addition to its own, by name. A header here replaces the
   * client's header of the same name. A value is one line of text. Content-Length and Transfer-Encoding are the
   * library's own.
   */
  headers?: Record<string, string>;
  /**
   * The caller's own name for this call. Each event of its requests has it: see swiftpager_event_cb. At most 200 bytes.
   */
  tag?: string;
  /**
   * How long the whole request may take, in place of the client's timeout. 0 = no limit.
   */
  timeout_ms?: number;
  /**
   * How the request uses the client's cache. The values are those of a pager's `cache_policy`. Without a cache only the
   * two values that ignore the cache are valid. See docs/caching.md.
   */
  cache_policy?: 'return_cache_data_else_fetch' | 'fetch_ignoring_cache_data' | 'fetch_ignoring_cache_completely' | 'return_cache_data_dont_fetch' | 'return_cache_data_and_fetch';
  /**
   * The records that you expect the answer to change: an object of records by their keys; each record is an object of
   * its fields. Pages show the records until the answer is there. Needs a cache.
   */
  optimistic?: Record<string, Record<string, unknown>>;
}

/**
 * How a call or an operation ended.
 */
export type StatusName =
  'OK' | 'INVALID_ARGUMENT' | 'INVALID_CONFIG' | 'INVALID_HANDLE' | 'CLOSED' | 'REENTRANT' | 'FORKED' | 'TIMEOUT' | 'NO_MEMORY' | 'INTERNAL' | 'INTERRUPTED' | 'HOOK_FAILED' | 'MISSING_INITIAL_PAGE' | 'PAGE_HAS_NO_MORE_CONTENT' | 'LOAD_IN_PROGRESS' | 'NO_QUERY' | 'CANCELLED' | 'NETWORK' | 'HTTP' | 'GRAPHQL' | 'BAD_RESPONSE' | 'RATE_LIMITED' | 'CACHE_MISS' | 'CACHE_FAILED' | 'NOT_RECORDED' | 'RECORDING_FAILED' | 'CURSOR_STUCK' | 'CURSOR_CYCLE' | 'MISSING_PAGE_INFO' | 'NULL_CURSOR' | 'PAGE_LIMIT' | 'NESTED_INCOMPLETE' | 'PARTIAL_DATA' | 'NOT_ORDERED' | 'DUPLICATE_KEY' | 'FEWER_THAN_TOTAL' | 'MARK_NOT_REACHED' | 'IN_DOUBT';

/**
 * Where the newest page of an update came from.
 */
export type SourceName =
  'NONE' | 'SERVER' | 'CACHE';

/**
 * The role of a page in its list.
 */
export type KindName =
  'NONE' | 'INITIAL' | 'NEXT' | 'PREVIOUS';
