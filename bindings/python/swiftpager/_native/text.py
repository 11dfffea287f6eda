"""Text that the library gives to Python: strings to free, and borrowed bytes."""

from __future__ import annotations

import ctypes
import sys

from .library import native


class OwnedText(ctypes.c_void_p):
    """Receives a string from the library through `byref`, and frees it."""

    def read(self) -> bytes | None:
        """A copy of the string; None if there is none."""
        return ctypes.string_at(self.value) if self.value else None

    def __del__(self) -> None:
        if self.value:
            native.swiftpager_free(self)


class TakenText(OwnedText):
    """Receives texts that the library gives with their lengths, one after another."""

    def take(self, length: int) -> bytes:
        """A copy of the text, which this frees."""
        text = ctypes.string_at(self, length)
        self.free()
        return text

    def free(self) -> None:
        """Frees the text. An interruption leaves that to `__del__`, or leaks one text."""
        address, self.value = self.value, None
        native.swiftpager_free(address)


class _Memory(ctypes.c_char * sys.maxsize):  # type: ignore[misc]  # the base is made at run time
    """Memory that `owner` keeps alive.

    There is one type for all lengths, because ctypes takes longer to make an array type than to read a page. Only
    slices of the right length leave this module.
    """

    __slots__ = ("owner",)

    owner: object


def borrowed_bytes(address: int, length: int, owner: object) -> memoryview:
    """A read-only view of the library's memory; the view keeps the memory's owner alive."""
    memory = _Memory.from_address(address)
    memory.owner = owner
    return memoryview(memory)[:length].toreadonly().cast("B")
