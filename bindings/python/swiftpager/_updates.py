"""Native updates: taking them over from the library, releasing them, and checking that they are readable."""

from __future__ import annotations

from weakref import ref

from ._library import native
from ._raising import error_for
from ._statuses import Status


class NativeUpdate:
    """An update that the library keeps for Python. It is released once, when nothing refers to this object."""

    __slots__ = ("key", "__weakref__")

    def __init__(self, key: int) -> None:
        self.key = key


class _Release(ref[NativeUpdate]):
    """A weak reference to an update. ctypes passes the update's key to the library in its place."""

    __slots__ = ("_as_parameter_",)

    _as_parameter_: int


# The references that release updates, each under a second reference whose only task is to forget the first.
#
# This is not a `__del__`, because that is Python code, and a walk drops an update for each page. If a Ctrl-C arrives
# while a `__del__` runs, Python raises it there, prints it and loses it. The callbacks of these references run no
# Python code at all.
_releases: dict[ref[NativeUpdate], _Release] = {}


def retained(key: int) -> NativeUpdate:
    """Keeps the update of a callback beyond the callback's end."""
    native.swiftpager_update_retain(key)
    return owned(key)


def owned(key: int) -> NativeUpdate:
    """Takes over an update that the library has retained for Python."""
    update = NativeUpdate(key)
    release = _Release(update, native.swiftpager_update_release)
    release._as_parameter_ = key
    _releases[ref(update, _releases.__delitem__)] = release
    return update


def kept_count() -> int:
    """The number of updates that are not yet released; for tests."""
    return len(_releases)


def check_readable(update: NativeUpdate) -> None:
    """Raises `ForkedError` in a forked child, in which every function of the library returns nothing."""
    status = native.swiftpager_update_status(update.key)
    if status in (Status.FORKED, Status.INVALID_HANDLE):
        raise error_for(status)
