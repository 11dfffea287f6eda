"""Finds the list that a query pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import DocumentError
from ..model import Field, ListOf, Paging, Selection, Variable, VariablePlace, Way
from .places import AskedPlaces, asked_places
from .selecting import FieldSource
from .ways import Ways, last_field


class PagingFinder:
    """Finds lists that a variable pages."""

    def __init__(self, ways: Ways, sources: Mapping[Field, FieldSource]) -> None:
        self._ways = ways
        self._sources = sources

    def paging(self, selection: Selection, variables: tuple[Variable, ...], place: str) -> Paging | None:
        """The first list that variables of the query page, the outermost of several.

        Raises `DocumentError` for a list that the variables page in both directions, and cannot.
        """
        declared = {one.name: one for one in variables}
        for way in self.reached(selection):
            if found := self._at(way, declared, place):
                return found
        return None

    def reached(self, selection: Selection) -> Iterator[Way]:
        """The ways to all fields with selections that an operation has once, the outer ones first."""
        level: list[tuple[Way, Selection]] = [((), selection)]
        while level:
            below: list[tuple[Way, Selection]] = []
            for prefix, owner in level:
                for inner in self._ways.fields(owner):
                    way = (*prefix, *inner)
                    field = last_field(way)
                    if field.selection is not None:
                        yield way
                        if not isinstance(field.type, ListOf):
                            below.append((way, field.selection))
            level = below

    def _at(self, way: Way, declared: Mapping[str, Variable], place: str) -> Paging | None:
        field = last_field(way)
        source = self._sources[field]
        asked = asked_places(source.nodes[0], source.definition)
        located = self._ways.items(field)
        if located is None or not asked.variables.keys() & {"after", "before", "offset", "page"}:
            return None
        info = self._ways.info(field.selection) if field.selection and not isinstance(field.type, ListOf) else {}
        if asked.variables.keys() & {"after", "before"}:
            return self._by_cursor(way, located, asked, info, declared, place)
        roles = asked.variables
        kind = "page" if "page" in roles and ("page_count" in info or "offset" not in roles) else "offset"
        if kind not in roles:
            return None
        variables = {role: roles[role] for role in (kind, "size") if role in roles}
        told = {role: one for role, one in info.items() if role in ("has_more", "total", "page_count")}
        start = asked.defaults.get(kind, 1 if kind == "page" else 0)
        if not roles[kind].members:
            written = declared[roles[kind].variable].default
            start = written if isinstance(written, int) and not isinstance(written, bool) else start
        return Paging("page" if kind == "page" else "offset", True, False, way, *located, variables, told, start)

    def _by_cursor(
        self, way: Way, located: tuple[Way, Way], asked: AskedPlaces, info: dict[str, Way],
        declared: Mapping[str, Variable], place: str,
    ) -> Paging | None:
        roles = dict(asked.variables)
        if "size" in roles:
            roles["first"] = roles.pop("size")
        is_sized_backward = "last" in roles or "last" in asked.fixed
        is_forward = "after" in roles and "end_cursor" in info and "last" not in asked.fixed
        is_backward = "before" in roles and "start_cursor" in info and (
            is_sized_backward or not ("first" in roles or "size" in asked.fixed)
        )
        if is_forward and is_backward:
            _check_both(asked, roles, declared, place)
        if not is_forward and not is_backward:
            return None
        sized = {"first": is_forward, "after": True, "last": is_backward, "before": True}
        variables = {role: roles[role] for role, is_used in sized.items() if is_used and role in roles}
        return Paging("cursor", is_forward, is_backward, way, *located, variables, info)


def _check_both(
    asked: AskedPlaces, roles: Mapping[str, VariablePlace], declared: Mapping[str, Variable], place: str
) -> None:
    """Raises `DocumentError` unless each direction can leave out what the other one needs."""
    if fixed := asked.fixed & {"size", "last"}:
        size = "last" if "last" in fixed else "first"
        raise DocumentError(f"{place}: the query pages its list in both directions, so {size} must be a variable")
    for role in ("first", "last", "after", "before"):
        one = roles.get(role)
        variable = declared[one.variable] if one is not None and not one.members else None
        if variable is not None and (not variable.type.is_nullable or variable.has_default):
            told = "has a default" if variable.type.is_nullable else "cannot be left out"
            named = variable.type.named.name
            raise DocumentError(
                f"{place}: the query pages its list in both directions, where each leaves out the other's variables,"
                f" and ${variable.name} {told}: declare it as ${variable.name}: {named}"
            )
