"""Walking a list page by page, at the pace of the loop that takes the pages."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from ._library import native
from ._parts import NativeParts
from ._statuses import Source, Status
from ._updates import NativeUpdate
from .operation import Pull, replaced
from .page import Page
from .update import Update

Part = TypeVar("Part")


def walk(
    start: Callable[[], Pull], pages: Callable[[NativeUpdate], list[Page]], parts: Callable[[Page], Iterable[Part]]
) -> Generator[Part, None, None]:
    """Yields parts of all pages that an operation loads, and then raises its failure, if it failed.

    The walk pulls the updates, so that the library learns when the caller has finished with a page. While the caller
    works on one page, the library loads the next one. Leaving the walk cancels it.
    """
    pull = start()
    try:
        for update in pull.updates():
            for page in pages(update):
                for part in parts(page):
                    yield part
                    if pull.was_replaced:
                        raise replaced()
    finally:
        pull.end()


def loaded_pages(native_update: NativeUpdate, *, each: bool, takes_cached: bool) -> list[Page]:
    """The pages of an update: the newest one, or all pages if one update is for all.

    They do not include a page with errors instead of the list, which the exception reports, or pages of the cache that
    come ahead of the server's.
    """
    has_failed = native.swiftpager_update_status(native_update.key) == Status.GRAPHQL
    if each:
        is_cached = native.swiftpager_update_source(native_update.key) == Source.CACHE
        if has_failed or (is_cached and not takes_cached):
            return []
        return [Page(NativeParts(native_update, native.swiftpager_update_last_page(native_update.key)))]
    update = Update(native_update)
    failed = update.page_index if has_failed else None
    return [page for index, page in enumerate(update.pages) if index != failed]
