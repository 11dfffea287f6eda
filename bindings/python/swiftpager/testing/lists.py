"""Lists that the fake server gives in pages."""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from typing import Any

from ._document import QueryError

_PREFIX = "cursor-"


class PagedList(abc.ABC):
    """A field of the fake server's data that is a list with pages."""

    def __init__(self, items: Sequence[Any], *, page_size: int = 10, max_page_size: int | None = None) -> None:
        """A list of items: dicts, whose fields queries ask for, or plain values.

        items          may change between requests: each is answered with what they are then
        page_size      how many items a page has where the query does not say
        max_page_size  the most that a page has, whatever the query says; None: as many as it says
        """
        if page_size < 1 or (max_page_size is not None and max_page_size < 1):
            raise ValueError("a page has at least one item")
        self.items = items
        self.page_size = page_size
        self.max_page_size = max_page_size

    @abc.abstractmethod
    def page(self, arguments: Mapping[str, Any]) -> Any:
        """What a query with these arguments gets; raises `QueryError` for arguments that cannot be."""

    def _size(self, asked: Any, name: str) -> int:
        if asked is None:
            asked = self.page_size
        if not isinstance(asked, int) or isinstance(asked, bool) or asked < 0:
            raise QueryError(f"{name} must be a number of items, not {asked!r}")
        return asked if self.max_page_size is None else min(asked, self.max_page_size)


class Connection(PagedList):
    """A list with cursors: `edges`, `nodes`, `pageInfo` and `totalCount`, by `first` and `after`, `last` and `before`.

    The cursor of the first item is "cursor-0".
    """

    def page(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The connection, of which queries take the fields that they ask for."""
        begin, end = 0, len(self.items)
        if (after := arguments.get("after")) is not None:
            begin = self._index(after) + 1
        if (before := arguments.get("before")) is not None:
            end = max(self._index(before), begin)
        if arguments.get("last") is not None:
            start, stop = max(begin, end - self._size(arguments["last"], "last")), end
        else:
            start, stop = begin, min(end, begin + self._size(arguments.get("first"), "first"))
        items = list(self.items[start:stop])
        cursors = [f"{_PREFIX}{number}" for number in range(start, stop)]
        return {
            "edges": [{"cursor": cursor, "node": item} for cursor, item in zip(cursors, items, strict=True)],
            "nodes": items,
            "totalCount": len(self.items),
            "pageInfo": {
                "hasNextPage": stop < len(self.items),
                "hasPreviousPage": start > 0,
                "startCursor": cursors[0] if cursors else None,
                "endCursor": cursors[-1] if cursors else None,
            },
        }

    def _index(self, cursor: Any) -> int:
        number = cursor.removeprefix(_PREFIX) if isinstance(cursor, str) and cursor.startswith(_PREFIX) else ""
        if not number.isdecimal():
            raise QueryError(f"{cursor!r} is not a cursor of this list")
        # The item may have gone since.
        return min(int(number), len(self.items) - 1)


class OffsetList(PagedList):
    """A list by `offset` and `limit`, or by `page`, which counts from 1, and `limit`.

    A field without `wrapped` is the array itself. With it, it is an object with `items` or `nodes`, `total` or
    `totalCount`, and `hasMore`.
    """

    def __init__(
        self, items: Sequence[Any], *, wrapped: bool = False, page_size: int = 10, max_page_size: int | None = None
    ) -> None:
        """A list of items: see `PagedList`."""
        super().__init__(items, page_size=page_size, max_page_size=max_page_size)
        self.wrapped = wrapped

    def page(self, arguments: Mapping[str, Any]) -> Any:
        """The items of a page, or the object around them."""
        size = self._size(arguments.get("limit"), "limit")
        start = arguments.get("offset")
        if start is None:
            number = arguments.get("page")
            start = ((1 if number is None else number) - 1) * size
        if not isinstance(start, int) or start < 0:
            raise QueryError(f"a page cannot begin at {start!r}")
        items, total = list(self.items[start : start + size]), len(self.items)
        if not self.wrapped:
            return items
        more = start + size < total
        return {"items": items, "nodes": items, "total": total, "totalCount": total, "hasMore": more}
