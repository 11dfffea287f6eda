"""Walking a list page by page, at the pace of whoever asks for the pages."""

from __future__ import annotations

from ctypes import byref, c_bool

from ._callbacks import registered_count
from ._library import native
from ._statuses import Status
from ._waiting import SLICE_MILLISECONDS, growing_slices
from .exceptions import GraphQLError
from .operation import Run
from .page import Page
from .subscription import PulledUpdates
from .update import Update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from ._updates import NativeUpdate
    from .pager import Pager


def walk(pager: Pager) -> Generator[Page, None, None]:
    """Yields all pages from the first one on; raises what ended the walk early, after the pages that came before.

    The updates are pulled, so that the library learns when the caller is done with a page: while the caller works on
    it, the next page travels, and no more than that. Leaving the walk cancels it.
    """
    updates = PulledUpdates(pager._handle)
    try:
        # Pages held from before are no part of this walk.
        updates.next(0)
        run = Run(pager, native.swiftpager_pager_load_all, None)
        try:
            yield from _pages(run, _updates(pager, run, updates), each=pager.emit == "each")
        finally:
            run.cancel()
    finally:
        updates.cancel()


def _pages(run: Run, updates: Iterator[NativeUpdate], *, each: bool) -> Iterator[Page]:
    status_of, last_page_of = native.swiftpager_update_status, native.swiftpager_update_last_page
    seen = 0
    for native_update in updates:
        if each and status_of(native_update.key) == Status.OK:
            yield Page(native_update, last_page_of(native_update.key))
            continue
        update = Update(native_update)
        error = update.error
        pages = [update.last_page] if each else update.pages[seen:]
        if isinstance(error, GraphQLError):
            # The newest page has errors in place of the list: the exception tells them.
            del pages[-1:]
        for page in pages:
            if page is not None:
                seen += 1
                yield page
        if error is not None:
            raise error
    run.check()


def _updates(pager: Pager, run: Run, updates: PulledUpdates) -> Iterator[NativeUpdate]:
    """The updates of the walk until it ends; raises `Cancelled` at once when something took its place.

    An end without a failure is no update, and other subscribers' callbacks are run by nobody else: both are looked for
    as well as the next page, unless there is no callback, and more to load. Then an update is what comes next.
    """
    may_load_next, has_more = native.swiftpager_pager_can_load_next, c_bool()
    has_more_out = byref(has_more)
    starts, pager_key = pager._starts, pager._handle.key
    while True:
        update = None
        if pager._starts == starts and not registered_count():
            if may_load_next(pager_key, has_more_out) == Status.OK and has_more.value:
                update = updates.next(SLICE_MILLISECONDS)
        if update is None:
            update = _update_or_end(run, updates)
        if update is None:
            return
        yield update


def _update_or_end(run: Run, updates: PulledUpdates) -> NativeUpdate | None:
    """The next update, or None at the end; runs the callbacks that wait meanwhile."""
    for milliseconds in growing_slices():
        # What waits after a cancellation may be of the operation that took its place.
        ended = run.poll()
        update = updates.next(0 if ended else milliseconds)
        if update is not None or ended:
            return update
    raise AssertionError("the slices have no end")
