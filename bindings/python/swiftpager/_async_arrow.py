"""Items as columns of Apache Arrow, in an event loop: it awaits pages one by one and collects them as rows of a table.

It does not use Arrow's own streams, because they wait for their rows, and an event loop must not wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from ._arrow import Columns, imported
from ._table import Table
from .exceptions import PartialData, SwiftPagerError

if TYPE_CHECKING:
    import pyarrow

    from .async_pager import AsyncPager, AsyncWalk
    from .page import Page

# The same number as in the library's own streams.
ROWS = 8_192


async def to_pyarrow(pager: AsyncPager, columns: Columns | None) -> pyarrow.Table:
    """Loads all pages and returns their nodes as a table."""
    library = imported("pyarrow")
    rows = Table(columns)
    failure: PartialData | None = None
    try:
        async for page in pager:
            rows.add(page)
    except PartialData as error:
        failure = error
    batch = rows.take().to_pyarrow()
    schema, batches = batch.schema, []
    while batch.num_rows:
        batches.append(batch)
        batch = rows.take().to_pyarrow()
    table: pyarrow.Table = library.Table.from_batches(batches, schema)
    if failure is not None:
        failure.result = table
        raise failure
    return table


class AsyncBatches:
    """All items of a pager, in batches that are loaded as you take them; see `AsyncPager.record_batches`.

    Each `async for` is a walk of its own, and ends the pager's running operation.
    """

    def __init__(self, pager: AsyncPager, columns: Columns | None) -> None:
        self._pager = pager
        self._columns = columns
        # Wrong columns raise at once.
        Table(columns)

    def __aiter__(self) -> AsyncBatchWalk:
        return AsyncBatchWalk(self._pager, self._columns)


class AsyncBatchWalk:
    """A running walk that makes a batch when it has enough rows, and at its end."""

    def __init__(self, pager: AsyncPager, columns: Columns | None) -> None:
        self._pages: AsyncWalk[Page] = pager.__aiter__()
        self._rows = Table(columns)
        # The number of rows that wait to be taken.
        self._count = 0
        self._has_ended = False
        # The failure that ended the walk early. The rows before it come first.
        self._failure: SwiftPagerError | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> pyarrow.RecordBatch:
        self._pages.check()
        try:
            while self._count < ROWS and not self._has_ended:
                await self._add_page()
            if self._count:
                batch = self._rows.take().to_pyarrow()
                self._count -= batch.num_rows
                return batch
        except BaseException:
            await self.aclose()
            raise
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        raise StopAsyncIteration

    async def _add_page(self) -> None:
        try:
            page = await anext(self._pages)
            self._rows.add(page)
            self._count += page.item_count
        except StopAsyncIteration:
            self._has_ended = True
        except SwiftPagerError as error:
            self._failure, self._has_ended = error, True
            await self._pages.aclose()

    async def aclose(self) -> None:
        """Ends the walk, also for a task that awaits its next batch.

        A second call does nothing. Later steps of the iteration raise `StopAsyncIteration`.
        """
        self._has_ended, self._count, self._failure = True, 0, None
        await self._pages.aclose()
