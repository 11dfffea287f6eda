"""Rounds of a fleet: random lists in one store, nights whose run is killed, and quiet runs."""

import collections
import pathlib
import random
import re
from collections.abc import Callable
from typing import Any

import pyarrow.parquet

import killing
import runners
import swiftpager.fleet as fleet
from marked_list import SIZE
from random_lists import SINCE_WITH_LAG, RandomList, random_lists

QUERY = """
query ($list: ID!, $first: Int, $after: String) {
  items(list: $list, first: $first, after: $after) { nodes { id updatedAt } pageInfo { hasNextPage endCursor } }
}
"""
COLUMNS = {"id": {"type": "int64"}, "updatedAt": {"type": "int64"}}
LISTS = ("one", "two", "three")
NIGHTS = 4


class Round:
    """The lists and the store of one round."""

    def __init__(self, folder: pathlib.Path, lists: dict[str, RandomList]) -> None:
        self.lists = lists
        self.store = fleet.Store(folder, columns=COLUMNS)
        self.walks = [
            fleet.Walk(
                items.url, QUERY, {"list": name, "first": SIZE}, key=name, since=SINCE_WITH_LAG, retry=False,
            )
            for name, items in lists.items()
        ]

    def requests(self) -> int:
        """The number of requests to all lists."""
        return sum(items.requests for items in self.lists.values())

    def settle(self) -> None:
        """Runs while nothing changes: an older walk ends first, and the second run begins at the mark."""
        fleet.retry(self.store)
        if self._ends():
            # A slice of a killed driver may still have run on a worker, and failed after the first `retry`.
            fleet.retry(self.store)
            assert self._ends() == ""
        assert self._ends() == ""
        before = self.content()
        assert self._ends() == ""
        assert self.content() == before, "the store grows although nothing has changed"

    def _ends(self) -> str:
        """Lets a run on threads end, whose slices are so large that each has all that is new."""
        return killing.ended(runners.threads, self.walks, self.store, 200)

    def content(self) -> list[tuple[str, int]]:
        """All slices and their sizes."""
        return sorted((str(path), path.stat().st_size) for path in pathlib.Path(self.store.root).rglob("*.parquet"))

    def check(self) -> int:
        """Each version comes once, and those that the lists have now are there. Returns the number of rows."""
        rows = self.rows()
        assert sorted(row for row, count in rows.items() if count > 1) == []
        now = {(name, *version) for name, items in self.lists.items() for version in items.times.items()}
        assert sorted(now - set(rows)) == []
        return rows.total()

    def rows(self) -> "collections.Counter[tuple[Any, ...]]":
        """How often each version is in the slices that count; a null stands for a forbidden item."""
        rows: collections.Counter[tuple[Any, ...]] = collections.Counter()
        for path in self.store.files():
            name = re.fullmatch(r"(.*)-[0-9]+\.parquet", pathlib.Path(path).name)
            assert name is not None
            items = pyarrow.parquet.read_table(path, partitioning=None).to_pylist()
            rows.update((name[1], item["id"], item["updatedAt"]) for item in items if item["id"] is not None)
        return rows


def killed_nights(
    folder: pathlib.Path, seed: str, kill: Callable[[Round, random.Random], bool], run: Callable[[Round], str]
) -> tuple[int, int]:
    """One round: nights whose run `kill` kills, and in the end one that `run` lets end. Quiet runs have threads.

    Returns the numbers of kills and rows.
    """
    chance = random.Random(seed)
    killed = 0
    with random_lists(chance, *LISTS) as lists:
        round = Round(folder, lists)
        for _ in range(NIGHTS):
            for items in lists.values():
                items.night()
                items.is_restless = True
            killed += kill(round, chance)
            for items in lists.values():
                items.is_restless = False
            if chance.random() < 0.3:
                round.settle()
        round.settle()
        assert run(round) == ""
        for items in lists.values():
            items.forbidden = set()
        round.settle()
        return killed, round.check()
