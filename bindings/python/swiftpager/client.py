"""An endpoint with its connections."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import byref, c_uint32
from types import TracebackType
from typing import Any, Self

from ._calls import call
from ._client import BaseClient
from ._configuration import NOT_GIVEN, NotGiven
from ._documents import Query
from ._hooks import Hooks
from ._library import native
from ._raising import check
from ._waiting import slices
from .pager import Pager
from .shapes import CachePolicy, Emit, Retain

# Of a `dispatch`: 32 bits.
LARGEST_LIMIT = 0xFFFF_FFFF


class Client(BaseClient[Pager]):
    """A GraphQL endpoint; it connects when the first page is asked for.

    Callbacks run only inside `dispatch()` and inside the methods that wait, on the thread that called them. Every
    method may be called from every thread. Close it when it is no longer needed, or use it as a context manager.
    """

    _woken = False

    def execute(
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
        """Sends one query or mutation, waits for the response and returns it, with its "data" and "errors".

        `headers` are sent beside the client's, and `timeout` holds in place of the client's. The response enters the
        client's cache, if it has one, so pages that show what it changed are told. `optimistic` has the fields of
        records that it is expected to change, by their keys: pages show them until the answer or the failure.

        Raises `GraphQLError` for a response with errors and no data, and the failures of the network and the server.
        Ctrl-C aborts the request.
        """
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
            for milliseconds in slices(None):
                if execution.next(milliseconds):
                    break
            return execution.answer()
        finally:
            # Ctrl-C, or a callback's exception: nobody waits any more.
            execution.end()

    def dispatch(self, timeout: float | None = 0.0, limit: int = 0) -> int:
        """Runs the callbacks that wait, at most `limit` (0: all), and returns how many ran.

        When none waits, it waits for one up to `timeout` seconds (None: no limit). 0 says that the time ran out, or
        that `wake()` was called. Raises what a callback raised, and `ClosedError` once the client is closed.
        """
        if not isinstance(limit, int):
            raise TypeError(f"limit must be a whole number from 0 to {LARGEST_LIMIT}, not {limit!r}")
        if not 0 <= limit <= LARGEST_LIMIT:
            raise ValueError(f"limit must be a whole number from 0 to {LARGEST_LIMIT}, not {limit!r}")
        count = c_uint32()
        for slice_milliseconds in slices(timeout):
            waiting = 0 if self._woken else slice_milliseconds
            check(call(native.swiftpager_client_dispatch, self._handle.key, waiting, limit, byref(count)))
            if count.value:
                break
            if self._woken:
                self._woken = False
                break
        return count.value

    def wake(self) -> None:
        """Makes a `dispatch` that waits on another thread return; if none waits, the next one will."""
        self._woken = True
        check(native.swiftpager_client_wake(self._handle.key))

    def close(self) -> None:
        """Ends all work: requests are aborted, and completions that still wait are called now, with `Cancelled`.

        Pages and updates stay readable. Once is enough; in a forked child it does nothing.
        """
        self._handle.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _pager(self, config: dict[str, Any], retain: Retain | None, emit: Emit, hooks: Hooks) -> Pager:
        return Pager(self, config, retain, emit, hooks, self._default)
