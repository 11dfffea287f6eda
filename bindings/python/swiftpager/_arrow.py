"""Items as columns of Apache Arrow: a page, all pages in one table, or all pages in a stream of batches.

The library fills the columns; this only hands its structs on. A stream is the library's own, but for the two
functions that wait: these are Python's, and wait in short slices, so that Ctrl-C is heard while a data frame's library
is waiting.
"""

from __future__ import annotations

import importlib
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import addressof, byref, c_bool, c_int32, c_void_p, cast
from typing import TYPE_CHECKING, Any

from ._arrow_structs import ArrowArray, ArrowArrayStream, ArrowSchema, GetNext, GetSchema, capsule
from ._calls import call
from ._json import written
from ._library import native
from ._optional import OptionalModule
from ._raising import check
from ._starting import starting
from ._statuses import Status
from ._text import OwnedText
from ._waiting import SLICE_MILLISECONDS
from .exceptions import PartialData, SwiftPagerError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from .page import Page
    from .pager import Pager
else:
    pandas, polars, pyarrow = OptionalModule("pandas"), OptionalModule("polars"), OptionalModule("pyarrow")

# A type: a word like "int64", a list of one type, or an object of types.
ColumnType = str | list["ColumnType"] | dict[str, "ColumnType"]
Columns = Sequence[str] | Mapping[str, str | Mapping[str, ColumnType]]


def written_columns(columns: Columns | None) -> bytes | None:
    """Columns as the library reads them."""
    if columns is None:
        return None
    if isinstance(columns, str):
        raise TypeError(f"columns is a list of names, or a mapping of names; [{columns!r}] is one column")
    if hasattr(columns, "keys"):
        return written("the columns", dict(columns))
    names = list(columns) if isinstance(columns, Iterable) else [columns]
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"columns is a list of names, or a mapping of names, not {columns!r}")
    return written("the columns", {name: {} for name in names})


class Batch:
    """A record batch; whatever takes an Arrow array takes it, once."""

    def __init__(self, schema: ArrowSchema, array: ArrowArray) -> None:
        self._schema = schema
        self._array = array

    def to_pyarrow(self) -> pyarrow.RecordBatch:
        """The batch as pyarrow has it."""
        batch: pyarrow.RecordBatch = imported("pyarrow").record_batch(self)
        return batch

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The batch as the library made it, whatever schema is asked for."""
        return capsule(self._schema.moved()), capsule(self._array.moved())


def pointer_to(page: Page) -> int:
    """The library's page."""
    if page._parts.pointer is None:
        raise ValueError(
            "the page came from another process or is a copy: make columns of it where it was loaded, or with"
            " `pyarrow.Table.from_pylist` of `page.nodes`"
        )
    return page._parts.pointer


def batch_of(page: Page, columns: Columns | None) -> Batch:
    """The nodes of a page."""
    schema, array, error = ArrowSchema(), ArrowArray(), OwnedText()
    status = native.swiftpager_page_arrow(
        pointer_to(page), written_columns(columns), byref(schema), byref(array), byref(error)
    )
    check(status, error.read())
    return Batch(schema, array)


def to_pyarrow(pager: Pager, columns: Columns | None) -> pyarrow.Table:
    """The nodes of all pages, which are loaded meanwhile."""
    library = imported("pyarrow")
    stream = Stream(pager, written_columns(columns), fits_all=True)
    with stream.translated():
        # Not `pyarrow.table`, which loads pandas where it is installed: that takes longer than many a list.
        table: pyarrow.Table = library.RecordBatchReader.from_stream(stream).read_all()
    stream.finish(table)
    return table


def to_pandas(pager: Pager, columns: Columns | None) -> pandas.DataFrame:
    """As `to_pyarrow`."""
    imported("pandas")
    try:
        return to_pyarrow(pager, columns).to_pandas()
    except PartialData as error:
        error.result = error.result.to_pandas()
        raise


def to_polars(pager: Pager, columns: Columns | None) -> polars.DataFrame:
    """As `to_pyarrow`, without it."""
    library = imported("polars")
    stream = Stream(pager, written_columns(columns), fits_all=True)
    with stream.translated():
        frame: polars.DataFrame = library.DataFrame(stream)
    stream.finish(frame)
    return frame


class RecordBatches:
    """All items of a pager, in batches that are loaded while they are taken; see `Pager.record_batches`.

    Every stream that is taken of it is a walk of its own, and ends what the pager was doing.
    """

    def __init__(self, pager: Pager, columns: Columns | None) -> None:
        self._pager = pager
        self._columns = written_columns(columns)
        self._kept = KeptStream()

    def __arrow_c_schema__(self) -> object:
        """The types of the columns. Where `columns` does not say them all, the first batch does: it is loaded, and the
        stream that is taken next begins with it."""
        return self._kept.schema(self._pager, self._columns)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The stream as the library makes it, whatever schema is asked for."""
        return self._kept.taken(self._pager, self._columns).__arrow_c_stream__()

    def __iter__(self) -> Iterator[pyarrow.RecordBatch]:
        """The batches as pyarrow has them; raises the package's own exceptions."""
        pyarrow = imported("pyarrow")
        stream = self._kept.taken(self._pager, self._columns)
        try:
            with stream.translated():
                reader = pyarrow.RecordBatchReader.from_stream(stream)
            while True:
                with stream.translated():
                    try:
                        batch = reader.read_next_batch()
                    except StopIteration:
                        return
                yield batch
        finally:
            stream.end()


class Stream:
    """A walk as an Arrow stream: the library's struct, with the two functions that wait replaced."""

    def __init__(self, pager: Pager, columns: bytes | None, *, fits_all: bool = False) -> None:
        # Weak until somebody else has the struct: the pager may keep this object until then.
        self._pager = weakref.ref(pager)
        self._owner: Pager | None = None
        self._pull = pager._pulled("load_all", {"retain": "none", "emit": "each"})
        self._handle = self._pull.shared()
        # What a function of the stream raised. Whoever drives it gets a number and a text, and no exception.
        self._failure: BaseException | None = None
        # Whether errors beside data are told by `finish`, once there is a table of all rows, and not by the stream.
        self.ends_well_with_errors = fits_all
        struct, error = ArrowArrayStream(), OwnedText()
        begin = native.swiftpager_operation_arrow_table if fits_all else native.swiftpager_operation_arrow_stream
        status = begin(self._handle.key, columns, byref(struct), byref(error))
        if status != Status.OK:
            self.end()
        check(status, error.read())
        _forget_ended()
        # By their addresses: a function that is read from a struct changes with it.
        _library_functions[:] = (
            GetSchema(cast(struct.get_schema, c_void_p).value or 0),
            GetNext(cast(struct.get_next, c_void_p).value or 0),
        )
        self._struct: ArrowArrayStream | None = struct
        # What it is kept by once it is handed on.
        self._key: int | None = None

    def schema(self) -> object:
        """The types of its columns, before the stream is handed on; waits for the first batch where that has them."""
        struct, schema = self._struct, ArrowSchema()
        assert struct is not None
        with self.translated():
            self.wait()
            # Errors beside the data of a list without rows: the stream tells of them at its end.
            if self._failure is not None and not isinstance(self._failure, PartialData):
                raise self._failure
            # The first batch is there: the library need not wait, and cannot fail but for want of memory.
            if _library_functions[0](addressof(struct), addressof(schema)) != 0:
                raise MemoryError("there is not enough memory for the types of the columns")
        return capsule(schema)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The stream, once."""
        struct, self._struct = self._struct, None
        assert struct is not None
        # A pager that is no longer referred to is closed, and its operation with it.
        self._owner = self._pager()
        # The struct finds this object by what it carries, wherever it is moved.
        self._key = struct.private_data
        _streams[self._key] = self
        struct.get_schema, struct.get_next = _get_schema, _get_next
        return capsule(struct)

    def finish(self, result: object) -> None:
        """The rows are all taken, and this was made of them; raises `PartialData` with it where errors came beside
        data."""
        if self._key is not None:
            _streams.pop(self._key, None)
        if isinstance(self._failure, PartialData):
            self._failure.result = result
            raise self._failure

    def end_of_rows(self, code: int) -> int:
        """No row is left; what the stream's function answers, where the library's would answer `code`."""
        self._pull.tell_end()
        return 0 if self.ends_well_with_errors and isinstance(self._failure, PartialData) else code

    def end(self) -> None:
        """Ends the walk; nothing happens to one that has ended."""
        native.swiftpager_operation_cancel(self._handle.key)

    @property
    def has_ended(self) -> bool:
        """Whether there is nothing left to wait for."""
        out = c_bool()
        status = native.swiftpager_operation_status(self._handle.key, byref(out), None)
        return out.value or status != Status.OK

    @property
    def is_cancelled(self) -> bool:
        """Whether something took its place, or closed its pager or client."""
        out = c_int32()
        status = native.swiftpager_operation_status(self._handle.key, None, byref(out))
        return self._pull.was_replaced or status != Status.OK or out.value == Status.CANCELLED

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Raises what a function of the stream raised, in place of what others made of it; the walk ends then."""
        try:
            yield
        except BaseException:
            self.end()
            # It can be forgotten.
            self.ends_well_with_errors = False
            if self._failure is not None:
                raise self._failure from None
            raise

    def wait(self) -> None:
        """Waits until the library need not wait; keeps what is raised meanwhile."""
        status, error = int(Status.TIMEOUT), OwnedText()
        try:
            while status in (Status.TIMEOUT, Status.INTERRUPTED):
                error = OwnedText()
                status = call(
                    native.swiftpager_operation_arrow_wait, self._handle.key, SLICE_MILLISECONDS, byref(error)
                )
            check(status, error.read())
        except SwiftPagerError as failure:
            # The library's function fails likewise.
            self._failure = failure
        except BaseException as failure:  # Also Ctrl-C: the walk is not wanted any more.
            self._failure = failure
            self.end()


class KeptStream:
    """A stream whose types were asked for, until it is taken: DuckDB asks for them, twice, before it takes a stream.

    Each stream is a walk, so one that were begun for its types alone would load its first pages for nothing.
    """

    __slots__ = ("_stream",)

    def __init__(self) -> None:
        self._stream: Stream | None = None

    def schema(self, pager: Pager, columns: bytes | None) -> object:
        """The types of the stream that is taken next."""
        stream = self.taken(pager, columns)
        schema = stream.schema()
        self._stream = stream
        return schema

    def taken(self, pager: Pager, columns: bytes | None) -> Stream:
        """The stream that is kept; a new one where there is none, or where the pager has turned to something else."""
        with starting():
            stream, self._stream = self._stream, None
        return Stream(pager, columns) if stream is None or stream.is_cancelled else stream


# The streams under way, by the `private_data` of their structs, and the library's functions.
_streams: dict[int, Stream] = {}
_library_functions: list[Any] = []


def _answer(index: int, struct: int, out: int) -> int:
    """Has a stream wait, and then the library's function answer."""
    # Not as an `ArrowArrayStream`, which would release it.
    stream = _streams.get(c_void_p.from_address(struct + ArrowArrayStream.private_data.offset).value or 0)
    # One that has ended may be forgotten: the library need not wait for it.
    if stream is not None:
        stream.wait()
    code: int = _library_functions[index](struct, out)
    if index == 1 and stream is not None and not c_void_p.from_address(out + ArrowArray.release.offset).value:
        return stream.end_of_rows(code)
    return code


_get_schema = GetSchema(lambda struct, out: _answer(0, struct, out))
_get_next = GetNext(lambda struct, out: _answer(1, struct, out))


def _forget_ended() -> None:
    """Lets go of the streams that need not wait: the library ends those that are released."""
    for key, stream in tuple(_streams.items()):
        if stream.has_ended and not stream.ends_well_with_errors:
            _streams.pop(key, None)


def imported(name: str) -> Any:
    """A package that data frames need."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        extra = ", or swiftpager[arrow]" if name == "pyarrow" else ""
        error.add_note(f"swiftpager needs {name} for this: pip install {name}{extra}")
        raise
