"""The base of all exceptions, and the places that they name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from .._native.statuses import Status


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

    # The class of each status, with its message if the library gives none, and of each band of statuses.
    _of_status: ClassVar[dict[int, tuple[type[SwiftPagerError], str]]] = {}
    _of_band: ClassVar[dict[range, type[SwiftPagerError]]] = {}

    def __init_subclass__(
        cls, *, statuses: Mapping[Status, str] | None = None, band: range | None = None, **options: Any
    ) -> None:
        """A class names the statuses that it is for, with a message for each, or the band of which it is the base."""
        super().__init_subclass__(**options)
        for status, message in (statuses or {}).items():
            SwiftPagerError._of_status[status] = cls, message
        if band is not None:
            SwiftPagerError._of_band[band] = cls

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
