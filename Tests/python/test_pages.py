"""Pages: the received bytes without a copy, decoded values, and how long they live."""

import gc
import json

import pytest

import swiftpager
from conftest import ITEMS_QUERY, ids


@pytest.fixture
def page(items_pager):
    pager = items_pager()
    pager.fetch()
    return pager.pages[0]


def test_the_views_are_the_received_bytes(page):
    response = json.loads(bytes(page.raw))
    assert json.loads(bytes(page.raw_data)) == response["data"] == page.data
    assert json.loads(bytes(page.raw_items)) == response["data"]["items"]["edges"] == page.items
    assert page.raw_errors is None
    assert bytes(page.raw_items) in bytes(page.raw_data)
    assert bytes(page.raw_data) in bytes(page.raw)


def test_the_views_are_read_only_bytes_without_a_copy(page):
    for view in (page.raw, page.raw_data, page.raw_items):
        assert (view.format, view.itemsize, view.readonly) == ("B", 1, True)
        with pytest.raises(TypeError):
            view[0] = 0
    whole, items = page.raw, page.raw_items
    assert bytes(items[:1]) == b"["
    assert bytes(whole[-1:]) == b"}"
    assert page.raw.obj is not whole.obj


def test_values_are_decoded_once(page):
    assert page.data is page.data
    assert page.items is page.items


def test_reading_the_items_does_not_need_the_json(page):
    assert page.item_count == 10
    assert page._items is not page.items


def test_a_view_keeps_its_bytes_when_all_else_is_gone(trouble):
    client = swiftpager.Client(trouble.url("/good", size=1_000))
    pager = client.pager(ITEMS_QUERY, retain="none")
    view = next(iter(pager)).raw_items
    copy = bytes(view)
    client.close()
    del client, pager
    gc.collect()
    _ = [bytearray(len(copy)) for _ in range(100)]
    assert bytes(view) == copy
    part = view[1:20]
    del view
    gc.collect()
    assert bytes(part) == copy[1:20]


def test_pages_stay_readable_after_the_client_is_closed(trouble):
    with swiftpager.Client(trouble.url("/good")) as client:
        pager = client.pager(ITEMS_QUERY)
        pager.load_all()
        pages = pager.pages
    del pager, client
    gc.collect()
    assert ids(pages) == list(range(1, 51))
    assert [page.kind for page in pages] == ["initial"] + ["next"] * 4


def test_an_update_stays_readable_after_its_callback_and_its_client(trouble):
    updates = []
    with swiftpager.Client(trouble.url("/good")) as client:
        pager = client.pager(ITEMS_QUERY)
        pager.subscribe(updates.append)
        pager.load_all()
    gc.collect()
    assert ids(updates[2].pages) == list(range(1, 31))


def test_errors_beside_data_come_with_the_page(items_pager):
    pager = items_pager("/partial")
    pager.load_all()
    assert [len(page.errors) for page in pager.pages] == [0, 1, 0, 0, 0]
    page = pager.pages[1]
    assert page.errors == json.loads(bytes(page.raw_errors))
    assert page.errors[0]["extensions"]["code"] == "FORBIDDEN"
    assert page.nodes[0] == {"id": "11", "name": None}


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
        assert page.nodes == [None, None, {"id": 1}, {"id": 2}, 3]
        assert page.items[1] == {"node": None}


def test_a_node_is_found_under_its_alias(shop):
    query = "query ($after: String) { products(first: 2, after: $after) { %s pageInfo { hasNextPage endCursor } } }"
    with swiftpager.Client(shop) as client:
        page = fetched(client, query % "edges { cursor node: cursor product: node { name } }")
        assert page.nodes == [item["product"] for item in page.items] != []
        assert [list(item) for item in page.items] == [["cursor", "node", "product"]] * 2
        first, *_ = client.pager(query % "edges { product: node { name } }").items()
        assert first == page.nodes[0]
        assert [list(node) for node in fetched(client, query % "nodes { node: name }").nodes] == [["node"]] * 2


def test_odd_text_comes_as_it_was_sent(items_pager):
    for page in items_pager("/unicode"):
        name = page.nodes[0]["name"]
        assert "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET} \0 \N{LINE SEPARATOR}" in name
