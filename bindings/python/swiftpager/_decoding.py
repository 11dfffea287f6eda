"""The decoder of responses: orjson or msgspec if installed, else `json`. The import of the package chooses it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal

Decoder = Literal["orjson", "msgspec", "json"]


def _choose() -> tuple[Decoder, Callable[[bytes | memoryview], Any] | None]:
    try:
        import orjson
    except ImportError:
        pass
    else:
        return "orjson", orjson.loads
    try:
        import msgspec
    except ImportError:
        return "json", None
    return "msgspec", msgspec.json.decode


# The name of the decoder, and its function.
decoder, _fast = _choose()


def array(lines: bytes | memoryview) -> bytes:
    """Lines of JSON as one array. Each value ends with a line break, and there are no others."""
    return b"[%b]" % bytes(lines[:-1]).replace(b"\n", b",")


def decode(text: bytes | memoryview) -> Any:
    """The value of a part of a response; all decoders give the same value.

    If a faster decoder refuses a text that `json` accepts, like half of a surrogate pair, `json` decodes it.
    """
    if _fast is not None:
        try:
            return _fast(text)
        except ValueError:
            pass
    return json.loads(str(text, "utf-8"))
