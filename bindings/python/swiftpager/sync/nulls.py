"""Lists whose items have no time of a change before the first one: which of them are read whole.

A run since a mark misses such an item if the list has it behind the items with a time, and a filter leaves it out. The
rows of the first complete run show where the list has them.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections.abc import Callable, Iterable
from typing import Any

from .._optional import imported
from .._pointers import column_names, names
from ..exceptions import SwiftPagerError
from ..fleet import Store
from ..fleet._footer import KEY
from ..fleet._listing import slice_of
from ..schema import SchemaError
from .pinned import Entry
from .stores import Stores

# Why a list is read whole, as `_plan.json` has it.
NULLS = "nulls"


def are_missed(stores: Stores, entry: Entry) -> bool:
    """Whether runs since a mark miss items without a time. The store is asked once. Raises OSError and ValueError."""
    since = None if entry.plan is None else entry.plan.since
    number = max(stores.numbers(), default=0)
    record = stores.record(number) if number else None
    if since is None or since.get("on_missing") != "deliver" or record is None or record.newest_by is None:
        return False
    column = _column(entry, str(since["path"]))
    if column is None or record.end is None or record.has_no_late_nulls:
        return False
    files = ((found[0], file) for file in Store(stores.path(number)).files() if (found := slice_of(file)) is not None)
    for _, of_walk in itertools.groupby(files, lambda one: one[0]):
        first_run = _First(column, str(entry.key), is_sorted=since.get("order") == "descending")
        if first_run.misses(file for _, file in of_walk):
            return True
    if record.end == "complete":
        stores.note(number, dataclasses.replace(record, has_no_late_nulls=True))
    return False


def read_whole(entry: Entry, plan: Callable[[Entry], Entry]) -> Entry:
    """The entry of the same list with the same columns, whose plan does not ask for what is new; `plan` makes it."""
    assert entry.plan is not None
    whole = dataclasses.replace(entry, whole=NULLS)
    try:
        return plan(whole)
    except (SchemaError, SwiftPagerError):
        # Without the schema, the list keeps its order.
        return dataclasses.replace(whole, plan=dataclasses.replace(entry.plan, since=None), key=None)


def in_words(entry: Entry) -> str | None:
    """What to tell of a list that is read whole; None of another one."""
    if entry.whole != NULLS:
        return None
    return (
        f"{entry.name} is read whole each time: some of its items have no time of a change, and a run that asks for"
        " what is new would miss those"
    )


def _column(entry: Entry, pointer: str) -> str | None:
    """The column with the values at a pointer."""
    columns = {} if entry.plan is None else entry.plan.columns
    return next((name for name, given in columns.items() if column_names(name, given) == names(pointer)), None)


class _First:
    """The first complete run of a walk."""

    def __init__(self, column: str, key: str, *, is_sorted: bool) -> None:
        self._column = column
        self._key = key
        # A filter leaves out each null, wherever the list has it.
        self._has_value = not is_sorted

    def misses(self, files: Iterable[str]) -> bool:
        """Whether the files of the run, in their order, have a null that later runs miss."""
        library = imported("pyarrow.parquet")
        is_missed = False
        for path in files:
            with library.ParquetFile(path) as file:
                for batch in file.iter_batches(columns=[self._column, self._key]):
                    is_missed = self._misses(batch) or is_missed
                footer = json.loads(file.metadata.metadata[KEY])
            if footer.get("end") == "complete":
                return is_missed
        # Nulls beside errors say nothing: their slices do not count once a run was complete.
        return False

    def _misses(self, batch: Any) -> bool:
        column = batch.column(self._column)
        first = 0
        if not self._has_value:
            first = imported("pyarrow.compute").index(column.is_valid(), True).as_py()
            if first < 0:
                return False
            self._has_value = True
        if column.null_count == 0:
            return False
        # An item that is null itself has no key.
        keys = batch.column(self._key)
        return any(
            value is None and key is not None
            for value, key in zip(column[first:].to_pylist(), keys[first:].to_pylist(), strict=True)
        )
