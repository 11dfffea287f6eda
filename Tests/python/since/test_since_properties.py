"""Random lists that change between runs, and while they are read: after each whole run a copy has what the list has."""

import contextlib
import os
import random
from typing import Any

import pytest

import swiftpager
from swiftpager.shapes import SinceDict
from test_since import FILTERED, NEWEST_FIRST, ChangingList, Runs, at

LISTS: dict[str, tuple[SinceDict, str, dict[str, Any]]] = {
    "descending": ({"path": "/updatedAt", "order": "descending", "lag": 10}, NEWEST_FIRST, {}),
    "ascending": (
        {"path": "/updatedAt", "order": "ascending", "lag": 10, "variable": "from"}, FILTERED, {"order": "ascending"}
    ),
    "filtered": (
        {"path": "/updatedAt", "order": "filtered", "lag": 10, "variable": "from"}, FILTERED, {"order": "as given"}
    ),
}
SEEDS = range(200 if os.environ.get("SWIFTPAGER_LONG") == "1" else 3)


class World:
    """A list, and the changes that its users make."""

    def __init__(self, changing: ChangingList, random: random.Random) -> None:
        self.changing, self.random = changing, random
        # The clock of the server, in seconds.
        self.now = 100.0
        self.last = 0
        # Items that are written with a time, and committed later.
        self.pending: list[tuple[float, int, str]] = []

    def step(self) -> None:
        """Some changes."""
        for _ in range(self.random.randrange(4)):
            self.now += self.random.choice([0, 0.001, 0.4, 1, 3])
            self.commit()
            numbers = list(self.changing.items)
            kind = self.random.choice(["insert", "insert", "update", "update", "edit", "delete", "late"])
            if kind == "insert" or not numbers:
                self.last += 1
                self.changing.put(self.last, at(self.now), f"v{self.now}")
            elif kind == "update":
                self.changing.put(self.random.choice(numbers), at(self.now), f"v{self.now}")
            elif kind == "edit":
                # Another edit in the moment of an earlier one, which is within the lag.
                recent = [n for n in numbers if self.changing.items[n]["updatedAt"] >= at(int(self.now) - 5)]
                for number in recent[:1]:
                    self.changing.items[number] = {**self.changing.items[number], "name": f"e{self.random.random()}"}
            elif kind == "delete":
                del self.changing.items[self.random.choice(numbers)]
            else:
                self.last += 1
                self.pending.append((self.now + self.random.random() * 9, self.last, at(self.now)))

    def commit(self) -> None:
        """Commits what was written before."""
        for when, number, value in self.pending:
            if when <= self.now:
                self.changing.put(number, value, f"late{number}")
        self.pending = [each for each in self.pending if each[0] > self.now]


@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_copy_has_what_the_list_has_after_each_whole_run(kind, seed):
    since, query, options = LISTS[kind]
    chance = random.Random(f"{kind} {seed}")
    changing = ChangingList(size=chance.choice([1, 3, 10]), **options)
    world = World(changing, chance)
    walk = Runs(changing, since, query)
    changing_while_read = chance.random() < 0.5 and kind != "filtered"
    copy: dict[int, Any] = {}
    answer = changing.answer

    def answer_and_change(request: dict[str, Any]) -> bytes:
        text = answer(request)
        if changing_while_read and chance.random() < 0.3:
            world.step()
        return text

    changing.answer = answer_and_change
    try:
        for _ in range(12):
            world.step()
            changing.errors = [{"message": "part"}] if chance.random() < 0.1 else None
            pages = chance.choice([None, None, 1, 2])
            is_whole = False
            is_resumed = walk.checkpoint is not None and walk.kept["token"] is not None
            with contextlib.suppress(swiftpager.PartialData, swiftpager.GraphQLError):
                for item in walk(pages=pages):
                    copy[item["id"]] = item
                is_whole = walk.state["end"] == "complete"
            if is_whole and not is_resumed and not changing_while_read and changing.errors is None:
                assert {n: item for n, item in copy.items() if n in changing.items} == changing.items
        # What was being changed is settled by two more runs.
        changing_while_read, changing.errors = False, None
        world.now += 20
        world.commit()
        for _ in range(2):
            for item in walk():
                copy[item["id"]] = item
        assert {n: item for n, item in copy.items() if n in changing.items} == changing.items
    finally:
        walk.server.close()
