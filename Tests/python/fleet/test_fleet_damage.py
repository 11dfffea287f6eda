"""Stores with damaged or missing files, and disks that are full: the error names the file, and nothing is lost."""

import collections
import json
import os
import pathlib
from collections.abc import Iterator
from typing import Any

import pyarrow.parquet
import pytest

import swiftpager.fleet as fleet
from conftest import run_script
from fleets import COLUMNS, PAGES, SIZE, Lists, ids, items, lists, store_in


@pytest.fixture(scope="module")
def served() -> Iterator[Lists]:
    with lists() as served:
        yield served


def to_the_end(walk: fleet.Walk, store: fleet.Store, **options: Any) -> fleet.Slice:
    while (ended := fleet.run_slice(walk, store, **options)).end is None:
        assert ended.error is None, ended.error
    return ended


# Damaged files


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 99, "after": 0}'])
def test_a_damaged_note_of_a_failure_is_named_and_can_be_forgotten(
    served: Lists, tmp_path: pathlib.Path, text: str
) -> None:
    store, walk = store_in(tmp_path), served.walk("refused-a")
    fleet.run_slice(walk, store)
    to_the_end(served.walk("list-a"), store)
    note = tmp_path / "_walks" / "refused-a.error.json"
    note.write_text(text)
    # The status of the other walks is shown, and a slice of this one does not run.
    found = {walk.key: walk for walk in fleet.status(store).walks}
    assert found["list-a"].end == "complete"
    for error in (found["refused-a"].error, fleet.run_slice(walk, store).error):
        assert error is not None and str(note) in error["message"] and error["code"] == "DAMAGED_NOTE"
    assert fleet.retry(store) == ["refused-a"]
    error = fleet.run_slice(walk, store).error
    assert error is not None and error["code"] == "GRAPHQL"


@pytest.mark.parametrize("damage", [
    lambda data: data[:-20], lambda data: data[:-8] + b"\xff\xff\xff\x7fPAR1", lambda data: b"",
    lambda data: data.replace(b'"number"', b'"numbur"'),
    lambda data: data.replace(b'"all_rows": 20', b'"all_rows": 21'),
], ids=["cut", "overwritten", "empty", "another key", "another number"])
def test_a_damaged_slice_is_named(served: Lists, tmp_path: pathlib.Path, damage: Any) -> None:
    store, walk = store_in(tmp_path), served.walk("list-a")
    to_the_end(walk, store)
    path = pathlib.Path(store.files()[0])
    path.write_bytes(damage(path.read_bytes()))
    for call in (lambda: fleet.status(store), lambda: fleet.run_slice(walk, store)):
        with pytest.raises(ValueError, match=r"list-a-000001\.parquet is not a slice of a fleet, or it is damaged"):
            call()
    job = fleet.run([walk, served.walk("list-b")], store)
    assert (job.wait(60).complete, list(job.failed())) == (1, ["list-a"])
    assert str(path) in job.failed()["list-a"]["message"]


@pytest.mark.parametrize("name", ["_walks/list-a.json", "_schema.json"])
@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 99}'])
def test_another_damaged_file_is_named(served: Lists, tmp_path: pathlib.Path, name: str, text: str) -> None:
    store, walk = store_in(tmp_path), served.walk("list-a")
    to_the_end(walk, store)
    (tmp_path / name).write_text(text)
    words = rf"another version of swiftpager wrote .*{name}" if "99" in text else rf"{name} is damaged .*remove it"
    with pytest.raises(ValueError, match=words):
        fleet.run_slice(walk, store)
    os.unlink(tmp_path / name)
    assert fleet.run_slice(walk, store).end == "complete"


def test_a_schema_that_arrow_cannot_read_is_named(served: Lists, tmp_path: pathlib.Path) -> None:
    store, walk = store_in(tmp_path), served.walk("list-a")
    to_the_end(walk, store)
    path = tmp_path / "_schema.json"
    fields = json.loads(path.read_text())
    for schema in ("AAAA", "-", None, fields["schema"][:40]):
        path.write_text(json.dumps({**fields, "schema": schema}))
        with pytest.raises(ValueError, match=r"_schema\.json is damaged"):
            fleet.run_slice(served.walk("list-b"), store)


# Missing slices


def test_a_slice_that_someone_removed_is_noticed(served: Lists, tmp_path: pathlib.Path) -> None:
    store, walk = store_in(tmp_path), served.walk("list-a", partition={"shop": "a"})
    to_the_end(walk, store, slice_pages=1)
    to_the_end(served.walk("list-b"), store)
    path = tmp_path / "shop=a" / "list-a-000003.parquet"
    kept = path.read_bytes()
    path.unlink()
    found = {walk.key: walk for walk in fleet.status(store).walks}
    missing = found["list-a"].error
    assert missing is not None and found["list-a"].has_failed
    assert (found["list-a"].end, missing["code"], found["list-b"].end) == (None, "SLICE_MISSING", "complete")
    assert str(path) in missing["message"] and "swiftpager.fleet.restart(store, ['list-a'])" in missing["message"]
    assert "0 partial, 1 failed" in fleet.status(store).table()
    # A driver does not go on, and loads nothing.
    requests = served.stats()["requests"]
    job = fleet.run([walk, served.walk("list-b")], store)
    assert (job.wait(60).complete, list(job.failed())) == (1, ["list-a"])
    assert served.stats()["requests"] == requests
    # Nor does a loop of slices that meets the gap.
    with pytest.raises(ValueError, match=r"list-a-000003\.parquet is missing"):
        fleet.run_slice(walk, store, slice_pages=1)
    path.write_bytes(kept)
    assert fleet.run([walk], store).wait(60).complete == 1
    path.unlink()
    fleet.restart(store, ["list-a"])
    assert fleet.run([walk], store).wait(60).complete == 1
    assert fleet.status(store).walks[0].rows == PAGES * SIZE
    assert fleet.status(store).walks[0].end == "complete"


@pytest.mark.parametrize("number", [1, PAGES])
def test_the_first_slice_is_missed_and_the_last_one_is_loaded_again(
    served: Lists, tmp_path: pathlib.Path, number: int
) -> None:
    store, walk = store_in(tmp_path), served.walk("list-a")
    to_the_end(walk, store, slice_pages=1)
    os.unlink(tmp_path / f"list-a-{number:06}.parquet")
    job = fleet.run([walk], store)
    job.wait(60)
    assert list(job.failed()) == (["list-a"] if number == 1 else [])
    if number == PAGES:
        assert ids(tmp_path) == items("list-a")


def test_a_gap_before_a_damaged_slice_is_an_error_of_its_walk(served: Lists, tmp_path: pathlib.Path) -> None:
    store, walk = store_in(tmp_path), served.walk("list-a")
    to_the_end(walk, store, slice_pages=1)
    os.unlink(tmp_path / "list-a-000002.parquet")
    (tmp_path / "list-a-000005.parquet").write_bytes(b"")
    job = fleet.run([walk, served.walk("list-b")], store)
    assert (job.wait(60).complete, list(job.failed())) == (1, ["list-a"])
    assert "list-a-000005.parquet is not a slice of a fleet, or it is damaged" in job.failed()["list-a"]["message"]


def test_a_missing_slice_of_a_parent_is_named_with_its_children(served: Lists, tmp_path: pathlib.Path) -> None:
    store, walk = store_in(tmp_path), served.walk("org-a")

    def children(rows: Any) -> list[fleet.Walk]:
        return [served.walk(name) for name in rows["child"].to_pylist() if name]

    to_the_end(walk, store, slice_pages=1, children=children)
    os.unlink(tmp_path / "org-a-000002.parquet")
    with pytest.raises(ValueError, match=r"org-a-000002\.parquet is missing in the store"):
        store.children(walk)


# Disks


SCRIPT = """
import json, resource, signal
import swiftpager.fleet as fleet
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = fleet.Store(os.environ["FOLDER"], columns=json.loads(os.environ["COLUMNS"]))
walks = [fleet.Walk.from_json(walk) for walk in json.loads(os.environ["WALKS"])]
fleet.run_slice(walks[0], store, slice_pages=1)
# Nothing more can be written, like on a full disk.
resource.setrlimit(resource.RLIMIT_FSIZE, (int(os.environ["BYTES"]), resource.RLIM_INFINITY))
calls = {
    "check": lambda: store.check(), "slice": lambda: fleet.run_slice(walks[0], store, slice_pages=1),
    "new walk": lambda: fleet.run_slice(walks[1], store), "failing walk": lambda: fleet.run_slice(walks[2], store),
    "restart": lambda: fleet.restart(store, [walks[0].key]), "fleet": lambda: fleet.run(walks, store).wait(),
}
for name, call in calls.items():
    try:
        call()
    except Exception as error:
        say(f"{name} {type(error).__name__} {error.filename or error}")
"""


@pytest.mark.parametrize("size", [0, 300])
@pytest.mark.long
def test_a_full_disk_is_an_error_of_the_store_with_its_place(
    served: Lists, tmp_path: pathlib.Path, size: int
) -> None:
    walks = [served.walk(name).to_json() for name in ("list-first", "list-second", "refused-a")]
    code, output, errors = run_script(
        SCRIPT, FOLDER=str(tmp_path), COLUMNS=json.dumps(COLUMNS), WALKS=json.dumps(walks), BYTES=str(size)
    )
    assert (code, errors) == (0, "")
    lines = [line.split(" StoreError ") for line in output.splitlines()]
    no_room_for_a_slice = ["slice", "new walk", "fleet"]
    no_room = ["check", "slice", "new walk", "failing walk", "restart", "fleet"]
    assert [line[0] for line in lines] == (no_room_for_a_slice if size else no_room)
    assert all(str(tmp_path) in line[1] for line in lines)
    # No file that is not complete stays, and all that is committed can be read.
    assert list((tmp_path / "_temporary").iterdir()) == []
    assert [walk.key for walk in fleet.status(store_in(tmp_path)).walks if walk.rows] == ["list-first"]
    job = fleet.run([served.walk("list-first"), served.walk("list-second")], store_in(tmp_path))
    assert (job.wait(60).complete, job.failed()) == (2, {})
    tables = [pyarrow.parquet.read_table(path, partitioning=None) for path in job.files()]
    found = collections.Counter(pyarrow.concat_tables(tables)["id"].to_pylist())
    assert found == items("list-first", "list-second")


@pytest.mark.parametrize("call", [
    lambda store, walk: store.check(), lambda store, walk: fleet.run_slice(walk, store),
    lambda store, walk: fleet.prepare([walk], store), lambda store, walk: fleet.run([walk], store).wait(60),
], ids=["check", "run_slice", "prepare", "run"])
def test_a_place_that_cannot_be_written_is_an_error_with_its_name(served: Lists, call: Any) -> None:
    # Also the superuser cannot make a folder there.
    store = fleet.Store("/sys/kernel/fleet", columns=COLUMNS)
    with pytest.raises(fleet.StoreError, match=r"cannot be written .*: fix that, or choose another place") as found:
        call(store, served.walk("list-a"))
    assert str(found.value.filename or found.value).count("/sys/kernel/fleet") == 1
