"""A GraphQL server of a schema in a text, whose root values a test gives. graphql-core executes the queries."""

import contextlib
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import graphql

# Looks at a query and its variables; what it returns is sent in place of an answer, with the HTTP status in "status".
# A "text" is sent as it is, and with "closes" nothing is sent at all.
Before = Callable[[str, Mapping[str, Any]], dict[str, Any] | None]


class Served:
    """A running server, and the queries that it got, without introspections."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[tuple[str, Mapping[str, Any]]] = []


@contextlib.contextmanager
def serving(sdl: str, root: Mapping[str, Any], before: Before = lambda query, variables: None) -> Iterator[Served]:
    """Serves a schema while the block runs."""
    schema = graphql.build_schema(sdl)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            query, variables = body["query"], body.get("variables") or {}
            if "__schema" not in query:
                served.asked.append((query, variables))
            answer = before(query, variables)
            if answer is None:
                answer = dict(graphql.graphql_sync(schema, query, root, variable_values=variables).formatted)
            if answer.get("closes"):
                self.close_connection = True
                return
            self.send_response(answer.pop("status", 200))
            text = answer.get("text")
            data = (json.dumps(answer) if text is None else text).encode()
            self.send_header("Content-Type", "application/json" if text is None else "text/html")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Writes nothing."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """A client that leaves in the middle of an answer is part of a test."""

    server = Server(("127.0.0.1", 0), Handler)
    served = Served(f"http://127.0.0.1:{server.server_address[1]}/graphql")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
