"""Waiting for the library in an event loop of asyncio (also with uvloop or anyio) or trio."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

logger = logging.getLogger("swiftpager")


class Loop(Protocol):
    """An event loop that runs on this thread."""

    async def readable(self, descriptor: int) -> None:
        """Waits until a descriptor is readable."""

    def end_wait(self, descriptor: int) -> None:
        """Ends a wait for a descriptor, so that the descriptor can be closed."""

    def watch(self, descriptor: int, run: Callable[[], object]) -> Callable[[], None]:
        """Calls a function whenever a descriptor is readable; returns a function that ends this."""

    def is_current(self) -> bool:
        """Whether this event loop is the running one."""


class AsyncioLoop:
    """An event loop of asyncio."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        # The functions that end the waits, by descriptor.
        self._waits: dict[int, Callable[[], None]] = {}

    async def readable(self, descriptor: int) -> None:
        ready = self._loop.create_future()

        def tell() -> None:
            if not ready.done():
                ready.set_result(None)

        self._loop.add_reader(descriptor, tell)
        self._waits[descriptor] = tell
        try:
            await ready
        finally:
            # After `end_wait`, the number of the descriptor may be in use for another file.
            if self._waits.get(descriptor) is tell:
                del self._waits[descriptor]
                self._loop.remove_reader(descriptor)

    def end_wait(self, descriptor: int) -> None:
        tell = self._waits.pop(descriptor, None)
        if tell is not None:
            self._loop.remove_reader(descriptor)
            tell()

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


class TrioLoop:
    """An event loop of trio."""

    def __init__(self) -> None:
        import trio

        self._trio = trio.lowlevel
        self._closed = trio.ClosedResourceError
        self._token = trio.lowlevel.current_trio_token()

    async def readable(self, descriptor: int) -> None:
        try:
            await self._trio.wait_readable(descriptor)
        except self._closed:
            # `end_wait` was called, and its caller reports why.
            pass

    def end_wait(self, descriptor: int) -> None:
        self._trio.notify_closing(descriptor)

    def watch(self, descriptor: int, run: Callable[[], object]) -> Callable[[], None]:
        has_ended = False

        async def serve() -> None:
            # After the end, the descriptor may be closed and its number in use for another file.
            while not has_ended:
                try:
                    await self._trio.wait_readable(descriptor)
                except self._closed:
                    return
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


class Waiter:
    """The waits of one iterator, which another task may end."""

    def __init__(self) -> None:
        self._waits_in: Loop | None = None
        self._descriptor = -1

    def check(self) -> None:
        """Raises RuntimeError if a task is already waiting."""
        if self._waits_in is not None:
            raise RuntimeError("another task already awaits this iterator: only one task at a time can")

    async def readable(self, loop: Loop, descriptor: int) -> None:
        """Waits until a descriptor is readable, or until `end`."""
        self._waits_in, self._descriptor = loop, descriptor
        try:
            await loop.readable(descriptor)
        finally:
            self._waits_in = None

    def end(self) -> None:
        """Ends the wait, if there is one, before its descriptor is closed."""
        if self._waits_in is not None and self._waits_in.is_current():
            self._waits_in.end_wait(self._descriptor)


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
