"""One page of a list."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from ._arrow import Columns, ColumnType, batch_of  # noqa: F401  (hints ask for all of them)
from ._decoding import array, decode
from ._optional import OptionalModule
from ._parts import KeptParts, KindName, PartName, Parts
from ._typed import decoded_as
from ._wording import counted, shown
from .headers import Headers
from .shapes import NestedLists

if TYPE_CHECKING:
    import pyarrow
else:
    pyarrow = OptionalModule("pyarrow")

Item = TypeVar("Item")


class Page:
    """One page, as the server sent it; it stays readable when its pager and client are closed.

    `raw`, `raw_data`, `raw_items` and `raw_errors` are the received bytes; but `raw_items` is written anew where items
    were left out, which an offset list with an "identity" has seen before. The other properties are decoded when they
    are first read, and kept.

    A page can be pickled and copied, with its bytes. What comes of that is all there but for columns: see `to_arrow`.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def finish(self) -> None:
        """Says that you are done with the page before you ask for the next one: `Pager.resume_token` then counts it.

        The page stays readable. Of an update that several loops or callbacks get, each one's own page counts.
        """
        self._parts.finish()

    # Bytes

    @property
    def raw(self) -> bytes:
        """The whole body of the response."""
        return self._bytes("response") or b""

    @property
    def raw_data(self) -> bytes | None:
        """The value of `data`; None also when it is null."""
        return self._bytes("data")

    @property
    def raw_items(self) -> bytes | None:
        """The array of items; None when the page has none."""
        return self._bytes("items")

    @property
    def raw_errors(self) -> bytes | None:
        """The array of GraphQL errors; None when there are none."""
        return self._bytes("errors")

    @property
    def raw_nodes(self) -> bytes:
        """What the items are about, one a line: see `nodes`. Empty where there is nothing."""
        lines = self._lines()
        return b"" if lines is None else bytes(lines)

    # Values

    @cached_property
    def data(self) -> Any:
        """The value of `data`, decoded; None when the response has none."""
        return self._value("data")

    @cached_property
    def items(self) -> list[Any]:
        """The items, decoded: the connection's `nodes` where the query asks for them, else its `edges`.

        Empty when the page has no such array: also where the server answers null in its place.
        """
        return self._value("items") or []

    @property
    def nodes(self) -> list[Any]:
        """What the items are about, decoded: of an edge its node, of another item the item itself.

        An edge is an item for which the query selects the field `node`, under whatever alias; where the query does not
        show the items, one with a key `node`. A null in the server's list stays None.
        """
        return list(self._nodes)

    @cached_property
    def _nodes(self) -> list[Any]:
        lines = self._lines()
        return decode(array(lines)) if lines else []

    def nodes_as(self, type: type[Item]) -> list[Item]:
        """The nodes as values of a type: see `Pager.items`. Raises what its decoder does for a node that is none, with
        a note of its index in `nodes`."""
        lines = self._lines()
        return decoded_as(type, lines) if lines else []

    @cached_property
    def errors(self) -> list[Any]:
        """The GraphQL errors that came with the page, decoded; empty when there are none."""
        return self._value("errors") or []

    @cached_property
    def extensions(self) -> dict[str, Any]:
        """The response's `extensions`, decoded; empty when there are none."""
        return self._value("extensions") or {}

    @cached_property
    def page_info(self) -> dict[str, Any]:
        """What the list says of the pages around this one, decoded as it came; empty when it says nothing."""
        return self._value("info") or {}

    @property
    def end_cursor(self) -> Any:
        """The `endCursor` of `page_info`: where the next page begins. None where there is none of that name."""
        return self.page_info.get("endCursor")

    @property
    def start_cursor(self) -> Any:
        """The `startCursor` of `page_info`: where the page before ends. None where there is none of that name."""
        return self.page_info.get("startCursor")

    @cached_property
    def headers(self) -> Headers:
        """The headers of the response; empty for a page that the cache answered."""
        return Headers(self._bytes("headers") or b"")

    @cached_property
    def model(self) -> Any:
        """What the pager's `transform` made of the page; None where it has none."""
        return self._value("model")

    @cached_property
    def nested(self) -> NestedLists | None:
        """The lists inside the items that cannot be taken for whole; None where the query has no lists there.

        `{"incomplete": 1, "unknown": 0, "lists": [{"path": "/data/…", "has_more": True, …}]}`: how many of them say
        that there is more, how many do not tell, and where they are.
        """
        nested: NestedLists | None = self._value("nested")
        return nested

    @property
    def item_count(self) -> int:
        """How many items there are; reads no JSON."""
        return self._parts.item_count()

    @property
    def kind(self) -> KindName:
        """What the page is to its list."""
        return self._parts.kind()

    # Arrow

    def to_arrow(self, columns: Columns | None = None) -> pyarrow.RecordBatch:
        """The nodes as a record batch of pyarrow, which is needed. See `Pager.to_arrow`.

        Raises `ValueError` for a page that was pickled or copied: the library has none of its bytes.
        """
        return batch_of(self, columns).to_pyarrow()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The nodes as an Arrow struct array."""
        return batch_of(self, None).__arrow_c_array__(requested_schema)

    def __repr__(self) -> str:
        return shown(self, lambda: f"{self.kind}, {counted(self.item_count, 'item')}")

    def __reduce__(self) -> tuple[type[Page], tuple[Parts]]:
        return Page, (KeptParts.of(self._parts),)

    # Reading

    def _bytes(self, name: PartName) -> bytes | None:
        text = self._parts.text(name)
        return None if text is None else bytes(text)

    def _value(self, name: PartName) -> Any:
        text = self._parts.text(name)
        return None if text is None else decode(text)

    def _lines(self) -> memoryview | None:
        lines = self._parts.text("ndjson")
        if lines is None and self.item_count > 0:
            raise MemoryError("there is not enough memory for the nodes of a page")
        return lines
