"""Compressed requests, with servers that say that they accept them."""

import pathlib
from typing import Any

import pytest

import swiftpager
from negotiating_server import CompressionServer

SMALL = "{ items { edges { node { id } } } }"
LARGE = SMALL + "#" * 9_000


def ask(client: swiftpager.Client, *queries: str) -> None:
    for query in queries:
        assert client.execute(query)["data"]["items"]["totalCount"] == 10


def test_large_requests_are_compressed_once_the_server_has_said_that_it_takes_it() -> None:
    with CompressionServer() as server, swiftpager.Client(server.url) as client:
        ask(client, LARGE, LARGE, SMALL, LARGE)
        assert [got.is_compressed for got in server.got] == [False, True, False, True]
        assert server.got[1].size < 500
        assert server.got[1].asked["query"] == LARGE


def test_a_small_answer_says_it_as_well() -> None:
    with CompressionServer() as server, swiftpager.Client(server.url) as client:
        ask(client, SMALL, LARGE)
        assert [got.is_compressed for got in server.got] == [False, True]


def test_a_server_that_refuses_gets_it_plain_and_is_not_asked_again() -> None:
    events: list[Any] = []
    with CompressionServer(takes_gzip=False) as server, swiftpager.Client(server.url) as client:
        client.observe(events.append)
        ask(client, SMALL, LARGE, LARGE)
        client.dispatch()
        assert [got.is_compressed for got in server.got] == [False, True, False, False]
        assert server.answered == [200, 415, 200, 200]
    # Observers get an event for the second request, with the reason.
    assert [event["reason"] for event in events if event["event"] == "resend"] == ["compression_refused"]
    assert [event["status"] for event in events if event["event"] == "answer"] == [200, 415, 200, 200]


@pytest.mark.parametrize("says_so", [True, False])
def test_nothing_is_compressed_where_it_is_off_or_not_offered(says_so: bool) -> None:
    with (
        CompressionServer(says_so=says_so) as server,
        swiftpager.Client(server.url, compress_requests=not says_so) as client,
    ):
        ask(client, LARGE, LARGE)
        assert not any(got.is_compressed for got in server.got)


def test_a_recording_has_the_plain_body(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "recording.jsonl"
    with CompressionServer() as server, swiftpager.Client(server.url, record=path) as client:
        ask(client, SMALL, LARGE)
        assert server.got[1].is_compressed
    assert LARGE in path.read_text()
    assert "body_base64" not in path.read_text()
    with swiftpager.Client(server.url, replay=path) as client:
        ask(client, LARGE)


def test_a_query_with_its_hash_is_compressed_too() -> None:
    with CompressionServer() as server, swiftpager.Client(server.url, persisted_queries=True) as client:
        ask(client, SMALL)
        query = "query ($text: String) { items { edges { node { id } } } }"
        client.execute(query, {"text": "x" * 9_000})
        assert [(got.form, got.is_compressed) for got in server.got] == [("POST hash", False), ("POST hash", True)]
