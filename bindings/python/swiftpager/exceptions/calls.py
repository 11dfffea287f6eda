"""Calls that the library refuses, or that could not end as they should."""

from __future__ import annotations

from typing import Any

from .._native.statuses import Status
from .._printable import printable
from .base import Position, SwiftPagerError


class InvalidArgumentError(
    SwiftPagerError, ValueError,
    statuses={Status.INVALID_ARGUMENT: "an argument is out of range or not valid text"},
):
    """The library does not accept an argument."""


class ConfigurationError(
    SwiftPagerError, ValueError,
    statuses={Status.INVALID_CONFIG: "the configuration was refused"},
):
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
        where = [f"at {printable(self.path)}"] if self.path else []
        if self.position and (place := str(self.position)) not in self.message:
            where.append(place)
        return f"{self.message} ({', '.join(where)})" if where else self.message


class ClosedError(
    SwiftPagerError,
    statuses={Status.INVALID_HANDLE: "the object was closed", Status.CLOSED: "the client was closed"},
):
    """The object was closed, or its client was."""


class ReentrantError(
    SwiftPagerError,
    statuses={Status.REENTRANT: "a callback must not make this call, because it waits: use a start_… method there"},
):
    """A callback made a call that waits."""


class ForkedError(
    SwiftPagerError,
    statuses={
        Status.FORKED: (
            "this process was forked from the one that made the object: make a new client in the child process"
        ),
    },
):
    """The object belongs to the parent process."""


class WaitTimeout(SwiftPagerError, TimeoutError, statuses={Status.TIMEOUT: "the call's time ran out"}):
    """The time given to the call ran out; what it waited for continues."""


class Interrupted(
    SwiftPagerError,
    statuses={Status.INTERRUPTED: "another call woke the client; what this call waited for continues"},
):
    """Another call woke the client while this call waited; what it waited for continues."""


class OutOfMemoryError(
    SwiftPagerError, MemoryError,
    statuses={Status.NO_MEMORY: "no memory or no file descriptor is left"},
):
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


class InternalError(SwiftPagerError, statuses={Status.INTERNAL: "the library has a defect"}):
    """The library has a defect."""


class HookError(SwiftPagerError, statuses={Status.HOOK_FAILED: "a hook of the pager failed"}):
    """A hook of the pager raised an exception, which is the `__cause__`, or returned an unusable value."""


class PaginationError(SwiftPagerError, band=range(20, 40)):
    """The pager's state does not allow the call."""


class MissingInitialPage(
    PaginationError,
    statuses={Status.MISSING_INITIAL_PAGE: "there is no page yet: fetch the first one"},
):
    """There is no page yet: fetch the first one. If its load failed, that exception is the `__cause__`."""


class PageHasNoMoreContent(PaginationError, statuses={Status.PAGE_HAS_NO_MORE_CONTENT: "the list ends here"}):
    """The list ends here."""


class LoadInProgress(
    PaginationError,
    statuses={Status.LOAD_IN_PROGRESS: "another operation of this pager is under way"},
):
    """Another operation of this pager is under way."""


class NoQuery(PaginationError, statuses={Status.NO_QUERY: "there is more, but the pager has no query for it"}):
    """There is more, but the pager has no query for it."""


class Cancelled(PaginationError, statuses={Status.CANCELLED: "the operation was cancelled"}):
    """The operation was cancelled, superseded or reset, or its pager or client was closed."""
