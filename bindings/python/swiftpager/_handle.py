"""Ownership of the library's handles."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NoReturn, SupportsIndex

from ._calls import park_at_exit
from ._raising import error_for
from ._statuses import Status


class NotCopied:
    """An object that stands for something in this process, and so is neither pickled nor copied."""

    __slots__ = ()

    _instead: ClassVar[str] = "make one where it is needed"

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError(
            f"a {type(self).__name__} cannot be pickled or copied, as it stands for something in this process:"
            f" {self._instead}"
        )


class Handle:
    """Owns one native handle: gives it back once, when it is closed or when nothing refers to it any more.

    A handle is a key into the library's table, so a call that races with the release gets an error and no crash. In a
    forked child the library ignores the release.
    """

    __slots__ = ("_key", "_release", "__weakref__")

    def __init__(self, key: int | None, release: Callable[[int], int]) -> None:
        self._key = key
        # Held here, because module globals may be gone when the interpreter ends.
        self._release = release

    @property
    def key(self) -> int:
        """The native handle; raises `ClosedError` after the release."""
        if self._key is None:
            # The end of the interpreter closes clients: a daemon thread is not to report that.
            park_at_exit()
            raise error_for(Status.INVALID_HANDLE)
        return self._key

    @property
    def is_released(self) -> bool:
        """Whether it was given back."""
        return self._key is None

    def release(self) -> None:
        """Gives the handle back; a second call does nothing."""
        key, self._key = self._key, None
        if key is not None:
            self._release(key)

    def __del__(self) -> None:
        self.release()
