// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.
//! Each function of the library with values of Rust: keys, texts that are copied, and a status as a `Result`. The
//! library calls no function of Rust's.
#![allow(dead_code)]

use crate::status::{Kind, Source, Status};
use crate::{ffi, Error, Result};
use std::ffi::{c_char, c_int, CStr, CString};
use std::ptr::{null, null_mut};
use std::{slice, str};

/// Ends a call that returns a status, with the thread's error object if the call has no `error_json`.
fn checked<T>(status: Status, error: *mut c_char, value: T) -> Result<T> {
    if status == Status::OK {
        return Ok(value);
    }
    Err(owned(error).map_or_else(|| Error::last(status), |json| Error::new(status, &json)))
}

impl Error {
    /// The error of the call that this thread has just made.
    pub(crate) fn last(status: Status) -> Error {
        Error::new(status, &lent(unsafe { ffi::swiftpager_last_error() }).unwrap_or_default())
    }
}

/// A copy of a text that the library lends.
fn lent(text: *const c_char) -> Option<String> {
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// A text that the library gives away.
fn owned(text: *mut c_char) -> Option<String> {
    let copy = lent(text);
    unsafe { ffi::swiftpager_free(text.cast()) };
    copy
}

/// A text for the library, which ends with a NUL; another NUL would cut it off.
fn text(text: &str) -> Result<CString> {
    let refused = r#"{"code":"INVALID_ARGUMENT","message":"the text has a NUL in it"}"#;
    CString::new(text).map_err(|_| Error::new(Status::INVALID_ARGUMENT, refused))
}

/// NULL, which the library takes for none, of an empty text.
fn or_null(text: &CString) -> *const c_char {
    if text.as_bytes().is_empty() {
        return null();
    }
    text.as_ptr()
}

/// Numbers or bytes that the library lends.
unsafe fn lent_slice<'a, T>(first: *const T, count: usize) -> Option<&'a [T]> {
    (!first.is_null()).then(|| slice::from_raw_parts(first, count))
}

/// A text that the library lends; it refuses responses that are not UTF-8.
unsafe fn lent_text<'a>(text: *const c_char, length: usize) -> Option<&'a str> {
    str::from_utf8(lent_slice(text.cast(), length)?).ok()
}

/// An endpoint, its connections and its queue of waiting callbacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Client(pub(crate) *mut ffi::Client);

// A key is not an address: every thread may use it, and the library refuses a stale one.
unsafe impl Send for Client {}
unsafe impl Sync for Client {}

impl Client {
    fn new(key: *mut ffi::Client) -> Option<Client> {
        (!key.is_null()).then_some(Client(key))
    }
}

/// One paginated query and the pages held of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pager(pub(crate) *mut ffi::Pager);

// A key is not an address: every thread may use it, and the library refuses a stale one.
unsafe impl Send for Pager {}
unsafe impl Sync for Pager {}

impl Pager {
    fn new(key: *mut ffi::Pager) -> Option<Pager> {
        (!key.is_null()).then_some(Pager(key))
    }
}

/// A receiver of a pager's updates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Subscription(pub(crate) *mut ffi::Subscription);

// A key is not an address: every thread may use it, and the library refuses a stale one.
unsafe impl Send for Subscription {}
unsafe impl Sync for Subscription {}

impl Subscription {
    fn new(key: *mut ffi::Subscription) -> Option<Subscription> {
        (!key.is_null()).then_some(Subscription(key))
    }
}

/// One call on a pager or client, from its start to its single end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Operation(pub(crate) *mut ffi::Operation);

// A key is not an address: every thread may use it, and the library refuses a stale one.
unsafe impl Send for Operation {}
unsafe impl Sync for Operation {}

impl Operation {
    fn new(key: *mut ffi::Operation) -> Option<Operation> {
        (!key.is_null()).then_some(Operation(key))
    }
}

/// One state of a pager's list; borrowed for the length of a callback, or retained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Update(pub(crate) *const ffi::Update);

// A key is not an address: every thread may use it, and the library refuses a stale one.
unsafe impl Send for Update {}
unsafe impl Sync for Update {}

impl Update {
    fn new(key: *const ffi::Update) -> Option<Update> {
        (!key.is_null()).then_some(Update(key))
    }
}

/// One page of an update; it lives as long as the update that it was taken from, or as you retain
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Page(pub(crate) *const ffi::Page);

// A key is not an address: every thread may use it, and the library refuses a stale one.
unsafe impl Send for Page {}
unsafe impl Sync for Page {}

impl Page {
    fn new(key: *const ffi::Page) -> Option<Page> {
        (!key.is_null()).then_some(Page(key))
    }
}

/// The version of the library that is running, like "0.1.0".
pub(crate) fn version() -> Option<String> {
    lent(unsafe { ffi::swiftpager_version() })
}

/// The version of the contract that the running library keeps.
pub(crate) fn abi_version() -> u32 {
    unsafe { ffi::swiftpager_abi_version() }
}

/// The name of a status without its prefix, like "INVALID_CONFIG"; "UNKNOWN" for any other number.
pub(crate) fn status_name(status: Status) -> Option<String> {
    lent(unsafe { ffi::swiftpager_status_name(status) })
}

/// Creates a client.
pub(crate) fn client_create(config_json: &str) -> Result<Option<Client>> {
    let config_json = text(config_json)?;
    let mut out = null_mut();
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_client_create(config_json.as_ptr(), null(), &mut out, &mut error_json) };
    checked(status, error_json, Client::new(out))
}

/// Creates a client as swiftpager_client_create() does, with the endpoint beside the config.
pub(crate) fn client_create_with_endpoint(endpoint: &str, config_json: &str) -> Result<Option<Client>> {
    let endpoint = text(endpoint)?;
    let config_json = text(config_json)?;
    let mut out = null_mut();
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_client_create_with_endpoint(endpoint.as_ptr(), or_null(&config_json), null(), &mut out, &mut error_json) };
    checked(status, error_json, Client::new(out))
}

/// Sends one query or mutation, as it is: nothing is paged.
pub(crate) fn client_execute(client: Client, request_json: &str) -> Result<Option<Operation>> {
    let request_json = text(request_json)?;
    let mut out = null_mut();
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_client_execute(client.0, request_json.as_ptr(), None, null_mut(), None, &mut out, &mut error_json) };
    checked(status, error_json, Operation::new(out))
}

/// Overwrites fields of records in the client's cache.
pub(crate) fn client_cache_write(client: Client, key: &str, fields_json: &str) -> Result<()> {
    let key = text(key)?;
    let fields_json = text(fields_json)?;
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_client_cache_write(client.0, or_null(&key), fields_json.as_ptr(), &mut error_json) };
    checked(status, error_json, ())
}

/// Reads a record of the client's cache, whatever its age.
pub(crate) fn client_cache_read(client: Client, key: &str) -> Result<Option<String>> {
    let key = text(key)?;
    let mut out_json = null_mut();
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_client_cache_read(client.0, key.as_ptr(), &mut out_json, &mut error_json) };
    checked(status, error_json, owned(out_json))
}

/// Forgets a record of the client's cache.
pub(crate) fn client_cache_evict(client: Client, key: &str) -> Result<()> {
    let key = text(key)?;
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_client_cache_evict(client.0, key.as_ptr(), &mut error_json) };
    checked(status, error_json, ())
}

/// Forgets all records of the client's cache.
pub(crate) fn client_cache_clear(client: Client) -> Result<()> {
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_client_cache_clear(client.0, &mut error_json) };
    checked(status, error_json, ())
}

/// Runs waiting callbacks on this thread, in the order in which things happened.
pub(crate) fn client_dispatch(client: Client, timeout_ms: i32, max: u32) -> Result<u32> {
    let mut out_count = 0;
    let status = unsafe { ffi::swiftpager_client_dispatch(client.0, timeout_ms, max, &mut out_count) };
    checked(status, null_mut(), out_count)
}

/// A file descriptor for your event loop: readable while callbacks wait and no thread is running
/// one, and once an operation without a completion has ended.
pub(crate) fn client_fd(client: Client) -> Result<c_int> {
    let mut out_fd = 0;
    let status = unsafe { ffi::swiftpager_client_fd(client.0, &mut out_fd) };
    checked(status, null_mut(), out_fd)
}

/// Ends every wait that is under way on the client, also the wait of a thread that is running a
/// callback meanwhile.
pub(crate) fn client_wake(client: Client) -> Result<()> {
    let status = unsafe { ffi::swiftpager_client_wake(client.0) };
    checked(status, null_mut(), ())
}

/// Ends all work: requests in flight are aborted, operations end with CANCELLED, and later calls
/// return CLOSED.
pub(crate) fn client_shutdown(client: Client, timeout_ms: i32) -> Result<()> {
    let status = unsafe { ffi::swiftpager_client_shutdown(client.0, timeout_ms) };
    checked(status, null_mut(), ())
}

/// Shuts the client down without waiting and gives the handle back.
pub(crate) fn client_release(client: Client) -> Result<()> {
    let status = unsafe { ffi::swiftpager_client_release(client.0) };
    checked(status, null_mut(), ())
}

/// Gives the handle back and ends nothing: for finalizers, which run in any order.
pub(crate) fn client_unref(client: Client) -> Result<()> {
    let status = unsafe { ffi::swiftpager_client_unref(client.0) };
    checked(status, null_mut(), ())
}

/// Creates a pager.
pub(crate) fn pager_create(client: Client, config_json: &str) -> Result<Option<Pager>> {
    let config_json = text(config_json)?;
    let mut out = null_mut();
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_pager_create(client.0, config_json.as_ptr(), null(), &mut out, &mut error_json) };
    checked(status, error_json, Pager::new(out))
}

/// Creates a pager as swiftpager_pager_create() does, with the query beside the config: a GraphQL
/// document as it is, with its line breaks and quotes, which you need not write as JSON.
pub(crate) fn pager_create_with_query(client: Client, query: &str, variables_json: &str, config_json: &str) -> Result<Option<Pager>> {
    let query = text(query)?;
    let variables_json = text(variables_json)?;
    let config_json = text(config_json)?;
    let mut out = null_mut();
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_pager_create_with_query(client.0, query.as_ptr(), or_null(&variables_json), or_null(&config_json), null(), &mut out, &mut error_json) };
    checked(status, error_json, Pager::new(out))
}

/// Asks for the first page; when it is there, it replaces all pages held.
pub(crate) fn pager_fetch(pager: Pager, options_json: &str) -> Result<Option<Operation>> {
    let options_json = text(options_json)?;
    let mut out = null_mut();
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_pager_fetch(pager.0, or_null(&options_json), None, null_mut(), None, &mut out, &mut error_json) };
    checked(status, error_json, Operation::new(out))
}

/// The same as swiftpager_pager_fetch(), but the server always answers it, unless its options have
/// another "cache_policy".
pub(crate) fn pager_refetch(pager: Pager, options_json: &str) -> Result<Option<Operation>> {
    let options_json = text(options_json)?;
    let mut out = null_mut();
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_pager_refetch(pager.0, or_null(&options_json), None, null_mut(), None, &mut out, &mut error_json) };
    checked(status, error_json, Operation::new(out))
}

/// Asks for the page after the last one.
pub(crate) fn pager_load_next(pager: Pager, options_json: &str) -> Result<Option<Operation>> {
    let options_json = text(options_json)?;
    let mut out = null_mut();
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_pager_load_next(pager.0, or_null(&options_json), None, null_mut(), None, &mut out, &mut error_json) };
    checked(status, error_json, Operation::new(out))
}

/// Asks for the page before the first one of the list as it is held, in a list that is read in that
/// direction.
pub(crate) fn pager_load_previous(pager: Pager, options_json: &str) -> Result<Option<Operation>> {
    let options_json = text(options_json)?;
    let mut out = null_mut();
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_pager_load_previous(pager.0, or_null(&options_json), None, null_mut(), None, &mut out, &mut error_json) };
    checked(status, error_json, Operation::new(out))
}

/// Asks for all pages, one after the other, until the list ends: next pages first, then previous
/// ones.
pub(crate) fn pager_load_all(pager: Pager, options_json: &str) -> Result<Option<Operation>> {
    let options_json = text(options_json)?;
    let mut out = null_mut();
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_pager_load_all(pager.0, or_null(&options_json), None, null_mut(), None, &mut out, &mut error_json) };
    checked(status, error_json, Operation::new(out))
}

/// Forgets all pages and ends an operation under way with CANCELLED; its request is aborted.
pub(crate) fn pager_reset(pager: Pager) -> Result<()> {
    let status = unsafe { ffi::swiftpager_pager_reset(pager.0) };
    checked(status, null_mut(), ())
}

/// Whether the last page says that there is more after it, and how to ask for it.
pub(crate) fn pager_can_load_next(pager: Pager) -> Result<bool> {
    let mut out = false;
    let status = unsafe { ffi::swiftpager_pager_can_load_next(pager.0, &mut out) };
    checked(status, null_mut(), out)
}

/// Whether there is more before the pages loaded, and how to ask for it.
pub(crate) fn pager_can_load_previous(pager: Pager) -> Result<bool> {
    let mut out = false;
    let status = unsafe { ffi::swiftpager_pager_can_load_previous(pager.0, &mut out) };
    checked(status, null_mut(), out)
}

/// The current state of the list, as a new subscriber would get it first: with all pages held, or
/// the failure that left the list without any.
pub(crate) fn pager_current(pager: Pager) -> Result<Option<Update>> {
    let mut out = null_mut();
    let status = unsafe { ffi::swiftpager_pager_current(pager.0, &mut out) };
    checked(status, null_mut(), Update::new(out))
}

/// The pager's state as JSON, to free with swiftpager_free().
pub(crate) fn pager_state(pager: Pager) -> Result<Option<String>> {
    let mut out_json = null_mut();
    let status = unsafe { ffi::swiftpager_pager_state(pager.0, &mut out_json) };
    checked(status, null_mut(), owned(out_json))
}

/// The place from which another process can go on with this list: pass it as "resume" to a pager of
/// the same list, and load_all loads the pages that come after.
pub(crate) fn pager_resume_token(pager: Pager) -> Result<Option<String>> {
    let mut out_json = null_mut();
    let status = unsafe { ffi::swiftpager_pager_resume_token(pager.0, &mut out_json) };
    checked(status, null_mut(), owned(out_json))
}

/// What the next run needs to load only what is new: pass it as "checkpoint" to a pager of the same
/// list, with the same "since".
pub(crate) fn pager_checkpoint(pager: Pager) -> Result<Option<String>> {
    let mut out_json = null_mut();
    let status = unsafe { ffi::swiftpager_pager_checkpoint(pager.0, &mut out_json) };
    checked(status, null_mut(), owned(out_json))
}

/// Gives the pager back: its operation ends with CANCELLED, its subscriptions end.
pub(crate) fn pager_release(pager: Pager) -> Result<()> {
    let status = unsafe { ffi::swiftpager_pager_release(pager.0) };
    checked(status, null_mut(), ())
}

/// Gives the handle back and ends nothing: for finalizers, which run in any order.
pub(crate) fn pager_unref(pager: Pager) -> Result<()> {
    let status = unsafe { ffi::swiftpager_pager_unref(pager.0) };
    checked(status, null_mut(), ())
}

/// Sends every new state of the list to `on_update`.
pub(crate) fn pager_subscribe(pager: Pager) -> Result<Option<Subscription>> {
    let mut out = null_mut();
    let status = unsafe { ffi::swiftpager_pager_subscribe(pager.0, None, null_mut(), None, &mut out) };
    checked(status, null_mut(), Subscription::new(out))
}

/// Takes the next update of a subscription that has no callback, and waits up to `timeout_ms` for
/// it (0 = not at all, −1 = no limit).
pub(crate) fn subscription_next(subscription: Subscription, timeout_ms: i32) -> Result<Option<Update>> {
    let mut out = null_mut();
    let status = unsafe { ffi::swiftpager_subscription_next(subscription.0, timeout_ms, &mut out) };
    checked(status, null_mut(), Update::new(out))
}

/// A file descriptor for your event loop, of a subscription that has no callback: readable exactly
/// while swiftpager_subscription_next() with timeout 0 has something to do: an update, the end, or
/// a callback of its pager to run.
pub(crate) fn subscription_fd(subscription: Subscription) -> Result<c_int> {
    let mut out_fd = 0;
    let status = unsafe { ffi::swiftpager_subscription_fd(subscription.0, &mut out_fd) };
    checked(status, null_mut(), out_fd)
}

/// Ends the subscription and gives the handle back.
pub(crate) fn subscription_cancel(subscription: Subscription) -> Result<()> {
    let status = unsafe { ffi::swiftpager_subscription_cancel(subscription.0) };
    checked(status, null_mut(), ())
}

/// The same as swiftpager_subscription_cancel(), under the name that the other handles have.
pub(crate) fn subscription_release(subscription: Subscription) -> Result<()> {
    let status = unsafe { ffi::swiftpager_subscription_release(subscription.0) };
    checked(status, null_mut(), ())
}

/// Dispatches the client's callbacks on this thread until the operation has ended and its
/// completion ran, or until `timeout_ms` is over (0 = not at all, −1 = no limit).
pub(crate) fn operation_wait(operation: Operation, timeout_ms: i32) -> Result<()> {
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_operation_wait(operation.0, timeout_ms, &mut error_json) };
    checked(status, error_json, ())
}

/// The next update of an operation that was begun with {"pull": true}: the one loop that a walk
/// needs.
pub(crate) fn operation_next(operation: Operation, timeout_ms: i32) -> Result<Option<Update>> {
    let mut out = null_mut();
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_operation_next(operation.0, timeout_ms, &mut out, &mut error_json) };
    checked(status, error_json, Update::new(out))
}

/// Whether the operation has ended, and how.
pub(crate) fn operation_status(operation: Operation) -> Result<(bool, Status)> {
    let mut out_ended = false;
    let mut out_status = Status::OK;
    let status = unsafe { ffi::swiftpager_operation_status(operation.0, &mut out_ended, &mut out_status) };
    checked(status, null_mut(), (out_ended, out_status))
}

/// A file descriptor for your event loop.
pub(crate) fn operation_fd(operation: Operation) -> Result<c_int> {
    let mut out_fd = 0;
    let status = unsafe { ffi::swiftpager_operation_fd(operation.0, &mut out_fd) };
    checked(status, null_mut(), out_fd)
}

/// The body of the response to an executed request, as the server sent it: also if the operation
/// failed with GRAPHQL, HTTP or BAD_RESPONSE.
pub(crate) unsafe fn operation_response<'a>(operation: Operation) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_operation_response(operation.0, &mut length) };
    lent_text(text, length)
}

/// Ends the operation with CANCELLED and aborts its request; pages already loaded stay.
pub(crate) fn operation_cancel(operation: Operation) -> Result<()> {
    let status = unsafe { ffi::swiftpager_operation_cancel(operation.0) };
    checked(status, null_mut(), ())
}

/// Gives the handle back.
pub(crate) fn operation_release(operation: Operation) -> Result<()> {
    let status = unsafe { ffi::swiftpager_operation_release(operation.0) };
    checked(status, null_mut(), ())
}

/// Waits until the operation's stream can answer without waiting.
pub(crate) fn operation_arrow_wait(operation: Operation, timeout_ms: i32) -> Result<()> {
    let mut error_json = null_mut();
    let status = unsafe { ffi::swiftpager_operation_arrow_wait(operation.0, timeout_ms, &mut error_json) };
    checked(status, error_json, ())
}

/// Says that you have finished with the batch that the operation's stream gave last, before you ask
/// for the next one: swiftpager_pager_resume_token() then covers that batch.
pub(crate) fn operation_arrow_finish(operation: Operation) -> Result<()> {
    let status = unsafe { ffi::swiftpager_operation_arrow_finish(operation.0) };
    checked(status, null_mut(), ())
}

/// OK for a state of the list; GRAPHQL if its newest page has errors in place of the connection;
/// otherwise the failure that ended the operation (40–79).
pub(crate) fn update_status(update: Update) -> Result<()> {
    let status = unsafe { ffi::swiftpager_update_status(update.0) };
    checked(status, null_mut(), ())
}

/// The failure as a JSON object, borrowed for the life of the update; NULL when the status is OK.
pub(crate) fn update_error(update: Update) -> Option<String> {
    lent(unsafe { ffi::swiftpager_update_error(update.0) })
}

/// Where the page that the update reports came from; SOURCE_NONE for a failure without a page.
pub(crate) fn update_source(update: Update) -> Source {
    unsafe { ffi::swiftpager_update_source(update.0) }
}

/// The number of pages that the update holds; at most one if "retain" is "last" or "none".
pub(crate) fn update_page_count(update: Update) -> usize {
    unsafe { ffi::swiftpager_update_page_count(update.0) }
}

/// The page that the update reports: the one that was loaded last, or that changed; NULL for a
/// failure.
pub(crate) fn update_last_page(update: Update) -> Option<Page> {
    Page::new(unsafe { ffi::swiftpager_update_last_page(update.0) })
}

/// The page at `index`, in the order of the list: previous pages, the one farthest from the initial
/// page first, then the initial page, then next pages.
pub(crate) fn update_page_at(update: Update, index: usize) -> Option<Page> {
    Page::new(unsafe { ffi::swiftpager_update_page_at(update.0, index) })
}

/// Which page of the update is the one that changed: the index that swiftpager_update_page_at()
/// takes for the page that swiftpager_update_last_page() gives.
pub(crate) fn update_page_index(update: Update) -> Result<usize> {
    let mut out = 0;
    let status = unsafe { ffi::swiftpager_update_page_index(update.0, &mut out) };
    checked(status, null_mut(), out)
}

/// Whether the update shows the present state of a page that subscribers got before, without a load
/// that brought the page: see "Watching".
pub(crate) fn update_is_change(update: Update) -> Result<bool> {
    let mut out = false;
    let status = unsafe { ffi::swiftpager_update_is_change(update.0, &mut out) };
    checked(status, null_mut(), out)
}

/// The whole update as JSON, in the order of the list: {"previous_pages": [response, …],
/// "initial_page": response or null, "next_pages": [response, …]}, each response as the server sent
/// it.
pub(crate) unsafe fn update_output<'a>(update: Update) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_update_output(update.0, &mut length) };
    lent_text(text, length)
}

/// Says that you have finished with an update that you keep.
pub(crate) fn update_finish(update: Update) -> Result<()> {
    let status = unsafe { ffi::swiftpager_update_finish(update.0) };
    checked(status, null_mut(), ())
}

/// Counts, in all pages that the update holds, the lists inside their items that may not be whole:
/// see swiftpager_page_nested().
pub(crate) fn update_nested(update: Update) -> Result<(usize, usize)> {
    let mut out_incomplete = 0;
    let mut out_unknown = 0;
    let status = unsafe { ffi::swiftpager_update_nested(update.0, &mut out_incomplete, &mut out_unknown) };
    checked(status, null_mut(), (out_incomplete, out_unknown))
}

/// Keeps the update beyond the callback, on any thread; a retained update outlives its pager and
/// client.
pub(crate) fn update_retain(update: Update) -> Result<()> {
    let status = unsafe { ffi::swiftpager_update_retain(update.0) };
    checked(status, null_mut(), ())
}

/// Gives a retained update back.
pub(crate) fn update_release(update: Update) -> Result<()> {
    let status = unsafe { ffi::swiftpager_update_release(update.0) };
    checked(status, null_mut(), ())
}

/// Keeps the page beyond its update, and with it the bytes of its response; a retained page
/// outlives its pager and client.
pub(crate) fn page_retain(page: Page) -> Result<()> {
    let status = unsafe { ffi::swiftpager_page_retain(page.0) };
    checked(status, null_mut(), ())
}

/// Gives a retained page back.
pub(crate) fn page_release(page: Page) -> Result<()> {
    let status = unsafe { ffi::swiftpager_page_release(page.0) };
    checked(status, null_mut(), ())
}

/// The whole body of the response.
pub(crate) unsafe fn page_response<'a>(page: Page) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_page_response(page.0, &mut length) };
    lent_text(text, length)
}

/// The value of `data`; NULL also when it is null.
pub(crate) unsafe fn page_data<'a>(page: Page) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_page_data(page.0, &mut length) };
    lent_text(text, length)
}

/// The array of items: the connection's `nodes` if the response has them, otherwise its `edges`, or
/// what "items" names.
pub(crate) unsafe fn page_items<'a>(page: Page) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_page_items(page.0, &mut length) };
    lent_text(text, length)
}

/// What the hook `transform` made of the page, JSON text; NULL if there is none.
pub(crate) unsafe fn page_model<'a>(page: Page) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_page_model(page.0, &mut length) };
    lent_text(text, length)
}

/// How many elements the array of items has; 0 without one.
pub(crate) fn page_item_count(page: Page) -> usize {
    unsafe { ffi::swiftpager_page_item_count(page.0) }
}

/// The role of the page in its list; KIND_NONE if the handle is not a page.
pub(crate) fn page_kind(page: Page) -> Kind {
    unsafe { ffi::swiftpager_page_kind(page.0) }
}

/// The array of GraphQL errors; NULL when there are none.
pub(crate) unsafe fn page_errors<'a>(page: Page) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_page_errors(page.0, &mut length) };
    lent_text(text, length)
}

/// The page info object as it came; NULL if it is null or absent.
pub(crate) unsafe fn page_info<'a>(page: Page) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_page_info(page.0, &mut length) };
    lent_text(text, length)
}

/// The lists inside the items of the page, and inside what these hold, that may not be whole: the
/// connections that the query shows there, each by its own page info.
pub(crate) unsafe fn page_nested<'a>(page: Page) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_page_nested(page.0, &mut length) };
    lent_text(text, length)
}

/// The value of `extensions`; NULL if it is null or absent.
pub(crate) unsafe fn page_extensions<'a>(page: Page) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_page_extensions(page.0, &mut length) };
    lent_text(text, length)
}

/// The value of a header of the response, without the white space around it, in the bytes that the
/// server sent.
pub(crate) unsafe fn page_header<'a>(page: Page, name: &str) -> Option<&'a str> {
    let name = text(name).ok()?;
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_page_header(page.0, name.as_ptr(), &mut length) };
    lent_text(text, length)
}

/// All header lines of the response as they came, each "Name: value" with its line break; NULL if
/// there are none.
pub(crate) unsafe fn page_headers<'a>(page: Page) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_page_headers(page.0, &mut length) };
    lent_text(text, length)
}

/// The item at `index`: of an edge its node, otherwise the element as it is.
pub(crate) unsafe fn page_item<'a>(page: Page, index: usize) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_page_item(page.0, index, &mut length) };
    lent_text(text, length)
}

/// The places of all items in swiftpager_page_response(), in one call: two numbers for each item,
/// the offset of its first byte and its length in bytes.
pub(crate) unsafe fn page_spans<'a>(page: Page, nodes: bool) -> Option<&'a [u64]> {
    let mut count = 0;
    let first = unsafe { ffi::swiftpager_page_spans(page.0, nodes, &mut count) };
    lent_slice(first, 2 * count)
}

/// All items, each as swiftpager_page_item() gives it, one a line, each line ended by "\n": NDJSON.
pub(crate) unsafe fn page_ndjson<'a>(page: Page) -> Option<&'a str> {
    let mut length = 0;
    let text = unsafe { ffi::swiftpager_page_ndjson(page.0, &mut length) };
    lent_text(text, length)
}
