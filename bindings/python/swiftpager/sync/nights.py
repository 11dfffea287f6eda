"""Which slices of a store since a mark came with nights that ended without errors beside the data."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from ..fleet import Store, WalkStatus, _listing, _names
from ..fleet._footer import Footer

_CODE = "PARTIAL_DATA"


def of_earlier(store: Store) -> dict[str, int]:
    """The newest such slice of each walk of a store that was complete once, and that an earlier version filled.

    Raises OSError and ValueError.
    """
    clean: dict[str, int] = {}
    for name, listed in _listing.of(store).walks.items():
        newest = _listing.newest_of(store, listed)
        if newest is not None:
            clean[name] = newest.number if newest.end is None or not has_errors(newest.error) else _before(newest)
    return clean


def after_night(
    store: Store, walks: Iterable[WalkStatus], before: Mapping[str, int] | None, ran: Container[str]
) -> Mapping[str, int] | None:
    """The same after a night: of the walks that ended without errors the newest slice, of the others that `before`.

    `before` is None until all walks of one night did, and `ran` has the names of those of this night. Raises OSError
    and ValueError.
    """
    listing, clean = _listing.of(store).walks, dict(before or {})
    for walk in walks:
        name = _names.named(walk.key)
        if name not in listing or not listing[name].newest:
            continue
        if is_clean(walk) or (before is None and name not in ran):
            clean[name] = listing[name].newest
        elif before is None:
            return None
        elif name not in clean and not _began_anew(store, listing[name]):
            # All that came of a new walk came with errors.
            clean[name] = 0
    return clean


def lost(store: Store, clean: Mapping[str, int]) -> dict[str, int]:
    """The walks whose newest such slice someone removed, with the number of the newest slice that is there."""
    listing = _listing.of(store).walks
    newest = {name: listing[name].newest if name in listing else 0 for name in clean}
    return {name: number for name, number in newest.items() if number < clean[name]}


def is_clean(walk: WalkStatus) -> bool:
    """Whether a walk ended without errors beside the data. It may be short of its total, or of its mark."""
    return walk.end is not None and not walk.has_failed and not (walk.end == "partial" and has_errors(walk.error))


def has_errors(error: Mapping[str, Any] | None) -> bool:
    """Whether the error of a partial walk says that there were errors beside the data."""
    return error is not None and (error.get("code") == _CODE or bool(error.get("has_errors")))


def _before(newest: Footer) -> int:
    """The newest slice before the mark of a walk, which a walk with errors leaves where it is."""
    return newest.number if newest.before_mark is None else newest.before_mark


def _began_anew(store: Store, listed: _listing.Listed) -> bool:
    """Whether a walk lost what it had, because a slice was missing."""
    newest = _listing.newest_of(store, listed)
    return newest is not None and newest.begins > 1
