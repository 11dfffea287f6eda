"""Items as columns of Apache Arrow: a page, all pages in one table, or all pages in a stream of batches.

The library fills the columns, and this module only passes its structs on. A stream is the library's own, except for the
two functions that wait. Those are in Python and wait in short slices, so that Ctrl-C works while a data frame library
waits for the stream.
"""

from __future__ import annotations

import errno
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import addressof, byref, c_bool, c_int32, c_void_p, cast
from functools import partial
from typing import TYPE_CHECKING

from .._decoding import array as json_array
from .._json import written
from .._limits import Limits
from .._native.calls import call
from .._native.handle import Handle
from .._native.library import native
from .._native.raising import check
from .._native.starting import starting
from .._native.statuses import Status
from .._native.text import OwnedText
from .._native.waiting import SLICE_MILLISECONDS
from .._optional import imported
from .._parts import item_lines
from ..exceptions import WITH_RESULT, SwiftPagerError
from ._cutting import cut, row_count
from ._stream_functions import forget, forget_ended, hand_over, library_functions
from ._structs import ArrowArray, ArrowArrayStream, ArrowSchema, GetNext, GetSchema, capsule
from .batch import Batch

if TYPE_CHECKING:
    from .._pager import BasePager
    from ..page import Page
    from ..pager import Pager

# A type: a word like "int64", a list of one type, or an object of types.
ColumnType = str | list["ColumnType"] | dict[str, "ColumnType"]
Columns = Sequence[str] | Mapping[str, str | Mapping[str, ColumnType]]


def written_columns(columns: Columns | None) -> bytes | None:
    """Columns in the form that the library reads."""
    if columns is None:
        return None
    if isinstance(columns, str):
        raise TypeError(f"columns must be a list of names, or a mapping of names; for one column, give [{columns!r}]")
    if hasattr(columns, "keys"):
        return written("the columns", dict(columns))
    names = list(columns) if isinstance(columns, Iterable) else [columns]
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"columns must be a list of names, or a mapping of names, not {columns!r}")
    return written("the columns", {name: {} for name in names})


def new_table(columns: bytes | None) -> Handle:
    """A table of the library; see `swiftpager.Table`."""
    out, error = c_void_p(), OwnedText()
    check(native.swiftpager_table_create(columns, byref(out), byref(error)), error.read())
    return Handle(out.value, native.swiftpager_table_release)


def add_page(table: Handle, page: Page) -> None:
    """Adds the rows of a page to a table of the library."""
    error = OwnedText()
    if page._parts.pointer is not None:
        status = native.swiftpager_table_add(table.key, page._parts.pointer, byref(error))
    else:
        # The page was pickled or copied, so the library does not have it: its bytes tell the rows.
        rows = json_array(item_lines(page._parts) or b"")
        status = native.swiftpager_table_add_rows(table.key, rows, len(rows), byref(error))
    check(status, error.read())


def taken_from(table: Handle) -> Batch:
    """The oldest rows of a table of the library."""
    schema, array, error = ArrowSchema(), ArrowArray(), OwnedText()
    check(native.swiftpager_table_take(table.key, byref(schema), byref(array), byref(error)), error.read())
    return Batch(schema, array)


def batch_of(page: Page, columns: Columns | None) -> Batch:
    """The items of a page."""
    if page._parts.pointer is None:
        table = new_table(written_columns(columns))
        add_page(table, page)
        return taken_from(table)
    schema, array, error = ArrowSchema(), ArrowArray(), OwnedText()
    status = native.swiftpager_page_arrow(
        page._parts.pointer, written_columns(columns), byref(schema), byref(array), byref(error)
    )
    check(status, error.read())
    return Batch(schema, array)


class RecordBatches:
    """All items of a pager, in batches that are loaded as the consumer takes them; see `Pager.record_batches`.

    Each stream is a walk of its own, and ends the pager's running operation.
    """

    def __init__(self, pager: Pager, columns: Columns | None, limit: int | None, pages: int | None) -> None:
        self._pager = pager
        self._columns = written_columns(columns)
        self._kept = KeptStream(limit, pages)
        # A wrong limit raises at once.
        pager._limits(limit, pages)

    def __arrow_c_schema__(self) -> object:
        """The types of the columns.

        If `columns` does not give all types, this loads the first batch to find them; the next stream begins with it.
        """
        return self._kept.schema(self._pager, self._columns)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The stream as the library makes it; this ignores the requested schema."""
        return self._kept.taken(self._pager, self._columns).__arrow_c_stream__()

    def __iter__(self) -> Iterator[Batch]:
        """The batches; raises the package's own exceptions. Needs pyarrow."""
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
                yield Batch._of(batch, stream.end_of_batch())
        finally:
            stream.end()
            forget_ended()


class Stream:
    """A walk as an Arrow stream: the library's struct, with the two functions that wait replaced."""

    def __init__(self, pager: BasePager, columns: bytes | None, limits: Limits, *, fits_all: bool = False) -> None:
        # Weak until a consumer has the struct, because until then the pager may keep this object.
        self._pager = weakref.ref(pager)
        self._owner: BasePager | None = None
        self._limits = limits
        self._pull = pager._pulled("load_all", {"retain": "none", "emit": "each"}, limits)
        self._handle = self._pull.shared()
        # The exception that a function of the stream raised. The consumer gets only a number and a text.
        self._failure: BaseException | None = None
        # Held during the calls of one thread: the library takes no two at once.
        self.in_use = threading.Lock()
        # The number of batches that the consumer asked for.
        self._asked = 0
        # Whether the library has ended the walk at a limit that the caller of the walk gave.
        self._ended_at_limit = False
        # Whether the consumer knows that no row follows.
        self._has_told_end = False
        # Whether `finish` reports a failure that came after the rows, once a table has them, and not the stream.
        self.ends_well_with_rows = fits_all
        struct, error = ArrowArrayStream(), OwnedText()
        status = native.swiftpager_operation_arrow(self._handle.key, columns, fits_all, byref(struct), byref(error))
        if status != Status.OK:
            self.end()
        check(status, error.read())
        forget_ended()
        # By address, because a function object that ctypes reads from a struct changes with the struct.
        library_functions[:] = (
            GetSchema(cast(struct.get_schema, c_void_p).value or 0),
            GetNext(cast(struct.get_next, c_void_p).value or 0),
        )
        self._struct: ArrowArrayStream | None = struct
        # The key of `forget`, after the stream is handed to a consumer.
        self._key: int | None = None

    def schema(self) -> object:
        """The types of the columns, before the stream goes to a consumer; waits for the first batch if necessary."""
        struct, schema = self._struct, ArrowSchema()
        assert struct is not None
        with self.translated():
            self.wait()
            # If all pages came and had no rows, the stream reports the failure at its end.
            if self._failure is not None and not isinstance(self._failure, WITH_RESULT):
                raise self._failure
            # The first batch has arrived: the library does not wait here, and fails only if memory is short.
            if library_functions[0](addressof(struct), addressof(schema)) != 0:
                raise MemoryError("there is not enough memory for the types of the columns")
        return capsule(schema)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The stream; it can be taken once."""
        struct, self._struct = self._struct, None
        assert struct is not None
        # Without this reference, the pager could be dropped, which would close it and end the operation.
        self._owner = self._pager()
        self._key = hand_over(self, struct)
        return capsule(struct)

    def finish(self, result: object) -> None:
        """Ends the stream after its rows are in `result`; raises the failure that came after them, with the result."""
        if self._key is not None:
            forget(self._key)
        if isinstance(self._failure, WITH_RESULT):
            self._failure.result = result
        if self._failure is not None:
            raise self._failure

    def end_of_batch(self) -> Callable[[], None]:
        """The function that says that the consumer has finished with the batch that it got last."""
        return partial(self._finish_batch, self._asked)

    @property
    def is_cut(self) -> bool:
        """Whether the consumer has all rows that the walk's limit lets it have, and the library has more of them."""
        return self._limits.is_cut

    def limit(self, array: int) -> None:
        """Leaves the rows of a batch that the walk's limit lets the consumer have."""
        if not self._limits.is_limited:
            return
        length = row_count(array)
        if (left := self._limits.take(length)) < length:
            cut(array, left)

    def ask(self) -> None:
        """The consumer asks for the next batch, so it has finished with the one before."""
        self._finish_batch(self._asked)
        self._asked += 1

    def _finish_batch(self, number: int) -> None:
        """Finishes with a batch, unless the consumer has asked for the next one since, or the stream was released."""
        # The consumer never has the whole of a batch that was cut.
        if number == self._asked and not self.is_cut:
            native.swiftpager_operation_arrow_finish(self._handle.key)

    def end_of_rows(self, code: int) -> int:
        """The result of the stream's function when no row follows; the library's function returned `code`."""
        self._pull.tell_end()
        if self.is_cut or self._ended_at_limit:
            code = self._code_at_limit()
        self._has_told_end = True
        return 0 if self.ends_well_with_rows and isinstance(self._failure, WITH_RESULT) else code

    def _code_at_limit(self) -> int:
        native.swiftpager_operation_close(self._handle.key)
        try:
            self._limits.check()
        except SwiftPagerError as failure:
            self._failure = failure
            return errno.EIO
        return 0

    def end(self) -> None:
        """Ends the walk; does nothing if it has ended."""
        native.swiftpager_operation_close(self._handle.key)
        self._pull.running.end(was_cancelled=True)

    @property
    def has_ended(self) -> bool:
        """Whether there is nothing left to wait for."""
        out = c_bool()
        status = native.swiftpager_operation_ended(self._handle.key, byref(out), None)
        return out.value or status != Status.OK

    @property
    def is_over(self) -> bool:
        """Whether the library's own functions can do the rest."""
        if self.ends_well_with_rows or not self.has_ended:
            return False
        return not self._limits.is_limited or self._has_told_end or self._is_released

    @property
    def _is_released(self) -> bool:
        if not self.in_use.acquire(blocking=False):
            return False
        try:
            # The walk has ended, so this waits for nothing.
            status = call(native.swiftpager_operation_arrow_wait, self._handle.key, 0, None)
        finally:
            self.in_use.release()
        return status == Status.INVALID_ARGUMENT

    @property
    def is_cancelled(self) -> bool:
        """Whether another operation replaced it, or its pager or client was closed."""
        out = c_int32()
        status = native.swiftpager_operation_ended(self._handle.key, None, byref(out))
        return self._pull.was_replaced or status != Status.OK or out.value == Status.CANCELLED

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Raises the exception of a stream function instead of the consumer's own; then the walk ends."""
        try:
            yield
        except BaseException:
            self.end()
            self.ends_well_with_rows = False
            forget_ended()
            if self._failure is not None:
                raise self._failure from None
            raise

    def wait(self) -> None:
        """Waits until the library itself would not wait any more; stores an exception that occurs meanwhile."""
        status, error = int(Status.TIMEOUT), OwnedText()
        try:
            while status in (Status.TIMEOUT, Status.INTERRUPTED):
                error = OwnedText()
                status = call(
                    native.swiftpager_operation_arrow_wait, self._handle.key, SLICE_MILLISECONDS, byref(error)
                )
            check(status, error.read())
        except SwiftPagerError as failure:
            if self._limits.ends_well(failure):
                self._ended_at_limit = True
                return
            # The library's function will fail in the same way.
            self._failure = failure
            self._pull.running.end(failure)
        except BaseException as failure:
            self.fail(failure)

    def fail(self, failure: BaseException) -> None:
        """Ends the walk after an exception that the library does not know, such as Ctrl-C."""
        self._failure = failure
        self.end()


class KeptStream:
    """Keeps a stream whose types were read until it is taken: DuckDB reads the types twice before it takes a stream.

    Each stream is a walk. A stream that only served to read the types would load its first pages for nothing.
    """

    __slots__ = ("_limits", "_stream")

    def __init__(self, limit: int | None = None, pages: int | None = None) -> None:
        self._limits = limit, pages
        self._stream: Stream | None = None

    def schema(self, pager: Pager, columns: bytes | None) -> object:
        """The types of the next stream."""
        stream = self.taken(pager, columns)
        schema = stream.schema()
        self._stream = stream
        return schema

    def taken(self, pager: Pager, columns: bytes | None) -> Stream:
        """The kept stream; a new one if there is none, or if the pager has started another operation since."""
        with starting():
            stream, self._stream = self._stream, None
        if stream is None or stream.is_cancelled:
            return Stream(pager, columns, pager._limits(*self._limits))
        return stream
