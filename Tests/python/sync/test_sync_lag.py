"""`swiftpager sync` and items that a server commits late, below the newest ones: the lag reads them again."""

import datetime
import json
import pathlib
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from sdl_server import Served, serving
from swiftpager import fleet
from swiftpager.fleet import _meaning
from swiftpager.schema.lag import with_lag
from sync_support import Folder

SDL = """
scalar DateTime
scalar Date
enum Direction { ASC DESC }
enum Field { UPDATED_AT }
input Order { field: Field! direction: Direction! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Item { id: ID! updatedAt: DateTime! }
type Items { nodes: [Item!]! pageInfo: PageInfo! }
type Number { id: ID! updatedAt: Int! }
type Numbers { nodes: [Number!]! pageInfo: PageInfo! }
type Day { id: ID! updatedAt: Date! }
type Days { nodes: [Day!]! pageInfo: PageInfo! }
type Query {
  descending(first: Int, after: String, orderBy: Order): Items!
  ascending(first: Int, after: String, orderBy: Order, updatedSince: DateTime): Items!
  filtered(first: Int, after: String, updatedSince: DateTime): Items!
  strict(first: Int, after: String, updatedAfter: DateTime): Items!
  offsets(offset: Int, limit: Int, orderBy: Order): [Item!]!
  seconds(first: Int, after: String, orderBy: Order): Numbers!
  days(first: Int, after: String, orderBy: Order): Days!
}
"""
NAMES = ("descending", "ascending", "filtered", "strict", "offsets", "seconds", "days")
BEGIN = datetime.datetime(2026, 1, 2, 0, 1)
SIZE = ("--page-size", "10")


def in_time(seconds: float) -> str:
    return (BEGIN + datetime.timedelta(seconds=seconds)).isoformat() + "Z"


def in_seconds(seconds: float) -> int:
    return 1_767_312_060 + int(seconds)


def in_days(seconds: float) -> str:
    return in_time(seconds)[:10]


FORMS: dict[str, Callable[[float], Any]] = {"seconds": in_seconds, "days": in_days}


def seconds_of(time: str) -> float:
    return (datetime.datetime.fromisoformat(time.removesuffix("Z")) - BEGIN).total_seconds()


class Changing:
    """Lists whose items have moments, in seconds."""

    def __init__(self) -> None:
        self.moments = {f"a{number:05}": -10.0 * number for number in range(40)}

    def answer(self, query: str, variables: Mapping[str, Any]) -> dict[str, Any] | None:
        """The answer to a query of one list; graphql-core would take ten times as long."""
        found = re.search(r"\{\s*(\w+)\(", query)
        if "__schema" in query or found is None:
            return None
        return {"data": {found[1]: self._list(found[1], **variables)}}

    def _list(
        self, name: str, first: int = 10, after: str | None = None, orderBy: Any = None,
        updatedSince: str | None = None, updatedAfter: str | None = None, offset: int = 0, limit: int = 10,
    ) -> Any:
        form = FORMS.get(name, in_time)
        # What sorts as the values do.
        sign = form if name in FORMS else float
        ids = [
            key for key, moment in self.moments.items()
            if (updatedSince is None or moment >= seconds_of(updatedSince))
            and (updatedAfter is None or moment > seconds_of(updatedAfter))
        ]
        ids.sort(key=lambda key: (orderBy and sign(self.moments[key]), key),
                 reverse=orderBy is not None and orderBy["direction"] == "DESC")
        begin = offset if name == "offsets" else 0 if after is None else ids.index(after) + 1
        part = [
            {"id": key, "updatedAt": form(self.moments[key])}
            for key in ids[begin:begin + (limit if name == "offsets" else first)]
        ]
        if name == "offsets":
            return part
        info = {"hasNextPage": begin + len(part) < len(ids), "endCursor": part[-1]["id"] if part else None}
        return {"nodes": part, "pageInfo": info}


@pytest.fixture
def changing() -> Iterator[tuple[Served, Changing]]:
    lists = Changing()
    with serving(SDL, {}, lists.answer) as served:
        yield served, lists


def shown(folder: Folder, name: str) -> int:
    return int(folder.query(f"SELECT count(DISTINCT id) FROM {name}")[0][0])


@pytest.mark.parametrize("late", [1, 30, 290])
def test_an_item_that_is_committed_late_comes_with_the_next_run(changing, tmp_path: pathlib.Path, late: int):
    served, lists = changing
    folder = Folder(tmp_path, served.url)
    only = ("--only", ",".join(NAMES), *SIZE)
    assert {one["end"] for one in folder.run_json(*only).values()} == {"complete"}
    plan = (folder.path / "_plan.json").read_bytes()
    lists.moments |= {"late": -late, "new": 60}
    for rows in (2, 0):
        outcomes = folder.run_json(*only)
        assert {(name, one["rows"], one["end"]) for name, one in outcomes.items()} == {
            (name, rows, "complete") for name in NAMES
        }
        assert {shown(folder, name) for name in NAMES} == {42}
    assert (folder.path / "_plan.json").read_bytes() == plan


def test_a_lag_of_the_command_line_is_kept(changing, tmp_path: pathlib.Path):
    served, lists = changing
    folder = Folder(tmp_path, served.url)
    only = ("--only", "descending,strict,seconds", *SIZE)
    folder.run(*only, "--lag", "20")
    assert folder.plan()["options"]["lag"] == 20
    lists.moments |= {"late": -15, "later": -30, "new": 1}
    assert {name: one["rows"] for name, one in folder.run_json(*only).items()} == {
        "descending": 2, "strict": 2, "seconds": 2,
    }
    # With 0, only what has the value of the mark is read again; a filter that leaves it out is asked a little lower.
    folder.run(*only, "--lag", "0")
    lists.moments |= {"same": 1, "latest": -1}
    assert {name: one["rows"] for name, one in folder.run_json(*only).items()} == {
        "descending": 1, "strict": 1, "seconds": 1,
    }
    folder.run(*only, "--lag", "auto")
    assert folder.plan()["options"]["lag"] is None
    assert shown(folder, "descending") == 45
    assert "expected a number of seconds" in folder.run(*only, "--lag", "-1", code=2)[1]


@pytest.mark.parametrize("seconds", [120, *(pytest.param(seconds, marks=pytest.mark.long) for seconds in (1, 0))])
def test_an_import_within_the_lag_goes_on(changing, tmp_path: pathlib.Path, seconds: int):
    served, lists = changing
    folder = Folder(tmp_path, served.url)
    only = ("--only", "descending,ascending,filtered,strict,offsets,seconds", "--page-size", "2000")
    folder.run(*only)
    lists.moments |= {f"b{number:05}": 300 + seconds * number / 12_000 for number in range(12_000)}
    for night in range(2):
        out, told = folder.run(*only)
        assert out.count("complete") == 6, out + told
        for name in ("descending", "ascending", "filtered", "strict", "offsets"):
            assert shown(folder, name) == 12_040
        if night == 0 and seconds == 120:
            assert told.count("more than 10,000 items lie within the lag, so it shrinks") == 6, told
            assert "strict: more than 10,000 items" in told and "reads again from 2026-01-02T00:0" in told
    # Whatever is newer than all of them comes, and the next night has nothing to read again.
    lists.moments["new"] = 5_000
    folder.run(*only)
    outcomes = folder.run_json(*only)
    assert {one["rows"] for one in outcomes.values()} == {0}
    assert shown(folder, "strict") == 12_041


def test_an_own_lag_that_is_too_long_fails_as_before(changing, tmp_path: pathlib.Path):
    served, lists = changing
    folder = Folder(tmp_path, served.url)
    lists.moments |= {f"b{number:05}": number / 100 for number in range(12_000)}
    only = ("--only", "descending", "--page-size", "2000")
    told = folder.run(*only, "--lag", "300", code=3)[1]
    assert "more than 10000 items lie within the lag" in told, told


def test_a_store_without_a_lag_goes_on_with_one(changing, tmp_path: pathlib.Path):
    served, lists = changing
    folder = Folder(tmp_path, served.url)
    only = ("--only", ",".join(NAMES), *SIZE)
    folder.run(*only, "--lag", "0")
    as_before(folder)
    lists.moments |= {"late": -30, "new": 60}
    outcomes = folder.run_json(*only, "--lag", "auto")
    assert {one["end"] for one in outcomes.values()} == {"complete"}
    assert {shown(folder, name) for name in NAMES} == {42}
    assert {tuple(folder.stores(name)) for name in NAMES} == {(1,)}
    assert {one["rows"] for one in folder.run_json(*only, "--lag", "0").values()} == {0}


def as_before(folder: Folder) -> None:
    """Gives the walks of a folder the hashes that earlier versions wrote, which had the lag."""
    for file in folder.path.glob("*/1/_walks/*.json"):
        name = file.parents[2].name
        plan = folder.plan()["lists"][name]["plan"]
        walk = fleet.Walk(
            folder.url, plan["query"], plan["variables"], key=name, pagination=plan["pagination"], since=plan["since"],
        )
        fields = json.loads(file.read_text())
        assert fields["hash"] == walk.hash
        earlier = _meaning._hash(_meaning._meanings(walk._identity), 32)
        assert (earlier == walk.hash) == (name != "strict")
        file.write_text(json.dumps({**fields, "hash": earlier}))


@pytest.mark.parametrize(
    ("since", "seconds", "expected"),
    [
        ({"path": "/at"}, None, {"path": "/at", "shrinking_lag": 300.0}),
        ({"path": "/at", "lag": 1}, None, {"path": "/at", "shrinking_lag": 300.0}),
        ({"path": "/at", "lag": 60}, None, {"path": "/at", "lag": 60}),
        ({"path": "/at", "lag": 60}, 5.0, {"path": "/at", "lag": 5.0}),
        ({"path": "/at", "lag": 1}, 0.0, {"path": "/at", "lag": 1}),
        ({"path": "/at"}, 0.0, {"path": "/at"}),
        ({"path": "/at", "type": "integer"}, 60.0, {"path": "/at", "type": "integer", "shrinking_lag": 60.0}),
        ({"path": "/at", "type": "integer", "lag": 1}, 0.0, {"path": "/at", "type": "integer", "lag": 1}),
        ({"path": "/at", "type": "text"}, 60.0, {"path": "/at", "type": "text"}),
        (None, 60.0, None),
    ],
)
def test_a_plan_gets_a_lag_unless_it_has_its_own(since: Any, seconds: Any, expected: Any):
    assert with_lag(since, seconds) == expected
