"""CSV: each item is a row, and the members of its objects are columns."""

from __future__ import annotations

import csv
import io
from typing import Any

from ...page import Page
from ..endings import UnfitItem, UsageError
from ..outputs import Output
from ..selection import Selection, compact
from .writer import Writer

# The column of items that are not objects.
PLAIN = "value"


class TableWriter(Writer):
    """Writes rows. The columns are the given ones, else those of the first page that has items."""

    def __init__(
        self, output: Output, selection: Selection, columns: list[str] | None, header: list[str] | None
    ) -> None:
        super().__init__(output, selection)
        # Whether a column that the header lacks is an error. It is not if the user chose the columns.
        self._is_checked = columns is None
        # An object that the user named as a column is one cell, as JSON.
        self._whole = frozenset(columns or ())
        self._chosen = columns
        self._row = 0
        self.begin_again(header)

    def begin_again(self, columns: list[str] | None) -> None:
        self._has_header = columns is not None
        self.columns = columns or self._chosen

    def write(self, page: Page, most: int | None) -> None:
        rows = [flat(item, self._whole) for item in self.selection.values(page, most)]
        if not rows:
            return
        if self.columns is None:
            # An object that is null in one item and not in another becomes the columns of its members.
            names = list(dict.fromkeys(name for row in rows for name in row))
            self.columns = [name for name in names if not any(other.startswith(f"{name}.") for other in names)]
        elif not self._has_header:
            self._check_names(rows)
        text = io.StringIO()
        table = csv.writer(text, lineterminator="\n")
        if not self._has_header:
            table.writerow(self.columns)
            self._has_header = True
        for row in rows:
            self._row += 1
            if self._is_checked:
                self._check(row)
            table.writerow([row.get(name, "") for name in self.columns])
        self.output.write(text.getvalue().encode(errors="surrogatepass"))

    def end(self) -> None:
        if self.columns is not None and not self._has_header:
            self.output.write((",".join(self.columns) + "\n").encode())

    def _check_names(self, rows: list[dict[str, str]]) -> None:
        """Raises `UsageError` if the user has named a column that no item of the first page has."""
        there = dict.fromkeys(name for row in rows for name in row)
        for name in self.columns or ():
            # A member may be missing because its object is null.
            if not any(name == other or name.startswith(f"{other}.") for other in there):
                raise UsageError(f"--columns {name} is not on the first page, which has: {', '.join(there)}")

    def _check(self, row: dict[str, str]) -> None:
        for name in row.keys() - set(self.columns or ()):
            # A null in place of an object says nothing about its columns.
            if row[name] or not any(other.startswith(f"{name}.") for other in self.columns or ()):
                raise UnfitItem(
                    f"item {self._row:,} of this run has the column {name!r}, but the header comes from the first page"
                    f" and does not have it: {', '.join(self.columns or ())}; name the columns with --columns, or write"
                    " ndjson"
                )


def flat(item: Any, whole: frozenset[str] = frozenset()) -> dict[str, str]:
    """The columns of an item: `owner.name` is a member of an object; a list, or an object in `whole`, is JSON."""
    if item is None:
        return {}
    row: dict[str, str] = {}
    _flatten(item, "" if isinstance(item, dict) else PLAIN, row, whole)
    return row


def _flatten(value: Any, name: str, row: dict[str, str], whole: frozenset[str]) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            _flatten(inner, f"{name}.{key}" if name else key, row, whole)
        if name not in whole:
            return
    if name in row:
        raise UnfitItem(f"an item has two values for the column {name!r}: write ndjson, or leave one of them"
            " out of the query")
    row[name] = _cell(value)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else compact(value).decode()
