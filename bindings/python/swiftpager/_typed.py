"""Items as values of a program's own types, made by msgspec or pydantic."""

from __future__ import annotations

import functools
import itertools
import sys
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from ._decoding import array, decode
from ._parts import Parts, item_lines

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    # The items of a pager. Without a type they are what JSON has, and an annotation need not say so.
    ItemType = TypeVar("ItemType", covariant=True, default=Any)
    # The type that a call was given.
    GivenType = TypeVar("GivenType", default=Any)
else:
    from typing import TypeVar

    # Before Python 3.13, a TypeVar takes no default.
    ItemType = TypeVar("ItemType", covariant=True)
    GivenType = TypeVar("GivenType")

Item = TypeVar("Item")


@functools.lru_cache(maxsize=64)
def _made(kind: Hashable) -> Callable[[Any], Any]:
    # Only pydantic knows the rules of its models. A program that has a model has imported pydantic.
    base = getattr(sys.modules.get("pydantic"), "BaseModel", None)
    if base is not None and isinstance(kind, type) and issubclass(kind, base):
        return _pydantic(kind)
    try:
        import msgspec  # noqa: F401
    except ImportError:
        try:
            return _pydantic(kind)
        except ImportError:
            raise ImportError(
                f"items of the type {kind!r} need msgspec or pydantic: pip install msgspec, or swiftpager[fast]"
            ) from None
    lines: Callable[[Any], Any] = decoder(kind).decode_lines
    return lines


@functools.lru_cache(maxsize=64)
def decoder(kind: Any) -> Any:
    """msgspec's decoder of a type."""
    import msgspec

    return msgspec.json.Decoder(kind, dec_hook=converted)


def converted(kind: Any, value: Any) -> Any:
    """The value of a type that msgspec does not know: see `swiftpager.typed.any_of`. It refuses all others."""
    convert = getattr(kind, "swiftpager_converted", None)
    return value if convert is None else convert(value)


def _pydantic(kind: Any) -> Callable[[Any], Any]:
    from pydantic import TypeAdapter

    adapter: Any = TypeAdapter(list[kind])
    return lambda lines: adapter.validate_json(array(lines))


def _maker(kind: Any) -> Callable[[Any], Any]:
    try:
        return _made(kind)
    except TypeError as error:
        raise TypeError(f"type must be the type of an item, like a dataclass, not {kind!r}: {error}") from error


def decoded_as(kind: type[Item], lines: memoryview) -> list[Item]:
    """Lines of JSON as a list of a type's values.

    Raises `ImportError` if neither msgspec nor pydantic is installed. Raises their exceptions for a type that they do
    not know, and for a line that does not fit; a note then has the index of the line.
    """
    make: Callable[[bytes | memoryview], list[Item]] = _maker(kind)
    try:
        return make(lines)
    except ValueError as error:
        # Only one of the decoders names the place, in its own way.
        for index, line in enumerate(bytes(lines[:-1]).split(b"\n")):
            try:
                make(line + b"\n")
            except ValueError:
                error.add_note(f"item at index {index} of the page")
                break
        raise


def items_of(kind: Any, parts: Parts) -> list[Any]:
    """The items of a page: values of a type, or, without one, what JSON has."""
    if kind is not None:
        return items_as(kind, parts)
    lines = item_lines(parts)
    return decode(array(lines)) if lines else []


def data_as(kind: Any, data: bytes | None) -> Any:
    """The data of a response as a value of a type."""
    return decoder(kind).decode(b"null" if data is None else data)


def check_kind(kind: Any) -> None:
    """Raises TypeError if values of a type cannot be made, and ImportError if the package for it is missing."""
    if kind is not None:
        _maker(kind)


def items_as(kind: type[Item], parts: Parts) -> list[Item]:
    """The items of a page as values of a type: see `Page.items_as`."""
    lines = item_lines(parts)
    return decoded_as(kind, lines) if lines else []


def walked_items(kind: Any) -> Callable[[Parts], list[Any]]:
    """A function that makes the items of page after page; a failure of a type names its page in a note."""
    if kind is None:
        return functools.partial(items_of, None)
    # A wrong type raises here, before the walk has sent anything.
    _maker(kind)
    numbers = itertools.count(1)

    def items(parts: Parts) -> list[Any]:
        number = next(numbers)
        try:
            return items_as(kind, parts)
        except ValueError as error:
            error.add_note(f"page {number} of this walk")
            raise

    return items
