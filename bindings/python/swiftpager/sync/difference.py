"""What `--refresh` changed in the plans."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .pinned import PARTS, Entry, Pinned, asked_by


def difference(before: Pinned, after: Pinned) -> list[str]:
    """The difference as lines of text: lists that came and went, and what changed in the others."""
    lines = [f"{name} came{_reason(after.lists[name])}" for name in sorted(after.lists.keys() - before.lists.keys())]
    lines += [
        f"{name} went; its folder {before.lists[name].folder} stays"
        for name in sorted(before.lists.keys() - after.lists.keys())
    ]
    for name in sorted(before.lists.keys() & after.lists.keys()):
        if changes := list(_changes(before.lists[name], after.lists[name])):
            lines.append(f"{name}: {'; '.join(changes)}")
    return lines


def _reason(entry: Entry) -> str:
    return "" if entry.is_read else f", and is skipped: {entry.skipped}"


def _changes(before: Entry, after: Entry) -> Iterator[str]:
    if before.is_read != after.is_read:
        yield "it is read now" if after.is_read else f"it is skipped now: {after.skipped}"
    if before.plan is None or after.plan is None:
        return
    asked = asked_by(before.plan)
    if asked in after.earlier or (asked == asked_by(after.plan) and before.plan.pagination != after.plan.pagination):
        yield "another total; its store goes on"
        return
    yield from _columns(before.plan.columns, after.plan.columns)
    old, new = before.plan.to_json(), after.plan.to_json()
    if old["columns"] == new["columns"]:
        # Each column stands in the query, too.
        yield from (f"another {part}" for part in PARTS if old[part] != new[part])
    elif (old["since"] is None) != (new["since"] is None):
        yield "another since"
    if before.key != after.key:
        yield f"another key: {after.key}"


def _columns(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    if came := [name for name in after if name not in before]:
        yield f"columns that came: {', '.join(came)}"
    if went := [name for name in before if name not in after]:
        yield f"columns that went: {', '.join(went)}"
    for name, column in after.items():
        if name in before and before[name] != column:
            yield f"the column {name} changed: {_type(before[name])}, now {_type(column)}"
    if list(before) != list(after) and set(before) == set(after):
        yield "another order of the columns"


def _type(column: Any) -> str:
    kind = column.get("type") if isinstance(column, Mapping) and column.keys() == {"type"} else column
    return kind if isinstance(kind, str) else json.dumps(kind)
