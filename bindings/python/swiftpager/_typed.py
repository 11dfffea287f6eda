"""Nodes as values of a program's own types: by msgspec or pydantic, whichever knows the type."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, TypeVar

from ._decoding import array

Item = TypeVar("Item")


@lru_cache(maxsize=64)
def _made(kind: Hashable) -> Callable[[Any], Any]:
    # Nobody else knows the rules of pydantic's own models; who has one has loaded the module.
    pydantic = sys.modules.get("pydantic")
    if pydantic is not None and isinstance(kind, type) and issubclass(kind, pydantic.BaseModel):
        return _pydantic(kind)
    try:
        import msgspec
    except ImportError:
        try:
            return _pydantic(kind)
        except ImportError:
            raise ImportError(
                f"items of the type {kind!r} need msgspec or pydantic: pip install msgspec, or swiftpager[fast]"
            ) from None
    # Unknown types raise here, with msgspec's words.
    decoder: Callable[[Any], Any] = msgspec.json.Decoder(kind).decode_lines
    return decoder


def _pydantic(kind: Any) -> Callable[[Any], Any]:
    from pydantic import TypeAdapter

    adapter: Any = TypeAdapter(list[kind])
    return lambda lines: adapter.validate_json(array(lines))


def list_decoder(kind: type[Item]) -> Callable[[memoryview], list[Item]]:
    """What makes a list of a type's values of lines of JSON.

    Raises `ImportError` where neither msgspec nor pydantic is installed, and what they raise for a type that they do
    not know.
    """
    known: Any = kind
    make: Callable[[memoryview], list[Item]] = _made(known)
    return make
