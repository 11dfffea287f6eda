"""The rows of a slice on their way into its file."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from .._native.statuses import Status
from .._optional import imported
from .._pointers import column_names
from ..arrow._columns import Columns
from ..arrow.fitting import type_of_values
from ..arrow.table import Table, settled
from ..exceptions import BadResponseError
from ..files._opening import NewFile
from ..page import Page
from . import _schema
from .store import Store

# Readers prefer row groups of about this size.
_GROUP_ROWS = 131_072


class Rows:
    """A file of this machine that takes the rows of a slice; `end` gives it its footer.

    name           the name of the slice in its store
    constants      the values of the store's columns that are the same in all rows
    first_ordinal  the ordinal of the first row, in a store with such a column
    keeps_rows     whether `kept` must have the rows in the end
    """

    def __init__(
        self, store: Store, name: str, *, constants: Mapping[str, str], first_ordinal: int, keeps_rows: bool
    ) -> None:
        self._store = store
        self._name = name
        self._constants = constants
        # The file, which the first rows make.
        self._fresh: NewFile | None = None
        self._schema = _schema.read(store)
        self._table: Table | None = None
        # The keys of the items that have a column, and for each row that waits the others as JSON.
        self._known: set[str] = set()
        self._new_keys: list[str | None] = []
        self._next_ordinal = first_ordinal
        self._writer: Any = None
        self._kept: list[Any] | None = [] if keeps_rows else None
        self.count = 0

    @property
    def has_schema(self) -> bool:
        """Whether the columns are known, so that a file can be written."""
        return self._schema is not None

    def add(self, page: Page) -> None:
        """Takes the rows of a page; raises `BadResponseError` if one does not fit the columns."""
        if page.item_count == 0:
            return
        nodes = page.items if self._collects or self._store.ordinal is not None else ()
        if any(isinstance(node, dict) and self._store.ordinal in node for node in nodes):
            raise _taken(str(self._store.ordinal))
        if self._schema is None:
            sample = Table(self._store.columns)
            self._fill(sample, page)
            self._schema = _schema.create(self._store, settled(sample.schema))
        if self._table is None:
            self._table = self._new_table()
        self._fill(self._table, page)
        if self._collects:
            self._new_keys += [_text(node, self._known) for node in nodes]
        self.count += page.item_count
        if self._table.num_rows >= _GROUP_ROWS:
            self._flush()

    def _fill(self, table: Table, page: Page) -> None:
        """Adds a page to a table; the error of one that does not fit has the types that hold the values of the page."""
        try:
            table.add(page)
        except BadResponseError as error:
            error.details["columns"] = _fitting(self._store.columns, page)
            raise

    def kept(self) -> Any:
        """All rows, as a table of pyarrow."""
        self._flush()
        library = imported("pyarrow")
        return library.concat_tables([self._schema.empty_table(), *(self._kept or [])])

    def end(self, footer: str, key: bytes) -> NewFile:
        """Writes the last rows and the footer; returns the file."""
        self._flush()
        writer = self._opened()
        writer.add_key_value_metadata({key: footer.encode()})
        writer.close()
        assert self._fresh is not None
        return self._fresh

    def abandon(self) -> None:
        """Removes the file."""
        if self._writer is not None:
            with contextlib.suppress(Exception):
                # It writes a footer, on a disk that may be full.
                self._writer.close()
        if self._fresh is not None:
            self._fresh.remove()

    @property
    def _collects(self) -> bool:
        return self._store.on_new_keys == "json"

    def _new_table(self) -> Table:
        schema = _schema.rows_of(self._schema, self._store)
        columns: Columns | None = self._store.columns
        if columns is None and self._collects:
            # Columns that are named leave out the other keys.
            columns = schema.names
        self._known = _keys(columns or ())
        return Table(columns, schema=schema)

    def _flush(self) -> None:
        """Writes the rows that wait."""
        if self._table is None or self._table.num_rows == 0:
            return
        rows, library = self._table.to_pyarrow(), imported("pyarrow")
        if self._collects:
            rows = rows.append_column(_schema.NEW_KEYS, library.array(self._new_keys, library.string()))
            self._new_keys = []
        for name in self._store.constants:
            value = library.scalar(self._constants[name], library.string())
            rows = rows.append_column(name, library.repeat(value, rows.num_rows))
        if self._store.ordinal is not None:
            ordinals = range(self._next_ordinal, self._next_ordinal + rows.num_rows)
            rows = rows.append_column(self._store.ordinal, library.array(ordinals, library.int64()))
            self._next_ordinal = ordinals.stop
        # A cast imports pyarrow.compute, which takes a tenth of a second.
        if not rows.schema.equals(self._schema, check_metadata=True):
            rows = rows.cast(self._schema)
        if self._kept is not None:
            self._kept.append(rows)
        self._opened().write_table(rows)

    def _opened(self) -> Any:
        if self._writer is None:
            self._fresh = self._store._folder.fresh(self._name)
            self._writer = imported("pyarrow.parquet").ParquetWriter(self._fresh.file, self._schema)
        return self._writer


def _taken(key: str) -> BadResponseError:
    message = f"an item has the key {key!r}, which is the `ordinal` of the store: give the ordinals another name"
    status = Status.BAD_RESPONSE
    return BadResponseError(message, status, {"code": status.name, "message": message})


def _fitting(columns: Columns | None, page: Page) -> dict[str, Any]:
    """For each column that values of a page do not fit, a type that holds them."""
    given = columns if isinstance(columns, Mapping) else {}
    found: dict[str, Any] = {}
    for name, one in given.items():
        kind = one.get("type") if isinstance(one, Mapping) else None
        if kind is not None and (wider := type_of_values(kind, _values(page, column_names(name, one)))) is not None:
            found[name] = wider
    return found


def _values(page: Page, way: list[str]) -> Iterator[Any]:
    for item in page.items:
        value = item
        for name in way:
            value = value.get(name) if isinstance(value, dict) else None
        yield value


def _keys(columns: Columns) -> set[str]:
    """The keys of the items that columns are made of."""
    if not isinstance(columns, Mapping):
        return set(columns)
    ways = (column_names(name, given) for name, given in columns.items())
    return {way[0] for way in ways if way}


def _text(node: Any, known: set[str]) -> str | None:
    """The keys of an item that are not columns, as JSON; None if there are none."""
    if not isinstance(node, dict):
        return None
    others = {key: value for key, value in node.items() if key not in known}
    return json.dumps(others, ensure_ascii=False) if others else None
