"""What the modules of `swiftpager generate --python` are made of: classes of objects and enums, and calls.

A generated module imports these; a program need not. They need msgspec: `pip install swiftpager[fast]`.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ._configuration import NOT_GIVEN, NotGiven
from ._decoding import decode
from ._native.raising import error_for
from ._native.statuses import Status
from ._typed import converted, decoder
from .arrow._columns import Columns
from .options import RequestOptions
from .shapes import PaginationDict

try:
    import msgspec
    from msgspec import field
except ImportError as missing:
    missing.add_note("modules of `swiftpager generate --python` need msgspec: pip install msgspec, or swiftpager[fast]")
    raise

if TYPE_CHECKING:
    from .aio.client import AsyncClient
    from .client import Client

__all__ = [
    "NOT_GIVEN",
    "Columns",
    "Errors",
    "NotGiven",
    "Object",
    "PaginationDict",
    "PlainObject",
    "RequestOptions",
    "ServerEnum",
    "any_of",
    "as_fragment",
    "as_fragment_or_none",
    "execute",
    "execute_async",
    "field",
    "given",
    "optional",
]

Kind = TypeVar("Kind")
# What a call does with errors beside the data: it raises `GraphQLError`, or returns what data there is.
Errors = Literal["fail", "keep"]


class Object(msgspec.Struct, rename="camel", kw_only=True):
    """An object of a response. Its attributes have the names of its keys in the manner of Python: `createdAt` is
    `created_at`.
    """


class PlainObject(msgspec.Struct, kw_only=True):
    """An object of a response, whose attributes have the names of its keys: a server's `created_at` is `created_at`."""


class ServerEnum(enum.Enum):
    """An enum of a schema. A value that the schema did not have becomes a member of its own.

    `Status("NEW").value` is "NEW", and two such members with the same value are equal.
    """

    @classmethod
    def _missing_(cls, value: object) -> ServerEnum | None:
        if not isinstance(value, str):
            return None
        member = object.__new__(cls)
        member._name_ = member._value_ = value
        return member

    # Type checkers narrow by `==` only if they do not see this.
    if not TYPE_CHECKING:

        def __eq__(self, other: object) -> bool:
            return type(self) is type(other) and self._value_ == other._value_

        def __hash__(self) -> int:
            return hash(self._value_)


class _AnyOf(type):
    """The type of what `any_of` returns. Its instances are those of the base."""

    base: type[Any]
    kinds: Mapping[str, type[Any]]

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, cls.base)

    def swiftpager_converted(cls, value: Any) -> Any:
        """The object of the class for its `__typename`; `value` is a dict, or an object of another generated class."""
        is_plain = type(value) is dict
        name = value.get("__typename") if is_plain else getattr(value, "typename", None)
        kind = cls.kinds.get(name, cls.base) if isinstance(name, str) else cls.base
        return msgspec.convert(value, kind, dec_hook=converted, from_attributes=not is_plain)


def any_of(base: type[Any], kinds: Mapping[str, type[Any]]) -> Any:
    """A type of objects of several classes, which the response tells apart by `__typename`.

    base   the class of objects of any other type, also of one that the schema did not have
    kinds  its subclasses, by the names of types
    """
    return _AnyOf(f"Any{base.__name__}", (), {"base": base, "kinds": dict(kinds)})


def as_fragment(value: object, kind: type[Kind]) -> Kind:
    """An object as one of a fragment that it has: a new object with the fragment's fields."""
    convert = getattr(kind, "swiftpager_converted", None)
    made: Kind = (
        convert(value) if convert is not None
        else msgspec.convert(value, kind, dec_hook=converted, from_attributes=True)
    )
    return made


def as_fragment_or_none(value: object, kind: type[Kind]) -> Kind | None:
    """An object as one of a fragment that it may have; None if a condition left out some of the fragment."""
    try:
        return as_fragment(value, kind)
    except msgspec.ValidationError:
        # The object was checked when it was read, so it is not wrong: it has None for what was left out.
        return None


def optional(kind: type[Kind]) -> type[Kind | None]:
    """The type of items of a list that may have nulls among them."""
    either: Any = kind | None
    nullable: type[Kind | None] = either
    return nullable


def given(variables: Mapping[str, Any], *, drop_none: bool = True) -> dict[str, Any]:
    """The variables that a call was given.

    drop_none  whether None means that a variable was left out; `NOT_GIVEN` always does
    """
    return {
        name: value for name, value in variables.items()
        if value is not NOT_GIVEN and not (drop_none and value is None)
    }


def execute(
    client: Client, document: str, variables: Mapping[str, Any], kind: type[Kind], errors: Errors,
    options: RequestOptions,
) -> Kind:
    """Sends an operation and returns its data: see `Client.execute`.

    Raises `GraphQLError` for errors, also beside data unless `errors` is "keep", and `msgspec.ValidationError` for data
    that does not fit the schema.
    """
    return _data(client, client._response(document, variables, **_all(options)), kind, errors, options)


async def execute_async(
    client: AsyncClient, document: str, variables: Mapping[str, Any], kind: type[Kind], errors: Errors,
    options: RequestOptions,
) -> Kind:
    """Sends an operation and returns its data: see `execute`."""
    return _data(client, await client._response(document, variables, **_all(options)), kind, errors, options)


def _all(options: RequestOptions) -> dict[str, Any]:
    """The options of a request, also those that were left out."""
    left_out = {"operation_name": None, "headers": None, "timeout": NOT_GIVEN, "cache_policy": None, "optimistic": None}
    for name in options:
        if name not in left_out:
            raise TypeError(f"unexpected keyword argument {name!r}")
    return {**left_out, **options}


class _Response(msgspec.Struct):
    data: msgspec.Raw = msgspec.Raw(b"null")
    errors: msgspec.Raw = msgspec.Raw(b"null")


def _data(
    client: Client | AsyncClient, body: bytes, kind: type[Kind], errors: Errors, options: RequestOptions
) -> Kind:
    response = msgspec.json.decode(body, type=_Response)
    found: list[Any] = decode(bytes(response.errors)) or []
    if found and errors == "fail":
        found = client._secrets.with_headers(options.get("headers")).hide_in_errors(found)
        message = found[0].get("message") if isinstance(found[0], Mapping) else None
        raise error_for(Status.GRAPHQL, {
            "errors": found, "message": f"the server answered with errors beside the data: {message}",
        })
    wanted: Any = kind
    data: Kind = decoder(wanted).decode(response.data)
    return data
