//! What this binding uses of swiftpager.h.

use crate::{Kind, Source, Status};
use std::ffi::{c_char, c_int, c_void};

/// Handles. A key is not an address: every thread may use it, and the library refuses a stale one.
macro_rules! keys {
    ($($name:ident)*) => {$(
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) struct $name(usize);

        impl $name {
            pub(crate) const NONE: $name = $name(0);
        }
    )*};
}
keys!(Client Pager Subscription Operation Update Page);

/// A function that the library would call: this binding passes none.
pub(crate) type Callback = *const c_void;
/// Where an error object goes.
pub(crate) type Failure = *mut *mut c_char;

#[link(name = "swiftpager")]
extern "C" {
    pub(crate) fn swiftpager_status_name(status: Status) -> *const c_char;
    pub(crate) fn swiftpager_free(memory: *mut c_void);
    pub(crate) fn swiftpager_last_error() -> *const c_char;
    pub(crate) fn swiftpager_client_create(
        endpoint: *const c_char,
        config_json: *const c_char,
        transport: *const c_void,
        out: *mut Client,
        error: Failure,
    ) -> Status;
    pub(crate) fn swiftpager_client_execute(
        client: Client,
        request_json: *const c_char,
        completion: Callback,
        user_data: *mut c_void,
        destroy: Callback,
        out: *mut Operation,
        error: Failure,
    ) -> Status;
    pub(crate) fn swiftpager_client_cache_write(
        client: Client,
        key: *const c_char,
        fields_json: *const c_char,
        error: Failure,
    ) -> Status;
    pub(crate) fn swiftpager_client_cache_read(
        client: Client,
        key: *const c_char,
        out_json: *mut *mut c_char,
        error: Failure,
    ) -> Status;
    pub(crate) fn swiftpager_client_cache_evict(client: Client, key: *const c_char, error: Failure) -> Status;
    pub(crate) fn swiftpager_client_cache_clear(client: Client, error: Failure) -> Status;
    pub(crate) fn swiftpager_client_close(client: Client, timeout_ms: i32) -> Status;
    pub(crate) fn swiftpager_client_release(client: Client) -> Status;
    pub(crate) fn swiftpager_pager_create(
        client: Client,
        query: *const c_char,
        config_json: *const c_char,
        hooks: *const c_void,
        out: *mut Pager,
        error: Failure,
    ) -> Status;
    pub(crate) fn swiftpager_pager_fetch(
        pager: Pager,
        options_json: *const c_char,
        completion: Callback,
        user_data: *mut c_void,
        destroy: Callback,
        out: *mut Operation,
        error: Failure,
    ) -> Status;
    pub(crate) fn swiftpager_pager_load_next(
        pager: Pager,
        options_json: *const c_char,
        completion: Callback,
        user_data: *mut c_void,
        destroy: Callback,
        out: *mut Operation,
        error: Failure,
    ) -> Status;
    pub(crate) fn swiftpager_pager_load_previous(
        pager: Pager,
        options_json: *const c_char,
        completion: Callback,
        user_data: *mut c_void,
        destroy: Callback,
        out: *mut Operation,
        error: Failure,
    ) -> Status;
    pub(crate) fn swiftpager_pager_walk(
        pager: Pager,
        options_json: *const c_char,
        out: *mut Operation,
        error: Failure,
    ) -> Status;
    pub(crate) fn swiftpager_pager_reset(pager: Pager) -> Status;
    pub(crate) fn swiftpager_pager_can_load(pager: Pager, direction: Kind, out: *mut bool) -> Status;
    pub(crate) fn swiftpager_pager_current(pager: Pager, out: *mut Update) -> Status;
    pub(crate) fn swiftpager_pager_state(pager: Pager, out_json: *mut *mut c_char) -> Status;
    pub(crate) fn swiftpager_pager_resume_token(pager: Pager, out_json: *mut *mut c_char) -> Status;
    pub(crate) fn swiftpager_pager_checkpoint(pager: Pager, out_json: *mut *mut c_char) -> Status;
    pub(crate) fn swiftpager_pager_close(pager: Pager) -> Status;
    pub(crate) fn swiftpager_pager_release(pager: Pager) -> Status;
    pub(crate) fn swiftpager_pager_subscribe(
        pager: Pager,
        on_update: Callback,
        user_data: *mut c_void,
        destroy: Callback,
        out: *mut Subscription,
    ) -> Status;
    pub(crate) fn swiftpager_subscription_next(subscription: Subscription, timeout_ms: i32, out: *mut Update)
        -> Status;
    pub(crate) fn swiftpager_subscription_fd(subscription: Subscription, out_fd: *mut c_int) -> Status;
    pub(crate) fn swiftpager_subscription_close(subscription: Subscription) -> Status;
    pub(crate) fn swiftpager_subscription_release(subscription: Subscription) -> Status;
    pub(crate) fn swiftpager_operation_wait(operation: Operation, timeout_ms: i32, error: Failure) -> Status;
    pub(crate) fn swiftpager_operation_next(
        operation: Operation,
        timeout_ms: i32,
        out: *mut Update,
        error: Failure,
    ) -> Status;
    pub(crate) fn swiftpager_operation_fd(operation: Operation, out_fd: *mut c_int) -> Status;
    pub(crate) fn swiftpager_operation_response(operation: Operation, length: *mut usize) -> *const c_char;
    pub(crate) fn swiftpager_operation_close(operation: Operation) -> Status;
    pub(crate) fn swiftpager_operation_release(operation: Operation) -> Status;
    pub(crate) fn swiftpager_update_status(update: Update) -> Status;
    pub(crate) fn swiftpager_update_error(update: Update) -> *const c_char;
    pub(crate) fn swiftpager_update_source(update: Update, out_is_change: *mut bool) -> Source;
    pub(crate) fn swiftpager_update_page_count(update: Update) -> usize;
    pub(crate) fn swiftpager_update_page(update: Update, out_index: *mut usize) -> Page;
    pub(crate) fn swiftpager_update_page_at(update: Update, index: usize) -> Page;
    pub(crate) fn swiftpager_update_output(update: Update, length: *mut usize) -> *const c_char;
    pub(crate) fn swiftpager_update_finish(update: Update) -> Status;
    pub(crate) fn swiftpager_update_release(update: Update) -> Status;
    pub(crate) fn swiftpager_page_retain(page: Page) -> Status;
    pub(crate) fn swiftpager_page_release(page: Page) -> Status;
    pub(crate) fn swiftpager_page_response(page: Page, length: *mut usize) -> *const c_char;
    pub(crate) fn swiftpager_page_data(page: Page, length: *mut usize) -> *const c_char;
    pub(crate) fn swiftpager_page_items(page: Page, length: *mut usize) -> *const c_char;
    pub(crate) fn swiftpager_page_item_count(page: Page) -> usize;
    pub(crate) fn swiftpager_page_kind(page: Page) -> Kind;
    pub(crate) fn swiftpager_page_errors(page: Page, length: *mut usize) -> *const c_char;
    pub(crate) fn swiftpager_page_info(page: Page, length: *mut usize) -> *const c_char;
    pub(crate) fn swiftpager_page_nested(page: Page, length: *mut usize) -> *const c_char;
    pub(crate) fn swiftpager_page_extensions(page: Page, length: *mut usize) -> *const c_char;
    pub(crate) fn swiftpager_page_header(page: Page, name: *const c_char, length: *mut usize) -> *const c_char;
    pub(crate) fn swiftpager_page_spans(page: Page, nodes: bool, count: *mut usize) -> *const u64;
    pub(crate) fn swiftpager_page_ndjson(page: Page, length: *mut usize) -> *const c_char;
}
