"""The walks that a walk's slices lead to.

The footer of each slice names those of that slice. A file beside them collects those of many slices, so that a driver
need not open each of these. It is only a copy: a process that had to read more than a few footers writes it anew.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from . import _records
from ._footer import Footer
from .walk import Walk

if TYPE_CHECKING:
    from .store import Store

FOLDER = "_children"
# So many footers are read without a copy.
_FOOTERS = 8


def since(store: Store, walk: Walk, newest: Footer, unseen: int) -> dict[str, Walk]:
    """The children of all slices from the number `unseen` on, by their keys; those of the newest slice count.

    Raises ValueError for a slice that is missing.
    """
    if newest.all_children == 0:
        return {}
    begin, found = unseen, dict[str, Walk]()
    if newest.number - unseen >= _FOOTERS:
        upto, found = _copy(store, walk)
        begin = max(unseen, upto + 1)
    for number in range(begin, newest.number + 1):
        footer = newest if number == newest.number else _footer(store, walk, number, newest.begins)
        if footer is not None:
            # A child that comes again takes the place of the one before it, and its turn.
            found |= {child.key: child for child in footer.children}
    if unseen == 1 and newest.number - begin >= _FOOTERS:
        _write(store, walk, newest.number, found)
    return found


def _footer(store: Store, walk: Walk, number: int, begins: int) -> Footer | None:
    """The footer of an earlier slice; None for a file of an earlier list that was removed."""
    try:
        return store.footer(walk, number)
    except FileNotFoundError as error:
        if number < begins:
            return None
        raise ValueError(
            f"{store._folder.path(store.name(walk, number))} is missing in the store: put the file back, or call"
            f" swiftpager.fleet.restart(store, [{walk.key!r}])"
        ) from error


def _copy(store: Store, walk: Walk) -> tuple[int, dict[str, Walk]]:
    """The children that are collected, and the number of the slice up to which; 0 without a whole copy."""
    data = store._folder.read(_name(walk))
    try:
        fields = _records.parsed(data or b"", "", "")
        text = fields["children"]
        if fields["sha256"] != _checksum(text):
            return 0, {}
        children = [walk.restored(Walk.from_json(child)) for child in json.loads(text)]
        upto = int(fields["upto"])
    except (ValueError, KeyError, TypeError):
        # The footers have the same.
        return 0, {}
    return upto, {child.key: child for child in children}


def _write(store: Store, walk: Walk, upto: int, children: dict[str, Walk]) -> None:
    text = json.dumps([child.to_kept() for child in children.values()])
    fields = {"upto": upto, "sha256": _checksum(text), "children": text}
    store._folder.replace(_name(walk), _records.written(fields))


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _name(walk: Walk) -> str:
    return f"{FOLDER}/{walk.name}.json"
