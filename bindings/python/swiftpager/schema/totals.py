"""Where a list tells how many items it has, by the words of the library's own table."""

from __future__ import annotations

import dataclasses

from graphql import GraphQLInterfaceType, GraphQLObjectType, get_nullable_type, is_leaf_type

from .signs import DEEPEST_INFO, Place, first_word, is_whole_number, shown, words

# A number under this word may be that of the page's items.
_OF_LIST_OR_PAGE = "count"


@dataclasses.dataclass(frozen=True)
class Totals:
    """Where the total of a list is: one place, or those of parts, of which the library takes the greatest."""

    places: tuple[Place, ...] = ()
    is_whole_number: bool = False

    @property
    def is_certain(self) -> bool:
        """Whether it counts the items of the list, by its word and its type: then a plan names it."""
        return self.is_whole_number and self.places[0][-1] != _OF_LIST_OR_PAGE


NO_TOTAL = Totals()


def totals(kind: GraphQLObjectType | GraphQLInterfaceType) -> Totals:
    """Where an object tells how many items its list has: the nearest field, and of those the first word's.

    A whole number goes before a text with one. Without a total, the numbers of parts: GitHub's search has `issueCount`,
    `repositoryCount` and others, and each counts the items of one type.
    """
    levels = _levels(kind)
    for role in ("total", "part_of_total"):
        for takes_any in (False, True):
            for level in levels:
                fitting = {name: place for name, (place, is_whole) in level.items() if is_whole or takes_any}
                word = first_word(role, fitting)
                if word is not None and role == "total":
                    return Totals((fitting[word],), is_whole_number=not takes_any)
                if word is not None:
                    return Totals(tuple(fitting[name] for name in words(role) if name in fitting))
    return NO_TOTAL


def _levels(kind: GraphQLObjectType | GraphQLInterfaceType) -> list[dict[str, tuple[Place, bool]]]:
    """The leaves of an object and of those with page info below it, by the number of objects before them.

    Each leaf has its place, and whether it is a whole number. A flag is not a number.
    """
    found: list[dict[str, tuple[Place, bool]]] = []
    level: list[tuple[Place, GraphQLObjectType | GraphQLInterfaceType]] = [((), kind)]
    for _ in range(DEEPEST_INFO + 1):
        leaves: dict[str, tuple[Place, bool]] = {}
        below: list[tuple[Place, GraphQLObjectType | GraphQLInterfaceType]] = []
        for path, owner in level:
            for name, field in shown(owner.fields).items():
                inner = get_nullable_type(field.type)
                if is_leaf_type(inner) and str(inner) != "Boolean":
                    leaves.setdefault(name, ((*path, name), is_whole_number(inner)))
                elif name in words("info") and isinstance(inner, GraphQLObjectType | GraphQLInterfaceType):
                    below.append(((*path, name), inner))
        found.append(leaves)
        level = below
    return found
