"""A mark that turns out to be a whole number, because the items of the trial had no value."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

from .pinned import Entry

_TIME, _WHOLE_NUMBER = "time", "integer"
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
    if since.get("type", _TIME) != _TIME or not _NOT_A_TIME.search(str(error.get("message"))):
        return None
    return _of_whole_numbers(entry)


def with_known_form(entry: Entry, before: Entry | None, *, has_seen: bool) -> Entry:
    """The entry whose mark has the form that an earlier run saw, unless the trial of the new plan has seen a value."""
    if has_seen or before is None or before.plan is None or entry.plan is None:
        return entry
    known, since = before.plan.since, entry.plan.since
    if known is None or since is None or since.get("type", _TIME) != _TIME or known.get("type") != _WHOLE_NUMBER:
        return entry
    return _of_whole_numbers(entry) if known["path"] == since["path"] else entry


def _of_whole_numbers(entry: Entry) -> Entry:
    assert entry.plan is not None and entry.plan.since is not None
    since = {**entry.plan.since, "type": _WHOLE_NUMBER}
    return dataclasses.replace(entry, plan=dataclasses.replace(entry.plan, since=since))
