"""The decoder of responses: orjson or msgspec if installed, else `json`. The first use chooses it.

Their imports take longer than a short walk, and a walk whose program takes bytes or columns decodes nothing.
"""

from __future__ import annotations

import functools
import importlib
import json
from collections.abc import Callable
from typing import Any, Literal

Decoder = Literal["orjson", "msgspec", "json"]
# Those that are faster than `json`, the fastest first, and their functions.
_FASTER: tuple[tuple[Decoder, str, str], ...] = (("orjson", "orjson", "loads"), ("msgspec", "msgspec.json", "decode"))


@functools.cache
def chosen() -> tuple[Decoder, Callable[[bytes | memoryview], Any] | None]:
    """The name of the decoder, and its function; None for `json`."""
    for name, module, function in _FASTER:
        try:
            return name, getattr(importlib.import_module(module), function)
        except ImportError:
            pass
    return "json", None


def array(lines: bytes | memoryview) -> bytes:
    """Lines of JSON as one array. Each value ends with a line break, and there are no others."""
    return b"[%b]" % bytes(lines[:-1]).replace(b"\n", b",")


def elements(array: bytes) -> list[bytes]:
    """The elements of an array as the text has them. The text is valid JSON."""
    text = str(array, "utf-8")
    scan = json.JSONDecoder().raw_decode
    found: list[bytes] = []
    place = text.index("[") + 1
    while True:
        while text[place] in " \t\r\n,":
            place += 1
        if text[place] == "]":
            return found
        _, end = scan(text, place)
        found.append(text[place:end].encode())
        place = end


def decode(text: bytes | memoryview) -> Any:
    """The value of a part of a response; all decoders give the same value.

    If a faster decoder refuses a text that `json` accepts, like half of a surrogate pair, `json` decodes it.
    """
    _, fast = chosen()
    if fast is not None:
        try:
            return fast(text)
        except ValueError:
            pass
    return json.loads(str(text, "utf-8"))
