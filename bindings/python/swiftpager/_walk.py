"""Walking a list page by page, at the pace of the loop that takes the pages."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from ._limits import Limits
from ._native.library import native
from ._native.statuses import Source
from ._native.updates import NativeUpdate
from ._parts import NativeParts, Parts
from .operation import Pull, replaced
from .update import Update

Part = TypeVar("Part")


def walk(
    start: Callable[[], Pull], loaded: Callable[[NativeUpdate], list[NativeParts]],
    parts: Callable[[Parts], Iterable[Part]], limits: Limits | None = None,
) -> Generator[Part, None, None]:
    """Yields parts of all pages that an operation loads, and then raises its failure, if it failed.

    The walk pulls the updates, so that the library learns when the caller has finished with a page. While the caller
    works on one page, the library loads the next one. Leaving the walk cancels it. `limits` end it without a
    failure; the walk then has not finished with a page that they cut.
    """
    limits = Limits() if limits is None else limits
    pull = None
    try:
        pull = start()
        while (update := pull.following()) is not None:
            for page in loaded(update):
                for part in parts(limits.taken(page)):
                    yield part
                    if pull.was_replaced:
                        raise replaced()
                if limits.is_cut:
                    pull.tell_end()
                    return limits.check()
        limits.check()
    finally:
        if pull is not None:
            pull.end()


def loaded_pages(native_update: NativeUpdate, *, each: bool, skips_cached: bool) -> list[NativeParts]:
    """The pages of an update: the newest one, or all pages if one update is for all.

    With `skips_cached` they do not include pages of the cache, which come ahead of the server's.
    """
    if not each:
        return list(Update(native_update)._parts())
    if skips_cached and native.swiftpager_update_source(native_update.key, None) == Source.CACHE:
        return []
    return [NativeParts(native_update, native.swiftpager_update_page(native_update.key, None))]
