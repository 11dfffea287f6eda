//! Each function of the library with values of Rust: keys, texts that are copied, and a status as a `Result`. What only
//! makes sense with functions of the host is in callbacks.rs.
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

/// The text of a member of an object, and not of the objects in it.
pub(crate) fn member(json: &str, key: &str) -> Option<String> {
    let (mut rest, mut depth) = (json, 0);
    while let Some(at) = rest.find(['{', '[', ']', '}', '"']) {
        let sign = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        match sign {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {
                let name = string(&mut rest);
                let value = rest.trim_start_matches([':', ' ']).strip_prefix('"');
                if let (1, true, Some(mut value)) = (depth, name == key && rest.trim_start().starts_with(':'), value) {
                    return Some(string(&mut value));
                }
            }
        }
    }
    None
}

/// What a string says, from behind its first quote to its last one.
fn string(rest: &mut &str) -> String {
    let (mut units, mut chars) = (Vec::new(), rest.chars());
    while let Some(each) = chars.next().filter(|each| *each != '"') {
        let escaped = if each == '\\' { chars.next() } else { None };
        let each = match escaped.unwrap_or(each) {
            'u' if escaped.is_some() => {
                let digits: String = chars.by_ref().take(4).collect();
                units.push(u16::from_str_radix(&digits, 16).unwrap_or(0xfffd));
                continue;
            }
            'n' if escaped.is_some() => '\n',
            't' if escaped.is_some() => '\t',
            other => other,
        };
        units.extend_from_slice(each.encode_utf16(&mut [0; 2]));
    }
    *rest = chars.as_str();
    String::from_utf16_lossy(&units)
}

/// A text as JSON.
pub(crate) fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|each| match each {
        '"' | '\\' => format!("\\{each}"),
        '\0'..='\x1f' => format!("\\u{:04x}", each as u32),
        _ => each.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}
