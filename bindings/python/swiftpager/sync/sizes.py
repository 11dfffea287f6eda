"""The largest page that a server takes: found by the first one that it refuses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .pinned import Entry

_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.]*\d)")
# The codes of an answer that refuses a request.
_REFUSED = frozenset({"GRAPHQL", "HTTP"})
_BAD_REQUEST = (400, 422)
# What a message about the size of a page has in it.
_ABOUT_SIZE = re.compile(r"first|limit|take|size|page|exceed|maximum|\bmax\b|at most|between|fewer|records|items", re.I)


def smaller_size(entry: Entry, error: Mapping[str, Any] | None, *, has_tried_one: bool) -> int | None:
    """The size to ask for after a refusal of the first page: a number in its message, else half; None if size is fine.

    has_tried_one  whether the server has just answered a request for one item: only then half of the size is a guess
                   worth a request, because the size may be at fault
    """
    size = entry.page_size or (None if entry.plan is None else entry.plan.size_given)
    if size is None or size <= 1 or error is None or error.get("code") not in _REFUSED or error.get("retryable"):
        return None
    if error.get("http_status") not in (None, *_BAD_REQUEST):
        return None
    message = str(error.get("server_message") or "")
    if not _ABOUT_SIZE.search(message):
        return None
    numbers = [int(text) for text in _NUMBER.findall(message)]
    named = [number for number in numbers if 1 < number < size]
    if named and (has_tried_one or size in numbers):
        return max(named)
    return size // 2 if has_tried_one else None
