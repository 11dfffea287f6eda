"""Parquet and Arrow, by pyarrow: items as columns with types."""

from __future__ import annotations

import importlib
from typing import Any

from ...page import Page
from ..endings import OutputError, UsageError
from ..outputs import Output
from ..selection import Selection
from .tables import PLAIN
from .writer import Writer

# Rows are collected to so many before they are written: types are found in more than one page, and readers like it.
ROWS = 8_192
_ADVICE = "the types are those of the first rows that were written: use --output ndjson, which takes any"


class ArrowWriter(Writer):
    """Writes batches of rows. Their types are those of the first batch."""

    def __init__(self, output: Output, selection: Selection, name: str) -> None:
        super().__init__(output, selection)
        self._pyarrow = _imported("pyarrow", name)
        self._parquet = _imported("pyarrow.parquet", name) if name == "parquet" else None
        self._rows: list[Any] = []
        self._writer: Any = None
        self._schema: Any = None
        self._sink = _Sink(output)

    def write(self, page: Page, most: int | None) -> None:
        values = self.selection.values(page, most)
        self._rows += (value if isinstance(value, dict) or value is None else {PLAIN: value} for value in values)
        if len(self._rows) >= ROWS:
            self._flush()

    def end(self) -> None:
        if self._rows or self._writer is None:
            self._flush()
        self._writer.close()

    def abandon(self) -> None:
        # Its own end would make the list look whole.
        self._sink.is_open = False

    def _flush(self) -> None:
        pyarrow = self._pyarrow
        try:
            # Rows that do not become columns do not become them at the end either.
            rows, self._rows = self._rows, []
            batch = record_batch(pyarrow, rows, self._schema)
            if self._writer is None:
                self._schema = batch.schema
                sink = pyarrow.PythonFile(self._sink, mode="w")
                self._writer = (
                    self._parquet.ParquetWriter(sink, batch.schema) if self._parquet is not None
                    else pyarrow.ipc.new_stream(sink, batch.schema)
                )
            self._writer.write_batch(batch)
        except (pyarrow.ArrowException, OverflowError) as error:
            raise OutputError(f"the items do not become columns: {error}; {_ADVICE}") from error


def record_batch(pyarrow: Any, rows: list[Any], schema: Any | None) -> Any:
    """The one place where rows become columns, with the types of `schema`, or with those that all rows have."""
    found = pyarrow.array(rows, type=None if rows else pyarrow.struct([]))
    # A page of nulls has no columns.
    fields = pyarrow.schema(found.type if pyarrow.types.is_struct(found.type) else [])
    if schema is not None:
        # pyarrow itself drops what a given type has no room for, and cuts fractions off.
        common = pyarrow.unify_schemas([schema, fields], promote_options="permissive")
        if common != schema:
            names = [field.name for field in common if field not in list(schema)]
            raise OutputError(
                f"later items have another type than the first ones in the column {', '.join(names)}:"
                f" {common.field(names[0]).type}; {_ADVICE}"
            )
    wanted = fields if schema is None else schema
    table = pyarrow.array(rows, type=pyarrow.struct(list(wanted)))
    return pyarrow.RecordBatch.from_arrays(table.flatten(), schema=wanted)


class _Sink:
    """The output as a file of Python's."""

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
        raise UsageError(f"--output {output} needs pyarrow: pip install pyarrow, or swiftpager[arrow]") from error
