"""Items as columns of Apache Arrow, in an event loop.

The library's stream collects the rows, as it does for a `Pager`. This module awaits its pages, and calls the functions
of the stream only when they need not wait.
"""

from __future__ import annotations

import contextlib
from ctypes import byref
from typing import TYPE_CHECKING, Any, Self

from .._limits import Limits
from .._native.calls import call
from .._native.library import native
from .._native.raising import check
from .._native.statuses import Status
from .._native.text import OwnedText
from .._optional import imported
from ..aio._turns import Waiter
from ..exceptions import WITH_RESULT, SwiftPagerError
from ._columns import Columns, Stream, new_table, written_columns
from .batch import Batch

if TYPE_CHECKING:
    import pyarrow

    from ..aio.pager import AsyncPager


async def to_pyarrow(pager: AsyncPager, columns: Columns | None, limits: Limits) -> pyarrow.Table:
    """Loads all pages and returns their items as a table."""
    library = imported("pyarrow")
    stream = AwaitedStream(pager, written_columns(columns), limits, fits_all=True)
    try:
        # If all pages came and had no rows, `finish` reports the failure.
        with contextlib.suppress(*WITH_RESULT):
            await stream.ready()
        # The failure of a walk comes after the rows before it.
        with stream.translated():
            table: pyarrow.Table = stream.reader(library).read_all()
        stream.finish(table)
    finally:
        stream.end()
    return table


class AsyncBatches:
    """All items of a pager, in batches that are loaded as you take them; see `AsyncPager.record_batches`.

    Each `async for` is a walk of its own, and ends the pager's running operation.
    """

    def __init__(self, pager: AsyncPager, columns: Columns | None, limit: int | None, pages: int | None) -> None:
        self._pager = pager
        self._columns = written_columns(columns)
        self._limits = limit, pages
        # Wrong columns and limits raise at once.
        new_table(self._columns)
        pager._limits(limit, pages)

    def __aiter__(self) -> AsyncBatchWalk:
        return AsyncBatchWalk(self._pager, self._columns, self._pager._limits(*self._limits))


class AsyncBatchWalk:
    """A running walk that gives a batch when it has enough rows, and at its end."""

    def __init__(self, pager: AsyncPager, columns: bytes | None, limits: Limits) -> None:
        self._pager = pager
        self._columns = columns
        self._limits = limits
        self._stream: AwaitedStream | None = None
        self._has_ended = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Batch:
        library = imported("pyarrow")
        if self._stream is not None:
            self._stream.check()
        if self._has_ended:
            raise StopAsyncIteration
        try:
            if self._stream is None:
                self._stream = AwaitedStream(self._pager, self._columns, self._limits)
            self._stream.ask()
            await self._stream.ready()
            if self._has_ended:
                raise StopAsyncIteration
            try:
                batch = self._stream.reader(library).read_next_batch()
            except StopIteration:
                raise StopAsyncIteration from None
            return Batch._of(batch, self._stream.end_of_batch())
        except BaseException:
            await self.aclose()
            raise

    async def aclose(self) -> None:
        """Ends the walk, also for a task that awaits its next batch.

        A second call does nothing. Later steps of the iteration raise `StopAsyncIteration`.
        """
        self._has_ended = True
        if self._stream is not None:
            self._stream.end()


class AwaitedStream(Stream):
    """A stream whose rows are awaited."""

    def __init__(self, pager: AsyncPager, columns: bytes | None, limits: Limits, *, fits_all: bool = False) -> None:
        super().__init__(pager, columns, limits, fits_all=fits_all)
        self._awaiting = pager
        self._waiter = Waiter()
        self._reader: Any = None

    def check(self) -> None:
        """Raises RuntimeError if a task already awaits the stream."""
        self._waiter.check()

    async def ready(self) -> None:
        """Waits until the stream can give the next rows, or the end, without waiting; raises what the stream would
        raise."""
        self.check()
        self._awaiting._client._loop()
        while not self._is_closed and not self.is_cut:
            error = OwnedText()
            with self.in_use:
                status = call(native.swiftpager_operation_arrow_wait, self._handle.key, 0, byref(error))
            if status not in (Status.TIMEOUT, Status.INTERRUPTED):
                self._pull.check()
                if status not in (Status.OK, Status.CANCELLED):
                    self._pull.tell_end()
                return self._check(status, error.read())
            await self._waiter.ready(self._awaiting._client._turns, self._pull.shared().key)

    def _check(self, status: int, error: bytes | None) -> None:
        try:
            check(status, error)
        except SwiftPagerError as failure:
            if not self._limits.ends_well(failure):
                raise

    def reader(self, library: Any) -> Any:
        """The stream as pyarrow reads it."""
        if self._reader is None:
            self._reader = library.RecordBatchReader.from_stream(self)
        return self._reader

    _is_closed = False

    def end(self) -> None:
        """Ends the walk, also for a task that awaits its rows."""
        self._is_closed = True
        self._waiter.end()
        self._reader = None
        super().end()
