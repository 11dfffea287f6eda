"""One paginated query, in an event loop."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Generic, Self, TypeVar, Unpack, overload

from . import async_client as clients
from ._hooks import Hooks
from ._json import Default
from ._pager import LOAD_ALL_OPTIONS, LOAD_OPTIONS, BasePager, checked
from .operation import Pull, replaced
from .page import Page
from .shapes import Emit, LoadAllOptions, LoadOptions, Retain
from .subscription import PulledUpdates
from .update import Update

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
        super().__init__(client._handle, config, retain, emit, hooks, default)
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
            while await self._next(pull) is not None:
                pass
        finally:
            # Also where the task was cancelled: that aborts the request.
            pull.end()

    async def _next(self, pull: Pull) -> Any:
        """The next update of an operation; None at its end."""
        loop = self._client._loop()
        while not pull.has_ended:
            if (update := pull.next(0)) is not None:
                return update
            if not pull.has_ended:
                await loop.readable(pull.fileno())
        return None

    def reset(self) -> None:
        """Forgets all pages and ends an operation under way with `Cancelled`; subscribers stay, and are not told."""
        self._reset()

    # Walking

    def __aiter__(self) -> AsyncIterator[Page]:
        """Walks all pages: see `Pager.__iter__`."""
        return AsyncWalk(self, lambda page: (page,))

    @overload
    def items(self) -> AsyncIterator[Any]: ...

    @overload
    def items(self, type: type[Item]) -> AsyncIterator[Item]: ...

    def items(self, type: Any = None) -> AsyncIterator[Any]:
        """Walks all items, decoded: see `Pager.items`."""
        if type is None:
            return AsyncWalk(self, lambda page: page.nodes)
        kind = type
        return AsyncWalk(self, lambda page: page.nodes_as(kind))

    # Watching

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
        self._waiting: deque[Item] = deque()
        self._pages: deque[Page] = deque()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Item:
        try:
            if self._pull is None:
                self._pull = self._pager._pulled_walk()
            while not self._waiting:
                if self._pages:
                    self._waiting.extend(self._parts(self._pages.popleft()))
                    continue
                update = await self._pager._next(self._pull)
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
        """Ends the walk; once is enough."""
        self._waiting.clear()
        self._pages.clear()
        if self._pull is not None:
            self._pull.has_ended = True
            self._pull.end()


class AsyncUpdates:
    """The states of a list, one after the other; made by `AsyncPager.updates`."""

    def __init__(self, pager: AsyncPager) -> None:
        self._pager = pager
        # Begun at once: what happens before the first is asked for is among them.
        self._pulled = PulledUpdates(pager._handle)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Update:
        loop = self._pager._client._loop()
        while not self._pulled.has_ended:
            if (update := self._pulled.next(0)) is not None:
                return update
            if not self._pulled.has_ended:
                await loop.readable(self._pulled.fileno())
        raise StopAsyncIteration

    def __repr__(self) -> str:
        return f"<swiftpager.AsyncUpdates{' ended' if self._pulled.has_ended else ''}>"

    async def aclose(self) -> None:
        """Ends it, which lets walks go on without it; once is enough."""
        self._pulled.has_ended = True
        self._pulled.cancel()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()
