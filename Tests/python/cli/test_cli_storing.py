"""The command's outputs that hold each item once: Parquet in parts, and files that grow from run to run."""

import functools
import random
import signal
import time

import pyarrow.parquet
import pytest

from commands import numbers, outcome, run, start
from conftest import LIMIT_SECONDS, LONG, until
from swiftpager.testing import Connection, FakeServer

# The kills of each seed. A test must end within three minutes, so a long run has several seeds.
KILLS, SEEDS = (25, range(8)) if LONG else (4, range(1))
SORTED = """
query ($first: Int, $after: String) {
  items(first: $first, after: $after) { nodes { id updatedAt } pageInfo { hasNextPage endCursor } }
}
"""
SINCE = ["--since", '{"path": "/updatedAt", "type": "integer", "order": "descending"}']


def stored(folder):
    tables = [pyarrow.parquet.read_table(part) for part in sorted(folder.glob("part-*"))]
    return [int(id) for table in tables for id in table["id"].to_pylist()]


def newest_first(count):
    """Items that were changed one after another; the newest comes first."""
    return Connection([{"id": n, "updatedAt": n} for n in range(count, 0, -1)])


@pytest.mark.long
def test_parquet_goes_on_where_it_was_cut_off(trouble, tmp_path):
    options = ["--format", "parquet", "--output", str(tmp_path / "items"), "--checkpoint", str(tmp_path / "walk.json")]
    first = run(trouble.url("/good"), *options, "--max-pages", "2")
    assert first.returncode == 3, first.stderr
    assert stored(tmp_path / "items") == list(range(1, 21))
    done = run(trouble.url("/good"), *options)
    assert outcome(done) == (0, "")
    assert stored(tmp_path / "items") == list(range(1, 51))
    before = trouble.stats()["requests"]
    again = run(trouble.url("/good"), *options)
    assert again.returncode == 0
    assert b"the walk is complete" in again.stderr
    assert trouble.stats()["requests"] == before
    # Parts and file belong together.
    (tmp_path / "walk.json").unlink()
    code, told = outcome(run(trouble.url("/good"), *options))
    assert code == 2
    assert "has parts of an earlier walk" in told
    assert stored(tmp_path / "items") == list(range(1, 51))


@pytest.mark.long
def test_what_does_not_fit_together_is_refused(trouble, tmp_path):
    file = str(tmp_path / "file")
    for options, words in (
        (["--format", "parquet", "--checkpoint", file], "--checkpoint and the format parquet need --output FOLDER"),
        (["--format", "parquet", "--checkpoint", file, "--output", file + "2", "--field", "/id"], "leave out --field"),
        (["--format", "arrow", "--checkpoint", file], "--checkpoint works with the format ndjson, csv or parquet"),
    ):
        code, told = outcome(run(trouble.url("/good"), *options))
        assert (code, words in told) == (2, True), told
    assert trouble.stats()["requests"] == 0


@pytest.mark.parametrize("output", ["parquet", "ndjson", "csv"])
@pytest.mark.long
def test_a_repeated_walk_adds_what_is_new(tmp_path, output):
    place, to = tmp_path / "checkpoint.json", tmp_path / "items"
    options = ["--format", output, "--output", str(to), "--checkpoint", str(place), *SINCE, "-v", "first=10"]
    with FakeServer({"items": newest_first(35)}) as server:
        assert outcome(run(server.url, *options, query=SORTED)) == (0, "")
        requests = len(server.requests)
        assert outcome(run(server.url, *options, query=SORTED)) == (0, "")
        assert len(server.requests) == requests + 1
        server.data["items"] = newest_first(50)
        assert outcome(run(server.url, *options, query=SORTED)) == (0, "")
    found = {
        "parquet": lambda: stored(to),
        "ndjson": lambda: numbers(to.read_bytes()),
        "csv": lambda: [int(line.partition(",")[0]) for line in to.read_text().splitlines()[1:]],
    }[output]()
    assert found == [*range(35, 0, -1), *range(50, 35, -1)]


def test_a_file_that_no_checkpoint_knows_is_not_changed(tmp_path):
    to = tmp_path / "items.ndjson"
    to.write_text("mine")
    with FakeServer({"items": newest_first(5)}) as server:
        options = ["--output", str(to), "--checkpoint", str(tmp_path / "checkpoint"), *SINCE]
        code, told = outcome(run(server.url, *options, query=SORTED))
        assert (code, server.requests) == (2, [])
    assert "has 4 bytes and no checkpoint" in told
    assert to.read_text() == "mine"


@pytest.mark.parametrize("options", [["--format", "parquet"], []], ids=["parquet", "ndjson"])
@pytest.mark.long
def test_two_commands_on_one_output(trouble, tmp_path, options):
    url = trouble.url("/stall", bad=2)
    words = [*options, "--output", str(tmp_path / "items"), "--checkpoint", str(tmp_path / "walk.json")]
    with start(url, *words) as command:
        until(lambda: trouble.stats()["requests"] >= 2)
        code, told = outcome(run(url, *words))
        assert code == 2
        assert "another process or thread writes to it" in told
        command.send_signal(signal.SIGKILL)
        command.communicate(timeout=LIMIT_SECONDS)



def has_begun(server, requests, command):
    return len(server.requests) > requests or command.poll() is not None


@pytest.mark.timeout(60 + 3 * KILLS)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("output", ["parquet", "ndjson"])
@pytest.mark.long
def test_killed_at_random_moments_each_item_comes_once(tmp_path, output, seed):
    """A list that grows between the runs."""
    moments, kills, count = random.Random(seed), 0, 0
    place, to = tmp_path / "checkpoint.json", tmp_path / "items"
    options = ["--quiet", "--format", output, "--output", str(to), "--checkpoint", str(place), *SINCE, "-v", "first=5"]
    with FakeServer(latency=0.003) as server:
        while kills < KILLS:
            count += 300
            server.data["items"] = newest_first(count)
            is_complete = False
            while not is_complete:
                before = len(server.requests)
                with start(server.url, *options, query=SORTED) as command:
                    # Otherwise a slow machine would always kill it before it has begun.
                    until(functools.partial(has_begun, server, before, command))
                    time.sleep(moments.uniform(0, 0.3))
                    command.send_signal(signal.SIGKILL)
                    _, told = command.communicate(timeout=LIMIT_SECONDS)
                assert told == b""
                is_complete = command.returncode == 0
                kills += not is_complete
                if kills >= KILLS and not is_complete:
                    assert outcome(run(server.url, *options, query=SORTED)) == (0, "")
                    is_complete = True
            found = stored(to) if output == "parquet" else numbers(to.read_bytes())
            assert sorted(found) == list(range(1, count + 1))
