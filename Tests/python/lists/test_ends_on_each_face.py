"""Each row of `docs/complete.md`, on the faces that show it: items, `load_all`, `strict`, and the command."""

import dataclasses
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

import swiftpager
from commands import run
from list_server import list_server
from swiftpager.shapes import Doubt

Variables = dict[str, Any]

BY_CURSOR = (
    "query ($after: String) { list(after: $after) { nodes { id } totalCount pageInfo { hasNextPage endCursor } } }"
)
BY_OFFSET = "query ($offset: Int, $limit: Int) { list(offset: $offset, limit: $limit) { items { id } total more } }"
BY_PAGE = "query ($page: Int, $limit: Int) { list(page: $page, limit: $limit) { items { id } pages } }"
WHOLE = "query ($limit: Int) { list(limit: $limit) { items { id } nextToken } }"


@dataclasses.dataclass(frozen=True)
class Row:
    """A server, and how a list of it ends."""

    name: str
    answer: Callable[[Variables], Any]
    end: str
    doubts: tuple[str, ...] = ()
    query: str = BY_CURSOR
    variables: Variables = dataclasses.field(default_factory=dict)
    pagination: Any = dataclasses.field(default_factory=dict)
    # How many items come.
    items: int = 6

    def __str__(self) -> str:
        return self.name


def rows(start: int, end: int) -> list[Variables]:
    return [{"id": number} for number in range(start, end)]


def cursors(
    *counts: int, total: int | None = None, more: tuple[bool, ...] = (), first_again: int | None = None,
    stuck: bool = False, **changes: Any,
) -> Callable[[Variables], Any]:
    """Pages with this many items each; a page with the index `first_again` has the items of the first one."""

    def answer(variables: Variables) -> Any:
        index = min(int(variables.get("after") or 0), len(counts) - 1)
        start = 0 if index == first_again else sum(counts[:index])
        has_next = more[index] if more else index + 1 < len(counts)
        info = {"hasNextPage": has_next, "endCursor": "1" if stuck else str(index + 1)}
        page = {"nodes": rows(start, start + counts[index]), "totalCount": total, "pageInfo": info}
        return {"data": {"list": page | changes}}

    return answer


def offsets(count: int, total: int | None = None, refuses_from: int = 1 << 30) -> Callable[[Variables], Any]:
    def answer(variables: Variables) -> Any:
        start, limit = variables.get("offset") or 0, variables.get("limit") or 2
        if start >= refuses_from:
            return {"errors": [{"message": "too far"}], "data": None}
        end = min(start + limit, count)
        return {"data": {"list": {"items": rows(start, end), "total": total, "more": end < count}}}

    return answer


def pages(variables: Variables) -> Any:
    number = variables.get("page", 1)
    return {"data": {"list": {"items": rows(2 * number, 2 * number + 2) if number < 4 else [], "pages": 4}}}


def whole(count: int, token: str | None) -> Callable[[Variables], Any]:
    return lambda variables: {"data": {"list": {"items": rows(0, count), "nextToken": token}}}


ROWS = [
    Row("the last page says so", cursors(3, 3), "complete"),
    Row("the last page says so, and the total is met", cursors(3, 3, total=6), "complete"),
    Row("an empty page", offsets(6), "complete", query=BY_OFFSET.replace(" total more", ""), variables={"limit": 2}),
    Row("no array", cursors(3, 3, nodes="none"), "BAD_RESPONSE", items=0),
    Row("null in place of the items", cursors(3, 3, nodes=None), "MISSING_PAGE_INFO", items=0),
    Row("no flag", cursors(6, pageInfo={"endCursor": "1"}), "MISSING_PAGE_INFO"),
    Row("no cursor", cursors(6, pageInfo={"hasNextPage": True, "endCursor": None}), "NULL_CURSOR"),
    Row("the same cursor", cursors(3, 3, 3, stuck=True, more=(True, True, True)), "CURSOR_STUCK"),
    Row("the first page again", cursors(3, 3, 3, 3, first_again=2), "CURSOR_CYCLE", items=9),
    Row(
        "a named total is not met", cursors(3, 3, total=9), "FEWER_THAN_TOTAL", ("fewer_than_total",),
        pagination={"total": "/totalCount"},
    ),
    Row("a found total is not met", cursors(3, 3, total=9), "complete", ("fewer_than_total",)),
    Row("more than the total", cursors(3, 3, total=4), "complete", ("more_than_total",)),
    Row("a broken promise", cursors(3, 3, 0), "complete", ("broken_promise",)),
    Row(
        "refused beyond a round total", offsets(1_500, 1_000, refuses_from=1_000), "complete",
        ("refused_beyond_total",), BY_OFFSET.replace(" more", ""), {"offset": 0, "limit": 500}, items=1_000,
    ),
    Row(
        "items beyond a round total", offsets(1_500, 1_000), "complete", ("more_than_total",),
        BY_OFFSET.replace(" more", ""), {"offset": 0, "limit": 500}, items=1_500,
    ),
    Row("pages from 0", pages, "MISSING_PAGE_INFO", (), BY_PAGE, {"limit": 2}),
    Row(
        "a whole list with a token", whole(6, "more"), "MISSING_PAGE_INFO", (), WHOLE, {"limit": 50},
        {"connection": "/list", "end": "first_page"},
    ),
    Row(
        "a whole list without one", whole(6, None), "complete", (), WHOLE, {"limit": 50},
        {"connection": "/list", "end": "first_page"},
    ),
]


def code(error: swiftpager.SwiftPagerError | None) -> str:
    return "complete" if error is None else str(error.code)


def walked(row: Row, **options: Any) -> tuple[str, int, list[Doubt]]:
    """How a walk over the items ends, how many come, and the doubts."""
    with list_server(row.answer) as (url, _), swiftpager.Client(url, retry=False) as client:
        pager = client.pager(row.query, row.variables, pagination=row.pagination, **options)
        count = 0
        try:
            for _ in pager.items():
                count += 1
        except swiftpager.SwiftPagerError as error:
            return code(error), count, pager.state["doubts"]
        return "complete", count, pager.state["doubts"]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_items_end_as_the_answers_say(row):
    assert walked(row) == (row.end, row.items, list(row.doubts))


@pytest.mark.parametrize("row", ROWS, ids=str)
@pytest.mark.parametrize("retain", ["all", "none"])
def test_load_all_ends_like_the_items(row, retain):
    with list_server(row.answer) as (url, _), swiftpager.Client(url, retry=False) as client:
        pager = client.pager(row.query, row.variables, pagination=row.pagination, retain=retain)
        try:
            pager.load_all()
            end = "complete"
        except swiftpager.SwiftPagerError as error:
            end = code(error)
        assert (end, pager.state["items_loaded"], pager.state["doubts"]) == (row.end, row.items, list(row.doubts))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_strict_ends_a_list_in_doubt(row):
    end = row.end
    if row.doubts:
        end = "FEWER_THAN_TOTAL" if "fewer_than_total" in row.doubts else "IN_DOUBT"
    assert walked(row, strict=True) == (end, row.items, list(row.doubts))


def commanded(row: Row, *options: str) -> "subprocess.CompletedProcess[bytes]":
    words = [word for key, value in row.variables.items() for word in ("-v", f"{key}={value}")]
    words += [word for key, value in row.pagination.items() for word in ("-p", f"{key}={value}")]
    with list_server(row.answer) as (url, _):
        return run(url, *words, *options, query=row.query)


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_command_ends_like_the_items(row):
    done = commanded(row, "--quiet")
    told = done.stderr.decode()
    assert done.stdout.count(b"\n") == row.items, told
    assert done.returncode == {"complete": 0, "BAD_RESPONSE": 4}.get(row.end, 3), told
    # A doubt is a result, and so it is told with --quiet, too.
    assert ("the list may not be complete" in told) == (row.end == "complete" and bool(row.doubts)), told
    strict = commanded(row, "--strict")
    assert (strict.returncode == 0) == (row.end == "complete" and not row.doubts), strict.stderr
