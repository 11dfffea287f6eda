"""What the view of a list since a mark shows after nights with errors beside the data."""

import datetime
import json
import pathlib
import random
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

import sync_support
from sdl_server import Served, serving
from sync_support import Folder, Lists

# A list with the newest items first, and one with a filter.
NAMES = ("orders", "tickets")
ONLY = ("--only", ",".join(NAMES))


@pytest.fixture
def served() -> Iterator[Lists]:
    with sync_support.lists() as served:
        yield served


@pytest.fixture
def folder(served: Lists, tmp_path: pathlib.Path) -> Folder:
    return Folder(tmp_path, served.url)


def nulls(folder: Folder, name: str) -> int:
    (count,) = folder.query(f'SELECT count(*) FROM "{name}" WHERE size IS NULL')[0]
    return int(count)


def truth(served: Lists) -> "dict[str, list[tuple[str, str]]]":
    return {name: rows for name, rows in served.truth().items() if name in NAMES}


def record(folder: Folder, name: str, number: int = 1) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads((folder.path / name / str(number) / "_sync.json").read_text())
    return fields


def planned(folder: Folder, *names: str) -> None:
    """Makes the plans of lists, and no store: the trial leaves out a column that the server refuses from the first."""
    folder.run("--only", ",".join(names))
    for name in names:
        shutil.rmtree(folder.path / name)


def test_the_view_shows_the_last_night_without_errors_beside_the_data(served: Lists, folder: Folder) -> None:
    folder.run(*ONLY)
    complete = folder.rows()
    for _ in range(2):
        served.night()
        served.control(partial=NAMES)
        out = folder.run(*ONLY, code=3)[0]
        assert out.count("partial") == 2
        assert folder.rows() == complete and nulls(folder, "orders") == nulls(folder, "tickets") == 0
    # The mark has not passed the items with errors.
    served.control()
    assert folder.run(*ONLY)[0].count("complete") == 2
    assert folder.rows() == truth(served) and nulls(folder, "orders") == nulls(folder, "tickets") == 0
    assert [folder.stores(name) for name in NAMES] == [[1], [1]]


def test_before_the_first_such_night_it_shows_all(served: Lists, folder: Folder) -> None:
    planned(folder, *NAMES)
    served.control(partial=NAMES)
    for _ in range(2):
        folder.run(*ONLY, code=3)
        assert folder.rows() == truth(served) and nulls(folder, "orders") > 0
        served.night()
    served.control()
    folder.run(*ONLY)
    assert folder.rows() == truth(served) and nulls(folder, "orders") == 0


def test_keep_makes_such_a_night_count(served: Lists, folder: Folder) -> None:
    folder.run(*ONLY)
    served.night()
    served.control(partial=NAMES)
    told = folder.run(*ONLY, code=3)[1]
    assert told.count("With --errors keep") == 2
    assert nulls(folder, "orders") == 0
    for _ in range(2):
        assert folder.run(*ONLY, "--errors", "keep")[0].count("complete") == 2
        assert folder.rows() == truth(served) and nulls(folder, "orders") > 0
    # A night without the option holds the view at the one with it.
    kept = folder.rows()
    served.night()
    folder.run(*ONLY, "--errors", "report", code=3)
    assert folder.rows() == kept
    served.control()
    folder.run(*ONLY)
    assert folder.rows() == truth(served) and nulls(folder, "orders") == nulls(folder, "tickets") == 0


def test_keep_in_a_list_that_is_read_whole(served: Lists, folder: Folder) -> None:
    planned(folder, "products")
    served.control(partial=["products"])
    error = json.loads(folder.run("--json", code=3)[0])["lists"][0]["error"]
    assert error["code"] == "PARTIAL_DATA" and "With --errors keep" in error["message"]
    assert "complete" in folder.run("--errors", "keep")[0]
    assert nulls(folder, "products") > 0


def test_a_store_of_an_earlier_version_without_the_note(served: Lists, folder: Folder) -> None:
    folder.run(*ONLY)
    complete = folder.rows()
    for has_night_between in (False, True):
        if has_night_between:
            served.night()
            served.control(partial=NAMES)
            folder.run(*ONLY, code=3)
        for name in NAMES:
            kept = record(folder, name)
            del kept["clean"]
            (folder.path / name / "1" / "_sync.json").write_text(json.dumps(kept))
    # The night before may have had errors, too.
    served.night()
    folder.run(*ONLY, code=3)
    assert folder.rows() == complete
    served.control()
    folder.run(*ONLY)
    assert folder.rows() == truth(served)


@pytest.mark.long
def test_killed_runs_show_nothing_of_a_night_with_errors(tmp_path: pathlib.Path) -> None:
    chance = random.Random(3)
    with sync_support.lists("--items", "60", "--latency-ms", "20") as served:
        folder = Folder(tmp_path, served.url)
        folder.run(*ONLY, "--slice-pages", "1")
        complete = folder.rows()
        served.control(partial=NAMES)
        for _ in range(6):
            served.night()
            folder.until_killed(chance, 1.2, *ONLY, "--slice-pages", "1")
            folder.run(*ONLY, "--slice-pages", "1", code=3)
            assert folder.rows() == complete
        folder.until_killed(chance, 1.0, *ONLY, "--slice-pages", "1")
        served.control()
        folder.run(*ONLY, "--slice-pages", "1")
        assert folder.rows() == truth(served)
        assert nulls(folder, "orders") == nulls(folder, "tickets") == 0


def test_a_failed_night_shows_what_the_view_showed_before(served: Lists, folder: Folder) -> None:
    folder.run(*ONLY, "--slice-pages", "1")
    complete = folder.rows()
    served.night()
    served.control(forbidden=NAMES)
    folder.run(*ONLY, "--slice-pages", "1", code=1)
    assert folder.rows() == complete


# Under another list

SDL = """
scalar DateTime
enum Field { UPDATED_AT }
enum Direction { ASC DESC }
input Order { field: Field! direction: Direction! }
type P { id: ID! name: String! }
type K { id: ID! name: String size: Int updatedAt: DateTime! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type C { nodes: [K!]! pageInfo: PageInfo! }
type Query { parents: [P!]! kids(of: String!, first: Int, after: String, orderBy: Order): C! }
"""


class Kids:
    """Parents, each with a list of kids, the newest first."""

    def __init__(self) -> None:
        self.kids: dict[str, dict[int, int]] = {}
        self.broken: set[str] = set()
        self.refused: set[str] = set()
        # The server says that the list ends behind so many items.
        self.end: int | None = None
        self._now = 0

    def touch(self, parent: str, *numbers: int) -> None:
        for number in numbers:
            self._now += 1
            self.kids.setdefault(parent, {})[number] = self._now

    def root(self) -> dict[str, Any]:
        def kids(_: Any, of: str, first: int = 100, after: str | None = None, orderBy: Any = None) -> Any:
            if of in self.refused:
                raise ValueError(f"no access to {of}")
            items = sorted(self.kids[of].items(), key=lambda one: -one[1])[:self.end]
            begin = int(after or 0)
            nodes: list[dict[str, Any]] = [
                {"id": str(number), "name": f"{number}@{at}", "size": number, "updatedAt": _time(at)}
                for number, at in items[begin:begin + first]
            ]
            if of in self.broken and nodes:
                nodes[0]["size"] = ValueError("no size")
            more = {"hasNextPage": begin + first < len(items), "endCursor": str(begin + first)}
            return {"nodes": nodes, "pageInfo": more}

        return {"parents": lambda _: [{"id": name, "name": name} for name in self.kids], "kids": kids}

    def rows(self) -> list[tuple[Any, ...]]:
        return sorted(
            (parent, str(number), f"{number}@{at}", number) for parent, kids in self.kids.items()
            for number, at in kids.items()
        )


def _time(at: int) -> str:
    # So far apart that the lag holds none of them.
    moment = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(hours=at)
    return moment.isoformat().replace("+00:00", "Z")


@pytest.fixture
def below(tmp_path: pathlib.Path) -> Iterator[tuple[Kids, Folder, Served]]:
    kids = Kids()
    for parent in ("a", "b", "long " * 60):
        kids.touch(parent, *range(1, 8))
    with serving(SDL, kids.root()) as served:
        folder = Folder(tmp_path, served.url)
        folder.run()
        folder.edit("kids", under={"list": "parents", "arguments": {"of": "/name"}})
        folder.run()
        assert folder.plan()["lists"]["kids"]["plan"]["since"] is not None
        yield kids, folder, served


def below_rows(folder: Folder) -> list[tuple[Any, ...]]:
    return sorted(folder.query('SELECT "of", id, name, size FROM kids'))


def test_under_another_list_each_walk_counts_for_itself(below: "tuple[Kids, Folder, Served]") -> None:
    kids, folder, _ = below
    assert below_rows(folder) == kids.rows()
    before = [row for row in kids.rows() if row[0] == "a"]
    kids.touch("a", 1, 9)
    kids.touch("b", 2, 10)
    kids.touch("new", 1, 2)
    kids.broken = {"a", "new"}
    folder.run(code=3)
    # All that came of the new parent came with errors.
    assert below_rows(folder) == sorted([*before, *(row for row in kids.rows() if row[0] not in ("a", "new"))])
    kids.broken = set()
    kids.touch("b", 3)
    folder.run()
    assert below_rows(folder) == kids.rows()
    assert folder.stores("kids") == [1]


def test_a_walk_that_fails_for_good_holds_no_other_back(below: "tuple[Kids, Folder, Served]") -> None:
    kids, folder, _ = below
    for _ in range(2):
        kids.touch("a", 20)
        kids.touch("b", 21)
        kids.refused = {"a"}
        folder.run(code=1)
        shown = below_rows(folder)
        assert [row for row in shown if row[0] != "a"] == [row for row in kids.rows() if row[0] != "a"]
    kids.refused = set()
    folder.run()
    assert below_rows(folder) == kids.rows()


def test_a_list_that_ends_above_its_mark_is_shown_unless_it_has_errors_too(
    below: "tuple[Kids, Folder, Served]"
) -> None:
    kids, folder, _ = below
    before = below_rows(folder)
    kids.touch("a", 1, 2, 30)
    kids.end, kids.broken = 2, {"a"}
    lists = {one["name"]: one for one in json.loads(folder.run("--json", code=3)[0])["lists"]}
    assert lists["kids"]["error"]["code"] == "MARK_NOT_REACHED"
    assert below_rows(folder) == before
    kids.broken = set()
    folder.run(code=3)
    came = [row for row in kids.rows() if row[1] in ("2", "30")]
    assert below_rows(folder) == sorted({row[:2]: row for row in [*before, *came]}.values())
    # With the option it counts again.
    kids.broken = {"a"}
    folder.run("--errors", "keep", code=3)
    assert ("a", "30", None) in [(*row[:2], row[3]) for row in below_rows(folder)]
    kids.end, kids.broken = None, set()
    folder.run()
    assert below_rows(folder) == kids.rows()


def test_a_walk_that_lost_a_slice_shows_what_it_has(below: "tuple[Kids, Folder, Served]") -> None:
    kids, folder, _ = below
    kids.touch("b", 30)
    folder.run()
    (first,) = folder.path.glob("kids/1/**/kids.b-000001.parquet")
    first.unlink()
    kids.broken = {"b"}
    assert "begins anew" in folder.run(code=3)[1]
    assert [row[:3] for row in below_rows(folder)] == [row[:3] for row in kids.rows()]
    folder.run(code=3)
    assert [row[:3] for row in below_rows(folder)] == [row[:3] for row in kids.rows()]
    kids.broken = set()
    folder.run()
    assert below_rows(folder) == kids.rows()
