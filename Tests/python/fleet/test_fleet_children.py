"""Walks that a walk leads to: none is lost, whatever happens to the parent's slices."""

import builtins
import collections
import json
import pathlib
from collections.abc import Iterator
from typing import Any

import pyarrow.parquet
import pytest

import swiftpager.fleet as fleet
from conftest import LONG, until
from fleets import as_of_an_earlier_version
from forges import COLUMNS, SINCE, Forge, repositories, walked


@pytest.fixture
def forge() -> Iterator[Forge]:
    with Forge(12) as forge:
        yield forge


@pytest.fixture
def store(tmp_path: pathlib.Path) -> fleet.Store:
    return fleet.Store(tmp_path / "store", columns=COLUMNS)


def slices(forge: Forge, store: fleet.Store, count: int, parent: fleet.Walk | None = None) -> None:
    """The parent's next slices, as an earlier driver committed them before it died."""
    for _ in range(count):
        fleet.run_slice(parent or forge.parent(), store, slice_pages=2, children=forge.children)


@pytest.mark.parametrize(("status", "options"), [(503, {}), (429, {"longest_wait": 0.5})])
def test_children_of_earlier_slices_are_walked_although_the_next_slice_fails_once(
    forge: Forge, store: fleet.Store, status: int, options: dict[str, Any]
) -> None:
    slices(forge, store, 1)
    forge.server.refuse(status, headers={"Retry-After": "1"})
    job = forge.run(store, **options)
    assert (job.failed(), walked(store)) == ({}, repositories(12))


def test_children_of_a_parent_that_fails_for_good_are_walked(forge: Forge, store: fleet.Store) -> None:
    slices(forge, store, 1)
    forge.server.refuse(401)
    job = forge.run(store)
    assert set(job.failed()) == {"org"}
    assert walked(store) == {f"r{number}" for number in range(8, 12)}
    # It rests, and its children are found all the same.
    before = store.files()
    assert set(forge.run(store).failed()) == {"org"}
    assert store.files() == before


def test_children_are_walked_although_the_function_that_finds_them_fails(forge: Forge, store: fleet.Store) -> None:
    slices(forge, store, 1)

    def broken(rows: Any) -> Iterator[fleet.Walk]:
        raise LookupError("the names are gone")

    job = fleet.run([forge.parent()], store, children=broken)
    job.wait(60)
    assert "the names are gone" in job.failed()["org"]["message"]
    # Their own slices fail by the same function, but they began.
    assert set(job.failed()) == {"org", *(f"org.r{number}" for number in range(8, 12))}


def test_children_are_walked_although_the_program_died_behind_the_last_slice_of_the_parent(
    forge: Forge, store: fleet.Store
) -> None:
    slices(forge, store, 3)
    assert fleet.status(store).walks[0].end == "complete"
    assert forge.run(store).progress().walks == 13
    assert walked(store) == repositories(12)


def test_children_come_in_each_night_in_which_the_parent_has_nothing_new(forge: Forge, store: fleet.Store) -> None:
    for _ in range(3):
        progress = forge.run(store, forge.parent(SINCE)).progress()
        assert (progress.walks, progress.complete) == (13, 13)
    assert walked(store) == repositories(12)


@pytest.mark.parametrize("since", [None, SINCE])
def test_a_child_that_appears_on_a_later_night_is_walked(
    forge: Forge, store: fleet.Store, since: dict[str, Any] | None
) -> None:
    forge.run(store, forge.parent(since))
    forge.repositories.append(12)
    asked = len(forge.server.requests)
    progress = forge.run(store, forge.parent(since)).progress()
    assert (progress.walks, progress.complete) == (14, 14)
    assert walked(store) == repositories(13)
    # The parent's pages, and the two of the new child: the other children rest.
    assert len(forge.server.requests) - asked <= (7 if since is None else 2) + 2


def test_a_child_of_a_list_that_was_empty_is_walked(store: fleet.Store) -> None:
    with Forge(0) as forge:
        for _ in range(2):
            assert forge.run(store).progress().walks == 1
        # Nothing changed, so nothing is written.
        assert len(store.files()) == 1
        forge.repositories.append(0)
        forge.run(store)
    assert walked(store) == {"r0"}


def test_a_loop_of_slices_finds_a_new_child_too(forge: Forge, store: fleet.Store) -> None:
    for count in (12, 13):
        forge.repositories = list(range(count))
        walks = [forge.parent()]
        while walks:
            walk = walks.pop()
            ended = fleet.run_slice(walk, store, slice_pages=2, children=forge.children)
            walks += ended.children
            if ended.end is None:
                walks.append(walk)
        assert walked(store) == repositories(count)


def test_a_child_that_its_parent_no_longer_lists_goes_on(forge: Forge, store: fleet.Store) -> None:
    slices(forge, store, 3)
    gone = fleet.run_slice(forge.child("r5"), store, slice_pages=1)
    assert gone.end is None
    forge.repositories.remove(5)
    forge.run(store)
    assert walked(store) == repositories(12)


def test_of_one_key_the_child_of_the_newest_slice_counts(store: fleet.Store) -> None:
    with Forge(4) as forge:
        parent, night = forge.parent(SINCE), 0

        def children(rows: Any) -> Iterator[fleet.Walk]:
            yield parent.child("newest", forge.issues, {"name": f"night-{night}"})

        for night in (1, 2):
            fleet.run_slice(parent, store, children=children)
            forge.repositories.append(night + 10)
        (child,) = store.children(parent)
        assert child.variables == {"name": "night-2"}
        # The first one was not walked, so there is no conflict.
        job = fleet.run([parent], store, children=lambda rows: [])
        assert (job.wait(60).complete, job.failed()) == (2, {})


def test_a_child_with_another_query_is_a_conflict_with_its_name(forge: Forge, store: fleet.Store) -> None:
    forge.run(store)
    forge.issues = forge.issues.replace("nodes { id }", "nodes { id name: id }")
    failed = forge.run(store).failed()
    assert set(failed) == {f"org.{name}" for name in repositories(12)}
    assert "and another query" in failed["org.r3"]["message"]


def test_a_child_that_is_not_a_walk_is_refused(forge: Forge, store: fleet.Store) -> None:
    with pytest.raises(TypeError, match=r"walk must be a swiftpager\.fleet\.Walk, not 'r11'"):
        fleet.run_slice(forge.parent(), store, children=lambda rows: rows["name"].to_pylist())
    assert store.files() == []


@pytest.fixture
def many(tmp_path: pathlib.Path) -> Iterator[tuple[Forge, fleet.Store, fleet.Walk]]:
    """A parent of twenty slices, with a child each, and the children read once."""
    store = fleet.Store(tmp_path / "store", columns=COLUMNS)
    with Forge(40) as forge:
        parent = forge.parent()
        for _ in range(20):
            fleet.run_slice(parent, store, slice_pages=1, children=forge.children)
        assert {child.key for child in store.children(parent)} == {f"org.{name}" for name in repositories(40)}
        yield forge, store, parent


def test_the_children_of_many_slices_are_read_without_opening_each(
    many: tuple[Forge, fleet.Store, fleet.Walk], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, store, parent = many
    opened: list[str] = []
    real = open

    def recording(file: Any, *arguments: Any, **others: Any) -> Any:
        opened.append(str(file))
        return real(file, *arguments, **others)

    monkeypatch.setattr(builtins, "open", recording)
    assert len(store.children(parent)) == 40
    assert [pathlib.Path(path).name for path in opened if path.endswith(".parquet")] == ["org-000020.parquet"]


@pytest.mark.parametrize("damage", [
    lambda fields: {**fields, "version": 99},
    lambda fields: {**fields, "children": fields["children"].replace("r3", "r4")},
    lambda fields: {key: value for key, value in fields.items() if key != "upto"},
    lambda fields: [],
])
def test_a_damaged_copy_of_the_children_does_not_count(
    many: tuple[Forge, fleet.Store, fleet.Walk], damage: Any
) -> None:
    _, store, parent = many
    copy = pathlib.Path(store.root) / "_children" / "org.json"
    whole = copy.read_bytes()
    copy.write_text(json.dumps(damage(json.loads(whole))))
    assert {child.key for child in store.children(parent)} == {f"org.{name}" for name in repositories(40)}
    assert copy.read_bytes() == whole


def test_a_store_of_an_earlier_version_has_its_children(forge: Forge, store: fleet.Store) -> None:
    slices(forge, store, 3)
    for path in store.files():
        as_of_an_earlier_version(pathlib.Path(path))
    assert len(store.children(forge.parent())) == 12
    forge.repositories.append(12)
    forge.run(store)
    assert walked(store) == repositories(13)


def until_slices(job: fleet.Job, count: int) -> None:
    """Waits until a job has committed so many slices, or has ended."""
    until(lambda: job.is_done or job.progress().slices >= count)


@pytest.mark.long
def test_lists_with_children_over_three_nights(tmp_path: pathlib.Path) -> None:
    """Repositories come and go, requests fail, and the first run of each night is cancelled."""
    count = 500 if LONG else 40
    store = fleet.Store(tmp_path / "store", columns=COLUMNS)
    with Forge(0) as forge:
        forge.repositories = list(range(count))
        for night in range(3):
            forge.server.refuse(503, times=3, after=5)
            first = fleet.run([forge.parent()], store, threads=16, slice_pages=2, children=forge.children)
            until_slices(first, count // 4)
            first.cancel()
            job = fleet.run([forge.parent()], store, threads=16, slice_pages=2, children=forge.children)
            progress = job.wait(600)
            assert job.failed() == {}
            assert progress.complete == progress.walks
            forge.repositories = [*forge.repositories[10:], *range(count + 10 * night, count + 10 * night + 10)]
    seen = count + 20
    assert walked(store) == repositories(seen)
    ids: collections.Counter[str] = collections.Counter()
    for path in store.files():
        if "kind=issues" in path:
            ids.update(pyarrow.parquet.read_table(path, columns=["id"], partitioning=None)["id"].to_pylist())
    assert ids == collections.Counter(f"r{number}-i{issue}" for number in range(seen) for issue in range(3))
