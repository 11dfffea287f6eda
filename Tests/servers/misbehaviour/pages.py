"""The list that every path serves, and its cursors.

Items are numbered from 1. A cursor is a prefix and the number of the item it stands for; `after` asks for what follows
that item, so any page size fits any cursor.
"""

import dataclasses
import json
from typing import Any

from .options import Options

JSONObject = dict[str, Any]

PLAIN_CURSOR = "item-"


class BadVariables(Exception):
    """The posted request does not name a page; the message is what the GraphQL error says."""


class UnknownCursor(BadVariables):
    """The cursor does not belong to this list; GraphQL servers answer that with 200 and errors."""


@dataclasses.dataclass(frozen=True)
class Page:
    """What one request asked for: the items after number `start`, up to and with number `end`."""

    number: int
    start: int
    end: int
    total: int
    after: str | None
    cursor_prefix: str

    def cursor(self, item: int) -> str:
        return f"{self.cursor_prefix}{item}"

    def node(self, item: int) -> JSONObject:
        return {"id": str(item), "name": f"Item {item}"}

    def connection(self) -> JSONObject:
        """The page as it should be; a trouble changes this before it is sent."""
        items = range(self.start + 1, self.end + 1)
        return {
            "totalCount": self.total,
            "edges": [{"cursor": self.cursor(item), "node": self.node(item)} for item in items],
            "pageInfo": {
                "hasNextPage": self.end < self.total,
                "hasPreviousPage": self.start > 0,
                "startCursor": self.cursor(self.start + 1) if items else None,
                "endCursor": self.cursor(self.end) if items else None,
            },
        }

    def response(self) -> JSONObject:
        return {"data": {"items": self.connection()}}


def requested_variables(body: bytes) -> JSONObject:
    """The `variables` of a posted GraphQL request; raises `BadVariables` when the body has none."""
    try:
        request = json.loads(body)
    except ValueError as error:
        raise BadVariables(f"The request's body is not JSON: {error}.") from error
    if not isinstance(request, dict) or not isinstance(request.get("query"), str):
        raise BadVariables("The request's body must be a JSON object with a string 'query'.")
    variables = request.get("variables") or {}
    if not isinstance(variables, dict):
        raise BadVariables("'variables' must be a JSON object.")
    return variables


def asked_cursor(variables: JSONObject) -> Any:
    """The cursor under whichever of the usual variable names the client used."""
    return next((variables[name] for name in ("after", "cursor", "endCursor") if variables.get(name) is not None), None)


def requested_page(variables: JSONObject, options: Options, cursor_prefix: str) -> Page:
    """The page that the variables `after` and `first` ask for; raises `BadVariables` for a request that names none."""
    after = asked_cursor(variables)
    size = variables.get("first")
    if size is None:
        size = options.size
    if not isinstance(size, int) or isinstance(size, bool) or size < 1:
        raise BadVariables("'first' must be a positive integer.")
    total = options.pages * options.size
    start = 0 if after is None else _item_number(after, cursor_prefix, total)
    return Page(
        number=start // size + 1,
        start=start,
        end=min(start + size, total),
        total=total,
        after=after,
        cursor_prefix=cursor_prefix,
    )


def _item_number(cursor: Any, prefix: str, total: int) -> int:
    number = cursor.removeprefix(prefix) if isinstance(cursor, str) and cursor.startswith(prefix) else ""
    if not number.isdecimal() or int(number) > total:
        raise UnknownCursor(f"This server issued no cursor {json.dumps(cursor)}.")
    return int(number)
