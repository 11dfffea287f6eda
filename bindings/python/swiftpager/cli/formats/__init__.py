"""The output formats: pages as lines, as one array, as a table of text, or as Arrow columns."""

from __future__ import annotations

from ..outputs import Output
from ..selection import Selection
from .arrays import ArrayWriter
from .columns import ArrowWriter
from .lines import LineWriter
from .naming import FORMATS, format_for
from .parts import Folder, PartsWriter
from .rows import FORMULAS, Formulas
from .tables import TableWriter
from .writer import Writer

__all__ = ["FORMATS", "FORMULAS", "Folder", "Formulas", "PartsWriter", "Writer", "format_for", "make_writer"]


def make_writer(
    name: str, output: Output, selection: Selection, *, columns: list[str] | None, header: list[str] | None,
    formulas: Formulas,
) -> Writer:
    """The writer of a format; the user wants `columns`, and an earlier run wrote the columns in `header`."""
    match name:
        case "ndjson":
            return LineWriter(output, selection)
        case "json":
            return ArrayWriter(output, selection)
        case "csv":
            return TableWriter(output, selection, columns, header, formulas)
    return ArrowWriter(output, selection, name)
