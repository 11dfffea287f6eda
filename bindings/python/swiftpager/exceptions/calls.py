"""Calls that the library refuses, or that could not end as they should."""

from __future__ import annotations

from typing import Any

from .._statuses import Status
from .base import Position, SwiftPagerError


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
