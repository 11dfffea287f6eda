"""What a store says of its walks."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterable
from typing import Any

from . import _failures
from ._footer import End, Footer
from .store import WALKS, Store, check_store, slice_of

_COLUMNS = ("walk", "slices", "pages", "rows", "end", "age", "error")


@dataclasses.dataclass(frozen=True)
class WalkStatus:
    """Where one walk stands."""

    key: str
    slices: int = 0
    pages: int = 0
    rows: int = 0
    # "complete", "partial", or None if there is more.
    end: End | None = None
    # The failure since the newest slice, or what is missing in a partial list: `code`, `message`, `retryable`, `time`,
    # and the `http_status` of an answer without the list.
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
        """The walks as lines of text, with a line of sums at the end."""
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

    Raises `ValueError` for a file that is not a slice.
    """
    check_store(store)
    newest: dict[str, tuple[int, str]] = {}
    failed: set[str] = set()
    for name in store._folder.names():
        if name.startswith(f"{WALKS}/"):
            entry = name.removeprefix(f"{WALKS}/")
            if entry.endswith(_failures.SUFFIX):
                failed.add(entry.removesuffix(_failures.SUFFIX))
            elif entry.endswith(".json"):
                newest.setdefault(entry.removesuffix(".json"), (0, ""))
        elif (found := slice_of(name)) is not None:
            key, number = found
            newest[key] = max(newest.get(key, (0, "")), (number, name))
    return Status(tuple(_walk(store, key, *newest[key], key in failed) for key in sorted(newest)))


def retry(store: Store, keys: Iterable[str] | Callable[[WalkStatus], bool] | None = None) -> list[str]:
    """Forgets that walks failed, so that their next slices run; returns their keys.

        keys = swiftpager.fleet.retry(store, lambda walk: walk.error["code"] == "RATE_LIMITED")

    keys  which walks: their keys, or a function that is asked for each failed one; default: all
    """
    if isinstance(keys, str):
        raise TypeError(f"keys must be a list of keys, or a function; for one key, give [{keys!r}]")
    failed = [walk for walk in status(store).walks if walk.has_failed]
    if keys is None:
        chosen = [walk.key for walk in failed]
    elif callable(keys):
        chosen = [walk.key for walk in failed if keys(walk)]
    else:
        wanted = set(keys)
        chosen = [walk.key for walk in failed if walk.key in wanted]
    for key in chosen:
        _failures.forget(store, key)
    return chosen


def _walk(store: Store, key: str, number: int, name: str, has_failed: bool) -> WalkStatus:
    error = _failures.noted(store, key, number) if has_failed else None
    if number == 0:
        return WalkStatus(key, error=error, has_failed=error is not None)
    footer = Footer.read(store._folder.opened(name), store._folder.path(name))
    return WalkStatus(
        key, number, footer.all_pages, footer.all_rows, footer.end, error or footer.error, time.time() - footer.time,
        has_failed=error is not None,
    )


def _line(walk: WalkStatus) -> tuple[str, ...]:
    age = "" if walk.age is None else f"{walk.age:,.0f} s"
    error = "" if walk.error is None else f"{walk.error['code']}: {walk.error['message']}"
    return (
        walk.key, f"{walk.slices:,}", f"{walk.pages:,}", f"{walk.rows:,}", walk.end or "", age, error.partition("\n")[0]
    )


def _aligned(cell: str, width: int, index: int) -> str:
    return cell.rjust(width) if _COLUMNS[index] in ("slices", "pages", "rows", "age") else cell.ljust(width)
