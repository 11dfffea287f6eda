"""What speaks against the walks of a store that came to their ends: totals that they do not meet, and doubts."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Container, Iterable, Mapping
from typing import Any

from .._wording import counted
from ..fleet import Store, _listing, _names
from .pinned import Entry

CODE = "FEWER_THAN_TOTAL"
# What the library says in its own message for the same.
_SETTING = 'set "check_total": false'
_OUT_OF_ORDER = "NOT_ORDERED"
# The library's advice for a `since` that a program gives.
_OF_SINCE = re.compile(r"(: an item without such a value has no place|\. Sort the list by this field),? .*$", re.S)


@dataclasses.dataclass(frozen=True)
class Told:
    """What a walk at its end told: its items, and the smallest total that its pages named."""

    items: int
    total: int
    # Whether pages had errors beside the data.
    has_errors: bool


def told_by(store: Store, entry: Entry) -> dict[str, Told]:
    """What the walks at their ends told, by keys; nothing if the total does not count. Raises OSError and ValueError.

    A walk that named no total has told nothing, and neither has one since a mark.
    """
    plan = entry.plan
    if plan is None or plan.pagination.get("check_total") is False or not plan.has_total:
        return {}
    told: dict[str, Told] = {}
    for name, listed in _listing.of(store).walks.items():
        newest = _listing.newest_of(store, listed)
        token = None if newest is None or newest.end is None else newest.state.checkpoint
        if isinstance(token, Mapping) and isinstance(token.get("total"), int) and isinstance(token.get("items"), int):
            told[_names.key_of(name)] = Told(token["items"], token["total"], "partial" in token)
    return told


def doubts_in(store: Store, names: Container[str]) -> list[str]:
    """What speaks against walks that were read to their ends, in the library's words, each once.

    `names` are those of the walks. Raises OSError and ValueError.
    """
    found: set[str] = set()
    for name, listed in _listing.of(store).walks.items():
        newest = _listing.newest_of(store, listed) if name in names else None
        token = None if newest is None or newest.end is None else newest.state.checkpoint
        if isinstance(token, Mapping):
            found |= {str(word) for word in token.get("doubts") or ()}
            if _has_more(token):
                found.add("more_than_total")
    return sorted(found - {"fewer_than_total"})


def in_doubt(doubts: Iterable[str]) -> dict[str, Any]:
    """The error of a list that is in doubt, with --strict."""
    message = f"the list is complete, and in doubt: {', '.join(doubts)}"
    return {"code": "IN_DOUBT", "message": message, "retryable": False}


def _has_more(token: Mapping[str, Any]) -> bool:
    """Whether a list has more items than the greatest total of its pages, as its resume token tells."""
    if token.get("totals_of_pages") or not isinstance(token.get("greatest_total"), int):
        return False
    return int(token["items"]) + int(token.get("omitted", 0)) > int(token["greatest_total"])


def errors_of(told: Mapping[str, Told], name: str) -> dict[str, dict[str, Any]]:
    """The error of each walk that has fewer items than its total, whether the plan names this total or not."""
    return {
        key: {
            "code": CODE, "retryable": False,
            "message": f"the list has {counted(one.items, 'item')}, and its pages name a total of {one.total:,}: the"
            f" server stops early, or hides items, or the total counts something else; if it does, {_remedy(name)}",
        }
        for key, one in told.items() if one.items < one.total
    }


def with_remedy(error: Mapping[str, Any], name: str) -> dict[str, Any]:
    """An error of the library whose message says what to add to the command line."""
    message = str(error.get("message") or "").replace(_SETTING, _remedy(name))
    if error.get("code") == _OUT_OF_ORDER:
        message = f"{_OF_SINCE.sub('', message)}; to read the list whole, add --since {name}=off"
    return {**error, "message": message}


def _remedy(name: str) -> str:
    return f"add --total {name}=off"
