"""The columns of items, with the types that the schema gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...schema.columns import KNOWN_TYPES
from ..model import TYPE_NAME, ListOf, ValueType
from .merging import Member, Merging, Place
from .values import Values

_OF_PYTHON = {
    "int": "int64", "float": "float64", "str": "string", "bool": "bool", "datetime.datetime": "timestamp",
    "datetime.date": "date", "uuid.UUID": "string", "decimal.Decimal": "json",
}
# A table has more columns than the library takes, or a value is too deep: then it is JSON text.
_DEEPEST = 8


class ColumnTypes:
    """The types of columns for the items of a place."""

    def __init__(self, merging: Merging, values: Values) -> None:
        self._merging = merging
        self._values = values

    def of(self, place: Place) -> dict[str, Any]:
        """The columns as `Pager.to_arrow` takes them: one for each key that some item may have."""
        return {key: {"type": kind} for key, kind in self._members(place, 0).items()}

    def _members(self, place: Place, depth: int) -> dict[str, Any]:
        every = list(self._merging.members(place))
        for subtype in self._merging.groups(place).values():
            every += self._merging.members(subtype.place)
        by_key: dict[str, list[Member]] = {}
        for one in every:
            by_key.setdefault(one.field.key, []).append(one)
        if self._merging.groups(place):
            return {TYPE_NAME: "string", **{key: self._type(same, depth) for key, same in by_key.items()}}
        return {key: self._type(same, depth) for key, same in by_key.items()}

    def _type(self, same: list[Member], depth: int) -> Any:
        """The type of a key, for which several places may ask."""
        places = [one.place for one in same if one.place is not None]
        inner: Any = None
        if places:
            if depth >= _DEEPEST:
                return "json"
            inner = self._members(Place(tuple(asked for place in places for asked in place.asked)), depth + 1)
        return self._wrapped(same[0].field.type, inner)

    def _wrapped(self, kind: ValueType, inner: Mapping[str, Any] | None) -> Any:
        if isinstance(kind, ListOf):
            return [self._wrapped(kind.element, inner)]
        return inner or self._leaf(kind.named.name, kind.named.kind == "enum")

    def _leaf(self, name: str, is_enum: bool) -> str:
        if is_enum:
            return "string"
        given = self._values.python(name)
        # The name of a scalar says more than Python's type: Hasura's `timestamp` has no zone.
        return KNOWN_TYPES.get(name) or _OF_PYTHON.get(given or "", "json")
