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
    ├── PageLimit                max_pages or max_items is reached, and there is more
    ├── NestedIncomplete         a list inside the page is incomplete; has path, its place in the response
    ├── PartialData              some pages have errors beside their data; has pages, errors, first, path, result
    ├── NotOrdered               an item of a list with `since` is out of order, or has no value; has path
    ├── DuplicateKey             two items of a page of a keyset list have the same key
    └── FewerThanTotal           the list has fewer items than its pages name; has items, total, result

`LibraryNotFoundError`, an ImportError, is not in this tree: the import of the package raises it if the library is
missing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ._statuses import Status, may_pass


class Position(NamedTuple):
    """A place in a query; both count from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class FirstError(NamedTuple):
    """The first error beside the data of a list."""

    # The number of its page, from 1 in the order of loading.
    page: int
    # Its message; None if the server gave none.
    message: str | None
    # Its place: a JSON Pointer below `data`, like "/products/nodes/3/price"; None if the server gave none.
    path: str | None


class SwiftPagerError(Exception):
    """The base of all failures; `str(error)` is the library's message."""

    def __init__(self, message: str, status: int = Status.INTERNAL, details: dict[str, Any] | None = None) -> None:
        super().__init__(message, status, details)
        self.message = message
        # The number in `swiftpager.h`.
        self.status = status
        # The library's error object. It has at least the members "code" and "message".
        self.details: dict[str, Any] = details or {}

    def __reduce__(self) -> tuple[Any, ...]:
        # What Dask puts in the place of a class without it cannot make an error that is a MemoryError and an OSError.
        return type(self), self.args, self.__dict__

    @property
    def code(self) -> str:
        """The name of the status in `swiftpager.h`, without the prefix, like "CURSOR_STUCK"."""
        return str(self.details.get("code", "UNKNOWN"))

    @property
    def attempts(self) -> int:
        """How often the client sent the failed request; 0 if there was no request."""
        return int(self.details.get("attempts", 0))

    @property
    def retry_after(self) -> float | None:
        """How long the server asks to wait, in seconds; None if it does not say."""
        milliseconds = self.details.get("retry_after_ms")
        return None if milliseconds is None else milliseconds / 1_000

    @property
    def retryable(self) -> bool:
        """Whether the same call may succeed later without any change.

        If so, the network, the server or a limit was the cause. The client has already tried as often as its `retry`
        says. The server may still have carried out a mutation.
        """
        return False

    def __str__(self) -> str:
        return self.message


class InvalidArgumentError(SwiftPagerError, ValueError):
    """The library does not accept an argument."""


class ConfigurationError(SwiftPagerError, ValueError):
    """The configuration of a client or pager, or an option of a call, is wrong."""

    @property
    def path(self) -> str | None:
        """The JSON Pointer to the wrong value in the configuration, like "/headers/Accept"."""
        path: str | None = self.details.get("path")
        return path

    @property
    def position(self) -> Position | None:
        """The place of the mistake in the query; None if the mistake is not in the query."""
        position = self.details.get("position")
        return Position(position["line"], position["column"]) if position else None

    def __str__(self) -> str:
        where = [f"at {self.path}"] if self.path else []
        if self.position and (place := str(self.position)) not in self.message:
            where.append(place)
        return f"{self.message} ({', '.join(where)})" if where else self.message


class ClosedError(SwiftPagerError):
    """The object was closed, or its client was."""


class ReentrantError(SwiftPagerError):
    """A callback made a call that waits."""


class ForkedError(SwiftPagerError):
    """The object belongs to the parent process."""


class WaitTimeout(SwiftPagerError, TimeoutError):
    """The time given to the call ran out; what it waited for continues."""


class Interrupted(SwiftPagerError):
    """Another call woke the client while this call waited; what it waited for continues."""


class OutOfMemoryError(SwiftPagerError, MemoryError):
    """The process is out of memory or of file descriptors."""


class OutOfResourcesError(OutOfMemoryError, OSError):
    """The process or the system has no file descriptor or no thread left; `errno` says which."""

    def __init__(self, message: str, status: int = Status.NO_MEMORY, details: dict[str, Any] | None = None) -> None:
        super().__init__(message, status, details)
        self.errno = self.details.get("errno")
        self.strerror = message

    @property
    def retryable(self) -> bool:
        return True


class InternalError(SwiftPagerError):
    """The library has a defect."""


class HookError(SwiftPagerError):
    """A hook of the pager raised an exception, which is the `__cause__`, or returned an unusable value."""


class PaginationError(SwiftPagerError):
    """The pager's state does not allow the call."""


class MissingInitialPage(PaginationError):
    """There is no page yet: fetch the first one. If its load failed, that exception is the `__cause__`."""


class PageHasNoMoreContent(PaginationError):
    """The list ends here."""


class LoadInProgress(PaginationError):
    """Another operation of this pager is under way."""


class NoQuery(PaginationError):
    """There is more, but the pager has no query for it."""


class Cancelled(PaginationError):
    """The operation was cancelled, superseded or reset, or its pager or client was closed."""


class NetworkError(SwiftPagerError):
    """The network or the server failed."""

    @property
    def retryable(self) -> bool:
        return True


class RequestTimeout(NetworkError, TimeoutError):
    """There was no connection, or no complete answer, within the client's time limit."""


class HTTPError(SwiftPagerError):
    """An HTTP status other than success, without a GraphQL response."""

    @property
    def http_status(self) -> int:
        """The server's status, like 404."""
        return int(self.details.get("http_status", 0))

    @property
    def errors(self) -> list[Any]:
        """The GraphQL errors in the response; empty if there are none."""
        return self.details.get("errors") or []

    @property
    def retryable(self) -> bool:
        return may_pass(self.http_status) or self.retry_after is not None


class AuthenticationError(HTTPError):
    """The server refuses access: 401, or a 403 that is not a rate limit."""

    @property
    def retryable(self) -> bool:
        return False


class ServerError(HTTPError, NetworkError):
    """The server, or a gateway before it, failed: an HTTP status of 500 or higher."""


class RateLimited(NetworkError):
    """The server limits the rate of requests, for longer than the client may wait."""

    @property
    def errors(self) -> list[Any]:
        """The server's GraphQL errors; empty if it sent none."""
        return list(self.details.get("errors", ()))


class BadResponseError(NetworkError):
    """The body is not a GraphQL response, or lacks the requested list."""

    @property
    def retryable(self) -> bool:
        return False


class CacheMiss(SwiftPagerError):
    """The cache cannot answer, and the policy "return_cache_data_dont_fetch" excludes the server."""


class CacheFailed(SwiftPagerError):
    """The cache's file cannot be used, or its disk is full."""


class NotRecorded(SwiftPagerError):
    """The replayed recording has no answer to the request; the message shows the most similar request in it."""


class RecordingFailed(SwiftPagerError):
    """A recording cannot be written or read; the message names the file and the line."""


class GraphQLError(SwiftPagerError):
    """The server answered with errors and no data, or with null instead of the list.

    With `errors="fail"`, any page with errors raises it.
    """

    @property
    def errors(self) -> list[Any]:
        """The server's errors, decoded."""
        return self.details.get("errors") or []

    @property
    def http_status(self) -> int | None:
        """The HTTP status of the response; None if it was a success."""
        status: int | None = self.details.get("http_status")
        return status

    @property
    def retryable(self) -> bool:
        return may_pass(self.http_status or 0)


class GraphQLAuthenticationError(AuthenticationError, GraphQLError):
    """The server refuses access (401, or a 403 that is not a rate limit) with GraphQL errors."""


class IncompleteError(SwiftPagerError):
    """The list is incomplete, and the class says why. Pages already loaded stay."""


class CursorStuck(IncompleteError):
    """The page says that there is more, but returns the cursor that requested it."""


class CursorCycle(IncompleteError):
    """The page says that there is more, but returns a cursor of an earlier page."""


class MissingPageInfo(IncompleteError):
    """The page does not say whether there is more, or a page changed and no longer leads to the page after it.

    `Pager.state["gaps"]` counts the second case. `load_all()` repairs it, because it fetches the list again.
    """


class NullCursor(IncompleteError):
    """The page says that there is more, but gives no cursor for it."""


class PageLimit(IncompleteError):
    """max_pages or max_items is reached, and there is more."""


class NestedIncomplete(IncompleteError):
    """A list inside the page is incomplete, and the pager's `nested` does not accept that; the page was kept."""

    @property
    def path(self) -> str:
        """The place of the first such list in the response: a JSON Pointer."""
        path: str = self.details["path"]
        return path


class PartialData(IncompleteError):
    """All pages of the list were loaded, but some have errors beside their data, so that parts of the data are null.

    With `errors="keep"`, the pager accepts such pages. With `errors="fail"`, it stops at the first one.
    """

    # The complete table, if a `to_…` method raised this; None elsewhere.
    result: Any = None

    @property
    def pages(self) -> int:
        """The number of pages with errors."""
        return int(self.details["partial"]["pages"])

    @property
    def errors(self) -> int:
        """The number of errors on all these pages."""
        return int(self.details["partial"]["errors"])

    @property
    def first(self) -> FirstError:
        """The first error."""
        return FirstError(**self.details["partial"]["first"])

    @property
    def path(self) -> str | None:
        """The place of the first error: a JSON Pointer below `data`; None if the server gave none."""
        return self.first.path


class NotOrdered(IncompleteError):
    """An item of a list with `since` is out of order, or has no value to compare; the page was kept.

    The message names both items. The mark of `Pager.checkpoint()` does not move, and the next run begins at it again.
    """

    @property
    def path(self) -> str:
        """The place of the value in the response: a JSON Pointer."""
        path: str = self.details["path"]
        return path


class DuplicateKey(IncompleteError):
    """Two items of a page of a keyset list have the same key, so the request for the next page might skip items.

    Add a second key to `key` and `after`, or set `inclusive` and `identity`.
    """


class FewerThanTotal(IncompleteError):
    """The list has reached its end with fewer items than the smallest `total` that its pages named.

    The server stops early, or hides items, or the total counts something else. In the last case, set `"check_total":
    False` in `pagination`.
    """

    # All items that came as a table, if a `to_…` method raised this; None elsewhere.
    result: Any = None

    @property
    def items(self) -> int:
        """The number of items in the list, without those that `identity` left out."""
        return int(self.details["fewer"]["items"])

    @property
    def total(self) -> int:
        """The smallest total that the pages of the list named."""
        return int(self.details["fewer"]["total"])


# The walk has reached the end of the list and delivered all of its pages. Then it raises one of these.
AFTER_ALL_PAGES = (PartialData, FewerThanTotal)
