"""A server of one list, whose answers a test computes from the variables of the requests."""

import contextlib
import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

from loopback import listening

Variables = dict[str, Any]


@contextlib.contextmanager
def list_server(answer: Callable[[Variables], dict[str, Any]]) -> Iterator[tuple[str, list[Variables]]]:
    """The server, which runs to the end of the block: its address, and the variables of its requests.

    `answer` gets the variables of a request and returns the response.
    """
    requests: list[Variables] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            requests.append(request.get("variables") or {})
            body = json.dumps(answer(requests[-1])).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    with listening(Handler) as address:
        yield f"{address}/graphql", requests
