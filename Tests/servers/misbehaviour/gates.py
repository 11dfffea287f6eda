"""Gates: answers that wait until the test says so, instead of for a time that a slow machine may outlast."""

import asyncio
import collections


class Gates:
    """One gate for each `key`: closed at first; `open` lets all through that wait, and all that come later."""

    def __init__(self) -> None:
        self._gates: dict[str, asyncio.Event] = collections.defaultdict(asyncio.Event)

    async def pass_through(self, key: str) -> None:
        """Returns once the gate of this key is open."""
        await self._gates[key].wait()

    def open(self, key: str) -> None:
        self._gates[key].set()
