"""Walks into files that hold each row once: NDJSON with a checkpoint beside it, and Parquet parts."""

import concurrent.futures
import fcntl
import json
import os
import pickle
import random
import signal
import time

import pyarrow
import pyarrow.parquet
import pytest

import swiftpager
from any_pages import any_pages
from conftest import ITEMS_QUERY, LIMIT_SECONDS, LONG, process_that_is_gone, run_script, start_script, until
from loops import RUNNERS
from swiftpager.files._storing import State
from swiftpager.testing import Connection, FakeServer

# The kills of each seed. A test must end within three minutes, so a long run has several seeds.
KILLS, SEEDS = (25, range(8)) if LONG else (4, range(1))
LONGEST_SECONDS = 0.25


@pytest.fixture
def pages():
    with any_pages() as pages:
        yield pages


def rows(*numbers):
    return [{"id": number, "name": f"item {number}"} for number in numbers]


def parts(folder):
    return sorted(path for path in folder.iterdir() if path.name.startswith("part-"))


def stored(folder):
    """The ids in a folder, in order."""
    return [row for part in parts(folder) for row in pyarrow.parquet.read_table(part)["id"].to_pylist()]


def lines(path):
    return [json.loads(line)["id"] for line in path.read_bytes().splitlines()]


# Tokens meet batches


@pytest.mark.long
def test_a_token_stands_right_behind_a_batch_that_is_finished_with():
    with FakeServer({"items": Connection(rows(*range(20_000)))}) as server, swiftpager.Client(server.url) as client:
        token, found, walks = None, [], 0
        while len(found) < 20_000:
            walks += 1
            pager = client.pager(ITEMS_QUERY, {"first": 100}, checkpoint=token)
            for batch in pager.record_batches():
                found += batch["id"].to_pylist()
                before = pager.resume_token()
                batch.finish()
                token = pager.resume_token()
                assert token != before
                batch.finish()
                assert pager.resume_token() == token
                break
        assert (found, walks) == (list(range(20_000)), 19)


def test_a_batch_is_finished_with_when_the_next_is_asked_for(pages):
    pager = pages.pager(rows(*range(9_000)), rows(*range(9_000, 18_000)), rows(18_000))
    batches = iter(pager.record_batches())
    first = next(batches)
    assert json.loads(pager.resume_token())["pages"] == 0
    next(batches)
    assert json.loads(pager.resume_token())["pages"] == 1
    # The batch before is in the token already; the newest one is not.
    first.finish()
    assert json.loads(pager.resume_token())["pages"] == 1
    assert [batch.num_rows for batch in batches] == [1]
    assert json.loads(pager.resume_token())["pages"] == 3


def test_of_a_table_that_failed_no_page_is_finished_with(items_pager):
    pager = items_pager("/html-502", bad=3)
    with pytest.raises(swiftpager.HTTPError):
        pager.to_arrow()
    assert json.loads(pager.resume_token())["pages"] == 0


@pytest.mark.parametrize("name", ["asyncio", "trio"])
@pytest.mark.long
def test_a_token_meets_batches_that_are_awaited(name):
    async def main():
        async with swiftpager.AsyncClient(server.url) as client:
            token, found = None, []
            while len(found) < 20_000:
                pager = client.pager(ITEMS_QUERY, {"first": 300}, checkpoint=token)
                batches = aiter(pager.record_batches())
                batch = await anext(batches)
                found += batch["id"].to_pylist()
                assert json.loads(pager.resume_token())["items"] == (0 if token is None else json.loads(token)["items"])
                batch.finish()
                token = pager.resume_token()
                await batches.aclose()
            assert found == list(range(20_000))

    with FakeServer({"items": Connection(rows(*range(20_000)))}) as server:
        RUNNERS[name](main)


def test_a_batch_is_what_consumers_of_arrow_take(pages):
    (batch,) = pages.pager(rows(1, 2)).record_batches()
    assert (batch.num_rows, len(batch), batch.column_names) == (2, 2, ["id", "name"])
    assert batch.to_pylist() == rows(1, 2)
    assert pyarrow.table(batch).num_rows == pyarrow.record_batch(batch).num_rows == 2
    assert batch.to_polars().rows() == [(1, "item 1"), (2, "item 2")]
    assert list(batch.to_pandas()["id"]) == [1, 2]
    assert pickle.loads(pickle.dumps(batch)) == batch
    with pytest.raises(AttributeError, match="nothing"):
        _ = batch.nothing


# Tables


def test_a_page_that_was_pickled_becomes_columns(pages):
    pager = pages.pager(rows(1, 2), [])
    loaded = list(pager)
    copies = pickle.loads(pickle.dumps(loaded))
    for page, copy in zip(loaded, copies, strict=True):
        assert copy.to_arrow().equals(page.to_arrow())
        assert copy.to_arrow({"n": "/id"}).equals(page.to_arrow({"n": "/id"}))
        assert pyarrow.record_batch(copy).equals(page.to_arrow())
    table = swiftpager.Table()
    for page in (copies[0], loaded[0], copies[1]):
        table.add(page)
    assert table.num_rows == 4
    assert table.to_pyarrow()["id"].to_pylist() == [1, 2, 1, 2]


def test_a_table_has_one_schema_over_pages_and_walks(pages):
    nested = [{"id": 1, "any": 1, "list": [1, "x"], "part": {"a": None, "b": 1.5, "c": [{"d": True}]}}]
    nested += [{"id": 2, "any": "x", "list": [], "part": None}]
    first = swiftpager.Table()
    for page in pages.pager(nested):
        first.add(page)
    schema = first.schema
    assert first.num_rows == 2
    # The second walk alone would have other types.
    later = swiftpager.Table(schema=schema)
    for page in pages.pager([{"id": 3, "any": 5, "list": [7], "part": {"a": None, "b": 1, "c": []}}]):
        later.add(page)
    assert later.schema == schema
    joined = pyarrow.concat_tables([first.to_pyarrow(), later.to_pyarrow()])
    assert joined["any"].to_pylist() == ["1", '"x"', "5"]
    assert joined["list"].to_pylist() == [["1", '"x"'], [], ["7"]]
    assert joined["part"].to_pylist()[2] == {"a": None, "b": 1.0, "c": []}
    with pytest.raises(swiftpager.BadResponseError, match='page 1, item at index 0: the column "id"'):
        swiftpager.Table(schema=schema).add(next(iter(pages.pager([{"id": "x"}]))))
    # A key that the schema does not have is not dropped.
    with pytest.raises(swiftpager.BadResponseError, match="new"):
        swiftpager.Table(schema=schema).add(next(iter(pages.pager([{"id": 1, "new": 1}]))))


def test_a_table_takes_pages_only(pages):
    with pytest.raises(TypeError, match="page must be a swiftpager"):
        swiftpager.Table().add([{"id": 1}])


def test_rows_that_are_not_objects_have_a_schema_too(pages):
    table = swiftpager.Table()
    for page in pages.pager([1, 2.5]):
        table.add(page)
    again = swiftpager.Table(schema=table.schema)
    for page in pages.pager([3]):
        again.add(page)
    assert again.to_pyarrow().to_pylist() == [{"value": 3.0}]


def test_columns_get_their_types_from_a_schema(pages):
    columns = {"n": "/id", "day": {"pointer": "/at", "type": "date"}, "tags": {}}
    first = swiftpager.Table(columns)
    for page in pages.pager([{"id": 1.5, "at": "2026-11-22", "tags": ["a"]}]):
        first.add(page)
    later = swiftpager.Table(columns, schema=first.schema)
    for page in pages.pager([{"id": 1, "at": None, "other": 1}]):
        later.add(page)
    assert later.schema == first.schema
    with pytest.raises(ValueError, match="give the `columns`"):
        swiftpager.Table(schema=first.schema)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(first)


# Parquet parts


def test_parts_hold_each_row_once_and_a_complete_walk_is_not_repeated(pages, tmp_path):
    lists = [rows(*range(start, start + 10)) for start in range(0, 100, 10)]
    assert pages.pager(*lists).write_parquet(tmp_path / "new" / "folder", rows=25) == 100
    folder = tmp_path / "new" / "folder"
    assert [path.name for path in parts(folder)] == [f"part-0000000{n}.parquet" for n in range(1, 5)]
    assert [pyarrow.parquet.read_metadata(part).num_rows for part in parts(folder)] == [30, 30, 30, 10]
    assert stored(folder) == list(range(100))
    states = [
        json.loads(pyarrow.parquet.read_metadata(part).metadata[b"swiftpager.checkpoint"]) for part in parts(folder)
    ]
    assert [state["complete"] for state in states] == [False, False, False, True]
    assert pages.pager(*lists).write_parquet(folder) == 0
    assert pages.asked == []
    assert stored(folder) == list(range(100))
    # The whole folder is one table for its readers.
    assert pyarrow.parquet.read_table(folder)["id"].to_pylist() == list(range(100))


def test_the_last_part_waits_for_the_end_of_the_walk(pages, tmp_path):
    lists = [rows(1, 2), rows(3, 4)]
    assert pages.pager(*lists).write_parquet(tmp_path, rows=2) == 4
    assert [json.loads(pyarrow.parquet.read_metadata(part).metadata[b"swiftpager.checkpoint"])["complete"]
            for part in parts(tmp_path)] == [False, True]


def test_a_walk_that_fails_keeps_its_rows_and_goes_on(trouble, tmp_path):
    with swiftpager.Client(trouble.url("/html-502", bad=4, once=1), retry=False) as client:
        with pytest.raises(swiftpager.HTTPError):
            client.pager(ITEMS_QUERY).write_parquet(tmp_path)
        assert len(parts(tmp_path)) == 1
        assert client.pager(ITEMS_QUERY).write_parquet(tmp_path) == 20
        assert stored(tmp_path) == [str(n) for n in range(1, 51)]
        # In portions, too.
        other = tmp_path / "other"
        with pytest.raises(swiftpager.PageLimit):
            client.pager(ITEMS_QUERY, max_pages=2).write_parquet(other)
        assert client.pager(ITEMS_QUERY).write_parquet(other) == 30
        assert stored(other) == [str(n) for n in range(1, 51)]


def test_a_column_without_a_type_holds_any_later_value(pages, tmp_path):
    lists = [[{"id": n, "late": None, "in": {"list": []}} for n in range(9_000)]]
    lists += [[{"id": 9_000, "late": {"a": 1}, "in": {"list": [1]}}]]
    assert pages.pager(*lists).write_parquet(tmp_path) == 9_001
    table = pyarrow.parquet.read_table(parts(tmp_path)[0])
    assert table.schema.field("late").metadata[b"swiftpager.type"] == b"json"
    assert (table["late"][0].as_py(), table["late"][9_000].as_py()) == (None, '{"a": 1}')
    assert table["in"][9_000].as_py() == {"list": ["1"]}


def test_all_parts_have_the_columns_of_the_first(pages, tmp_path):
    def write(*lists, columns=None, **options):
        return pages.pager(*lists, **options).write_parquet(tmp_path, rows=1, columns=columns)

    with pytest.raises(swiftpager.PageLimit):
        write([{"id": 1.5}], [{"id": 2}], [{"id": 3}], max_pages=1)
    with pytest.raises(ValueError, match=r"the parts in .* have the columns id: give the same `columns`"):
        write([{"id": 1.5}], [{"id": 2}], columns={"n": "/id"})
    with pytest.raises(swiftpager.BadResponseError, match='the column "id"'):
        write([{"id": 1.5}], [{"id": "x"}])
    assert write([{"id": 1.5}], [{"id": 2}], [{"id": 3}]) == 2
    assert stored(tmp_path) == [1.5, 2.0, 3.0]
    assert pyarrow.parquet.read_table(tmp_path).schema.field("id").type == pyarrow.float64()


def test_an_empty_list_leaves_nothing_behind(pages, tmp_path):
    assert pages.pager([]).write_parquet(tmp_path) == 0
    assert list(tmp_path.iterdir()) == []


def test_errors_beside_the_data_are_told_again_without_a_request(trouble, tmp_path):
    with swiftpager.Client(trouble.url("/partial")) as client:
        for _ in range(2):
            with pytest.raises(swiftpager.PartialData):
                client.pager(ITEMS_QUERY).write_parquet(tmp_path)
            requests, written = trouble.stats()["requests"], stored(tmp_path)
        with pytest.raises(swiftpager.PartialData):
            client.pager(ITEMS_QUERY).write_parquet(tmp_path)
        assert (trouble.stats()["requests"], stored(tmp_path)) == (requests, written)
        assert len(set(written)) == len(written) > 40


def test_what_killed_processes_left_is_removed_and_nothing_else(pages, tmp_path):
    left = tmp_path / f".part-00000001.parquet.{process_that_is_gone()}.new"
    others = [tmp_path / ".part-1.parquet.new", tmp_path / "part-00000001.parquet.bak", tmp_path / "notes.txt"]
    for file in (left, *others):
        file.write_text("x")
    assert pages.pager(rows(1)).write_parquet(tmp_path) == 1
    assert sorted(tmp_path.iterdir()) == sorted([*others, tmp_path / "part-00000001.parquet"])


@pytest.mark.parametrize("kind", ["parquet", "ndjson"])
def test_a_reset_from_another_thread_repeats_no_row(kind, tmp_path):
    with FakeServer({"items": Connection(rows(*range(300)))}, latency=0.01) as server:
        with swiftpager.Client(server.url) as client:

            def write(pager):
                if kind == "parquet":
                    return pager.write_parquet(tmp_path, rows=30)
                return pager.write_ndjson(tmp_path / "items", checkpoint_file=tmp_path / "side")

            reset = client.pager(ITEMS_QUERY, {"first": 10})
            with concurrent.futures.ThreadPoolExecutor() as threads:
                walk = threads.submit(write, reset)
                until(lambda: len(server.requests) >= 8)
                reset.reset()
                with pytest.raises(swiftpager.Cancelled):
                    walk.result(LIMIT_SECONDS)
            write(client.pager(ITEMS_QUERY, {"first": 10}))
    assert (stored(tmp_path) if kind == "parquet" else lines(tmp_path / "items")) == list(range(300))


def test_parts_of_others_are_refused(pages, tmp_path):
    pyarrow.parquet.write_table(pyarrow.table({"id": [1]}), tmp_path / "part-00000001.parquet")
    with pytest.raises(ValueError, match="does not say how far a walk came"):
        pages.pager(rows(1)).write_parquet(tmp_path)
    with pytest.raises(FileExistsError, match="parts of an earlier walk"):
        pages.pager(rows(1)).write_parquet(tmp_path, resumable=False)
    other = tmp_path / "other"
    assert pages.pager(rows(1)).write_parquet(other, resumable=False) == 1
    assert b"swiftpager.checkpoint" not in pyarrow.parquet.read_metadata(parts(other)[0]).metadata
    # A checkpoint of another list.
    third = tmp_path / "third"
    with pytest.raises(swiftpager.PageLimit):
        pages.pager(rows(1), rows(2), max_pages=1).write_parquet(third)
    with pytest.raises(swiftpager.ConfigurationError, match="another list") as caught:
        pages.client.pager(ITEMS_QUERY).write_parquet(third)
    assert f"while continuing {third}" in caught.value.__notes__[0]
    with pytest.raises(ValueError, match="make a new pager"):
        pages.pager(rows(1), rows(2), checkpoint=pages.pager(rows(1)).resume_token()).write_parquet(third)
    # Parts of the end of the list alone would pass for the whole list.
    with pytest.raises(ValueError, match=r"new says where the walk continues.*make a new pager"):
        pages.pager(rows(1), rows(2), checkpoint=pages.pager(rows(1)).resume_token()).write_parquet(tmp_path / "new")
    assert not (tmp_path / "new").exists()
    walked = pages.pager(rows(1), rows(2))
    walked.load_all()
    with pytest.raises(ValueError, match="make a new pager"):
        walked.write_parquet(tmp_path / "new")
    assert walked.write_parquet(tmp_path / "new", resumable=False) == 2
    for wrong, kind in ((0, ValueError), ("1", TypeError), (True, TypeError)):
        with pytest.raises(kind, match="rows must be"):
            pages.pager(rows(1)).write_parquet(third, rows=wrong)
    with pytest.raises(TypeError, match="resumable must be True or False, not 'file'"):
        pages.pager(rows(1)).write_parquet(third, resumable="file")


# NDJSON


def test_lines_and_checkpoint_belong_together(pages, tmp_path):
    path, side = tmp_path / "items.ndjson", tmp_path / "items.checkpoint"
    with pytest.raises(swiftpager.PageLimit):
        pages.pager(rows(1, 2), rows(3), rows(4), max_pages=1).write_ndjson(path, checkpoint_file=side)
    assert json.loads(side.read_text())["bytes"] == path.stat().st_size
    # A killed process has written beyond the checkpoint.
    with open(path, "ab") as file:
        file.write(b'{"id":3}\n{"id"')
    assert pages.pager(rows(1, 2), rows(3), rows(4)).write_ndjson(path, checkpoint_file=side) == 2
    assert lines(path) == [1, 2, 3, 4]
    assert json.loads(side.read_text())["complete"]
    assert pages.pager(rows(1, 2), rows(3), rows(4)).write_ndjson(path, checkpoint_file=side) == 0
    assert pages.asked == []
    path.write_bytes(b"")
    with pytest.raises(ValueError, match="its rows are lost"):
        pages.pager(rows(1)).write_ndjson(path, checkpoint_file=side)
    side.unlink()
    path.write_bytes(b"mine")
    with pytest.raises(ValueError, match="no checkpoint"):
        pages.pager(rows(1)).write_ndjson(path, checkpoint_file=side)
    assert path.read_bytes() == b"mine"
    side.write_text("[]")
    with pytest.raises(ValueError, match="not the checkpoint of an NDJSON file"):
        pages.pager(rows(1)).write_ndjson(path, checkpoint_file=side)
    for wrong in (path, f"{path}.before"):
        with pytest.raises(ValueError, match="need two files"):
            pages.pager(rows(1)).write_ndjson(path, checkpoint_file=wrong)
    walked = pages.pager(rows(1), rows(2))
    walked.load_all()
    with pytest.raises(ValueError, match=r"new\.checkpoint says where the walk continues.*make a new pager"):
        walked.write_ndjson(tmp_path / "new", checkpoint_file=tmp_path / "new.checkpoint")
    assert not (tmp_path / "new").exists()
    assert walked.write_ndjson(tmp_path / "new") == 2


@pytest.mark.parametrize("text", [
    "{", "[" * 100_000, '{"bytes": -5}', '{"bytes": "5"}', '{"bytes": 5.7}', '{"bytes": true}', '{"bytes": Infinity}',
])
def test_a_checkpoint_that_was_changed_cuts_nothing_off(pages, tmp_path, text):
    path, side = tmp_path / "items.ndjson", tmp_path / "items.checkpoint"
    assert pages.pager(rows(1, 2)).write_ndjson(path, checkpoint_file=side) == 2
    before = path.read_bytes()
    if text.endswith("}"):
        text = side.read_text().replace(f'"bytes": {len(before)}', text[1:-1])
    side.write_text(text)
    with pytest.raises(ValueError, match=r"items.checkpoint is not the checkpoint of an NDJSON file"):
        pages.pager(rows(1, 2)).write_ndjson(path, checkpoint_file=side)
    assert (path.read_bytes(), side.read_text()) == (before, text)


@pytest.mark.parametrize("checkpoint", [None, "side"])
def test_what_is_not_a_file_is_refused_before_the_walk(pages, tmp_path, checkpoint):
    pipe, side = tmp_path / "pipe", checkpoint and tmp_path / checkpoint
    os.mkfifo(pipe)
    with pytest.raises(ValueError, match=r"pipe is a device or a pipe.*: name a file"):
        pages.pager(rows(1)).write_ndjson(pipe, checkpoint_file=side)
    assert pipe.is_fifo()
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        pages.pager(rows(1)).write_ndjson(tmp_path, checkpoint_file=side)
    assert pages.asked == []
    assert list(tmp_path.iterdir()) == [pipe]


def test_without_a_checkpoint_the_file_appears_when_the_list_is_complete(pages, trouble, tmp_path):
    path = tmp_path / "items.ndjson"
    path.write_text("before")
    with swiftpager.Client(trouble.url("/html-502", bad=3), retry=False) as client:
        with pytest.raises(swiftpager.HTTPError):
            client.pager(ITEMS_QUERY).write_ndjson(path)
    assert [file.read_text() for file in tmp_path.iterdir()] == ["before"]
    assert pages.pager(rows(1), rows(2)).write_ndjson(path) == 2
    assert lines(path) == [1, 2]
    assert list(tmp_path.iterdir()) == [path]


def test_an_update_for_all_pages_is_no_trap(pages, tmp_path):
    path, side = tmp_path / "items.ndjson", tmp_path / "side"
    assert pages.pager(rows(1), rows(2), emit="end").write_ndjson(path, checkpoint_file=side) == 2
    assert lines(path) == [1, 2]


# With a mark


SORTED = "query ($first: Int, $after: String) { items(first: $first, after: $after) {"
SORTED += " nodes { id updatedAt } pageInfo { hasNextPage endCursor } } }"


def newest_first(*numbers):
    return Connection([{"id": number, "updatedAt": number} for number in sorted(numbers, reverse=True)])


@pytest.mark.parametrize("kind", ["parquet", "ndjson"])
def test_with_a_mark_the_next_run_adds_what_is_new(tmp_path, kind):
    since = {"path": "/updatedAt", "type": "integer", "order": "descending"}

    def write():
        pager = client.pager(SORTED, {"first": 10}, since=since)
        if kind == "parquet":
            return pager.write_parquet(tmp_path / "items", rows=15)
        return pager.write_ndjson(tmp_path / "items", checkpoint_file=tmp_path / "side")

    with FakeServer({"items": newest_first(*range(40))}) as server, swiftpager.Client(server.url) as client:
        assert write() == 40
        requests = len(server.requests)
        assert write() == 0
        assert len(server.requests) == requests + 1
        server.data["items"] = newest_first(*range(73))
        assert write() == 33
        # A run that is cut off continues with its token, and then has the mark of the whole walk.
        server.data["items"] = newest_first(*range(110))
        with pytest.raises(swiftpager.PageLimit):
            limited = client.pager(SORTED, {"first": 10}, since=since, max_pages=2)
            if kind == "parquet":
                limited.write_parquet(tmp_path / "items", rows=15)
            else:
                limited.write_ndjson(tmp_path / "items", checkpoint_file=tmp_path / "side")
        assert (write(), write()) == (17, 0)
        found = stored(tmp_path / "items") if kind == "parquet" else lines(tmp_path / "items")
        assert sorted(found) == list(range(110))


# Two processes, full disks, kills


def test_two_writers_of_one_output_are_refused(pages, tmp_path):
    folder, path = tmp_path / "folder", tmp_path / "items.ndjson"
    folder.mkdir()
    path.touch()
    descriptors = [os.open(folder, os.O_RDONLY), os.open(path, os.O_RDONLY)]
    try:
        for descriptor in descriptors:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        with pytest.raises(BlockingIOError, match=f"another process or thread writes to it.*{folder}"):
            pages.pager(rows(1)).write_parquet(folder)
        with pytest.raises(BlockingIOError, match=f"another process or thread writes to it.*{path}"):
            pages.pager(rows(1)).write_ndjson(path, checkpoint_file=tmp_path / "side")
    finally:
        for descriptor in descriptors:
            os.close(descriptor)
    assert pages.pager(rows(1)).write_parquet(folder) == 1
    assert pages.pager(rows(1)).write_ndjson(path, checkpoint_file=tmp_path / "side") == 1


FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
def write():
    pager = client.pager(os.environ["QUERY"], {"first": 100})
    if os.environ["KIND"] == "parquet":
        return pager.write_parquet(os.environ["OUTPUT"], rows=int(os.environ["ROWS"]))
    return pager.write_ndjson(os.environ["OUTPUT"], checkpoint_file=os.environ["OUTPUT"] + ".checkpoint")
with swiftpager.Client(os.environ["URL"]) as client:
    try:
        write()
    except OSError as error:
        say(error.filename)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    write()
"""


@pytest.mark.parametrize("kind", ["parquet", "ndjson"])
def test_after_a_full_disk_the_next_run_goes_on(tmp_path, kind):
    output = tmp_path / "output"
    items = [{"id": n, "name": f"{random.random()}"} for n in range(3_000)]
    with FakeServer({"items": Connection(items)}) as server:
        # The first part is small enough for the limit, and the second one is not.
        code, said, errors = run_script(
            FULL, URL=server.url, QUERY=ITEMS_QUERY, KIND=kind, OUTPUT=str(output), ROWS="2000")
        assert (code, errors) == (0, "")
        asked = [request.variables.get("after") for request in server.requests]
    name = output if kind == "ndjson" else output / "part-00000001.parquet"
    assert said.splitlines() == [str(name)]
    assert (stored(output) if kind == "parquet" else lines(output)) == list(range(3_000))
    # The lines that had reached the disk are not asked for again.
    assert kind == "parquet" or len(asked) < 55
    assert not list(tmp_path.rglob("*.new"))


KILLED = """
client = swiftpager.Client(os.environ["URL"])
pager = client.pager(os.environ["QUERY"], {"first": 10})
say("walking")
if os.environ["KIND"] == "parquet":
    pager.write_parquet(os.environ["OUTPUT"], rows=70)
else:
    pager.write_ndjson(os.environ["OUTPUT"], checkpoint_file=os.environ["OUTPUT"] + ".checkpoint")
say("complete")
"""


@pytest.mark.timeout(60 + 2 * KILLS)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["parquet", "ndjson"])
@pytest.mark.long
def test_killed_at_random_moments_each_row_comes_once(tmp_path, kind, seed):
    moments, kills, lists = random.Random(seed), 0, 0
    items = rows(*range(1_000))
    with FakeServer({"items": Connection(items)}, latency=0.003) as server:
        while kills < KILLS:
            output = tmp_path / f"output-{lists}"
            variables = {"URL": server.url, "QUERY": ITEMS_QUERY, "KIND": kind, "OUTPUT": str(output)}
            is_complete = False
            while not is_complete:
                with start_script(KILLED, **variables) as process:
                    assert process.stdout.readline() == "walking\n", process.stderr.read()
                    time.sleep(moments.uniform(0, LONGEST_SECONDS))
                    process.send_signal(signal.SIGKILL)
                    said, errors = process.communicate(timeout=LIMIT_SECONDS)
                assert errors == ""
                is_complete = "complete" in said
                kills += not is_complete
                if kills >= KILLS and not is_complete:
                    assert run_script(KILLED, **variables) == (0, "walking\ncomplete\n", "")
                    is_complete = True
            assert (stored(output) if kind == "parquet" else lines(output)) == list(range(1_000))
            assert not list(tmp_path.rglob("*.new"))
            lists += 1


@pytest.mark.parametrize("moment", ["grow", "finished"])
def test_a_process_that_dies_with_its_first_page_leaves_a_file_that_goes_on(tmp_path, moment):
    output = tmp_path / "output"
    # It ends when the bytes of the page are in the file and no checkpoint counts them.
    dying = f"import swiftpager.files._growing as growing\ngrowing.Growth.{moment} = lambda *_: os._exit(9)\n" + KILLED
    with FakeServer({"items": Connection(rows(*range(30)))}) as server:
        variables = {"URL": server.url, "QUERY": ITEMS_QUERY, "KIND": "ndjson", "OUTPUT": str(output)}
        assert run_script(dying, **variables) == (9, "walking\n", "")
        assert run_script(KILLED, **variables) == (0, "walking\ncomplete\n", "")
    assert lines(output) == list(range(30))


@pytest.mark.parametrize(
    ("checkpoint", "has_mark"),
    [({"mark": 5}, True), ({"mark": None, "known": ["a"]}, True), ({"mark": None, "known": []}, False), (None, False)],
)
def test_a_checkpoint_has_a_mark_as_soon_as_the_next_walk_would_leave_items_out(checkpoint, has_mark):
    assert (State(checkpoint, is_complete=True).mark is not None) == has_mark
