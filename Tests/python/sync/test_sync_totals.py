"""`swiftpager sync` and totals: a list with fewer items than its total is partial, and its newest store is shown."""

import json
import pathlib
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

from sdl_server import Served, serving
from short_lists import COUNT, NAMES, PAGE_SIZE, TOTAL, UNSIZED, Lists, lists_to_walk, short_lists, way_of
from swiftpager.sync.stores import Record, Stores
from sync_support import Folder

SIZE = ("--page-size", str(PAGE_SIZE))


@pytest.fixture
def short() -> Iterator[tuple[Served, Lists]]:
    with short_lists() as both:
        yield both


def shown(folder: Folder, name: str) -> int:
    """How many rows the view of a list shows."""
    return len(folder.query(f'SELECT * FROM "{name}"'))


def test_each_list_ends_as_its_total_says(short, tmp_path: pathlib.Path):
    folder = Folder(tmp_path, short[0].url)
    names = [*lists_to_walk([*NAMES, *UNSIZED]), "keyset"]
    only = ("--only", ",".join(names))
    out, told = folder.run("--json", *only, *SIZE, code=3)
    outcomes = {one["name"]: one for one in json.loads(out)["lists"]}
    assert outcomes.keys() == set(names)
    for name, outcome in outcomes.items():
        is_short = name != "keyset" and way_of(name).outcome.startswith(("named", "found"))
        assert (outcome["end"], outcome["rows"]) == ("partial" if is_short else "complete", COUNT), outcome
        assert (outcome.get("error", {}).get("code") == "FEWER_THAN_TOTAL") == is_short
        assert not is_short or f"add --total {name}=off" in outcome["error"]["message"], outcome
        reason = "" if name == "keyset" else way_of(name).reason
        assert told.count(f" {name}: read without its total") == bool(reason), (name, told)
        assert shown(folder, name) == COUNT
    # Nothing is partial with all totals off, and no list begins another way of reading.
    before = folder.plan()
    off = [word for name in outcomes for word in ("--total", f"{name}=off")]
    assert {one["end"] for one in folder.run_json(*only, *SIZE, *off).values()} == {"complete"}
    after = folder.plan()
    for name in outcomes:
        assert after["lists"][name]["total"] == "off"
        assert before["lists"][name]["plan"]["query"] == after["lists"][name]["plan"]["query"]


ONLY = ("--only", "cursor_totalCount", *SIZE)
NAME = "cursor_totalCount"


@pytest.mark.parametrize("only", [NAME, "offset_count", "unsized_whole_parts"])
def test_a_complete_view_is_held_for_one_night_and_then_shows_the_shorter_list(short, tmp_path: pathlib.Path, only):
    served, lists = short
    folder = Folder(tmp_path, served.url)
    seen = []
    # The items of each night; the total stays.
    for count in (TOTAL, 20, 19, 25, 24, 35, 30, 35, 30, 29):
        lists.count = count
        end = folder.run_json("--only", only, *SIZE, code=0 if count == TOTAL else 3)[only]["end"]
        seen.append((end, shown(folder, only)))
    assert seen == [
        ("complete", 35),
        # One short night may be the server's failure; a second one is how the list is now.
        ("partial", 35), ("partial", 19),
        ("partial", 25), ("partial", 25),
        ("complete", 35), ("partial", 35), ("complete", 35), ("partial", 35), ("partial", 29),
    ]


def test_a_share_counts_and_not_the_number_of_items(short, tmp_path: pathlib.Path):
    served, lists = short
    folder = Folder(tmp_path, served.url)
    seen = []
    # As many are missing, or a smaller share of a list that has shrunk.
    for count, total in ((30, 35), (25, 29), (27, 40)):
        lists.count, lists.total = count, total
        folder.run(*ONLY, code=3)
        seen.append(shown(folder, NAME))
    assert seen == [30, 25, 25]


def test_the_two_stores_that_count_are_kept(short, tmp_path: pathlib.Path):
    served, lists = short
    folder = Folder(tmp_path, served.url)
    stores = []
    for count in (TOTAL, 20, 20, 20):
        lists.count = count
        folder.run(*ONLY, code=0 if count == TOTAL else 3)
        stores.append(folder.stores(NAME))
    assert stores == [[1], [1, 2], [1, 2, 3], [3, 4]]


def test_total_off_ends_it_and_stays_until_auto(short, tmp_path: pathlib.Path):
    folder = Folder(tmp_path, short[0].url)
    folder.run(*ONLY, code=3)
    assert "complete" in folder.run(*ONLY, "--total", f"{NAME}=off")[0]
    assert folder.plan()["lists"][NAME]["total"] == "off"
    assert "complete" in folder.run(*SIZE)[0]
    # Plans that are made anew leave the total out, and the lists before them stay the same lists.
    out, told = folder.run(*SIZE, "--refresh")
    assert "complete" in out and f"{NAME}: another total; its store goes on" in told
    assert "totalCount" not in folder.plan()["lists"][NAME]["plan"]["query"].replace(NAME, "")
    out, told = folder.run(*SIZE, "--total", f"{NAME}=auto")
    assert "complete" in out and "selects no total; --refresh asks for it" in told
    assert "another total" in folder.run(*SIZE, "--refresh", code=3)[1]


def test_a_first_run_may_have_it_off(short, tmp_path: pathlib.Path):
    folder = Folder(tmp_path, short[0].url)
    assert "complete" in folder.run(*ONLY, "--total", f"{NAME}=off")[0]
    assert folder.plan()["lists"][NAME]["plan"]["totals"] == []


@pytest.mark.parametrize("word", ["x=off", "=off", NAME, f"{NAME}=on"])
def test_a_wrong_total_is_refused(short, tmp_path: pathlib.Path, word: str):
    folder = Folder(tmp_path, short[0].url)
    assert f"--total {word.partition('=')[0]}" in folder.run(*ONLY, "--total", word, code=2)[1]
    folder.run(*ONLY, code=3)
    assert f"--total {word.partition('=')[0]}" in folder.run(*SIZE, "--total", word, code=2)[1]


def test_errors_beside_the_data_hold_the_view_as_before(tmp_path: pathlib.Path):
    # A total that is missed as well does not show nulls that the server refused to fill.
    sdl = (
        "type R { id: ID! name: String } type P { hasNextPage: Boolean! endCursor: String } type C { totalCount: Int!"
        " nodes: [R!]! pageInfo: P! } type Query { a(first: Int, after: String): C! }"
    )
    state: dict[str, Any] = {"count": TOTAL, "broken": False}

    def rows(_: Any, first: int = 10, after: str | None = None) -> Any:
        begin, count = int(after or 0), state["count"]
        nodes = [{"id": str(n), "name": str(n)} for n in range(begin, min(begin + first, count))]
        if state["broken"] and begin > 0:
            nodes[0]["name"] = ValueError("no name")  # type: ignore[assignment]
        more = {"hasNextPage": begin + first < count, "endCursor": str(begin + first)}
        return {"totalCount": TOTAL, "nodes": nodes, "pageInfo": more}

    with serving(sdl, {"a": rows}) as served:
        folder = Folder(tmp_path, served.url)
        seen = []
        for count, broken in ((TOTAL, False), (20, True), (20, True), (20, True), (20, False), (20, False)):
            state |= {"count": count, "broken": broken}
            folder.run(*SIZE, code=0 if count == TOTAL else 3)
            seen.append(shown(folder, "a"))
    assert seen == [35, 35, 35, 35, 35, 20]


@pytest.mark.parametrize("name", [NAME, "cursor_count"])
def test_a_run_that_died_before_it_noted_the_end_leaves_a_short_list(short, tmp_path: pathlib.Path, name: str):
    folder = Folder(tmp_path, short[0].url)
    folder.run("--only", name, *SIZE, code=3)
    record = folder.path / name / "1" / "_sync.json"
    noted = json.loads(record.read_text())
    record.write_text(json.dumps({**noted, "end": None, "items": None, "total": None}))
    asked = len(short[0].asked)
    folder.run(*SIZE, code=3)
    # The next run reads the list of its own night.
    assert len(short[0].asked) - asked == COUNT // PAGE_SIZE
    assert folder.stores(name) == [1, 2] and json.loads(record.read_text()) == noted


# A list since a mark


class Marked:
    """A list that is read since a mark."""

    SDL = (
        "enum O { UPDATED_AT_DESC } type R { id: ID! updatedAt: String! } type P { hasNextPage: Boolean! endCursor:"
        " String } type C { %s nodes: [R!]! pageInfo: P! } type Query { a(first: Int, after: String, orderBy: O): C! }"
    )

    def __init__(self, *, count: int, total: int) -> None:
        self.count = count
        self.total = total

    def root(self) -> dict[str, Any]:
        def rows(_: Any, first: int = 10, after: str | None = None, orderBy: Any = None) -> Any:
            items = [{"id": f"{n}", "updatedAt": f"2024-01-01T00:{n:02}:00Z"} for n in reversed(range(self.count))]
            begin = int(after or 0)
            more = {"hasNextPage": begin + first < self.count, "endCursor": str(begin + first)}
            counts = {"totalCount": self.total, "count": self.total}
            return {**counts, "nodes": items[begin : begin + first], "pageInfo": more}

        return {"a": rows}


@pytest.mark.parametrize("field", ["totalCount: Int!", "count: Int!"])
def test_a_list_since_a_mark_is_read_whole_until_its_total_is_met(tmp_path: pathlib.Path, field):
    marked = Marked(count=20, total=35)
    with serving(Marked.SDL % field, marked.root()) as served:
        folder = Folder(tmp_path, served.url)
        outcomes = []
        for count in (20, 20, 35, 36):
            marked.count = count
            marked.total = max(count, 35)
            asked = len(served.asked)
            outcome = folder.run_json(*SIZE, code=3 if count == 20 else 0)["a"]
            outcomes.append((outcome["end"], shown(folder, "a")))
        # The last run asks for what is new.
        assert len(served.asked) - asked == 1
        assert folder.stores("a") == [1]
    assert outcomes == [("partial", 20), ("partial", 20), ("complete", 35), ("complete", 36)]


def test_total_off_of_a_list_since_a_mark_keeps_its_store(tmp_path: pathlib.Path):
    marked = Marked(count=20, total=35)
    with serving(Marked.SDL % "totalCount: Int!", marked.root()) as served:
        folder = Folder(tmp_path, served.url)
        assert "add --total a=off" in folder.run(*SIZE, code=3)[1]
        assert "complete" in folder.run(*SIZE, "--total", "a=off")[0]
        marked.count = 22
        outcome = folder.run_json(*SIZE)["a"]
        assert (outcome["end"], outcome["rows"], shown(folder, "a")) == ("complete", 2, 22)
        assert folder.stores("a") == [1]


def test_a_store_since_a_mark_goes_on_with_the_query_that_it_was_begun_with(tmp_path: pathlib.Path):
    marked = Marked(count=20, total=35)
    with serving(Marked.SDL % "totalCount: Int!", marked.root()) as served:
        folder = Folder(tmp_path, served.url)
        folder.run(*SIZE, "--total", "a=off")
        # As an earlier version left it, which selected no total beside another sign.
        plan = folder.plan()
        for key in ("totals", "first_page"):
            del plan["lists"]["a"]["plan"][key]
        del plan["lists"]["a"]["total"]
        (folder.path / "_plan.json").write_text(json.dumps(plan))
        assert "a: another total; its store goes on" in folder.run(*SIZE, "--refresh")[1]
        assert "totalCount" in folder.plan()["lists"]["a"]["plan"]["query"]
        for more in (1, 2):
            marked.count += 1
            outcome = folder.run_json(*SIZE, "--refresh")["a"]
            assert (outcome["end"], outcome["rows"], shown(folder, "a")) == ("complete", 1, 20 + more)
        assert folder.stores("a") == [1] and len(folder.plan()["lists"]["a"]["earlier"]) == 1


def test_total_off_counts_for_the_query_that_a_store_was_begun_with(tmp_path: pathlib.Path):
    marked = Marked(count=20, total=35)
    with serving(Marked.SDL % "totalCount: Int!", marked.root()) as served:
        folder = Folder(tmp_path, served.url)
        folder.run(*SIZE, code=3)
        # The new plan has no total; the store goes on with the query that has one.
        assert "complete" in folder.run(*SIZE, "--refresh", "--total", "a=off")[0]
        assert folder.plan()["lists"]["a"]["plan"]["totals"] == [] and folder.stores("a") == [1]


def test_an_unfinished_store_goes_on_after_a_total_came(short, tmp_path: pathlib.Path):
    served, lists = short
    folder = Folder(tmp_path, served.url)
    folder.run(*ONLY, "--total", f"{NAME}=off")
    lists.broken.add(NAME)
    folder.run(*SIZE, code=1)
    assert folder.stores(NAME) == [1, 2]
    lists.broken.clear()
    folder.run(*SIZE, "--refresh", "--total", f"{NAME}=auto")
    # The store that was begun without a total ends without it; the next one has it.
    assert folder.stores(NAME) == [1, 2]
    folder.run(*SIZE, code=3)
    assert folder.stores(NAME) == [1, 2, 3] or folder.stores(NAME) == [2, 3]


# The rule of the view, without a server


def record(end: Any, items: int | None = None, total: int | None = None) -> Record:
    return Record("", end=end, items=items, total=total)


COMPLETE, ERRORS, UNFINISHED = record("complete"), record("partial"), record(None)


def short_of(share: int) -> Record:
    return record("partial", share, 100)


@pytest.mark.parametrize(("records", "shown_number"), [
    ([], None),
    ([UNFINISHED], None),
    ([ERRORS], 1),
    ([ERRORS, ERRORS], 2),
    ([COMPLETE, ERRORS, ERRORS], 1),
    ([short_of(50)], 1),
    ([short_of(50), short_of(50)], 2),
    ([short_of(50), short_of(49)], 1),
    ([short_of(50), short_of(49), short_of(48)], 3),
    ([short_of(50), short_of(49), COMPLETE, short_of(48)], 3),
    ([COMPLETE, short_of(99)], 1),
    ([COMPLETE, short_of(99), UNFINISHED], 1),
    ([COMPLETE, short_of(99), short_of(98)], 3),
    # Not in a row.
    ([COMPLETE, short_of(99), ERRORS, short_of(98)], 1),
    # The first one behind a list with errors is better.
    ([ERRORS, short_of(10)], 2),
    ([short_of(10), ERRORS], 1),
    ([short_of(10), ERRORS, COMPLETE], 3),
    # A list without items.
    ([record("partial", 0, 10), record("partial", 0, 10)], 2),
])
def test_the_view_shows_the_newest_store_unless_it_has_less_for_the_first_time(
    tmp_path: pathlib.Path, records: list[Record], shown_number: int | None
):
    stores = Stores(tmp_path)
    for number, one in enumerate(records, 1):
        stores.note(number, one)
    found = stores.shown()
    assert (None if found is None else found[0]) == shown_number


@pytest.mark.long
def test_a_walk_of_an_item_that_went_does_not_count(tmp_path: pathlib.Path):
    sdl = (
        "type R { id: ID! name: String! } type P { hasNextPage: Boolean! endCursor: String } type C { totalCount: Int!"
        " nodes: [R!]! pageInfo: P! } type O { rows(first: Int, after: String): C! } type Query { all: [R!]!"
        " one(name: String!): O! }"
    )
    state: dict[str, Any] = {"names": ["a", "b", "c"], "broken": ["c"]}

    def one(_: Any, name: str) -> Any:
        count = 4 if name == "b" else 5
        nodes = [{"id": f"{name}{n}", "name": name} for n in range(count)]
        page = {"totalCount": 5, "nodes": nodes, "pageInfo": {"hasNextPage": False, "endCursor": None}}
        return {"rows": lambda _, first=10, after=None: page}

    def before(query: str, variables: Any) -> Any:
        return {"status": 503} if variables.get("name") in state["broken"] else None

    root = {"all": lambda _: [{"id": n, "name": n} for n in state["names"]], "one": one}
    with serving(sdl, root, before) as served:
        folder = Folder(tmp_path, served.url)
        folder.run(*SIZE)
        folder.edit("one.rows", under={"list": "all", "arguments": {"one.name": "/name"}})
        assert folder.run_json(*SIZE, code=3)["one.rows"]["end"] == "failed"
        state |= {"names": ["a", "c"], "broken": []}
        assert folder.run_json(*SIZE)["one.rows"]["end"] == "complete"
        assert folder.stores("one.rows") == [1] and shown(folder, "one.rows") == 10


def test_a_list_under_another_one_counts_all_its_walks(tmp_path: pathlib.Path):
    sdl = (
        "type R { id: ID! name: String! } type P { hasNextPage: Boolean! endCursor: String } type C { totalCount: Int!"
        " nodes: [R!]! pageInfo: P! } type O { rows(first: Int, after: String): C! } type Query { all: [R!]!"
        " one(name: String!): O! }"
    )
    names = ["a", "b", "c"]
    short = {"b": 4}

    def one(_: Any, name: str) -> Any:
        def rows(_: Any, first: int = 10, after: str | None = None) -> Any:
            nodes = [{"id": f"{name}{n}", "name": name} for n in range(short.get(name, 5))]
            return {"totalCount": 5, "nodes": nodes, "pageInfo": {"hasNextPage": False, "endCursor": None}}

        return {"rows": rows}

    with serving(sdl, {"all": [{"id": n, "name": n} for n in names], "one": one}) as served:
        folder = Folder(tmp_path, served.url)
        folder.run(*SIZE)
        folder.edit("one.rows", under={"list": "all", "arguments": {"one.name": "/name"}})
        outcome = folder.run_json(*SIZE, code=3)["one.rows"]
        assert outcome["end"] == "partial" and "add --total one.rows=off" in outcome["error"]["message"]
        assert shown(folder, "one.rows") == 14
        record = json.loads((folder.path / "one.rows" / "1" / "_sync.json").read_text())
        assert (record["items"], record["total"]) == (14, 15)
        assert folder.run_json(*SIZE, "--total", "one.rows=off")["one.rows"]["end"] == "complete"
        with duckdb.connect() as database:
            database.execute((folder.path / "views.sql").read_text())
