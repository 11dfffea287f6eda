//! The functions of the library with values of Rust: texts that are copied, and a status as a `Result`. The library calls no function of Rust's.

use crate::ffi::*;
use crate::{Error, Kind, Result, Source, Status};
use std::ffi::{c_char, c_int, CStr, CString};
use std::ptr::{null, null_mut};
use std::{slice, str};

/// What a call handed out, if it handed something out.
fn some<T: PartialEq>(key: T, none: T) -> Option<T> {
    (key != none).then_some(key)
}

/// Ends a call, with the thread's error object if the call has no place for one.
fn ended(status: Status, error: *mut c_char) -> Result<()> {
    if status == Status::OK {
        return Ok(());
    }
    let json = owned(error).or_else(|| copied(unsafe { swiftpager_last_error() }));
    Err(Error::new(status, &json.unwrap_or_default()))
}

/// A copy of a text that the library lends.
fn copied(text: *const c_char) -> Option<String> {
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// A text that the library gives away.
fn owned(text: *mut c_char) -> Option<String> {
    let copy = copied(text);
    unsafe { swiftpager_free(text.cast()) };
    copy
}

/// Numbers or bytes that the library lends for as long as the handle is held that they were asked of.
unsafe fn lent<'a, T>(first: *const T, count: usize) -> Option<&'a [T]> {
    (!first.is_null()).then(|| slice::from_raw_parts(first, count))
}

/// A text for the library, which ends with a NUL; another NUL would cut it off. An empty one is NULL.
struct Text(Option<CString>);

impl Text {
    fn new(text: &str) -> Result<Text> {
        let refused = r#"{"code":"INVALID_ARGUMENT","message":"the text has a NUL in it"}"#;
        let text = (!text.is_empty()).then(|| CString::new(text)).transpose();
        text.map(Text).map_err(|_| Error::new(Status::INVALID_ARGUMENT, refused))
    }

    fn pointer(&self) -> *const c_char {
        self.0.as_ref().map_or(null(), |text| text.as_ptr())
    }
}

pub(crate) fn status_name(status: Status) -> &'static str {
    unsafe { CStr::from_ptr(swiftpager_status_name(status)) }.to_str().unwrap_or("UNKNOWN")
}

impl Client {
    pub(crate) fn create(endpoint: &str, config: &str) -> Result<Client> {
        let (endpoint, config) = (Text::new(endpoint)?, Text::new(config)?);
        let (mut out, mut error) = (Client::NONE, null_mut());
        let status =
            unsafe { swiftpager_client_create(endpoint.pointer(), config.pointer(), null(), &mut out, &mut error) };
        ended(status, error).map(|()| out)
    }

    pub(crate) fn execute(self, request: &str) -> Result<Operation> {
        let request = Text::new(request)?;
        let (mut out, mut error) = (Operation::NONE, null_mut());
        let status = unsafe {
            swiftpager_client_execute(self, request.pointer(), null(), null_mut(), null(), &mut out, &mut error)
        };
        ended(status, error).map(|()| out)
    }

    pub(crate) fn cache_write(self, key: &str, fields: &str) -> Result<()> {
        let (key, fields, mut error) = (Text::new(key)?, Text::new(fields)?, null_mut());
        let status = unsafe { swiftpager_client_cache_write(self, key.pointer(), fields.pointer(), &mut error) };
        ended(status, error)
    }

    pub(crate) fn cache_read(self, key: &str) -> Result<Option<String>> {
        let (key, mut out, mut error) = (Text::new(key)?, null_mut(), null_mut());
        let status = unsafe { swiftpager_client_cache_read(self, key.pointer(), &mut out, &mut error) };
        ended(status, error).map(|()| owned(out))
    }

    pub(crate) fn cache_evict(self, key: &str) -> Result<()> {
        let (key, mut error) = (Text::new(key)?, null_mut());
        let status = unsafe { swiftpager_client_cache_evict(self, key.pointer(), &mut error) };
        ended(status, error)
    }

    pub(crate) fn cache_clear(self) -> Result<()> {
        let mut error = null_mut();
        let status = unsafe { swiftpager_client_cache_clear(self, &mut error) };
        ended(status, error)
    }

    pub(crate) fn close(self) {
        unsafe { swiftpager_client_close(self, 0) };
    }

    pub(crate) fn release(self) {
        unsafe { swiftpager_client_release(self) };
    }

    pub(crate) fn pager(self, query: &str, config: &str) -> Result<Pager> {
        let (query, config) = (Text::new(query)?, Text::new(config)?);
        let (mut out, mut error) = (Pager::NONE, null_mut());
        let status =
            unsafe { swiftpager_pager_create(self, query.pointer(), config.pointer(), null(), &mut out, &mut error) };
        ended(status, error).map(|()| out)
    }
}

/// How a load begins.
#[derive(Clone, Copy)]
pub(crate) enum Load {
    Fetch,
    Next,
    Previous,
    Walk,
}

impl Pager {
    pub(crate) fn begin(self, load: Load, options: &str) -> Result<Operation> {
        let (options, mut out, mut error) = (Text::new(options)?, Operation::NONE, null_mut());
        let (out_place, error_place) = (&mut out, &mut error);
        let one = match load {
            Load::Fetch => swiftpager_pager_fetch,
            Load::Next => swiftpager_pager_load_next,
            Load::Previous => swiftpager_pager_load_previous,
            Load::Walk => {
                let status = unsafe { swiftpager_pager_walk(self, options.pointer(), out_place, error_place) };
                return ended(status, error).map(|()| out);
            }
        };
        let status = unsafe { one(self, options.pointer(), null(), null_mut(), null(), out_place, error_place) };
        ended(status, error).map(|()| out)
    }

    pub(crate) fn reset(self) -> Result<()> {
        ended(unsafe { swiftpager_pager_reset(self) }, null_mut())
    }

    pub(crate) fn can_load(self, direction: Kind) -> Result<bool> {
        let mut out = false;
        ended(unsafe { swiftpager_pager_can_load(self, direction, &mut out) }, null_mut()).map(|()| out)
    }

    pub(crate) fn current(self) -> Result<Option<Update>> {
        let mut out = Update::NONE;
        ended(unsafe { swiftpager_pager_current(self, &mut out) }, null_mut()).map(|()| some(out, Update::NONE))
    }

    pub(crate) fn state(self) -> Result<String> {
        self.text(swiftpager_pager_state)
    }

    pub(crate) fn resume_token(self) -> Result<String> {
        self.text(swiftpager_pager_resume_token)
    }

    pub(crate) fn checkpoint(self) -> Result<String> {
        self.text(swiftpager_pager_checkpoint)
    }

    fn text(self, get: unsafe extern "C" fn(Pager, *mut *mut c_char) -> Status) -> Result<String> {
        let mut out = null_mut();
        ended(unsafe { get(self, &mut out) }, null_mut()).map(|()| owned(out).unwrap_or_default())
    }

    pub(crate) fn close(self) {
        unsafe { swiftpager_pager_close(self) };
    }

    pub(crate) fn release(self) {
        unsafe { swiftpager_pager_release(self) };
    }

    pub(crate) fn subscribe(self) -> Result<Subscription> {
        let mut out = Subscription::NONE;
        let status = unsafe { swiftpager_pager_subscribe(self, null(), null_mut(), null(), &mut out) };
        ended(status, null_mut()).map(|()| out)
    }
}

impl Subscription {
    pub(crate) fn next(self, timeout_ms: i32) -> Result<Option<Update>> {
        let mut out = Update::NONE;
        ended(unsafe { swiftpager_subscription_next(self, timeout_ms, &mut out) }, null_mut())
            .map(|()| some(out, Update::NONE))
    }

    pub(crate) fn fd(self) -> Result<c_int> {
        let mut out = -1;
        ended(unsafe { swiftpager_subscription_fd(self, &mut out) }, null_mut()).map(|()| out)
    }

    pub(crate) fn close(self) {
        unsafe { swiftpager_subscription_close(self) };
    }

    pub(crate) fn release(self) {
        unsafe { swiftpager_subscription_release(self) };
    }
}

impl Operation {
    pub(crate) fn wait(self) -> Result<()> {
        let mut error = null_mut();
        let status = unsafe { swiftpager_operation_wait(self, -1, &mut error) };
        ended(status, error)
    }

    pub(crate) fn next(self, timeout_ms: i32) -> Result<Option<Update>> {
        let (mut out, mut error) = (Update::NONE, null_mut());
        let status = unsafe { swiftpager_operation_next(self, timeout_ms, &mut out, &mut error) };
        ended(status, error).map(|()| some(out, Update::NONE))
    }

    pub(crate) fn fd(self) -> Result<c_int> {
        let mut out = -1;
        ended(unsafe { swiftpager_operation_fd(self, &mut out) }, null_mut()).map(|()| out)
    }

    /// A copy of the response.
    pub(crate) fn response(self) -> Option<String> {
        let mut length = 0;
        let bytes = unsafe { lent(swiftpager_operation_response(self, &mut length).cast(), length) }?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    pub(crate) fn close(self) {
        unsafe { swiftpager_operation_close(self) };
    }

    pub(crate) fn release(self) {
        unsafe { swiftpager_operation_release(self) };
    }
}

impl Update {
    pub(crate) fn error(self) -> Option<Error> {
        let status = unsafe { swiftpager_update_status(self) };
        let json = copied(unsafe { swiftpager_update_error(self) }).unwrap_or_default();
        (status != Status::OK).then(|| Error::new(status, &json))
    }

    /// Where its page came from, and whether it shows a change of a page that subscribers had before.
    pub(crate) fn source(self) -> (Source, bool) {
        let mut is_change = false;
        let source = unsafe { swiftpager_update_source(self, &mut is_change) };
        (source, is_change)
    }

    pub(crate) fn page_count(self) -> usize {
        unsafe { swiftpager_update_page_count(self) }
    }

    pub(crate) fn page(self) -> Option<Page> {
        some(unsafe { swiftpager_update_page(self, null_mut()) }, Page::NONE)
    }

    pub(crate) fn page_at(self, index: usize) -> Option<Page> {
        some(unsafe { swiftpager_update_page_at(self, index) }, Page::NONE)
    }

    /// Lent for as long as the update is held.
    pub(crate) unsafe fn output<'a>(self) -> Option<&'a str> {
        let mut length = 0;
        str::from_utf8(lent(swiftpager_update_output(self, &mut length).cast(), length)?).ok()
    }

    pub(crate) fn finish(self) {
        unsafe { swiftpager_update_finish(self) };
    }

    pub(crate) fn release(self) {
        unsafe { swiftpager_update_release(self) };
    }
}

/// A part of a page that is a text.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    Response,
    Data,
    Items,
    Errors,
    Info,
    Nested,
    Extensions,
    Headers,
    Ndjson,
}

impl Page {
    pub(crate) fn retain(self) -> Result<()> {
        ended(unsafe { swiftpager_page_retain(self) }, null_mut())
    }

    pub(crate) fn release(self) {
        unsafe { swiftpager_page_release(self) };
    }

    pub(crate) fn item_count(self) -> usize {
        unsafe { swiftpager_page_item_count(self) }
    }

    pub(crate) fn kind(self) -> Kind {
        unsafe { swiftpager_page_kind(self) }
    }

    /// Lent for as long as the page is held. The library refuses responses that are not UTF-8.
    pub(crate) unsafe fn text<'a>(self, part: Part) -> Option<&'a str> {
        let mut length = 0;
        let get = match part {
            Part::Response => swiftpager_page_response,
            Part::Data => swiftpager_page_data,
            Part::Items => swiftpager_page_items,
            Part::Errors => swiftpager_page_errors,
            Part::Info => swiftpager_page_info,
            Part::Nested => swiftpager_page_nested,
            Part::Extensions => swiftpager_page_extensions,
            Part::Ndjson => swiftpager_page_ndjson,
            Part::Headers => {
                return str::from_utf8(lent(swiftpager_page_header(self, null(), &mut length).cast(), length)?).ok();
            }
        };
        str::from_utf8(lent(get(self, &mut length).cast(), length)?).ok()
    }

    /// Two numbers for each item: the offset of its node in the response, and its length.
    pub(crate) unsafe fn spans<'a>(self) -> Option<&'a [u64]> {
        let mut count = 0;
        lent(swiftpager_page_spans(self, true, &mut count), 2 * count)
    }
}
