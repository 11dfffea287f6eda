"""Ownership of the library's handles."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NoReturn, SupportsIndex

from .calls import park_at_exit
from .raising import error_for
from .statuses import Status


class NotCopied:
    """An object that belongs to this process, and therefore cannot be pickled or copied."""

    __slots__ = ()

    _instead: ClassVar[str] = "make a new one"

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__} objects belong to one process and cannot be pickled or copied: {self._instead}"
        )


CLOSED_CLIENT = "the client was closed: make a new one"
CLOSED_PAGER = "the pager was closed: make a new one with the client's `pager()`"


class Handle:
    """Owns one native handle and releases it once, on `release()` or when nothing refers to this object.

    A handle is a key into the library's table, so a call that races with the release gets an error and does not crash.
    In a forked child, the library ignores the release.
    """

    __slots__ = ("_closed", "_key", "_release", "__weakref__")

    def __init__(self, key: int | None, release: Callable[[int], int], closed: str | None = None) -> None:
        """`closed` is the message of the `ClosedError` after the release."""
        self._key = key
        # Kept here, because module globals may be gone when the interpreter ends.
        self._release = release
        self._closed = closed

    @property
    def key(self) -> int:
        """The native handle; raises `ClosedError` after the release."""
        if self._key is None:
            # When the interpreter ends, it closes clients. A daemon thread must not report that.
            park_at_exit()
            raise error_for(Status.INVALID_HANDLE, message=self._closed)
        return self._key

    @property
    def is_released(self) -> bool:
        """Whether the handle was released."""
        return self._key is None

    def release(self) -> None:
        """Releases the handle; a second call does nothing."""
        key, self._key = self._key, None
        if key is not None:
            self._release(key)

    def __del__(self) -> None:
        try:
            self.release()
        except AttributeError:
            # An interruption came before there was a key.
            pass


def ending(close: Callable[[int], int], release: Callable[[int], int]) -> Callable[[int], int]:
    """A function that ends the work of a thing of the library and then gives its handle back."""

    def end(key: int) -> int:
        close(key)
        return release(key)

    return end
