"""`swiftpager sync` and lists that a server cuts: nothing is lost silently, and the next request goes on from there."""

import contextlib
import datetime
import pathlib
from collections.abc import Iterator
from typing import Any

import graphql
import pytest

from sdl_server import serving
from sync_support import Folder

SDL = """
scalar DateTime enum Direction { asc desc }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Row { id: ID! updatedAt: DateTime! }
type Rows { %(total)s nodes: [Row!]! pageInfo: PageInfo! }
input Order { updatedAt: Direction }
type Query { rows(first: Int, after: String, %(arguments)s): Rows! }
"""
ARGUMENTS = {
    "ascending": "orderBy: Order, updatedSince: DateTime", "descending": "orderBy: Order",
    "filtered": "updatedSince: DateTime",
}
CAP = 30
BEGIN = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


class Rows:
    """Rows with the minute of their last change, of which the server shows so many."""

    def __init__(self) -> None:
        self.cap = CAP
        self.minutes: dict[str, int] = {}

    def put(self, minutes: range) -> None:
        self.minutes |= {f"r{minute:03}": minute for minute in minutes}

    def answer(
        self, _info: Any, first: int = 10, after: str | None = None, orderBy: dict[str, str] | None = None,
        updatedSince: str | None = None,
    ) -> dict[str, Any]:
        rows = [{"id": id, "updatedAt": written(minute)} for id, minute in self.minutes.items()]
        rows = [row for row in rows if updatedSince is None or row["updatedAt"] >= updatedSince]
        order = orderBy and orderBy["updatedAt"]
        rows.sort(key=lambda row: row["updatedAt" if order else "id"], reverse=order == "desc")
        shown, start = rows[:self.cap], int(after or 0)
        info = {"hasNextPage": start + first < len(shown), "endCursor": str(start + first)}
        return {"totalCount": len(rows), "nodes": shown[start:start + first], "pageInfo": info}


def written(minute: int) -> str:
    return (BEGIN + datetime.timedelta(minutes=minute)).isoformat().replace("+00:00", "Z")


@contextlib.contextmanager
def folder_of(
    tmp_path: pathlib.Path, order: str, *, has_total: bool
) -> Iterator[tuple[Folder, Rows]]:
    rows = Rows()
    sdl = SDL % {"total": "totalCount: Int!" if has_total else "", "arguments": ARGUMENTS[order]}
    with serving(sdl, {"rows": rows.answer}) as served:
        yield Folder(tmp_path, served.url), rows


def ids(folder: Folder) -> set[str]:
    return {row[0] for row in folder.query("SELECT id FROM rows")}


def run(folder: Folder, code: int) -> tuple[str, int, str]:
    one = folder.run_json("--page-size", "10", code=code)["rows"]
    return one["end"], one["rows"], one.get("error", {}).get("code", "")


def test_oldest_first_a_cut_list_goes_on_in_the_same_run(tmp_path: pathlib.Path):
    with folder_of(tmp_path, "ascending", has_total=True) as (folder, rows):
        rows.put(range(100))
        assert run(folder, 0) == ("complete", 100, "")
        rows.put(range(100, 175))
        assert run(folder, 0) == ("complete", 75, "")
        assert ids(folder) == set(rows.minutes)
        # What the server never shows ends the run as soon as nothing new comes.
        rows.put(range(175, 180))
        rows.cap = 0
        assert run(folder, 3) == ("partial", 0, "FEWER_THAN_TOTAL")
        rows.cap = CAP
        assert run(folder, 0) == ("complete", 5, "")


@pytest.mark.parametrize(("order", "has_total", "code"), [
    ("descending", True, "FEWER_THAN_TOTAL"), ("descending", False, "MARK_NOT_REACHED"),
    ("filtered", True, "FEWER_THAN_TOTAL"),
])
def test_a_cut_list_is_partial_its_rows_are_shown_and_the_mark_stays(
    tmp_path: pathlib.Path, order: str, has_total: bool, code: str
):
    with folder_of(tmp_path, order, has_total=has_total) as (folder, rows):
        rows.put(range(25))
        assert run(folder, 0) == ("complete", 25, "")
        rows.put(range(25, 75))
        for _ in range(2):
            end, _, error = run(folder, 3)
            assert (end, error) == ("partial", code)
        assert len(ids(folder)) > 25
        rows.cap = 1_000
        assert run(folder, 0)[0] == "complete"
        assert ids(folder) == set(rows.minutes)
        assert run(folder, 0) == ("complete", 0, "")


DOUBTED = """
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Row { id: ID! }
type Rows { nodes: [Row!]! pageInfo: PageInfo! }
type Query { rows(first: Int, after: String): Rows! }
"""


def test_a_list_in_doubt_says_so_and_is_partial_with_strict(tmp_path: pathlib.Path):
    def answer(_info: Any, first: int = 10, after: str | None = None) -> dict[str, Any]:
        start = int(after or 0)
        nodes = [{"id": f"r{number}"} for number in range(start, min(start + first, 20))]
        # Page 2 promises a third one, which is empty.
        return {"nodes": nodes, "pageInfo": {"hasNextPage": start < 20, "endCursor": str(start + first)}}

    with serving(DOUBTED, {"rows": answer}) as served:
        folder = Folder(tmp_path, served.url)
        assert folder.run("--page-size", "10")[0] == "rows  20 rows  complete, in doubt: broken_promise\n"
        one = folder.run_json("--page-size", "10")["rows"]
        assert (one["end"], one["doubts"]) == ("complete", ["broken_promise"])
        one = folder.run_json("--page-size", "10", "--strict", code=3)["rows"]
        assert (one["end"], one["error"]["code"], one["rows"]) == ("partial", "IN_DOUBT", 20)
        assert ids(folder) == {f"r{number}" for number in range(20)}


class Deployed:
    """A list whose cursors belong to one deployment of the server, which fails once."""

    def __init__(self, *, forgets: str) -> None:
        self._forgets = forgets
        self.deployment = 1
        self.fails_at: int | None = 40
        self.count = 0

    def answer(self, _info: Any, first: int = 10, after: str | None = None) -> dict[str, Any]:
        self.count += 1
        deployment, _, place = (after or f"{self.deployment}:0").partition(":")
        start = int(place)
        if int(deployment) != self.deployment:
            if self._forgets == "refused":
                raise graphql.GraphQLError("the cursor is not known")
            start = 0
        nodes = [{"id": f"r{number}"} for number in range(start, min(start + first, 100))]
        end = f"{self.deployment}:{start + first}"
        return {"nodes": nodes, "pageInfo": {"hasNextPage": start + first < 100, "endCursor": end}}

    def before(self, _query: str, variables: Any) -> dict[str, Any] | None:
        """An answer with 500 in place of a page, for one run."""
        fails = self.fails_at is not None and f":{self.fails_at}" in str(variables)
        return {"status": 500} if fails else None


@pytest.mark.parametrize("forgets", ["refused", "page 1"])
def test_a_cursor_that_the_server_forgot_lets_the_list_begin_anew_in_the_same_run(
    tmp_path: pathlib.Path, forgets: str
):
    rows = Deployed(forgets=forgets)
    with serving(DOUBTED, {"rows": rows.answer}, rows.before) as served:
        folder = Folder(tmp_path, served.url)
        options = ("--page-size", "10", "--slice-pages", "1")
        folder.run(*options, code=4)
        rows.fails_at, rows.deployment = None, 2
        out, errors = folder.run(*options)
        assert out == "rows  100 rows  complete\n"
        assert errors.startswith("swiftpager: rows begins anew (1 walk, rows for example): ")
        assert ids(folder) == {f"r{number}" for number in range(100)}
        # Once: a list that always fails does not go on for ever.
        rows.fails_at = 40
        before = rows.count
        folder.run(*options, code=4)
        assert rows.count - before < 12
