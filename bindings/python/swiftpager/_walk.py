"""Walking a list page by page, at the pace of the loop that takes the pages."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from ._limits import Limits
from ._native.library import native
from ._native.statuses import Source
from ._native.updates import NativeUpdate
from ._parts import NativeParts, Parts
from .operation import BasePull, replaced
from .update import Update

Part = TypeVar("Part")
Found = TypeVar("Found")
# Makes batches of what one call of a pull brings, each with parts of one page, and each when it is asked for.
Batches = Callable[[Found], Iterable[Iterable[Part]]]


def walk(
    start: Callable[[], BasePull[NativeUpdate]], loaded: Callable[[NativeUpdate], list[NativeParts]],
    parts: Callable[[Parts], Iterable[Part]], limits: Limits | None = None,
) -> Generator[Part, None, None]:
    """Yields parts of all pages that an operation loads: see `walk_in_batches`. The limits may cut the last page."""
    limits = Limits() if limits is None else limits
    return walk_in_batches(start, parts_of(loaded, parts, limits), limits)


def parts_of(
    loaded: Callable[[NativeUpdate], list[NativeParts]], parts: Callable[[Parts], Iterable[Part]], limits: Limits
) -> Batches[NativeUpdate, Part]:
    """The function that makes parts of the pages of an update, the last of which the limits may cut."""
    return lambda update: (parts(limits.taken(page)) for page in loaded(update))


def walk_in_batches(
    start: Callable[[], BasePull[Found]], batches: Batches[Found, Part], limits: Limits
) -> Generator[Part, None, None]:
    """Yields what `batches` makes of all that an operation brings, and then raises its failure, if it failed.

    The walk pulls, so that the library learns when the caller has finished with a page. While the caller works on one
    page, the library loads the next one. Leaving the walk cancels it. `limits` end it without a failure; the walk then
    has not finished with a page that they cut.
    """
    pull = None
    try:
        pull = start()
        while (found := pull.following()) is not None:
            for batch in batches(found):
                for part in batch:
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
