"""A mark that turns out to be a whole number, because the items of the trial had no value."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

from .pinned import Entry

_CODE = "NOT_ORDERED"
# How the library says that an item has a whole number where it expects a time.
_NOT_A_TIME = re.compile(r'has (?:"-?\d+"|-?\d+) at /\S*, and not a time like "')


def with_whole_numbers(entry: Entry, error: Mapping[str, Any] | None) -> Entry | None:
    """The entry whose mark is a whole number, if a walk failed because an item has one; None otherwise.

    The list then begins a new store.
    """
    since = None if entry.plan is None else entry.plan.since
    if entry.plan is None or since is None or error is None or error.get("code") != _CODE:
        return None
    if since.get("type", "time") != "time" or not _NOT_A_TIME.search(str(error.get("message"))):
        return None
    return dataclasses.replace(entry, plan=dataclasses.replace(entry.plan, since={**since, "type": "integer"}))
