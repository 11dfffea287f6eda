"""`--dry-run`: shows what the command would send, and sends nothing.

The pager says which list it found. To see which requests follow from that, this module walks the list and answers in
place of the server.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ..exceptions import SwiftPagerError
from ..shapes import FoundList
from ..transport import Request
from .asking import Question
from .pointers import Pointer
from .secrets import HARMLESS, HIDDEN, shown_address

Names = Mapping[str, Any]

_OF_PAGE_INFO = ("has_next_page", "end_cursor", "has_previous_page", "start_cursor")
_OF_CONNECTION = ("has_more", "page_count", "total")
# They stand for the values in a server's pages.
CURSOR, OFFSET, KEY = "<cursor>", "<offset>", "<key>"
JSON_HEADERS = (("Content-Type", "application/json"),)
_MANY = 1 << 53


class Rehearsal:
    """A walk through an invented list: one page, and one more in each direction in which the list continues."""

    def __init__(self, question: Question, found: FoundList) -> None:
        self.requests: list[Request] = []
        self._found = found
        with question.client(transport=self._answer, cache=None, record=None, replay=None, retry=False) as client:
            try:
                for _ in question.pager(client, cache_policy=None, pagination=_without_rules(question, found)):
                    pass
            except SwiftPagerError:
                # These answers do not suit every configuration: a limit of one page ends the walk after one request.
                if not self.requests:
                    raise

    def variables(self) -> Iterator[Any]:
        """The variables of each request, in order."""
        for number, request in enumerate(self.requests):
            variables = json.loads(request.body).get("variables") or {}
            offset = self._names(number)["offset"]
            if number > 0 and offset in variables:
                # An offset counts the items of the pages before, and these pages have no real items.
                variables[offset] = OFFSET
            yield variables

    def _names(self, number: int) -> Names:
        """The names that locate the list in the answer to a request."""
        return self._found if number == 0 else self._found["next_query"] or self._found

    def _answer(self, request: Request) -> None:
        self.requests.append(request)
        number = len(self.requests)
        answer: dict[str, Any] = {}
        for pointer, value in _page(self._names(number - 1), number).items():
            _put(answer, f"/data{pointer}", value)
        request.complete(200, json.dumps(answer).encode(), JSON_HEADERS)


def _without_rules(question: Question, found: FoundList) -> dict[str, Any]:
    """The pagination without the rules that end a list early, request several pages at once, or leave items out."""
    rules = (
        "end", "concurrency", "inclusive", "identity", "null_list", "repeats", "max_empty_pages", "check_total"
    )
    # Without these rules the library may not find out the type by itself.
    return {"type": found["type"]} | {key: value for key, value in question.pagination.items() if key not in rules}


def _page(names: Names, number: int) -> dict[str, Any]:
    """The values on a page, by pointers below `data`.

    Forward, the list ends with the second page. Backward, it ends with the third, or with the second if the list has
    only that direction.
    """
    has_next = number < 2
    has_previous = number < (2 if names["has_next_page"] is None else 3)
    count = _MANY if has_next else 0
    values = {
        # An offset list and a keyset list end with an empty page, and any other list may have one.
        "items": [_item(names)] if has_next else [], "has_next_page": has_next, "end_cursor": CURSOR,
        "has_previous_page": has_previous, "start_cursor": CURSOR, "has_more": has_next, "page_count": count,
        "total": count,
    }
    return {place: values[key] for key, place in _places(names).items()}


def _item(names: Names) -> Any:
    """An item with the keys of a keyset list; None in other lists."""
    keys = [names["key"]] if isinstance(names["key"], str) else names["key"] or []
    if keys == [""]:
        return KEY
    item: dict[str, Any] = {}
    for key in keys:
        _put(item, key, KEY)
    return item or None


def _put(value: dict[str, Any], pointer: str, member: Any) -> None:
    """Puts a member at a pointer, unless another value is already there or on the way."""
    *way, last = Pointer(pointer).names
    for name in way:
        value = value.setdefault(name, {})
        if not isinstance(value, dict):
            return
    value.setdefault(last, member)


def describe(question: Question) -> list[str]:
    """Lines about the endpoint, the list and the requests; raises if the configuration is wrong."""
    with question.client(cache=None, record=None) as client:
        state = question.pager(client).state
    found = state["list"]
    rehearsal = Rehearsal(question, found)
    request = rehearsal.requests[0]
    lines = request_lines(question, request)
    if operation := json.loads(request.body).get("operationName"):
        lines.append(f"operation: {operation}")
    if question.pagination:
        lines.append(f"pagination: {_text(question.pagination)}")
    lines.append(f"list: {found['type']}, {found['direction']}")
    lines += _told(found)
    if found["next_query"] is not None:
        lines += ["in the answers to the next query:", *(f"  {line}" for line in _told(found["next_query"]))]
    if state["nested"] is not None:
        lines.append(f"lists inside the items: {', '.join(state['nested']['connections'])}")
    first, *others = rehearsal.variables()
    lines.append(f"variables of the first page: {_text(first)}")
    lines += [f"variables of a further page: {_text(other)}" for other in others]
    return [*lines, "nothing was sent"]


def request_lines(question: Question, request: Request) -> list[str]:
    """Lines about a request: where it goes, and with which headers."""
    headers = [f"  {name}: {_shown(name, value)}" for name, value in request.headers]
    return [f"endpoint: {shown_address(question.url)}", "headers:", *headers]


def _places(names: Names) -> dict[str, str]:
    """Pointers below `data` to the items, and to the fields that say whether the list continues."""
    below = {"items": "", **dict.fromkeys(_OF_PAGE_INFO, names["page_info"]), **dict.fromkeys(_OF_CONNECTION, "")}
    return {
        key: f"{names['connection']}{folder}{names[key]}" for key, folder in below.items() if names[key] is not None
    }


def _told(names: Names) -> list[str]:
    return [f"{key}: {place}" for key, place in {"connection": names["connection"], **_places(names)}.items()]


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _shown(name: str, value: str) -> str:
    return value if name.lower() in HARMLESS else HIDDEN
