"""Rows of many pages as columns, with one schema for all of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from ctypes import byref
from typing import TYPE_CHECKING, Any

from .._decoding import decode
from .._html import ROWS, Preview, chosen, first_rows, html
from .._json import written
from .._native.handle import NotCopied
from .._native.library import native
from .._native.raising import check
from .._native.text import OwnedText
from .._optional import OptionalModule, imported
from .._parts import item_lines
from .._wording import counted, shown
from ..page import Page
from ._columns import Columns, ColumnType, add_page, new_table, taken_from, written_columns
from .batch import Batch

if TYPE_CHECKING:
    import pyarrow
else:
    pyarrow = OptionalModule("pyarrow")

# The metadata of a field whose text is JSON, as the library writes it.
JSON_TEXT = {b"swiftpager.type": b"json"}
# The metadata of a schema whose only column holds the rows themselves, because they are not objects.
_PLAIN_ROWS = {b"swiftpager.rows": b"values"}
_PLAIN = "value"


class Table(NotCopied):
    """The rows of the pages that you add, as columns of Apache Arrow with one schema.

        table = swiftpager.Table()
        for page in pager:
            table.add(page)
        table.to_pyarrow()

    The types are as narrow as the rows of all pages allow that you add before you look at the `schema` or take rows.
    From then on they stay, and a page that does not fit them raises `BadResponseError`. Pages may come from several
    walks and pagers, from pickles and from other processes.

    columns  the names of the columns, or for each name a JSON Pointer into the row and a type: see `Pager.to_arrow`. By
             default each key of the rows is a column
    schema   the schema of an earlier table, also one that was read from a file: this table then has the same columns
             and types. With `columns`, it gives the types of the columns for which `columns` gives none. Needs pyarrow

    One thread at a time may use a table.
    """

    _instead = "pickle its pages, or what `to_pyarrow()` returns"

    def __init__(self, columns: Columns | None = None, *, schema: pyarrow.Schema | None = None) -> None:
        # Whether the rows are not objects; None before the first row.
        self._is_plain: bool | None = None
        # Rows that were taken from the library, because `schema` needed it, and that the program has not taken.
        self._taken: deque[Batch] = deque()
        self._schema: pyarrow.Schema | None = None
        self._row_count = 0
        if schema is not None:
            schema = imported("pyarrow").schema(schema)
            if columns is not None:
                columns = _with_types(columns, schema)
        self._handle = new_table(written_columns(columns))
        self._columns = columns
        # The oldest rows, which a notebook shows until rows are taken.
        self._first: list[Any] = []
        self._has_all_columns = columns is None
        if schema is not None and columns is None:
            self._fit(schema)

    def add(self, page: Page) -> None:
        """Adds all rows of a page. If a row does not fit, it adds none and raises `BadResponseError`."""
        if not isinstance(page, Page):
            raise TypeError(f"page must be a swiftpager.Page, not {page!r}")
        add_page(self._handle, page)
        if len(self._first) == self._row_count < ROWS:
            self._first = (self._first + first_rows([item_lines(page._parts)]))[:ROWS]
        self._row_count += page.item_count
        if self._is_plain is None and page.item_count and self._has_all_columns:
            first = decode(bytes(item_lines(page._parts) or b"").partition(b"\n")[0])
            self._is_plain = not isinstance(first, dict) or _PLAIN not in first

    @property
    def num_rows(self) -> int:
        """The number of rows that were added and not taken."""
        return self._row_count

    @property
    def schema(self) -> pyarrow.Schema:
        """The columns and their types, which stay from now on. Needs pyarrow."""
        if self._schema is None:
            batch = taken_from(self._handle)
            schema: pyarrow.Schema = batch.to_pyarrow().schema
            if self._has_all_columns and schema.names == [_PLAIN] and self._is_plain is not False:
                schema = schema.with_metadata(_PLAIN_ROWS)
            self._schema = schema
            if batch.num_rows:
                self._taken.append(batch)
        return self._schema

    def take(self) -> Batch:
        """Takes the oldest rows, up to about a million; the batch has no rows if none are left."""
        batch = self._taken.popleft() if self._taken else taken_from(self._handle)
        self._row_count -= batch.num_rows
        if batch.num_rows:
            self._first = []
        return batch

    def to_pyarrow(self) -> pyarrow.Table:
        """Takes all rows. Needs pyarrow."""
        library = imported("pyarrow")
        schema, batches = self.schema, []
        while (batch := self.take()).num_rows:
            batches.append(batch.to_pyarrow().replace_schema_metadata(schema.metadata))
        table: pyarrow.Table = library.Table.from_batches(batches, schema)
        return table

    def __repr__(self) -> str:
        return shown(self, lambda: counted(self.num_rows, "row"))

    def _repr_html_(self) -> str:
        """What a notebook shows: the first rows, until rows are taken. The types of the columns stay open."""
        return html(self, lambda: Preview([chosen(row, self._columns) for row in self._first], self.num_rows))

    def _fit(self, schema: pyarrow.Schema) -> None:
        """Gives the columns the types of a schema, by examples, and keeps them."""
        if not len(schema):
            return
        self._is_plain = _is_plain(schema)
        examples = [{field.name: _example(field, variant) for field in schema} for variant in (0, 1)]
        rows = written("the schema", [example[_PLAIN] for example in examples] if self._is_plain else examples)
        error = OwnedText()
        check(native.swiftpager_table_fit(self._handle.key, rows, len(rows), byref(error)), error.read())
        if not self.schema.equals(schema):
            raise ValueError(
                f"the rows of a list cannot have these types without `columns`: {_difference(schema, self.schema)};"
                " give the `columns` of the earlier table, too"
            )


def has_nulls(schema: pyarrow.Schema) -> bool:
    """Whether some columns of a schema have no type yet, because all of their values are null."""
    types = imported("pyarrow").types
    return any(_any_null(field.type, types) for field in schema)


def settled(schema: pyarrow.Schema) -> pyarrow.Schema:
    """A schema whose columns without a type hold JSON text, which any later value fits."""
    library = imported("pyarrow")
    return library.schema([_settled(field, library) for field in schema], metadata=schema.metadata)


def _any_null(kind: Any, types: Any) -> bool:
    if types.is_null(kind):
        return True
    return any(_any_null(kind.field(index).type, types) for index in range(kind.num_fields))


def _settled(field: Any, library: Any) -> Any:
    kind, types = field.type, library.types
    if types.is_null(kind):
        return library.field(field.name, library.string(), metadata=JSON_TEXT)
    if types.is_list(kind):
        return field.with_type(library.list_(_settled(kind.value_field, library)))
    if types.is_struct(kind):
        return field.with_type(library.struct([_settled(inner, library) for inner in _inner(kind)]))
    return field


def _inner(kind: Any) -> Iterable[Any]:
    return (kind.field(index) for index in range(kind.num_fields))


def _is_plain(schema: Any) -> bool:
    return bool(schema.metadata and schema.metadata.get(b"swiftpager.rows") == b"values")


def _is_json(field: Any) -> bool:
    return bool(field.metadata and field.metadata.get(b"swiftpager.type") == b"json")


def _example(field: Any, variant: int) -> Any:
    """A value from which the library infers the type of a field; JSON text is what fits both variants."""
    types, kind = imported("pyarrow").types, field.type
    if _is_json(field):
        return ("x", 1)[variant]
    if types.is_list(kind) or types.is_large_list(kind):
        # Both, because the type of the elements may be JSON text.
        return [_example(kind.value_field, 0), _example(kind.value_field, 1)]
    if types.is_struct(kind):
        return {inner.name: _example(inner, variant) for inner in _inner(kind)}
    if types.is_boolean(kind):
        return True
    if types.is_floating(kind):
        return 1.5
    if types.is_integer(kind):
        return 1
    return None if types.is_null(kind) else "x"


def _with_types(columns: Columns, schema: Any) -> Columns:
    """Columns with types: those that lack one get it from a schema."""
    chosen: dict[str, Any] = (
        dict(columns) if isinstance(columns, Mapping) else {name: {} for name in columns}
    )
    for name, given in chosen.items():
        column = {"pointer": given} if isinstance(given, str) else dict(given)
        index = schema.get_field_index(name)
        if "type" not in column and index >= 0 and (kind := _word(schema.field(index))) is not None:
            column["type"] = kind
        chosen[name] = column
    return chosen


def _word(field: Any) -> ColumnType | None:
    """A type in the words of `columns`; None for a type that has none."""
    types, kind = imported("pyarrow").types, field.type
    if _is_json(field):
        return "json"
    if types.is_list(kind) or types.is_large_list(kind):
        inner = _word(kind.value_field)
        return None if inner is None else [inner]
    if types.is_struct(kind):
        members = {inner.name: _word(inner) for inner in _inner(kind)}
        return None if None in members.values() else members  # type: ignore[return-value]
    if types.is_timestamp(kind):
        return f"timestamp{'' if kind.tz else '_local'}{'_ns' if kind.unit == 'ns' else ''}"
    if types.is_date(kind):
        return "date"
    words = (("bool", types.is_boolean), ("float64", types.is_floating), ("int64", types.is_integer))
    for word, fits in words:
        if fits(kind):
            return word
    return "string" if types.is_string(kind) or types.is_large_string(kind) else None


def _difference(wanted: Any, found: Any) -> str:
    for field in wanted:
        index = found.get_field_index(field.name)
        if index < 0 or not found.field(index).equals(field):
            return f"the column {field.name!r} of the type {field.type}"
    return "the order of the columns"
