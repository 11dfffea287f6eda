"""A list of values, like `tags: [String!]!`, is named among those that are skipped, with the reason."""

import json
import pathlib
import subprocess
from collections.abc import Iterator

import pytest

import sdl_server
from commands import COMMAND
from conftest import LIMIT_SECONDS
from sdl_server import Served
from sync_support import Folder

SDL = """
enum Color { RED }
type Item { id: ID! tags: [String!]! }
type Page { nodes: [Item!]! pageInfo: Info! }
type Words { nodes: [String!]! pageInfo: Info! }
type Info { hasNextPage: Boolean! endCursor: String }
type Shop { id: ID! currencies: [String!]! }
type Query {
  items: [Item!]!
  tags: [String!]!
  colors(like: String!): [Color]
  grid: [[Int!]!]
  groups: [[Item!]!]!
  words(first: Int, after: String): Words!
  pages(first: Int, after: String): Page!
  shop: Shop!
  count: Int!
  nodes: [String!]!
}
"""
VALUES = {
    "tags": "its items are values (String!), not objects with fields",
    "colors": "its items are values (Color), not objects with fields",
    "grid": "its items are lists ([Int!]!), not objects with fields",
    "groups": "its items are lists ([Item!]!), not objects with fields",
    "words": "its items are values (String!), not objects with fields",
}


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    root = {
        "items": lambda info: [{"id": "1", "tags": ["a"]}],
        "pages": lambda info, **_: {"nodes": [{"id": "1", "tags": []}], "pageInfo": {"hasNextPage": False}},
    }
    with sdl_server.serving(SDL, root) as served:
        yield served


@pytest.fixture
def folder(served: Served, tmp_path: pathlib.Path) -> Folder:
    return Folder(tmp_path, served.url)


@pytest.mark.long
def test_sync_names_them(folder: Folder) -> None:
    lines, errors = folder.run()
    assert [line.split()[0] for line in lines.splitlines()] == ["items", "pages"]
    assert "5 of 7 lists are skipped:\n  " in errors
    assert all(f"\n  {name}: {reason}\n" in f"{errors}\n" for name, reason in VALUES.items())
    assert json.loads(folder.run("--json")[0])["skipped"] == VALUES
    # A run with kept plans repeats no message.
    assert folder.run()[1] == ""
    assert "the plans did not change" in folder.run("--refresh")[1]


@pytest.mark.long
def test_a_folder_of_before_learns_of_them_by_a_refresh(folder: Folder) -> None:
    folder.run()
    plan = folder.plan()
    for name in VALUES:
        del plan["lists"][name]
    (folder.path / "_plan.json").write_text(json.dumps(plan))
    assert json.loads(folder.run("--json")[0])["skipped"] == {}
    assert f"  tags came, and is skipped: {VALUES['tags']}" in folder.run("--refresh")[1]
    assert json.loads(folder.run("--json")[0])["skipped"] == VALUES
    assert folder.stores("items") == [3, 4]


@pytest.mark.long
def test_lists_shows_them_and_list_says_why(served: Served, folder: Folder) -> None:
    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*COMMAND, served.url, *words], env=folder.env, capture_output=True, text=True, timeout=LIMIT_SECONDS,
            check=False,
        )

    rows = [line.split(maxsplit=6) for line in run("--lists").stdout.splitlines()]
    assert [row for row in rows if row[0] == "tags"] == [["tags", *"-----", f"skipped: {VALUES['tags']}"]]
    assert {row[0] for row in rows[1:]} == {"items", "pages", *VALUES}
    assert json.loads(run("--lists", "--json").stdout)["skipped"] == VALUES
    done = run("tags")
    assert done.returncode == 2 and f"tags has no plan: {VALUES['tags']}; write a query for it" in done.stderr
    _, errors = folder.run("--only", "tags", code=2)
    assert f"tags has no plan: {VALUES['tags']}" in errors
