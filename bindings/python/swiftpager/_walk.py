"""Walking a list page by page, at the pace of the loop that asks for the pages."""

from __future__ import annotations

from ctypes import byref, c_bool

from ._callbacks import registered_count
from ._library import native
from ._starting import starting
from ._statuses import Source, Status
from ._waiting import SLICE_MILLISECONDS, growing_slices
from .exceptions import GraphQLError, error_for
from .operation import Run
from .page import Page
from .subscription import PulledUpdates
from .update import Update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from typing import Any

    from ._updates import NativeUpdate
    from .pager import Pager


class Walk:
    """One walk under way: a load, and a subscription of its own whose updates are pulled.

    Whatever the pager starts next ends it, also while another thread waits for its next page.
    """

    def __init__(self, pager: Pager) -> None:
        with starting():
            # Before the subscription begins, so that it gets no page of theirs.
            pager._end_walk()
            pager._end_load()
            self._updates = PulledUpdates(pager._handle)
            try:
                # Pages held from before do not belong to this walk.
                self._updates.next(0)
                self._run = Run(pager, native.swiftpager_pager_load_all, None)
            except BaseException:
                self._updates.cancel()
                raise
            self.has_ended = False
            pager._walk = self

    def end(self) -> None:
        """Ends the load and the subscription; once is enough."""
        self.has_ended = True
        try:
            self._run.cancel()
        finally:
            self._updates.cancel()

    def updates(self, pager: Pager) -> Iterator[NativeUpdate]:
        """The updates until the end; raises `Cancelled` at once when something took the walk's place.

        An end without a failure brings no update, and nothing else runs the callbacks of other subscribers. So the walk
        looks for both, as well as for the next page; only where there is no callback, and more to load, an update is
        what comes next.
        """
        has_more = c_bool()
        has_more_out = byref(has_more)
        pager_key = pager._handle.key
        questions = (native.swiftpager_pager_can_load_next, native.swiftpager_pager_can_load_previous)
        while True:
            self.check()
            update = None
            if not registered_count():
                for can_load in questions:
                    if can_load(pager_key, has_more_out) == Status.OK and has_more.value:
                        update = self._updates.next(SLICE_MILLISECONDS)
                        break
            if update is None:
                update = self._update_or_end()
            if update is None:
                return
            yield update

    def check_end(self) -> None:
        """Raises how the load failed, once it has ended."""
        self._run.check()

    def _update_or_end(self) -> NativeUpdate | None:
        """The next update, or None at the end; runs the callbacks that wait meanwhile."""
        for milliseconds in growing_slices():
            self.check()
            ended = self._run.poll()
            update = self._updates.next(0 if ended else milliseconds)
            if update is not None:
                return update
            if ended:
                self.check()
                return None
        raise AssertionError("the slices have no end")

    def check(self) -> None:
        """Raises `Cancelled` when something took the walk's place."""
        if self.has_ended:
            raise error_for(Status.CANCELLED, message="another operation of the pager took the place of this walk")


def walk(pager: Pager) -> Generator[Page, None, None]:
    """Yields all pages from the first one on; raises what ended the walk early, after the pages that came before.

    The updates are pulled, so that the library learns when the caller is done with a page: while the caller works on
    it, the next page travels, and no more than that. Leaving the walk cancels it.
    """
    this = Walk(pager)
    try:
        yield from _pages(this, pager)
    finally:
        this.end()


def walk_items(pager: Pager) -> Generator[Any, None, None]:
    """Yields the nodes of all pages, as `walk` does the pages."""
    this = Walk(pager)
    try:
        for page in _pages(this, pager):
            for node in page.nodes:
                yield node
                if this.has_ended:
                    break  # Asking for the next page says why.
    finally:
        this.end()


class _Loads:
    """Tells the pages that a walk loads from those that change after their turn: subscribers are told of both."""

    def __init__(self, pager: Pager) -> None:
        # Only with these the cache's page is what was asked for. Else it comes ahead of the server's.
        self._from_cache = pager._cache_policy in ("return_cache_data_else_fetch", "return_cache_data_dont_fetch")
        self._is_change = c_bool()

    def has(self, update: NativeUpdate) -> bool:
        """Whether an update brings the next page."""
        if native.swiftpager_update_source(update.key) != Source.CACHE:
            return True
        if not self._from_cache:
            return False
        native.swiftpager_update_is_change(update.key, byref(self._is_change))
        return not self._is_change.value


def _pages(this: Walk, pager: Pager) -> Iterator[Page]:
    each = pager.emit == "each"
    status_of, last_page_of = native.swiftpager_update_status, native.swiftpager_update_last_page
    loads = _Loads(pager)
    seen = 0
    for native_update in this.updates(pager):
        if each and status_of(native_update.key) == Status.OK:
            if loads.has(native_update):
                yield Page(native_update, last_page_of(native_update.key))
            continue
        update = Update(native_update)
        error = update.error
        pages = [update.last_page] if each else update.pages[seen:]
        if isinstance(error, GraphQLError):
            # The newest page has errors in place of the list: the exception tells them.
            del pages[-1:]
        for page in pages:
            this.check()
            if page is not None:
                seen += 1
                yield page
        if error is not None:
            raise error
    this.check_end()
