"""One page of a list."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._cursors import cursor_in
from ._decoding import decode
from ._html import Preview, first_rows, html
from ._optional import OptionalModule
from ._parts import KeptParts, KindName, PartName, Parts, item_lines
from ._typed import ItemType, data_as, items_as, items_of
from ._wording import counted, shown
from .arrow._columns import Columns, ColumnType, batch_of  # noqa: F401  (hints ask for all of them)
from .headers import Headers
from .shapes import NestedLists

if TYPE_CHECKING:
    import pyarrow
else:
    pyarrow = OptionalModule("pyarrow")

Item = TypeVar("Item")


class Page(Generic[ItemType]):
    """One page, as the server sent it; it stays readable when its pager and client are closed.

        pager.fetch()
        page = pager.pages[0]
        print(page.items[0]["name"], page.end_cursor, page.raw[:20])

    `items` has what `Pager.items` yields: the node of each edge. `edges` has the list as the server sent it. `raw`,
    `raw_data`, `raw_edges` and `raw_errors` are the received bytes. There is one exception: if an "identity" leaves out
    items that an earlier page had, the library writes `raw_edges` again without them. The page decodes the other
    properties when you first read them, and keeps the values.

    You can pickle and copy a page with its bytes. The copy has everything, and can become columns, too.
    """

    def __init__(self, parts: Parts, kind: Any = None) -> None:
        self._parts = parts
        # The type of the items; None for what JSON has.
        self._kind = kind

    def finish(self) -> None:
        """Says that you have finished with the page before you take the next one: `Pager.resume_token` then counts it.

        The page stays readable. If several loops or callbacks get the same update, each must finish its own page.
        """
        self._parts.finish()

    # Items

    @property
    def items(self) -> list[ItemType]:
        """The items, decoded, as `Pager.items` yields them: the node of each edge, or the item if it is not an edge.

        An edge is an item for which the query selects the field `node`, under any alias. If the query does not show the
        items, an edge is an item with the key `node`. A null in the server's list stays None. Empty if the page has no
        list, or if the server sends null instead.
        """
        return list(self._items)

    @cached_property
    def _items(self) -> list[ItemType]:
        return items_of(self._kind, self._parts)

    @cached_property
    def edges(self) -> list[Any]:
        """The list as the server sent it, decoded: the connection's `nodes` if the query selects them, or its `edges`.

        Empty if the page has no such array, or if the server sends null instead.
        """
        return self._value("items") or []

    def items_as(self, type: type[Item]) -> list[Item]:
        """The items as values of a type: see `Pager.items`.

            @dataclasses.dataclass
            class Product:
                id: str
                name: str

            pager.fetch()
            print(pager.pages[0].items_as(Product)[0].name)

        If an item does not fit the type, this raises the decoder's exception, with a note of its index in `items`.
        """
        return items_as(type, self._parts)

    def data_as(self, type: type[Item]) -> Item:
        """The value of `data` as one of a type, like the class that `swiftpager generate --python` writes for a query.

            @dataclasses.dataclass
            class Data:
                products: dict[str, object]

            pager.fetch()
            print(pager.pages[0].data_as(Data).products["pageInfo"])

        Needs msgspec. Raises its `ValidationError` for data that does not fit.
        """
        data: Item = data_as(type, self.raw_data)
        return data

    # Bytes

    @property
    def raw(self) -> bytes:
        """The whole body of the response."""
        return self._bytes("response") or b""

    @property
    def raw_data(self) -> bytes | None:
        """The value of `data`; None if it is absent or null."""
        return self._bytes("data")

    @property
    def raw_edges(self) -> bytes | None:
        """The array of items as the server sent it: see `edges`. None if the page has none."""
        return self._bytes("items")

    @property
    def raw_errors(self) -> bytes | None:
        """The array of GraphQL errors; None if there are none."""
        return self._bytes("errors")

    @property
    def raw_items(self) -> bytes:
        """The items as JSON, one per line: see `items`. Empty if there are none."""
        lines = item_lines(self._parts)
        return b"" if lines is None else bytes(lines)

    # Values

    @cached_property
    def data(self) -> Any:
        """The value of `data`, decoded; None if the response has none."""
        return self._value("data")

    @cached_property
    def errors(self) -> list[Any]:
        """The GraphQL errors of the page, decoded; empty if there are none."""
        return self._value("errors") or []

    @cached_property
    def extensions(self) -> dict[str, Any]:
        """The response's `extensions`, decoded; empty if there are none."""
        return self._value("extensions") or {}

    @cached_property
    def page_info(self) -> dict[str, Any]:
        """The page info as the server sent it, decoded; empty if there is none."""
        return self._page_info or {}

    @cached_property
    def _page_info(self) -> Any:
        # Of unusual lists it may be a text: the cursor itself.
        return self._value("info")

    @property
    def end_cursor(self) -> Any:
        """Where the next page begins: the cursor that the pagination or the query names, else `endCursor`.

        None if the page info has no such field.
        """
        return self._cursor(self._parts.cursors.end, "endCursor")

    @property
    def start_cursor(self) -> Any:
        """Where the page before ends: the cursor that the pagination or the query names, else `startCursor`.

        None if the page info has no such field.
        """
        return self._cursor(self._parts.cursors.start, "startCursor")

    def _cursor(self, places: tuple[str, ...], default: str) -> Any:
        return cursor_in(self._page_info, places, is_first=self.kind == "initial", default=default)

    @cached_property
    def headers(self) -> Headers:
        """The headers of the response; empty for a page from the cache."""
        return Headers(self._bytes("headers") or b"")

    @cached_property
    def model(self) -> Any:
        """The result of the pager's `transform` for the page; None if the pager has no `transform`."""
        return self._value("model")

    @cached_property
    def nested(self) -> NestedLists | None:
        """The lists inside the items that may be incomplete; None if the query has no lists inside its items.

        `{"incomplete": 1, "unknown": 0, "lists": [{"path": "/data/…", "has_more": True, …}]}`: how many lists say that
        there is more, how many do not say it, and where they are.
        """
        nested: NestedLists | None = self._value("nested")
        return nested

    @property
    def item_count(self) -> int:
        """The number of items; this reads no JSON."""
        return self._parts.item_count()

    @property
    def kind(self) -> KindName:
        """The position of the page in its list."""
        return self._parts.kind()

    # Arrow

    def to_arrow(self, columns: Columns | None = None) -> pyarrow.RecordBatch:
        """The items as a pyarrow record batch: see `Pager.to_arrow`. Needs pyarrow."""
        return batch_of(self, columns).to_pyarrow()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The items as an Arrow struct array."""
        return batch_of(self, None).__arrow_c_array__(requested_schema)

    def __repr__(self) -> str:
        return shown(self, lambda: f"{self.kind}, {counted(self.item_count, 'item')}")

    def _repr_html_(self) -> str:
        """What a notebook shows: the first items as a table."""
        return html(self, lambda: Preview(first_rows([item_lines(self._parts)]), self.item_count))

    def __reduce__(self) -> tuple[type[Page], tuple[Parts, Any]]:
        return Page, (KeptParts.of(self._parts), self._kind)

    # Reading

    def _bytes(self, name: PartName) -> bytes | None:
        text = self._parts.text(name)
        return None if text is None else bytes(text)

    def _value(self, name: PartName) -> Any:
        text = self._parts.text(name)
        return None if text is None else decode(text)
