"""Offset lists whose pages are loaded concurrently, and lists that change while they are read."""

import json
import time
from typing import Any

import pytest

import swiftpager
from conftest import until
from raw_server import answer, raw_server
from swiftpager.shapes import PaginationDict
from swiftpager.testing import FakeServer

QUERY = "query ($offset: Int, $limit: Int) { list(offset: $offset, limit: $limit) { items { id name } total } }"
BY_PAGE = "query ($page: Int, $limit: Int) { list(page: $page, limit: $limit) { items { id name } total pages } }"
BY_INDEX = "query ($index: Int, $limit: Int) { list(page: $index, limit: $limit) { items { id name } pages } }"
SHOP_QUERY = (
    "query ($offset: Int, $limit: Int) {"
    " productList(offset: $offset, limit: $limit) { items { id name } total } }"
)
LIST: PaginationDict = {"type": "offset", "connection": "/list", "total": "/total"}


@pytest.fixture
def offset_pager(trouble):
    """Makes pagers of the server's offset lists: a path, pagination keys, other pager options, and server options."""
    clients = []

    def make(path="/offsets", pagination=None, *, query=QUERY, size=10, client=None, pager=None, **options):
        clients.append(swiftpager.Client(trouble.url(path, size=size, **options), **{"retry": False, **(client or {})}))
        names = {**LIST, **(pagination or {})}
        return clients[-1].pager(query, {"limit": size}, pagination=names, **(pager or {}))

    yield make
    for client in clients:
        client.close()


def ids(pages):
    """The numbers of the items on some pages."""
    return [item["id"] for page in pages for item in page.items]


@pytest.mark.parametrize("concurrency", [1, 2, 4, 64])
@pytest.mark.parametrize("path", ["/offsets", "/offsets-uneven"])
def test_pages_come_in_order_however_many_are_under_way(offset_pager, trouble, path, concurrency):
    # So slow that all of them arrive before the first one is answered, on a busy machine, too.
    pager = offset_pager(path, {"concurrency": concurrency}, pages=12, ms=5 if concurrency == 1 else 100)
    assert ids(pager) == list(range(1, 121))
    stats = trouble.stats()
    assert stats["requests"] == 12
    assert stats["most_at_once"] == min(concurrency, 11)
    assert pager.state["drift"] == {"short_pages": 0, "total_changes": 0, "total": 120, "page_count_changes": 0,
                                    "page_count": None}


def test_pages_are_asked_for_one_by_one_unless_it_is_said(offset_pager, trouble):
    assert len(list(offset_pager(pages=5, ms=5))) == 5
    assert trouble.stats()["most_at_once"] == 1


def test_page_numbers_go_side_by_side_too(offset_pager, trouble):
    pager = offset_pager(pagination={"concurrency": 4}, query=BY_PAGE, pages=12, ms=10)
    assert ids(pager) == list(range(1, 121))
    assert trouble.stats()["most_at_once"] == 4


# A list whose number of pages says where it ends; the pager only notices its total.
NUMBERED: PaginationDict = {"type": "offset", "connection": "/list", "page_count": "/pages"}


@pytest.mark.parametrize("concurrency", [1, 4])
def test_the_number_of_pages_is_as_good_as_a_total(trouble, concurrency):
    with swiftpager.Client(trouble.url("/offsets-uneven", size=10, pages=12), retry=False) as client:
        pager = client.pager(BY_PAGE, {"limit": 10}, pagination={**NUMBERED, "concurrency": concurrency})
        assert ids(pager) == list(range(1, 121))
        assert trouble.stats()["requests"] == 12
        assert trouble.stats()["most_at_once"] == concurrency
        assert pager.state["drift"] == {
            "short_pages": 0, "total_changes": 0, "total": 120, "page_count_changes": 0, "page_count": 12
        }


@pytest.mark.parametrize("concurrency", [1, 4])
@pytest.mark.parametrize(("path", "last"), [("/offsets-growing", 11), ("/offsets-shrinking", 9)])
def test_a_number_of_pages_that_changes_is_followed_and_told(trouble, path, last, concurrency):
    with swiftpager.Client(trouble.url(path, size=10, pages=10), retry=False) as client:
        pager = client.pager(BY_PAGE, {"limit": 10}, pagination={**NUMBERED, "concurrency": concurrency})
        assert ids(pager) == list(range(1, last * 10 + 1))
        drift = pager.state["drift"]
        assert (drift["page_count_changes"], drift["page_count"]) == (1, last)
        assert drift["total"] == last * 10


def test_pages_that_are_counted_from_0_are_all_there(trouble):
    with swiftpager.Client(trouble.url("/offsets", size=10, pages=5), retry=False) as client:
        pager = client.pager(
            BY_INDEX, {"index": 0, "limit": 10}, pagination={**NUMBERED, "page": "index", "concurrency": 4}
        )
        assert ids(pager) == list(range(1, 51))
        assert pager.state["end"] == "complete"
        # Five pages and an empty one: the answers do not say whether the server counts pages from 0 or 1.
        assert trouble.stats()["requests"] == 6


def test_a_walk_by_page_numbers_goes_on_from_a_token(trouble):
    with swiftpager.Client(trouble.url("/offsets", size=10, pages=6), retry=False) as client:
        names: PaginationDict = {**NUMBERED, "concurrency": 4}
        first = client.pager(BY_PAGE, {"limit": 10}, pagination=names)
        with pytest.raises(swiftpager.PageLimit):
            first.load_all(max_pages=2)
        rest = client.pager(BY_PAGE, {"limit": 10}, pagination=names, checkpoint=first.resume_token())
        assert ids(rest) == list(range(21, 61))


@pytest.mark.parametrize(("names", "path", "words"), [
    ({"page_count": "/pages"}, "/pagination/page_count", "page numbers, and `$offset` takes an offset"),
    ({"concurrency": 2, "total": None}, "/pagination/concurrency", "or of all pages as `page_count`"),
    ({"page_count": 3, "page": "page"}, "/pagination/page_count", "expected a string, found 3"),
    ({"page_count": "/pages", "type": "cursor"}, "/pagination/page_count", "page_count"),
])
def test_a_number_of_pages_that_cannot_be_used_is_refused(names, path, words):
    pagination = {"type": "offset", "connection": "/list", **names}
    with swiftpager.Client("http://127.0.0.1:9/graphql") as client:
        with pytest.raises(swiftpager.ConfigurationError) as raised:
            client.pager(BY_PAGE if "page" in names else QUERY, pagination=pagination)
    assert raised.value.path == path
    assert words in str(raised.value)


def test_a_slow_consumer_has_no_more_pages_ahead(offset_pager, trouble):
    pages = iter(offset_pager(pagination={"concurrency": 3}, pages=20))
    next(pages)
    until(lambda: trouble.stats()["requests"] == 4)
    time.sleep(0.1)
    # The first page, on which the loop works, and three more.
    assert trouble.stats()["requests"] == 4
    next(pages)
    until(lambda: trouble.stats()["requests"] == 5)
    pages.close()


@pytest.mark.parametrize(("path", "last", "drift"), [
    ("/offsets-short", 100, {"short_pages": 1, "total_changes": 0, "total": 100}),
    ("/offsets-growing", 110, {"short_pages": 0, "total_changes": 1, "total": 110}),
    ("/offsets-shrinking", 90, {"short_pages": 0, "total_changes": 1, "total": 90}),
])
@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_list_that_changes_is_followed_without_a_gap(offset_pager, concurrency, path, last, drift):
    pager = offset_pager(path, {"concurrency": concurrency}, pages=10, ms=2)
    assert ids(pager) == list(range(1, last + 1))
    assert pager.state["drift"] == {**drift, "page_count_changes": 0, "page_count": None}
    assert pager.state["end"] == "complete"


@pytest.mark.parametrize("concurrency", [1, 4])
def test_items_that_are_hidden_are_missing_to_the_total(trouble, concurrency):
    with swiftpager.Client(trouble.url("/offsets-hidden", size=10, pages=5)) as client:
        pagination = {**NUMBERED, "total": "/total", "concurrency": concurrency}
        pager = client.pager(BY_PAGE, {"limit": 10}, pagination=pagination)
        with pytest.raises(swiftpager.FewerThanTotal) as caught:
            pager.load_all()
        assert (caught.value.items, caught.value.total) == (40, 50)


@pytest.mark.parametrize("concurrency", [1, 4])
def test_items_that_were_seen_before_are_left_out(offset_pager, concurrency):
    pager = offset_pager("/offsets-shifting", {"concurrency": concurrency, "identity": "/id"}, pages=5)
    pages = list(pager)
    assert ids(pages) == list(range(1, 51))
    assert pager.state["duplicates"] == 1
    assert pager.state["items_loaded"] == 50
    third = pages[2]
    assert third.item_count == 9
    assert [node["id"] for node in third.items] == ids([third]) == list(range(21, 30))
    assert json.loads(bytes(third.raw_edges)) == third.edges
    # The received bytes are unchanged.
    assert [item["id"] for item in json.loads(bytes(third.raw))["data"]["list"]["items"]] == list(range(20, 30))


def test_without_an_identity_they_stay(offset_pager):
    pager = offset_pager("/offsets-shifting", pages=5)
    assert ids(pager).count(20) == 2
    assert pager.state["duplicates"] == 0


def test_a_list_that_begins_anew_has_all_its_items(offset_pager):
    pager = offset_pager(pagination={"concurrency": 2, "identity": "/id"}, pages=3)
    for _ in range(2):
        assert ids(pager) == list(range(1, 31))
    pager.load_all()
    pager.fetch()
    pager.refetch()
    assert ids(pager.pages) == list(range(1, 11))
    assert pager.state["duplicates"] == 0


@pytest.mark.parametrize(("limits", "requests"), [({"max_pages": 3}, 3), ({"max_items": 25}, 3), ({"max_pages": 1}, 1)])
def test_no_page_is_asked_for_beyond_a_cap(offset_pager, trouble, limits, requests):
    pager = offset_pager(pagination={"concurrency": 8}, pages=20)
    with pytest.raises(swiftpager.PageLimit):
        pager.load_all(**limits)
    assert trouble.stats()["requests"] == requests
    assert pager.state["pages_loaded"] == requests


@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_page_that_is_made_smaller_is_a_short_one(offset_pager, concurrency):
    pager = offset_pager(
        "/offsets-heavy", {"concurrency": concurrency}, pages=10, bad=4, client={"retry": {"base_delay": 0.001}}
    )
    assert ids(pager) == list(range(1, 101))
    assert pager.state["drift"]["short_pages"] == 1


def test_a_failure_comes_in_its_turn_and_the_walk_goes_on_from_there(offset_pager):
    pager = offset_pager("/offsets-failing", {"concurrency": 4}, pages=10, bad=4)
    seen = []
    with pytest.raises(swiftpager.GraphQLError):
        for page in pager:
            seen.append(page)
    assert ids(page for page in seen if not page.errors) == list(range(1, 31))
    # The page with errors instead of the list does not count: a walk that continues requests it again.
    assert pager.state["pages_loaded"] == 3


def test_what_is_under_way_ends_with_the_walk(offset_pager, trouble):
    pager = offset_pager(pagination={"concurrency": 4}, pages=20, ms=150)
    operation = pager.start_load_all()
    until(lambda: trouble.stats()["most_at_once"] == 4)
    operation.cancel()
    until(lambda: trouble.stats()["aborts"] == 4)
    with pytest.raises(swiftpager.PageLimit):
        pager.load_all(max_pages=2)
    assert ids(pager.pages) == list(range(1, 21))


def test_a_token_stands_for_what_was_finished_with(offset_pager):
    pager = offset_pager(pagination={"concurrency": 4}, pages=10)
    seen = []
    for page in pager:
        seen += ids([page])
        page.finish()
        if len(seen) == 30:
            break
    token = pager.resume_token()
    rest = offset_pager(pagination={"concurrency": 3, "identity": "/id"}, pages=10, pager={"checkpoint": token})
    assert seen + ids(rest) == list(range(1, 101))


def test_a_real_server_is_walked(shop):
    with swiftpager.Client(shop) as client:
        pager = client.pager(
            SHOP_QUERY, {"limit": 100},
            pagination={"type": "offset", "connection": "/productList", "total": "/total", "concurrency": 4,
                        "identity": "/id"},
        )
        pager.load_all()
        assert len(ids(pager.pages)) == 1000
        assert pager.state["duplicates"] == 0


def test_a_cached_page_that_changes_keeps_its_items(shop):
    with swiftpager.Client(shop, cache="memory") as client:
        pager = client.pager(
            SHOP_QUERY, {"limit": 50},
            pagination={"type": "offset", "connection": "/productList", "total": "/total", "concurrency": 4,
                        "identity": "/id"},
            cache_policy="return_cache_data_and_fetch",
        )
        for _ in range(2):
            pager.load_all()
            assert len(ids(pager.pages)) == 1000
        first = pager.pages[0].items[0]
        client.cache.write({f"Product:{first['id']}": {"name": "Renamed"}})
        until(lambda: pager.pages[0].items[0]["name"] == "Renamed")
        assert len(ids(pager.pages)) == 1000
        assert pager.state["duplicates"] == 0


@pytest.mark.parametrize(("query", "pagination", "path"), [
    (QUERY.replace(" total", ""), {"connection": "/list", "concurrency": 2}, "/pagination/concurrency"),
    (QUERY, {**LIST, "concurrency": 0}, "/pagination/concurrency"),
    (QUERY, {**LIST, "concurrency": 65}, "/pagination/concurrency"),
    (QUERY, {**LIST, "identity": "id"}, "/pagination/identity"),
    (BY_PAGE.replace("list(page", "list(after"), {"type": "cursor", "concurrency": 2}, "/pagination/concurrency"),
])
def test_what_cannot_be_is_refused(trouble, query, pagination, path):
    with swiftpager.Client(trouble.url("/offsets")) as client:
        with pytest.raises(swiftpager.ConfigurationError) as caught:
            client.pager(query, {"limit": 10}, pagination=pagination)
        assert caught.value.path == path


def test_a_hook_that_makes_the_requests_makes_them_one_by_one(trouble):
    with swiftpager.Client(trouble.url("/offsets")) as client:
        with pytest.raises(swiftpager.ConfigurationError) as caught:
            client.pager(QUERY, pagination={**LIST, "concurrency": 2}, resolve_page=lambda info, direction: None)
        assert caught.value.path == "/pagination/concurrency"


def test_a_transform_sees_every_page_in_order(offset_pager):
    pager = offset_pager(
        "/offsets-uneven", {"concurrency": 4}, pages=8,
        pager={"transform": lambda page: page["data"]["list"]["items"][0]["id"]},
    )
    assert [page.model for page in pager] == list(range(1, 81, 10))


def test_every_offset_list_of_the_server_is_tested(trouble):
    with open(__file__) as file:
        text = file.read()
    assert [path for path in trouble.paths() if path.startswith("/offsets") and f'"{path}"' not in text] == []


def test_a_transport_may_answer_in_any_order():
    waiting = []

    def send(request):
        waiting.append(request)
        offset = json.loads(request.body)["variables"]["offset"]
        if offset > 0 and len(waiting) < 3:
            return
        for each in reversed(waiting):
            first = json.loads(each.body)["variables"]["offset"] + 1
            items = [{"id": number, "name": ""} for number in range(first, first + 10)]
            each.complete(200, json.dumps({"data": {"list": {"items": items, "total": 100}}}).encode())
        waiting.clear()

    with swiftpager.Client("http://example.com/graphql", transport=send) as client:
        pager = client.pager(QUERY, {"limit": 10}, pagination={**LIST, "concurrency": 3})
        assert ids(pager) == list(range(1, 101))


def test_a_recording_of_pages_side_by_side_is_replayed_one_by_one(trouble, tmp_path):
    path = str(tmp_path / "pages.jsonl")
    for options, concurrency in [({"record": path}, 4), ({"replay": path}, 1), ({"replay": path}, 4)]:
        with swiftpager.Client(trouble.url("/offsets", pages=10), **options) as client:
            pager = client.pager(QUERY, {"limit": 10}, pagination={**LIST, "concurrency": concurrency})
            assert ids(pager) == list(range(1, 101))


def test_pages_that_are_counted_are_never_made_smaller() -> None:
    """Page 3 of 10 items each is not page 3 of 5 items each: mixing them would skip half of the list."""
    refusals = iter([503, 503])

    def pages(request: dict[str, Any]) -> bytes:
        asked = request["variables"]
        if asked["page"] == 2 and next(refusals, None):
            return answer({}, "502 Bad Gateway")
        start = (asked["page"] - 1) * asked["limit"]
        nodes = [{"id": id} for id in range(start, min(start + asked["limit"], 25))]
        return answer({"data": {"things": {"nodes": nodes}}})

    query = "query ($page: Int, $limit: Int) { things(page: $page, limit: $limit) { nodes { id } } }"
    with raw_server(pages) as server, swiftpager.Client(server.url, retry={"base_delay": 0.01}) as client:
        pager = client.pager(query, {"limit": 10}, pagination={"type": "offset", "connection": "/things"})
        assert [item["id"] for item in pager.items()] == list(range(25))
        assert {request["variables"]["limit"] for request in server.requests} == {10}


# A list that the server sends at once


ROWS = [{"id": str(number)} for number in range(1, 6)]
WHOLE: PaginationDict = {"connection": "/rows", "end": "first_page"}


@pytest.mark.parametrize("rows", [ROWS, []])
def test_a_list_without_pages_is_one_request(rows):
    with FakeServer({"rows": rows}) as server, swiftpager.Client(server.url, retry=False) as client:
        pager = client.pager("{ rows { id } }", pagination=WHOLE)
        assert list(pager.items()) == rows
        assert len(server.requests) == 1
        assert pager.state["end"] == "complete"
        assert pager.state["list"]["end"] == "first_page"
        pager.load_all()
        assert not pager.can_load_next
        again = client.pager("{ rows { id } }", pagination=WHOLE, checkpoint=pager.resume_token())
        assert list(again.items()) == []
        assert len(server.requests) == 2


def test_a_list_without_pages_may_stand_in_an_object():
    with FakeServer({"shop": {"rows": {"data": ROWS, "total": 5}}}) as server, swiftpager.Client(server.url) as client:
        pagination: PaginationDict = {"connection": "/shop/rows", "items": "/data", "end": "first_page"}
        assert list(client.pager("{ shop { rows { data { id } total } } }", pagination=pagination).items()) == ROWS


def test_a_null_in_place_of_a_list_without_pages_is_no_empty_list():
    with FakeServer({"rows": None}) as server, swiftpager.Client(server.url, retry=False) as client:
        with pytest.raises(swiftpager.IncompleteError):
            list(client.pager("{ rows { id } }", pagination=WHOLE).items())
        assert list(client.pager("{ rows { id } }", pagination={**WHOLE, "null_list": "empty"}).items()) == []


@pytest.mark.parametrize("query", ["query ($limit: Int) { rows(limit: $limit) { id } }", "{ rows(limit: 5) { id } }"])
def test_a_list_without_pages_that_fills_its_limit_may_be_longer(query):
    data = {"rows": lambda arguments: ROWS[: arguments["limit"]]}
    with FakeServer(data) as server, swiftpager.Client(server.url) as client:
        variables = {"limit": 5} if "$" in query else None
        pager = client.pager(query, variables, pagination=WHOLE)
        with pytest.raises(swiftpager.MissingPageInfo, match="the list may be longer: ask for more"):
            list(pager.items())
        longer = query.replace("limit: 5", "limit: 6")
        assert list(client.pager(longer, variables and {"limit": 6}, pagination=WHOLE).items()) == ROWS


@pytest.mark.parametrize(("query", "config", "path"), [
    ("query ($n: Int) { rows(n: $n) { id } }", {"offset": "n"}, "/pagination/offset"),
    ("query ($n: Int) { rows(n: $n) { id } }", {"page": "n"}, "/pagination/page"),
    ("{ rows { items { id } total } }", {"items": "/items", "total": "/total"}, "/pagination/total"),
    ("{ rows { items { id } more } }", {"items": "/items", "has_more": "/more"}, "/pagination/has_more"),
    ("query ($n: ID) { rows(n: $n) { id } }", {"key": "/id", "after": "n"}, "/pagination/end"),
    ("query ($n: ID) { rows(n: $n) { id } }", {"type": "cursor"}, "/pagination/end"),
])
def test_a_list_without_pages_takes_nothing_that_asks_for_pages(query, config, path):
    with swiftpager.Client("http://127.0.0.1:9/") as client, pytest.raises(swiftpager.ConfigurationError) as caught:
        client.pager(query, pagination={**WHOLE, **config})
    assert caught.value.path == path


def test_a_list_without_pages_has_no_next_query():
    with swiftpager.Client("http://127.0.0.1:9/") as client, pytest.raises(swiftpager.ConfigurationError) as caught:
        client.pager("{ rows { id } }", pagination=WHOLE, next_query={"query": "{ rows { id } }"})
    assert caught.value.path == "/next_query"
