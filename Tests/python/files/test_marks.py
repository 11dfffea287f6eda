"""Files of walks that begin again at a mark: each item once, and no file that grows when nothing has changed."""

import concurrent.futures
import json
import random

import pyarrow.parquet
import pytest

import swiftpager
from commands import run, run_to
from conftest import LIMIT_SECONDS, LONG
from marked_list import OUTPUTS, QUERY, SINCE, SIZE, Output, lines, marked_list
from swiftpager.testing import Connection, FakeServer

ROUNDS = 60 if LONG else 1


@pytest.fixture
def items():
    with marked_list() as items:
        yield items


@pytest.fixture(params=OUTPUTS)
def output(request, tmp_path, items):
    return Output(request.param, tmp_path, items)


# What begins again


@pytest.mark.long
def test_after_an_expired_cursor_each_item_comes_once(output, items):
    items.fill(*range(40))
    assert output.write(most_pages=3)
    items.epoch += 1
    items.fill(40, 41)
    assert output.write() == ""
    assert output.ids() == [41, 40, *range(39, -1, -1)]
    assert output.write() == ""
    # Also in a later night: what is older than the mark stays.
    items.fill(*range(50, 80))
    assert output.write(most_pages=3)
    items.epoch += 1
    items.fill(80)
    assert output.write() == ""
    assert output.ids() == [41, 40, *range(39, -1, -1), 80, *range(79, 49, -1)]
    assert output.write() == ""
    assert len(output.ids()) == 73


@pytest.mark.parametrize("errors", ["keep", "report"])
@pytest.mark.long
def test_an_item_that_stays_forbidden_makes_no_file_grow(output, items, errors):
    items.fill(*range(23))
    items.forbidden = {7}
    for _ in range(3):
        assert bool(output.write(errors)) == (errors == "report")
        assert sorted(id for id in output.ids() if id is not None) == [id for id in range(23) if id != 7]
        assert output.ids().count(None) == 1
    # The mark moves when the item is there again.
    items.forbidden = set()
    items.fill(7)
    assert output.write(errors) == ""
    assert sorted(output.ids()) == list(range(23))
    items.fill(100)
    assert output.write(errors) == ""
    assert output.ids()[-1] == 100 and len(output.ids()) == 24


def test_the_state_says_why_the_mark_stands(items, tmp_path):
    items.fill(*range(10))
    items.forbidden = {7}
    with swiftpager.Client(items.url) as client:
        pager = client.pager(QUERY, {"first": SIZE}, since=SINCE, errors="keep")
        pager.write_ndjson(tmp_path / "items", checkpoint_file=tmp_path / "side")
        assert pager.state["errors"]["first"]["message"] == "forbidden"
        assert pager.state["since"]["stays"] == "PARTIAL_DATA"
        assert json.loads(pager.checkpoint())["mark"] is None


@pytest.mark.long
def test_a_server_that_is_down_empties_no_file(output, items):
    items.fill(*range(40))
    assert output.write(most_pages=4)
    before = output.ids()
    assert len(before) == 20
    items.epoch += 1
    for _ in range(2):
        items.is_down = True
        assert output.write()
        assert output.ids() == before
    items.is_down = False
    assert output.write() == ""
    assert output.ids() == list(range(39, -1, -1))


def kept(output):
    """What is kept of an output that was cut back: the number of items."""
    if output.kind.endswith("parquet"):
        return sum(pyarrow.parquet.read_metadata(part).num_rows for part in output.to.glob(".part-*.before"))
    beside = output.side if output.kind == "command-stdout" else output.to
    file = beside.with_name(f"{beside.name}.before")
    return file.read_text().count("\n") - (output.kind == "command-csv") if file.exists() else 0


@pytest.mark.long
def test_what_is_cut_off_is_kept_until_the_new_walk_has_come_as_far(output, items):
    items.fill(*range(60))
    assert output.write(most_pages=8)
    items.epoch += 1
    assert output.write(most_pages=2)
    assert (output.ids(), kept(output)) == ([*range(59, 49, -1)], 40)
    assert output.write(most_pages=2)
    assert (len(output.ids()), kept(output)) == (20, 40)
    # A second time: the older copy has more.
    items.epoch += 1
    assert output.write(most_pages=2)
    assert (len(output.ids()), kept(output)) == (10, 40)
    assert output.write(most_pages=6)
    assert (len(output.ids()), kept(output)) == (40, 0)
    assert output.write() == ""
    assert output.ids() == list(range(59, -1, -1))


def test_a_walk_that_ends_before_it_has_come_as_far_keeps_nothing(output, items):
    items.fill(*range(60))
    assert output.write(most_pages=8)
    items.epoch += 1
    items.times = {id: time for id, time in items.times.items() if id % 3 == 0}
    assert output.write() == ""
    assert (output.ids(), kept(output)) == ([*range(57, -1, -3)], 0)


def test_parts_that_were_moved_away_come_again(items, tmp_path):
    output = Output("parquet", tmp_path, items)
    items.fill(*range(40))
    assert output.write(most_pages=6)
    (output.to / "part-00000002.parquet").rename(tmp_path / "moved.parquet")
    items.epoch += 1
    assert output.write() == ""
    assert output.ids() == list(range(39, -1, -1))


def test_another_call_that_begins_anew_is_no_expired_cursor(tmp_path):
    data = {"items": Connection([{"id": n, "updatedAt": 100 - n} for n in range(100)])}
    with FakeServer(data, latency=0.01) as server:
        with swiftpager.Client(server.url) as client:
            pager = client.pager(QUERY, {"first": 2}, since=SINCE)
            with concurrent.futures.ThreadPoolExecutor() as threads:
                walk = threads.submit(pager.write_ndjson, tmp_path / "items", checkpoint_file=tmp_path / "side")
                while len(server.requests) < 8:
                    pass
                pager.reset()
                with pytest.raises(swiftpager.Cancelled):
                    walk.result(LIMIT_SECONDS)
            client.pager(QUERY, {"first": 2}, since=SINCE).write_ndjson(
                tmp_path / "items", checkpoint_file=tmp_path / "side"
            )
    assert lines(tmp_path / "items") == list(range(100))


# stdout


def stdout(items, folder, file, mode, *options):
    with open(file, mode) as opened:
        words = ["--checkpoint", str(folder / "side"), "--since", json.dumps(SINCE), "-v", f"first={SIZE}", *options]
        return run_to(opened, items.url, *words, query=QUERY)


@pytest.mark.long
def test_on_stdout_a_file_of_another_length_or_another_file_gets_the_items_again_and_stderr_says_so(items, tmp_path):
    items.fill(*range(20))
    file, other = tmp_path / "items", tmp_path / "other"
    assert stdout(items, tmp_path, file, "ab", "--max-pages", "2").returncode == 3
    with open(file, "a") as opened:
        opened.write('{"id": -1}\n')
    items.epoch += 1
    done = stdout(items, tmp_path, file, "ab", "--max-pages", "2")
    told = done.stderr.decode()
    assert "has 11 bytes that" in told and "these items come again" in told
    assert lines(file) == [*range(19, 9, -1), -1, *range(19, 9, -1)]
    # In another file.
    items.epoch += 1
    done = stdout(items, tmp_path, other, "ab")
    assert (done.returncode, "these items come again" in done.stderr.decode()) == (0, True)
    assert lines(other) == list(range(19, -1, -1))
    assert stdout(items, tmp_path, other, "ab").stderr == b""


@pytest.mark.long
def test_a_pipe_gets_the_items_again_and_stderr_says_so(items, tmp_path):
    items.fill(*range(20))
    words = ["--checkpoint", str(tmp_path / "side"), "--since", json.dumps(SINCE), "-v", f"first={SIZE}"]
    first = run(items.url, *words, "--max-pages", "2", query=QUERY)
    items.epoch += 1
    second = run(items.url, *words, query=QUERY)
    assert (first.returncode, first.stdout.count(b"\n")) == (3, 10)
    assert (second.returncode, second.stdout.count(b"\n")) == (0, 20)
    assert "these items come again" in second.stderr.decode()
    items.fill(100)
    third = run(items.url, *words, query=QUERY)
    assert (third.stdout, third.stderr) == (b'{"id": 100, "updatedAt": 21}\n', b"")


@pytest.mark.long
def test_what_was_in_the_file_of_stdout_before_the_walk_stays(items, tmp_path):
    items.fill(*range(20))
    file = tmp_path / "items"
    file.write_text('{"id": -1}\n')
    assert stdout(items, tmp_path, file, "ab", "--max-pages", "2").returncode == 3
    items.epoch += 1
    assert stdout(items, tmp_path, file, "ab").returncode == 0
    assert lines(file) == [-1, *range(19, -1, -1)]


# Nights


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.long
def test_random_nights_bring_each_item_once(output, items, seed):
    chance = random.Random(f"{seed} {output.kind}")
    for _ in range(chance.randint(4, 8)):
        items.fill(*chance.choices(range(60), k=chance.choice([0, 0, 3, 30])))
        if items.times and chance.random() < 0.3:
            # Several items with one time.
            tied = chance.sample(sorted(items.times), min(4, len(items.times)))
            items.times |= dict.fromkeys(tied, max(items.times.values()) + 1)
        # The header of a CSV file needs an item that is not null.
        is_one_forbidden = len(items.times) > 1 and chance.random() < 0.4
        items.forbidden = {chance.choice(sorted(items.times))} if is_one_forbidden else set()
        items.epoch += chance.random() < 0.5
        items.pages_left = chance.choice([None, None, 1, 2, 4])
        output.write(chance.choice(["keep", "report"]), chance.choice([None, None, 1, 3]))
        items.pages_left = None
        if chance.random() < 0.5:
            # The first run may continue an older walk, and the second one then begins at the mark.
            assert (output.write(), output.write()) == ("", "")
            again = output.ids()
            assert output.write() == ""
            assert output.ids() == again
    items.forbidden = set()
    assert (output.write(), output.write()) == ("", "")
    found = output.ids()
    assert output.write() == ""
    assert output.ids() == found
    rows = output.rows()
    assert None not in rows
    assert len(set(rows)) == len(rows)
    assert set(items.times.items()) <= set(rows)
