"""CSV: each item is a row, and the members of its objects are columns."""

from __future__ import annotations

from ...page import Page
from ..endings import UnfitItem, UsageError
from ..outputs import Output
from ..selection import Selection
from .rows import Formulas, Rows
from .writer import Writer


class TableWriter(Writer):
    """Writes rows. The columns are the given ones, else those of the first page that has items."""

    def __init__(
        self, output: Output, selection: Selection, columns: list[str] | None, header: list[str] | None,
        formulas: Formulas,
    ) -> None:
        super().__init__(output, selection)
        # Whether a column that the header lacks is an error. It is not if the user chose the columns.
        self._is_checked = columns is None
        # An object that the user named as a column is one cell, as JSON.
        self._rows = Rows(columns or (), formulas)
        self._chosen = columns
        self._row = 0
        self.begin_again(header)

    def begin_again(self, columns: list[str] | None) -> None:
        self._has_header = columns is not None
        self.columns = columns or self._chosen

    def write(self, page: Page, most: int | None) -> None:
        rows = [self._rows.cells(item) for item in self.selection.values(page, most)]
        if not rows:
            return
        if self.columns is None:
            # An object that is null in one item and not in another becomes the columns of its members.
            names = list(dict.fromkeys(name for row in rows for name in row))
            self.columns = [name for name in names if not any(other.startswith(f"{name}.") for other in names)]
        elif not self._has_header:
            self._check_names(rows)
        if self._is_checked:
            for row in rows:
                self._row += 1
                self._check(row)
        lines = self._rows.lines(self.columns, rows)
        if not self._has_header:
            lines = self._rows.header(self.columns) + lines
            self._has_header = True
        self.output.write(lines)

    def end(self) -> None:
        if self.columns is not None and not self._has_header:
            self.output.write(self._rows.header(self.columns))

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
