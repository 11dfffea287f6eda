"""A plan without some of what its query selects."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

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

from .plan import Plan

Path = tuple[str, ...]
# What a list of the same items is asked by.
_ASKED = ("query", "variables", "pagination", "columns", "since", "nested")


def without(plan: Plan, paths: Iterable[Path]) -> Plan | None:
    """The plan without what is at these paths below an item; None if no column would be left."""
    item = item_path(plan)
    document = _without(plan, {(*item, *path) for path in paths})
    left = set(_leaves(document, item))
    columns = {
        name: remaining for name, column in plan.columns.items()
        if (remaining := _remaining(column, column_path(name, column), left)) is not None
    }
    if not columns:
        return None
    return dataclasses.replace(plan, query=_text(document), columns=columns)


def without_totals(plan: Plan, totals: Iterable[str]) -> Plan:
    """The plan without some of its totals. If one of them said where the list ends, an empty page says it then."""
    left_out = set(totals)
    if not left_out:
        return plan
    list_path = names(plan.pagination["connection"])
    document = _without(plan, {(*list_path, *names(pointer)) for pointer in left_out})
    remaining = [pointer for pointer in plan.totals if pointer not in left_out]
    pagination = dict(plan.pagination)
    if pagination.get("total") in left_out:
        del pagination["total"]
    if not remaining:
        pagination.pop("check_total", None)
    return dataclasses.replace(plan, query=_text(document), pagination=pagination, totals=remaining)


def differ_by_totals(one: Plan, other: Plan) -> bool:
    """Whether two plans of a list ask the same for its items, and differ at most by the total."""
    ours, theirs = (_without_any_total(plan) for plan in (one, other))
    return all(getattr(ours, name) == getattr(theirs, name) for name in _ASKED)


def _without_any_total(plan: Plan) -> Plan:
    # An earlier version named a total, and did not list it.
    named = plan.pagination.get("total")
    bare = without_totals(plan, {*plan.totals, *([named] if named is not None else [])})
    pagination = {key: value for key, value in bare.pagination.items() if key != "check_total"}
    return dataclasses.replace(bare, query=_text(parse(bare.query)), pagination=pagination)


def like(plan: Plan, tried: Plan) -> Plan:
    """A plan for other arguments of the same list, as the trial of one left it."""
    plan = without_totals(plan, [pointer for pointer in plan.totals if pointer not in tried.totals])
    if tried.refused:
        plan = without(plan, [tuple(name.split(".")) for name in tried.refused]) or plan
    if plan.has_untried_page and tried.first_page is not None:
        plan = with_first_page(plan, tried.first_page)
    return plan


def with_first_page(plan: Plan, first_page: str) -> Plan:
    """The plan that begins with the page that a trial found: "0: " or "1: ", and why."""
    begun = plan.with_page(0) if first_page.startswith("0") else plan
    return dataclasses.replace(begun, first_page=first_page)


def item_path(plan: Plan) -> Path:
    """The fields from `data` to an item: ("products", "edges", "node")."""
    path = names(plan.pagination["connection"]) + names(plan.pagination.get("items", ""))
    has_nodes = path[-1] == "edges" and any(leaf[0] == "node" for leaf in _leaves(parse(plan.query), path))
    return (*path, "node") if has_nodes else path


def _without(plan: Plan, paths: AbstractSet[Path]) -> DocumentNode:
    document: DocumentNode = visit(parse(plan.query), _Without(paths))
    return document


def _text(document: DocumentNode) -> str:
    return print_ast(document).rstrip() + "\n"


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


def column_path(name: str, column: Mapping[str, Any]) -> Path:
    pointer = column.get("pointer")
    return (name,) if pointer is None else names(pointer)


def names(pointer: str) -> Path:
    return tuple(pointer.split("/")[1:])
