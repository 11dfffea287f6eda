"""What is written: pages as lines, as one array, as a table of text, or as Arrow's columns."""

from __future__ import annotations

from ..outputs import Output
from ..selection import Selection
from .arrays import ArrayWriter
from .columns import ArrowWriter
from .lines import LineWriter
from .tables import TableWriter
from .writer import Writer

__all__ = ["FORMATS", "Writer", "make_writer"]

FORMATS = ("ndjson", "json", "csv", "parquet", "arrow")


def make_writer(
    name: str, output: Output, selection: Selection, *, columns: list[str] | None, header: list[str] | None
) -> Writer:
    """The writer of a format; `columns` are those that the user wants, and `header` those that an earlier run wrote."""
    match name:
        case "ndjson":
            return LineWriter(output, selection)
        case "json":
            return ArrayWriter(output, selection)
        case "csv":
            return TableWriter(output, selection, columns, header)
    return ArrowWriter(output, selection, name)
