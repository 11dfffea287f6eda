"""Native updates: taken over from the library, given back to it, and whether they can still be read."""

from __future__ import annotations

from weakref import ref

from ._library import native
from ._raising import error_for
from ._statuses import Status


class NativeUpdate:
    """An update that the library keeps for us; it is given back once, when nothing refers to this any more."""

    __slots__ = ("key", "__weakref__")

    def __init__(self, key: int) -> None:
        self.key = key


class _Release(ref[NativeUpdate]):
    """What ctypes hands to the library in place of the update that is gone: its key."""

    __slots__ = ("_as_parameter_",)

    _as_parameter_: int


# What gives an update back, by a second reference, whose only task is to forget the first.
#
# Not `__del__`: that is Python code, and programs that walk drop an update for each page. A Ctrl-C that arrives while a
# `__del__` runs is raised in there, printed and lost; the callbacks of these references run no Python code at all.
_releases: dict[ref[NativeUpdate], _Release] = {}


def retained(key: int) -> NativeUpdate:
    """Keeps an update that a callback was given beyond the callback."""
    native.swiftpager_update_retain(key)
    return owned(key)


def owned(key: int) -> NativeUpdate:
    """Takes over an update that the library has retained for us."""
    update = NativeUpdate(key)
    release = _Release(update, native.swiftpager_update_release)
    release._as_parameter_ = key
    _releases[ref(update, _releases.__delitem__)] = release
    return update


def kept_count() -> int:
    """How many updates are not given back yet; for tests."""
    return len(_releases)


def check_readable(update: NativeUpdate) -> None:
    """Raises `ForkedError` in a child process, where the library answers every question with nothing."""
    status = native.swiftpager_update_status(update.key)
    if status in (Status.FORKED, Status.INVALID_HANDLE):
        raise error_for(status)
