"""Many processes on one store: if one is killed, stopped or late, each item is still in one file."""

import contextlib
import json
import pathlib
import random
import signal
import time
from collections.abc import Iterator

import pytest

import fleets
from conftest import LIMIT_SECONDS, LONG, start_script
from fleets import Lists
from swiftpager.fleet import Slice, Walk, run_slice, status

KILLS = 200 if LONG else 8
# A walk to its end, slice by slice. It says when each slice ends.
RUNNER = """
import json
from swiftpager.fleet import Store, Walk, run_slice
store = Store(os.environ["FOLDER"], columns=json.loads(os.environ["COLUMNS"]))
walks = [Walk.from_json(walk) for walk in json.loads(os.environ["WALKS"])]
say("begins")
for walk in walks:
    while (ended := run_slice(walk, store, slice_pages=2)).end is None:
        assert ended.error is None, ended.error
        say(ended.number)
"""


@pytest.fixture
def served() -> Iterator[Lists]:
    with fleets.lists("--pages", "9", "--latency-ms", "2") as served:
        yield served


def variables(folder: pathlib.Path, walks: list[Walk]) -> dict[str, str]:
    """What RUNNER reads."""
    plain = [walk.to_json() for walk in walks]
    return {"FOLDER": str(folder), "COLUMNS": json.dumps(fleets.COLUMNS), "WALKS": json.dumps(plain)}


@pytest.mark.long
def test_of_many_runners_one_gets_each_number(served: Lists, tmp_path: pathlib.Path) -> None:
    given = variables(tmp_path, [served.walk("list-race")])
    with contextlib.ExitStack() as stack:
        runners = [stack.enter_context(start_script(RUNNER, **given)) for _ in range(6)]
        for process in runners:
            _, errors = process.communicate(timeout=LIMIT_SECONDS)
            assert process.returncode == 0, errors
    assert fleets.ids(tmp_path) == fleets.items("list-race", pages=9)
    # Several runners asked for one page: they met.
    assert served.stats()["requests"] > 9
    assert list((tmp_path / "_temporary").iterdir()) == []


def test_the_loser_of_a_race_reports_the_newest_slice(served: Lists, tmp_path: pathlib.Path) -> None:
    store, walk = fleets.store_in(tmp_path), served.walk("list-lost")
    won: list[Slice] = []

    def overtaken() -> bool:
        """Others commit the number that this slice wants, and two more."""
        if not won:
            won.extend(run_slice(walk, store, slice_pages=pages) for pages in (1, 2, 3))
        return False

    lost = run_slice(walk, store, slice_pages=4, stopping=overtaken)
    assert [part.was_committed for part in (*won, lost)] == [True, True, True, False]
    newest = won[-1]
    assert (lost.number, lost.path, lost.pages, lost.rows, lost.end) == (
        3, newest.path, newest.pages, newest.rows, newest.end,
    )
    assert not list((tmp_path / "_temporary").iterdir())


@pytest.mark.long
def test_killed_at_random_moments_each_item_comes_once(served: Lists, tmp_path: pathlib.Path) -> None:
    chance = random.Random(24)
    names = [f"list-killed-{number}" for number in range(1 + KILLS // 2)]
    given = variables(tmp_path, [served.walk(name) for name in names])
    for _ in range(KILLS):
        with start_script(RUNNER, **given) as process:
            assert process.stdout is not None
            process.stdout.readline()
            # Mostly within a slice or its commit.
            time.sleep(chance.uniform(0, 0.05))
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=LIMIT_SECONDS)
        # At every moment, what a reader finds has no item twice.
        assert set(fleets.ids(tmp_path).values()) <= {1}
    with start_script(RUNNER, **given) as process:
        _, errors = process.communicate(timeout=LIMIT_SECONDS)
    assert process.returncode == 0, errors
    assert fleets.ids(tmp_path) == fleets.items(*names, pages=9)
    walks = status(fleets.store_in(tmp_path)).walks
    assert {(walk.end, walk.pages, walk.error) for walk in walks} == {("complete", 9, None)}


@pytest.mark.long
def test_who_was_stopped_for_long_finds_his_number_taken(served: Lists, tmp_path: pathlib.Path) -> None:
    given = variables(tmp_path, [served.walk("list-stopped")])
    with start_script(RUNNER, **given) as late:
        assert late.stdout is not None
        late.stdout.readline()
        time.sleep(0.01)
        late.send_signal(signal.SIGSTOP)
        try:
            with start_script(RUNNER, **given) as other:
                _, errors = other.communicate(timeout=LIMIT_SECONDS)
            assert other.returncode == 0, errors
        finally:
            late.send_signal(signal.SIGCONT)
        _, errors = late.communicate(timeout=LIMIT_SECONDS)
    assert late.returncode == 0, errors
    assert fleets.ids(tmp_path) == fleets.items("list-stopped", pages=9)
