"""Which exception each status of the library is, and how calls raise it."""

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

# The exception of each status, and what it says where the library gives no error object.
_EXCEPTIONS: dict[int, tuple[type[SwiftPagerError], str]] = {
    Status.INVALID_ARGUMENT: (InvalidArgumentError, "an argument is out of range or not valid text"),
    Status.INVALID_CONFIG: (ConfigurationError, "the configuration was refused"),
    Status.INVALID_HANDLE: (ClosedError, "the object was closed"),
    Status.CLOSED: (ClosedError, "the client was closed"),
    Status.REENTRANT: (
        ReentrantError,
        "this call waits, and it was made inside a callback: use a start_… method there",
    ),
    Status.FORKED: (
        ForkedError,
        "this process was forked from the one that made the object: make a client of its own in the child",
    ),
    Status.TIMEOUT: (WaitTimeout, "the time ran out"),
    Status.NO_MEMORY: (OutOfMemoryError, "no memory or no file descriptor is left"),
    Status.INTERNAL: (InternalError, "a defect of the library"),
    Status.INTERRUPTED: (Interrupted, "the client was woken; what the call waited for goes on"),
    Status.HOOK_FAILED: (HookError, "a hook of the pager failed"),
    Status.MISSING_INITIAL_PAGE: (MissingInitialPage, "there is no page yet: fetch the first one"),
    Status.PAGE_HAS_NO_MORE_CONTENT: (PageHasNoMoreContent, "the list ends here"),
    Status.LOAD_IN_PROGRESS: (LoadInProgress, "another operation of this pager is under way"),
    Status.NO_QUERY: (NoQuery, "there is more, but no query that asks for it"),
    Status.CANCELLED: (Cancelled, "the operation was cancelled"),
    Status.NETWORK: (NetworkError, "the network failed"),
    Status.HTTP: (HTTPError, "the server answered with an HTTP status other than success"),
    Status.GRAPHQL: (GraphQLError, "the server answered errors and no data"),
    Status.BAD_RESPONSE: (BadResponseError, "the body is not a GraphQL response"),
    Status.RATE_LIMITED: (RateLimited, "the server limits how often it is asked"),
    Status.CACHE_MISS: (CacheMiss, "the cache cannot answer, and the server was not to be asked"),
    Status.CACHE_FAILED: (CacheFailed, "the file of the cache cannot be used"),
    Status.NOT_RECORDED: (NotRecorded, "the recording has no answer to the request"),
    Status.RECORDING_FAILED: (RecordingFailed, "a recording cannot be written or read"),
    Status.CURSOR_STUCK: (CursorStuck, "the page gives the cursor it was asked with"),
    Status.CURSOR_CYCLE: (CursorCycle, "the page gives a cursor of an earlier page"),
    Status.MISSING_PAGE_INFO: (MissingPageInfo, "the page does not say whether there is more"),
    Status.NULL_CURSOR: (NullCursor, "the page says there is more, and gives no cursor to ask for it"),
    Status.PAGE_LIMIT: (PageLimit, "max_pages or max_items is reached, and there is more"),
    Status.NESTED_INCOMPLETE: (NestedIncomplete, "a list inside the page is not whole"),
    Status.PARTIAL_DATA: (PartialData, "pages of the list came with errors beside their data"),
}

# A library newer than this package may know more statuses; the header only ever adds to a band.
_BANDS: tuple[tuple[range, type[SwiftPagerError]], ...] = (
    (range(20, 40), PaginationError),
    (range(40, 60), NetworkError),
    (range(60, 80), IncompleteError),
)


# What messages of the library say in the words of its C face, whose options are JSON, and what it is here.
_WORDS = {
    'load_all with "fetch_from_initial_page": false': "load_all(fetch_from_initial_page=False)",
    '"errors": "keep"': 'errors="keep"',
    '"errors": "fail"': 'errors="fail"',
}


def error_for(
    status: int, error_json: bytes | dict[str, Any] | None = None, *, message: str | None = None
) -> SwiftPagerError:
    """The exception for a status other than OK, with the library's error object or a message where there is one."""
    if status in _EXCEPTIONS:
        exception, usual_message = _EXCEPTIONS[status]
        code = Status(status).name
    else:
        exception = next((base for band, base in _BANDS if status in band), SwiftPagerError)
        usual_message, code = f"status {status}, which this package does not know yet", "UNKNOWN"
    details: dict[str, Any] = {"code": code, "message": message or usual_message}
    if error_json is not None:
        details |= error_json if isinstance(error_json, dict) else read(error_json)
    if status in (Status.PAGE_LIMIT, Status.PARTIAL_DATA, Status.GRAPHQL):
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
    """The exception for what the error object says beside the status."""
    if details.get("timed_out"):
        return RequestTimeout
    if exception is OutOfMemoryError and "errno" in details:
        return OutOfResourcesError
    if exception in (HTTPError, GraphQLError):
        http_status = details.get("http_status", 0)
        # A limit is a 403 that says how long it lasts.
        if http_status == 401 or (http_status == 403 and "retry_after_ms" not in details):
            return AuthenticationError if exception is HTTPError else GraphQLAuthenticationError
        if exception is HTTPError and http_status >= 500:
            return ServerError
    return exception


def check_descriptor(status: int) -> None:
    """Raises the exception of a status other than OK, for a call that hands out a descriptor and says no more."""
    if status == Status.NO_MEMORY:
        message = "no file descriptor is free; close some files or raise the limit on open files, then try again"
        raise OutOfResourcesError(message, status, {"code": "NO_MEMORY", "message": message, "errno": errno.EMFILE})
    check(status)


def check(status: int, error_json: bytes | None = None) -> None:
    """Raises the exception of a status other than OK."""
    if status != Status.OK:
        raise error_for(status, error_json)
