"""Names of Python for what a schema and documents name."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable

# Boundaries of words: `createdAt`, `HTMLBody`, `sha256Hash`.
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

# Where the names come from that a generated module may use.
IMPORTS = {
    "typing": ("TYPE_CHECKING", "Any", "NotRequired", "TypeAlias", "TypedDict", "Unpack"),
    "swiftpager": ("AsyncClient", "AsyncPager", "Client", "Pager", "PagerOptions"),
    "swiftpager.typed": (
        "NOT_GIVEN", "Columns", "Errors", "NotGiven", "Object", "PaginationDict", "PlainObject", "RequestOptions",
        "ServerEnum", "any_of", "as_fragment", "as_fragment_or_none", "execute", "execute_async", "field", "given",
        "optional",
    ),
}
# What annotations of a class use: an attribute of this name would hide it.
ANNOTATION_NAMES = frozenset({"bool", "dict", "field", "float", "int", "list", "object", "property", "str"})
MODULE_NAMES = ANNOTATION_NAMES | {"annotations", "type"} | {name for names in IMPORTS.values() for name in names}
# What the functions take beside variables.
PARAMETER_NAMES = frozenset({"client", "errors", "options"})
# Attributes of every enum.
_ENUM_NAMES = frozenset({"mro", "name", "value"})


class Names:
    """Names of one scope, each given once."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def free(self, *wishes: str) -> str:
        """The first wish that is free and no keyword, or else the last one with a `_` or a number; it is taken then."""
        for wish in wishes:
            if self._is_free(wish):
                return self._take(wish)
        last = wishes[-1]
        if self._is_free(f"{last}_"):
            return self._take(f"{last}_")
        number = 2
        while not self._is_free(f"{last}_{number}"):
            number += 1
        return self._take(f"{last}_{number}")

    def reserve(self, names: Iterable[str]) -> None:
        """Takes names that another scope has given."""
        self._taken.update(names)

    def _is_free(self, name: str) -> bool:
        return name not in self._taken and not keyword.iskeyword(name)

    def _take(self, name: str) -> str:
        self._taken.add(name)
        return name

    @property
    def taken(self) -> frozenset[str]:
        """All names of the scope."""
        return frozenset(self._taken)


def snake(name: str) -> str:
    """The name of an attribute, a parameter or a function: `createdAt` is `created_at`."""
    bare = "_".join(part for part in name.split("_") if part)
    words = _WORDS.sub("_", bare).lower()
    return words if words and not words[0].isdigit() else f"n{words}" if words else "underscore"


def pascal(name: str) -> str:
    """The name of a class: `products_bool_exp` is `ProductsBoolExp`, and a name in capitals stays as it is."""
    if name[:1].isupper():
        return name
    joined = "".join(part[:1].upper() + part[1:] for part in name.split("_") if part)
    return joined if joined and not joined[0].isdigit() else f"N{joined}"


def constant(name: str) -> str:
    """The name of a constant: `AllProducts` is `ALL_PRODUCTS`."""
    return snake(name).upper()


def enum_member(name: str, names: Names) -> str:
    """The name of a member of an enum. Python keeps those that begin with `_` for itself."""
    bare = name.strip("_")
    safe = bare if bare and not bare[0].isdigit() else f"VALUE_{bare}"
    return names.free(f"{safe}_" if safe in _ENUM_NAMES else safe)


def camel(name: str) -> str:
    """The key that msgspec makes of an attribute's name by itself."""
    first, *others = name.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in others)
