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
