"""Iteration over pages and items: order, pace and ending."""

import pytest

import swiftpager
from conftest import ITEMS_QUERY, PRODUCTS_QUERY, ids, until


@pytest.mark.parametrize("retain", ["all", "last", "none"])
@pytest.mark.parametrize("emit", ["each", "end"])
def test_a_walk_yields_every_page_once_and_in_order(items_pager, retain, emit):
    pager = items_pager(pager={"retain": retain, "emit": emit})
    pages = list(pager)
    # With one update at the end, a walk shows only the pages that the pager then holds.
    expected = range(41, 51) if emit == "end" and retain != "all" else range(1, 51)
    assert ids(pages) == list(expected)


@pytest.mark.parametrize("emit", ["each", "end"])
@pytest.mark.parametrize("limit", [None, 25])
def test_items_come_once_and_in_order(items_pager, emit, limit):
    pager = items_pager(pager={"emit": emit})
    assert [int(item["id"]) for item in pager.items(limit=limit)] == list(range(1, 1 + (limit or 50)))
    assert pager.state["loading"] is None


def test_a_null_in_place_of_the_list_has_no_items():
    def answer(request):
        request.complete(200, b'{"data": {"items": {"edges": null, "pageInfo": {"hasNextPage": false}}}}')

    with swiftpager.Client("http://shop.example/graphql", transport=answer) as client:
        for kind in (None, dict):
            assert list(client.pager(ITEMS_QUERY).items(kind)) == []


def test_a_walk_starts_over_although_pages_are_held(items_pager):
    pager = items_pager()
    pager.fetch()
    pager.load_next()
    assert ids(list(pager)) == list(range(1, 51))
    assert ids(list(pager)) == list(range(1, 51))
    assert pager.pages == [], "the loop has had them"


def test_items_are_the_nodes_of_edges(products):
    names = [product["name"] for product in products.items()]
    assert [int(name.rpartition(" ")[2]) for name in names] == list(range(1, 1001))


def test_items_are_the_nodes_themselves_where_the_query_asks_for_nodes(shop):
    query = PRODUCTS_QUERY.replace("edges { cursor node { id name price } }", "nodes { id name }")
    with swiftpager.Client(shop) as client:
        pager = client.pager(query, {"first": 100})
        products = list(pager.items())
    assert len(products) == 1000
    assert products[0].keys() == {"id", "name"}


def test_the_pagination_can_name_the_items(shop):
    query = PRODUCTS_QUERY.replace("products(", "all: products(").replace("edges {", "list: edges {")
    with swiftpager.Client(shop) as client:
        pager = client.pager(query, {"first": 100}, pagination={"connection": "/all", "items": "/list"})
        assert sum(page.item_count for page in pager) == 1000


def test_exactly_one_page_travels_ahead_of_the_loop(items_pager, trouble):
    pager, walked = items_pager(pages=6), 0
    with swiftpager.Client(f"{trouble.base}/good?key={trouble.key}-other") as client:
        other = client.pager(ITEMS_QUERY)
        for page in pager:
            walked += 1
            assert page.item_count == 10
            expected = min(walked + 1, 6)
            until(lambda expected=expected: pager.state["pages_loaded"] == expected)
            # The same server answers some more requests. One request too many would have arrived by then.
            for _ in range(3):
                other.fetch()
            assert trouble.stats()["requests"] == expected
    assert walked == 6


def test_leaving_the_loop_cancels_the_walk(items_pager, trouble):
    pager, walked = items_pager("/stall", bad=2, pager={"retain": "all"}), []
    for page in pager:
        walked.append(page)
        until(lambda: trouble.stats()["requests"] == 2)
        assert pager.state["loading"] == "load_all"
        break
    assert ids(walked) == list(range(1, 11))
    assert pager.state["loading"] is None
    until(lambda: trouble.stats()["aborts"] == 1)
    assert ids(pager.pages) == list(range(1, 11))
    pager.fetch()
    assert trouble.stats()["cursors"] == [None, "item-10", None]


def test_leaving_items_cancels_the_walk(items_pager):
    pager = items_pager("/slow", bad=2, ms=60_000)
    items = pager.items()
    assert next(items)["id"] == "1"
    items.close()
    assert pager.state["loading"] is None


def test_an_exception_in_the_loop_cancels_the_walk(items_pager):
    pager = items_pager("/slow", bad=2, ms=60_000)
    with pytest.raises(KeyError):
        for page in pager:
            page.data["nothing"]
    assert pager.state["loading"] is None


@pytest.mark.parametrize("emit", ["each", "end"])
def test_a_failure_is_raised_after_the_pages_before_it(items_pager, emit):
    walked = []
    with pytest.raises(swiftpager.HTTPError):
        for page in items_pager("/html-502", pager={"emit": emit}):
            walked.append(page)
    assert ids(walked) == list(range(1, 21))


def test_a_page_without_data_is_raised_and_not_yielded(items_pager):
    pager, walked = items_pager("/errors-null-data"), []
    with pytest.raises(swiftpager.GraphQLError) as caught:
        for page in pager:
            walked.append(page)
    assert ids(walked) == list(range(1, 21))
    assert caught.value.errors[0]["message"] == "The warehouse is closed."


def test_a_cap_is_raised_after_its_pages(items_pager):
    walked = []
    with pytest.raises(swiftpager.PageLimit):
        for page in items_pager(pager={"max_pages": 2}):
            walked.append(page)
    assert len(walked) == 2


def test_a_walk_that_something_else_supersedes_raises_cancelled(items_pager):
    pager = items_pager()
    with pytest.raises(swiftpager.Cancelled):
        for _ in pager:
            pager.fetch()


def test_a_walk_of_a_pager_that_is_reset_raises_cancelled(items_pager):
    pager, walked = items_pager(), []
    with pytest.raises(swiftpager.Cancelled):
        for page in pager:
            walked.append(page)
            pager.reset()
    assert ids(walked) == list(range(1, 11))


def test_a_walk_runs_the_callbacks_of_who_subscribes_meanwhile(items_pager):
    pager, updates = items_pager(pager={"retain": "all"}), []
    for number, _ in enumerate(pager):
        if number == 0:
            pager.subscribe(updates.append)
    assert updates[-1].page_count == 5


@pytest.mark.parametrize(("retain", "counts"), [("all", [1, 2, 3, 4, 5]), (None, [1, 1, 1, 1, 1])])
def test_a_walk_runs_the_callbacks_of_other_subscribers(items_pager, retain, counts):
    pager, updates = items_pager(pager={"retain": retain}), []
    pager.subscribe(updates.append)
    assert len(list(pager)) == 5
    assert [update.page_count for update in updates] == counts


def test_two_walks_of_two_pagers_do_not_disturb_each_other(items_pager):
    pairs = list(zip(items_pager(), items_pager(), strict=True))
    assert ids([one for one, _ in pairs]) == ids([two for _, two in pairs]) == list(range(1, 51))


def test_a_list_is_counted_where_the_variables_leave_its_items_out(shop):
    query = """query ($after: String, $items: Boolean!) { products(first: 50, after: $after) {
        edges @include(if: $items) { node { id } } pageInfo { hasNextPage endCursor } } }"""
    with swiftpager.Client(shop) as client:
        walked = {
            items: [len(page.items) for page in client.pager(query, {"items": items})]
            for items in (True, False)
        }
    assert sum(walked[True]) > 100
    assert walked[False] == [0] * len(walked[True])
