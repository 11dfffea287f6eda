"""What a pager says about the list that it found, before the first request."""

import pytest

import swiftpager
from conftest import ITEMS_QUERY

ENDPOINT = "http://127.0.0.1:9/graphql"
FLAGS = {
    "next": "hasNextPage endCursor", "previous": "hasPreviousPage startCursor",
    "both": "hasNextPage endCursor hasPreviousPage startCursor",
}
NOTHING = dict.fromkeys((
    "items", "page_info", "has_next_page", "end_cursor", "has_previous_page", "start_cursor", "after", "first",
    "before", "last", "offset", "page", "limit", "total", "page_count", "has_more", "key", "end",
))
NEXT = {"page_info": "/pageInfo", "has_next_page": "/hasNextPage", "end_cursor": "/endCursor"}
PREVIOUS = {"page_info": "/pageInfo", "has_previous_page": "/hasPreviousPage", "start_cursor": "/startCursor"}


def query(declared, arguments, selection):
    return f"query ({declared}) {{ shop {{ goods: items({arguments}) {{ {selection} }} }} }}"


def page_info(ends):
    return f"pageInfo {{ {FLAGS[ends]} }}"


BOTH_WAYS = query(
    "$n: Int, $a: ID, $b: ID", "first: $n, last: $n, after: $a, before: $b", f"nodes {{ id }} {page_info('both')}"
)
# The query, the pagination, and the found names.
LISTS = {
    "forward": (
        query("$n: Int, $c: String", "first: $n, after: $c", f"edges {{ node {{ id }} }} {page_info('next')}"), {},
        {"direction": "forward", "items": "/edges", **NEXT, "after": "c", "first": "n"},
    ),
    "reverse": (
        query("$n: Int, $c: String", "last: $n, before: $c", f"edges {{ x }} nodes {{ id }} {page_info('both')}"), {},
        {"direction": "reverse", "items": "/nodes", **PREVIOUS, "before": "c", "last": "n"},
    ),
    "bidirectional": (
        BOTH_WAYS, {},
        {"direction": "bidirectional", "items": "/nodes", **NEXT, **PREVIOUS, "after": "a", "before": "b",
         "first": "n", "last": "n"},
    ),
    "one direction of two": (
        BOTH_WAYS, {"direction": "forward"},
        {"direction": "forward", "items": "/nodes", **NEXT, "after": "a", "first": "n"},
    ),
    "other names, and a fixed size": (
        "query ($from: Int) { list(first: 5, from: $from) { rows { id } pager { more next } } }",
        {"connection": "/list", "items": "/rows", "page_info": "/pager", "has_next_page": "/more",
         "end_cursor": "/next", "after": "from"},
        {"direction": "forward", "connection": "/list", "items": "/rows", "page_info": "/pager",
         "has_next_page": "/more", "end_cursor": "/next", "after": "from"},
    ),
    "keyset": (
        query("$w: Filter, $n: Int", "where: $w, limit: $n", "items { id at } more"),
        {"connection": "/shop/goods", "key": ["/at", "/id"], "after": ["/w/at", "/w/id"], "has_more": "/more"},
        {"type": "keyset", "direction": "forward", "items": "/items", "key": ["/at", "/id"],
         "after": ["/w/at", "/w/id"], "limit": "n", "has_more": "/more"},
    ),
    "offset": (
        query("$o: Int, $n: Int", "offset: $o, limit: $n", "items { id } info { total more }"),
        {"connection": "/shop/goods", "total": "/info/total", "has_more": "/info/more"},
        {"type": "offset", "direction": "forward", "items": "/items", "offset": "o", "limit": "n",
         "total": "/info/total", "has_more": "/info/more"},
    ),
    "page numbers": (
        query("$p: Int", "page: $p, size: 7", "rows { id } pages"),
        {"connection": "/shop/goods", "items": "/rows", "page_count": "/pages"},
        {"type": "offset", "direction": "forward", "items": "/rows", "page": "p", "page_count": "/pages"},
    ),
    "an array": (
        query("$o: Int, $size: Int", "offset: $o, limit: $size", "id"), {"type": "offset", "connection": "/shop/goods"},
        {"type": "offset", "direction": "forward", "items": "", "offset": "o", "limit": "size", "end": "empty_page"},
    ),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_pager_says_which_list_it_found(name):
    text, pagination, expected = LISTS[name]
    with swiftpager.Client(ENDPOINT) as client:
        found = client.pager(text, pagination=pagination or None).state["list"]
    assert found == {
        **NOTHING, "type": "cursor", "connection": "/shop/goods", "next_query": None, "found_by": None, **expected,
    }


def test_two_queries_have_names_of_their_own():
    opening = "query { items { edges { node { id } } pageInfo { hasNextPage endCursor } } }"
    with swiftpager.Client(ENDPOINT) as client:
        found = client.pager(opening, next_query={"query": ITEMS_QUERY, "variables": {"first": 5}}).state["list"]
    common = {**NOTHING, "connection": "/items", "items": "/edges", **NEXT}
    further = {**common, "after": "after", "first": "first"}
    assert found == {**common, "type": "cursor", "direction": "forward", "next_query": further, "found_by": None}


def test_an_offset_list_of_two_queries():
    opening = "query { list { items { id } } }"
    further = "query ($page: Int) { rest(page: $page) { items { id } } }"
    with swiftpager.Client(ENDPOINT) as client:
        pager = client.pager(
            opening, pagination={"type": "offset", "connection": "/list"},
            next_query={"query": further, "connection": "/rest"},
        )
        found = pager.state["list"]
    common = {**NOTHING, "items": "/items", "end": "empty_page"}
    assert found == {
        **common, "type": "offset", "direction": "forward", "connection": "/list",
        "next_query": {**common, "connection": "/rest", "page": "page"}, "found_by": None,
    }


def test_what_a_hook_finds_is_not_known():
    pagination: swiftpager.Pagination = {"connection": "/items", "items": "/edges"}
    known = {**NOTHING, "connection": "/items", "items": "/edges", "type": None, "next_query": None, "found_by": None}
    hooks = {"extract_page_info": lambda page, is_initial: None, "resolve_page": lambda info, direction: None}
    with swiftpager.Client(ENDPOINT) as client:
        found = client.pager(ITEMS_QUERY, pagination=pagination, extract_page_info=hooks["extract_page_info"])
        assert found.state["list"] == {**known, "direction": "forward", "after": "after", "first": "first"}
        found = client.pager(ITEMS_QUERY, pagination=pagination, **hooks)
        assert found.state["list"] == {**known, "direction": None}


def test_it_is_the_same_after_a_walk(items_pager):
    pager = items_pager()
    before = pager.state["list"]
    pager.load_all()
    assert pager.state["list"] == before
