//! Errors.

use crate::json::member;
use crate::Status;
use std::fmt;

/// How a call failed; its kinds are the statuses.
#[derive(Clone, Debug)]
pub struct Error {
    pub status: Status,
    pub message: String,
    /// A JSON Pointer into the config or the page that is at fault.
    pub path: Option<String>,
    /// The whole error object; swiftpager.h lists its keys. Empty if there is none.
    pub json: String,
}

pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}: {}", self.status, self.message)?;
        self.path.iter().try_for_each(|path| write!(formatter, " ({path})"))
    }
}

impl std::error::Error for Error {}

impl Error {
    pub(crate) fn new(status: Status, json: &str) -> Error {
        let message = member(json, "message").unwrap_or_default();
        Error { status, message, path: member(json, "path"), json: json.to_owned() }
    }
}
