"""A server whose pages a test chooses: any JSON as the nodes of a list."""

import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

import swiftpager
from loopback import listening

QUERY = "query ($after: String) { rows(after: $after) { nodes { any } pageInfo { hasNextPage endCursor } } }"


class AnyPages:
    """The server, and a client of it."""

    def __init__(self, address: str, client: swiftpager.Client) -> None:
        self.address = address
        self.client = client
        # The JSON text of each page's nodes.
        self.texts: list[str] = ["[]"]
        # Pages from this one on wait until the gate is open.
        self.closed_from = 1 << 30
        self.gate = threading.Event()
        # The requested pages, in order.
        self.asked: list[int] = []

    @property
    def newest(self) -> int:
        """The highest requested page."""
        return max(self.asked, default=0)

    def pager(self, *pages: Any, **options: Any) -> swiftpager.Pager:
        """A pager of these pages: lists of nodes, or their JSON text."""
        self.asked = []
        self.texts = [page if isinstance(page, str) else json.dumps(page) for page in pages]
        # A list may have equal pages here.
        options.setdefault("pagination", {}).setdefault("repeats", "allow")
        return self.client.pager(QUERY, **options)

    def answer(self, body: bytes) -> bytes:
        """The answer to a request."""
        after = json.loads(body).get("variables", {}).get("after")
        index = 0 if after is None else int(after)
        self.asked.append(index)
        if index >= self.closed_from:
            self.gate.wait()
        info = json.dumps({"hasNextPage": index + 1 < len(self.texts), "endCursor": str(index + 1)})
        return f'{{"data":{{"rows":{{"nodes":{self.texts[index]},"pageInfo":{info}}}}}}}'.encode()


@contextlib.contextmanager
def any_pages() -> Iterator[AnyPages]:
    """The server, which runs to the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            text = pages.answer(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    with listening(Handler) as address, swiftpager.Client(f"{address}/graphql") as client:
        pages = AnyPages(f"{address}/graphql", client)
        try:
            yield pages
        finally:
            pages.gate.set()
