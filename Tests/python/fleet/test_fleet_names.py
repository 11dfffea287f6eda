"""Keys of walks and the names of their files, and what makes a walk the walk that it is."""

import dataclasses
import hashlib
import json
import os
import pathlib
import pickle
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import swiftpager.fleet as fleet
from fleets import COLUMNS, QUERY, SIZE, Lists, as_of_an_earlier_version, ids, items, lists, store_in
from swiftpager.fleet import Walk, WalkConflict, _meaning, _names

KEYS = st.text(st.one_of(st.sampled_from("ab.%-_/+ ~é"), st.characters(codec="utf-8")), min_size=1)


@pytest.fixture(scope="module")
def served() -> Iterator[Lists]:
    with lists() as served:
        yield served


@settings(deadline=None)
@given(KEYS)
@pytest.mark.long
def test_each_key_has_one_name(key: str) -> None:
    name = _names.named(key)
    assert _names.key_of(name) == key
    assert _names.NAME.fullmatch(name) and not name.endswith(".error")


@settings(deadline=None)
@given(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}", fullmatch=True).filter(lambda key: key[-6:] != ".error"))
def test_what_was_legal_keeps_its_name(key: str) -> None:
    assert (_names.named(key), _names.fitting(key)) == (key, key)


@settings(deadline=None)
@given(st.text(st.sampled_from("a+é."), min_size=60, max_size=400))
@pytest.mark.long
def test_a_long_key_ends_with_a_hash(key: str) -> None:
    fitting = _names.fitting(key)
    assert len(_names.named(fitting)) <= _names.LONGEST
    assert _names.fitting(fitting) == fitting
    if fitting != key:
        assert fitting.endswith(f".{hashlib.sha256(key.encode()).hexdigest()[:32]}")
        assert fitting != _names.fitting(f"{key}.")


@pytest.mark.parametrize(("key", "name"), [
    ("c++", "c%2B%2B"), ("a/b", "a%2Fb"), ("..", "%2E."), ("-a", "%2Da"), ("a.error", "a%2Eerror"), ("ü", "%C3%BC"),
    ("a%2Bb", "a%252Bb"),
])
def test_a_key_with_any_sign_names_a_file(served: Lists, tmp_path: pathlib.Path, key: str, name: str) -> None:
    store, walk = store_in(tmp_path), dataclasses.replace(served.walk("list-a"), key=key)
    fleet.run_slice(walk, store, slice_pages=2)
    job = fleet.run([walk], store, slice_pages=2)
    assert (job.wait(60).complete, job.failed()) == (1, {})
    assert all(pathlib.Path(path).name.startswith(f"{name}-00000") for path in store.files())
    assert ids(tmp_path) == items("list-a")
    found = duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/**/*.parquet'")
    assert found is not None and found.fetchall() == [(5 * SIZE,)]
    assert store.positions() == store.positions([key]) == {key: len(store.files())}
    assert [found.key for found in fleet.status(store).walks] == [key]
    assert store.positions(["another"]) == {}


def test_a_failure_of_a_walk_with_any_key_is_noted_and_forgotten(served: Lists, tmp_path: pathlib.Path) -> None:
    store = store_in(tmp_path)
    for key in ("a/b", "a.error", "long" * 100):
        fleet.run_slice(dataclasses.replace(served.walk("refused-a"), key=key), store)
    # The note of "a" would be `a.error.json`.
    fleet.run_slice(dataclasses.replace(served.walk("list-a"), key="a"), store)
    assert {walk.key for walk in fleet.status(store).walks if walk.has_failed} == {
        "a/b", "a.error", _names.fitting("long" * 100),
    }
    assert set(fleet.retry(store, ["a/b", "long" * 100])) == {"a/b", _names.fitting("long" * 100)}


def test_children_may_have_any_names(served: Lists, tmp_path: pathlib.Path) -> None:
    store, parent = store_in(tmp_path), served.walk("org-a")
    names = ["c", "c++", "c#", "c/c++", "ü" * 150, "c" * 250]

    def children(rows: Any) -> Iterator[Walk]:
        return (parent.child(name, QUERY, {"list": f"list-{names.index(name)}", "first": SIZE}) for name in names)

    job = fleet.run([parent], store, children=children)
    # Each is a walk of its own.
    assert (job.wait(60).complete, job.failed()) == (1 + len(names), {})
    assert ids(tmp_path) == items("org-a", *(f"list-{number}" for number in range(len(names))))
    assert parent.child("c++", QUERY).key == "org-a.c++"


def test_the_longest_names_have_room_for_what_is_not_complete(
    served: Lists, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As long as the name of a machine may be.
    monkeypatch.setattr("socket.gethostname", lambda: "m" * 64)
    walk = dataclasses.replace(served.walk("list-a"), key="k" * 200)
    assert fleet.run_slice(walk, store_in(tmp_path)).end == "complete"


# What a walk means


WALK = Walk("http://127.0.0.1/graphql", QUERY, {"list": "list-0", "first": SIZE}, key="w")


@pytest.mark.parametrize("others", [
    {"query": QUERY.replace("{", "{\n  ").replace(",", "")}, {"query": f"# The items.\n{QUERY}"},
    {"pagination": {}}, {"nested": {}}, {"nested": "report"}, {"nested": {"mode": "report"}}, {"partition": {}},
    {"retry": False}, {"headers_env": {"Authorization": "TOKEN"}}, {"variables": {"first": SIZE, "list": "list-0"}},
])
def test_what_means_the_same_is_the_same_walk(others: dict[str, Any]) -> None:
    assert dataclasses.replace(WALK, **others).hash == WALK.hash


@pytest.mark.parametrize("others", [
    {"query": QUERY.replace("id place", "idplace")}, {"query": QUERY.replace("list: $list,", 'list: "a, b",')},
    {"variables": {"list": "list-1", "first": SIZE}}, {"variables": None}, {"nested": "drain"},
    {"endpoint": "http://127.0.0.1/graphql/"}, {"partition": {"shop": "a"}}, {"since": {"path": "/place"}},
])
def test_what_means_something_else_is_another_walk(others: dict[str, Any]) -> None:
    assert dataclasses.replace(WALK, **others).hash != WALK.hash


def test_signs_inside_of_strings_are_part_of_the_query() -> None:
    made = [dataclasses.replace(WALK, query=f"{{ a(b: {text}) }}").hash for text in (
        '"a b"', '"a  b"', '"a,b"', '"a #b"', '"""a b"""', '"""a\nb"""', '"\\" #b"', "[1, 2]", "[12]", "1.0",
    )]
    assert len(set(made)) == len(made)


def test_an_argument_that_a_later_version_adds_makes_no_other_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    before = WALK.hash
    monkeypatch.setattr("swiftpager.fleet.walk._IDENTITY", (*fleet.walk._IDENTITY, "ordering"))
    monkeypatch.setattr(Walk, "ordering", None, raising=False)
    assert WALK.hash == before


def test_a_store_of_an_earlier_version_goes_on(served: Lists, tmp_path: pathlib.Path) -> None:
    """It hashed all arguments as they are, absent ones included."""
    store, walk = store_in(tmp_path), served.walk("list-old", pagination={})
    fleet.run_slice(walk, store, slice_pages=2)
    names = ("endpoint", "query", "variables", "pagination", "since", "nested", "partition")
    given = {name: getattr(walk, name) for name in names}
    parts = {name: earlier_hash(value)[:12] for name, value in given.items() if value is not None}
    note = {"version": 1, "hash": earlier_hash(given), "partition": None, "parts": parts}
    (tmp_path / "_walks" / "list-old.json").write_text(json.dumps(note))
    as_of_an_earlier_version(pathlib.Path(store.files()[0]), walk=earlier_hash(given))
    job = fleet.run([walk], store)
    assert (job.wait(60).complete, job.failed()) == (1, {})
    assert ids(tmp_path) == items("list-old")
    assert fleet.run_slice(walk, store).end == "complete"
    with pytest.raises(WalkConflict, match="and another variables:"):
        fleet.run_slice(dataclasses.replace(walk, variables={"list": "list-new", "first": SIZE}), store)


def test_whether_the_total_counts_makes_no_other_walk(served: Lists, tmp_path: pathlib.Path) -> None:
    store, walk = store_in(tmp_path), served.walk("list-total")
    pagination: Any = walk.pagination
    off = dataclasses.replace(walk, pagination={**(pagination or {}), "check_total": False})
    assert off.hash == walk.hash
    assert fleet.run_slice(off, store, slice_pages=1).end is None
    # An earlier version told them apart, and its stores go on with what they were begun with.
    identity = {name: value for name, value in off._identity.items() if value is not None}
    complete = {**identity, "query": " ".join(_meaning._TOKENS.findall(off.query))}
    as_of_an_earlier_version(pathlib.Path(store.files()[0]), walk=earlier_hash(complete))
    note = {"version": 1, "hash": earlier_hash(complete), "partition": None, "parts": {}}
    (tmp_path / "_walks" / "list-total.json").write_text(json.dumps(note))
    job = fleet.run([off], store)
    assert (job.wait(60).complete, job.failed()) == (1, {})
    with pytest.raises(WalkConflict):
        fleet.run_slice(walk, store)


def earlier_hash(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# Roots


def test_a_relative_root_means_one_folder_wherever_a_worker_is(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = fleet.Store("data/issues", columns=COLUMNS)
    assert store.root == str(tmp_path / "data" / "issues")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    pickle.loads(pickle.dumps(store)).check()
    assert (tmp_path / "data" / "issues").is_dir() and os.listdir() == []


def test_a_root_may_be_the_address_of_a_file(served: Lists, tmp_path: pathlib.Path) -> None:
    store = fleet.Store(f"file://{tmp_path}/a b", columns=COLUMNS)
    store.check()
    assert fleet.run_slice(served.walk("list-file"), store).path == f"{tmp_path}/a b/list-file-000001.parquet"
    assert store.root == f"{tmp_path}/a b"
    with pytest.raises(ValueError, match="storage_options are for stores on S3"):
        fleet.Store(f"file://{tmp_path}", storage_options={"anon": True})
