//! What this binding uses of swiftpager.h, and the one way in which it calls that.

use crate::{Error, Kind, Result, Source, Status};
use std::ffi::{c_char, c_int, c_void, CStr, CString};
use std::ptr::{null, NonNull};
use std::{array, slice, str};

/// The key of a client, pager, subscription, operation, update or page. It is not an address: every thread may use it,
/// and the library refuses one that is stale or of another kind.
#[repr(transparent)]
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Key(usize);

/// A text that ends with a NUL.
pub type Text = *const c_char;
/// A text of the library; none for NULL.
pub type Given = Option<NonNull<c_char>>;
/// Functions that the library would call, and their data: this binding passes none.
pub type Unused = *const c_void;
/// A function that ends the work of a handle, or gives it back.
pub type Ends = unsafe extern "C" fn(Key) -> Status;
/// A function that begins an operation.
pub type Begins = unsafe extern "C" fn(Key, Text, Unused, Unused, Unused, &mut Key, &mut Given) -> Status;

/// Declares functions, those with the same arguments together.
macro_rules! functions {
    ($($($name:ident),+: $arguments:tt -> $result:ty;)*) => {
        #[link(name = "swiftpager")]
        extern "C" {
            $($(pub fn $name $arguments -> $result;)+)*
        }
    };
}
functions! {
    swiftpager_status_name: (status: Status) -> Text;
    swiftpager_free: (memory: Given) -> ();
    swiftpager_last_error: () -> Given;
    swiftpager_client_create:
        (endpoint: Text, config_json: Text, transport: Unused, out: &mut Key, error: &mut Given) -> Status;
    swiftpager_client_cache_write: (client: Key, key: Text, fields_json: Text, error: &mut Given) -> Status;
    swiftpager_client_cache_read: (client: Key, key: Text, out_json: &mut Given, error: &mut Given) -> Status;
    swiftpager_client_cache_evict: (client: Key, key: Text, error: &mut Given) -> Status;
    swiftpager_client_cache_clear: (client: Key, error: &mut Given) -> Status;
    swiftpager_client_close: (client: Key, timeout_ms: i32) -> Status;
    swiftpager_pager_create:
        (client: Key, query: Text, config_json: Text, hooks: Unused, out: &mut Key, error: &mut Given) -> Status;
    swiftpager_client_execute, swiftpager_pager_fetch, swiftpager_pager_load_next, swiftpager_pager_load_previous:
        (handle: Key, options_json: Text, completion: Unused, user_data: Unused, destroy: Unused, out: &mut Key,
         error: &mut Given) -> Status;
    swiftpager_pager_walk: (pager: Key, options_json: Text, out: &mut Key, error: &mut Given) -> Status;
    swiftpager_pager_can_load: (pager: Key, direction: Kind, out: &mut bool) -> Status;
    swiftpager_pager_current: (pager: Key, out: &mut Key) -> Status;
    swiftpager_pager_state, swiftpager_pager_resume_token, swiftpager_pager_checkpoint:
        (pager: Key, out_json: &mut Given) -> Status;
    swiftpager_pager_subscribe:
        (pager: Key, on_update: Unused, user_data: Unused, destroy: Unused, out: &mut Key) -> Status;
    swiftpager_subscription_next: (subscription: Key, timeout_ms: i32, out: &mut Key) -> Status;
    swiftpager_operation_wait: (operation: Key, timeout_ms: i32, error: &mut Given) -> Status;
    swiftpager_operation_next: (operation: Key, timeout_ms: i32, out: &mut Key, error: &mut Given) -> Status;
    swiftpager_subscription_fd, swiftpager_operation_fd: (handle: Key, out_fd: &mut c_int) -> Status;
    swiftpager_update_error: (update: Key) -> Given;
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

impl Drop for Handle {
    fn drop(&mut self) {
        unsafe { (self.release)(self.key) };
    }
}

/// Calls a function with texts, and returns what it puts out. An empty text is NULL, and a NUL would cut a text off.
/// The error object is the thread's if the function has no place for one.
pub fn call<const N: usize, T: Default>(
    texts: [&str; N],
    function: impl FnOnce([Text; N], &mut T, &mut Given) -> Status,
) -> Result<T> {
    if texts.iter().any(|text| text.contains('\0')) {
        let refused = r#"{"code":"INVALID_ARGUMENT","message":"the text has a NUL in it"}"#;
        return Err(Error::new(Status::INVALID_ARGUMENT, refused));
    }
    let texts = texts.map(|text| CString::new(text).unwrap_or_default());
    let pointers = array::from_fn(|at| if texts[at].as_bytes().is_empty() { null() } else { texts[at].as_ptr() });
    let (mut out, mut error) = (T::default(), None);
    let status = function(pointers, &mut out, &mut error);
    if status == Status::OK {
        return Ok(out);
    }
    let json = taken(error).or_else(|| copied(unsafe { swiftpager_last_error() }));
    Err(Error::new(status, &json.unwrap_or_default()))
}

/// Begins an operation.
pub fn begin(begins: Begins, key: Key, options: &str) -> Result<Handle> {
    let key =
        call([options], |[options], out, error| unsafe { begins(key, options, null(), null(), null(), out, error) })?;
    Ok(Handle { key, release: swiftpager_operation_release })
}

/// A copy of a text that the library lends.
pub fn copied(text: Given) -> Option<String> {
    Some(unsafe { CStr::from_ptr(text?.as_ptr()) }.to_string_lossy().into_owned())
}

/// A copy of a text that the library gives away.
pub fn taken(text: Given) -> Option<String> {
    let copy = copied(text);
    unsafe { swiftpager_free(text) };
    copy
}

/// What the library lends for as long as the handle is held that it was asked of.
pub unsafe fn lent<'a, T>(get: impl FnOnce(&mut usize) -> *const T) -> Option<&'a [T]> {
    let mut count = 0;
    let first = get(&mut count);
    (!first.is_null()).then(|| slice::from_raw_parts(first, count))
}

/// A text of that kind; the library refuses responses that are not UTF-8.
pub unsafe fn lent_text<'a>(get: impl FnOnce(&mut usize) -> *const u8) -> Option<&'a str> {
    str::from_utf8(lent(get)?).ok()
}
