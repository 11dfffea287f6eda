"""Shortens an array of Arrow where it is: what the consumer gets has fewer rows, and the same memory."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, c_void_p, cast

from ._structs import ArrowArray


class _Lent(Structure):
    """An array that its consumer releases."""

    _fields_ = ArrowArray._fields_


def row_count(array: int) -> int:
    """The number of rows of the array at an address."""
    count: int = _Lent.from_address(array).length
    return count


def cut(array: int, length: int) -> None:
    """Leaves the first rows of the array at an address, and of its children that have a row for each of its rows."""
    lent = _Lent.from_address(array)
    pointers = cast(lent.buffers, POINTER(c_void_p))
    if lent.n_buffers == 0:
        # An array without buffers has only nulls.
        lent.null_count = length
    elif lent.null_count:
        lent.null_count = _null_count(pointers[0], length)
    lent.length = length
    if lent.n_buffers == 1:
        # A structure: a list has offsets into its child, which stays as it is.
        children = cast(lent.children, POINTER(c_void_p))
        for index in range(lent.n_children):
            child = children[index]
            assert child is not None
            cut(child, length)


def _null_count(validity: int | None, length: int) -> int:
    """The number of nulls among the first rows; each bit of `validity` that is set is a value."""
    if validity is None:
        return 0
    bits = int.from_bytes(ctypes.string_at(validity, (length + 7) // 8), "little")
    return length - (bits & ((1 << length) - 1)).bit_count()
