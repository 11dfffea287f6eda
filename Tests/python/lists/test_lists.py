"""Lists that are read backward or in both directions, or with another query for later pages."""

import base64

import pytest

import swiftpager

BOTH_WAYS = (
    "query ($first: Int, $after: String, $last: Int, $before: String) {"
    " products(first: $first, after: $after, last: $last, before: $before) { nodes { name }"
    " pageInfo { hasNextPage endCursor hasPreviousPage startCursor } } }"
)
REVERSE = (
    "query ($last: Int, $before: String) { products(last: $last, before: $before) { nodes { name }"
    " pageInfo { hasPreviousPage startCursor } } }"
)
LIST = "query ($offset: Int, $limit: Int) { productList(offset: $offset, limit: $limit) { items { name } total } }"


@pytest.fixture
def client(shop):
    with swiftpager.Client(shop) as client:
        yield client


def cursor(number):
    """The shop's cursor of a product."""
    return base64.b64encode(f"arrayconnection:{number - 1}".encode()).decode()


def numbers(pages):
    """The numbers in the products' names, which are their positions in the list."""
    return [int(product["name"].rpartition(" ")[2]) for page in pages for product in page.items]


def test_a_reverse_list_begins_with_its_last_page(client):
    pager = client.pager(REVERSE, {"last": 2})
    assert not pager.can_load_previous
    pager.fetch()
    assert (pager.can_load_next, pager.can_load_previous) == (False, True)
    pager.load_previous()
    assert numbers(pager.pages) == [997, 998, 999, 1000]
    assert [page.kind for page in pager.pages] == ["previous", "initial"]
    with pytest.raises(swiftpager.PageHasNoMoreContent):
        pager.load_next()


def test_a_list_from_its_middle_is_loaded_both_ways(client):
    pager = client.pager(BOTH_WAYS, {"after": cursor(500), "first": 100})
    pager.load_all()
    assert numbers(pager.pages) == list(range(1, 1001))
    assert [page.kind for page in pager.pages] == ["previous"] * 5 + ["initial"] + ["next"] * 4
    assert pager.state["ends"] == {"next": "complete", "previous": "complete"}


def test_a18_pages_are_told_apart_by_their_whole_variables(client):
    # "Skip 1, take 2" and "skip 2, take 1" have the same values, but are two different pages.
    requests = iter([{"offset": 2, "limit": 1}, {"limit": 1, "offset": 2}])
    pager = client.pager(
        LIST, {"offset": 1, "limit": 2}, pagination={"connection": "/productList", "items": "/items"},
        extract_page_info=lambda page, is_initial: {"can_load_next": True},
        resolve_page=lambda info, direction: {"variables": next(requests)},
    )
    pager.fetch()
    with pytest.raises(swiftpager.CursorStuck):
        pager.load_next()
    assert [numbers([page]) for page in pager.pages] == [[2, 3], [3]]


def test_further_pages_can_have_a_query_of_their_own(client):
    pager = client.pager(
        "{ shop { name } products(first: 10) { nodes { name } pageInfo { hasNextPage endCursor } } }",
        next_query={
            "query": "query More($size: Int!, $from: String!) { products(first: $size, after: $from) {"
            " edges { node { name } } pageInfo { hasNextPage endCursor } } }",
            "variables": {"size": 99},
        },
    )
    pager.load_all()
    assert numbers(pager.pages) == list(range(1, 1001))
    assert [page.item_count for page in pager.pages] == [10] + [99] * 10


@pytest.mark.parametrize(("retain", "run", "held"), [("all", "none", 0), ("last", "all", 2)])
def test_a_run_keeps_what_it_is_told_to(client, retain, run, held):
    pager = client.pager(REVERSE, {"last": 2}, retain=retain)
    pager.fetch()
    pager.load_previous(retain=run)
    assert len(pager.pages) == pager.state["pages_held"] == held
    assert pager.state["pages_loaded"] == 2
    pager.fetch(retain="all")
    assert len(pager.pages) == 1
    with pytest.raises(swiftpager.ConfigurationError):
        pager.load_all(retain="some")


def test_a_refused_load_previous_leaves_the_walk_alone(client):
    pager = client.pager(REVERSE, {"last": 100})
    pages = iter(pager)
    next(pages)
    with pytest.raises(swiftpager.LoadInProgress):
        pager.load_previous()
    assert 1 + len(list(pages)) == 10
