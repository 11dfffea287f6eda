//! What this binding uses of swiftpager.h, and the one way in which it calls that. No call has a place for its error:
//! the library keeps it for the thread of the call.

use crate::{Error, Kind, Result, Source, Status};
use std::ffi::{c_char, c_int, c_void, CStr, CString};
use std::ptr::NonNull;
use std::{array, slice, str};

/// The key of a client, pager, subscription, operation, update or page. It is not an address: every thread may use it,
/// and the library refuses one that is stale or of another kind.
#[repr(transparent)]
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Key(usize);

/// A text that ends with a NUL; none for NULL.
pub type Text = Option<NonNull<c_char>>;
/// Functions that the library would call, their data, and places for errors: this binding passes none.
pub type Unused = Option<NonNull<c_void>>;
/// A function that ends the work of a handle, or gives it back.
pub type Ends = fn(Key) -> Status;

/// Declares functions, those with the same arguments together. They are safe to call: the library checks keys, and every
/// text here comes from `call` or from the library.
macro_rules! functions {
    ($($($name:ident),+: $arguments:tt -> $result:ty;)*) => {
        $($(functions! { @ $name $arguments -> $result })+)*
    };
    (@ $name:ident ($($argument:ident: $type:ty),*) -> $result:ty) => {
        pub fn $name($($argument: $type),*) -> $result {
            #[link(name = "swiftpager")]
            extern "C" {
                fn $name($($argument: $type),*) -> $result;
            }
            unsafe { $name($($argument),*) }
        }
    };
}
functions! {
    swiftpager_status_name: (status: Status) -> Text;
    swiftpager_free: (memory: Text) -> ();
    swiftpager_last_error: () -> Text;
    swiftpager_client_create:
        (endpoint: Text, config_json: Text, transport: Unused, out: &mut Key, error: Unused) -> Status;
    swiftpager_client_cache_write: (client: Key, key: Text, fields_json: Text, error: Unused) -> Status;
    swiftpager_client_cache_read: (client: Key, key: Text, out_json: &mut Text, error: Unused) -> Status;
    swiftpager_client_cache_evict: (client: Key, key: Text, error: Unused) -> Status;
    swiftpager_client_cache_clear: (client: Key, error: Unused) -> Status;
    swiftpager_client_close: (client: Key, timeout_ms: i32) -> Status;
    swiftpager_pager_create:
        (client: Key, query: Text, config_json: Text, hooks: Unused, out: &mut Key, error: Unused) -> Status;
    swiftpager_client_execute, swiftpager_pager_fetch, swiftpager_pager_load_next, swiftpager_pager_load_previous:
        (handle: Key, options_json: Text, completion: Unused, user_data: Unused, destroy: Unused, out: &mut Key,
         error: Unused) -> Status;
    swiftpager_pager_walk: (pager: Key, options_json: Text, out: &mut Key, error: Unused) -> Status;
    swiftpager_pager_can_load: (pager: Key, direction: Kind, out: &mut bool) -> Status;
    swiftpager_pager_current: (pager: Key, out: &mut Key) -> Status;
    swiftpager_pager_state, swiftpager_pager_resume_token, swiftpager_pager_checkpoint:
        (pager: Key, out_json: &mut Text) -> Status;
    swiftpager_pager_subscribe:
        (pager: Key, on_update: Unused, user_data: Unused, destroy: Unused, out: &mut Key) -> Status;
    swiftpager_subscription_next: (subscription: Key, timeout_ms: i32, out: &mut Key) -> Status;
    swiftpager_operation_wait: (operation: Key, timeout_ms: i32, error: Unused) -> Status;
    swiftpager_operation_next: (operation: Key, timeout_ms: i32, out: &mut Key, error: Unused) -> Status;
    swiftpager_subscription_fd, swiftpager_operation_fd: (handle: Key, out_fd: &mut c_int) -> Status;
    swiftpager_update_error: (update: Key) -> Text;
    swiftpager_update_source: (update: Key, out_is_change: &mut bool) -> Source;
    swiftpager_update_page: (update: Key, out_index: Unused) -> Key;
    swiftpager_update_page_at: (update: Key, index: usize) -> Key;
    swiftpager_update_page_count, swiftpager_page_item_count: (handle: Key) -> usize;
    swiftpager_page_kind: (page: Key) -> Kind;
    swiftpager_page_header: (page: Key, name: Text, length: &mut usize) -> *const u8;
    swiftpager_page_spans: (page: Key, nodes: bool, count: &mut usize) -> *const [u64; 2];
    swiftpager_page_response, swiftpager_page_data, swiftpager_page_items, swiftpager_page_errors, swiftpager_page_info,
    swiftpager_page_nested, swiftpager_page_extensions, swiftpager_page_ndjson, swiftpager_operation_response,
    swiftpager_update_output: (handle: Key, length: &mut usize) -> *const u8;
    swiftpager_client_release, swiftpager_pager_reset, swiftpager_pager_close, swiftpager_pager_release,
    swiftpager_subscription_close, swiftpager_subscription_release, swiftpager_operation_close,
    swiftpager_operation_release, swiftpager_update_finish, swiftpager_update_release, swiftpager_page_retain,
    swiftpager_page_release, swiftpager_update_status: (handle: Key) -> Status;
}

/// A key that is given back when it is dropped.
pub struct Handle {
    pub key: Key,
    pub release: Ends,
}

impl Handle {
    /// A text that the library lends for as long as the handle is held. It refuses responses that are not UTF-8.
    pub fn text(&self, lends: impl FnOnce(Key, &mut usize) -> *const u8) -> Option<&str> {
        str::from_utf8(self.lent(lends)?).ok()
    }

    /// Anything of that kind: the function returns the first, and puts their number out.
    pub fn lent<T>(&self, lends: impl FnOnce(Key, &mut usize) -> *const T) -> Option<&[T]> {
        let mut count = 0;
        let first = lends(self.key, &mut count);
        (!first.is_null()).then(|| unsafe { slice::from_raw_parts(first, count) })
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        (self.release)(self.key);
    }
}

/// A function that begins an operation of a client or a pager.
pub type Begins = fn(Key, Text, Unused, Unused, Unused, &mut Key, Unused) -> Status;

/// Begins an operation.
pub fn begin(begins: Begins, key: Key, options: &str) -> Result<Handle> {
    let key = call([options], |[options], out| begins(key, options, None, None, None, out, None))?;
    Ok(Handle { key, release: swiftpager_operation_release })
}

/// Calls a function with texts, and returns what it puts out. An empty text is NULL, and a NUL would cut a text off.
pub fn call<const N: usize, T: Default>(
    texts: [&str; N],
    function: impl FnOnce([Text; N], &mut T) -> Status,
) -> Result<T> {
    if texts.iter().any(|text| text.contains('\0')) {
        let refused = r#"{"code":"INVALID_ARGUMENT","message":"the text has a NUL in it"}"#;
        return Err(Error::new(Status::INVALID_ARGUMENT, refused));
    }
    let texts = texts.map(|text| CString::new(text).unwrap_or_default());
    let pointers =
        array::from_fn(|at| NonNull::new(texts[at].as_ptr().cast_mut()).filter(|_| !texts[at].as_bytes().is_empty()));
    let mut out = T::default();
    match function(pointers, &mut out) {
        Status::OK => Ok(out),
        status => Err(Error::new(status, lent_text(swiftpager_last_error()).unwrap_or_default())),
    }
}

/// A text that the library lends for as long as its function says.
pub fn lent_text<'a>(text: Text) -> Option<&'a str> {
    unsafe { CStr::from_ptr(text?.as_ptr()) }.to_str().ok()
}

/// A copy of a text that the library gives away.
pub fn taken(text: Text) -> Option<String> {
    let copy = lent_text(text).map(str::to_owned);
    swiftpager_free(text);
    copy
}
