"""What a listing of a store shows of its walks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _children, _names, _restarts
from ._footer import Footer

if TYPE_CHECKING:
    from .store import Store

# The folder of what is known of walks, beside their slices.
WALKS = "_walks"
# The end of the name of a walk's failure.
FAILURE = ".error.json"
_SLICE = re.compile(rf"(?:.*/)?({_names.NAME.pattern})-([0-9]{{6,}})\.parquet")


def slice_of(file: str) -> tuple[str, int] | None:
    """The walk's name and the number in the name of a slice; None for another file."""
    match = _SLICE.fullmatch(file)
    return None if match is None else (match[1], int(match[2]))


@dataclass(slots=True)
class Listed:
    """The files of one walk."""

    # How many slices there are, the number of the newest one, and its file.
    count: int = 0
    newest: int = 0
    file: str = ""
    has_failed: bool = False
    is_noted_anew: bool = False

    def slice(self, name: str, number: int) -> str:
        """The name of a slice of the walk below the root."""
        return file_name(self.file.rpartition("/")[0], name, number)


@dataclass
class Listing:
    """The walks of a store, by their names."""

    walks: dict[str, Listed] = field(default_factory=dict)

    @property
    def positions(self) -> dict[str, int]:
        """The number of the newest slice of each walk that has one, by keys."""
        return {_names.key_of(name): walk.newest for name, walk in self.walks.items() if walk.newest}

    def counting(self, store: Store) -> dict[str, Footer]:
        """The newest footers of the walks of which not all slices count, by names."""
        return {
            name: newest for name, walk in self.walks.items()
            if walk.is_noted_anew and (newest := newest_of(store, walk)) is not None
        }

    def broken(self, store: Store) -> dict[str, dict[str, Any]]:
        """What is wrong with the walks of which someone removed a slice, by names."""
        suspects = {name: set[int]() for name, walk in self.walks.items() if walk.count < walk.newest}
        if not suspects:
            return {}
        # The store is listed again: during the first listing, a slice and the one before it may have been committed.
        for file in store._folder.names():
            if (found := slice_of(file)) is not None and found[0] in suspects:
                suspects[found[0]].add(found[1])
        errors = ((name, _wrong(store, name, self.walks[name], there)) for name, there in suspects.items())
        return {name: error for name, error in errors if error is not None}


def of(store: Store, files: Iterable[str] | None = None) -> Listing:
    """Lists a store once, or takes the names of all its files."""
    listing = Listing()
    for file in store._folder.names() if files is None else files:
        top, _, entry = file.partition("/")
        if top == WALKS and entry.endswith(FAILURE):
            _listed(listing, entry.removesuffix(FAILURE)).has_failed = True
        elif top == WALKS and entry.endswith(".json"):
            _listed(listing, entry.removesuffix(".json"))
        elif top == _restarts.FOLDER and entry.endswith(".json"):
            _listed(listing, entry.removesuffix(".json")).is_noted_anew = True
        elif top != _children.FOLDER and (found := slice_of(file)) is not None:
            name, number = found
            walk = _listed(listing, name)
            walk.count += 1
            if number > walk.newest:
                walk.newest, walk.file = number, file
    return listing


def newest_of(store: Store, walk: Listed) -> Footer | None:
    """The footer of a walk's newest slice; None if it has none."""
    if walk.newest == 0:
        return None
    return Footer.read(store._folder.opened(walk.file), store._folder.path(walk.file))


def _wrong(store: Store, name: str, walk: Listed, there: set[int]) -> dict[str, Any] | None:
    try:
        return _missing(store, name, walk, there)
    except ValueError as error:
        # Beside the slice that is missing, another file is damaged.
        return {"code": "DAMAGED", "message": str(error), "retryable": False}


def _missing(store: Store, name: str, walk: Listed, there: set[int]) -> dict[str, Any] | None:
    """What is wrong with a walk that has only these slices; None if its list is whole.

    Earlier lists of a walk that began anew do not matter.
    """
    newest = newest_of(store, walk)
    if newest is None or _restarts.is_due(_restarts.after_of(store, name) if walk.is_noted_anew else None, newest):
        return None
    gone = gone_of(newest, there)
    if not gone:
        return None
    key = _names.key_of(name)
    return {
        "code": "SLICE_MISSING", "retryable": False,
        "message": f"of the slices {newest.begins} to {newest.number} in the store, {', '.join(map(str, gone))} missing"
        f" ({store._folder.path(walk.slice(name, gone[0]))}): put the file back, or call"
        f" swiftpager.fleet.restart(store, [{key!r}]) to load the list anew",
    }


def gone_of(footer: Footer, there: AbstractSet[int]) -> list[int]:
    """The numbers of the slices before one that count, as its footer says, and that are not there."""
    return [number for number in range(footer.begins, footer.number) if number not in there and footer.counts(number)]


def file_name(folder: str, name: str, number: int) -> str:
    """The name of a slice below the root; `folder` ends without a slash."""
    return f"{folder}/{name}-{number:06d}.parquet".removeprefix("/")


def _listed(listing: Listing, name: str) -> Listed:
    return listing.walks.setdefault(name, Listed())
