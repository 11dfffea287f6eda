"""The exceptions.

SwiftPagerError                  the base of all; has status, code, message, details, attempts, retry_after, retryable
├── InvalidArgumentError         the library does not accept an argument (also a ValueError)
├── ConfigurationError           an option of a client, pager or call is wrong (also a ValueError); has path, position
├── ClosedError                  the client, pager, subscription or operation was closed
├── ReentrantError               a callback made a call that waits
├── ForkedError                  the object belongs to the parent process
├── WaitTimeout                  the call's time ran out; what it waited for continues (also a TimeoutError)
├── Interrupted                  another call woke the client; what this call waited for continues
├── OutOfMemoryError             no memory is left (also a MemoryError)
│   └── OutOfResourcesError      no file descriptor or no thread is left; has errno (also an OSError)
├── InternalError                the library has a defect
├── HookError                    a hook of the pager raised an exception (its __cause__) or returned an unusable value
├── PaginationError              the pager's state does not allow the call
│   ├── MissingInitialPage       there is no page yet: fetch the first one
│   ├── PageHasNoMoreContent     the list ends here
│   ├── LoadInProgress           another operation of this pager is under way
│   ├── NoQuery                  there is more, but the pager has no query for it
│   └── Cancelled                cancelled, superseded, reset, or the pager or client was closed
├── NetworkError                 no connection, a TLS failure, a connection closed half-way, or a body over the limit
│   ├── RequestTimeout           no connection or no complete answer in time (also a TimeoutError)
│   ├── ServerError              an HTTP status of 500 or higher (also an HTTPError)
│   ├── RateLimited              the server limits the rate of requests
│   └── BadResponseError         the body is not a GraphQL response
├── HTTPError                    an HTTP status other than success, without a GraphQL response; has http_status, errors
│   ├── AuthenticationError      401, or a 403 that is not a rate limit
│   │   └── GraphQLAuthenticationError  with GraphQL errors in the body (also a GraphQLError)
│   └── ServerError              500 or higher (also a NetworkError)
├── CacheMiss                    the cache cannot answer, and the cache policy excludes the server
├── CacheFailed                  the cache's file cannot be used, or its disk is full
├── NotRecorded                  the replayed recording has no answer to the request
├── RecordingFailed              a recording cannot be written or read
├── GraphQLError                 errors and no data, or null instead of the list; has errors, http_status
│   └── GraphQLAuthenticationError  with a status of 401 or 403 (also an AuthenticationError)
└── IncompleteError              the list is incomplete, and the class says why; pages already loaded stay
    ├── CursorStuck              the page returns the cursor that requested it
    ├── CursorCycle              the page returns a cursor of an earlier page
    ├── MissingPageInfo          the page does not say whether there is more
    ├── NullCursor               the page says that there is more, but gives no cursor for it
    ├── PageLimit                max_pages or max_items is reached, and there is more; has result
    ├── NestedIncomplete         a list inside the page is incomplete; has path, its place in the response
    ├── PartialData              some pages have errors beside their data; has pages, errors, first, path, result
    ├── NotOrdered               an item of a list with `since` is out of order, or has no value; has path
    ├── DuplicateKey             two items of a page of a keyset list have the same key
    ├── FewerThanTotal           the list has fewer items than its pages name; has items, total, result
    ├── MarkNotReached           a list with `since` ends before an item came that the run before had; has result
    └── InDoubt                  something speaks against a complete list, and the pager is strict; has doubts, result

`LibraryNotFoundError`, an ImportError, is not in this tree: the import of the package raises it if the library is
missing.
"""

from __future__ import annotations

from .base import (
    FirstError,
    Position,
    SwiftPagerError,
)
from .calls import (
    Cancelled,
    ClosedError,
    ConfigurationError,
    ForkedError,
    HookError,
    InternalError,
    Interrupted,
    InvalidArgumentError,
    LoadInProgress,
    MissingInitialPage,
    NoQuery,
    OutOfMemoryError,
    OutOfResourcesError,
    PageHasNoMoreContent,
    PaginationError,
    ReentrantError,
    WaitTimeout,
)
from .requests import (
    AuthenticationError,
    BadResponseError,
    CacheFailed,
    CacheMiss,
    GraphQLAuthenticationError,
    GraphQLError,
    HTTPError,
    NetworkError,
    NotRecorded,
    RateLimited,
    RecordingFailed,
    RequestTimeout,
    ServerError,
)
from .walks import (
    AFTER_ALL_PAGES,
    WITH_RESULT,
    CursorCycle,
    CursorStuck,
    DuplicateKey,
    FewerThanTotal,
    IncompleteError,
    InDoubt,
    MarkNotReached,
    MissingPageInfo,
    NestedIncomplete,
    NotOrdered,
    NullCursor,
    PageLimit,
    PartialData,
)

__all__ = [
    "AFTER_ALL_PAGES",
    "WITH_RESULT",
    "AuthenticationError",
    "BadResponseError",
    "CacheFailed",
    "CacheMiss",
    "Cancelled",
    "ClosedError",
    "ConfigurationError",
    "CursorCycle",
    "CursorStuck",
    "DuplicateKey",
    "FewerThanTotal",
    "FirstError",
    "ForkedError",
    "GraphQLAuthenticationError",
    "GraphQLError",
    "HTTPError",
    "HookError",
    "InDoubt",
    "IncompleteError",
    "InternalError",
    "Interrupted",
    "InvalidArgumentError",
    "LoadInProgress",
    "MarkNotReached",
    "MissingInitialPage",
    "MissingPageInfo",
    "NestedIncomplete",
    "NetworkError",
    "NoQuery",
    "NotOrdered",
    "NotRecorded",
    "NullCursor",
    "OutOfMemoryError",
    "OutOfResourcesError",
    "PageHasNoMoreContent",
    "PageLimit",
    "PaginationError",
    "PartialData",
    "Position",
    "RateLimited",
    "RecordingFailed",
    "ReentrantError",
    "RequestTimeout",
    "ServerError",
    "SwiftPagerError",
    "WaitTimeout",
]
