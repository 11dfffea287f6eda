"""Walks that end well before the end of their list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ._cursors import CursorPlaces
from ._parts import KindName, PartName, Parts
from .exceptions import PageLimit, PartialData, SwiftPagerError


def checked_limit(name: str, value: int | None) -> int | None:
    """A limit; raises TypeError or ValueError for anything but a whole number of 1 or more."""
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number of 1 or more, or None for no limit, not {value!r}")
    if value < 1:
        raise ValueError(f"{name} must be 1 or more, or None for no limit, not {value!r}")
    return value


class Limits:
    """How far one walk goes: it takes at most `limit` items and `pages` pages, and then ends without an exception.

    The library stops after the page that reaches a limit, and requests no page beyond it. The limits of the pager,
    `max_pages` and `max_items`, stay: a walk that reaches one of them first raises `PageLimit`.
    """

    def __init__(
        self, limit: int | None = None, pages: int | None = None, guards: Mapping[str, Any] | None = None,
        partial: Callable[[], PartialData | None] = lambda: None,
    ) -> None:
        """`guards` has the pager's limits; `partial` makes the exception for errors beside the data so far."""
        self._limit = checked_limit("limit", limit)
        self._pages = checked_limit("pages", pages)
        self._guards: Mapping[str, Any] = guards or {}
        self._partial = partial
        # The items that the walk has handed out.
        self._items = 0
        # Whether the walk has ended at a limit, and not at the end of its list.
        self.has_ended = False
        # Whether the walk has handed out the last item that it may, and a part of that item's page is left over.
        self.is_cut = False

    @property
    def is_limited(self) -> bool:
        """Whether the walk may end before its list."""
        return self._limit is not None or self._pages is not None

    def options(self) -> dict[str, int]:
        """The limits as options of `load_all`."""
        own = {"max_pages": self._pages, "max_items": self._limit}
        return {
            name: value if self._guards.get(name) is None else min(value, self._guards[name])
            for name, value in own.items() if value is not None
        }

    def taken(self, page: Parts) -> Parts:
        """The page, or its first items if the limit cuts it."""
        if not self.is_limited:
            return page
        count = page.item_count()
        left = self.take(count)
        return page if left == count else FirstItems(page, left)

    def left_of(self, count: int) -> int:
        """The number of items that the walk may hand out of the next `count` items."""
        return count if self._limit is None else min(count, self._limit - self._items)

    def take(self, count: int) -> int:
        """Like `left_of`, for items that the walk hands out now."""
        left = self.left_of(count)
        self._items += left
        self.is_cut = left < count
        return left

    def ends_well(self, error: SwiftPagerError) -> bool:
        """Whether a failure is the end that the caller of the walk asked for."""
        self.has_ended = isinstance(error, PageLimit) and self._is_own()
        return self.has_ended

    def _is_own(self) -> bool:
        """Whether the walk has come to a limit of its own, and not to one of the pager."""
        if self._limit is not None and self._items >= self._limit:
            return True
        most_pages, most_items = self._guards.get("max_pages"), self._guards.get("max_items")
        return (
            self._pages is not None and (most_pages is None or self._pages <= most_pages)
            and (most_items is None or self._items < most_items)
        )

    def allow(self, count: int) -> None:
        """Allows so many items more: the ones that an earlier walk has handed out of the first page of this one."""
        if self._limit is not None:
            self._limit += count

    def check(self) -> None:
        """Raises `PartialData` at a good end if pages so far had errors beside their data."""
        if self.is_limited and (error := self._partial()) is not None:
            raise error


class FirstItems:
    """The first items of a page; the other parts of the page stay whole."""

    # The library's page has more items.
    pointer: int | None = None

    def __init__(self, page: Parts, count: int) -> None:
        self._page = page
        self._count = count

    @property
    def cursors(self) -> CursorPlaces:
        return self._page.cursors

    def text(self, name: PartName) -> memoryview | None:
        text = self._page.text(name)
        if name != "ndjson" or text is None:
            return text
        lines = bytes(text).split(b"\n", self._count)[:self._count]
        return memoryview(b"".join(line + b"\n" for line in lines))

    def item_count(self) -> int:
        return self._count

    def kind(self) -> KindName:
        return self._page.kind()

    def finish(self) -> None:
        self._page.finish()
