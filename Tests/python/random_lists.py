"""Lists that change at random, between walks and while walks read them."""

import contextlib
import random
import threading
from collections.abc import Iterator
from typing import Any

from list_server import Variables, list_server
from marked_list import SINCE, MarkedList

# A late item is less than that below the newest time.
LAG = 10
# Between two runs all items may go, or get a newer time.
SINCE_WITH_LAG: Any = {**SINCE, "lag": LAG, "unreached": "accept"}
# Late changes are as frequent as those in time.
_KINDS = ("insert", "insert", "edit", "edit", "late", "late edit", "delete")


class RandomList(MarkedList):
    """A list whose cursors have the place of an item, so that a deletion shifts no page."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance
        self._lock = threading.Lock()
        self._clock = 0
        self._ids = 0
        # Whether it changes while walks read it.
        self.is_restless = False

    def change(self) -> None:
        """Makes one change. Items with one time are frequent, because the clock often stands."""
        chance = self._chance
        self._clock += chance.choice([0, 0, 1, 2])
        kind = chance.choice(_KINDS) if self.times else "insert"
        time = self._clock - (chance.randrange(LAG) if "late" in kind else 0)
        if kind in ("insert", "late"):
            self._ids += 1
            self.times[self._ids] = time
            return
        id = chance.choice(sorted(self.times))
        if kind == "delete":
            del self.times[id]
            self.forbidden.discard(id)
        elif time > self.times[id]:
            # The time of an item never goes back.
            self.times[id] = time

    def night(self) -> None:
        """What happens between two runs."""
        chance = self._chance
        with self._lock:
            for _ in range(chance.choice([0, 3, 10, 40])):
                self.change()
            # The header of a CSV file needs an item that is not null.
            is_one_forbidden = len(self.times) > 1 and chance.random() < 0.3
            self.forbidden = {chance.choice(sorted(self.times))} if is_one_forbidden else set()
            self.epoch += chance.random() < 0.4

    def answer(self, variables: Variables) -> dict[str, Any]:
        """The response to a request; the list may change right before it."""
        with self._lock:
            if self.is_restless and self._chance.random() < 0.3:
                self.change()
                if self._chance.random() < 0.05:
                    self.epoch += 1
            return super().answer(variables)


@contextlib.contextmanager
def random_list(chance: random.Random) -> Iterator[RandomList]:
    """A list, which a server has during the block."""
    items = RandomList(chance)
    with list_server(items.answer) as (items.url, _):
        yield items


@contextlib.contextmanager
def random_lists(chance: random.Random, *names: str) -> Iterator[dict[str, RandomList]]:
    """Several lists on one server; the variable `list` names one."""
    lists = {name: RandomList(chance) for name in names}
    with list_server(lambda variables: lists[variables["list"]].answer(variables)) as (url, _):
        for items in lists.values():
            items.url = url
        yield lists
