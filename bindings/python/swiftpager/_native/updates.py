"""Native updates: taking them over from the library, releasing them, and checking that they are readable."""

from __future__ import annotations

from functools import partial
from operator import attrgetter

from .._cursors import UNKNOWN_PLACES, CursorPlaces
from .library import native
from .raising import error_for
from .statuses import Status


class NativeUpdate:
    """Owns an update that the library has retained for Python, and releases it when nothing refers to this object.

    Python looks `__del__` up through a property and calls the result. None of that is Python code, unlike a method. A
    walk drops an update for each page: if a Ctrl-C arrived while a `__del__` in Python runs, Python would raise it
    there, print it and lose it.
    """

    __slots__ = ("_release", "cursors", "key")

    def __init__(self, key: int, cursors: CursorPlaces = UNKNOWN_PLACES) -> None:
        self._release = partial(native.swiftpager_update_release, key)
        self.key = key
        self.cursors = cursors

    __del__ = property(attrgetter("_release"))


def retained(key: int, cursors: CursorPlaces) -> NativeUpdate:
    """Keeps the update of a callback beyond the callback's end."""
    native.swiftpager_update_retain(key)
    return NativeUpdate(key, cursors)


def check_readable(update: NativeUpdate) -> None:
    """Raises `ForkedError` in a forked child, in which every function of the library returns nothing."""
    status = native.swiftpager_update_status(update.key)
    if status in (Status.FORKED, Status.INVALID_HANDLE):
        raise error_for(status)
