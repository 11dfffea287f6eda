"""The notes of walks whose lists begin anew.

A note stands before the first slice of the new list is committed, so that a listing of the store shows which walks to
look at. The slice itself says that the list began with it. A note counts until then, also if a late process commits a
slice of the old list first.

A walk that begins again at its mark has a note, too: with the number 0, which lets no list begin anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _records

if TYPE_CHECKING:
    from ._footer import Footer
    from .store import Store
    from .walk import Walk

FOLDER = "_restarts"


def file_of(name: str) -> str:
    """The note of a walk's name."""
    return f"{FOLDER}/{name}.json"


def note(store: Store, name: str, after: int) -> None:
    """Notes that the list of a walk begins anew behind its newest slice, which has the number `after`."""
    store._folder.replace(file_of(name), _records.written({"after": after}))


def note_some(store: Store, name: str) -> None:
    """Notes that some slices of a walk do not count, so that a listing of the store shows which walk to look at."""
    store._folder.create(file_of(name), _records.written({"after": 0}))


def noted(store: Store, walk: Walk) -> int | None:
    """The number after which the list of a walk begins anew; None if it has no note."""
    return after_of(store, walk.name)


def after_of(store: Store, name: str) -> int | None:
    """The same, by the walk's name. Raises ValueError for a damaged note."""
    remedy = "remove it, and call swiftpager.fleet.restart again"
    fields = _records.read(store._folder, file_of(name), remedy)
    if fields is None:
        return None
    after = fields.get("after")
    if not isinstance(after, int):
        raise ValueError(f"{store._folder.path(file_of(name))} is damaged (it has no number): {remedy}")
    return after


def is_due(after: int | None, newest: Footer | None) -> bool:
    """Whether the next slice begins the list anew."""
    return after is not None and newest is not None and newest.begins <= after
