//! The numbers of the contract. A newer library may have others, so these are constants and not enums.

use crate::ffi::{lent_text, swiftpager_status_name};
use std::fmt;

/// How a call or an operation ended. Values are never reused or renumbered; each band may get new
/// ones.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status(pub i32);

impl Status {
    /// It ended well.
    pub const OK: Status = Status(0);
    /// A NULL that is not allowed, text that is not UTF-8, a bad number.
    pub const INVALID_ARGUMENT: Status = Status(1);
    /// A config or options text was refused; the error has the path or position.
    pub const INVALID_CONFIG: Status = Status(2);
    /// Stale, released, foreign, of another kind, or NULL.
    pub const INVALID_HANDLE: Status = Status(3);
    /// The client was shut down or released.
    pub const CLOSED: Status = Status(4);
    /// A call that waits was made inside a callback, or a callback was left.
    pub const REENTRANT: Status = Status(5);
    /// The handle belongs to the parent process.
    pub const FORKED: Status = Status(6);
    /// The time given to the call ran out; what it waited for goes on.
    pub const TIMEOUT: Status = Status(7);
    /// No memory, thread or descriptor ("errno" tells the last two); see "Memory".
    pub const NO_MEMORY: Status = Status(8);
    /// A defect of this library.
    pub const INTERNAL: Status = Status(9);
    /// A wake or a signal ended the wait; what the call waited for goes on.
    pub const INTERRUPTED: Status = Status(10);
    /// A hook of the pager failed, or returned what the library cannot use.
    pub const HOOK_FAILED: Status = Status(11);
    /// Fetch first.
    pub const MISSING_INITIAL_PAGE: Status = Status(20);
    /// The list ends here.
    pub const PAGE_HAS_NO_MORE_CONTENT: Status = Status(21);
    /// Another operation of this pager is under way.
    pub const LOAD_IN_PROGRESS: Status = Status(22);
    /// There is more, but no query that asks for it.
    pub const NO_QUERY: Status = Status(23);
    /// Cancelled, superseded, reset, or its pager or client was released.
    pub const CANCELLED: Status = Status(24);
    /// No connection, TLS, timeout, connection closed half-way, body over the limit.
    pub const NETWORK: Status = Status(40);
    /// An HTTP status other than success, without a GraphQL response; or a limit (429).
    pub const HTTP: Status = Status(41);
    /// The server answered errors, and no data or a null in place of the connection, under any
    /// other HTTP status.
    pub const GRAPHQL: Status = Status(42);
    /// The body is not a GraphQL response, or leaves out the list that was asked for.
    pub const BAD_RESPONSE: Status = Status(43);
    /// The server limits the number of requests, for longer than the client may wait.
    pub const RATE_LIMITED: Status = Status(44);
    /// The cache cannot answer, and the policy does not ask the server.
    pub const CACHE_MISS: Status = Status(45);
    /// The file of the cache cannot be used, or its disk takes no more.
    pub const CACHE_FAILED: Status = Status(46);
    /// The recording that is replayed has no answer to the request.
    pub const NOT_RECORDED: Status = Status(47);
    /// A recording cannot be written, or cannot be read.
    pub const RECORDING_FAILED: Status = Status(48);
    /// The page says there is more, and gives the cursor it was asked with, or too many empty pages
    /// in a row say there is more.
    pub const CURSOR_STUCK: Status = Status(60);
    /// The page says there is more, and gives a cursor of an earlier page, or an offset list
    /// repeats the page before.
    pub const CURSOR_CYCLE: Status = Status(61);
    /// The page does not say whether there is more, or the list has "gaps".
    pub const MISSING_PAGE_INFO: Status = Status(62);
    /// The page says there is more, and gives no cursor to ask for it.
    pub const NULL_CURSOR: Status = Status(63);
    /// A walk reached its max_pages or max_items, and there is more.
    pub const PAGE_LIMIT: Status = Status(64);
    /// A list inside the page is not whole, and "nested" does not accept that.
    pub const NESTED_INCOMPLETE: Status = Status(65);
    /// All pages are there, and some have errors beside their data.
    pub const PARTIAL_DATA: Status = Status(66);
    /// An item of a list with "since" is out of order, or has no value to compare.
    pub const NOT_ORDERED: Status = Status(67);
    /// Two items of a page of a keyset list have the same key, and the next request might skip
    /// items.
    pub const DUPLICATE_KEY: Status = Status(68);
    /// The list has reached its end with fewer items than the "total" of its pages.
    pub const FEWER_THAN_TOTAL: Status = Status(69);
    /// A list with "since" and the newest items first ends above the mark.
    pub const MARK_NOT_REACHED: Status = Status(70);
    /// The list has reached its end, the state has "doubts", and the pager is "strict".
    pub const IN_DOUBT: Status = Status(71);
}

/// Where the newest page of an update came from.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source(pub i32);

impl Source {
    /// The update carries no page, or the handle is not one of an update.
    pub const NONE: Source = Source(0);
    /// A response of the server.
    pub const SERVER: Source = Source(1);
    /// The client's cache.
    pub const CACHE: Source = Source(2);
}

/// The role of a page in its list.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind(pub i32);

impl Kind {
    /// No page.
    pub const NONE: Kind = Kind(0);
    /// The page that fetch and load_all begin with.
    pub const INITIAL: Kind = Kind(1);
    /// A page after the initial one.
    pub const NEXT: Kind = Kind(2);
    /// A page before the initial one.
    pub const PREVIOUS: Kind = Kind(3);
}

impl Status {
    /// The name of the status, like "GRAPHQL".
    pub fn name(self) -> &'static str {
        lent_text(swiftpager_status_name(self)).unwrap_or("UNKNOWN")
    }
}

impl fmt::Debug for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
