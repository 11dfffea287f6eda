"""The pager for an event loop."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, Unpack, overload

from .._hooks import Hooks
from .._json import Default
from .._limits import Limits
from .._optional import OptionalModule
from .._pager import BasePager
from .._typed import ItemType
from .._walk import Batches, parts_of
from ..arrow._async_columns import AsyncBatches, to_pyarrow
from ..arrow._columns import Columns, ColumnType  # noqa: F401  (hints ask for all of them)
from ..operation import BasePull, replaced
from ..options import LOAD_ALL_OPTIONS, LOAD_OPTIONS, checked
from ..page import Page
from ..shapes import Emit, LoadAllOptions, LoadOptions, Retain
from ..subscription import PulledUpdates, Subscription
from ..update import Update
from . import client as clients
from ._turns import Waiter

if TYPE_CHECKING:
    import pyarrow
else:
    pyarrow = OptionalModule("pyarrow")

Item = TypeVar("Item")


class AsyncPager(BasePager[ItemType]):
    """One paginated query; made by `AsyncClient.pager`.

    It has the methods of `Pager`, to be awaited, except those that write files. Cancelling a task that awaits one
    aborts the request. Pages already loaded survive every failure.
    """

    def __init__(
        self, client: clients.AsyncClient, config: dict[str, Any], retain: Retain | None, emit: Emit, hooks: Hooks,
        default: Default | None, kind: Any = None,
    ) -> None:
        super().__init__(
            client._handle, client._observing, config, retain, emit, hooks, default, kind, has_cache=client._has_cache
        )
        self._client = client

    @property
    def client(self) -> clients.AsyncClient:
        """The client that made this pager."""
        return self._client

    # Loading

    async def fetch(self, **options: Unpack[LoadOptions]) -> None:
        """Loads the first page. When it arrives, it replaces all pages that the pager holds."""
        await self._load("fetch", checked(options, LOAD_OPTIONS))

    async def refetch(self, **options: Unpack[LoadOptions]) -> None:
        """Like `fetch`, but the server answers, unless this call's own `cache_policy` says otherwise."""
        await self._load("refetch", checked(options, LOAD_OPTIONS))

    async def load_next(self, **options: Unpack[LoadOptions]) -> None:
        """Loads the page after the last one."""
        await self._load("load_next", checked(options, LOAD_OPTIONS))

    async def load_previous(self, **options: Unpack[LoadOptions]) -> None:
        """Loads the page before the first one, if the list is read in that direction."""
        await self._load("load_previous", checked(options, LOAD_OPTIONS))

    async def load_all(self, **options: Unpack[LoadAllOptions]) -> None:
        """Loads all pages, first the next ones, then the previous ones: see `Pager.load_all`."""
        await self._load("load_all", checked(options, LOAD_ALL_OPTIONS))

    async def _load(self, name: str, options: Mapping[str, Any]) -> None:
        pull = self._pulled(name, options)
        try:
            while await self._next(pull, Waiter()) is not None:
                pass
        finally:
            # If the task was cancelled, this aborts the request.
            pull.end()

    async def _next(self, pull: BasePull[Any], waiter: Waiter) -> Any:
        """What the next call of a pull brings; None at its end."""
        # The event loop has the client's turns before anything can come.
        self._client._loop()
        while not pull.has_ended:
            if (found := pull.next(0)) is not None:
                return found
            if not pull.has_ended:
                await waiter.ready(self._client._turns, pull.shared().key)
        return None

    def reset(self) -> None:
        """Forgets all pages and ends a running operation with `Cancelled`; subscribers stay, but get no update."""
        self._reset()

    # Walking

    def __aiter__(self) -> AsyncWalk[Page[ItemType]]:
        """Walks all pages: see `Pager.__iter__`.

        If you do not take the walk to its end, call its `aclose()` or drop it.
        """
        limits = Limits()
        pages = parts_of(self._loaded_pages, lambda parts: (Page(parts, self._kind),), limits)
        return AsyncWalk(self, self._pulled_walk, pages, limits)

    @overload
    def items(self, *, limit: int | None = None, pages: int | None = None) -> AsyncWalk[ItemType]: ...

    @overload
    def items(
        self, type: type[Item], *, limit: int | None = None, pages: int | None = None
    ) -> AsyncWalk[Item]: ...

    def items(self, type: Any = None, *, limit: int | None = None, pages: int | None = None) -> AsyncWalk[Any]:
        """Walks all items, decoded: see `Pager.items`. Like the walk over the pages, it has `aclose()`."""
        limits = self._limits(limit, pages)
        return AsyncWalk(self, *self._items_walk(type, limits), limits)

    # Arrow

    async def to_arrow(
        self, columns: Columns | None = None, *, limit: int | None = None, pages: int | None = None
    ) -> pyarrow.Table:
        """Walks all pages and returns their items as a table: see `Pager.to_arrow`.

            async with swiftpager.AsyncClient("https://example.com/graphql") as client:
                table = await client.pager(QUERY).to_arrow()

        Needs pyarrow.
        """
        return await to_pyarrow(self, columns, self._limits(limit, pages))

    def record_batches(
        self, columns: Columns | None = None, *, limit: int | None = None, pages: int | None = None
    ) -> AsyncBatches:
        """The items of all pages in batches that grow up to 8,192 rows or more: `async for batch in …`.

        The pages load as you take them. The column types come from `columns` or from the first batch: see
        `Pager.record_batches`. After `batch.finish()` `resume_token()` covers the batch. Needs pyarrow.
        """
        return AsyncBatches(self, columns, limit, pages)

    # Watching

    def subscribe(self, callback: Callable[[Update[ItemType]], object]) -> Subscription:
        """Calls `callback` in the event loop with every new state of the list, first with the current one, if any.

        An exception in the callback goes to asyncio's exception handler or, under trio, to the log. In a coroutine, use
        `updates` instead.
        """
        # The event loop calls the callback.
        self._client._loop()
        return super().subscribe(callback)

    def updates(self) -> AsyncUpdates[ItemType]:
        """Every new state of the list, first the current one, if any, until the pager or its client is closed.

            async with swiftpager.AsyncClient("https://example.com/graphql") as client:
                pager = client.pager(QUERY)
                async with pager.updates() as updates, asyncio.TaskGroup() as group:
                    group.create_task(pager.load_all())
                    async for update in updates:
                        print(update.page_count, "pages")
                        if not pager.can_load_next:
                            break

        An update has the pages that the pager holds: see `pages`. Close the iterator, or leave its `async with`, when
        you want no more updates: an iterator that you keep but do not advance holds walks back.
        """
        return AsyncUpdates(self)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class AsyncWalk(Generic[Item]):
    """A running walk. A failure, or dropping the walk, ends it and aborts its request.

    It is not an asynchronous generator: when a program leaves the loop over one, the generator ends only later.
    """

    def __init__(
        self, pager: AsyncPager, start: Callable[[], BasePull[Any]], batches: Batches[Any, Item], limits: Limits
    ) -> None:
        self._pager = pager
        self._start = start
        self._batches = batches
        self._limits = limits
        self._pull: BasePull[Any] | None = None
        self._waiter = Waiter()
        self._has_ended = False
        self._waiting: deque[Item] = deque()
        # What the pull brought last, and its batches that wait. The library takes the release of an update for its end,
        # so these go after the pull.
        self._found: Any = None
        self._further: Iterator[Iterable[Item]] = iter(())

    def __aiter__(self) -> Self:
        return self

    def check(self) -> None:
        """Raises RuntimeError if a task already awaits the next part."""
        self._waiter.check()

    async def __anext__(self) -> Item:
        self.check()
        if self._has_ended:
            raise StopAsyncIteration
        try:
            if self._pull is None:
                self._pull = self._start()
            while not self._waiting:
                if not self._limits.is_cut and (batch := next(self._further, None)) is not None:
                    self._waiting.extend(batch)
                    continue
                found = await self._following(self._pull)
                if found is None:
                    self._limits.check()
                    raise StopAsyncIteration
                self._found, self._further = found, iter(self._batches(found))
            if self._pull.was_replaced and not self._pull.has_ended:
                self._pull.has_ended = True
                raise replaced()
            return self._waiting.popleft()
        except BaseException:
            await self.aclose()
            raise

    async def _following(self, pull: BasePull[Any]) -> Any:
        if self._limits.is_cut:
            # The walk has not finished with a page that the limit cuts.
            pull.tell_end()
            return None
        return await self._pager._next(pull, self._waiter)

    async def aclose(self) -> None:
        """Ends the walk, also for a task that awaits its next part.

        A second call does nothing. Later steps of the iteration raise `StopAsyncIteration`.
        """
        self._has_ended = True
        self._waiting.clear()
        if self._pull is not None:
            self._pull.has_ended = True
            self._waiter.end()
            self._pull.end()
        self._further = iter(())
        self._found = None


class AsyncUpdates(Generic[ItemType]):
    """The states of a list, one after another; made by `AsyncPager.updates`."""

    def __init__(self, pager: AsyncPager[ItemType]) -> None:
        self._pager = pager
        # The subscription begins at once, so it has the updates from before the first step of the iteration.
        self._pulled: PulledUpdates[ItemType] = PulledUpdates(pager._handle, pager._cursors, pager._kind)
        self._waiter = Waiter()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Update[ItemType]:
        self._waiter.check()
        while not self._pulled.has_ended:
            if (update := self._pulled.next(0)) is not None:
                return update
            if not self._pulled.has_ended:
                await self._waiter.ready(self._pager._client._turns, self._pulled.key)
        raise StopAsyncIteration

    def __repr__(self) -> str:
        return f"<swiftpager.AsyncUpdates{' ended' if self._pulled.has_ended else ''}>"

    async def aclose(self) -> None:
        """Ends the iteration, also for a task that awaits the next update; walks continue without it.

        A second call does nothing. Later steps of the iteration raise `StopAsyncIteration`.
        """
        self._pulled.has_ended = True
        self._waiter.end()
        self._pulled.cancel()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()
