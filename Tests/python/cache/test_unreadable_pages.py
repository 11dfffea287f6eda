"""Pages that the cache cannot read back: the state counts them, and an observer learns what is missing."""

import logging
from typing import Any, Final

import pytest

import swiftpager
from conftest import ITEMS_QUERY, Trouble

ONLY_CACHE: Final = "return_cache_data_dont_fetch"


def settled(client: swiftpager.Client, pager: Any, count: int, events: list[Any]) -> None:
    """Waits until this number of pages counts as unreadable, and until the observer knows."""
    for _ in range(100):
        client.dispatch(0.05)
        if pager.state["unreadable_pages"] == count and len(events) >= count:
            return
    pytest.fail(f"{pager.state['unreadable_pages']} pages, events: {events}")


def told(client: swiftpager.Client) -> list[Any]:
    events: list[Any] = []
    client.observe(lambda event: events.append(event) if event["event"] == "unreadable" else None)
    return events


@pytest.mark.parametrize("file", [False, True])
def test_a_server_that_leaves_out_typename(trouble: Trouble, tmp_path, file: bool, caplog):
    caplog.set_level(logging.DEBUG, "swiftpager")
    with swiftpager.Client(trouble.url("/good", pages=3), cache=tmp_path / "c.db" if file else "memory") as client:
        events = told(client)
        pager = client.pager(ITEMS_QUERY, {"first": 10}, cache_policy="fetch_ignoring_cache_data")
        pager.load_all()
        settled(client, pager, 3, events)
        assert [event["page"] for event in events] == [1, 2, 3]
        for event in events:
            assert (event["field"], event["request"], event["attempt"]) == ("__typename", 0, 0)
            assert "__typename" in event["reason"]
        assert "page 2: the cache cannot read it back" in caplog.text
        # Pages that the pager no longer holds do not count.
        pager.reset()
        assert pager.state["unreadable_pages"] == 0
    with swiftpager.Client(trouble.url("/good", pages=3), cache="memory", add_typename=False) as client:
        events = told(client)
        pager = client.pager(ITEMS_QUERY, {"first": 10})
        pager.load_all()
        client.dispatch(0.2)
        assert (pager.state["unreadable_pages"], events) == (0, [])


def test_a_page_with_errors(trouble: Trouble):
    with swiftpager.Client(trouble.url("/partial"), cache="memory", add_typename=False) as client:
        events = told(client)
        pager = client.pager(ITEMS_QUERY, {"first": 10}, errors="keep")
        pager.load_all()
        settled(client, pager, 1, events)
        [event] = events
        assert (event["page"], event["place"]) == (2, "QUERY_ROOT")
        assert event["field"].startswith("items(")


def test_a_record_that_is_evicted_and_comes_again(shop):
    query = (
        "query ($first: Int, $after: String) { products(first: $first, after: $after) { nodes { id name }"
        " pageInfo { hasNextPage endCursor } } }"
    )
    with swiftpager.Client(shop, cache="memory") as client:
        events = told(client)
        pager = client.pager(query, {"first": 5})
        pager.fetch()
        pager.load_next()
        key = "Product:" + pager.pages[1].items[0]["id"]
        record = client.cache[key]
        del client.cache[key]
        settled(client, pager, 1, events)
        assert [(event["page"], event["place"], event["field"]) for event in events] == [(2, key, None)]
        client.cache[key] = record
        settled(client, pager, 0, events)
        # A second loss is a second event.
        del client.cache[key]
        settled(client, pager, 1, events)
        client.dispatch(0.2)
        assert len(events) == 2
