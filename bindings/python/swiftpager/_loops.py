"""Waiting for the library in an event loop: asyncio's, also as uvloop or under anyio, or trio's."""

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

    def watch(self, descriptor: int, run: Callable[[], object]) -> Callable[[], None]:
        """Calls a function whenever a descriptor is readable; returns what ends that."""

    def is_current(self) -> bool:
        """Whether it is this one that runs."""


class AsyncioLoop:
    """asyncio's."""

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

    def watch(self, descriptor: int, run: Callable[[], object]) -> Callable[[], None]:
        # What a callback raises goes to the loop's exception handler.
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
    """trio's."""

    def __init__(self) -> None:
        import trio

        self._trio = trio.lowlevel
        self._closed = trio.ClosedResourceError
        self._token = trio.lowlevel.current_trio_token()

    async def readable(self, descriptor: int) -> None:
        await self._trio.wait_readable(descriptor)

    def watch(self, descriptor: int, run: Callable[[], object]) -> Callable[[], None]:
        has_ended = False

        async def serve() -> None:
            # Once it has ended, the descriptor may be closed, and its number another's.
            while not has_ended:
                try:
                    await self._trio.wait_readable(descriptor)
                except self._closed:
                    return
                try:
                    if not has_ended:
                        run()
                except Exception:
                    # There is nobody to raise it to; asyncio has a handler for such.
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


def current_loop() -> Loop:
    """The event loop that runs on this thread; raises RuntimeError where none does."""
    try:
        return AsyncioLoop(asyncio.get_running_loop())
    except RuntimeError:
        pass
    try:
        return TrioLoop()
    except (ImportError, RuntimeError):
        raise RuntimeError("there is no running event loop: call this in a coroutine of asyncio or trio") from None
