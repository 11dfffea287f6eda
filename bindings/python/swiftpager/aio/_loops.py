"""Waiting for the library in an event loop of asyncio (also with uvloop or anyio) or trio."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Protocol

logger = logging.getLogger("swiftpager")


class Event(Protocol):
    """Something that one task waits for."""

    def set(self) -> None:
        """Ends the wait. Any thread may call this."""

    async def wait(self) -> None:
        """Waits until another task or thread has called `set`."""


class Loop(Protocol):
    """An event loop that runs on this thread."""

    async def readable(self, descriptor: int) -> None:
        """Waits until a descriptor is readable."""

    def event(self) -> Event:
        """Something to wait for in this loop."""

    def watch(self, descriptor: int, run: Callable[[], object]) -> Callable[[], None]:
        """Calls a function whenever a descriptor is readable; returns a function that ends this."""

    def is_current(self) -> bool:
        """Whether this event loop is the running one."""

    def is_closed(self) -> bool:
        """Whether this event loop will never run again."""


class AsyncioLoop:
    """An event loop of asyncio."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    async def readable(self, descriptor: int) -> None:
        ready = self._loop.create_future()

        def tell() -> None:
            if not ready.done():
                ready.set_result(None)

        self._loop.add_reader(descriptor, tell)
        try:
            await ready
        finally:
            self._loop.remove_reader(descriptor)

    def event(self) -> Event:
        return _Future(self._loop)

    def watch(self, descriptor: int, run: Callable[[], object]) -> Callable[[], None]:
        # An exception of a callback goes to the loop's exception handler.
        self._loop.add_reader(descriptor, run)

        def end() -> None:
            if not self._loop.is_closed():
                self._loop.remove_reader(descriptor)

        return end

    def is_current(self) -> bool:
        try:
            return asyncio.get_running_loop() is self._loop
        except RuntimeError:
            return False

    def is_closed(self) -> bool:
        return self._loop.is_closed()


class _Future:
    """An `Event` in an event loop of asyncio."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._future: asyncio.Future[None] = loop.create_future()

    def set(self) -> None:
        try:
            if asyncio.get_running_loop() is self._loop:
                return self._tell()
        except RuntimeError:
            pass
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        if not self._future.done():
            self._future.set_result(None)

    async def wait(self) -> None:
        await self._future


class TrioLoop:
    """An event loop of trio."""

    def __init__(self) -> None:
        import trio

        self._trio = trio.lowlevel
        self._closed = trio.ClosedResourceError
        self._token = trio.lowlevel.current_trio_token()
        self._make_event = trio.Event
        self._finished = trio.RunFinishedError
        self._is_closed = False

    async def readable(self, descriptor: int) -> None:
        await self._trio.wait_readable(descriptor)

    def event(self) -> Event:
        return _TrioEvent(self._make_event(), self)

    def call_soon(self, function: Callable[[], object]) -> None:
        """Calls a function in the loop, from any thread; does nothing once the loop has ended."""
        with contextlib.suppress(self._finished):
            self._token.run_sync_soon(function)

    def watch(self, descriptor: int, run: Callable[[], object]) -> Callable[[], None]:
        has_ended = False

        async def serve() -> None:
            # After the end, the descriptor may be closed and its number in use for another file.
            while not has_ended:
                try:
                    await self._trio.wait_readable(descriptor)
                except self._closed:
                    return
                except BaseException:
                    # trio cancels system tasks when a run ends.
                    self._is_closed = True
                    raise
                try:
                    if not has_ended:
                        run()
                except Exception:
                    # No task awaits this one, so the exception goes to the log. asyncio has a handler for this case.
                    logger.exception("a callback of a client failed")

        def end() -> None:
            nonlocal has_ended
            has_ended = True
            if self.is_current():
                self._trio.notify_closing(descriptor)

        self._trio.spawn_system_task(serve, name="swiftpager")
        return end

    def is_current(self) -> bool:
        try:
            return self._trio.current_trio_token() is self._token
        except RuntimeError:
            return False

    def is_closed(self) -> bool:
        return self._is_closed


class _TrioEvent:
    """An `Event` in an event loop of trio."""

    def __init__(self, event: Any, loop: TrioLoop) -> None:
        self._event = event
        self._loop = loop

    def set(self) -> None:
        if self._loop.is_current():
            self._event.set()
        else:
            self._loop.call_soon(self._event.set)

    async def wait(self) -> None:
        await self._event.wait()


def current_loop() -> Loop:
    """The event loop that runs on this thread; raises RuntimeError if there is none."""
    try:
        return AsyncioLoop(asyncio.get_running_loop())
    except RuntimeError:
        pass
    try:
        return TrioLoop()
    except (ImportError, RuntimeError):
        raise RuntimeError("there is no running event loop: call this in a coroutine of asyncio or trio") from None
