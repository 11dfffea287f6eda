"""One paginated query, in an event loop."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, Unpack, overload

from . import async_client as clients
from ._arrow import Columns, ColumnType  # noqa: F401  (hints ask for all of them)
from ._async_arrow import AsyncBatches, to_pyarrow
from ._hooks import Hooks
from ._json import Default
from ._loops import Waiter
from ._optional import OptionalModule
from ._pager import LOAD_ALL_OPTIONS, LOAD_OPTIONS, BasePager, checked
from ._typed import typed_nodes
from .operation import Pull, replaced
from .page import Page
from .shapes import Emit, LoadAllOptions, LoadOptions, Retain
from .subscription import PulledUpdates, Subscription
from .update import Update

if TYPE_CHECKING:
    import pyarrow
else:
    pyarrow = OptionalModule("pyarrow")

Item = TypeVar("Item")


class AsyncPager(BasePager):
    """One paginated query; made by `AsyncClient.pager`.

    Its methods are those of `Pager`, awaited: a task that is cancelled while it awaits one aborts the request. Pages
    already loaded survive every failure.
    """

    def __init__(
        self, client: clients.AsyncClient, config: dict[str, Any], retain: Retain | None, emit: Emit, hooks: Hooks,
        default: Default | None,
    ) -> None:
        super().__init__(client._handle, client._observing, config, retain, emit, hooks, default)
        self._client = client

    @property
    def client(self) -> clients.AsyncClient:
        """The client that made this pager."""
        return self._client

    # Loading

    async def fetch(self, **options: Unpack[LoadOptions]) -> None:
        """Asks for the first page; when it is there, it replaces all pages held."""
        await self._load("fetch", checked(options, LOAD_OPTIONS))

    async def refetch(self, **options: Unpack[LoadOptions]) -> None:
        """As `fetch`, and answered by the server, unless this call's own `cache_policy` says otherwise."""
        await self._load("refetch", checked(options, LOAD_OPTIONS))

    async def load_next(self, **options: Unpack[LoadOptions]) -> None:
        """Asks for the page after the last one."""
        await self._load("load_next", checked(options, LOAD_OPTIONS))

    async def load_previous(self, **options: Unpack[LoadOptions]) -> None:
        """Asks for the page before the first one, in a list that is read in that direction."""
        await self._load("load_previous", checked(options, LOAD_OPTIONS))

    async def load_all(self, **options: Unpack[LoadAllOptions]) -> None:
        """Asks for all pages, next ones first, then previous ones: see `Pager.load_all`."""
        await self._load("load_all", checked(options, LOAD_ALL_OPTIONS))

    async def _load(self, name: str, options: Mapping[str, Any]) -> None:
        pull = self._pulled(name, options)
        try:
            while await self._next(pull, Waiter()) is not None:
                pass
        finally:
            # Also where the task was cancelled: that aborts the request.
            pull.end()

    async def _next(self, pull: Pull, waiter: Waiter) -> Any:
        """The next update of an operation; None at its end."""
        loop = self._client._loop()
        while not pull.has_ended:
            if (update := pull.next(0)) is not None:
                return update
            if not pull.has_ended:
                await waiter.readable(loop, pull.fileno())
        return None

    def reset(self) -> None:
        """Forgets all pages and ends an operation under way with `Cancelled`; subscribers stay, and are not told."""
        self._reset()

    # Walking

    def __aiter__(self) -> AsyncWalk[Page]:
        """Walks all pages: see `Pager.__iter__`. A walk that is not taken to its end ends with its `aclose()`, or when
        it is dropped."""
        return AsyncWalk(self, lambda page: (page,))

    @overload
    def items(self) -> AsyncWalk[Any]: ...

    @overload
    def items(self, type: type[Item]) -> AsyncWalk[Item]: ...

    def items(self, type: Any = None) -> AsyncWalk[Any]:
        """Walks all items, decoded: see `Pager.items`. The walk has `aclose()`, as that over the pages."""
        if type is None:
            return AsyncWalk(self, lambda page: page.nodes)
        return AsyncWalk(self, typed_nodes(type))

    # Arrow

    async def to_arrow(self, columns: Columns | None = None) -> pyarrow.Table:
        """Walks all pages, and returns their items as a table: see `Pager.to_arrow`. Needs pyarrow."""
        return await to_pyarrow(self, columns)

    def record_batches(self, columns: Columns | None = None) -> AsyncBatches:
        """The items of all pages in batches of 8,192 rows or more, loaded while they are taken: `async for batch in …`.

        Their types are those that `columns` says, or those of the first batch: see `Pager.record_batches`. Needs
        pyarrow.
        """
        return AsyncBatches(self, columns)

    # Watching

    def subscribe(self, callback: Callable[[Update], object]) -> Subscription:
        """Has every new state of the list sent to `callback`, in the event loop; first the current one, if any.

        An exception in the callback goes to asyncio's exception handler, or to the log under trio. For a coroutine
        there is `updates`.
        """
        # It is what calls the callback.
        self._client._loop()
        return super().subscribe(callback)

    def updates(self) -> AsyncUpdates:
        """Every new state of the list, first the current one, if any; until the pager or its client is closed.

        An update has the pages that the pager holds: see `pages`. Close it, or leave its `async with`, when no more is
        wanted: an iterator that is kept and not asked holds walks back.
        """
        return AsyncUpdates(self)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class AsyncWalk(Generic[Item]):
    """A walk under way; dropping it, or a failure, ends it and aborts its request.

    Not an asynchronous generator: what is left of one, when its loop is left, ends later than that.
    """

    def __init__(self, pager: AsyncPager, parts: Callable[[Page], Iterable[Item]]) -> None:
        self._pager = pager
        self._parts = parts
        self._pull: Pull | None = None
        self._waiter = Waiter()
        self._has_ended = False
        self._waiting: deque[Item] = deque()
        self._pages: deque[Page] = deque()

    def __aiter__(self) -> Self:
        return self

    def check(self) -> None:
        """Raises RuntimeError where a task awaits the next part already."""
        self._waiter.check()

    async def __anext__(self) -> Item:
        self.check()
        if self._has_ended:
            raise StopAsyncIteration
        try:
            if self._pull is None:
                self._pull = self._pager._pulled_walk()
            while not self._waiting:
                if self._pages:
                    self._waiting.extend(self._parts(self._pages.popleft()))
                    continue
                update = await self._pager._next(self._pull, self._waiter)
                if update is None:
                    raise StopAsyncIteration
                self._pages.extend(self._pager._loaded_pages(update))
            if self._pull.was_replaced and not self._pull.has_ended:
                self._pull.has_ended = True
                raise replaced()
            return self._waiting.popleft()
        except BaseException:
            await self.aclose()
            raise

    async def aclose(self) -> None:
        """Ends the walk, also for a task that awaits its next part; once is enough. What is asked for later is
        `StopAsyncIteration`."""
        self._has_ended = True
        self._waiting.clear()
        self._pages.clear()
        if self._pull is not None:
            self._pull.has_ended = True
            self._waiter.end()
            self._pull.end()


class AsyncUpdates:
    """The states of a list, one after the other; made by `AsyncPager.updates`."""

    def __init__(self, pager: AsyncPager) -> None:
        self._pager = pager
        # Begun at once: what happens before the first is asked for is among them.
        self._pulled = PulledUpdates(pager._handle)
        self._waiter = Waiter()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Update:
        self._waiter.check()
        while not self._pulled.has_ended:
            if (update := self._pulled.next(0)) is not None:
                return update
            if not self._pulled.has_ended:
                await self._waiter.readable(self._pager._client._loop(), self._pulled.fileno())
        raise StopAsyncIteration

    def __repr__(self) -> str:
        return f"<swiftpager.AsyncUpdates{' ended' if self._pulled.has_ended else ''}>"

    async def aclose(self) -> None:
        """Ends it, also for a task that awaits its next update, and lets walks go on without it; once is enough. What
        is asked for later is `StopAsyncIteration`."""
        self._pulled.has_ended = True
        self._waiter.end()
        self._pulled.cancel()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()
