"""The end of a list: nothing in an answer may contradict that a list is complete."""

import json
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


# --- Page numbers --- #


@pytest.mark.parametrize("word", WORDS)
def test_an_empty_page_that_says_there_is_more_is_not_the_end(word):
    pages = [[1, 2, 3], [], [4, 5, 6], [7]]
    with list_server(numbered(pages)) as (url, requests), swiftpager.Client(url) as client:
        pager = client.pager(BY_PAGE, {"limit": 3}, pagination={**PAGES, word: WORDS[word]})
        assert [[item["id"] for item in page.items] for page in pager] == pages
        assert [request.get("page") for request in requests] == [None, 2, 3, 4] or len(requests) == 4
        assert pager.state["end"] == "complete"


@pytest.mark.parametrize("concurrency", [1, 4])
@pytest.mark.parametrize("names", [("total",), ("page_count",), ("page_count", "total")])
def test_a_server_that_counts_from_0_is_noticed(names, concurrency):
    items = [list(range(start, min(start + 10, 47))) for start in range(0, 47, 10)]
    pagination = {**PAGES, "concurrency": concurrency} | {name: WORDS[name] for name in names}
    with list_server(numbered(items, first=0)) as (url, requests), swiftpager.Client(url) as client:
        pager = client.pager(BY_PAGE, {"limit": 10}, pagination=pagination)
        with pytest.raises(swiftpager.MissingPageInfo, match="name the first page in the variables"):
            pager.load_all()
        assert len(requests) <= 6
        named = client.pager(BY_PAGE, {"limit": 10, "page": 0}, pagination=pagination)
        assert ids(named) == list(range(47))


def test_too_many_empty_pages_are_an_error_that_says_what_to_do():
    with list_server(numbered([[1]] + [[]] * 5 + [[2]])) as (url, _), swiftpager.Client(url) as client:
        pagination = {**PAGES, "has_more": "/more", "max_empty_pages": 4}
        with pytest.raises(swiftpager.CursorStuck, match='raise "max_empty_pages"'):
            client.pager(BY_PAGE, pagination=pagination).load_all()
        assert ids(client.pager(BY_PAGE, pagination={**pagination, "max_empty_pages": 5})) == [1, 2]


def test_the_rules_belong_to_their_kinds_of_lists(trouble):
    offsets = "query ($offset: Int) { list(offset: $offset) { items { id } } }"
    with swiftpager.Client(trouble.url("/offsets")) as client:
        with pytest.raises(swiftpager.ConfigurationError, match="needs requests with page numbers") as caught:
            client.pager(offsets, pagination={**PAGES, "max_empty_pages": 3})
        assert caught.value.path == "/pagination/max_empty_pages"
        for rule in ({"repeats": "allow"}, {"max_empty_pages": 1}):
            with pytest.raises(swiftpager.ConfigurationError, match='"cursor" has no'):
                client.pager(BY_CURSOR, pagination={"type": "cursor", **rule})
        with pytest.raises(swiftpager.ConfigurationError):
            client.pager(BY_CURSOR, pagination={"end": "null_page"})


# --- A server that ignores the place --- #


@pytest.mark.parametrize("words", [(), ("has_more",), ("page_count",), ("total",)])
def test_a_server_that_ignores_the_page_is_noticed_at_once(words):
    def same(_variables: dict[str, Any]) -> dict[str, Any]:
        return {"data": {"list": {"items": [{"id": 1}, {"id": 2}], "total": 4, "pages": 2, "more": True}}}

    with list_server(same) as (url, requests), swiftpager.Client(url) as client:
        pager = client.pager(BY_PAGE, pagination=PAGES | {word: WORDS[word] for word in words})
        with pytest.raises(swiftpager.CursorCycle, match='"repeats": "allow"'):
            pager.load_all()
        assert len(requests) == 2


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


@pytest.mark.parametrize("total", [40, "40", 39, None, 3, "many"])
def test_a_total_that_is_reached_or_says_nothing_lets_the_walk_end_well(total):
    with list_server(by_cursor(40, total)) as (url, _), swiftpager.Client(url) as client:
        pager = client.pager(BY_CURSOR, pagination={"total": "/all"})
        assert len(ids(pager)) == 40
        assert pager.state["fewer"] is None


def test_a_table_has_all_rows_that_came():
    with list_server(by_cursor(40, 100)) as (url, _), swiftpager.Client(url) as client:
        with pytest.raises(swiftpager.FewerThanTotal) as caught:
            client.pager(BY_CURSOR, pagination={"total": "/all"}).to_arrow()
        assert caught.value.result.num_rows == 40


def test_a_resumed_list_counts_the_items_before_its_token():
    for count, is_short in ((40, False), (39, True)):
        with list_server(by_cursor(count, 40)) as (url, _), swiftpager.Client(url) as client:
            with pytest.raises(swiftpager.PageLimit):
                (pager := client.pager(BY_CURSOR, pagination={"total": "/all"}, max_pages=2)).load_all()
            later = client.pager(BY_CURSOR, pagination={"total": "/all"}, checkpoint=pager.resume_token())
            if is_short:
                with pytest.raises(swiftpager.FewerThanTotal):
                    later.load_all()
            else:
                later.load_all()
                assert later.state["end"] == "complete"


def test_the_check_can_be_switched_off():
    with list_server(by_cursor(40, 100)) as (url, _), swiftpager.Client(url) as client:
        pager = client.pager(BY_CURSOR, pagination={"total": "/all", "check_total": False})
        assert len(ids(pager)) == 40
        assert pager.state["end"] == "complete"
        assert pager.state["drift"] is not None and pager.state["drift"]["total"] == 100
        assert pager.state["fewer"] is None


def test_repeats_do_not_count():
    # The second page begins with three items of the first one, so three others never come.
    pages = {0: range(10), 10: range(7, 17), 20: range(17, 19)}

    def answer(variables: dict[str, Any]) -> dict[str, Any]:
        rows = [{"id": number} for number in pages[variables.get("offset", 0)]]
        return {"data": {"list": {"items": rows, "total": 22}}}

    query = "query ($offset: Int) { list(offset: $offset) { items { id } total } }"
    with list_server(answer) as (url, _), swiftpager.Client(url) as client:
        pagination = {**PAGES, "total": "/total"}
        client.pager(query, pagination=pagination).load_all()
        pager = client.pager(query, pagination={**pagination, "identity": "/id"})
        with pytest.raises(swiftpager.FewerThanTotal) as caught:
            pager.load_all()
        assert (caught.value.items, caught.value.total, pager.state["duplicates"]) == (19, 22, 3)


def test_a_mark_stays_below_a_list_that_is_too_short():
    query = "query ($after: String) { list(after: $after) { nodes { id at } all pageInfo { hasNextPage endCursor } } }"
    total = 3

    def answer(_variables: dict[str, Any]) -> dict[str, Any]:
        rows = [{"id": number, "at": f"2026-01-0{3 - number}T00:00:00Z"} for number in range(2)]
        return {"data": {"list": {"nodes": rows, "all": total, "pageInfo": {"hasNextPage": False, "endCursor": "c"}}}}

    since = {"path": "/at", "order": "descending"}
    with list_server(answer) as (url, _), swiftpager.Client(url) as client:
        pager = client.pager(query, pagination={"total": "/all"}, since=since)
        with pytest.raises(swiftpager.FewerThanTotal):
            pager.load_all()
        assert json.loads(pager.checkpoint())["mark"] is None
        total = 2
        whole = client.pager(query, pagination={"total": "/all"}, since=since)
        whole.load_all()
        assert json.loads(whole.checkpoint())["mark"] is not None
        # From the mark on, a walk has fewer items than the list.
        total = 99
        later = client.pager(query, pagination={"total": "/all"}, since=since, checkpoint=whole.checkpoint())
        later.load_all()
        assert later.state["end"] == "complete"


# --- What the log and the command say --- #


def test_a_total_that_only_the_query_shows_is_one_warning(caplog):
    with list_server(by_cursor(40, 100)) as (url, _), swiftpager.Client(url) as client:
        with caplog.at_level(logging.WARNING, "swiftpager"):
            pager = client.pager(BY_CURSOR)
            assert len(ids(pager)) == 40
        assert pager.state["end"] == "complete"
        assert pager.state["fewer"] == {"items": 40, "total": 100}
        (message,) = [record.getMessage() for record in caplog.records]
        assert message.startswith("the list has 40 items, and its pages name a total of 100: ")
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


# --- Null in place of the list, and values of other types --- #


def test_null_in_place_of_the_items_is_not_an_empty_page():
    broken = by_cursor(40, 100, nodes=None)
    with list_server(broken) as (url, _), swiftpager.Client(url) as client:
        with pytest.raises(swiftpager.MissingPageInfo, match='"null_list": "empty"'):
            client.pager(BY_CURSOR).load_all()
        pager = client.pager(BY_CURSOR, pagination={"null_list": "empty", "check_total": False})
        assert ids(pager) == []
        assert pager.state["pages_loaded"] == 4


@pytest.mark.parametrize("flags", [(1, 0), (True, False)])
def test_flags_may_be_numbers_and_totals_may_be_text(flags):
    more, no_more = flags

    def answer(variables: dict[str, Any]) -> dict[str, Any]:
        number = variables.get("page", 1)
        return {"data": {"list": {
            "items": [{"id": number}], "total": "3", "pages": "3", "more": more if number < 3 else no_more
        }}}

    with list_server(answer) as (url, _), swiftpager.Client(url) as client:
        for word, place in WORDS.items():
            assert ids(client.pager(BY_PAGE, pagination={**PAGES, word: place})) == [1, 2, 3]


def test_lists_inside_items_may_have_numbers_as_flags_too():
    query = (
        "query ($after: String) { list(after: $after) { nodes { id tags { nodes pageInfo { hasNextPage endCursor } } }"
        " pageInfo { hasNextPage endCursor } } }"
    )
    rows = [{"id": n, "tags": {"nodes": [], "pageInfo": {"hasNextPage": n, "endCursor": "t"}}} for n in (0, 1)]
    with list_server(by_cursor(0, 0, nodes=rows)) as (url, _), swiftpager.Client(url) as client:
        pager = client.pager(query)
        pager.load_all()
        nested = pager.state["nested"]
        assert nested is not None and (nested["incomplete"], nested["unknown"]) == (1, 0)
