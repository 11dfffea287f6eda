"""The structs of the Arrow C data and stream interfaces, and the capsules that carry them from library to library.

A struct has a `release` until it is released, or until a consumer has copied it elsewhere and set the `release` of the
old struct to NULL. `release` is always a C function: it may run while a Python exception propagates, when no Python
code may run.

For the same reason, the capsules have no destructor in Python. This module keeps them with their structs. Whenever it
makes another capsule, it drops those that only it still refers to, together with their structs.
"""

from __future__ import annotations

import ctypes
import sys
from ctypes import CFUNCTYPE, Structure, byref, c_char_p, c_int, c_int64, c_void_p, py_object
from threading import Lock
from typing import Any, Self

_Release = CFUNCTYPE(None, c_void_p)
GetSchema = CFUNCTYPE(c_int, c_void_p, c_void_p)
GetNext = CFUNCTYPE(c_int, c_void_p, c_void_p)
_GetLastError = CFUNCTYPE(c_char_p, c_void_p)


class _Released(Structure):
    """A struct that is released with this object, unless it was moved."""

    release: Any

    def __del__(self) -> None:
        if self.release:
            self.release(byref(self))

    def moved(self) -> Self:
        """The struct in new memory; this one then counts as released."""
        other = type(self)()
        ctypes.memmove(byref(other), byref(self), ctypes.sizeof(self))
        self.release = type(self.release)()
        return other


class ArrowSchema(_Released):
    """Types of columns."""

    _fields_ = (
        ("format", c_char_p),
        ("name", c_char_p),
        ("metadata", c_void_p),
        ("flags", c_int64),
        ("n_children", c_int64),
        ("children", c_void_p),
        ("dictionary", c_void_p),
        ("release", _Release),
        ("private_data", c_void_p),
    )


class ArrowArray(_Released):
    """Values of columns."""

    _fields_ = (
        ("length", c_int64),
        ("null_count", c_int64),
        ("offset", c_int64),
        ("n_buffers", c_int64),
        ("n_children", c_int64),
        ("buffers", c_void_p),
        ("children", c_void_p),
        ("dictionary", c_void_p),
        ("release", _Release),
        ("private_data", c_void_p),
    )


class ArrowArrayStream(_Released):
    """Batches of values, one after another."""

    _fields_ = (
        ("get_schema", GetSchema),
        ("get_next", GetNext),
        ("get_last_error", _GetLastError),
        ("release", _Release),
        ("private_data", c_void_p),
    )


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = py_object
_new_capsule.argtypes = [c_void_p, c_char_p, c_void_p]

# The names of capsules. They must live as long as the capsules.
_NAMES = {ArrowSchema: b"arrow_schema", ArrowArray: b"arrow_array", ArrowArrayStream: b"arrow_array_stream"}

_lock = Lock()
_carried: list[tuple[Any, _Released]] = []


def capsule(struct: _Released) -> Any:
    """A capsule with a struct. If no consumer takes the struct, it is released with the capsule or a little later."""
    made = _new_capsule(ctypes.addressof(struct), _NAMES[type(struct)], None)
    with _lock:
        dropped = _sweep()
        _carried.append((made, struct))
    # Outside the lock, because the release of a stream ends its operation.
    del dropped
    return made


def carried_count() -> int:
    """The number of capsules that are referred to elsewhere."""
    with _lock:
        dropped = _sweep()
        count = len(_carried)
    del dropped
    return count


def _sweep() -> list[tuple[Any, _Released]]:
    """Removes the capsules that only this module refers to, and returns them."""
    global _carried
    # The tuple in the list and the argument of getrefcount each count as one reference.
    dropped = [entry for entry in _carried if sys.getrefcount(entry[0]) <= 2]
    if dropped:
        gone = {id(entry) for entry in dropped}
        _carried = [entry for entry in _carried if id(entry) not in gone]
    return dropped
