"""Columns of `swiftpager sync` that values do not fit: they get a wider type, and the list a new store."""

import contextlib
import json
import pathlib
from collections.abc import Iterator
from typing import Any

import pytest

from sdl_server import Served, serving
from sync_support import PAGE_SIZE, Folder

SDL = """
scalar DateTime scalar Amount
enum F { UPDATED_AT } enum D { ASC DESC } input O { field: F! direction: D! }
type Inner { seen: DateTime size: Amount }
type I { id: ID! seen: DateTime amount: Amount inner: Inner days: [DateTime] }
type N { id: ID! seen: DateTime updatedAt: Int! }
type P { hasNextPage: Boolean! endCursor: String }
type C { nodes: [N!]! pageInfo: P! }
type Query {
  items(offset: Int, limit: Int): [I!]! others(offset: Int, limit: Int): [I!]! whole: [I!]!
  news(first: Int, after: String, orderBy: O): C!
}
"""
UTC, LOCAL, FINE = "2026-01-01T00:00:00Z", "2026-01-01T00:00:00", "2026-01-01T00:00:00.123456789Z"
COUNT = 3 * PAGE_SIZE


class World:
    """A server whose items have the fields that a test gives them."""

    def __init__(self, served: Served) -> None:
        self.url = served.url
        self.items: dict[str, list[dict[str, Any]]] = {}
        self.pages = 0

    def set(self, name: str, **fields: "list[Any]") -> None:
        """Gives items fields: the last value is that of all further items."""
        self.items[name] = [
            {"id": str(key), **{field: values[min(key, len(values) - 1)] for field, values in fields.items()}}
            for key in range(COUNT)
        ]

    def numbered(self, name: str) -> Any:
        def page(_: Any, offset: int = 0, limit: int = COUNT) -> Any:
            self.pages += 1
            return self.items.get(name, [])[offset : offset + limit]
        return page

    def news(self, _: Any, first: int = COUNT, after: "str | None" = None, orderBy: Any = None) -> dict[str, Any]:
        rows = [{**row, "updatedAt": int(row["id"])} for row in reversed(self.items.get("news", []))]
        start = [row["id"] for row in rows].index(after) + 1 if after else 0
        part = rows[start : start + first]
        info = {"hasNextPage": start + len(part) < len(rows), "endCursor": part[-1]["id"] if part else None}
        return {"nodes": part, "pageInfo": info}


@pytest.fixture
def world() -> Iterator[World]:
    with contextlib.ExitStack() as stack:
        root: dict[str, Any] = {}
        world = World(stack.enter_context(serving(SDL, root)))
        root |= {name: world.numbered(name) for name in ("items", "others", "whole")}
        root["news"] = world.news
        yield world


@pytest.fixture
def folder(world: World, tmp_path: pathlib.Path) -> Folder:
    return Folder(tmp_path, world.url)


def types(folder: Folder, name: str) -> dict[str, Any]:
    columns = folder.plan()["lists"][name]["plan"]["columns"]
    return {column: one["type"] for column, one in columns.items()}


def values(folder: Folder, column: str, name: str = "items") -> "dict[str, int]":
    """How often each value stands in a column."""
    sql = f"SELECT CAST({column} AS VARCHAR), count(*) FROM {name} GROUP BY ALL"
    return dict(folder.query(sql))


# What the items have, one after the other, the type that holds it, and how many stores it takes.
CASES: dict[str, "tuple[list[Any], str, int]"] = {
    "null, then no zone": ([None, LOCAL], "timestamp_local", 2),
    "null for a page, then no zone": ([None] * 7 + [LOCAL], "timestamp_local", 2),
    "null, then days": ([None, "2026-01-01"], "date", 2),
    "null, then numbers": ([None, 17], "json", 2),
    "seconds, then nanoseconds": ([UTC] * 7 + [FINE], "timestamp_ns", 2),
    "seconds and nanoseconds in one page": ([UTC, FINE], "timestamp_ns", 2),
    "zone, then none": ([UTC] * 7 + [LOCAL], "json", 2),
    "zone, then none in one page": ([UTC, LOCAL], "json", 2),
    "days, then times": (["2026-01-01"] * 7 + [LOCAL], "timestamp_local", 2),
    "null, then no zone, then a zone": ([None] + [LOCAL] * 7 + [UTC], "json", 3),
    "seconds, then nanoseconds, then the year 1": ([UTC] * 6 + [FINE] * 5 + ["0001-01-01T00:00:00Z"], "json", 3),
    "what is not a time": ([UTC, "soon"], "json", 2),
    "null and a zone": ([None, UTC], "timestamp", 1),
}


@pytest.mark.parametrize("case", [
    case if case in ("null, then no zone", "null, then no zone, then a zone") else pytest.param(
        case, marks=pytest.mark.long
    )
    for case in CASES
])
def test_a_value_that_does_not_fit_widens_its_column_in_the_same_run(world: World, folder: Folder, case: str) -> None:
    seen, kind, count = CASES[case]
    world.set("items", seen=seen)
    told = json.loads(folder.run("--only", "items", "--json")[0])["lists"]
    assert [(one["end"], one["rows"]) for one in told] == [("complete", COUNT)]
    assert types(folder, "items")["seen"] == kind and folder.stores("items") == list(range(1, count + 1))
    assert folder.query("SELECT count(*), count(DISTINCT id), count(seen) FROM items") == [
        (COUNT, COUNT, COUNT - seen.count(None)),
    ]
    # The type stays, also in a plan that is made anew: no night begins with a narrower column.
    for words in ((), ("--refresh",), ("--refresh",)):
        _, errors = folder.run(*words)
        assert "did not fit" not in errors and "the plans changed" not in errors, errors
    assert types(folder, "items")["seen"] == kind


def test_a_message_names_the_list_and_the_columns(world: World, folder: Folder) -> None:
    world.set("items", seen=[None, LOCAL], days=[["2026-01-01"]], amount=[1, 2.5], inner=[{"seen": None, "size": 1}])
    _, errors = folder.run("--only", "items")
    assert "items begins a new store with wider columns, because of values that did not fit: seen (now" in errors
    assert types(folder, "items") == {
        "id": "string", "seen": "timestamp_local", "amount": "json",
        "inner": {"seen": "timestamp", "size": "json"}, "days": "json",
    }
    assert folder.plan()["lists"]["items"]["widened"] == {"seen": "timestamp_local"}


def test_all_columns_of_a_page_and_members_of_objects_widen_at_once(world: World, folder: Folder) -> None:
    words = ("--only", "items", "--scalar", "Amount=int64")
    inner = [{"seen": None, "size": None}] * 6 + [{"seen": LOCAL, "size": 2.5}]
    world.set("items", seen=[None] * 6 + [LOCAL], amount=[1] * 6 + ["much"], inner=inner)
    folder.run(*words)
    assert types(folder, "items") == {
        "id": "string", "seen": "timestamp_local", "amount": "json", "days": "json",
        "inner": {"seen": "timestamp_local", "size": "float64"},
    }
    assert folder.stores("items") == [1, 2]
    assert values(folder, "amount") == {"1": 6, '"much"': COUNT - 6}
    assert folder.query('SELECT sum(items."inner".size) FROM items') == [(2.5 * (COUNT - 6),)]
    folder.run("--refresh")
    assert folder.plan()["lists"]["items"]["widened"].keys() == {"seen", "amount", "inner"}
    # With other types of scalars, the plans begin anew.
    folder.run("--refresh", "--scalar", "Amount=string")
    assert types(folder, "items")["amount"] == "json" and types(folder, "items")["inner"]["size"] == "json"


def test_a_list_that_is_asked_for_what_is_new_begins_anew_and_keeps_its_rows(world: World, folder: Folder) -> None:
    world.set("news", seen=[UTC])
    folder.run("--only", "news")
    world.items["news"] += [{"id": str(COUNT), "seen": LOCAL}]
    lines, errors = folder.run()
    assert lines == f"news  {COUNT + 1} new rows  complete\n" and "news begins a new store" in errors
    assert values(folder, "seen", "news") == {f'"{UTC}"': COUNT, f'"{LOCAL}"': 1}
    assert folder.run_json()["news"]["rows"] == 0


def test_a_list_without_a_size_widens_too(world: World, folder: Folder) -> None:
    world.set("whole", seen=[None], days=[None])
    folder.run("--only", "whole")
    world.set("whole", seen=[None, LOCAL])
    assert folder.run_json()["whole"]["end"] == "complete"
    assert values(folder, "seen", "whole") == {None: 1, "2026-01-01 00:00:00": COUNT - 1}


@pytest.mark.long
def test_no_other_list_waits_or_changes(world: World, folder: Folder) -> None:
    world.set("items", seen=[None, LOCAL])
    world.set("others", seen=[None])
    told = folder.run_json("--only", "items,others")
    assert {one["end"] for one in told.values()} == {"complete"}
    assert types(folder, "others")["seen"] == "timestamp" and folder.stores("others") == [1]


@pytest.mark.long
def test_a_folder_whose_column_failed_before_goes_on(world: World, folder: Folder) -> None:
    world.set("items", seen=[UTC])
    folder.run("--only", "items")
    # As an earlier version left it: the failure does not say which type holds the values.
    world.set("items", seen=[None, LOCAL])
    folder.run()
    folder.edit("items", widened={})
    notes = list((folder.path / "items").glob("*/_walks/*"))
    for note in notes:
        fields = json.loads(note.read_text())
        fields.pop("columns", None)
        note.write_text(json.dumps(fields))
    assert folder.run_json()["items"]["end"] == "complete"


# What the trials of all lists show


@pytest.mark.long
@pytest.mark.parametrize(("items", "others", "expected"), [
    ([None], [LOCAL], "timestamp_local"), ([None], [FINE], "timestamp_ns"), ([UTC], [FINE], "timestamp_ns"),
    ([LOCAL], [UTC], "timestamp_local"), ([LOCAL], [FINE], "timestamp_local"), ([None], [17], "json"),
    ([None], ["2026-01-01"], "date"), (["2026-01-01"], [LOCAL], "date"), ([UTC], [17], "timestamp"),
    ([None], [None], "timestamp"),
])
def test_a_scalars_form_is_that_of_any_list(
    world: World, folder: Folder, items: Any, others: Any, expected: str
) -> None:
    world.set("items", seen=items)
    world.set("others", seen=others, inner=[{"seen": None}])
    folder.run("--only", "items,others")
    assert types(folder, "items")["seen"] == expected and folder.stores("items") == [1]
    assert folder.run("--refresh")[1].endswith("swiftpager: the plans did not change\n")
    # The other list shows less now; what is known of the items stays.
    world.set("others", seen=[None])
    folder.run("--refresh")
    assert types(folder, "items")["seen"] == expected


def test_a_scalar_in_two_forms_leaves_the_column_of_nulls_as_the_schema_has_it(world: World, folder: Folder) -> None:
    world.set("items", seen=[None], inner=[{"seen": UTC}])
    world.set("others", seen=[LOCAL])
    folder.run("--only", "items,others")
    assert types(folder, "items")["seen"] == "timestamp"


def test_the_word_of_the_user_counts_more_than_other_lists(world: World, folder: Folder) -> None:
    world.set("items", seen=[None])
    world.set("others", seen=[UTC])
    folder.run("--only", "items,others", "--scalar", "DateTime=timestamp_local")
    assert types(folder, "items")["seen"] == "timestamp_local"


def test_a_list_that_is_tried_by_its_first_page_learns_from_others(world: World, folder: Folder) -> None:
    world.set("others", seen=[LOCAL])
    world.set("whole", seen=[None], inner=[{"seen": None, "size": 1}])
    folder.run("--only", "others,whole")
    assert types(folder, "whole")["seen"] == "timestamp_local"
    assert types(folder, "whole")["inner"] == {"seen": "timestamp_local", "size": "json"}


UNDER = """
scalar DateTime
type Query { repos(offset: Int, limit: Int): [Repo!]! repo(id: ID!): Repo! }
type Repo { id: ID! tags: [Tag!]! }
type Tag { id: ID! seen: DateTime }
"""


def test_a_list_under_another_one_widens_too(tmp_path: pathlib.Path) -> None:
    def repo(_: Any, id: str) -> dict[str, Any]:
        return {"tags": [{"id": f"{id}{key}", "seen": LOCAL if id == "2" else UTC} for key in range(3)]}

    def repos(_: Any, offset: int = 0, limit: int = 9) -> Any:
        return [{"id": str(key)} for key in range(4)][offset : offset + limit]

    with serving(UNDER, {"repos": repos, "repo": repo}) as served:
        folder = Folder(tmp_path, served.url)
        folder.run("--only", "repos,repo.tags")
        folder.edit("repo.tags", under={"list": "repos", "arguments": {"id": "/id"}})
        told = folder.run_json()
        assert {name: (one["end"], one["rows"]) for name, one in told.items()} == {
            "repos": ("complete", 4), "repo.tags": ("complete", 12),
        }
        assert folder.stores("repo.tags") == [1, 2]
        assert values(folder, "seen", '"repo.tags"') == {f'"{UTC}"': 9, f'"{LOCAL}"': 3}
        assert folder.run_json()["repo.tags"]["end"] == "complete"


def test_a_server_that_answers_otherwise_each_time_keeps_no_run_busy(tmp_path: pathlib.Path) -> None:
    """Each walk begins with values that the column of the walk before would hold."""
    walks = 0

    def items(_: Any, offset: int = 0, limit: int = COUNT) -> Any:
        nonlocal walks
        walks += offset == 0 and limit > 1
        seen = LOCAL if walks % 2 else UTC
        return [{"id": str(key), "seen": seen if key else None} for key in range(COUNT)][offset : offset + limit]

    with serving(SDL, {"items": items}) as served:
        folder = Folder(tmp_path, served.url)
        folder.run("--only", "items")
        assert (types(folder, "items")["seen"], folder.stores("items"), walks) == ("json", [1, 2, 3], 3)
