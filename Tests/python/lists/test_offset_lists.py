"""Offset lists in Python: their items, their hooks, a host's transport, recordings and the cache."""

import json

import pytest

import swiftpager
from conftest import until
from swiftpager.shapes import PaginationDict
from swiftpager.testing import FakeServer

QUERY = "query ($offset: Int, $limit: Int) { list(offset: $offset, limit: $limit) { items { id name } total } }"
BY_PAGE = "query ($page: Int, $limit: Int) { list(page: $page, limit: $limit) { items { id name } total pages } }"
SHOP_QUERY = (
    "query ($offset: Int, $limit: Int) {"
    " productList(offset: $offset, limit: $limit) { items { id name } total } }"
)
LIST: PaginationDict = {"type": "offset", "connection": "/list", "total": "/total"}


@pytest.fixture
def offset_pager(trouble):
    """Makes pagers of the server's offset lists: a path, pagination keys, other pager options, and server options."""
    clients = []

    def make(path="/offsets", pagination=None, *, pager=None, **options):
        clients.append(swiftpager.Client(trouble.url(path, size=10, **options), retry=False))
        names = {**LIST, **(pagination or {})}
        return clients[-1].pager(QUERY, {"limit": 10}, pagination=names, **(pager or {}))

    yield make
    for client in clients:
        client.close()


def ids(pages):
    """The numbers of the items on some pages."""
    return [item["id"] for page in pages for item in page.items]


def test_the_state_says_how_a_list_changed(offset_pager):
    pager = offset_pager("/offsets-growing", {"concurrency": 4}, pages=10)
    assert ids(pager) == list(range(1, 111))
    assert pager.state["drift"] == {
        "short_pages": 0, "total_changes": 1, "total": 110, "page_count_changes": 0, "page_count": None
    }
    assert pager.state["end"] == "complete"


def test_items_that_are_hidden_are_missing_to_the_total(trouble):
    with swiftpager.Client(trouble.url("/offsets-hidden", size=10, pages=5)) as client:
        pagination: PaginationDict = {**LIST, "page_count": "/pages"}
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
