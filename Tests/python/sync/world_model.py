"""What the views of a folder must show after a night, and how many requests it may take."""

import dataclasses
import json
import pathlib
from collections.abc import Iterable, Mapping
from typing import Any

import duckdb
import pyarrow

from world_lists import LAG, Item, Key, WorldList
from world_troubles import Expected

# Times that the schema calls times, and that are numbers: the first value that a run sees says so. If that comes after
# the trial, the list is read anew with another type of its column, and with another one of its mark.
UNFORESEEN = ("number", "digits")
READINGS = 3
# What a checkpoint holds of the items within the lag.
LARGEST_WINDOW = 10_000
Row = dict[str, Any]


class Wrong(AssertionError):
    """A list is not as the model has it; `kind` is one of a few words."""

    def __init__(self, kind: str, told: str) -> None:
        super().__init__(f"{kind}: {told}")
        self.kind = kind


@dataclasses.dataclass
class Night:
    """What is known of a list in one night."""

    # The items when the night began to be read, and now; they differ if a run was killed and items changed after that.
    begun: Mapping[Key, Item]
    now: Mapping[Key, Item]
    # Whether a run was killed.
    is_killed: bool


class Model:
    """What is known of one list. `check` raises `Wrong`."""

    def __init__(self, one: WorldList, page_size: int) -> None:
        self._of = one
        self._size = page_size
        # Each version of each item.
        self._history: dict[Key, list[Item]] = {}
        # The items as the last complete run saw them.
        self._complete: Mapping[Key, Item] | None = None
        # What the plan selects, and what it left out before this night.
        self._planned: set[str] = set()
        self._refused: frozenset[str] = frozenset()
        self._is_anew = False
        # Whether the run before left a list half read: the next one goes on, and offsets count other items then.
        self._is_half = False
        # The items that such a list since a mark misses, until they change.
        self._lost: dict[Key, Item] = {}
        # Whether the run before may have left rows of two nights.
        self._was_cut = False
        # Whether the form of the times is still to be seen.
        self._is_unforeseen = one.time in UNFORESEEN
        # For so many nights the list may ask more than it needs, because of a trouble, or a run that was killed.
        self.troubled_nights = 0

    def note(self) -> None:
        """Remembers the items as they are now."""
        for key, item in self._of.truth().items():
            versions = self._history.setdefault(key, [])
            if not versions or versions[-1] is not item:
                versions.append(item)

    def plan(self) -> None:
        """The run makes the plan with the schema as it is."""
        planned = {"id", "name", "slug", *self._of.columns, *(["updatedAt"] if self._of.time else [])}
        # With other columns the list begins a new store.
        self._is_anew, self._planned = planned != self._planned, planned

    def check(
        self, database: duckdb.DuckDBPyConnection, outcome: Mapping[str, Any] | None, night: Night, expected: Expected
    ) -> None:
        """Compares a run with the truth."""
        if outcome is None:
            raise Wrong("no outcome", "the summary does not have the list")
        end, message = outcome["end"], (outcome.get("error") or {}).get("message", "")
        if end not in expected.ends:
            raise Wrong(f"{end}", f"expected {' or '.join(sorted(expected.ends))}; it says {message[:300]!r}")
        if end != "complete" and expected.word not in message:
            raise Wrong("no advice", f"the message does not have {expected.word}: {message!r}")
        self._check_refused(outcome, expected)
        if end == "complete":
            self._check_complete(database, night)
            self._complete = {key: item for key, item in night.now.items() if self._lost.get(key) is not item}
            self._was_cut, self._is_half = night.begun is not night.now, False
        else:
            self._is_half = True
            self._check_incomplete(database)

    def _check_refused(self, outcome: Mapping[str, Any], expected: Expected) -> None:
        refused = frozenset(outcome.get("refused") or ())
        if unknown := refused - expected.refused - expected.doubtful:
            raise Wrong("refused", f"{sorted(unknown)} are refused, though the server has them")
        if outcome["end"] == "complete" and (missing := expected.refused - refused):
            raise Wrong("refused", f"refused does not name {sorted(missing)}")
        self._refused = refused

    def _check_complete(self, database: duckdb.DuckDBPyConnection, night: Night) -> None:
        columns, rows = self._rows(database)
        if lacking := self._planned - columns - self._refused:
            raise Wrong("column", f"the view lacks {sorted(lacking)}, which refused does not name")
        counts_items = self._of.kind.pages in ("offset", "page")
        is_cut = night.begun is not night.now or (self._is_half and counts_items)
        wanted = night.now
        if is_cut:
            # An offset counts other items then, and a list below has other parents.
            moves = counts_items or self._of.under is not None
            wanted = {} if moves else {key: item for key, item in night.begun.items() if night.now.get(key) is item}
        if is_cut and counts_items and self._of.kind.since:
            self._lost |= {key: item for key, item in night.now.items() if key not in rows}
        for key, item in wanted.items():
            if self._lost.get(key) is item:
                continue
            if key not in rows:
                raise Wrong("row", f"{key} is missing{self._late(key, item)}; it is {item.shown}")
            if not matches(item, rows[key]):
                raise Wrong("row", f"{key} is {rows[key]}, not {item.shown}")
        self._check_rows(rows)
        if not self._of.kind.since and not is_cut and (others := rows.keys() - wanted.keys()):
            raise Wrong("deleted row", f"{sorted(map(str, others))[:3]} are in the view, and not on the server")

    def _check_incomplete(self, database: duckdb.DuckDBPyConnection) -> None:
        """The view has at least what the last complete run saw, and no row that never was."""
        if self._complete is None:
            return
        _, rows = self._rows(database)
        if missing := self._complete.keys() - rows.keys():
            raise Wrong("row", f"{sorted(map(str, missing))[:3]} went from the view of a list that is not complete")
        self._check_rows(rows)

    def _check_rows(self, rows: Mapping[Key, Row]) -> None:
        for key, row in rows.items():
            if not any(matches(item, row) for item in reversed(self._history.get(key, []))):
                raise Wrong("spoiled row", f"{key} is {row}, which it never was")

    def _late(self, key: Key, item: Item) -> str:
        before = (self._complete or {}).items()
        times = [one.time for other, one in before if one.time is not None and other[0] == key[0]]
        if item.time is None or not times:
            return ", and has no time" if self._of.time and item.time is None else ""
        return f", {(max(times) - item.time) / 1_000_000:g} s below the newest one of the night before"

    def _rows(self, database: duckdb.DuckDBPyConnection) -> tuple[set[str], dict[Key, Row]]:
        """The columns and the rows of the view."""
        try:
            table = database.sql(f'SELECT * FROM "{self._of.name}"').to_arrow_table()
        except duckdb.Error as error:
            raise Wrong("view", str(error)) from error
        values = {name: plain(column) for name, column in zip(table.column_names, table.columns, strict=True)}
        parent = f"{self._of.box}_name" if self._of.box else None
        rows: dict[Key, Row] = {}
        for place in range(table.num_rows):
            row = {name: column[place] for name, column in values.items()}
            key = (row.pop(parent) if parent else None, row["id"])
            if key in rows and not self._was_cut and self._of.kind.pages not in ("offset", "page"):
                raise Wrong("row twice", f"{key} is twice in the view")
            rows[key] = row
        return set(values), rows

    # Requests

    def most_requests(self, night: Night, expected: Expected, refused: frozenset[str], *, is_planned: bool) -> int:
        """The most requests that a run may send for the list, whose columns `refused` it left out."""
        parents = self._of.shelves or {None: {}}
        # A trial, and the looks for page 0; for the first items of the list before.
        most = 0 if not is_planned else 5 if self._of.kind.pages == "page" else 3
        for parent in parents:
            items = [item for key, item in night.now.items() if key[0] == parent]
            is_whole = self._is_anew or refused != self._refused
            size = min(expected.size or self._size, self._size)
            most += self._pages(len(items) if is_whole else self._read(parent, items), size)
        if self._is_unforeseen:
            most *= READINGS
            self._is_unforeseen = all(item.time is None for item in night.now.values())
        # What is left out is tried again.
        return most + expected.more + (1 if self._refused else 0)

    def _read(self, parent: str | None, items: list[Item]) -> int:
        """How many items of a shelf a run reads: all, or those since the mark and within the lag."""
        before = [item.time for key, item in (self._complete or {}).items() if key[0] == parent]
        times = [time for time in before if time is not None]
        if not self._of.kind.since or not times or any(item.time is None for item in items):
            return len(items)
        if len(in_lag(times)) > LARGEST_WINDOW:
            return len(items)
        return sum(item.time is not None and item.time >= max(times) - LAG for item in items)

    def _pages(self, items: int, size: int) -> int:
        """The pages of so many items. Behind them an empty one shows that there are no others, if nothing else does.

        A walk down to the mark needs an item below it, and one of an offset list a page more.
        """
        if self._of.kind.pages == "whole":
            return 1
        tells_end = self._of.kind.pages == "cursor" or self._of.sign in ("flag", "pages")
        beyond = 0 if self._of.kind.since != "descending" else 1 if self._of.kind.pages == "cursor" else 2
        return max(1, -(-items // size)) + (0 if tells_end else 1) + beyond


def in_lag(times: Iterable[int]) -> list[int]:
    """The times that are within the lag below the newest one."""
    given = list(times)
    return [time for time in given if time >= max(given) - LAG]


def plain(column: pyarrow.ChunkedArray) -> list[Any]:
    """The values of a column; times are microseconds."""
    if pyarrow.types.is_timestamp(column.type):
        column = column.cast(pyarrow.timestamp("us", column.type.tz)).cast(pyarrow.int64())
    values: list[Any] = column.to_pylist()
    return values


def matches(item: Item, row: Row) -> bool:
    """Whether a row of a view has the values of an item."""
    for name, value in row.items():
        if name not in item.shown:
            return False
        wanted = item.shown[name]
        if name == "updatedAt" and isinstance(wanted, str) and isinstance(value, int):
            wanted = item.time
        # If other lists write a scalar in another form, the column is JSON text.
        is_quoted = name == "updatedAt" and isinstance(value, str) and value.startswith('"')
        is_json = is_quoted or (isinstance(value, str) and wanted is not None and not isinstance(wanted, str))
        if (json.loads(value) if is_json else value) != wanted:
            return False
    return True


def read(folder: pathlib.Path) -> duckdb.DuckDBPyConnection:
    """A connection that has the views of a folder."""
    database = duckdb.connect()
    views = folder / "views.sql"
    if views.exists():
        database.execute(views.read_text())
    return database
