"""A server that cares about the form of requests; it runs in the test's own process and shows what it received."""

import contextlib
import gzip
import hashlib
import http.server
import json
import time
import urllib.parse
from typing import Any, Self

from loopback import listening

PAGE_COUNT = 5
PAGE_SIZE = 2

Answer = tuple[int, dict[str, str], Any]


class Got:
    """One request as the server received it."""

    def __init__(self, method: str, target: str, headers: dict[str, str], body: bytes) -> None:
        self.method = method
        self.target = target
        self.headers = headers
        self.size = len(body)
        self.is_compressed = headers.get("content-encoding") == "gzip"
        if method == "GET":
            query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(target).query))
            texts = ("extensions", "variables")
            self.asked: dict[str, Any] = {
                key: json.loads(text) if key in texts else text for key, text in query.items()
            }
        else:
            self.asked = json.loads(gzip.decompress(body) if self.is_compressed else body)

    @property
    def hash(self) -> str | None:
        """The hash that identifies the query."""
        extensions: dict[str, dict[str, str]] = self.asked.get("extensions") or {}
        return extensions.get("persistedQuery", {}).get("sha256Hash")

    @property
    def form(self) -> str:
        """A short form: the method, and the parts that identify the query."""
        parts = ["hash"] * (self.hash is not None) + ["query"] * ("query" in self.asked)
        return f"{self.method} {'+'.join(parts)}"


class NegotiatingServer:
    """Serves a list of `PAGE_COUNT` pages if a request has the right form, which a subclass defines."""

    def __init__(self) -> None:
        self.got: list[Got] = []
        self.answered: list[int] = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Sends head and body together, so that the body does not wait for the acknowledgement of the head.
            wbufsize = -1

            def do_POST(self) -> None:
                outer._serve(self)

            def do_GET(self) -> None:
                outer._serve(self)

            def log_message(self, *_: Any) -> None:
                pass

        self._handler = Handler
        self._open = contextlib.ExitStack()

    @property
    def forms(self) -> list[str]:
        """The received requests in short form."""
        return [got.form for got in self.got]

    def answer(self, got: Got) -> Answer:
        """The answer to a request: a status, headers and JSON."""
        return 200, {}, page(got.asked)

    def _serve(self, handler: http.server.BaseHTTPRequestHandler) -> None:
        headers = {name.lower(): value for name, value in handler.headers.items()}
        body = handler.rfile.read(int(headers.get("content-length", 0)))
        got = Got(handler.command, handler.path, headers, body)
        self.got.append(got)
        status, more, value = self.answer(got)
        self.answered.append(status)
        text = json.dumps(value).encode()
        handler.send_response(status)
        for name, content in {"Content-Type": "application/json", "Content-Length": str(len(text)), **more}.items():
            handler.send_header(name, content)
        handler.end_headers()
        handler.wfile.write(text)

    def __enter__(self) -> Self:
        self.url = f"{self._open.enter_context(listening(self._handler))}/graphql"
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()


class HashingServer(NegotiatingServer):
    """Like Apollo's servers, knows a hash only after it has received the hash with its query."""

    def __init__(self, *, takes_hashes: bool = True, takes_get: bool = True) -> None:
        super().__init__()
        self.known: dict[str, str] = {}
        self._takes_hashes = takes_hashes
        self._takes_get = takes_get

    def answer(self, got: Got) -> Answer:
        if got.method == "GET" and not self._takes_get:
            return 405, {}, error("GET is not allowed", "METHOD_NOT_ALLOWED")
        if got.hash is not None:
            if not self._takes_hashes:
                return 200, {}, error("PersistedQueryNotSupported", "PERSISTED_QUERY_NOT_SUPPORTED")
            if "query" not in got.asked and got.hash not in self.known:
                return 200, {}, error("PersistedQueryNotFound", "PERSISTED_QUERY_NOT_FOUND")
            if "query" in got.asked:
                if hashlib.sha256(got.asked["query"].encode()).hexdigest() != got.hash:
                    return 400, {}, error("provided sha does not match query", "BAD_REQUEST")
                self.known[got.hash] = got.asked["query"]
        return super().answer(got)


class CompressionServer(NegotiatingServer):
    """Says that it accepts requests in gzip, which need not be true."""

    def __init__(self, *, takes_gzip: bool = True, says_so: bool = True) -> None:
        super().__init__()
        self._takes_gzip = takes_gzip
        self._more = {"Accept-Encoding": "gzip"} if says_so else {}

    def answer(self, got: Got) -> Answer:
        if got.is_compressed and not self._takes_gzip:
            return 415, self._more, error("no such encoding", None)
        return 200, self._more, page(got.asked)


class WindowServer(NegotiatingServer):
    """Like GitHub, answers a fixed number of requests in each time window, and says how many are left."""

    def __init__(self, limit: int, seconds: int) -> None:
        super().__init__()
        self._limit = limit
        self._seconds = seconds
        self._remaining = limit
        self._reset = 0

    def answer(self, got: Got) -> Answer:
        if time.time() >= self._reset:
            self._remaining = self._limit
            self._reset = int(time.time()) + self._seconds
        is_taken = self._remaining > 0
        self._remaining -= is_taken
        headers = {
            "X-RateLimit-Limit": str(self._limit),
            "X-RateLimit-Remaining": str(self._remaining),
            "X-RateLimit-Reset": str(self._reset),
        }
        return (200, headers, page(got.asked)) if is_taken else (429, headers, {})


def error(message: str, code: str | None) -> Any:
    """A response of one error."""
    return {"errors": [{"message": message, **({"extensions": {"code": code}} if code else {})}]}


def page(asked: dict[str, Any]) -> dict[str, Any]:
    """The requested page, independent of the selection; with type names, for caches."""
    start = int((asked.get("variables") or {}).get("after") or 0)
    end = start + PAGE_SIZE
    numbers = range(start + 1, end + 1)
    nodes = [{"__typename": "Item", "id": str(number), "name": f"Item {number}"} for number in numbers]
    connection = {
        "__typename": "Items",
        "totalCount": PAGE_COUNT * PAGE_SIZE,
        "edges": [{"__typename": "Edge", "node": node} for node in nodes],
        "pageInfo": {"__typename": "PageInfo", "hasNextPage": end < PAGE_COUNT * PAGE_SIZE, "endCursor": str(end)},
    }
    return {"data": {"__typename": "Query", "items": connection}}
