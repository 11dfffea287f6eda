"""Different objects with the same key: an event, a count in the state, and one warning a walk."""

import logging
import pathlib
from typing import Any

import pytest

import swiftpager
from commands import run
from swiftpager.testing import Connection, FakeServer

QUERY = (
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {"
    " nodes { id category name } pageInfo { hasNextPage endCursor } } }"
)
# The shop has several products of each category, so the category does not tell them apart.
SHARED_KEY = {"Product": ["category"]}


def told(client: swiftpager.Client) -> list[Any]:
    events: list[Any] = []
    client.observe(lambda event: events.append(event) if event["event"] == "conflict" else None)
    return events


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


@pytest.mark.parametrize("file", [False, True])
def test_an_answer_with_two_values_for_one_record_is_an_event(shop: str, tmp_path: pathlib.Path, file: bool, caplog):
    with swiftpager.Client(shop, cache=tmp_path / "c.db" if file else "memory", key_fields=SHARED_KEY) as client:
        events = told(client)
        pager = client.pager(QUERY, {"first": 25})
        pager.fetch()
        client.dispatch(0)
        [page] = pager.pages
        names: dict[str, set[str]] = {}
        for node in page.items:
            names.setdefault(node["category"], set()).add(node["name"])
        shared = {f"Product:{category}" for category, different in names.items() if len(different) > 1}
        assert shared
        # The ids differ, too: nothing of two such objects is the same but the key.
        assert {event["key"] for event in events} == shared
        assert {(event["type"], event["field"]) for event in events} == {("Product", "id"), ("Product", "name")}
        assert len(events) == 2 * len(shared)
        assert all((event["operation"], event["page"], event["attempt"]) == ("Products", 1, 1) for event in events)
        assert all(event["request"] > 0 for event in events)
        first = {name: events[0][name] for name in ("type", "key", "field")}
        assert pager.state["conflicts"] == {"count": len(events), "first": {"page": 1, **first}}
        # Only a walk warns.
        assert warnings(caplog) == []


def test_a_walk_warns_once_and_says_what_to_do(shop: str, caplog):
    with swiftpager.Client(shop, cache="memory", key_fields=SHARED_KEY) as client:
        pager = client.pager(QUERY, {"first": 100})
        pager.load_all()
        conflicts = pager.state["conflicts"]
        assert conflicts is not None and conflicts["first"]["page"] == 1
        [warning] = warnings(caplog)
        assert f"{conflicts['count']} fields" in warning
        assert "key_fields" in warning and "Product" in warning and conflicts["first"]["key"] in warning
        [record] = [record for record in caplog.records if record.levelno == logging.WARNING]
        assert record.swiftpager == {"event": "conflict", **conflicts}
        # A list that begins anew has no conflicts yet.
        pager.reset()
        assert pager.state["conflicts"] is None


def test_a_loop_warns_once_too(shop: str, caplog):
    with swiftpager.Client(shop, cache="memory", key_fields=SHARED_KEY) as client:
        assert len(list(client.pager(QUERY, {"first": 100}).items())) == 1000
    assert len(warnings(caplog)) == 1


def test_a_request_without_a_pager_has_the_event(shop: str):
    with swiftpager.Client(shop, cache="memory", key_fields=SHARED_KEY) as client:
        events = told(client)
        client.execute("{ products(first: 25) { nodes { category name } } }")
        client.dispatch(0)
        assert events
        assert all((event["page"], event["field"], event["attempt"]) == (None, "name", 1) for event in events)


def test_the_command_prints_one_line(tmp_path: pathlib.Path):
    products = [{"__typename": "Product", "id": str(number % 5), "name": f"Name {number}"} for number in range(25)]
    query = (
        "query ($after: String) { products(first: 10, after: $after) {"
        " nodes { id name } pageInfo { hasNextPage endCursor } } }"
    )
    with FakeServer({"products": Connection(products)}) as server:
        done = run(server.url, "--cache", str(tmp_path / "cache.db"), query=query)
    assert done.returncode == 0
    lines = [line for line in done.stderr.decode().splitlines() if "key_fields" in line]
    assert len(lines) == 1
    assert "`name` of Product:0" in lines[0]
