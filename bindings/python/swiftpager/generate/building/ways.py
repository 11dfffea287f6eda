"""Ways through what a query asks for: to what a page says of the next one, and to its items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graphql import get_named_type

from ...schema.signs import first_word, tells, words
from ..model import Field, Fragment, ListOf, Selection, Way
from .selecting import FieldSource

# How many objects with page info may be between a list and what they tell.
_DEEPEST_INFO = 2
_ROLES = ("has_more", "end_cursor", "has_previous", "start_cursor", "total", "page_count")


class Ways:
    """Searches in selections, also in their fragments and in what is asked of certain types."""

    def __init__(self, fragments: Mapping[str, Fragment], sources: Mapping[Field, FieldSource]) -> None:
        self._fragments = fragments
        self._sources = sources

    def definition_type(self, field: Field) -> Any:
        """The type of a field as the schema has it."""
        return self._sources[field].definition.type

    def fields(self, selection: Selection) -> Iterator[Way]:
        """The ways to all fields of an object."""
        for field in selection.fields:
            yield (field,)
        for spread in selection.spreads:
            inner = self._fragments[spread.fragment].selection
            # The type of a selection that is one fragment is the fragment's.
            step = () if selection.fragment else (spread,)
            yield from ((*step, *way) for way in self.fields(inner))
        for group in selection.groups:
            yield from ((group, *way) for way in self.fields(group.selection))

    def info(self, selection: Selection) -> dict[str, Way]:
        """The ways to what a page says, by role: for each the nearest field, and of those the first word's."""
        found: dict[str, Way] = {}
        level: list[tuple[Way, Selection]] = [((), selection)]
        for _ in range(_DEEPEST_INFO + 1):
            below: list[tuple[Way, Selection]] = []
            for prefix, owner in level:
                leaves: dict[str, Way] = {}
                for way in self.fields(owner):
                    field = last_field(way)
                    if field.selection is None:
                        leaves.setdefault(field.name, (*prefix, *way))
                    elif field.name in words("info") and not isinstance(field.type, ListOf):
                        below.append(((*prefix, *way), field.selection))
                for role in _ROLES:
                    fitting = [
                        name for name, way in leaves.items() if tells(role, self.definition_type(last_field(way)))
                    ]
                    if role not in found and (word := first_word(role, fitting)):
                        found[role] = leaves[word]
            level = below
        return found

    def items(self, field: Field) -> tuple[Way, Way] | None:
        """The ways from a field to its list of items or edges, and from an element of it to an item."""
        if isinstance(field.type, ListOf):
            return ((), ()) if field.selection is not None and not isinstance(field.type.element, ListOf) else None
        if field.selection is None:
            return None
        lists = [
            way for way in self.fields(field.selection)
            if isinstance(last_field(way).type, ListOf) and last_field(way).selection is not None
        ]
        by_name = {last_field(way).name: way for way in reversed(lists)}
        if "nodes" in by_name:
            return by_name["nodes"], ()
        if "edges" in by_name and (node := self._node(last_field(by_name["edges"]))) is not None:
            return by_name["edges"], node
        others = [way for name, way in by_name.items() if name != "edges"]
        return (others[0], ()) if len(others) == 1 else None

    def _node(self, edges: Field) -> Way | None:
        assert edges.selection is not None
        for way in self.fields(edges.selection):
            field = last_field(way)
            if field.name == "node" and field.selection is not None and not isinstance(field.type, ListOf):
                return way
        return None

    def named_type(self, field: Field) -> Any:
        """The named type of a field as the schema has it."""
        return get_named_type(self.definition_type(field))


def last_field(way: Way) -> Field:
    """The field that a way leads to."""
    field = way[-1]
    assert isinstance(field, Field)
    return field
