"""The turns of a client in the event loops that use it: one descriptor serves all that a program awaits."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, c_size_t
from functools import partial
from typing import Any

from .._native.calls import call
from .._native.handle import Handle
from .._native.library import native
from .._native.signatures import Ready
from ._loops import Event, Loop, current_loop

# How many operations and subscriptions one turn names at most. What is left comes with the next turn.
_MOST = 64


class Turns:
    """What the tasks of one client wait for, by the key of the operation or subscription.

    The descriptor of the client is readable when something has come to a socket. Then the library reads it in the
    thread of the event loop, and says for which operations and subscriptions there is something.
    """

    def __init__(self, client: Handle, descriptor: Callable[[], int], dispatch: Callable[[], None]) -> None:
        self._client = client
        self._descriptor = descriptor
        self._dispatch = dispatch
        # The functions that end the watches, by loop.
        self._watches: dict[Loop, Callable[[], None]] = {}
        self._waits: dict[int, Event] = {}

    def loop(self) -> Loop:
        """The running event loop, which has the client's turns from now on."""
        # A copy, because the loops of other threads may come and go meanwhile.
        for loop in list(self._watches):
            if loop.is_current():
                return loop
            if loop.is_closed():
                self._watches.pop(loop, None)
        loop = current_loop()
        named, count = (Ready * _MOST)(), c_size_t()
        self._watches[loop] = loop.watch(self._descriptor(), partial(self._take, named, count))
        # From the first turn on, the descriptor shows more than callbacks.
        self._tell(named, count)
        return loop

    def _take(self, named: Any, count: c_size_t) -> None:
        self._tell(named, count)
        # Last, because a callback may raise.
        self._dispatch()

    def _tell(self, named: Any, count: c_size_t) -> None:
        call(native.swiftpager_client_ready, self._client.key, named, _MOST, byref(count))
        for ready in named[: count.value]:
            event = self._waits.get(ready.operation or ready.subscription)
            if event is not None:
                event.set()

    def expect(self, key: int) -> Event:
        """What a task waits for that has found nothing to pull."""
        event = self._waits[key] = self.loop().event()
        return event

    def forget(self, key: int, event: Event) -> None:
        """The task waits no longer."""
        if self._waits.get(key) is event:
            del self._waits[key]

    def end(self) -> None:
        """Ends the watches: the client is about to be closed."""
        for loop, end in list(self._watches.items()):
            if not loop.is_closed():
                end()
        self._watches.clear()

    def tell_all(self) -> None:
        """Ends all waits: the client is closed."""
        for event in list(self._waits.values()):
            event.set()

    def forked(self) -> None:
        """Forgets all without a word, in a child of `fork`.

        The parent still uses the event loop's selector, and the kernel shares it with the child: to take the descriptor
        out here would take it out of the parent's loop.
        """
        self._watches.clear()
        self._waits.clear()


class Waiter:
    """The waits of one iterator, which another task may end."""

    def __init__(self) -> None:
        self._event: Event | None = None

    def check(self) -> None:
        """Raises RuntimeError if a task is already waiting."""
        if self._event is not None:
            raise RuntimeError("another task already awaits this iterator: only one task at a time can")

    async def ready(self, turns: Turns, key: int) -> None:
        """Waits until there is something to pull, or until `end`."""
        self._event = event = turns.expect(key)
        try:
            await event.wait()
        finally:
            self._event = None
            turns.forget(key, event)

    def end(self) -> None:
        """Ends the wait, if there is one."""
        if self._event is not None:
            self._event.set()
