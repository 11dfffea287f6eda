"""The parts of a page, in the library's memory or, if the page was pickled, in Python's."""

from __future__ import annotations

from ctypes import byref, c_size_t
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from ._cursors import UNKNOWN_PLACES, CursorPlaces
from ._native.library import native
from ._native.raising import check
from ._native.statuses import Kind
from ._native.text import borrowed_bytes
from ._native.updates import NativeUpdate, check_readable

# The names of their functions, `swiftpager_page_…`, except "headers".
PartName = Literal[
    "response", "data", "items", "errors", "info", "extensions", "headers", "model", "nested", "ndjson"
]
KindName = Literal["initial", "next", "previous"]

_NAMES: tuple[PartName, ...] = get_args(PartName)
_KINDS: dict[int, KindName] = {Kind.INITIAL: "initial", Kind.NEXT: "next", Kind.PREVIOUS: "previous"}


class Parts(Protocol):
    """The parts of one page."""

    @property
    def pointer(self) -> int | None:
        """The library's page; None if there is none."""

    @property
    def cursors(self) -> CursorPlaces:
        """Where the page info has its cursors."""

    def text(self, name: PartName) -> memoryview | None:
        """A part's JSON text; None if the page does not have it."""

    def item_count(self) -> int:
        """The number of items."""

    def kind(self) -> KindName:
        """The position of the page in its list."""

    def finish(self) -> None:
        """Says that the consumer has finished with the page."""


class NativeParts:
    """The parts of one of the library's pages, which lives as long as its update."""

    __slots__ = ("_update", "pointer")

    def __init__(self, update: NativeUpdate, pointer: int) -> None:
        self._update = update
        self.pointer: int | None = pointer

    @property
    def cursors(self) -> CursorPlaces:
        return self._update.cursors

    def text(self, name: PartName) -> memoryview | None:
        length = c_size_t()
        if name == "headers":
            address = native.swiftpager_page_header(self.pointer, None, byref(length))
        else:
            address = getattr(native, f"swiftpager_page_{name}")(self.pointer, byref(length))
        if address is None:
            # In a forked child, the library returns nothing.
            check_readable(self._update)
            return None
        return borrowed_bytes(address, length.value, self._update)

    def item_count(self) -> int:
        count: int = native.swiftpager_page_item_count(self.pointer)
        if count == 0:
            check_readable(self._update)
        return count

    def kind(self) -> KindName:
        kind = native.swiftpager_page_kind(self.pointer)
        if kind not in _KINDS:
            check_readable(self._update)
        return _KINDS[kind]

    def finish(self) -> None:
        check(native.swiftpager_update_finish(self._update.key))


def item_lines(parts: Parts) -> memoryview | None:
    """The items of a page as JSON, one per line; None if there are none."""
    lines = parts.text("ndjson")
    if lines is None and parts.item_count() > 0:
        raise MemoryError("there is not enough memory for the items of a page")
    return lines


@dataclass(frozen=True, slots=True)
class KeptParts:
    """Copies of the parts of a page that came from another process or from a file."""

    texts: dict[PartName, bytes]
    count: int
    name: KindName
    cursors: CursorPlaces = UNKNOWN_PLACES
    pointer: None = None

    @classmethod
    def of(cls, parts: Parts) -> KeptParts:
        """Copies the parts of a page."""
        texts = {name: bytes(text) for name in _NAMES if (text := parts.text(name)) is not None}
        return cls(texts, parts.item_count(), parts.kind(), parts.cursors)

    def text(self, name: PartName) -> memoryview | None:
        text = self.texts.get(name)
        return None if text is None else memoryview(text)

    def item_count(self) -> int:
        return self.count

    def kind(self) -> KindName:
        return self.name

    def finish(self) -> None:
        """Does nothing: no walk waits for this page."""
