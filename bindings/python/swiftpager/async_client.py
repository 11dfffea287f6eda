"""An endpoint with its connections, in an event loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ctypes import byref, c_uint32
from types import TracebackType
from typing import Any, Self

from . import async_pager as pagers
from ._calls import call
from ._client import BaseClient
from ._configuration import NOT_GIVEN, NotGiven
from ._documents import Query
from ._hooks import Hooks
from ._library import native
from ._loops import Loop, current_loop
from .shapes import CachePolicy, Emit, Retain


class AsyncClient(BaseClient["pagers.AsyncPager"]):
    """A GraphQL endpoint for coroutines, of asyncio (also uvloop) or trio; it connects when something is asked for.

    It takes what `Client` takes. Callbacks, hooks and transports run in the event loop, which never waits for the
    network: the library's thread does. Use it in one event loop at a time; close it when it is no longer needed, or use
    it in an `async with`.
    """

    _watching: Loop | None = None
    _unwatch: Callable[[], None] | None = None

    async def execute(
        self,
        query: Query,
        variables: Mapping[str, Any] | None = None,
        *,
        operation_name: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | NotGiven | None = NOT_GIVEN,
        cache_policy: CachePolicy | None = None,
        optimistic: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Any:
        """Sends one query or mutation and returns the response, with its "data" and "errors": see `Client.execute`.

        A task that is cancelled meanwhile aborts the request.
        """
        loop = self._loop()
        execution = self._execution(
            query,
            variables,
            operation_name=operation_name,
            headers=headers,
            timeout=timeout,
            cache_policy=cache_policy,
            optimistic=optimistic,
        )
        try:
            while not execution.next(0):
                await loop.readable(execution.fileno())
            return execution.answer()
        finally:
            execution.end()

    def _loop(self) -> Loop:
        """The running event loop, which runs the client's callbacks from now on."""
        if self._watching is None or not self._watching.is_current():
            self._end_watching()
            self._watching = current_loop()
            self._unwatch = self._watching.watch(self.fileno(), self._run_callbacks)
        return self._watching

    def _run_callbacks(self) -> None:
        call(native.swiftpager_client_dispatch, self._handle.key, 0, 0, byref(c_uint32()))

    def _end_watching(self) -> None:
        unwatch, self._unwatch, self._watching = self._unwatch, None, None
        if unwatch is not None:
            unwatch()

    async def aclose(self) -> None:
        """Ends all work: requests are aborted, and what awaits them raises `Cancelled`. Pages and updates stay
        readable. Once is enough."""
        if self._handle.is_released:
            return
        self._end_watching()
        # Runs the callbacks that wait.
        self._handle.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    def _pager(self, config: dict[str, Any], retain: Retain | None, emit: Emit, hooks: Hooks) -> pagers.AsyncPager:
        return pagers.AsyncPager(self, config, retain, emit, hooks, self._default)
