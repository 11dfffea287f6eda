"""Pages: the received bytes, decoded values, and how long they live."""

import gc
import io
import json

import msgspec
import orjson
import pandas
import pytest

import swiftpager
from conftest import ITEMS_QUERY, ids


@pytest.fixture
def page(items_pager):
    pager = items_pager()
    pager.fetch()
    return pager.pages[0]


def test_the_raw_parts_are_the_received_bytes(page):
    response = json.loads(page.raw)
    assert json.loads(page.raw_data) == response["data"] == page.data
    assert json.loads(page.raw_edges) == response["data"]["items"]["edges"] == page.edges
    assert [json.loads(line) for line in page.raw_items.splitlines()] == page.items
    assert page.raw_errors is None
    assert page.raw_edges in page.raw_data
    assert page.raw_data in page.raw


def test_the_nodes_of_every_page_are_those_of_its_edges(items_pager):
    # The library reads the first page again to find its nodes; on later pages it finds them while it reads the page.
    walked = list(items_pager())
    assert len(walked) == 5
    for page in walked:
        assert page.items == [edge["node"] for edge in json.loads(page.raw_edges)]
        assert [json.loads(line) for line in page.raw_items.splitlines()] == page.items
    assert ids(walked) == list(range(1, 51))


def test_the_items_are_read_by_whatever_reads_json(page):
    for read in (json.loads, orjson.loads, msgspec.json.decode, lambda text: pandas.read_json(io.BytesIO(text)).values):
        assert len(read(page.raw_edges)) == 10


def test_values_are_decoded_once(page):
    assert page.data is page.data
    assert page.edges is page.edges


def test_the_list_of_nodes_is_the_callers_own(page):
    page.items.clear()
    assert len(page.items) == 10


def test_the_page_info_and_its_cursors(items_pager):
    pages = list(items_pager())
    assert [page.end_cursor for page in pages] == ["item-10", "item-20", "item-30", "item-40", "item-50"]
    assert pages[0].page_info["hasNextPage"] is True
    assert pages[0].start_cursor == pages[0].page_info.get("startCursor")
    assert pages[0].extensions == {}


def test_the_headers_of_the_response_in_any_case(page):
    assert page.headers["Content-Type"].startswith("application/json")
    assert page.headers["content-type"] == page.headers["CONTENT-TYPE"] == page.headers.get_all("content-type")[0]
    assert "content-length" in page.headers
    assert "Set-Cookie" not in page.headers
    assert page.headers.get("Set-Cookie") is None
    assert dict(page.headers).keys() >= {"content-type", "content-length"}


@pytest.mark.long
def test_pages_stay_readable_after_the_client_is_closed(trouble):
    with swiftpager.Client(trouble.url("/good")) as client:
        pager = client.pager(ITEMS_QUERY)
        pager.load_all()
        pages = pager.pages
    del pager, client
    gc.collect()
    assert ids(pages) == list(range(1, 51))
    assert [page.kind for page in pages] == ["initial"] + ["next"] * 4


@pytest.mark.long
def test_an_update_stays_readable_after_its_callback_and_its_client(trouble):
    updates = []
    with swiftpager.Client(trouble.url("/good")) as client:
        pager = client.pager(ITEMS_QUERY)
        pager.subscribe(updates.append)
        pager.load_all()
    gc.collect()
    assert ids(updates[2].pages) == list(range(1, 31))


def test_errors_beside_data_come_with_the_page(items_pager):
    pager = items_pager("/partial", pager={"errors": "keep"})
    pager.load_all()
    assert [len(page.errors) for page in pager.pages] == [0, 1, 0, 0, 0]
    page = pager.pages[1]
    assert page.errors == json.loads(bytes(page.raw_errors))
    assert page.errors[0]["extensions"]["code"] == "FORBIDDEN"
    assert page.items[0] == {"id": "11", "name": None}


def test_a_page_tells_of_itself(page):
    assert repr(page) == "<swiftpager.Page initial, 10 items>"


def fetched(client, query, **options):
    pager = client.pager(query, **options)
    pager.fetch()
    return pager.pages[0]


def test_a_null_in_the_list_stays_none():
    def answer(request):
        edges = b'[null, {"node": null}, {"node":\n {"id": 1}}, {"id": 2}, 3]'
        request.complete(200, b'{"data": {"items": {"edges": %b, "pageInfo": {"hasNextPage": false}}}}' % edges)

    with swiftpager.Client("http://example.com/", transport=answer) as client:
        page = fetched(client, ITEMS_QUERY)
        assert page.items == [None, None, {"id": 1}, {"id": 2}, 3]
        assert page.edges[1] == {"node": None}


def test_a_node_is_found_under_its_alias(shop):
    query = "query ($after: String) { products(first: 2, after: $after) { %s pageInfo { hasNextPage endCursor } } }"
    with swiftpager.Client(shop) as client:
        page = fetched(client, query % "edges { cursor node: cursor product: node { name } }")
        assert page.items == [item["product"] for item in page.edges] != []
        assert [list(item) for item in page.edges] == [["cursor", "node", "product"]] * 2
        first, *_ = client.pager(query % "edges { product: node { name } }").items()
        assert first == page.items[0]
        assert [list(node) for node in fetched(client, query % "nodes { node: name }").items] == [["node"]] * 2


def test_odd_text_comes_as_it_was_sent(items_pager):
    for page in items_pager("/unicode"):
        name = page.items[0]["name"]
        assert "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET} \0 \N{LINE SEPARATOR}" in name
