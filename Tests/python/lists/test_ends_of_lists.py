"""The end of a list: nothing in an answer may contradict that a list is complete."""

import logging
from typing import Any

import pytest

import swiftpager
from commands import run
from list_server import list_server

BY_PAGE = "query ($page: Int, $limit: Int) { list(page: $page, limit: $limit) { items { id } total pages more } }"
PAGES: dict[str, Any] = {"type": "offset", "connection": "/list", "items": "/items"}
WORDS = {"total": "/total", "page_count": "/pages", "has_more": "/more"}
BY_CURSOR = (
    "query ($after: String) {"
    " list(after: $after) { nodes { id } all: totalCount pageInfo { hasNextPage endCursor } } }"
)


def numbered(items: list[list[int]], first: int = 1, total: int | None = None):
    """The answers of a server with these pages, the first of which has the number `first`."""
    def answer(variables: dict[str, Any]) -> dict[str, Any]:
        index = variables.get("page", 1) - first
        page = items[index] if 0 <= index < len(items) else []
        count = sum(map(len, items)) if total is None else total
        rows = [{"id": number} for number in page]
        return {"data": {"list": {
            "items": rows, "total": count, "pages": len(items), "more": index + 1 < len(items)
        }}}

    return answer


def by_cursor(count: int, total: Any, size: int = 10, **changes: Any):
    """The answers of a server with a list of cursors that has this many items and names this total."""
    def answer(variables: dict[str, Any]) -> dict[str, Any]:
        start = int(variables.get("after") or 0)
        end = min(start + size, count)
        rows = [{"id": number} for number in range(start, end)]
        info = {"hasNextPage": end < count, "endCursor": str(end)}
        return {"data": {"list": {"nodes": rows, "all": total, "pageInfo": info} | changes}}

    return answer


def ids(pager: swiftpager.Pager) -> list[int]:
    return [item["id"] for item in pager.items()]


# --- Totals --- #


def test_a_list_with_fewer_items_than_its_total_is_not_complete():
    with list_server(by_cursor(40, 100)) as (url, _), swiftpager.Client(url) as client:
        pager = client.pager(BY_CURSOR, pagination={"total": "/all"})
        seen = []
        with pytest.raises(swiftpager.FewerThanTotal, match="40 items, and its pages name a total of 100") as caught:
            for item in pager.items():
                seen.append(item["id"])
        assert seen == list(range(40))
        assert isinstance(caught.value, swiftpager.IncompleteError)
        assert (caught.value.items, caught.value.total) == (40, 100)
        state = pager.state
        assert state["end"] == "FEWER_THAN_TOTAL"
        assert state["ends"] == {"next": "complete", "previous": "complete"}
        assert state["fewer"] == {"items": 40, "total": 100}
        assert state["drift"] is not None and state["drift"]["total"] == 100
        assert state["list"]["total"] == "/all"


def test_a_table_has_all_rows_that_came():
    with list_server(by_cursor(40, 100)) as (url, _), swiftpager.Client(url) as client:
        with pytest.raises(swiftpager.FewerThanTotal) as caught:
            client.pager(BY_CURSOR, pagination={"total": "/all"}).to_arrow()
        assert caught.value.result.num_rows == 40


# --- What the log and the command say --- #


def test_a_total_that_only_the_query_shows_is_one_warning(caplog):
    with list_server(by_cursor(40, 100)) as (url, _), swiftpager.Client(url) as client:
        with caplog.at_level(logging.WARNING, "swiftpager"):
            pager = client.pager(BY_CURSOR)
            assert len(ids(pager)) == 40
        assert pager.state["end"] == "complete"
        assert pager.state["fewer"] == {"items": 40, "total": 100}
        (message,) = [record.getMessage() for record in caplog.records]
        assert message.startswith("the list may not be complete: it has 40 items, and its pages name a total of 100: ")
        assert message.endswith('name it as "total" in the pagination')


def test_items_that_came_again_are_one_warning(caplog):
    pages = [[1, 2, 3], [3, 4], [5]]
    with list_server(numbered(pages)) as (url, _), swiftpager.Client(url) as client:
        with caplog.at_level(logging.WARNING, "swiftpager"):
            query = BY_PAGE.replace(" total", "")
            pager = client.pager(query, pagination={**PAGES, "has_more": "/more", "identity": "/id"})
            assert ids(pager) == [1, 2, 3, 4, 5]
        assert [record.getMessage() for record in caplog.records] == [
            "1 item came again and was left out, because an earlier page had it"
        ]


@pytest.mark.long
def test_the_command_says_it_too():
    with list_server(by_cursor(40, 100)) as (url, _):
        shown = run(url, query=BY_CURSOR)
        assert shown.returncode == 0
        assert shown.stdout.count(b"\n") == 40
        assert shown.stderr.count(b"a total of 100") == 1
        named = run(url, "-p", "total=/all", query=BY_CURSOR)
        assert named.returncode == 3
        assert named.stdout.count(b"\n") == 40
        assert b"40 items, and its pages name a total of 100" in named.stderr
    with list_server(numbered([[1, 2], [2, 3]])) as (url, _):
        repeated = run(
            url, *[f"-p{key}={value}" for key, value in {**PAGES, "has_more": "/more", "identity": "/id"}.items()],
            query=BY_PAGE,
        )
        assert repeated.returncode == 0
        assert repeated.stderr.count(b"came again") == 1
