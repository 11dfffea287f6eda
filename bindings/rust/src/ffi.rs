// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.
//! The functions of libswiftpager.so as swiftpager.h declares them. Handles are keys and not addresses.
#![allow(missing_docs, dead_code)]

use crate::status::{Kind, Source, Status};
use std::ffi::{c_char, c_int, c_void};

/// An endpoint, its connections and its queue of waiting callbacks.
#[repr(C)]
pub struct Client {
    _key: [u8; 0],
}

/// One paginated query and the pages held of it.
#[repr(C)]
pub struct Pager {
    _key: [u8; 0],
}

/// A receiver of a pager's updates.
#[repr(C)]
pub struct Subscription {
    _key: [u8; 0],
}

/// One call on a pager or client, from its start to its single end.
#[repr(C)]
pub struct Operation {
    _key: [u8; 0],
}

/// One state of a pager's list; borrowed for the length of a callback, or retained.
#[repr(C)]
pub struct Update {
    _key: [u8; 0],
}

/// One page of an update; it lives as long as the update that it was taken from, or as you retain
/// it.
#[repr(C)]
pub struct Page {
    _key: [u8; 0],
}

/// A request that your own transport has to answer.
#[repr(C)]
pub struct Request {
    _key: [u8; 0],
}

/// A question for the caller's credentials, which your authorizer has to answer.
#[repr(C)]
pub struct Authorization {
    _key: [u8; 0],
}

/// The rows of pages, collected as columns of Apache Arrow.
#[repr(C)]
pub struct Table {
    _key: [u8; 0],
}

/// An operation ended with `status`.
pub type CompletionCb = Option<unsafe extern "C" fn(
    user_data: *mut c_void,
    status: Status,
    error_json: *const c_char,
)>;

/// The list has a new state.
pub type UpdateCb = Option<unsafe extern "C" fn(user_data: *mut c_void, update: *const Update)>;

/// Something happened to a request of the client.
pub type EventCb = Option<unsafe extern "C" fn(user_data: *mut c_void, event_json: *const c_char)>;

/// Asks for the credentials of the caller: answer with swiftpager_authorization_complete() or
/// _authorization_fail().
pub type AuthorizeCb = Option<unsafe extern "C" fn(
    user_data: *mut c_void,
    authorization: *mut Authorization,
    reason: *const c_char,
)>;

/// The library will not use `user_data` again.
pub type DestroyCb = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// The Arrow C data interface and stream interface, as Apache Arrow defines them: libraries of data
/// frames and databases take these structs without a copy.
#[repr(C)]
pub struct ArrowSchema {
    pub format: *const c_char,
    pub name: *const c_char,
    pub metadata: *const c_char,
    pub flags: i64,
    pub n_children: i64,
    pub children: *mut *mut ArrowSchema,
    pub dictionary: *mut ArrowSchema,
    pub release: Option<unsafe extern "C" fn(this: *mut ArrowSchema)>,
    pub private_data: *mut c_void,
}

/// ArrowArray
#[repr(C)]
pub struct ArrowArray {
    pub length: i64,
    pub null_count: i64,
    pub offset: i64,
    pub n_buffers: i64,
    pub n_children: i64,
    pub buffers: *mut *const c_void,
    pub children: *mut *mut ArrowArray,
    pub dictionary: *mut ArrowArray,
    pub release: Option<unsafe extern "C" fn(this: *mut ArrowArray)>,
    pub private_data: *mut c_void,
}

/// ArrowArrayStream
#[repr(C)]
pub struct ArrowArrayStream {
    pub get_schema: Option<unsafe extern "C" fn(this: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int>,
    pub get_next: Option<unsafe extern "C" fn(this: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int>,
    pub get_last_error: Option<unsafe extern "C" fn(this: *mut ArrowArrayStream) -> *const c_char>,
    pub release: Option<unsafe extern "C" fn(this: *mut ArrowArrayStream)>,
    pub private_data: *mut c_void,
}

/// A transport of your own in place of libcurl: for another HTTP library, for tests, for bytes from
/// elsewhere.
#[repr(C)]
pub struct Transport {
    pub struct_size: usize,
    pub user_data: *mut c_void,
    pub send: Option<unsafe extern "C" fn(user_data: *mut c_void, request: *mut Request)>,
    pub cancel: Option<unsafe extern "C" fn(user_data: *mut c_void, request: *mut Request)>,
    pub destroy: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
}

/// Functions of your own that read the pages of a pager.
#[repr(C)]
pub struct PagerHooks {
    pub struct_size: usize,
    pub user_data: *mut c_void,
    pub extract_page_info: Option<unsafe extern "C" fn(
        user_data: *mut c_void,
        page_json: *const c_char,
        length: usize,
        is_initial: bool,
) -> *mut c_char>,
    pub resolve_page: Option<unsafe extern "C" fn(
        user_data: *mut c_void,
        page_info_json: *const c_char,
        direction: Kind,
) -> *mut c_char>,
    pub transform: Option<unsafe extern "C" fn(
        user_data: *mut c_void,
        page_json: *const c_char,
        length: usize,
) -> *mut c_char>,
    pub destroy: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
    pub try_extract_page_info: Option<unsafe extern "C" fn(
        user_data: *mut c_void,
        page_json: *const c_char,
        length: usize,
        is_initial: bool,
        out_json: *mut *mut c_char,
) -> Status>,
    pub try_resolve_page: Option<unsafe extern "C" fn(
        user_data: *mut c_void,
        page_info_json: *const c_char,
        direction: Kind,
        out_json: *mut *mut c_char,
) -> Status>,
    pub try_transform: Option<unsafe extern "C" fn(
        user_data: *mut c_void,
        page_json: *const c_char,
        length: usize,
        out_json: *mut *mut c_char,
) -> Status>,
}

#[link(name = "swiftpager")]
extern "C" {
    /// The version of the library that is running, like "0.1.0". Since version 1 of the contract.
    pub fn swiftpager_version() -> *const c_char;
    /// The version of the contract that the running library keeps. Since version 1 of the contract.
    pub fn swiftpager_abi_version() -> u32;
    /// The name of a status without its prefix, like "INVALID_CONFIG"; "UNKNOWN" for any other
    /// number. Since version 1 of the contract.
    pub fn swiftpager_status_name(status: Status) -> *const c_char;
    /// Frees a string that this library handed out, or memory of swiftpager_alloc(). Since version
    /// 1 of the contract.
    pub fn swiftpager_free(memory: *mut c_void);
    /// Memory for the result of a hook, from the allocator of swiftpager_free(). Since version 7 of
    /// the contract.
    pub fn swiftpager_alloc(size: usize) -> *mut c_void;
    /// The error object of this thread's last call, the same as in `error_json`; functions without
    /// `error_json` have one, too, and so have functions without a status: see "Handles". Since
    /// version 7 of the contract.
    pub fn swiftpager_last_error() -> *const c_char;
    /// Says that the innermost callback of this thread will never return: for hosts that run
    /// callbacks on stacks of their own, like fibers and coroutines, and drop such a stack. Since
    /// version 7 of the contract.
    pub fn swiftpager_callback_abandon() -> Status;
    /// Creates a client. Since version 1 of the contract.
    pub fn swiftpager_client_create(
        config_json: *const c_char,
        transport: *const Transport,
        out: *mut *mut Client,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Creates a client as swiftpager_client_create() does, with the endpoint beside the config.
    /// Since version 2 of the contract.
    pub fn swiftpager_client_create_with_endpoint(
        endpoint: *const c_char,
        config_json: *const c_char,
        transport: *const Transport,
        out: *mut *mut Client,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Sends one query or mutation, as it is: nothing is paged. Since version 2 of the contract.
    pub fn swiftpager_client_execute(
        client: *mut Client,
        request_json: *const c_char,
        completion: CompletionCb,
        user_data: *mut c_void,
        destroy: DestroyCb,
        out: *mut *mut Operation,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Overwrites fields of records in the client's cache. Since version 3 of the contract.
    pub fn swiftpager_client_cache_write(
        client: *mut Client,
        key: *const c_char,
        fields_json: *const c_char,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Reads a record of the client's cache, whatever its age. Since version 3 of the contract.
    pub fn swiftpager_client_cache_read(
        client: *mut Client,
        key: *const c_char,
        out_json: *mut *mut c_char,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Forgets a record of the client's cache. Since version 3 of the contract.
    pub fn swiftpager_client_cache_evict(
        client: *mut Client,
        key: *const c_char,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Forgets all records of the client's cache. Since version 3 of the contract.
    pub fn swiftpager_client_cache_clear(
        client: *mut Client,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Runs waiting callbacks on this thread, in the order in which things happened. Since version
    /// 1 of the contract.
    pub fn swiftpager_client_dispatch(
        client: *mut Client,
        timeout_ms: i32,
        max: u32,
        out_count: *mut u32,
    ) -> Status;
    /// A file descriptor for your event loop: readable while callbacks wait and no thread is
    /// running one, and once an operation without a completion has ended. Since version 1 of the
    /// contract.
    pub fn swiftpager_client_fd(client: *mut Client, out_fd: *mut c_int) -> Status;
    /// Ends every wait that is under way on the client, also the wait of a thread that is running a
    /// callback meanwhile. Since version 1 of the contract.
    pub fn swiftpager_client_wake(client: *mut Client) -> Status;
    /// Sets the function that gets the events of the client's requests: see swiftpager_event_cb.
    /// Since version 4 of the contract.
    pub fn swiftpager_client_observe(
        client: *mut Client,
        on_event: EventCb,
        user_data: *mut c_void,
        destroy: DestroyCb,
    ) -> Status;
    /// As swiftpager_client_observe(), for some kinds of events only; other kinds cost next to
    /// nothing. Since version 4 of the contract.
    pub fn swiftpager_client_observe_kinds(
        client: *mut Client,
        kinds_json: *const c_char,
        on_event: EventCb,
        user_data: *mut c_void,
        destroy: DestroyCb,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Sets the function that gives the headers with the credentials of the caller: for credentials
    /// that expire. Since version 4 of the contract.
    pub fn swiftpager_client_set_authorizer(
        client: *mut Client,
        authorize: AuthorizeCb,
        user_data: *mut c_void,
        destroy: DestroyCb,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Answers a question with headers. Since version 4 of the contract.
    pub fn swiftpager_authorization_complete(
        authorization: *mut Authorization,
        headers_json: *const c_char,
    ) -> Status;
    /// Answers a question with a failure: the operations whose requests wait end with HOOK_FAILED.
    /// Since version 4 of the contract.
    pub fn swiftpager_authorization_fail(
        authorization: *mut Authorization,
        message: *const c_char,
    ) -> Status;
    /// Ends all work: requests in flight are aborted, operations end with CANCELLED, and later
    /// calls return CLOSED. Since version 1 of the contract.
    pub fn swiftpager_client_shutdown(client: *mut Client, timeout_ms: i32) -> Status;
    /// Shuts the client down without waiting and gives the handle back. Since version 1 of the
    /// contract.
    pub fn swiftpager_client_release(client: *mut Client) -> Status;
    /// Gives the handle back and ends nothing: for finalizers, which run in any order. Since
    /// version 7 of the contract.
    pub fn swiftpager_client_unref(client: *mut Client) -> Status;
    /// The URL: the client's endpoint; for a GET also the request, as a query string. Since version
    /// 2 of the contract.
    pub fn swiftpager_request_url(request: *const Request) -> *const c_char;
    /// The HTTP method: "POST"; for a client with "persisted_queries" {"get": true} also "GET".
    /// Since version 2 of the contract.
    pub fn swiftpager_request_method(request: *const Request) -> *const c_char;
    /// The headers as JSON: [["Content-Type", "application/json"], …], those of the library, the
    /// client and the request. Since version 2 of the contract.
    pub fn swiftpager_request_headers(request: *const Request) -> *const c_char;
    /// The body, JSON text that ends with a NUL; `length` receives its length without the NUL, and
    /// may be NULL. Since version 2 of the contract.
    pub fn swiftpager_request_body(
        request: *const Request,
        length: *mut usize,
    ) -> *const c_char;
    /// Answers a request with a response. Since version 2 of the contract.
    pub fn swiftpager_request_complete(
        request: *mut Request,
        status: i32,
        headers_json: *const c_char,
        body: *const c_char,
        length: usize,
    ) -> Status;
    /// Answers a request with a failure: its operation ends with NETWORK. Since version 2 of the
    /// contract.
    pub fn swiftpager_request_fail(request: *mut Request, message: *const c_char) -> Status;
    /// Creates a pager. Since version 1 of the contract.
    pub fn swiftpager_pager_create(
        client: *mut Client,
        config_json: *const c_char,
        hooks: *const PagerHooks,
        out: *mut *mut Pager,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Creates a pager as swiftpager_pager_create() does, with the query beside the config: a
    /// GraphQL document as it is, with its line breaks and quotes, which you need not write as
    /// JSON. Since version 2 of the contract.
    pub fn swiftpager_pager_create_with_query(
        client: *mut Client,
        query: *const c_char,
        variables_json: *const c_char,
        config_json: *const c_char,
        hooks: *const PagerHooks,
        out: *mut *mut Pager,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Asks for the first page; when it is there, it replaces all pages held. Since version 1 of
    /// the contract.
    pub fn swiftpager_pager_fetch(
        pager: *mut Pager,
        options_json: *const c_char,
        completion: CompletionCb,
        user_data: *mut c_void,
        destroy: DestroyCb,
        out: *mut *mut Operation,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// The same as swiftpager_pager_fetch(), but the server always answers it, unless its options
    /// have another "cache_policy". Since version 1 of the contract.
    pub fn swiftpager_pager_refetch(
        pager: *mut Pager,
        options_json: *const c_char,
        completion: CompletionCb,
        user_data: *mut c_void,
        destroy: DestroyCb,
        out: *mut *mut Operation,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Asks for the page after the last one. Since version 1 of the contract.
    pub fn swiftpager_pager_load_next(
        pager: *mut Pager,
        options_json: *const c_char,
        completion: CompletionCb,
        user_data: *mut c_void,
        destroy: DestroyCb,
        out: *mut *mut Operation,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Asks for the page before the first one of the list as it is held, in a list that is read in
    /// that direction. Since version 2 of the contract.
    pub fn swiftpager_pager_load_previous(
        pager: *mut Pager,
        options_json: *const c_char,
        completion: CompletionCb,
        user_data: *mut c_void,
        destroy: DestroyCb,
        out: *mut *mut Operation,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Asks for all pages, one after the other, until the list ends: next pages first, then
    /// previous ones. Since version 1 of the contract.
    pub fn swiftpager_pager_load_all(
        pager: *mut Pager,
        options_json: *const c_char,
        completion: CompletionCb,
        user_data: *mut c_void,
        destroy: DestroyCb,
        out: *mut *mut Operation,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Forgets all pages and ends an operation under way with CANCELLED; its request is aborted.
    /// Since version 1 of the contract.
    pub fn swiftpager_pager_reset(pager: *mut Pager) -> Status;
    /// Whether the last page says that there is more after it, and how to ask for it. Since version
    /// 1 of the contract.
    pub fn swiftpager_pager_can_load_next(pager: *mut Pager, out: *mut bool) -> Status;
    /// Whether there is more before the pages loaded, and how to ask for it. Since version 2 of the
    /// contract.
    pub fn swiftpager_pager_can_load_previous(pager: *mut Pager, out: *mut bool) -> Status;
    /// The current state of the list, as a new subscriber would get it first: with all pages held,
    /// or the failure that left the list without any. Since version 2 of the contract.
    pub fn swiftpager_pager_current(pager: *mut Pager, out: *mut *mut Update) -> Status;
    /// The pager's state as JSON, to free with swiftpager_free(). Since version 1 of the contract.
    pub fn swiftpager_pager_state(pager: *mut Pager, out_json: *mut *mut c_char) -> Status;
    /// The place from which another process can go on with this list: pass it as "resume" to a
    /// pager of the same list, and load_all loads the pages that come after. Since version 4 of the
    /// contract.
    pub fn swiftpager_pager_resume_token(
        pager: *mut Pager,
        out_json: *mut *mut c_char,
    ) -> Status;
    /// What the next run needs to load only what is new: pass it as "checkpoint" to a pager of the
    /// same list, with the same "since". Since version 6 of the contract.
    pub fn swiftpager_pager_checkpoint(
        pager: *mut Pager,
        out_json: *mut *mut c_char,
    ) -> Status;
    /// Gives the pager back: its operation ends with CANCELLED, its subscriptions end. Since
    /// version 1 of the contract.
    pub fn swiftpager_pager_release(pager: *mut Pager) -> Status;
    /// Gives the handle back and ends nothing: for finalizers, which run in any order. Since
    /// version 7 of the contract.
    pub fn swiftpager_pager_unref(pager: *mut Pager) -> Status;
    /// Sends every new state of the list to `on_update`. Since version 1 of the contract.
    pub fn swiftpager_pager_subscribe(
        pager: *mut Pager,
        on_update: UpdateCb,
        user_data: *mut c_void,
        destroy: DestroyCb,
        out: *mut *mut Subscription,
    ) -> Status;
    /// Takes the next update of a subscription that has no callback, and waits up to `timeout_ms`
    /// for it (0 = not at all, −1 = no limit). Since version 1 of the contract.
    pub fn swiftpager_subscription_next(
        subscription: *mut Subscription,
        timeout_ms: i32,
        out: *mut *mut Update,
    ) -> Status;
    /// A file descriptor for your event loop, of a subscription that has no callback: readable
    /// exactly while swiftpager_subscription_next() with timeout 0 has something to do: an update,
    /// the end, or a callback of its pager to run. Since version 2 of the contract.
    pub fn swiftpager_subscription_fd(
        subscription: *mut Subscription,
        out_fd: *mut c_int,
    ) -> Status;
    /// Ends the subscription and gives the handle back. Since version 1 of the contract.
    pub fn swiftpager_subscription_cancel(subscription: *mut Subscription) -> Status;
    /// The same as swiftpager_subscription_cancel(), under the name that the other handles have.
    /// Since version 2 of the contract.
    pub fn swiftpager_subscription_release(subscription: *mut Subscription) -> Status;
    /// Dispatches the client's callbacks on this thread until the operation has ended and its
    /// completion ran, or until `timeout_ms` is over (0 = not at all, −1 = no limit). Since version
    /// 1 of the contract.
    pub fn swiftpager_operation_wait(
        operation: *mut Operation,
        timeout_ms: i32,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// The next update of an operation that was begun with {"pull": true}: the one loop that a walk
    /// needs. Since version 2 of the contract.
    pub fn swiftpager_operation_next(
        operation: *mut Operation,
        timeout_ms: i32,
        out: *mut *mut Update,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Whether the operation has ended, and how. Since version 2 of the contract.
    pub fn swiftpager_operation_status(
        operation: *mut Operation,
        out_ended: *mut bool,
        out_status: *mut Status,
    ) -> Status;
    /// A file descriptor for your event loop. Since version 2 of the contract.
    pub fn swiftpager_operation_fd(operation: *mut Operation, out_fd: *mut c_int) -> Status;
    /// The body of the response to an executed request, as the server sent it: also if the
    /// operation failed with GRAPHQL, HTTP or BAD_RESPONSE. Since version 2 of the contract.
    pub fn swiftpager_operation_response(
        operation: *mut Operation,
        length: *mut usize,
    ) -> *const c_char;
    /// Ends the operation with CANCELLED and aborts its request; pages already loaded stay. Since
    /// version 1 of the contract.
    pub fn swiftpager_operation_cancel(operation: *mut Operation) -> Status;
    /// Gives the handle back. Since version 1 of the contract.
    pub fn swiftpager_operation_release(operation: *mut Operation) -> Status;
    /// The items of a pulled operation as a stream of Apache Arrow. Since version 5 of the
    /// contract.
    pub fn swiftpager_operation_arrow_stream(
        operation: *mut Operation,
        columns_json: *const c_char,
        out: *mut ArrowArrayStream,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// As swiftpager_operation_arrow_stream(), with types that fit all rows and not only those of
    /// the first batch: `get_next` waits for the end of the operation, and so does `get_schema`
    /// unless `columns_json` says all types. Since version 5 of the contract.
    pub fn swiftpager_operation_arrow_table(
        operation: *mut Operation,
        columns_json: *const c_char,
        out: *mut ArrowArrayStream,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Waits until the operation's stream can answer without waiting. Since version 5 of the
    /// contract.
    pub fn swiftpager_operation_arrow_wait(
        operation: *mut Operation,
        timeout_ms: i32,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Says that you have finished with the batch that the operation's stream gave last, before you
    /// ask for the next one: swiftpager_pager_resume_token() then covers that batch. Since version
    /// 6 of the contract.
    pub fn swiftpager_operation_arrow_finish(operation: *mut Operation) -> Status;
    /// OK for a state of the list; GRAPHQL if its newest page has errors in place of the
    /// connection; otherwise the failure that ended the operation (40–79). Since version 1 of the
    /// contract.
    pub fn swiftpager_update_status(update: *const Update) -> Status;
    /// The failure as a JSON object, borrowed for the life of the update; NULL when the status is
    /// OK. Since version 1 of the contract.
    pub fn swiftpager_update_error(update: *const Update) -> *const c_char;
    /// Where the page that the update reports came from; SOURCE_NONE for a failure without a page.
    /// Since version 1 of the contract.
    pub fn swiftpager_update_source(update: *const Update) -> Source;
    /// The number of pages that the update holds; at most one if "retain" is "last" or "none".
    /// Since version 1 of the contract.
    pub fn swiftpager_update_page_count(update: *const Update) -> usize;
    /// The page that the update reports: the one that was loaded last, or that changed; NULL for a
    /// failure. Since version 1 of the contract.
    pub fn swiftpager_update_last_page(update: *const Update) -> *const Page;
    /// The page at `index`, in the order of the list: previous pages, the one farthest from the
    /// initial page first, then the initial page, then next pages. Since version 1 of the contract.
    pub fn swiftpager_update_page_at(update: *const Update, index: usize) -> *const Page;
    /// Which page of the update is the one that changed: the index that swiftpager_update_page_at()
    /// takes for the page that swiftpager_update_last_page() gives. Since version 2 of the
    /// contract.
    pub fn swiftpager_update_page_index(update: *const Update, out: *mut usize) -> Status;
    /// Whether the update shows the present state of a page that subscribers got before, without a
    /// load that brought the page: see "Watching". Since version 5 of the contract.
    pub fn swiftpager_update_is_change(update: *const Update, out: *mut bool) -> Status;
    /// The whole update as JSON, in the order of the list: {"previous_pages": [response, …],
    /// "initial_page": response or null, "next_pages": [response, …]}, each response as the server
    /// sent it. Since version 1 of the contract.
    pub fn swiftpager_update_output(
        update: *const Update,
        length: *mut usize,
    ) -> *const c_char;
    /// Says that you have finished with an update that you keep. Since version 4 of the contract.
    pub fn swiftpager_update_finish(update: *const Update) -> Status;
    /// Counts, in all pages that the update holds, the lists inside their items that may not be
    /// whole: see swiftpager_page_nested(). Since version 4 of the contract.
    pub fn swiftpager_update_nested(
        update: *const Update,
        out_incomplete: *mut usize,
        out_unknown: *mut usize,
    ) -> Status;
    /// Keeps the update beyond the callback, on any thread; a retained update outlives its pager
    /// and client. Since version 1 of the contract.
    pub fn swiftpager_update_retain(update: *const Update) -> Status;
    /// Gives a retained update back. Since version 1 of the contract.
    pub fn swiftpager_update_release(update: *const Update) -> Status;
    /// Keeps the page beyond its update, and with it the bytes of its response; a retained page
    /// outlives its pager and client. Since version 7 of the contract.
    pub fn swiftpager_page_retain(page: *const Page) -> Status;
    /// Gives a retained page back. Since version 7 of the contract.
    pub fn swiftpager_page_release(page: *const Page) -> Status;
    /// The whole body of the response. Since version 1 of the contract.
    pub fn swiftpager_page_response(page: *const Page, length: *mut usize) -> *const c_char;
    /// The value of `data`; NULL also when it is null. Since version 1 of the contract.
    pub fn swiftpager_page_data(page: *const Page, length: *mut usize) -> *const c_char;
    /// The array of items: the connection's `nodes` if the response has them, otherwise its
    /// `edges`, or what "items" names. Since version 1 of the contract.
    pub fn swiftpager_page_items(page: *const Page, length: *mut usize) -> *const c_char;
    /// What the hook `transform` made of the page, JSON text; NULL if there is none. Since version
    /// 2 of the contract.
    pub fn swiftpager_page_model(page: *const Page, length: *mut usize) -> *const c_char;
    /// How many elements the array of items has; 0 without one. Since version 1 of the contract.
    pub fn swiftpager_page_item_count(page: *const Page) -> usize;
    /// The role of the page in its list; KIND_NONE if the handle is not a page. Since version 1 of
    /// the contract.
    pub fn swiftpager_page_kind(page: *const Page) -> Kind;
    /// The array of GraphQL errors; NULL when there are none. Since version 1 of the contract.
    pub fn swiftpager_page_errors(page: *const Page, length: *mut usize) -> *const c_char;
    /// The page info object as it came; NULL if it is null or absent. Since version 2 of the
    /// contract.
    pub fn swiftpager_page_info(page: *const Page, length: *mut usize) -> *const c_char;
    /// The lists inside the items of the page, and inside what these hold, that may not be whole:
    /// the connections that the query shows there, each by its own page info. Since version 4 of
    /// the contract.
    pub fn swiftpager_page_nested(page: *const Page, length: *mut usize) -> *const c_char;
    /// The value of `extensions`; NULL if it is null or absent. Since version 2 of the contract.
    pub fn swiftpager_page_extensions(
        page: *const Page,
        length: *mut usize,
    ) -> *const c_char;
    /// The value of a header of the response, without the white space around it, in the bytes that
    /// the server sent. Since version 2 of the contract.
    pub fn swiftpager_page_header(
        page: *const Page,
        name: *const c_char,
        length: *mut usize,
    ) -> *const c_char;
    /// All header lines of the response as they came, each "Name: value" with its line break; NULL
    /// if there are none. Since version 5 of the contract.
    pub fn swiftpager_page_headers(page: *const Page, length: *mut usize) -> *const c_char;
    /// The item at `index`: of an edge its node, otherwise the element as it is. Since version 2 of
    /// the contract.
    pub fn swiftpager_page_item(
        page: *const Page,
        index: usize,
        length: *mut usize,
    ) -> *const c_char;
    /// The places of all items in swiftpager_page_response(), in one call: two numbers for each
    /// item, the offset of its first byte and its length in bytes. Since version 7 of the contract.
    pub fn swiftpager_page_spans(
        page: *const Page,
        nodes: bool,
        count: *mut usize,
    ) -> *const u64;
    /// All items, each as swiftpager_page_item() gives it, one a line, each line ended by "\n":
    /// NDJSON. Since version 2 of the contract.
    pub fn swiftpager_page_ndjson(page: *const Page, length: *mut usize) -> *const c_char;
    /// The items of the page as a record batch of Apache Arrow: a struct array whose children are
    /// the columns. Since version 5 of the contract.
    pub fn swiftpager_page_arrow(
        page: *const Page,
        columns_json: *const c_char,
        out_schema: *mut ArrowSchema,
        out_array: *mut ArrowArray,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// A table without rows: it collects the rows of pages as columns of Apache Arrow, with types
    /// that fit them all. Since version 5 of the contract.
    pub fn swiftpager_table_create(
        columns_json: *const c_char,
        out: *mut *mut Table,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Appends the items of a page, all or none: if it fails, the table is as it was. Since version
    /// 5 of the contract.
    pub fn swiftpager_table_add(
        table: *mut Table,
        page: *const Page,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// As swiftpager_table_add(), for rows that you have as JSON: the lines of
    /// swiftpager_page_ndjson() from another process, for example, with commas between them and
    /// brackets around them. Since version 6 of the contract.
    pub fn swiftpager_table_add_rows(
        table: *mut Table,
        rows_json: *const c_char,
        length: usize,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Widens the types of the columns until they also hold these rows, without adding the rows.
    /// Since version 6 of the contract.
    pub fn swiftpager_table_fit(
        table: *mut Table,
        rows_json: *const c_char,
        length: usize,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Takes the oldest rows out as a record batch, as swiftpager_page_arrow() does: up to about a
    /// million of them, and none (a length of 0) if no rows are left. Since version 5 of the
    /// contract.
    pub fn swiftpager_table_take(
        table: *mut Table,
        out_schema: *mut ArrowSchema,
        out_array: *mut ArrowArray,
        error_json: *mut *mut c_char,
    ) -> Status;
    /// Gives the table back; batches that were taken stay. Since version 5 of the contract.
    pub fn swiftpager_table_release(table: *mut Table) -> Status;
}
