"""A server that repeats what the request keeps secret: no error shows it, and responses stay as sent."""

import base64
import http.server
import json
import threading
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

import swiftpager

QUERY = "query ($after: String) { items(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"
TOKEN, PASSWORD, KEY = "s3cr3tTOKENvalue", "pass-word-of-a-user", "key-of-the-address"
SECRETS = [TOKEN, PASSWORD, KEY, base64.b64encode(f"user:{PASSWORD}".encode()).decode()]
LIST = {"items": {"nodes": [{"id": "1"}], "pageInfo": {"hasNextPage": False, "endCursor": None}}}


def values(said: str) -> dict[str, Any]:
    """A list that repeats a text in the values of its items, where a cut of 60 bytes would part the token."""
    said = "x" * 50 + said[said.index(TOKEN) :]
    inner = {"nodes": [{"id": "2"}], "pageInfo": {"hasNextPage": True, "endCursor": None}}
    nodes = [{"id": TOKEN, "__typename": "Item", "text": text, "inner": inner} for text in (said, f"y{said}")]
    return {"items": {**LIST["items"], "nodes": nodes}}


class Echo(http.server.BaseHTTPRequestHandler):
    """Repeats the request's head, in a way that the path names."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        said = f"you sent {self.path} {dict(self.headers.items())}"
        errors = {"errors": [{"message": said, "path": ["items", TOKEN], "extensions": {"sent": [said]}}]}
        status, body = {
            "graphql": (200, json.dumps({**errors, "data": None})),
            "partial": (200, json.dumps({**errors, "data": LIST})),
            "status": (400, json.dumps(errors)),
            "limit": (429, json.dumps(errors)),
            "text": (500, said),
            "not-json": (200, said),
            "redirect": (302, ""),
            "values": (200, json.dumps({"data": values(said)})),
        }[self.path.partition("?")[0].strip("/")]
        content = body.encode()
        self.send_response(status)
        if status == 302:
            self.send_header("Location", f"http://127.0.0.1/{TOKEN}/login")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


# How the token is given: with the client, with the authorizer, or with one call.
CLIENTS: dict[str, dict[str, Any]] = {
    "config": {"headers": {"Authorization": f"Bearer {TOKEN}"}},
    "authorizer": {"authorizer": lambda reason: {"Authorization": f"Bearer {TOKEN}"}},
    "call": {},
}


def walk(port: int, path: str, way: str, query: str = QUERY, **options: Any) -> Any:
    """Reads the first page of a list."""
    endpoint = f"http://user:{PASSWORD}@127.0.0.1:{port}/{path}?key={KEY}"
    with swiftpager.Client(endpoint, retry={"max_attempts": 1}, **CLIENTS[way]) as client:
        pager = client.pager(query, **options)
        pages: list[Any] = []
        pager.subscribe(lambda update: pages.append(update.page))
        pager.load_all(headers={"X-Token": TOKEN} if way == "call" else {})
        return pages[-1]


@pytest.mark.parametrize("way", CLIENTS)
@pytest.mark.parametrize("path", ["graphql", "status", "limit", "text", "not-json", "redirect"])
def test_no_error_shows_it(port: int, path: str, way: str) -> None:
    with pytest.raises(swiftpager.SwiftPagerError) as caught:
        walk(port, path, way)
    error = caught.value
    shown = "".join(traceback.format_exception(error)) + repr(error) + str(getattr(error, "errors", ""))
    assert [secret for secret in SECRETS if secret in shown.replace("['items', '" + TOKEN, "")] == []
    assert path != "graphql" or getattr(error, "errors", None)
    # Nothing is quoted of a limit.
    assert "[hidden]" in shown or path == "limit"


INNER = (
    "query ($after: String) { items(after: $after) { nodes { id __typename text inner(first: 1) { nodes { id } pageInfo"
    " { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }"
)


@pytest.mark.parametrize("kind", ["text", "time"])  # out of order, and not a time
def test_an_error_about_the_values_of_items_hides_it(port: int, kind: str) -> None:
    since = {"path": "/text", "type": kind, "order": "descending"}
    with pytest.raises(swiftpager.SwiftPagerError) as caught:
        walk(port, "values", "config", INNER, since=since, pagination={"identity": "/id"})
    assert caught.value.code == "NOT_ORDERED", caught.value
    assert "[hidden]" in str(caught.value)
    assert TOKEN[:6] not in str(caught.value)


def test_an_error_about_a_column_hides_it(port: int) -> None:
    pytest.importorskip("pyarrow")
    endpoint = f"http://127.0.0.1:{port}/values"
    with swiftpager.Client(endpoint, **CLIENTS["config"]) as client:
        with pytest.raises(swiftpager.SwiftPagerError) as caught:
            client.pager(INNER).to_arrow(columns={"text": {"type": "int64"}})
    assert "[hidden]" in str(caught.value) and TOKEN[:6] not in str(caught.value)


def test_an_error_about_a_list_inside_an_item_hides_it(port: int) -> None:
    with pytest.raises(swiftpager.SwiftPagerError) as caught:
        walk(port, "values", "config", INNER, nested="drain")
    assert "[hidden]" in str(caught.value) and TOKEN not in str(caught.value)


def test_pages_stay_as_sent(port: int) -> None:
    page = walk(port, "partial", "config", errors="keep")
    assert TOKEN in page.errors[0]["message"]


def test_an_error_of_partial_data_hides_it(port: int) -> None:
    with pytest.raises(swiftpager.SwiftPagerError) as caught:
        walk(port, "partial", "config", errors="fail")
    assert TOKEN not in str(caught.value) and "[hidden]" in str(caught.value)


@pytest.mark.parametrize("way", CLIENTS)
def test_an_error_of_a_typed_function_hides_it(port: int, way: str) -> None:
    typed = pytest.importorskip("swiftpager.typed")
    endpoint = f"http://user:{PASSWORD}@127.0.0.1:{port}/partial?key={KEY}"
    options = {"headers": {"X-Token": TOKEN}} if way == "call" else {}
    with swiftpager.Client(endpoint, **CLIENTS[way]) as client:
        with pytest.raises(swiftpager.GraphQLError) as caught:
            typed.execute(client, QUERY, {}, dict[str, Any], "fail", options)
        assert typed.execute(client, QUERY, {}, dict[str, Any], "keep", options) == LIST
    (error,) = caught.value.errors
    shown = f"{caught.value} {error['message']} {error['extensions']}"
    assert [secret for secret in SECRETS if secret in shown] == [] and "[hidden]" in shown
    # The names in a path stay.
    assert error["path"] == ["items", TOKEN]
