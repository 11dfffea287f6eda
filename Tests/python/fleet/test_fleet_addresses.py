"""Keys in the addresses of walks: no file of a store has one, and a walk goes on with another one."""

import dataclasses
import hashlib
import json
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import swiftpager.fleet as fleet
from fleets import as_of_an_earlier_version
from forges import COLUMNS, ISSUES, Forge, repositories, walked
from swiftpager.fleet import _meaning

FIRST, SECOND = "first-secret-1", "second-secret-2"


@pytest.fixture
def forge() -> Iterator[Forge]:
    # More slices of the parent than a driver opens without a copy of their children.
    with Forge(40) as forge:
        yield forge


@pytest.fixture
def store(tmp_path: pathlib.Path) -> fleet.Store:
    return fleet.Store(tmp_path / "store", columns=COLUMNS)


def parent(forge: Forge, key: str, **others: Any) -> fleet.Walk:
    return dataclasses.replace(forge.parent(), endpoint=f"{forge.server.url}?shop=a&key={key}", **others)


def children_of(walk: fleet.Walk, **options: Any) -> Callable[[Any], list[fleet.Walk]]:
    return lambda rows: [
        walk.child(name, ISSUES, {"name": name}, partition={"kind": "issues"}, **options)
        for name in rows["name"].to_pylist() if name is not None
    ]


def test_no_file_has_the_key_and_children_get_it_back(forge: Forge, store: fleet.Store) -> None:
    before, after = parent(forge, FIRST), parent(forge, SECOND)
    for _ in range(12):
        fleet.run_slice(before, store, slice_pages=1, children=children_of(before))
    # The newest slices are read, and the driver writes a copy of the children of all.
    job = fleet.run([after], store, threads=4, slice_pages=1, children=children_of(after))
    job.wait(60)
    assert (job.failed(), walked(store)) == ({}, repositories(40))
    folder = pathlib.Path(store.root)
    assert (folder / "_children").is_dir()
    texts = [path.read_bytes() for path in folder.glob("**/*") if path.is_file()]
    assert not any(secret.encode() in text for secret in (FIRST, SECOND) for text in texts)
    # From the footers, and from their copy.
    assert {child.endpoint for child in store.children(after)} == {after.endpoint}
    assert {child.endpoint for child in store.open(before).children} == {before.endpoint}


@pytest.mark.parametrize("endpoint", [
    "http://other.example/graphql?key=12345678", "{url}?key=12345678", "{url}?token=12345678",
])
def test_a_child_whose_key_would_be_lost_is_refused(forge: Forge, store: fleet.Store, endpoint: str) -> None:
    walk = parent(forge, FIRST)
    find = children_of(walk, endpoint=endpoint.format(url=forge.server.url))
    with pytest.raises(ValueError, match=r"'org\.r39' has a key in its address that the address of its walk lacks"):
        fleet.run_slice(walk, store, children=find)
    assert store.files() == []


def test_children_at_other_addresses_without_keys_are_kept(forge: Forge, store: fleet.Store) -> None:
    walk, other = parent(forge, FIRST), f"{forge.server.url}?shop=b&key={FIRST}"
    fleet.run_slice(walk, store, slice_pages=1, children=children_of(walk, endpoint=other))
    assert {child.endpoint for child in store.children(walk)} == {other}
    plain = fleet.Store(pathlib.Path(store.root) / "plain", columns=COLUMNS)
    fleet.run_slice(walk, plain, slice_pages=1, children=children_of(walk, endpoint="http://other.example/?shop=b"))
    assert {child.endpoint for child in plain.children(walk)} == {"http://other.example/?shop=b"}


def hashed(walk: fleet.Walk, **others: Any) -> str:
    """The hash of the whole address, as the version before wrote it."""
    meanings = {**_meaning._meanings(walk._identity), "endpoint": walk.endpoint, **others}
    text = json.dumps(meanings, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@pytest.mark.parametrize("is_complete", [False, True])
def test_a_store_with_the_hash_of_a_whole_address_goes_on(
    forge: Forge, store: fleet.Store, *, is_complete: bool
) -> None:
    """The version before this one, and the one before it, which hashed all of the pagination."""
    walk = parent(forge, FIRST, pagination={"check_total": False})
    earlier = hashed(walk, **({"pagination": {"check_total": False}} if is_complete else {}))
    assert earlier != walk.hash
    fleet.run_slice(walk, store, slice_pages=1)
    note = pathlib.Path(store.root) / "_walks" / "org.json"
    kept = note.read_bytes()
    note.write_text(json.dumps({"version": 1, "hash": earlier, "partition": None, "parts": {}}))
    as_of_an_earlier_version(pathlib.Path(store.files()[0]), walk=earlier)
    # Another key may come once this version has seen the walk.
    rotated = parent(forge, SECOND, pagination={"check_total": False})
    with pytest.raises(fleet.WalkConflict):
        fleet.run_slice(rotated, store)
    assert fleet.run_slice(walk, store, slice_pages=1).number == 2
    assert {**json.loads(kept), "earlier": [earlier]} == json.loads(note.read_bytes())
    assert fleet.run_slice(rotated, store).end == "complete"
    assert len(store.children(rotated)) == 0


def test_the_hash_of_an_address_without_keys_is_that_of_the_version_before(forge: Forge) -> None:
    for query in ("", "?shop=abcdefgh", "?key=main"):
        walk = dataclasses.replace(forge.parent(), endpoint=forge.server.url + query)
        assert walk.hash == hashed(walk)
