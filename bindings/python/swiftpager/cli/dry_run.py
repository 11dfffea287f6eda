"""`--dry-run`: what would be asked, told without a request.

The library has no call that tells which list it found. So it walks a list that this module answers in place of a
server. What the library misses in an answer, it names: from that the next rehearsal's answer is made, and the requests
of the last one show what a server would be asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ..exceptions import SwiftPagerError
from ..transport import Request
from .asking import Question
from .secrets import HARMLESS, HIDDEN, shown_address

# Stands for what a server's pages say.
CURSOR = "<cursor>"
_PLACE = re.compile(r"/data(/\S*?)(?=[,:\s]|$)")
_JSON = (("Content-Type", "application/json"),)
# A page and those on either side of it.
_MOST_REQUESTS = 3


class Rehearsal:
    """A walk through a list that nobody has."""

    def __init__(self, question: Question) -> None:
        self.requests: list[Request] = []
        # JSON Pointers below `data`.
        self.items: str | None = None
        self._flags: list[str] = []
        self._cursors: list[str] = []
        # What is learned from each is what the next one needs.
        while self._learns(self._walked(question)):
            self.requests.clear()

    @property
    def connection(self) -> str | None:
        """Where the list is: what the places of its items and of its page info share."""
        places = [place.split("/") for place in (self.items, *self._flags) if place]
        shared = [names[0] for names in zip(*places, strict=False) if len(set(names)) == 1]
        return "/".join(shared) if len(places) > 1 else None

    def _walked(self, question: Question) -> str:
        """What the library says at the end of a walk."""
        with question.client(transport=self._answer, cache=None, record=None, replay=None, retry=False) as client:
            try:
                for _ in question.pager(client, cache_policy=None, resume=None):
                    if len(self.requests) >= _MOST_REQUESTS:
                        break
            except SwiftPagerError as error:
                if not self.requests:
                    # Nothing was asked: the configuration is at fault.
                    raise
                return error.message
        return ""

    def _answer(self, request: Request) -> None:
        self.requests.append(request)
        data: dict[str, Any] = {}
        for place, value in self._page(len(self.requests)):
            names = place.split("/")[1:]
            inner = data
            for name in names[:-1]:
                inner = inner.setdefault(name, {})
            inner[names[-1]] = value
        request.complete(200, json.dumps({"data": data}).encode(), _JSON)

    def _page(self, number: int) -> Iterator[tuple[str, Any]]:
        """What a page says: of two directions the first one ends with the second page, and the other with the third."""
        if self.items is not None:
            yield self.items, []
        for index, place in enumerate(self._flags):
            yield place, number < 2 + index
        for place in self._cursors:
            yield place, CURSOR

    def _learns(self, message: str) -> bool:
        """Takes from a message what an answer lacks; whether there was anything new."""
        places = _PLACE.findall(message)
        if "array of items" in message and self.items is None and places:
            self.items = places[0]
            return True
        if "no usable cursor" in message and not self._flags and len(places) % 2 == 0:
            self._flags, self._cursors = places[: len(places) // 2], places[len(places) // 2 :]
            return True
        return False


def describe(question: Question) -> list[str]:
    """Lines about the endpoint, the list and the requests; raises what is wrong with the configuration."""
    with question.client(cache=None, record=None) as client:
        state = question.pager(client).state
    rehearsal = Rehearsal(question)
    first, *others = [json.loads(request.body) for request in rehearsal.requests]
    headers = [f"  {name}: {_shown(name, value)}" for name, value in rehearsal.requests[0].headers]
    lines = [f"endpoint: {shown_address(question.url)}", "headers:", *headers]
    if first.get("operationName"):
        lines.append(f"operation: {first['operationName']}")
    if question.pagination:
        lines.append(f"pagination: {_text(question.pagination)}")
    if rehearsal.connection:
        lines.append(f"connection: {rehearsal.connection}")
    if rehearsal.items:
        lines.append(f"items: {rehearsal.items}")
    if state["nested"] is not None:
        lines.append(f"lists inside the items: {', '.join(state['nested']['connections'])}")
    lines.append(f"variables of the first page: {_text(first.get('variables') or {})}")
    lines += [f"variables of a further page: {_text(other.get('variables') or {})}" for other in others]
    return [*lines, "nothing was sent"]


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _shown(name: str, value: str) -> str:
    return value if name.lower() in HARMLESS else HIDDEN
