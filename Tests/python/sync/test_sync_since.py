"""How `swiftpager sync` asks lists for what is new: the forms of marks, and `--since` for one list."""

import contextlib
import datetime
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sdl_server import Served, serving
from sync_support import Folder

SDL = """
scalar DateTime enum F { UPDATED_AT NUMBER } enum D { ASC DESC } input O { field: F! direction: D! }
type I { id: ID! updatedAt: %s number: Int! name: String }
type P { hasNextPage: Boolean! endCursor: String }
type C { nodes: [I!]! pageInfo: P! }
type Query {
  items(first: Int, after: String, orderBy: O): C! others(first: Int, after: String, orderBy: O): C!
  unsized(after: String, orderBy: O): C!
}
"""
COUNT = 17
START = datetime.datetime(2026, 1, 1)


class World:
    """A server of three lists of the same items, which grow."""

    def __init__(self, served: Served, made: Callable[[int], Any]) -> None:
        self.url = served.url
        self.asked = served.asked
        self._made = made
        self.rows: dict[int, Any] = {}
        # How far an item lies behind its place.
        self.is_disordered = False
        self.grow(COUNT)

    def grow(self, count: int) -> None:
        for _ in range(count):
            self.rows[len(self.rows)] = self._made(len(self.rows))

    def page(self, _: Any, after: "str | None" = None, orderBy: Any = None, first: int = 4) -> dict[str, Any]:
        ids = sorted(self.rows, reverse=orderBy is not None)
        if self.is_disordered:
            ids = ids[1:3] + ids[:1] + ids[3:]
        start = ids.index(int(after)) + 1 if after else 0
        part = ids[start : start + first]
        nodes = [{"id": str(key), "updatedAt": self.rows[key], "number": key, "name": f"{key}"} for key in part]
        info = {"hasNextPage": start + len(part) < len(ids), "endCursor": str(part[-1]) if part else None}
        return {"nodes": nodes, "pageInfo": info}


@contextlib.contextmanager
def world_of(kind: str, made: Callable[[int], Any]) -> Iterator[World]:
    root: dict[str, Any] = {}
    with serving(SDL % kind, root) as served:
        made_world = World(served, made)
        root.update(dict.fromkeys(("items", "others", "unsized"), made_world.page))
        yield made_world


@pytest.fixture
def world() -> Iterator[World]:
    with world_of("DateTime!", lambda key: (START + datetime.timedelta(hours=key)).isoformat() + "Z") as world:
        yield world


def hours(key: int) -> datetime.datetime:
    return START + datetime.timedelta(hours=key)


# Forms of marks: the type of the field, the value of an item, and whether it is read since a mark.
FORMS: dict[str, tuple[str, Callable[[int], Any], bool]] = {
    "text of milliseconds": ("String!", lambda key: str(1767225600000 + key), True),
    "whole seconds": ("Int!", lambda key: 1767225600 + key, True),
    "Float": ("Float!", lambda key: 1767225600.5 + key, False),
    "English": ("String!", lambda key: hours(key).strftime("%b %d %Y %H:%M"), False),
    "DateTime as a number": ("DateTime!", lambda key: 1767225600000 + key, True),
    "DateTime as a fraction": ("DateTime!", lambda key: 1767225600.5 + key, False),
    "RFC 1123": ("DateTime!", lambda key: hours(key).strftime("%a, %d %b %Y %H:%M:%S GMT"), False),
    "space": ("DateTime!", lambda key: hours(key).strftime("%Y-%m-%d %H:%M:%S"), True),
    "date": ("DateTime!", lambda key: (START + datetime.timedelta(days=key)).date().isoformat(), True),
    "minutes": ("DateTime!", lambda key: hours(key).strftime("%Y-%m-%dT%H:%MZ"), True),
    "fractions": (
        "DateTime!", lambda key: (START + datetime.timedelta(milliseconds=500 * key)).isoformat() + "Z", True,
    ),
    "+0000": ("DateTime!", lambda key: hours(key).strftime("%Y-%m-%dT%H:%M:%S+0000"), True),
}


@pytest.mark.parametrize("form", [
    form if form in ("text of milliseconds", "English") else pytest.param(form, marks=pytest.mark.long)
    for form in FORMS
])
def test_each_form_of_a_time_is_read_since_a_mark_or_whole(tmp_path: pathlib.Path, form: str) -> None:
    kind, made, is_mark = FORMS[form]
    with world_of(kind, made) as world:
        folder = Folder(tmp_path, world.url)
        for grown, rows in ((0, COUNT), (2, 2)):
            world.grow(grown)
            _, errors = folder.run()
            told = folder.run_json()
            for name in ("items", "unsized"):
                assert folder.query(f"SELECT count(*), count(DISTINCT id) FROM {name}") == [(len(world.rows),) * 2]
                # A second run of the same night brings nothing that is new.
                assert (told[name]["end"], told[name]["is_incremental"]) == ("complete", is_mark), told
                assert told[name]["rows"] == (0 if is_mark else len(world.rows))
                is_told = f"{name} is read whole in each run: an item of {name} has" in errors
                assert is_told == (not is_mark and rows == COUNT and form != "Float"), errors
                assert "untried" not in folder.plan()["lists"][name]
        assert "since" not in folder.plan()["lists"]["items"]
        assert folder.run("--refresh")[1].endswith("swiftpager: the plans did not change\n")


def test_a_secret_in_the_value_is_not_shown(tmp_path: pathlib.Path) -> None:
    with world_of("String!", lambda key: f"very-secret {key}") as world:
        folder = Folder(tmp_path, world.url)
        folder.env["TOKEN"] = "very-secret"
        _, errors = folder.run("--header-env", "Authorization: Bearer ${TOKEN}")
    assert "has \"[hidden] 16\" at /updatedAt" in errors and "very-secret" not in errors


# One list


def stores(folder: Folder) -> dict[str, list[int]]:
    return {name: folder.stores(name) for name in ("items", "others")}


def test_a_list_is_read_in_another_way_and_others_go_on(world: World, tmp_path: pathlib.Path) -> None:
    folder, only = Folder(tmp_path, world.url), ("--only", "items,others")
    folder.run(*only)
    before = folder.plan()
    _, errors = folder.run("--since", "items=off")
    assert "--since is another one, so the plan is made anew of items\n" in errors
    after = folder.plan()
    assert (after["lists"]["items"]["since"], after["lists"]["items"]["plan"]["since"]) == ("off", None)
    assert (after["lists"]["others"], after["options"]) == (before["lists"]["others"], before["options"])
    assert stores(folder) == {"items": [1, 2], "others": [1]}
    # The words may stay in the command line; nothing is made anew then, and --refresh keeps what they say.
    world.asked.clear()
    for words in (("--since", "items=off"), (), ("--refresh",)):
        _, errors = folder.run(*words)
        assert "anew" not in errors and folder.plan() == after
    assert not [query for query, _ in world.asked if "others" in query and "orderBy" not in query]
    # A list that is read by another field, and then as before.
    folder.run("--since", "items=/number")
    assert folder.plan()["lists"]["items"]["plan"]["since"] == {
        "path": "/number", "type": "integer", "order": "descending",
    }
    world.grow(3)
    assert folder.run_json()["items"]["rows"] == 3
    assert folder.query("SELECT count(*), count(DISTINCT id) FROM items") == [(COUNT + 3,) * 2]
    folder.run("--since", "items=auto")
    assert folder.plan()["lists"]["items"]["plan"] == before["lists"]["items"]["plan"]
    assert folder.query("SELECT count(*), count(DISTINCT id) FROM items") == [(COUNT + 3,) * 2]
    assert stores(folder)["others"] == [1]


@pytest.mark.long
def test_the_first_run_takes_words_for_some_lists_and_for_all(world: World, tmp_path: pathlib.Path) -> None:
    folder = Folder(tmp_path, world.url)
    folder.run("--since", "off", "--since", "items=/number", "--since", "others=auto")
    since = {name: entry["plan"]["since"] for name, entry in folder.plan()["lists"].items()}
    assert since["unsized"] is None and (since["items"]["path"], since["others"]["path"]) == ("/number", "/updatedAt")
    assert folder.plan()["options"]["since"] == "off"
    # The word of one list counts more than that of all.
    folder.run("--refresh", "--since", "auto")
    assert folder.plan()["lists"]["items"]["plan"]["since"]["path"] == "/number"
    assert folder.plan()["lists"]["unsized"]["plan"]["since"]["path"] == "/updatedAt"


@pytest.mark.parametrize(("words", "told"), [
    (("items=/name2",), "the schema neither sorts nor filters items by /name2; it does by /updatedAt, /number"),
    (("items=/name",), "the schema neither sorts nor filters items by /name; it does by /updatedAt, /number"),
    (("nothing=off",), "--since nothing: the plans in"), (("nothing=/number",), "nothing"),
    (("/number",), "--since /number: a field belongs to one list: write --since LIST=/number"),
    (("items=on",), "--since items=on: expected auto, off, LIST=auto, LIST=off or LIST=/FIELD"),
    (("on",), "--since on: expected auto"), (("=off",), "--since =off: expected auto"),
    (("items=",), "--since items=:"),
    (("items=/",), "--since items=/: expected auto"),
])
@pytest.mark.parametrize("is_first", [True, pytest.param(False, marks=pytest.mark.long)], ids=["first", "later"])
def test_wrong_words_are_refused(
    world: World, tmp_path: pathlib.Path, words: "tuple[str, ...]", told: str, is_first: bool
) -> None:
    folder = Folder(tmp_path, world.url)
    if not is_first:
        folder.run("--only", "items")
        before = folder.plan()
    _, errors = folder.run(*(part for word in words for part in ("--since", word)), code=2)
    assert told in errors or (is_first and words == ("nothing=off",) and "no list 'nothing'" in errors), errors
    assert is_first or folder.plan() == before


def test_a_broken_order_names_the_word_that_ends_it(world: World, tmp_path: pathlib.Path) -> None:
    folder = Folder(tmp_path, world.url)
    folder.run("--only", "items")
    world.grow(2)
    world.is_disordered = True
    error = folder.run_json(code=3)["items"]["error"]
    assert error["code"] == "NOT_ORDERED"
    assert error["message"].endswith("; to read the list whole, add --since items=off"), error
    assert "tolerate" not in error["message"] and "is not in descending order of /updatedAt" in error["message"]
    assert folder.run_json("--since", "items=off")["items"]["end"] == "complete"
    assert folder.query("SELECT count(*), count(DISTINCT id) FROM items") == [(COUNT + 2,) * 2]


def test_a_value_that_is_not_a_time_names_the_word_that_ends_it(world: World, tmp_path: pathlib.Path) -> None:
    folder = Folder(tmp_path, world.url)
    folder.run("--only", "items")
    world.rows[COUNT] = "soon"
    error = folder.run_json(code=3)["items"]["error"]
    assert error["message"].endswith(
        'has "soon" at /updatedAt, and not a time like "2026-03-01T12:00:00Z"; to read the list whole, add'
        " --since items=off"
    ), error
