"""One page of a list."""

from __future__ import annotations

from ctypes import byref, c_size_t

from ._json import read
from ._library import native
from ._statuses import Kind
from ._text import borrowed_bytes
from ._updates import check_readable
from .exceptions import check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal, TypeVar

    import pyarrow

    from ._arrow import Columns
    from ._updates import NativeUpdate
    from .shapes import NestedLists

    Value = TypeVar("Value")

_UNREAD = object()


class Page:
    """One page, as the server sent it; it stays readable when its pager and client are closed.

    `raw`, `raw_data`, `raw_items` and `raw_errors` are views of the received bytes, without a copy; but `raw_items` is
    written anew where items were left out, which an offset list with an "identity" has seen before. `data`, `items`,
    `nodes` and `errors` are decoded when they are first read, and kept.
    """

    __slots__ = ("_data", "_items", "_nodes", "_pointer", "_update", "__weakref__")

    def __init__(self, update: NativeUpdate, pointer: int) -> None:
        # The page lives as long as its update.
        self._update = update
        self._pointer = pointer
        self._data: Any = _UNREAD
        self._items: Any = _UNREAD
        self._nodes: Any = _UNREAD

    def finish(self) -> None:
        """Says that you are done with the page before you ask for the next one: `Pager.resume_token` then counts it.

        The page stays readable. Of an update that several loops or callbacks get, each one's own page counts.
        """
        check(native.swiftpager_update_finish(self._update.key))

    # Bytes

    @property
    def raw(self) -> memoryview:
        """The whole body of the response."""
        body = self._bytes(native.swiftpager_page_response)
        assert body is not None  # Every page came in a response.
        return body

    @property
    def raw_data(self) -> memoryview | None:
        """The value of `data`; None also when it is null."""
        return self._bytes(native.swiftpager_page_data)

    @property
    def raw_items(self) -> memoryview | None:
        """The array of items; None when the page has none."""
        return self._bytes(native.swiftpager_page_items)

    @property
    def raw_errors(self) -> memoryview | None:
        """The array of GraphQL errors; None when there are none."""
        return self._bytes(native.swiftpager_page_errors)

    # Values

    @property
    def data(self) -> Any:
        """The value of `data`, decoded; None when the response has none."""
        if self._data is _UNREAD:
            text = self.raw_data
            self._data = None if text is None else read(text)
        return self._data

    @property
    def items(self) -> list[Any]:
        """The items, decoded: the connection's `nodes` where the query asks for them, else its `edges`.

        Empty when the page has no such array.
        """
        if self._items is _UNREAD:
            text = self.raw_items
            self._items = [] if text is None else read(text)
        items: list[Any] = self._items
        return items

    @property
    def nodes(self) -> list[Any]:
        """What the items are about, decoded: of an edge its node, of another item the item itself.

        An edge is an item for which the query selects the field `node`, under whatever alias; where the query does not
        show the items, one with a key `node`. A null in the server's list stays None.
        """
        if self._nodes is _UNREAD:
            lines = self._bytes(native.swiftpager_page_ndjson)
            if lines is None and self.item_count > 0:
                raise MemoryError("there is not enough memory for the nodes of a page")
            # A line break stands behind each of them, and nowhere else.
            self._nodes = [] if not lines else read(b"[%b]" % bytes(lines[:-1]).replace(b"\n", b","))
        return list(self._nodes)

    @property
    def errors(self) -> list[Any]:
        """The GraphQL errors that came with the page, decoded; empty when there are none."""
        text = self.raw_errors
        return [] if text is None else read(text)

    @property
    def model(self) -> Any:
        """What the pager's `transform` made of the page; None where it has none."""
        text = self._bytes(native.swiftpager_page_model)
        return None if text is None else read(text)

    @property
    def nested(self) -> NestedLists | None:
        """The lists inside the items that cannot be taken for whole; None where the query has no lists there.

        `{"incomplete": 1, "unknown": 0, "lists": [{"path": "/data/…", "has_more": True, …}]}`: how many of them say
        that there is more, how many do not tell, and where they are.
        """
        text = self._bytes(native.swiftpager_page_nested)
        return None if text is None else read(text)

    @property
    def item_count(self) -> int:
        """How many items there are; reads no JSON."""
        count: int = native.swiftpager_page_item_count(self._pointer)
        return count or self._nothing(0)

    @property
    def kind(self) -> Literal["initial", "next", "previous"]:
        """What the page is to its list."""
        kind = native.swiftpager_page_kind(self._pointer)
        match kind or self._nothing(kind):
            case Kind.PREVIOUS:
                return "previous"
            case Kind.NEXT:
                return "next"
        return "initial"

    # Arrow

    def to_arrow(self, columns: Columns | None = None) -> pyarrow.RecordBatch:
        """The nodes as a record batch of pyarrow, which is needed. See `Pager.to_arrow`."""
        from ._arrow import batch_of  # Here and below: most programs want no columns.

        return batch_of(self, columns).to_pyarrow()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The nodes as an Arrow struct array."""
        from ._arrow import batch_of

        return batch_of(self, None).__arrow_c_array__(requested_schema)

    def __repr__(self) -> str:
        return f"<swiftpager.Page {self.kind}, {self.item_count} items>"

    def _bytes(self, part: Callable[..., int | None]) -> memoryview | None:
        length = c_size_t()
        address = part(self._pointer, byref(length))
        if address is None:
            return self._nothing(None)
        return borrowed_bytes(address, length.value, self._update)

    def _nothing(self, value: Value) -> Value:
        """The value, after making sure that the page can be read at all: in a forked child none can."""
        check_readable(self._update)
        return value
