"""Lists that are walked once for each item of another list."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

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
        # In an earlier version's store, the columns whose values are in the names of folders.
        self._in_folders = record.partition
        above = {name: {"type": "string"} for name in (*record.under, *record.partition)}
        self._ways = [self._way(pointer, {**above, **parent.plan.columns}) for pointer in self._pointers.values()]
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
        for path, batch in self._batches([]):
            yield from zip(*self._read(path, batch), strict=True)

    def _newest_rows(self) -> dict[Any, Values]:
        """The rows by what tells items apart; of several rows of one item, the newest."""
        by = list(self._newest_by or ())
        newest: dict[Any, tuple[int, Values]] = {}
        for path, batch in self._batches([*by, ORDINAL]):
            # Each walk counts its rows, and its keys are its own.
            walk = path.rpartition("-")[0]
            keys = zip(*(batch.column(name).to_pylist() for name in by), strict=True)
            ordinals = batch.column(ORDINAL).to_pylist()
            for key, ordinal, row in zip(keys, ordinals, zip(*self._read(path, batch), strict=True), strict=True):
                if (walk, key) not in newest or newest[walk, key][0] < ordinal:
                    newest[walk, key] = (ordinal, row)
        return {key: row for key, (_, row) in newest.items()}

    def _batches(self, others: list[str]) -> Iterator[tuple[str, Any]]:
        """The columns that are needed, and the path of their file."""
        wanted = [name for name in dict.fromkeys([*(way[0] for way in self._ways), *others])
                  if name not in self._in_folders]
        library = imported("pyarrow.parquet")
        for path in self._files:
            with library.ParquetFile(path) as file:
                if lacking := [name for name in wanted if name not in file.schema_arrow.names]:
                    raise Unresolved(f"{self._what}: the files do not have the column {lacking[0]} yet")
                yield from ((path, batch) for batch in file.iter_batches(columns=wanted))

    def _read(self, path: str, batch: Any) -> list[list[Any]]:
        return [
            [self._of_folder(path, name)] * batch.num_rows if name in self._in_folders
            else [_inner(value, rest, is_json=is_json) for value in batch.column(name).to_pylist()]
            for name, rest, is_json in self._ways
        ]

    def _of_folder(self, path: str, column: str) -> str:
        """The value of a column in the name of a folder. Raises `Unresolved` if an earlier version cut it."""
        begin = f"{column}="
        folder = next(part for part in reversed(path.split(os.sep)[:-1]) if part.startswith(begin))
        value = unquote(folder.removeprefix(begin))
        if _names.may_be_cut(value):
            raise Unresolved(
                f"{self._what}: an earlier version of swiftpager cut a long value of the column {column}; the list"
                " above needs a new store: remove its folder, and run the command again"
            )
        return value

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
    timeout: float | None = None, lag: float | None = None, page_size: int | None = None,
) -> Iterator[Walk]:
    """A walk for each row of values, whose key and columns have them. Raises `Unresolved` for an unknown argument."""
    plan = entry.plan
    assert entry.under is not None and plan is not None
    arguments = list(entry.under.arguments)
    variables = [variable_of(name, plan.variables) for name in arguments]
    columns = columns_of(entry)
    for row in rows:
        yield Walk(
            endpoint, plan.query, {**plan.variables, **dict(zip(variables, row, strict=True))},
            key=".".join([entry.name, "/".join(quote(_text(value), safe="") for value in row)]),
            headers_env=headers_env, pagination=plan.pagination, since=with_lag(plan.since, lag), nested=plan.nested,
            timeout=timeout, page_size=page_size,
            constants={name: _text(value) for name, value in zip(columns, row, strict=True)},
        )


def in_folders(walk: Walk) -> Walk:
    """A walk as an earlier version made it: the names of the folders alone say of which item before it the rows are."""
    if walk.constants is None:
        return walk
    folders = {name: _names.fitting(value) for name, value in walk.constants.items()}
    return dataclasses.replace(walk, partition=folders, constants=None)


def columns_of(entry: Entry) -> tuple[str, ...]:
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
