"""Nodes as values of a program's own types: by msgspec or pydantic, whichever knows the type."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from ._decoding import array

if TYPE_CHECKING:
    from .page import Page

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


def decoded_as(kind: type[Item], lines: memoryview) -> list[Item]:
    """Lines of JSON as a list of a type's values.

    Raises `ImportError` where neither msgspec nor pydantic is installed, and what they raise for a type that they do
    not know, and for a line that does not fit: that has a note of which it is.
    """
    known: Any = kind
    make: Callable[[bytes | memoryview], list[Item]] = _made(known)
    try:
        return make(lines)
    except ValueError as error:
        # Only one of the decoders names the place, and in words of its own.
        for index, line in enumerate(bytes(lines[:-1]).split(b"\n")):
            try:
                make(line + b"\n")
            except ValueError:
                error.add_note(f"item at index {index} of the page")
                break
        raise


def typed_nodes(kind: type[Item]) -> Callable[[Page], list[Item]]:
    """What makes a type's values of the nodes of one page after the other; a failure says of which page it is."""
    numbers = itertools.count(1)

    def nodes(page: Page) -> list[Item]:
        number = next(numbers)
        try:
            return page.nodes_as(kind)
        except ValueError as error:
            error.add_note(f"page {number} of this walk")
            raise

    return nodes
