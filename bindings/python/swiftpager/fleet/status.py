"""What a store says of its walks."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

from .._printable import printable
from . import _failures, _listing, _names
from ._footer import End
from .store import Store, check_store

_COLUMNS = ("walk", "slices", "pages", "rows", "end", "age", "error")


@dataclasses.dataclass(frozen=True)
class WalkStatus:
    """Where one walk stands. Slices, pages and rows are those of its list, which may have begun anew."""

    key: str
    slices: int = 0
    pages: int = 0
    rows: int = 0
    # "complete", "partial", or None if there is more.
    end: End | None = None
    # The failure since the newest slice, or what is missing in a partial list: `code`, `message`, `retryable`, `time`,
    # the `http_status` of an answer without the list, and `columns` with types for values that did not fit.
    error: dict[str, Any] | None = None
    # The seconds since the newest slice was made; None if there is none.
    age: float | None = None
    # Whether the walk failed after the newest slice. With `since`, the list may have been complete before.
    has_failed: bool = False


@dataclasses.dataclass(frozen=True)
class Status:
    """Where the walks of a store stand, in the order of their keys."""

    walks: tuple[WalkStatus, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """One JSON object for each walk."""
        return [dataclasses.asdict(walk) for walk in self.walks]

    def table(self) -> str:
        """The walks as lines of text, with a line of sums at the end.

        Each walk is one line, whatever its key and its error are: control characters in them are escaped.
        """
        lines = [_COLUMNS, *(_line(walk) for walk in self.walks)]
        widths = [max(len(line[index]) for line in lines) for index in range(len(_COLUMNS))]
        texts = ["  ".join(_aligned(cell, widths[index], index) for index, cell in enumerate(line)) for line in lines]
        ends = {end: sum(walk.end == end for walk in self.walks) for end in ("complete", "partial")}
        failed = sum(walk.has_failed for walk in self.walks)
        texts.append(
            f"{len(self.walks):,} walks: {ends['complete']:,} complete, {ends['partial']:,} partial, {failed:,} failed;"
            f" {sum(walk.pages for walk in self.walks):,} pages, {sum(walk.rows for walk in self.walks):,} rows"
        )
        return "\n".join(text.rstrip() for text in texts)


def status(store: Store) -> Status:
    """Where all walks of a store stand. It lists the store once, and reads the newest footer of each walk.

        print(swiftpager.fleet.status(store).table())

    A walk of which someone removed a slice is not complete: its error, `SLICE_MISSING`, names the file. Raises
    `ValueError` for a file that is not a slice, or is damaged.
    """
    check_store(store)
    listing = _listing.of(store)
    broken = listing.broken(store)
    found = (_walk(store, name, listed, broken.get(name)) for name, listed in listing.walks.items())
    return Status(tuple(sorted(found, key=lambda walk: walk.key)))


def _walk(store: Store, name: str, listed: _listing.Listed, lost: dict[str, Any] | None) -> WalkStatus:
    key = _names.key_of(name)
    error = _failures.noted(store, name, listed.newest) if listed.has_failed else None
    newest = _listing.newest_of(store, listed)
    if newest is None:
        return WalkStatus(key, error=error, has_failed=error is not None)
    error = lost or error
    slices = sum(map(newest.counts, range(newest.begins, newest.number + 1)))
    return WalkStatus(
        key, slices, newest.all_pages, newest.all_rows, None if lost else newest.end,
        error or newest.error, time.time() - newest.time, has_failed=error is not None,
    )


def _line(walk: WalkStatus) -> tuple[str, ...]:
    age = "" if walk.age is None else f"{walk.age:,.0f} s"
    error = "" if walk.error is None else f"{walk.error['code']}: {walk.error['message']}"
    return (
        printable(walk.key), f"{walk.slices:,}", f"{walk.pages:,}", f"{walk.rows:,}", walk.end or "", age,
        printable(error.partition("\n")[0]),
    )


def _aligned(cell: str, width: int, index: int) -> str:
    return cell.rjust(width) if _COLUMNS[index] in ("slices", "pages", "rows", "age") else cell.ljust(width)
