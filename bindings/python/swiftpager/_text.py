"""Text on its way between Python and the library: JSON in, freed strings and borrowed bytes out."""

import ctypes
import json
import sys
from typing import Any

from ._library import native


def json_text(what: str, value: Any) -> bytes:
    """A configuration as JSON; raises TypeError or ValueError, saying what could not be written."""
    try:
        return json.dumps(value, allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        error.add_note(f"while writing {what} as JSON")
        raise


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

    owner: object


def borrowed_bytes(address: int, length: int, owner: object) -> memoryview:
    """A read-only view of the library's memory, which keeps the memory's owner alive."""
    memory = _Memory.from_address(address)
    memory.owner = owner
    return memoryview(memory)[:length].toreadonly().cast("B")


def decoded(text: memoryview) -> Any:
    """The JSON value in the library's memory."""
    return json.loads(str(text, "utf-8"))
