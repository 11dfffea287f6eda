"""Walks that did not give the whole list."""

from __future__ import annotations

from typing import Any

from .._native.statuses import Status
from .base import FirstError, SwiftPagerError


class IncompleteError(SwiftPagerError, band=range(60, 80)):
    """The list is incomplete, and the class says why. Pages already loaded stay."""


class CursorStuck(IncompleteError, statuses={Status.CURSOR_STUCK: "the page returns the cursor that requested it"}):
    """The page says that there is more, but returns the cursor that requested it."""


class CursorCycle(IncompleteError, statuses={Status.CURSOR_CYCLE: "the page returns a cursor of an earlier page"}):
    """The page says that there is more, but returns a cursor of an earlier page, or an earlier page comes again."""


class MissingPageInfo(
    IncompleteError,
    statuses={Status.MISSING_PAGE_INFO: "the page does not say whether there is more"},
):
    """The page does not say whether there is more, or a page changed and no longer leads to the page after it.

    `Pager.state["gaps"]` counts the second case. `load_all()` repairs it, because it fetches the list again.
    """


class NullCursor(
    IncompleteError,
    statuses={Status.NULL_CURSOR: "the page says that there is more, but gives no cursor for it"},
):
    """The page says that there is more, but gives no cursor for it."""


class PageLimit(IncompleteError, statuses={Status.PAGE_LIMIT: "max_pages or max_items is reached, and there is more"}):
    """max_pages or max_items is reached, and there is more.

    They guard against lists that are longer than expected. The arguments `limit` and `pages` of a walk end it well.
    """

    # The rows so far, if a `to_…` method raised this; None elsewhere.
    result: Any = None


class NestedIncomplete(IncompleteError, statuses={Status.NESTED_INCOMPLETE: "a list inside the page is incomplete"}):
    """A list inside the page is incomplete, and the pager's `nested` does not accept that; the page was kept."""

    @property
    def path(self) -> str:
        """The place of the first such list in the response: a JSON Pointer."""
        path: str = self.details["path"]
        return path


class PartialData(IncompleteError, statuses={Status.PARTIAL_DATA: "pages of the list have errors beside their data"}):
    """All pages of the list were loaded, but some have errors beside their data, so that parts of the data are null.

    With `errors="keep"`, the pager accepts such pages. With `errors="fail"`, it stops at the first one.
    """

    # The complete table, if a `to_…` method raised this; None elsewhere.
    result: Any = None

    @property
    def pages(self) -> int:
        """The number of pages with errors."""
        return int(self.details["partial"]["pages"])

    @property
    def errors(self) -> int:
        """The number of errors on all these pages."""
        return int(self.details["partial"]["errors"])

    @property
    def first(self) -> FirstError:
        """The first error."""
        return FirstError(**self.details["partial"]["first"])

    @property
    def path(self) -> str | None:
        """The place of the first error: a JSON Pointer below `data`; None if the server gave none."""
        return self.first.path


class NotOrdered(IncompleteError, statuses={Status.NOT_ORDERED: "an item is out of order, or has no value to compare"}):
    """An item of a list with `since` is out of order, or has no value to compare; the page was kept.

    The message names both items. The mark of `Pager.checkpoint()` does not move, and the next run begins at it again.
    """

    @property
    def path(self) -> str:
        """The place of the value in the response: a JSON Pointer."""
        path: str = self.details["path"]
        return path


class DuplicateKey(IncompleteError, statuses={Status.DUPLICATE_KEY: "two items of a page have the same key"}):
    """Two items of a page of a keyset list have the same key, so the request for the next page might skip items.

    Add a second key to `key` and `after`, or set `inclusive` and `identity`.
    """


class FewerThanTotal(
    IncompleteError,
    statuses={Status.FEWER_THAN_TOTAL: "the list has fewer items than its pages name"},
):
    """The list has reached its end with fewer items than the smallest `total` that its pages named.

    The server stops early, or hides items, or the total counts something else. In the last case, set `"check_total":
    False` in `pagination`.
    """

    # All items that came as a table, if a `to_…` method raised this; None elsewhere.
    result: Any = None

    @property
    def items(self) -> int:
        """The number of items in the list, without those that `identity` left out."""
        return int(self.details["fewer"]["items"])

    @property
    def total(self) -> int:
        """The smallest total that the pages of the list named."""
        return int(self.details["fewer"]["total"])


class MarkNotReached(
    IncompleteError,
    statuses={Status.MARK_NOT_REACHED: "the list ends above the mark"},
):
    """A list with `since` and the newest items first ended before an item came that the run before had.

    The server may cut the list, as a search does after 1,000 items, or all those items are gone. The mark of
    `Pager.checkpoint()` does not move. Read the oldest items first, or have the server leave out what is older: `order`
    "ascending" or "filtered", with a `variable`. For a list that the server keeps short on purpose, set `"unreached":
    "accept"` in `since`.
    """

    # All items that came as a table, if a `to_…` method raised this; None elsewhere.
    result: Any = None


class InDoubt(IncompleteError, statuses={Status.IN_DOUBT: "the list is complete, and something speaks against it"}):
    """The list has reached its end, something speaks against that end, and the pager is `strict`.

    All items have come. Without `strict`, `Pager.state["doubts"]` says the same.
    """

    # All items that came as a table, if a `to_…` method raised this; None elsewhere.
    result: Any = None

    @property
    def doubts(self) -> list[str]:
        """What speaks against the list, in words like "broken_promise"."""
        return list(self.details["doubts"])


# The walk has reached the end of the list and delivered all of its pages. Then it raises one of these.
AFTER_ALL_PAGES = (PartialData, FewerThanTotal, MarkNotReached, InDoubt)
# A method that returns a table or a data frame gives these exceptions the rows that it has, as `result`.
WITH_RESULT = (*AFTER_ALL_PAGES, PageLimit)
