"""The exceptions.

SwiftPagerError                  everything below; has status, code, message, details, attempts, retry_after, retryable
├── InvalidArgumentError         text that the library cannot take (also a ValueError)
├── ConfigurationError           a client, pager or call option was refused (also a ValueError); has path, position
├── ClosedError                  the client, pager, subscription or operation was closed
├── ReentrantError               a call that waits was made inside a callback
├── ForkedError                  the object belongs to the parent process
├── WaitTimeout                  the time given to the call ran out; what it waited for goes on (also a TimeoutError)
├── Interrupted                  something woke the client while the call waited; what it waited for goes on
├── OutOfMemoryError             (also a MemoryError)
│   └── OutOfResourcesError      no file descriptor or no thread is left; has errno (also an OSError)
├── InternalError                a defect of the library
├── HookError                    a hook of the pager raised or returned what cannot be used; see its __cause__
├── PaginationError              the pager was asked for something that its state does not allow
│   ├── MissingInitialPage       fetch first
│   ├── PageHasNoMoreContent     the list ends here
│   ├── LoadInProgress           another operation of this pager is under way
│   ├── NoQuery                  there is more, but no query that asks for it
│   └── Cancelled                cancelled, superseded, reset, or the pager or client was closed
├── NetworkError                 no connection, TLS, connection closed half-way, body over the limit
│   ├── RequestTimeout           no connection or no whole answer in time (also a TimeoutError)
│   ├── ServerError              an HTTP status from 500 on (also an HTTPError)
│   ├── RateLimited              the server limits how often it is asked
│   └── BadResponseError         the body is not a GraphQL response
├── HTTPError                    an HTTP status other than success, without a GraphQL response; has http_status, errors
│   ├── AuthenticationError      401, or 403 that is not a limit
│   │   └── GraphQLAuthenticationError  with GraphQL errors in the body (also a GraphQLError)
│   └── ServerError              from 500 on (also a NetworkError)
├── CacheMiss                    the cache cannot answer, and the server was not to be asked
├── CacheFailed                  the file of the cache cannot be used, or its disk takes no more
├── NotRecorded                  the recording that is replayed has no answer to the request
├── RecordingFailed              a recording cannot be written, or cannot be read
├── GraphQLError                 errors and no data, or null in place of the list; has errors, http_status
│   └── GraphQLAuthenticationError  where they came under a 401 or 403 (also an AuthenticationError)
└── IncompleteError              the list is not complete, and this is why; pages loaded so far stay
    ├── CursorStuck              the page gives the cursor it was asked with
    ├── CursorCycle              the page gives a cursor of an earlier page
    ├── MissingPageInfo          the page does not say whether there is more
    ├── NullCursor               the page says there is more, and gives no cursor to ask for it
    ├── PageLimit                max_pages or max_items is reached, and there is more
    ├── NestedIncomplete         a list inside the page is not whole; has path, where it is in the response
    └── PartialData              some pages have errors beside their data; has pages, errors, first, path, result

A library that is not found is not in this tree: importing the package then raises `LibraryNotFoundError`, an
ImportError.
"""

from __future__ import annotations

import errno
from typing import Any, NamedTuple

from ._json import read
from ._statuses import Status


class Position(NamedTuple):
    """A place in a query; both count from 1."""

    line: int
    column: int


class FirstError(NamedTuple):
    """The first error beside the data of a list."""

    # The page that has it, from 1 and in the order of loading.
    page: int
    # What it says; None where the server gave no message.
    message: str | None
    # Where it belongs: a JSON Pointer below `data`, like "/products/nodes/3/price"; None where the server does not say.
    path: str | None


class SwiftPagerError(Exception):
    """The base of all failures; `str(error)` is the library's message."""

    def __init__(self, message: str, status: int = Status.INTERNAL, details: dict[str, Any] | None = None) -> None:
        super().__init__(message, status, details)
        self.message = message
        # The number in `swiftpager.h`.
        self.status = status
        # The library's error object; it has at least what is in `code` and `message`.
        self.details: dict[str, Any] = details or {}

    @property
    def code(self) -> str:
        """The status by its name in `swiftpager.h`, without the prefix, like "CURSOR_STUCK"."""
        return str(self.details.get("code", "UNKNOWN"))

    @property
    def attempts(self) -> int:
        """How often the request that failed was sent; 0 where none was."""
        return int(self.details.get("attempts", 0))

    @property
    def retry_after(self) -> float | None:
        """How long the server asks to wait, in seconds; None where it does not say."""
        milliseconds = self.details.get("retry_after_ms")
        return None if milliseconds is None else milliseconds / 1_000

    @property
    def retryable(self) -> bool:
        """Whether the same call may succeed later, with nothing changed.

        Then the network, the server or a limit was the cause. The client has tried as often as its `retry` says by
        then. A mutation may have been carried out all the same.
        """
        return False

    def __str__(self) -> str:
        return self.message


class InvalidArgumentError(SwiftPagerError, ValueError):
    """An argument that the library cannot take."""


class ConfigurationError(SwiftPagerError, ValueError):
    """A client, a pager or the options of a call were refused."""

    @property
    def path(self) -> str | None:
        """JSON Pointer of the culprit in the configuration, like "/headers/Accept"."""
        path: str | None = self.details.get("path")
        return path

    @property
    def position(self) -> Position | None:
        """The place in the query that is at fault."""
        position = self.details.get("position")
        return Position(position["line"], position["column"]) if position else None

    def __str__(self) -> str:
        where = [f"at {self.path}"] if self.path else []
        if self.position:
            where.append(f"line {self.position.line}, column {self.position.column}")
        return f"{self.message} ({', '.join(where)})" if where else self.message


class ClosedError(SwiftPagerError):
    """The object was closed, or its client was."""


class ReentrantError(SwiftPagerError):
    """A call that waits was made inside a callback."""


class ForkedError(SwiftPagerError):
    """The object belongs to the parent process."""


class WaitTimeout(SwiftPagerError, TimeoutError):
    """The time given to the call ran out; what it waited for goes on."""


class Interrupted(SwiftPagerError):
    """Something woke the client while the call waited; what it waited for goes on."""


class OutOfMemoryError(SwiftPagerError, MemoryError):
    """The process is out of memory or of file descriptors."""


class OutOfResourcesError(OutOfMemoryError, OSError):
    """The process, or the system, has no file descriptor or no thread left; `errno` says which."""

    def __init__(self, message: str, status: int = Status.NO_MEMORY, details: dict[str, Any] | None = None) -> None:
        super().__init__(message, status, details)
        self.errno = self.details.get("errno")
        self.strerror = message

    @property
    def retryable(self) -> bool:
        return True


class InternalError(SwiftPagerError):
    """A defect of the library."""


class HookError(SwiftPagerError):
    """A hook of the pager raised an exception, which is the `__cause__`, or returned what cannot be used."""


class PaginationError(SwiftPagerError):
    """The pager was asked for something that its state does not allow."""


class MissingInitialPage(PaginationError):
    """There is no page yet: fetch first. Where the load of the first page failed, its exception is the `__cause__`."""


class PageHasNoMoreContent(PaginationError):
    """The list ends here."""


class LoadInProgress(PaginationError):
    """Another operation of this pager is under way."""


class NoQuery(PaginationError):
    """There is more, but no query that asks for it."""


class Cancelled(PaginationError):
    """The operation was cancelled, superseded or reset, or its pager or client was closed."""


class NetworkError(SwiftPagerError):
    """The network or the server failed."""

    @property
    def retryable(self) -> bool:
        return True


class RequestTimeout(NetworkError, TimeoutError):
    """There was no connection, or no whole answer, in the time that the client gives them."""


class HTTPError(SwiftPagerError):
    """An HTTP status other than success, without a GraphQL response."""

    @property
    def http_status(self) -> int:
        """The server's status, like 404."""
        return int(self.details.get("http_status", 0))

    @property
    def errors(self) -> list[Any]:
        """GraphQL errors that came with it; empty when there are none."""
        return self.details.get("errors") or []

    @property
    def retryable(self) -> bool:
        return _may_pass(self.http_status) or self.retry_after is not None


class AuthenticationError(HTTPError):
    """The server refuses access: 401, or a 403 that is not a limit."""

    @property
    def retryable(self) -> bool:
        return False


class ServerError(HTTPError, NetworkError):
    """The server, or a gateway before it, failed: an HTTP status from 500 on."""


class RateLimited(NetworkError):
    """The server limits how often it is asked, for longer than the client may wait."""

    @property
    def errors(self) -> list[Any]:
        """The server's GraphQL errors, where it answered with such."""
        return list(self.details.get("errors", ()))


class BadResponseError(NetworkError):
    """The body is not a GraphQL response, or leaves out the list that was asked for."""

    @property
    def retryable(self) -> bool:
        return False


class CacheMiss(SwiftPagerError):
    """The cache cannot answer, and the server was not to be asked: "return_cache_data_dont_fetch"."""


class CacheFailed(SwiftPagerError):
    """The file of the cache cannot be used, or its disk takes no more."""


class NotRecorded(SwiftPagerError):
    """The recording that is replayed has no answer to the request; the message shows the nearest one."""


class RecordingFailed(SwiftPagerError):
    """A recording cannot be written, or cannot be read; the message names the file and the line."""


class GraphQLError(SwiftPagerError):
    """The server answered errors and no data, or a null in place of the list; or errors at all, to a strict pager."""

    @property
    def errors(self) -> list[Any]:
        """The server's errors, decoded."""
        return self.details.get("errors") or []

    @property
    def http_status(self) -> int | None:
        """The HTTP status that the errors came under; None where that is success."""
        status: int | None = self.details.get("http_status")
        return status

    @property
    def retryable(self) -> bool:
        return _may_pass(self.http_status or 0)


class GraphQLAuthenticationError(AuthenticationError, GraphQLError):
    """The server refuses access (401, or a 403 that is not a limit), and says so in GraphQL errors."""


class IncompleteError(SwiftPagerError):
    """The list is not complete, and this is why. Pages loaded so far stay."""


class CursorStuck(IncompleteError):
    """The page says there is more, and gives the cursor it was asked with."""


class CursorCycle(IncompleteError):
    """The page says there is more, and gives a cursor of an earlier page."""


class MissingPageInfo(IncompleteError):
    """The page does not say whether there is more, or pages changed and do not lead to those after them any more.

    The latter is in `Pager.state["gaps"]`; `load_all()`, which fetches the list again, mends it.
    """


class NullCursor(IncompleteError):
    """The page says there is more, and gives no cursor to ask for it."""


class PageLimit(IncompleteError):
    """max_pages or max_items is reached, and there is more."""


class NestedIncomplete(IncompleteError):
    """A list inside the page is not whole, and the pager's `nested` does not take that; the page was kept."""

    @property
    def path(self) -> str:
        """Where the first such list is in the response: a JSON Pointer."""
        path: str = self.details["path"]
        return path


class PartialData(IncompleteError):
    """All pages of the list were loaded, and some came with errors beside their data: parts of it are null.

    `errors="keep"` has the pager take such pages as they are, and `errors="fail"` stop at the first.
    """

    # What a `to_…` method made of the list all the same: the finished table; None elsewhere.
    result: Any = None

    @property
    def pages(self) -> int:
        """How many pages came with errors."""
        return int(self.details["partial"]["pages"])

    @property
    def errors(self) -> int:
        """How many errors these have together."""
        return int(self.details["partial"]["errors"])

    @property
    def first(self) -> FirstError:
        """The first of them."""
        return FirstError(**self.details["partial"]["first"])

    @property
    def path(self) -> str | None:
        """Where the first one belongs: a JSON Pointer below `data`; None where the server does not say."""
        return self.first.path


# Statuses below 500 that say: later. Not found, refused and misspelt stay so.
_PASSING_STATUSES = frozenset({408, 425, 429})
# From 500 on, those that say that the server never does what is asked.
_LASTING_STATUSES = frozenset({501, 505})


def _may_pass(http_status: int) -> bool:
    """Whether a server that answers so may do better later."""
    return http_status in _PASSING_STATUSES or (http_status >= 500 and http_status not in _LASTING_STATUSES)


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
