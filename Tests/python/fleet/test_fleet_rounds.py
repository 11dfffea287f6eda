"""Rounds of a fleet with threads: random lists, runs that are killed, and a store that has each item once."""

import os

import pytest

import fleet_rounds
import killing
import runners
from conftest import LONG

ROUNDS = int(os.environ.get("SWIFTPAGER_ROUNDS") or (100 if LONG else 3))


def kill(round, chance):
    """Kills a run of the fleet."""
    return killing.kill(chance, round.requests, 20, runners.threads, round.walks, round.store)


def run(round):
    """Lets a run of the fleet end."""
    return killing.ended(runners.threads, round.walks, round.store)


@pytest.mark.timeout(120 + 2 * ROUNDS)
def test_killed_fleets_bring_each_item_of_random_lists_once(tmp_path):
    rounds = [fleet_rounds.killed_nights(tmp_path / str(seed), f"{seed}", kill, run) for seed in range(ROUNDS)]
    killed, rows = map(sum, zip(*rounds, strict=True))
    runs = fleet_rounds.NIGHTS * ROUNDS
    print(f"{ROUNDS} rounds, {killed} of {runs} runs killed, {rows} rows")
    assert killed
