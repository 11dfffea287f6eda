"""Lists that the fake server divides into pages."""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from typing import Any

from ._arguments import whole
from ._document import QueryError

_PREFIX = "cursor-"


class PagedList(abc.ABC):
    """A field of the fake server's data that is a list with pages."""

    def __init__(self, items: Sequence[Any], *, page_size: int = 10, max_page_size: int | None = None) -> None:
        """A list of items: dicts with the fields that queries select, or plain values.

        items          you may change them between requests; each answer has the items of that moment
        page_size      the number of items on a page if the query does not say it
        max_page_size  the largest number of items on a page, even if the query says more; None for no limit
        """
        # Not an iterator, because each request reads the items again.
        is_indexed = hasattr(items, "__len__") and hasattr(items, "__getitem__")
        if isinstance(items, Mapping | str | bytes) or not is_indexed:
            raise TypeError(f"items must be a sequence, like a list, not {items!r}")
        whole("page_size", page_size, 1)
        if max_page_size is not None:
            whole("max_page_size", max_page_size, 1)
        self.items = items
        self.page_size = page_size
        self.max_page_size = max_page_size

    @abc.abstractmethod
    def page(self, arguments: Mapping[str, Any]) -> Any:
        """The value of the field with these arguments; raises `QueryError` for wrong arguments."""

    def _size(self, asked: Any, name: str) -> int:
        if asked is None:
            asked = self.page_size
        if not isinstance(asked, int) or isinstance(asked, bool) or asked < 0:
            raise QueryError(f"{name} must be a number of items, not {asked!r}")
        return asked if self.max_page_size is None else min(asked, self.max_page_size)


class Connection(PagedList):
    """A list with cursors: `edges`, `nodes`, `pageInfo` and `totalCount`, by `first` and `after`, `last` and `before`.

        server = FakeServer({"products": Connection([{"id": n} for n in range(250)], max_page_size=100)})

    The cursor of the first item is "cursor-0".
    """

    def page(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The connection with all its fields, from which queries select."""
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
        # The test may have removed the item since.
        return min(int(number), len(self.items) - 1)


class OffsetList(PagedList):
    """A list by `offset` and `limit`, or by `limit` and `page`, which counts from 1.

        server = FakeServer({"products": OffsetList([{"id": n} for n in range(250)], wrapped=True)})

    Without `wrapped`, the field is the array itself. With `wrapped`, it is an object with `items` or `nodes`, `total`
    or `totalCount`, and `hasMore`.
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
            number = 1 if arguments.get("page") is None else arguments["page"]
            if not isinstance(number, int):
                raise QueryError(f"page must be a whole number, not {number!r}")
            start = (number - 1) * size
        if not isinstance(start, int) or start < 0:
            raise QueryError(f"a page cannot begin at {start!r}")
        items, total = list(self.items[start : start + size]), len(self.items)
        if not self.wrapped:
            return items
        more = start + size < total
        return {"items": items, "nodes": items, "total": total, "totalCount": total, "hasMore": more}
