"""What a trial shows of times: how the server writes each scalar, and whether a list can be read since a mark."""

from __future__ import annotations

import dataclasses
import re
import threading
from collections.abc import Callable, Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from graphql import GraphQLScalarType, get_nullable_type

from ..arrow.fitting import ANY, TIMES, is_time, joined, time_type
from .errors import UnreadMark
from .items import fields_of
from .leaving_out import Path, column_path, names
from .plan import Plan
from .signs import is_composite

if TYPE_CHECKING:
    from .opened import Schema

# As the library reads whole numbers: see `WholeNumber` in Sources/PagerLists.
_WHOLE_NUMBER = re.compile(r"-?[0-9]+(\.0+)?")
_LONGEST_NUMBER = 1_000
_SHOWN = 60


def with_readable_mark(plan: Plan, values: Iterable[Any], hide: Callable[[str], str]) -> Plan:
    """The plan whose type of `since` reads the values of items; raises `UnreadMark` if none reads them all."""
    since = plan.since
    found = [value for value in values if value is not None]
    if since is None or not found:
        return plan
    kind = since.get("type", "time")
    types = [kind, *(other for other in ("time", "integer") if other != kind)]
    unread = {one: next((value for value in found if not _reads(one, value)), None) for one in types}
    fitting = next((one for one in types if unread[one] is None), None)
    if fitting is None:
        text = hide(str(unread[kind]))
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        raise UnreadMark(
            f"an item of {plan.name} has \"{shown}\" at {since['path']}, which is neither a time like"
            " 2026-03-01T12:00:00Z nor a whole number"
        )
    if fitting == kind:
        return plan
    others = {name: value for name, value in since.items() if name != "type"}
    return dataclasses.replace(plan, since={**others, **({} if fitting == "time" else {"type": fitting})})


def _reads(kind: str, value: Any) -> bool:
    """Whether the library reads a value as a type of `since`."""
    if kind == "text":
        return isinstance(value, str)
    if kind == "time":
        return isinstance(value, str) and is_time(value)
    if isinstance(value, str):
        return len(value) <= _LONGEST_NUMBER and _WHOLE_NUMBER.fullmatch(value) is not None
    # A number with a point may be whole by chance.
    return isinstance(value, int) and not isinstance(value, bool)


def type_for(kind: Any, values: Iterable[Any], *, is_strict: bool) -> Any:
    """The type of a column of times that holds the values of a trial; None if a walk has to infer it.

    A store needs one type for all runs: with `is_strict`, values that no other type holds are JSON text.
    """
    found = [value for value in values if value is not None]
    if kind not in TIMES or not found:
        return kind
    types = {time_type(value) or ANY for value in found}
    fitting = types.pop()
    for one in types:
        fitting = joined(fitting, one)
    if fitting == ANY and not is_strict:
        return None
    # The column may have nanoseconds, because values of another list have them.
    return kind if kind != "timestamp_local" and joined(kind, fitting) == kind else fitting


class Forms:
    """How the server writes the times of each list, by their places in the items: what the trials showed."""

    def __init__(self) -> None:
        self._types: dict[str, dict[Path, set[str]]] = {}
        # The scalars of the columns of each list whose plan was given.
        self._scalars: dict[str, dict[Path, str]] = {}
        # Several lists are tried at once.
        self._lock = threading.Lock()

    def note(self, plan: Plan, items: Iterable[Any]) -> None:
        """Notes the types of the times in the items of a trial."""
        found: dict[Path, set[str]] = {}
        for item in items:
            for path in _time_paths(plan):
                if (value := _at(item, path)) is not None:
                    found.setdefault(path, set()).add(time_type(value) or ANY)
        with self._lock:
            known = self._types.setdefault(plan.name, {})
            for path, kinds in found.items():
                known[path] = known.get(path, set()) | kinds

    def has_seen(self, name: str, path: Path) -> bool:
        """Whether the trial of a list showed a value there."""
        return path in self._types.get(name, {})

    def has_seen_mark(self, plan: Plan | None) -> bool:
        """Whether the trial of a list showed a value that is compared with a mark."""
        return plan is not None and plan.since is not None and self.has_seen(plan.name, since_path(plan))

    def know(self, schema: Schema, plan: Plan, given: Container[str]) -> bool:
        """Notes which scalars the times of a plan are, except `given` ones; returns whether there are any."""
        found = _scalars(schema, plan.name, plan, given)
        with self._lock:
            self._scalars[plan.name] = found
        return bool(found)

    def applied(
        self, schema: Schema, plans: Mapping[str, Plan], before: Mapping[str, Plan], given: Container[str]
    ) -> dict[str, Plan]:
        """The plans whose columns hold how the server writes the scalar of each in any list.

        A column whose trial showed a value keeps its type, except that it may get nanoseconds. One that showed none
        keeps the type that the plan `before` has. The columns of `given` scalars stay as they are.
        """
        types: dict[str, set[str]] = {}
        for plan in plans.values():
            self.know(schema, plan, given)
        with self._lock:
            scalars = dict(self._scalars)
            shown = {name: dict(found) for name, found in self._types.items()}
        for name, found in shown.items():
            for path, kinds in found.items():
                if (scalar := scalars.get(name, {}).get(path)) is not None:
                    types.setdefault(scalar, set()).update(kinds)
        learnt = {scalar: kind for scalar, kinds in types.items() if (kind := _one_of(kinds)) is not None}
        return {name: self._applied(plan, before.get(name), scalars[name], learnt) for name, plan in plans.items()}

    def _applied(
        self, plan: Plan, before: Plan | None, scalars: Mapping[Path, str], learnt: Mapping[str, str]
    ) -> Plan:
        seen = self._types.get(plan.name, {})
        earlier = {} if before is None else _types(before)

        def fitting(path: Path, kind: Any) -> Any:
            if kind not in TIMES or path not in scalars:
                return kind
            old, other = earlier.get(path, kind), learnt.get(scalars[path], kind)
            if path not in seen:
                return old if old != kind and (old in TIMES or old == ANY) else other
            for one in (old, other):
                kind = _with_nanoseconds(kind, one)
            return kind

        return with_types(plan, fitting)


def _with_nanoseconds(kind: str, other: Any) -> str:
    return other if other in TIMES and kind != "date" and joined(kind, other) == other else kind


def _one_of(kinds: set[str]) -> str | None:
    """The type for the values of a scalar; None if they have zones in one list, and none in another."""
    readable = kinds - {ANY}
    if not readable:
        return ANY
    kind = readable.pop()
    for one in readable:
        kind = joined(kind, one)
    return None if kind == ANY else kind


def with_types(plan: Plan, change: Callable[[Path, Any], Any]) -> Plan:
    """The plan whose columns, and the members of objects, have the types that a function makes of theirs."""
    columns = {}
    for name, column in plan.columns.items():
        path, kind = column_path(name, column), column.get("type")
        if isinstance(kind, Mapping):
            columns[name] = {**column, "type": {one: change((*path, one), inner) for one, inner in kind.items()}}
        else:
            columns[name] = column if kind is None else {**column, "type": change(path, kind)}
    return plan if columns == plan.columns else dataclasses.replace(plan, columns=columns)


def since_path(plan: Plan) -> Path:
    """The way from an item to the value that a mark is compared with; nothing without `since`."""
    return () if plan.since is None else names(plan.since["path"])


def _types(plan: Plan) -> dict[Path, Any]:
    """The types of the columns, and of the members of objects."""
    found: dict[Path, Any] = {}

    def noted(path: Path, kind: Any) -> Any:
        found[path] = kind
        return kind

    with_types(plan, noted)
    return found


def _time_paths(plan: Plan) -> list[Path]:
    """The places of times, and of values that no type of times held."""
    return [path for path, kind in _types(plan).items() if kind in TIMES or kind == ANY]


def _scalars(schema: Schema, name: str, plan: Plan, given: Container[str]) -> dict[Path, str]:
    """The names of the scalars of a plan's columns, except those whose types are given."""
    found: dict[Path, str] = {}
    for path in _time_paths(plan):
        kind: Any = schema.found(name).shape.item
        for step in path:
            fields = fields_of(kind) if is_composite(kind) else {}
            kind = get_nullable_type(fields[step].type) if step in fields else None
        if isinstance(kind, GraphQLScalarType) and kind.name not in given:
            found[path] = kind.name
    return found


def _at(item: Any, path: Path) -> Any:
    for name in path:
        item = item.get(name) if isinstance(item, Mapping) else None
    return item
