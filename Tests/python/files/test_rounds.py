"""Rounds: a random list, runs since a mark that are killed, and an output that in the end has each item once."""

import os
import random

import pytest

import killing
import runners
from commands import COMMAND, words
from conftest import LONG
from marked_list import QUERY, SIZE, Output
from random_lists import SINCE_WITH_LAG, RandomList, random_list

# SWIFTPAGER_ROUNDS says how many rounds each output gets.
ROUNDS = int(os.environ.get("SWIFTPAGER_ROUNDS") or (100 if LONG else 3))
NIGHTS = 4
KINDS = ("ndjson", "parquet", "command-ndjson", "command-csv", "command-parquet")


class Killed(Output):
    """An output that is written by processes."""

    def runner(self):
        """What writes it, and with which arguments."""
        if not self.kind.startswith("command"):
            given = self.kind, self._items.url, QUERY, SIZE, SINCE_WITH_LAG, self.to, self.side
            return runners.file, *given
        options = self.options("keep", None, SINCE_WITH_LAG)
        given = words(self._items.url, *options, query=QUERY)[len(COMMAND):]
        return runners.command, given, self.to.with_name("messages")

    def settle(self):
        """Runs while nothing changes: an older walk ends first, and the second run begins at the mark."""
        for _ in range(2):
            assert killing.ended(*self.runner()) == ""
        before = self.content()
        assert killing.ended(*self.runner()) == ""
        assert self.content() == before, "the output grows although nothing has changed"

    def content(self):
        """All bytes of the output."""
        files = sorted(self.to.glob("part-*.parquet")) if self.kind.endswith("parquet") else [self.to]
        return [(file.name, file.read_bytes()) for file in files if file.exists()]


def check(output, items: RandomList):
    """Each version comes once, and those that the list has now are there."""
    rows = output.rows()
    assert None not in rows
    assert sorted(row for row in set(rows) if rows.count(row) > 1) == []
    assert sorted(set(items.times.items()) - set(rows)) == []


def killed_nights(kind, folder, seed):
    """One round: a list, nights with a run that is killed, and quiet runs. Returns the numbers of kills and items."""
    chance = random.Random(f"{seed} {kind}")
    folder.mkdir()
    killed = 0
    with random_list(chance) as items:
        output = Killed(kind, folder, items)
        for _ in range(NIGHTS):
            items.night()
            items.is_restless = True
            killed += killing.kill(chance, lambda: items.requests, 12, *output.runner())
            items.is_restless = False
            if chance.random() < 0.3:
                output.settle()
        output.settle()
        items.forbidden = set()
        output.settle()
        check(output, items)
        return killed, len(output.rows())


@pytest.mark.timeout(120 + 2 * ROUNDS)
@pytest.mark.parametrize("kind", KINDS)
def test_killed_runs_of_a_random_list_bring_each_item_once(tmp_path, kind):
    rounds = [killed_nights(kind, tmp_path / str(seed), seed) for seed in range(ROUNDS)]
    killed, items = map(sum, zip(*rounds, strict=True))
    runs = NIGHTS * ROUNDS
    print(f"{kind}: {ROUNDS} rounds, {killed} of {runs} runs killed, {items} items")
    # Otherwise this test has shown nothing.
    assert killed
