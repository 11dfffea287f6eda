"""`--dry-run`: shows what the command would send, and sends nothing.

The pager says which list it found. To see which requests follow from that, this module walks the list and answers in
place of the server.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .._secrets import HARMLESS, HIDDEN
from ..exceptions import SwiftPagerError
from ..shapes import FoundList
from ..transport import Request
from .asking import Question
from .pointers import Pointer
from .secrets import shown_address

Names = Mapping[str, Any]

_OF_PAGE_INFO = ("has_next_page", "end_cursor", "has_previous_page", "start_cursor")
_OF_CONNECTION = ("has_more", "page_count", "total")
# They stand for the values in a server's pages.
CURSOR, OFFSET, KEY = "<cursor>", "<offset>", "<key>"
# It stands for what only an answer shows.
FIRST_ANSWER = "first answer"
_VARIABLES = ("after", "before", "first", "last", "offset", "page", "limit")
JSON_HEADERS = (("Content-Type", "application/json"),)
_MANY = 1 << 53


class Rehearsal:
    """A walk through an invented list: one page, and one more in each direction in which the list continues."""

    def __init__(self, question: Question, found: FoundList, *, is_completed: bool) -> None:
        self.requests: list[Request] = []
        self._found: Names = found
        pagination = _without_rules(question, found)
        next_query = None
        if found["found_by"] is not None and is_completed:
            # Names of a completed query do not suit the command line's: the library finds them again, in an array.
            self._found = {**found, **dict.fromkeys(_OF_CONNECTION), "items": "", "end": "empty_page"}
        elif found["found_by"] is not None:
            self._found = _assumed(found)
            pagination = _config(self._found)
            if found["next_query"] is not None:
                next_query = {"query": question.next_query, **question.of_next, **_config(self._found["next_query"])}
        others = {} if next_query is None else {"next_query": next_query}
        with question.client(transport=self._answer, cache=None, record=None, replay=None, retry=False) as client:
            try:
                for _ in question.pager(client, cache_policy=None, pagination=pagination, **others):
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
            if number > 0 and offset is not None:
                # An offset counts the items of the pages before, and these pages have no real items.
                way = Pointer(offset).names if offset.startswith("/") else [offset]
                inside = variables
                for name in way[:-1]:
                    inside = inside.get(name, {})
                if way[-1] in inside:
                    inside[way[-1]] = OFFSET
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


def _assumed(found: Names) -> dict[str, Any]:
    """The names of a list that was found, as they may be: only the first answer shows which field has the items."""
    names = dict(found)
    if names["items"] is None:
        names["items"] = "/" + FIRST_ANSWER
    if names["end_cursor"] is not None and "/-1/" in names["end_cursor"]:
        # The invented pages have no edges.
        names["end_cursor"] = f"/{CURSOR}"
    if names.get("next_query") is not None:
        names["next_query"] = _assumed(names["next_query"])
    return names


def _config(names: Names) -> dict[str, Any]:
    """The pagination that has these names."""
    left_out = ("found_by", "next_query", "direction")
    config = {key: value for key, value in names.items() if value is not None and key not in left_out}
    if names.get("type") == "cursor":
        # Without a page info, its members are those of the list.
        config.setdefault("page_info", "")
    return config


def _without_rules(question: Question, found: Names) -> dict[str, Any]:
    """The pagination without the rules that end a list early, request several pages at once, or leave items out."""
    rules = (
        "end", "concurrency", "inclusive", "identity", "null_list", "repeats", "max_empty_pages", "check_total",
        "cursor",
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
        "items": [_item(names)] if has_next else [], "has_next_page": has_next,
        "end_cursor": CURSOR if has_next or names["end"] != "null_cursor" else None,
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
    rehearsal = Rehearsal(question, found, is_completed=bool(state["added"]))
    request = rehearsal.requests[0]
    lines = request_lines(question, request)
    if operation := json.loads(request.body).get("operationName"):
        lines.append(f"operation: {operation}")
    if question.pagination:
        lines.append(f"pagination: {_text(question.pagination)}")
    if state["added"]:
        lines.append(f"added to the query: {', '.join(state['added'])}")
    lines.append(f"list: {found['type']}, {found['direction']}")
    found_by: Any = found["found_by"]
    lines += _told(found, found_by)
    if found["next_query"] is not None:
        told = _told(found["next_query"], found_by and found_by.get("next_query", {}))
        lines += ["in the answers to the next query:", *(f"  {line}" for line in told)]
    if found_by is not None:
        shows = "only an answer shows it"
        if found["type"] == "offset":
            shows += ", and whether the list is an array: its items then have the other fields"
        lines.append(f"<{FIRST_ANSWER}>: {shows}")
    if state["nested"] is not None:
        lines.append(f"lists inside the items: {', '.join(state['nested']['connections'])}")
    first, *others = rehearsal.variables()
    lines.append(f"variables of the first page: {_text(first)}")
    lines += [f"variables of a further page: {_text(other)}" for other in others]
    asks = question.plan is not None and question.arguments.schema is None
    return [*lines, f"nothing was sent{', unless the schema was not kept yet' if asks else ''}"]


def request_lines(question: Question, request: Request) -> list[str]:
    """Lines about a request: where it goes, and with which headers."""
    headers = [f"  {name}: {_shown(name, value)}" for name, value in request.headers]
    return [f"endpoint: {shown_address(question.url)}", "headers:", *headers]


def _places(names: Names) -> dict[str, str]:
    """Pointers below `data` to the items, and to the fields that say whether the list continues."""
    below = {"items": "", **dict.fromkeys(_OF_PAGE_INFO, names["page_info"] or ""), **dict.fromkeys(_OF_CONNECTION, "")}
    return {
        key: f"{names['connection']}{folder}{names[key]}" for key, folder in below.items() if names[key] is not None
    }


def _told(names: Names, found_by: Mapping[str, str] | None) -> list[str]:
    """Lines about the names of a list, with the words by which the library found them."""
    places = {"connection": names["connection"], **_places(names)}
    if found_by is not None:
        places |= {key: names[key] for key in _VARIABLES if names[key] is not None}
        if names["items"] is None:
            places["items"] = f"<{FIRST_ANSWER}>"
        if names["end"] is not None:
            places["end"] = names["end"]
    by = {key: f" (by {word})" for key, word in (found_by or {}).items()}
    return [f"{key}: {place}{by.get(key, '')}" for key, place in places.items()]


def explain(question: Question) -> dict[str, Any]:
    """What the pager has found once its first page has come, and the same as options of a command line."""
    with question.client() as client:
        pager = question.pager(client)
        pager.fetch()
        state = pager.state
    found: dict[str, Any] = dict(state["list"] or {})
    config = _config(found)
    if found["found_by"] and not (found["type"] == "offset" and found["has_more"] is found["page_count"] is None):
        # A total that one names has to be reached. One that is found beside other signs need not be.
        config.pop("total", None)
    options = [word for key, value in config.items() for word in ("-p", f"{key}={_word(value)}")]
    return {"list": found, "added": state["added"], "options": options}


def _word(value: Any) -> str:
    return value if isinstance(value, str) else _text(value)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _shown(name: str, value: str) -> str:
    return value if name.lower() in HARMLESS else HIDDEN
