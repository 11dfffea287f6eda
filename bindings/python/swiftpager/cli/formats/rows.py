"""Rows of CSV: the cells of items, and the lines of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, get_args

from ..endings import UnfitItem
from ..selection import compact

# The column of items that are not objects.
PLAIN = "value"
# What becomes of a text that a spreadsheet would take for a formula.
Formulas = Literal["keep", "escape"]
FORMULAS = get_args(Formulas)
# The beginnings of such texts. Some spreadsheets know the wide forms of the signs, too.
_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


class Rows:
    """Makes rows of items. An object in `whole` is one cell, as JSON."""

    def __init__(self, whole: Iterable[str] = (), formulas: Formulas = "keep") -> None:
        self._whole = frozenset(whole)
        self._escapes = formulas == "escape"

    def cells(self, item: Any) -> dict[str, str]:
        """The cells of an item, by column: `owner.name` is a member of an object, and a list is JSON."""
        if item is None:
            return {}
        row: dict[str, str] = {}
        self._flatten(item, "" if isinstance(item, dict) else PLAIN, row)
        return row

    def header(self, columns: Sequence[str]) -> bytes:
        """The row of names."""
        return _line([self._text(name) for name in columns]).encode(errors="surrogatepass")

    def lines(self, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> bytes:
        """Rows that have these columns; a missing cell is empty."""
        text = "".join([_line([row.get(name, "") for name in columns]) for row in rows])
        return text.encode(errors="surrogatepass")

    def _flatten(self, value: Any, name: str, row: dict[str, str]) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                self._flatten(inner, f"{name}.{key}" if name else key, row)
            if name not in self._whole:
                return
        if name in row:
            raise UnfitItem(
                f"an item has two values for the column {name!r}: write ndjson, or leave one of them out of the query"
            )
        row[name] = self._cell(value)

    def _cell(self, value: Any) -> str:
        if value is None:
            return ""
        return self._text(value) if isinstance(value, str) else compact(value).decode()

    def _text(self, text: str) -> str:
        """The cell of a text. Numbers do not come here, so -5 stays a number."""
        return f"'{text}" if self._escapes and text.startswith(_SIGNS) else text


def _line(cells: list[str]) -> str:
    """A row. Python's own writer leaves a carriage return as it is before 3.13, and most readers end the row there."""
    text = "".join(cells)
    if _has_marks(text) or list(map(str.strip, cells)) != cells:
        return ",".join([_quoted(cell) if _has_marks(cell) or cell.strip() != cell else cell for cell in cells]) + "\n"
    # Readers skip a row with nothing in it.
    return ",".join(cells) + "\n" if text or len(cells) != 1 else '""\n'


def _has_marks(text: str) -> bool:
    """Whether a reader may take a character for a separator, the end of a row, or the mark at the start of a file."""
    # A regular expression takes twice as long.
    return '"' in text or "," in text or "\n" in text or "\r" in text or "\ufeff" in text


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'
