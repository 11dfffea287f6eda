"""Names in Swift: words that mean something else there, and how names of GraphQL are written."""

from __future__ import annotations

import re
from collections.abc import Iterable

_KEYWORDS = """
as associatedtype break case catch class continue default defer deinit do else enum extension fallthrough false
fileprivate for func guard if import in init inout internal is let nil operator precedencegroup private protocol
public repeat rethrows return self static struct subscript super switch throw throws true try typealias var where
while Any Protocol Self Type
"""
KEYWORDS = frozenset(_KEYWORDS.split())

# Names of types that generated code, or code beside it, means as Swift's and this library's own.
_TYPES = """
Any AnyHashable Array Bool CaseIterable Character Codable CodingKey Data Date Decimal Decodable Decoder Dictionary
Double Encodable Encoder Equatable Error Float Hashable Hasher Identifiable Int Int64 KeyPath Never Optional Protocol
Range RawRepresentable Result Self Sendable Sequence Set String Task Type UInt URL UUID Void CursorBasedPagination
GraphQLError GraphQLMutation GraphQLNullable GraphQLOperation GraphQLQuery JSONValue NoVariables OffsetPagination
PagedQuery PaginationDirection PaginationInfo ResponseDecodable ResponseEnum ResponseFields ResponseNode
ResponseObject Variables
"""
TYPES = frozenset(_TYPES.split())

# `value.self`, `Value.Type` and `Value.Protocol` mean something else, with and without backticks.
_NO_MEMBERS = frozenset(("self", "Type", "Protocol", "_"))


def word(name: str) -> str:
    """A name as an identifier: a keyword gets backticks."""
    return f"`{name}`" if name in KEYWORDS else name


def dotted(case: str) -> str:
    """A case without its type, where the type is known: only an initializer could be meant as well."""
    return f".{word(case)}" if case == "init" else f".{case}"


def upper(name: str) -> str:
    """A name for a type: `products_aggregate` becomes `Products_aggregate`."""
    return name[:1].upper() + name[1:]


def lower(name: str) -> str:
    """A name for a member: `Product` becomes `product`, `ID` `id`, and `URLImage` `urlImage`."""
    if not (run := re.match(r"[A-Z]+", name)):
        return name
    length = run.end()
    # The last letter of a run begins the next word, unless the name ends there.
    if length > 1 and length < len(name) and name[length].islower():
        length -= 1
    return name[:length].lower() + name[length:]


def camel(value: str) -> str:
    """A value of an enum as a case: `ON_HOLD` becomes `onHold`."""
    if not (value.isupper() or "_" in value.strip("_")):
        return lower(value)
    parts = [part for part in value.split("_") if part]
    if not parts:
        return value
    joined = parts[0].lower() + "".join(upper(part.lower() if part.isupper() else part) for part in parts[1:])
    return joined if not joined[0].isdigit() else f"_{joined}"


class Taken:
    """Names that one scope has."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = set(names)

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def free(self, *wanted: str) -> str:
        """The first name that is free, else the last one with a number; it is taken then."""
        name = next((one for one in wanted if one not in self._names), wanted[-1])
        number = 2
        while name in self._names:
            name, number = f"{wanted[-1]}{number}", number + 1
        self._names.add(name)
        return name

    def member(self, name: str, *others: str) -> str:
        """A free name for a member, or else one of the others, or the name with an underscore."""
        first = [] if name in _NO_MEMBERS else [name]
        return self.free(*first, *others, f"{name}_")
