"""Lists of every kind: backward, in both directions, by offsets, and with another query for later pages."""

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
ARRAY = "query ($offset: Int, $limit: Int) { productArray(offset: $offset, limit: $limit) { name } }"


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


def test_the_iterator_gives_next_pages_first_then_previous_ones(client):
    pager = client.pager(BOTH_WAYS, {"after": cursor(850), "first": 100}, retain="none")
    found = [numbers([page])[0] for page in pager]
    assert found == [851, 951, *range(751, 50, -100), 1]


def test_the_direction_can_be_said(client):
    pager = client.pager(BOTH_WAYS, {"last": 10}, pagination={"direction": "reverse"})
    pager.fetch()
    assert numbers(pager.pages) == list(range(991, 1001))
    assert pager.state["ends"] == {"next": "complete", "previous": None}


@pytest.mark.parametrize(("trust", "count"), [(None, 1000), (False, 1000), (True, 500)])
def test_the_flag_of_the_other_end_is_believed_where_that_was_said(client, trust, count):
    query = BOTH_WAYS.replace("products(", "forgetfulProducts(")
    pagination = {} if trust is None else {"trust_opposite_flag": trust}
    pager = client.pager(query, {"after": cursor(500), "first": 100}, pagination=pagination, retain="none")
    assert sum(page.item_count for page in pager) == count


@pytest.mark.parametrize(("query", "variables", "pagination", "pages"), [
    (LIST, {"limit": 100}, {"connection": "/productList"}, 11),
    (LIST, {"limit": 100}, {"connection": "/productList", "total": "/total"}, 10),
    (LIST, {"limit": 99}, {"connection": "/productList", "end": "short_page"}, 11),
    (ARRAY, {"limit": 500}, {"connection": "/productArray", "items": ""}, 11),
    (ARRAY, {"offset": 900, "limit": 100}, {"connection": "/productArray", "items": "", "offset": "offset"}, 2),
])
def test_an_offset_list_is_walked_to_its_end(client, query, variables, pagination, pages):
    pager = client.pager(query, variables, pagination={"type": "offset", **pagination})
    pager.load_all()
    first = variables.get("offset", 0) + 1
    assert numbers(pager.pages) == list(range(first, 1001))
    assert pager.state["pages_loaded"] == pages


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


def test_what_is_wrong_with_the_next_query_is_told_with_its_path(client):
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        client.pager(REVERSE, next_query={"query": "{"})
    assert caught.value.path == "/next_query/query"


@pytest.mark.parametrize(("retain", "run", "held"), [
    ("all", None, 2), ("all", "last", 1), ("all", "none", 0), ("last", "all", 2), ("none", "all", 1), ("none", None, 0),
])
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
