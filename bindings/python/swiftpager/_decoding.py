"""What decodes responses: orjson or msgspec where it is installed, else `json`; chosen when the package is loaded."""

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


# Which of them it is, and its function.
decoder, _fast = _choose()


def array(lines: bytes | memoryview) -> bytes:
    """Lines of JSON as one array: a line break stands behind each value, and nowhere else."""
    return b"[%b]" % bytes(lines[:-1]).replace(b"\n", b",")


def decode(text: bytes | memoryview) -> Any:
    """The value that a part of a response stands for: the same one, whatever decodes it.

    What the faster decoders refuse and `json` takes, like half of a surrogate pair, `json` decodes.
    """
    if _fast is not None:
        try:
            return _fast(text)
        except ValueError:
            pass
    return json.loads(str(text, "utf-8"))
