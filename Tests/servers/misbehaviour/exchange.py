"""One request on its way to an answer: what a trouble gets to work with."""

import dataclasses
import json
from typing import Any

from .connection import Connection, Request
from .gates import Gates
from .options import Options
from .pages import JSONObject, Page

JSON_TYPE = "application/json; charset=utf-8"
GRAPHQL_TYPE = "application/graphql-response+json; charset=utf-8"
REASONS = {200: "OK", 302: "Found", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed",
           429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway"}


@dataclasses.dataclass(frozen=True)
class Exchange:
    """The request, the page it asks for, the connection to answer on, and the gates that tests open."""

    connection: Connection
    request: Request
    options: Options
    page: Page
    gates: Gates

    async def send(
        self, body: bytes, status: int = 200, content_type: str = JSON_TYPE, headers: dict[str, str] | None = None
    ) -> None:
        """Sends a complete, well-formed answer."""
        await self.connection.write(answer(body, status, content_type, headers))

    async def send_json(self, value: Any, status: int = 200, content_type: str = JSON_TYPE) -> None:
        """Sends a value as JSON text; characters outside ASCII travel as UTF-8."""
        await self.send(json_bytes(value), status, content_type)

    async def send_page(self, **changes_to_page_info: Any) -> None:
        """Sends the page asked for, with some fields of its page info replaced."""
        response = self.page.response()
        response["data"]["items"]["pageInfo"].update(changes_to_page_info)
        await self.send_json(response)


def json_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def head(status: int, content_type: str, headers: dict[str, str]) -> bytes:
    """The status line and the headers, up to and with the empty line."""
    lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Status')}", f"Content-Type: {content_type}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def answer(body: bytes, status: int, content_type: str, headers: dict[str, str] | None = None) -> bytes:
    """A complete answer with its Content-Length."""
    return head(status, content_type, {"Content-Length": str(len(body)), **(headers or {})}) + body


def graphql_error(message: str, path: list[str | int] | None = None, **extensions: Any) -> JSONObject:
    """One entry of a response's `errors`."""
    error: JSONObject = {"message": message, "locations": [{"line": 1, "column": 3}]}
    if path is not None:
        error["path"] = path
    if extensions:
        error["extensions"] = extensions
    return error
