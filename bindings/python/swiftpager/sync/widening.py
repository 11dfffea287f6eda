"""Columns whose types change because of values that were seen: in the trials of other lists, or during a walk."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Container, Mapping
from typing import TYPE_CHECKING, Any

from .._optional import imported
from .._pointers import column_names
from ..arrow.fitting import ANY, TIMES, joined
from ..fleet import Store, status
from ..schema import Plan
from .pinned import Entry

if TYPE_CHECKING:
    from ..schema import Schema
    from ..schema.times import Forms


def learnt(
    forms: Forms, schema: Schema, lists: Mapping[str, Entry], kept: Mapping[str, Entry], given: Container[str]
) -> dict[str, Entry]:
    """The entries whose columns hold the times that the trials of all lists showed; see `Forms.applied`."""
    plans, before = _plans(lists), _plans(kept)
    fitting = forms.applied(schema, plans, before, given)
    return {
        name: dataclasses.replace(entry, plan=with_widened(fitting[name], entry.widened, forms))
        if name in fitting else entry
        for name, entry in lists.items()
    }


def with_widened(plan: Plan, widened: Mapping[str, Any], forms: Forms) -> Plan:
    """The plan whose columns hold the values that earlier runs saw, too."""

    def fitting(path: tuple[str, ...], kind: Any, wider: Any) -> Any:
        if isinstance(kind, Mapping) and isinstance(wider, Mapping):
            return {name: fitting((*path, name), one, wider.get(name, one)) for name, one in kind.items()}
        # The type of a column of times without a value is a guess.
        is_guess = kind in TIMES and not forms.has_seen(plan.name, path)
        return wider if is_guess else joined(kind, wider)

    columns = {
        name: {**column, "type": fitting(tuple(column_names(name, column)), column["type"], widened[name])}
        if name in widened and "type" in column else column
        for name, column in plan.columns.items()
    }
    return plan if columns == plan.columns else dataclasses.replace(plan, columns=columns)


class Widening:
    """What a run widens: a column at most twice, the second time to JSON text, which holds any value."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._done: set[tuple[str, str]] = set()

    def entry(self, entry: Entry, store: Store) -> Entry | None:
        """The entry with wider columns, if walks of its store failed because values did not fit; None otherwise.

        The list then begins a new store. Raises OSError and ValueError.
        """
        plan = entry.plan
        changed: dict[str, Any] = {}
        if plan is None:
            return None
        for name, kind in _misfits(store).items():
            before = plan.columns.get(name, {}).get("type")
            wider = ANY if (entry.name, name) in self._done else _wider(store, (name,), before, kind)
            if before is not None and before != wider:
                changed[name] = wider
        if not changed:
            return None
        self._done |= {(entry.name, name) for name in changed}
        columns = {
            name: {**column, "type": changed[name]} if name in changed else column
            for name, column in plan.columns.items()
        }
        told = ", ".join(f"{name} (now {kind})" for name, kind in changed.items())
        self._tell(f"{entry.name} begins a new store with wider columns, because of values that did not fit: {told}")
        return dataclasses.replace(
            entry, plan=dataclasses.replace(plan, columns=columns), widened={**entry.widened, **changed}
        )


def _plans(lists: Mapping[str, Entry]) -> dict[str, Plan]:
    return {name: entry.plan for name, entry in lists.items() if entry.plan is not None}


def _misfits(store: Store) -> dict[str, Any]:
    """For each column that values did not fit, a type that holds those of their pages."""
    found: dict[str, Any] = {}
    for walk in status(store).walks:
        columns = (walk.error or {}).get("columns") or {}
        for name, kind in columns.items():
            found[name] = joined(found.get(name, kind), kind)
    return found


def _wider(store: Store, path: tuple[str, ...], before: Any, kind: Any) -> Any:
    """The type for the values of the store and those that did not fit.

    A column without a value so far does not count: its type was a guess.
    """
    if isinstance(before, Mapping) and isinstance(kind, Mapping):
        return {name: _wider(store, (*path, name), one, kind.get(name, one)) for name, one in before.items()}
    return joined(before, kind) if _has_values(store, ".".join(path)) else kind


def _has_values(store: Store, place: str) -> bool:
    """Whether a column, or the member of an object, has a value that is not null in the slices of a store."""
    parquet = imported("pyarrow.parquet")
    for file in store.files():
        metadata = parquet.read_metadata(file)
        for group in range(metadata.num_row_groups):
            for number in range(metadata.num_columns):
                column = metadata.row_group(group).column(number)
                is_inside = f"{column.path_in_schema}.".startswith(f"{place}.")
                if is_inside and (column.statistics is None or column.statistics.num_values > 0):
                    return True
    return False
