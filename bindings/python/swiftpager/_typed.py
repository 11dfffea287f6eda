"""Items as values of a program's own types, made by msgspec or pydantic."""

from __future__ import annotations

import functools
import itertools
import sys
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from ._decoding import array, decode, elements
from ._limits import Limits
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
    element: Any = kind
    decode_array: Callable[[Any], Any] = decoder(list[element]).decode
    return decode_array


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

    validate_array: Callable[[Any], Any] = TypeAdapter(list[kind]).validate_json
    return validate_array


def _maker(kind: Any) -> Callable[[Any], Any]:
    try:
        return _made(kind)
    except TypeError as error:
        raise TypeError(f"type must be the type of an item, like a dataclass, not {kind!r}: {error}") from error


def decoded_as(kind: type[Item], text: bytes) -> list[Item]:
    """A JSON array as a list of a type's values.

    Raises `ImportError` if neither msgspec nor pydantic is installed. Raises their exceptions for a type that they do
    not know, and for an element that does not fit; a note then has the index of the element.
    """
    make: Callable[[bytes], list[Item]] = _maker(kind)
    try:
        return make(text)
    except ValueError as error:
        # Only one of the decoders names the place, in its own way.
        for index, element in enumerate(elements(text)):
            try:
                make(b"[%b]" % element)
            except ValueError:
                error.add_note(f"item at index {index} of the page")
                break
        raise


def items_of(kind: Any, parts: Parts) -> list[Any]:
    """The items of a page: values of a type, or, without one, what JSON has."""
    if kind is not None:
        return items_as(kind, parts)
    items: list[Any] = decode(array_of(parts))
    return items


def array_of(parts: Parts) -> bytes:
    """The items of a page as one JSON array."""
    return array(item_lines(parts) or b"")


def data_as(kind: Any, data: bytes | None) -> Any:
    """The data of a response as a value of a type."""
    return decoder(kind).decode(b"null" if data is None else data)


def check_kind(kind: Any) -> None:
    """Raises TypeError if values of a type cannot be made, and ImportError if the package for it is missing."""
    if kind is not None:
        _maker(kind)


def items_as(kind: type[Item], parts: Parts) -> list[Item]:
    """The items of a page as values of a type: see `Page.items_as`."""
    return decoded_as(kind, array_of(parts))


# What the library gives in place of the array if a page has none.
_NO_ARRAY = b"null"


def walked_items(kind: Any, limits: Limits) -> Callable[[bytes], list[Any]]:
    """A function that makes the items of page after page, from the array of each, up to the limits of the walk."""
    if kind is None:
        return functools.partial(_plain, limits)
    # A wrong type raises here, before the walk has sent anything.
    _maker(kind)
    numbers = itertools.count(1)

    def items(text: bytes) -> list[Any]:
        number = next(numbers)
        try:
            return [] if text == _NO_ARRAY else _fitting(kind, limits, text)
        except ValueError as error:
            error.add_note(f"page {number} of this walk")
            raise

    return items


def _plain(limits: Limits, text: bytes) -> list[Any]:
    items: list[Any] = decode(text) or []
    return items[: limits.take(len(items))]


def _fitting(kind: Any, limits: Limits, text: bytes) -> list[Any]:
    try:
        items: list[Any] = decoded_as(kind, text)
        count = len(items)
    except ValueError:
        # An item beyond the limit need not fit.
        every = elements(text)
        count = len(every)
        left = limits.left_of(count)
        if left == count:
            raise
        items = decoded_as(kind, b"[%b]" % b",".join(every[:left]))
    return items[: limits.take(count)]
