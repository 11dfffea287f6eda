"""The largest page that a server takes: found by the first one that it refuses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.]*\d)")
# The codes of an answer that refuses a request.
_REFUSED = frozenset({"GRAPHQL", "HTTP"})
_BAD_REQUEST = (400, 422)
# What a message about the size of a page has in it.
_ABOUT_SIZE = re.compile(
    r"\b(limit|page|size|exceed\w*|maximum|max|at most|between|fewer|less than|larger?|too (many|large|big|much))\b",
    re.IGNORECASE,
)


def smaller_size(size: int | None, error: Mapping[str, Any] | None) -> int | None:
    """The size to ask for after a refusal of the first page: a number in its message, else half; None if size is fine.

    size  what was asked for; None if the list takes no size
    """
    if size is None or size <= 1 or error is None or error.get("code") not in _REFUSED or error.get("retryable"):
        return None
    if error.get("http_status") not in (None, *_BAD_REQUEST):
        return None
    message = str(error.get("server_message") or "")
    if not _ABOUT_SIZE.search(message):
        return None
    numbers = [int(text) for text in _NUMBER.findall(message)]
    return max((number for number in numbers if 1 < number < size), default=size // 2)
