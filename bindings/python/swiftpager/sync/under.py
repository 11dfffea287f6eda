"""Lists that are walked once for each item of another list."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from .._optional import imported
from .._pointers import column_names, names
from ..fleet import Walk, _names
from ..schema.lag import with_lag
from .errors import Unresolved
from .pinned import Entry
from .stores import ORDINAL, Record

Values = tuple[Any, ...]


class Items:
    """The items of the list before, in its newest complete store, as far as the pointers of `under` need them.

    Raises `Unresolved` for a pointer that has no column.
    """

    def __init__(self, entry: Entry, parent: Entry, record: Record, files: Sequence[str]) -> None:
        assert entry.under is not None and parent.plan is not None
        self._what = f"{entry.name} under {parent.name}"
        self._pointers = entry.under.arguments
        self._ways = [self._way(pointer, parent.plan.columns) for pointer in self._pointers.values()]
        self._newest_by = record.newest_by
        self._files = files
        # The first pointer that found nothing in an item.
        self._first_missing = ""

    def values(self) -> Iterator[Values]:
        """The values at the pointers, each row of values once."""
        rows = self._rows() if self._newest_by is None else iter(self._newest_rows().values())
        for row in dict.fromkeys(rows):
            if all(_is_value(value) for value in row):
                yield row
                continue
            self._first_missing = self._first_missing or next(
                pointer for pointer, value in zip(self._pointers.values(), row, strict=True) if not _is_value(value)
            )

    def error(self) -> dict[str, Any] | None:
        """What is wrong if a pointer found nothing in an item; complete after `values`."""
        if not self._first_missing:
            return None
        return {
            "code": "NOTHING_FOUND", "retryable": False,
            "message": f"{self._what}: the pointer {self._first_missing} finds nothing in some items",
        }

    def _rows(self) -> Iterator[Values]:
        for _, batch in self._batches([]):
            yield from zip(*self._read(batch), strict=True)

    def _newest_rows(self) -> dict[Any, Values]:
        """The rows by what tells items apart; of several rows of one item, the newest."""
        by = list(self._newest_by or ())
        newest: dict[Any, tuple[int, Values]] = {}
        for walk, batch in self._batches([*by, ORDINAL]):
            # Each walk counts its rows, and its keys are its own.
            keys = zip(*(batch.column(name).to_pylist() for name in by), strict=True)
            ordinals = batch.column(ORDINAL).to_pylist()
            for key, ordinal, row in zip(keys, ordinals, zip(*self._read(batch), strict=True), strict=True):
                if (walk, key) not in newest or newest[walk, key][0] < ordinal:
                    newest[walk, key] = (ordinal, row)
        return {key: row for key, (_, row) in newest.items()}

    def _batches(self, others: list[str]) -> Iterator[tuple[str, Any]]:
        """The columns that are needed, and the name of their walk with its folder."""
        wanted = list(dict.fromkeys([*(way[0] for way in self._ways), *others]))
        library = imported("pyarrow.parquet")
        for path in self._files:
            with library.ParquetFile(path) as file:
                if lacking := [name for name in wanted if name not in file.schema_arrow.names]:
                    raise Unresolved(f"{self._what}: the files do not have the column {lacking[0]} yet")
                yield from ((path.rpartition("-")[0], batch) for batch in file.iter_batches(columns=wanted))

    def _read(self, batch: Any) -> list[list[Any]]:
        return [
            [_inner(value, rest, is_json=is_json) for value in batch.column(name).to_pylist()]
            for name, rest, is_json in self._ways
        ]

    def _way(self, pointer: str, columns: Mapping[str, Any]) -> tuple[str, list[str], bool]:
        """The column that has the values of a pointer, the way on in it, and whether it is JSON text."""
        wanted = names(pointer)
        ways = [(column_names(name, given), name, given) for name, given in columns.items()]
        leading = [one for one in ways if one[0] and wanted[:len(one[0])] == one[0]]
        if leading:
            # An object and one of its members may both be columns: then the object may lack the member.
            way, name, given = max(leading, key=lambda one: len(one[0]))
            kind = None if isinstance(given, str) else given.get("type")
            return name, wanted[len(way):], kind == "json"
        raise Unresolved(
            f"{self._what}: the pointer {pointer} finds nothing, because no column has its value; the columns are"
            f" {', '.join(columns)}"
        )


def walks(
    entry: Entry, endpoint: str, headers_env: Mapping[str, str] | None, rows: Iterable[Values],
    lag: float | None = None,
) -> Iterator[Walk]:
    """A walk for each row of values, whose key and folders name them. Raises `Unresolved` for an unknown argument."""
    plan = entry.plan
    assert entry.under is not None and plan is not None
    arguments = list(entry.under.arguments)
    variables = [variable_of(name, plan.variables) for name in arguments]
    columns = partition_of(entry)
    for row in rows:
        yield Walk(
            endpoint, plan.query, {**plan.variables, **dict(zip(variables, row, strict=True))},
            key=".".join([entry.name, "/".join(quote(_text(value), safe="") for value in row)]),
            headers_env=headers_env, pagination=plan.pagination, since=with_lag(plan.since, lag), nested=plan.nested,
            partition={name: _names.fitting(_text(value)) for name, value in zip(columns, row, strict=True)},
        )


def partition_of(entry: Entry) -> tuple[str, ...]:
    """The columns that say of which item before it a row is: the names of the arguments."""
    if entry.under is None or entry.plan is None:
        return ()
    taken = {name.casefold() for name in entry.plan.columns}
    columns = []
    for argument in entry.under.arguments:
        name = argument.replace(".", "_")
        while name.casefold() in taken:
            name = f"under_{name}"
        taken.add(name.casefold())
        columns.append(name)
    return tuple(columns)


def variable_of(argument: str, variables: Mapping[str, Any]) -> str:
    """The variable of a plan that takes an argument. Its name begins with the object if the list has the same one."""
    path = argument.split(".")
    for name in ("_".join(path[-2:]), path[-1]):
        if name in variables:
            return name
    raise Unresolved(f"under: the query has no variable for the argument {argument}; it has {', '.join(variables)}")


def _inner(value: Any, rest: list[str], *, is_json: bool) -> Any:
    if is_json and value is not None:
        value = json.loads(value)
    for name in rest:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, str | int | float | bool | None) else None


def _is_value(value: Any) -> bool:
    return value is not None and value != ""


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
