"""A plan on trial: one item shows which columns the server refuses, and how it writes times."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from graphql import (
    REMOVE,
    DocumentNode,
    FieldNode,
    InlineFragmentNode,
    SelectionSetNode,
    Visitor,
    parse,
    print_ast,
    visit,
)

from .._observing import LOGGER
from ..exceptions import GraphQLError
from .plan import Plan

if TYPE_CHECKING:
    from ..client import Client

Path = tuple[str, ...]

# A non-null field takes its parents with it, so an answer may hide a refusal behind another one.
LARGEST_COUNT = 4
_TIME = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d+)?)?([Zz]|[+-]\d\d(:?\d\d)?)?")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def tried(
    client: Client, plan: Plan, *, keep_refused: bool = False, strict_columns: bool = False,
    tell: Callable[[str], None] | None = None,
) -> Plan:
    """The plan without the columns that the server refuses, with the types of times that it writes.

        plan = swiftpager.schema.trial.tried(client, plan, tell=print)

    It asks for one item; a list that takes no size, for its first page.

    keep_refused    leaves refused columns in the plan
    strict_columns  as for `Schema.plan`
    tell            gets one message, which names the columns that are left out; by default it goes to the log

    Raises what `Client.execute` raises, unless the errors lead into an item.
    """
    trial = Trial(plan, keep_refused=keep_refused, strict_columns=strict_columns)
    while trial.is_open:
        with trial.answering():
            trial.take(client.execute(trial.plan.query, trial.variables))
    trial.report(tell)
    return trial.plan


class Trial:
    """A plan that is tried until an answer has no errors that belong to its columns."""

    def __init__(self, plan: Plan, *, keep_refused: bool, strict_columns: bool) -> None:
        self.plan = plan
        self.is_open = True
        self._keeps_refused = keep_refused
        self._is_strict = strict_columns
        self._left = LARGEST_COUNT
        self._reasons: dict[str, str] = {}
        self._is_reported = False

    @property
    def variables(self) -> dict[str, Any]:
        """The variables that ask for one item, if the list takes a size."""
        return self.plan.with_size(1).variables

    @contextlib.contextmanager
    def answering(self) -> Iterator[None]:
        """Takes errors in place of data, if they refuse columns; raises all others."""
        try:
            yield
        except GraphQLError as error:
            if not self.take_errors(error.errors):
                raise

    def take(self, answer: Mapping[str, Any]) -> None:
        """An answer with data: the trial ends with it, unless errors beside the data refuse columns."""
        if not self.take_errors(answer.get("errors") or []):
            self._close(answer.get("data"))

    def take_errors(self, errors: Sequence[Any]) -> bool:
        """Leaves out the columns that errors refuse; returns whether the plan has changed, and is to be tried again."""
        found = dict(self._refusals(errors))
        self._left -= 1
        if not found or self._keeps_refused:
            return False
        remaining = without(self.plan, found)
        if remaining is None:
            return False
        self.plan = dataclasses.replace(remaining, refused=sorted({*self.plan.refused, *map(".".join, found)}))
        self._reasons |= {".".join(path): message for path, message in found.items()}
        self.is_open = self._left > 0
        return True

    def report(self, tell: Callable[[str], None] | None = None) -> None:
        """Names what is left out, by default in the log."""
        if self._reasons and not self._is_reported:
            self._is_reported = True
            message = next(iter(self._reasons.values()))
            names = ", ".join(sorted(self._reasons))
            (tell or _warn)(f"left out, because the server refuses it: {names} ({message})")

    def _refusals(self, errors: Sequence[Any]) -> Iterator[tuple[Path, str]]:
        """The paths below an item that errors are about, except those that the walk needs, with the messages."""
        item = item_path(self.plan)
        needed = _needed(self.plan)
        for error in errors:
            path = error.get("path") if isinstance(error, Mapping) else None
            names = tuple(step for step in path or () if isinstance(step, str))
            below = names[len(item):]
            if names[: len(item)] == item and below and not any(one[: len(below)] == below for one in needed):
                yield below, str(error.get("message") or "without a message")

    def _close(self, data: Any) -> None:
        self.is_open = False
        items = list(_items(data, item_path(self.plan)))
        columns = {
            name: self._fitting(column, [_value(item, _column_path(name, column)) for item in items])
            for name, column in self.plan.columns.items()
        }
        self.plan = dataclasses.replace(self.plan, columns=columns)

    def _fitting(self, column: dict[str, Any], values: list[Any]) -> dict[str, Any]:
        """A column whose type takes the times that the server writes."""
        kind = column.get("type")
        if isinstance(kind, Mapping):
            members = {
                name: self._type_of(one, [_value(value, (name,)) for value in values]) for name, one in kind.items()
            }
            fitting: Any = None if None in members.values() else members
        else:
            fitting = self._type_of(kind, values)
        others = {name: value for name, value in column.items() if name != "type"}
        return others if fitting is None else {**others, "type": fitting}

    def _type_of(self, kind: Any, values: list[Any]) -> Any:
        if kind not in ("timestamp", "timestamp_local", "date"):
            return kind
        forms = {_form(value) for value in values if value is not None}
        if not forms or forms == {kind}:
            return kind
        form = forms.pop() if len(forms) == 1 else None
        # If no type has the form, the values decide; a store needs one type for all runs.
        return form or ("json" if self._is_strict else None)


def _warn(message: str) -> None:
    logging.getLogger(LOGGER).warning("%s", message)


def without(plan: Plan, paths: Iterable[Path]) -> Plan | None:
    """The plan without what is at these paths below an item; None if no column would be left."""
    item = item_path(plan)
    document = visit(parse(plan.query), _Without({(*item, *path) for path in paths}))
    left = set(_leaves(document, item))
    columns = {
        name: remaining for name, column in plan.columns.items()
        if (remaining := _remaining(column, _column_path(name, column), left)) is not None
    }
    if not columns:
        return None
    return dataclasses.replace(plan, query=print_ast(document).rstrip() + "\n", columns=columns)


def item_path(plan: Plan) -> Path:
    """The fields from `data` to an item: ("products", "edges", "node")."""
    path = _names(plan.pagination["connection"]) + _names(plan.pagination.get("items", ""))
    has_nodes = path[-1] == "edges" and any(leaf[0] == "node" for leaf in _leaves(parse(plan.query), path))
    return (*path, "node") if has_nodes else path


def _needed(plan: Plan) -> list[Path]:
    """What the walk reads of an item."""
    key = plan.pagination.get("key") or []
    pointers = [*([key] if isinstance(key, str) else key), plan.pagination.get("identity")]
    pointers.append((plan.since or {}).get("path"))
    return [_names(pointer) for pointer in pointers if pointer]


class _Without(Visitor):
    """Takes fields away, and each parent that selects nothing then."""

    def __init__(self, paths: AbstractSet[Path]) -> None:
        super().__init__()
        self._paths = paths
        self._way: list[str] = []

    def enter_field(self, node: FieldNode, *_: object) -> Any:
        """Removes a field that is not wanted."""
        if (*self._way, node.name.value) in self._paths:
            return REMOVE
        self._way.append(node.name.value)
        return None

    def leave_field(self, node: FieldNode, *_: object) -> Any:
        """Removes a field that has lost its selection."""
        self._way.pop()
        return REMOVE if node.selection_set is not None and not node.selection_set.selections else None

    def leave_inline_fragment(self, node: InlineFragmentNode, *_: object) -> Any:
        """Removes a fragment that has lost its selection."""
        return None if node.selection_set.selections else REMOVE


def _leaves(document: DocumentNode, at: Path) -> Iterator[Path]:
    """The paths of the leaves that a document selects below a path."""
    def walk(selection: SelectionSetNode | None, path: Path) -> Iterator[Path]:
        for node in selection.selections if selection else ():
            below = (*path, node.name.value) if isinstance(node, FieldNode) else path
            inner = node.selection_set  # type: ignore[attr-defined]
            if inner is not None:
                yield from walk(inner, below)
            elif below[: len(at)] == at:
                yield below[len(at):]

    for definition in document.definitions:
        yield from walk(definition.selection_set, ())  # type: ignore[attr-defined]


def _remaining(column: dict[str, Any], path: Path, left: set[Path]) -> dict[str, Any] | None:
    """A column with the members that are left; None if none is."""
    below = {leaf[len(path):] for leaf in left if leaf[: len(path)] == path}
    kind = column.get("type")
    if not below or not isinstance(kind, Mapping):
        return column if below else None
    return {**column, "type": {name: one for name, one in kind.items() if (name,) in below}}


def _column_path(name: str, column: Mapping[str, Any]) -> Path:
    pointer = column.get("pointer")
    return (name,) if pointer is None else _names(pointer)


def _names(pointer: str) -> Path:
    return tuple(pointer.split("/")[1:])


def _items(value: Any, path: Path) -> Iterator[Any]:
    """The items of an answer: arrays may lie anywhere on the way."""
    if isinstance(value, list):
        for element in value:
            yield from _items(element, path)
    elif not path:
        yield value
    elif isinstance(value, Mapping):
        yield from _items(value.get(path[0]), path[1:])


def _value(value: Any, path: Path) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _form(value: Any) -> str | None:
    """The type of column for a date or a time as the server writes it; None for anything else."""
    if not isinstance(value, str):
        return None
    if _DATE.fullmatch(value):
        return "date"
    match = _TIME.fullmatch(value)
    return match and ("timestamp" if match[3] else "timestamp_local")
