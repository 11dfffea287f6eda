"""The client for an event loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ctypes import byref, c_uint32
from types import TracebackType
from typing import Any, Self

from .._client import BaseClient
from .._configuration import NOT_GIVEN, NotGiven
from .._decoding import decode
from .._documents import Query
from .._hooks import Hooks
from .._native.calls import call
from .._native.library import native
from ..shapes import CachePolicy, Emit, Retain
from . import pager as pagers
from ._loops import Loop, current_loop


class AsyncClient(BaseClient["pagers.AsyncPager"]):
    """A GraphQL endpoint for coroutines of asyncio (also with uvloop) or trio; it connects for the first request.

        async with swiftpager.AsyncClient("https://example.com/graphql") as client:
            async for product in client.pager(QUERY).items():
                print(product["name"])

    It takes the arguments of `Client`. Callbacks, hooks and transports run in the event loop. The event loop never
    waits for the network; the library's thread does. Use the client in one event loop at a time. Close it when you no
    longer need it, or use it in an `async with`.
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

            async with swiftpager.AsyncClient("https://example.com/graphql") as client:
                response = await client.execute("{ product(id: 17) { name } }")

        Cancelling the task aborts the request.
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
            return decode(execution.answer())
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

    def _forked(self) -> None:
        # The parent still uses the event loop's selector, and the kernel shares it with the child: to take the
        # descriptor out here would take it out of the parent's loop.
        self._unwatch, self._watching = None, None

    def _end_watching(self) -> None:
        unwatch, self._unwatch, self._watching = self._unwatch, None, None
        if unwatch is not None:
            unwatch()

    async def aclose(self) -> None:
        """Ends all work: aborts the requests, and tasks that await them get `Cancelled`.

        Pages and updates stay readable. A second call does nothing.
        """
        if self._handle.is_released:
            return
        self._end_watching()
        # This runs the callbacks that still wait.
        self._handle.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    def _pager(self, config: dict[str, Any], retain: Retain | None, emit: Emit, hooks: Hooks) -> pagers.AsyncPager:
        return pagers.AsyncPager(self, config, retain, emit, hooks, self._default)
