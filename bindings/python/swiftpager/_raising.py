"""The exception of each status of the library, and the functions that raise it."""

from __future__ import annotations

import errno
from typing import Any

from ._json import read
from ._statuses import Status
from .exceptions import (
    AuthenticationError,
    BadResponseError,
    CacheFailed,
    CacheMiss,
    Cancelled,
    ClosedError,
    ConfigurationError,
    CursorCycle,
    CursorStuck,
    DuplicateKey,
    FewerThanTotal,
    ForkedError,
    GraphQLAuthenticationError,
    GraphQLError,
    HookError,
    HTTPError,
    IncompleteError,
    InternalError,
    Interrupted,
    InvalidArgumentError,
    LoadInProgress,
    MissingInitialPage,
    MissingPageInfo,
    NestedIncomplete,
    NetworkError,
    NoQuery,
    NotOrdered,
    NotRecorded,
    NullCursor,
    OutOfMemoryError,
    OutOfResourcesError,
    PageHasNoMoreContent,
    PageLimit,
    PaginationError,
    PartialData,
    RateLimited,
    RecordingFailed,
    ReentrantError,
    RequestTimeout,
    ServerError,
    SwiftPagerError,
    WaitTimeout,
)

# The exception of each status, and its message if the library gives no error object.
_EXCEPTIONS: dict[int, tuple[type[SwiftPagerError], str]] = {
    Status.INVALID_ARGUMENT: (InvalidArgumentError, "an argument is out of range or not valid text"),
    Status.INVALID_CONFIG: (ConfigurationError, "the configuration was refused"),
    Status.INVALID_HANDLE: (ClosedError, "the object was closed"),
    Status.CLOSED: (ClosedError, "the client was closed"),
    Status.REENTRANT: (
        ReentrantError,
        "a callback must not make this call, because it waits: use a start_… method there",
    ),
    Status.FORKED: (
        ForkedError,
        "this process was forked from the one that made the object: make a new client in the child process",
    ),
    Status.TIMEOUT: (WaitTimeout, "the call's time ran out"),
    Status.NO_MEMORY: (OutOfMemoryError, "no memory or no file descriptor is left"),
    Status.INTERNAL: (InternalError, "the library has a defect"),
    Status.INTERRUPTED: (Interrupted, "another call woke the client; what this call waited for continues"),
    Status.HOOK_FAILED: (HookError, "a hook of the pager failed"),
    Status.MISSING_INITIAL_PAGE: (MissingInitialPage, "there is no page yet: fetch the first one"),
    Status.PAGE_HAS_NO_MORE_CONTENT: (PageHasNoMoreContent, "the list ends here"),
    Status.LOAD_IN_PROGRESS: (LoadInProgress, "another operation of this pager is under way"),
    Status.NO_QUERY: (NoQuery, "there is more, but the pager has no query for it"),
    Status.CANCELLED: (Cancelled, "the operation was cancelled"),
    Status.NETWORK: (NetworkError, "the network failed"),
    Status.HTTP: (HTTPError, "the server answered with an HTTP status other than success"),
    Status.GRAPHQL: (GraphQLError, "the server answered with errors and no data"),
    Status.BAD_RESPONSE: (BadResponseError, "the body is not a GraphQL response"),
    Status.RATE_LIMITED: (RateLimited, "the server limits the rate of requests"),
    Status.CACHE_MISS: (CacheMiss, "the cache cannot answer, and the cache policy excludes the server"),
    Status.CACHE_FAILED: (CacheFailed, "the cache's file cannot be used"),
    Status.NOT_RECORDED: (NotRecorded, "the recording has no answer to the request"),
    Status.RECORDING_FAILED: (RecordingFailed, "a recording cannot be written or read"),
    Status.CURSOR_STUCK: (CursorStuck, "the page returns the cursor that requested it"),
    Status.CURSOR_CYCLE: (CursorCycle, "the page returns a cursor of an earlier page"),
    Status.MISSING_PAGE_INFO: (MissingPageInfo, "the page does not say whether there is more"),
    Status.NULL_CURSOR: (NullCursor, "the page says that there is more, but gives no cursor for it"),
    Status.PAGE_LIMIT: (PageLimit, "max_pages or max_items is reached, and there is more"),
    Status.NESTED_INCOMPLETE: (NestedIncomplete, "a list inside the page is incomplete"),
    Status.PARTIAL_DATA: (PartialData, "pages of the list have errors beside their data"),
    Status.NOT_ORDERED: (NotOrdered, "an item is out of order, or has no value to compare"),
    Status.DUPLICATE_KEY: (DuplicateKey, "two items of a page have the same key"),
    Status.FEWER_THAN_TOTAL: (FewerThanTotal, "the list has fewer items than its pages name"),
}

# A newer library may know more statuses than this package. The header adds them to these bands.
_BANDS: tuple[tuple[range, type[SwiftPagerError]], ...] = (
    (range(20, 40), PaginationError),
    (range(40, 60), NetworkError),
    (range(60, 80), IncompleteError),
)


# The library's messages name options as in C, where they are JSON. These are the Python forms.
_WORDS = {
    'load_all with "fetch_from_initial_page": false': "load_all(fetch_from_initial_page=False)",
    '"errors": "keep"': 'errors="keep"',
    '"errors": "fail"': 'errors="fail"',
    "`lag_ms`": "`lag`",
}


def error_for(
    status: int, error_json: bytes | dict[str, Any] | None = None, *, message: str | None = None
) -> SwiftPagerError:
    """The exception for a status other than OK, with the library's error object or with a message, if given."""
    if status in _EXCEPTIONS:
        exception, usual_message = _EXCEPTIONS[status]
        code = Status(status).name
    else:
        exception = next((base for band, base in _BANDS if status in band), SwiftPagerError)
        usual_message, code = f"status {status}, which this package does not know yet", "UNKNOWN"
    details: dict[str, Any] = {"code": code, "message": message or usual_message}
    if error_json is not None:
        details |= error_json if isinstance(error_json, dict) else read(error_json)
    if status in (Status.PAGE_LIMIT, Status.PARTIAL_DATA, Status.GRAPHQL, Status.INVALID_CONFIG):
        for theirs, ours in _WORDS.items():
            details["message"] = details["message"].replace(theirs, ours)
    exception = _narrowed(exception, details)
    made = exception(details["message"], status, details)
    if status == Status.HOOK_FAILED:
        from ._hooks import failure_behind

        made.__cause__ = failure_behind(details["message"])
    if cause := details.get("cause"):
        made.__cause__ = error_for(Status.__members__.get(cause["code"], Status.INTERNAL), cause)
    return made


def _narrowed(exception: type[SwiftPagerError], details: dict[str, Any]) -> type[SwiftPagerError]:
    """The exception for the members of the error object beyond the status."""
    if details.get("timed_out"):
        return RequestTimeout
    if exception is OutOfMemoryError and "errno" in details:
        return OutOfResourcesError
    if exception in (HTTPError, GraphQLError):
        http_status = details.get("http_status", 0)
        # A 403 that says how long to wait is a rate limit.
        if http_status == 401 or (http_status == 403 and "retry_after_ms" not in details):
            return AuthenticationError if exception is HTTPError else GraphQLAuthenticationError
        if exception is HTTPError and http_status >= 500:
            return ServerError
    return exception


def check_descriptor(status: int) -> None:
    """Raises the exception of a status other than OK, for a call that returns a descriptor and no error object."""
    if status == Status.NO_MEMORY:
        message = "no file descriptor is free; close some files or raise the limit on open files, then try again"
        raise OutOfResourcesError(message, status, {"code": "NO_MEMORY", "message": message, "errno": errno.EMFILE})
    check(status)


def check(status: int, error_json: bytes | None = None) -> None:
    """Raises the exception of a status other than OK."""
    if status != Status.OK:
        raise error_for(status, error_json)
