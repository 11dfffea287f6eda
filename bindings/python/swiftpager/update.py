"""One state of a pager's list."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, c_bool, c_size_t
from typing import Any, Generic, Literal, overload

from ._html import Preview, first_rows, html
from ._native.handle import NotCopied
from ._native.library import native
from ._native.raising import check, error_for
from ._native.statuses import Source, Status
from ._native.text import borrowed_bytes
from ._native.updates import NativeUpdate, check_readable
from ._parts import NativeParts, item_lines
from ._typed import ItemType
from ._wording import counted, shown
from .exceptions import SwiftPagerError
from .page import Page
from .shapes import NestedCount


class Update(NotCopied, Generic[ItemType]):
    """A new state of the list, or the failure that ended an operation.

        def show(update: swiftpager.Update) -> None:
            if update.error is None:
                print(update.page_count, "pages, the last with", update.page.item_count, "items")

        pager.subscribe(show)
        pager.load_all()

    It stays readable when its client is closed.
    """

    _instead = "pickle or copy its pages"

    def __init__(self, handle: NativeUpdate, kind: Any = None) -> None:
        self._handle = handle
        # The type of the items; None for what JSON has.
        self._kind = kind
        self._pages: Pages[ItemType] | None = None

    @property
    def error(self) -> SwiftPagerError | None:
        """The failure that ended an operation; None for a state of the list.

        `GraphQLError` comes with a page, which carries errors and no data.
        """
        status = native.swiftpager_update_status(self._handle.key)
        if status == Status.OK:
            return None
        check_readable(self._handle)
        return error_for(status, native.swiftpager_update_error(self._handle.key))

    def finish(self) -> None:
        """Says that you have finished with the update before its callback returns: see `Page.finish`."""
        check(native.swiftpager_update_finish(self._handle.key))

    @property
    def page(self) -> Page[ItemType] | None:
        """The page that this update is about: the page just loaded or changed; None for a failure."""
        pointer = native.swiftpager_update_page(self._handle.key, None)
        if pointer is None:
            check_readable(self._handle)
            return None
        return Page(NativeParts(self._handle, pointer), self._kind)

    @property
    def page_count(self) -> int:
        """The number of pages in the update: at most one with `retain` "last" or "none"."""
        check_readable(self._handle)
        count: int = native.swiftpager_update_page_count(self._handle.key)
        return count

    @property
    def page_index(self) -> int | None:
        """The index in `pages` of the page that this update is about; None for a failure without a page."""
        out = c_size_t()
        if native.swiftpager_update_page(self._handle.key, byref(out)) is not None:
            return out.value
        check_readable(self._handle)
        return None

    @property
    def nested(self) -> NestedCount:
        """The number of lists inside the items of `pages` that may be incomplete; `Page.nested` says which."""
        lists = [page.nested for page in self.pages]
        return {
            "incomplete": sum(nested["incomplete"] for nested in lists if nested is not None),
            "unknown": sum(nested["unknown"] for nested in lists if nested is not None),
        }

    @property
    def pages(self) -> Sequence[Page[ItemType]]:
        """The pages in the order of the list: previous pages, the initial page, then next pages.

        A page takes time when you ask for it: `pages[-1]` takes the same time for a thousand pages as for one.
        """
        if self._pages is None:
            self._pages = Pages(self._handle, self.page_count, self._kind)
        return self._pages

    @property
    def is_change(self) -> bool:
        """Whether the update shows an earlier page again, because something in it has changed."""
        check_readable(self._handle)
        out = c_bool()
        native.swiftpager_update_source(self._handle.key, byref(out))
        return out.value

    @property
    def source(self) -> Literal["server", "cache"] | None:
        """The source of the page that this update is about; None for a failure without a page.

        "cache": the cache answered because of a `cache_policy`, or the page has changed since it was loaded.
        """
        check_readable(self._handle)
        match native.swiftpager_update_source(self._handle.key, None):
            case Source.SERVER:
                return "server"
            case Source.CACHE:
                return "cache"
        return None

    @property
    def output(self) -> memoryview:
        """The whole update as JSON: `{"previous_pages": […], "initial_page": …, "next_pages": […]}`.

        Each page is the response as the server sent it. The library builds the text when you first read it. The result
        is a view, not a copy.
        """
        length = c_size_t()
        address = native.swiftpager_update_output(self._handle.key, byref(length))
        if address is None:
            check_readable(self._handle)
            raise error_for(Status.NO_MEMORY)
        return borrowed_bytes(address, length.value, self._handle)

    def __repr__(self) -> str:
        return shown(self, self._described)

    def _described(self) -> str:
        error = self.error
        return f"{counted(self.page_count, 'page')}{f', {error.code}' if error else ''}"

    def _repr_html_(self) -> str:
        """What a notebook shows: the first items of the pages as a table."""
        return html(self, self._preview)

    def _preview(self) -> Preview:
        every = self._parts()
        return Preview(first_rows(map(item_lines, every)), sum(parts.item_count() for parts in every))

    def _parts(self) -> list[NativeParts]:
        """The parts of each page, in the order of the list."""
        return [parts_at(self._handle, index) for index in range(self.page_count)]


class Pages(Sequence[Page[ItemType]]):
    """The pages of an update. It makes the object of a page when a program first asks for the page."""

    def __init__(self, update: NativeUpdate, count: int, kind: Any = None) -> None:
        self._update = update
        self._count = count
        self._kind = kind
        self._made: dict[int, Page[ItemType]] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Page[ItemType]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Page[ItemType]]: ...
    def __getitem__(self, index: int | slice) -> Page[ItemType] | list[Page[ItemType]]:
        places = range(self._count)[index]
        if isinstance(places, range):
            return [self[place] for place in places]
        if places not in self._made:
            self._made[places] = Page(parts_at(self._update, places), self._kind)
        return self._made[places]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    # It would change with the attributes of the pages, as that of a list would.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def __reduce__(self) -> tuple[type[list[Page[ItemType]]], tuple[list[Page[ItemType]]]]:
        # A copy or a pickle outlives the update.
        return list, (list(self),)


def parts_at(update: NativeUpdate, index: int) -> NativeParts:
    """The parts of the page at an index that an update has."""
    pointer = native.swiftpager_update_page_at(update.key, index)
    assert pointer is not None  # An update never changes, so it has every page that it counted.
    return NativeParts(update, pointer)
