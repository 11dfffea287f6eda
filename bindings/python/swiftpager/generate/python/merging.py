"""All that a place in a response has: its own fields with those of its fragments, in one list."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping

from ..model import Field, Fragment, Group, Selection


@dataclasses.dataclass(frozen=True, eq=False)
class Asked:
    """A selection at a place, and whether a condition may leave it out."""

    selection: Selection
    is_conditional: bool = False


@dataclasses.dataclass(frozen=True, eq=False)
class Member:
    """A key of an object.

    field           the field, the first of all that ask for it
    is_conditional  whether the key may be missing
    place           what is asked of it, if it is an object or a list of objects
    """

    field: Field
    is_conditional: bool
    place: Place | None

    def with_more(self, asked: Iterable[Asked]) -> Member:
        """The same, with more that may be asked of its object."""
        more = tuple(Asked(one.selection, True) for one in asked)
        if self.place is None or not more:
            return self
        return dataclasses.replace(self, place=Place((*self.place.asked, *more)))


@dataclasses.dataclass(frozen=True, eq=False)
class Place:
    """What selections ask of an object at one place. It becomes one class, or several by the object's type."""

    asked: tuple[Asked, ...]

    @property
    def fragment(self) -> str | None:
        """The fragment that is all that is asked, so that the class is the fragment's; else None."""
        alone = len(self.asked) == 1 and not self.asked[0].is_conditional
        return self.asked[0].selection.fragment if alone else None

    @property
    def type_name(self) -> str:
        """The type in the schema."""
        return self.asked[0].selection.type_name

    @property
    def key(self) -> str:
        """The key in the response; "" for an operation, a fragment and a group."""
        return self.asked[0].selection.key


@dataclasses.dataclass(frozen=True, eq=False)
class Subtype:
    """What objects of certain types have beside what all have.

    label  the name of the type, or of the condition that several types fulfil
    """

    label: str
    place: Place


class Merging:
    """Merges selections and fragments.

    fragments  the fragments by name
    """

    def __init__(self, fragments: Mapping[str, Fragment]) -> None:
        self._fragments = fragments

    def members(self, place: Place) -> list[Member]:
        """The keys that all objects of a place have, whatever their types."""
        found: dict[str, list[tuple[Field, bool]]] = {}
        for asked in place.asked:
            self._collect(asked, found)
        return [_merged(occurrences) for occurrences in found.values()]

    def groups(self, place: Place) -> dict[tuple[str, ...], Subtype]:
        """What is asked of objects of certain types only, by the names of the types; the common is not in it."""
        names = dict.fromkeys(name for asked in place.asked for name in self._type_names(asked))
        by_groups: dict[tuple[Group, ...], list[str]] = {}
        found: dict[tuple[Group, ...], tuple[Asked, ...]] = {}
        for name in names:
            narrowed = [one for asked in place.asked for one in self._narrowed(asked, name)]
            groups = tuple(group for group, _ in narrowed)
            by_groups.setdefault(groups, []).append(name)
            found[groups] = tuple(asked for _, asked in narrowed)
        return {
            tuple(kinds): Subtype(kinds[0] if len(kinds) == 1 else groups[0].name, Place(found[groups]))
            for groups, kinds in by_groups.items()
        }

    def fragments_in(self, place: Place) -> dict[str, bool]:
        """The fragments that all objects of a place have, and whether a condition may leave them out."""
        found: dict[str, bool] = {}
        for asked in place.asked:
            for spread in asked.selection.spreads:
                is_conditional = asked.is_conditional or spread.condition is not None
                found[spread.fragment] = found.get(spread.fragment, True) and is_conditional
        return found

    def shape(self, place: Place) -> tuple[object, ...]:
        """What a class of a place looks like: places with the same shape can share one."""
        if place.fragment is not None:
            return (place.fragment,)
        members = tuple(
            (one.field.key, one.field.type, one.is_conditional, one.place and self.shape(one.place))
            for one in self.members(place)
        )
        subtypes = tuple((kinds, self.shape(one.place)) for kinds, one in self.groups(place).items())
        return place.type_name, members, tuple(self.fragments_in(place).items()), subtypes

    def of_fragment(self, name: str) -> Place:
        """What a fragment asks for."""
        return Place((Asked(self._fragments[name].selection),))

    def _collect(self, asked: Asked, found: dict[str, list[tuple[Field, bool]]]) -> None:
        for field in asked.selection.fields:
            is_conditional = asked.is_conditional or field.condition is not None
            found.setdefault(field.key, []).append((field, is_conditional))
        for inner in self._spread(asked):
            self._collect(inner, found)

    def _type_names(self, asked: Asked) -> Iterable[str]:
        for group in asked.selection.groups:
            yield from group.types
        for inner in self._spread(asked):
            yield from self._type_names(inner)

    def _narrowed(self, asked: Asked, name: str) -> Iterable[tuple[Group, Asked]]:
        """The groups for a type, also those in the fragments of other groups."""
        for group in asked.selection.groups:
            if name in group.types:
                inner = Asked(group.selection, asked.is_conditional)
                yield group, inner
                yield from self._narrowed(inner, name)
        for spread in self._spread(asked):
            yield from self._narrowed(spread, name)

    def _spread(self, asked: Asked) -> Iterable[Asked]:
        for spread in asked.selection.spreads:
            is_conditional = asked.is_conditional or spread.condition is not None
            yield Asked(self._fragments[spread.fragment].selection, is_conditional)


def fragments_below(selection: Selection) -> Iterator[str]:
    """The fragments that stand anywhere in a selection, but not those in them."""
    yield from (spread.fragment for spread in selection.spreads)
    inner: list[Field | Group] = [*selection.fields, *selection.groups]
    for one in inner:
        if one.selection is not None:
            yield from fragments_below(one.selection)


def _merged(occurrences: list[tuple[Field, bool]]) -> Member:
    field = occurrences[0][0]
    is_conditional = all(conditional for _, conditional in occurrences)
    inner = tuple(
        # What a condition may leave out beside an object that always comes is conditional itself.
        Asked(one.selection, conditional and not is_conditional)
        for one, conditional in occurrences if one.selection is not None
    )
    return Member(field, is_conditional, Place(inner) if inner else None)
