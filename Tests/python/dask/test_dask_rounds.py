"""Rounds of a fleet on Dask: random lists, workers and drivers that are killed, and a store that has each item once."""

import contextlib
import os

import pytest

import fleet_rounds
import fleets
import killing
import runners
from conftest import LIMIT_SECONDS, LONG

ROUNDS = int(os.environ.get("SWIFTPAGER_ROUNDS") or (100 if LONG else 2))


class Workers:
    """Two workers of a scheduler, which a test kills, and which are replaced."""

    def __init__(self, address, folder, stack):
        self.address = address
        self.killed = 0
        self._folder = folder
        self._stack = stack
        self._workers = [self._started() for _ in range(2)]

    def kill_one(self, chance):
        """Kills a worker, and starts another."""
        index = chance.randrange(2)
        self._workers[index].kill()
        self.killed += 1
        self._workers[index] = self._started()

    def _started(self):
        return self._stack.enter_context(killing.forked(runners.worker, self.address, self._folder))

    def run(self, round):
        """Lets a run end."""
        return killing.ended(runners.dask, round.walks, round.store, self.address)

    def kill(self, round, chance):
        """Kills the driver at a random moment, or a worker; then the driver goes on."""
        given = runners.dask, round.walks, round.store, self.address
        if chance.random() < 0.5:
            return killing.kill(chance, round.requests, 20, *given)
        with killing.forked(*given) as driver:
            killing.wait(chance, round.requests, 20, driver)
            had_ended = not driver.is_alive()
            self.kill_one(chance)
            driver.join(LIMIT_SECONDS)
            assert driver.exitcode is not None, "the driver does not end"
        return not had_ended


@pytest.fixture
def workers(tmp_path):
    with contextlib.ExitStack() as stack:
        yield Workers(stack.enter_context(fleets.scheduler()), tmp_path / "workers", stack)


@pytest.mark.timeout(120 + 5 * ROUNDS)
def test_killed_fleets_on_dask_bring_each_item_of_random_lists_once(tmp_path, workers):
    rounds = [
        fleet_rounds.killed_nights(tmp_path / str(seed), f"dask {seed}", workers.kill, workers.run)
        for seed in range(ROUNDS)
    ]
    killed, rows = map(sum, zip(*rounds, strict=True))
    print(f"{ROUNDS} rounds, {killed} runs and {workers.killed} workers killed, {rows} rows")
    assert killed
