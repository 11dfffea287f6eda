"""Text on its way from the library to Python: strings to free, and borrowed bytes."""

from __future__ import annotations

import ctypes
import sys

from ._library import native


class OwnedText(ctypes.c_void_p):
    """Takes a string that the library hands out, for `byref`, and frees it."""

    def read(self) -> bytes | None:
        """A copy of the string; None when there is none."""
        return ctypes.string_at(self.value) if self.value else None

    def __del__(self) -> None:
        if self.value:
            native.swiftpager_free(self)


class _Memory(ctypes.c_char * sys.maxsize):  # type: ignore[misc]  # the base is made at run time
    """Memory that `owner` keeps alive.

    One type for all lengths: ctypes makes a new array type for each, which takes longer than reading a page. Only
    slices of the right length leave this module.
    """

    __slots__ = ("owner",)

    owner: object


def borrowed_bytes(address: int, length: int, owner: object) -> memoryview:
    """A read-only view of the library's memory, which keeps the memory's owner alive."""
    memory = _Memory.from_address(address)
    memory.owner = owner
    return memoryview(memory)[:length].toreadonly().cast("B")
