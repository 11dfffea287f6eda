"""A server that repeats all that a request keeps secret: in errors, in errors beside data, or to an introspection."""

import base64
import contextlib
import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any

import graphql

TOKEN, KEY, PASSWORD = "s3cr3tTOKENvalue", "key-of-the-address", "pass-word-of-a-user"
# Values of headers that are names of the schema, too: of a list, of one without a size, and of a column.
LIST, WHOLE, COLUMN = "products_token", "currencies_token", "created_token"
BASIC = base64.b64encode(f"user:{PASSWORD}".encode()).decode()
SECRETS = (TOKEN, KEY, PASSWORD, BASIC, base64.b64encode(TOKEN.encode()).decode())
HEADERS = {"X-Token": f"Bearer {TOKEN}", "X-List": LIST, "X-Whole": WHOLE, "X-Column": COLUMN}
# The command's options for these headers, and the variables of the environment that they name.
OPTIONS = tuple(
    word for name in HEADERS for word in ("--header-env", f"{name}: ${{{name.replace('-', '_').upper()}}}")
)
VARIABLES = {name.replace("-", "_").upper(): value for name, value in HEADERS.items()}
SCHEMA = f"""
type Query {{ {LIST}(first: Int, after: String): Things!, {WHOLE}: [Thing!]! @deprecated(reason: "{TOKEN}") }}
type Things {{ nodes: [Thing!]!, pageInfo: PageInfo!, totalCount: Int }}
type Thing {{ id: ID!, {COLUMN}: String }}
type PageInfo {{ hasNextPage: Boolean!, endCursor: String }}
"""


class Echoing:
    """The server, and how it answers: "refuse", "beside" (the data), "column" (refuses it and the total), "closed"."""

    def __init__(self, port: int) -> None:
        self.address = f"127.0.0.1:{port}/graphql?key={KEY}"
        # Only of some faces may the address have a user.
        self.url, self.url_of_user = f"http://{self.address}", f"http://user:{PASSWORD}@{self.address}"
        self.mode = "refuse"

    def answer(self, request: dict[str, Any], said: str) -> dict[str, Any]:
        query = request["query"]
        if "__schema" in query:
            if self.mode == "closed":
                return {"data": {}, "errors": [{"message": said}]}
            return dict(graphql.graphql_sync(graphql.build_schema(SCHEMA), query).formatted)
        things = [{"id": "1", COLUMN: None}]
        page = {"nodes": things, "pageInfo": {"hasNextPage": False, "endCursor": None}}
        data = {name: value for name, value in ((LIST, page), (WHOLE, things)) if name in query}
        place = [LIST, "nodes"] if LIST in query else [WHOLE]
        error = {"message": said, "path": [*place, 0, COLUMN]}
        if self.mode == "column":
            of_total = {"message": said, "path": [LIST, "totalCount"]}
            refused = [*([error] if COLUMN in query else []), *([of_total] if "totalCount" in query else [])]
            return {"data": data, "errors": refused} if refused else {"data": data}
        return {"data": data if self.mode == "beside" else None, "errors": [{"message": said, "path": [LIST]}]}


@contextlib.contextmanager
def echoing() -> Iterator[Echoing]:
    """The server, which runs to the end of the block."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            token = base64.b64encode(TOKEN.encode()).decode()
            said = f"you sent {self.path} {dict(self.headers.items())} {token} ({PASSWORD})"
            if "authorization" not in self.headers:
                said = said.replace(PASSWORD, "no user")
            content = json.dumps(made.answer(request, said)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        made = Echoing(server.server_port)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield made
        server.shutdown()


def leaks(text: str) -> list[str]:
    """The secrets in a text, which a server has repeated."""
    assert "[hidden]" in text, text
    return [secret for secret in SECRETS if secret in text]
