"""Parquet and Arrow: items as columns with types. The library fills the columns, and pyarrow writes them."""

from __future__ import annotations

import importlib
from typing import Any

from ...arrow.table import Table
from ...exceptions import BadResponseError, OutOfMemoryError
from ...page import Page
from ..endings import OutputError, UnfitItem, UsageError
from ..outputs import Output
from ..selection import Selection
from .rows import PLAIN
from .writer import Writer

# The number of rows in a written batch: more than one page shows the types better, and readers prefer large batches.
ROWS = 8_192
ADVICE = "write ndjson, which takes any item"


def unfit(selection: Selection) -> str:
    """What is wrong if an item does not fit its columns."""
    if selection.types is not None:
        return "the column types of the schema do not fit an item (--scalar NAME=TYPE gives those of a scalar)"
    return "the column types come from the first rows and do not fit a later item"


class ArrowWriter(Writer):
    """Writes batches of rows. Their types are those of the schema, or of the first batch."""

    def __init__(self, output: Output, selection: Selection, name: str) -> None:
        super().__init__(output, selection)
        self._pyarrow = _imported("pyarrow", name)
        self._parquet = _imported("pyarrow.parquet", name) if name == "parquet" else None
        field = selection.field
        self._table = Table(selection.types if field is None else {PLAIN: field.text})
        self._has_field = field is not None
        # The number of the table's rows to write.
        self._rows = 0
        self._writer: Any = None
        self._sink = _Sink(output)

    def write(self, page: Page, most: int | None) -> None:
        self.selection.check(page)
        try:
            self._table.add(page)
        except BadResponseError as error:
            raise UnfitItem(f"{unfit(self.selection)}: {error}; {ADVICE}") from error
        except OutOfMemoryError as error:
            raise OutputError(f"the items cannot become columns: {error}; {ADVICE}") from error
        self._rows += page.item_count if most is None else min(page.item_count, most)
        if self._rows >= ROWS:
            self._flush()

    def end(self) -> None:
        if self._rows or self._writer is None:
            self._flush()
        self._writer.close()

    def abandon(self) -> None:
        # The writer's own end would make the list look complete.
        self._sink.is_open = False

    def _flush(self) -> None:
        try:
            batch = self._batch()
            if self._writer is None:
                self._writer = self._begun(batch.schema)
            while batch.num_rows:
                self._writer.write_batch(batch)
                self._rows -= batch.num_rows
                batch = self._batch()
        except self._pyarrow.ArrowException as error:
            raise OutputError(f"the columns cannot be written: {error}; {ADVICE}") from error

    def _batch(self) -> Any:
        """The oldest rows of the table that are not yet written."""
        batch = self._table.take().to_pyarrow().slice(0, self._rows)
        if not self._has_field:
            return batch
        (column,) = batch.columns
        if not self._pyarrow.types.is_struct(column.type):
            return batch
        # Objects that a pointer selects become columns, too.
        schema = self._pyarrow.schema(list(column.type))
        return self._pyarrow.RecordBatch.from_arrays(column.flatten(), schema=schema)

    def _begun(self, schema: Any) -> Any:
        """A writer of batches."""
        sink = self._pyarrow.PythonFile(self._sink, mode="w")
        if self._parquet is None:
            return self._pyarrow.ipc.new_stream(sink, schema)
        return self._parquet.ParquetWriter(sink, schema)


class _Sink:
    """The output as a Python file object."""

    closed = False

    def __init__(self, output: Output) -> None:
        self._output = output
        self._position = 0
        self.is_open = True

    def write(self, data: Any) -> int:
        view = memoryview(data)
        if self.is_open:
            self._output.write(view)
        self._position += view.nbytes
        return view.nbytes

    def tell(self) -> int:
        return self._position

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass


def _imported(module: str, output: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise UsageError(f"the format {output} needs pyarrow: pip install pyarrow, or swiftpager[arrow]") from error
