"""What a pager says about the list that it found, before the first request and after a walk."""

import swiftpager

NAMES = (
    "items", "page_info", "has_next_page", "end_cursor", "has_previous_page", "start_cursor", "after", "first",
    "before", "last", "offset", "page", "limit", "total", "page_count", "has_more", "key", "end", "cursor",
)


def test_a_pager_says_which_list_it_found() -> None:
    query = "query ($o: Int, $n: Int) { shop { goods(offset: $o, limit: $n) { items { id } info { total more } } } }"
    with swiftpager.Client("http://127.0.0.1:9/graphql") as client:
        found = client.pager(
            query, pagination={"connection": "/shop/goods", "total": "/info/total", "has_more": "/info/more"}
        ).state["list"]
    assert found == {
        **dict.fromkeys(NAMES), "type": "offset", "connection": "/shop/goods", "direction": "forward",
        "items": "/items", "offset": "o", "limit": "n", "total": "/info/total", "has_more": "/info/more",
        "cursor": None, "next_query": None, "found_by": None,
    }


def test_it_is_the_same_after_a_walk(items_pager):
    pager = items_pager()
    before = pager.state["list"]
    pager.load_all()
    assert pager.state["list"] == before
