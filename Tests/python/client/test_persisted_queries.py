"""Hashes instead of queries, with servers that accept them, forget them, refuse them or do not know them."""

import pathlib

import pytest

import swiftpager
from conftest import ids, until
from negotiating_server import HashingServer

QUERY = (
    "query Items($after: String) { items(after: $after) {"
    " edges { node { id name } } pageInfo { hasNextPage endCursor } } }"
)
ALL = list(range(1, 11))


def walk(client: swiftpager.Client) -> list[int]:
    return ids(list(client.pager(QUERY)))


def test_a_walk_sends_its_query_once() -> None:
    with HashingServer() as server, swiftpager.Client(server.url, persisted_queries=True) as client:
        assert walk(client) == ALL
        assert server.forms == ["POST hash", "POST hash+query", *["POST hash"] * 4]
        assert server.got[2].asked["variables"] == {"after": "2"}
        # The server forgets the hashes, as after a restart.
        server.known.clear()
        server.got.clear()
        assert walk(client) == ALL
        assert server.forms == ["POST hash", "POST hash+query", *["POST hash"] * 4]


def test_queries_go_by_get_and_mutations_do_not() -> None:
    with HashingServer() as server:
        with swiftpager.Client(server.url + "?a=b#c", persisted_queries={"get": True}) as client:
            assert walk(client) == ALL
            client.execute("mutation { rename { id } }")
            assert walk(client) == ALL
    assert server.forms[:6] == ["GET hash", "POST hash+query", *["GET hash"] * 4]
    assert server.forms[6:] == ["POST hash", "POST hash+query", *["GET hash"] * 5]
    assert server.got[2].target.startswith("/graphql?a=b&extensions=%7B")
    assert server.got[2].asked["variables"] == {"after": "2"}
    assert server.got[2].size == 0
    assert "content-length" not in server.got[2].headers
    assert server.got[6].target == "/graphql?a=b"


def test_the_cache_sees_the_query() -> None:
    with HashingServer() as server, swiftpager.Client(server.url, persisted_queries=True, cache="memory") as client:
        pager = client.pager(QUERY)
        pager.load_all()
        assert "__typename" in server.known[server.got[0].hash or ""]
        client.cache["Item:3"] = {"name": "Changed"}
        until(lambda: client.dispatch(0.1) or pager.pages[1].items[0]["name"] == "Changed")
        assert len(server.got) == 6
        client.pager(QUERY, cache_policy="return_cache_data_dont_fetch").load_all()
        assert len(server.got) == 6


def test_a_recording_has_what_was_asked(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "recording.jsonl"
    with HashingServer() as server:
        with swiftpager.Client(server.url, persisted_queries={"get": True}, record=path) as client:
            assert walk(client) == ALL
    assert "sha256Hash" not in path.read_text()
    assert len(path.read_text().splitlines()) == 6
    for persisted in (True, False):
        with swiftpager.Client(server.url, persisted_queries=persisted, replay=path) as client:
            assert walk(client) == ALL


def test_a_transport_of_the_host_gets_what_would_be_sent() -> None:
    requests = []
    server = HashingServer()

    def send(request: swiftpager.Request) -> None:
        from json import dumps

        from negotiating_server import Got

        requests.append((request.method, request.url))
        target = request.url.removeprefix("http://example.com")
        status, _, value = server.answer(Got(request.method, target, {}, request.body))
        request.complete(status, dumps(value).encode())

    with swiftpager.Client("http://example.com/", persisted_queries={"get": True}, transport=send) as client:
        assert walk(client) == ALL
    assert [method for method, _ in requests] == ["GET", "POST", "GET", "GET", "GET", "GET"]
    assert requests[0][1].startswith("http://example.com/?extensions=%7B%22persistedQuery%22")
    assert requests[1][1] == "http://example.com/"


def test_what_it_may_be_is_checked() -> None:
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        swiftpager.Client("http://localhost/", persisted_queries={"post": True})  # type: ignore[arg-type]
    assert caught.value.path == "/persisted_queries/post"
