"""Walking a list page by page, at the pace of whoever asks for the pages."""

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

from ._waiting import growing_slices
from .exceptions import Cancelled
from .operation import Operation
from .page import Page
from .subscription import PulledUpdates
from .update import Update

if TYPE_CHECKING:
    from .pager import Pager


def walk(pager: "Pager") -> Generator[Page, None, None]:
    """Yields all pages from the first one on; raises what ended the walk early, after the pages that came before.

    The updates are pulled, so that the library learns when the caller is done with a page: while the caller works on
    it, the next page travels, and no more than that. Leaving the walk cancels it.
    """
    updates = PulledUpdates(pager._handle)
    try:
        # Pages held from before are no part of this walk.
        updates.next(0)
        operation = pager.start_load_all()
        try:
            yield from _pages(pager, operation, updates)
        finally:
            operation.cancel()
    finally:
        updates.cancel()


def _pages(pager: "Pager", operation: Operation, updates: PulledUpdates) -> Iterator[Page]:
    seen = 0
    while (update := _next_update(operation, updates)) is not None:
        error = update.error
        pages = update.pages[seen:] if pager.emit == "end" else [update.last_page]
        for page in pages:
            # A page that has nothing but errors is told by the exception, which has those errors.
            if page is not None and (error is None or page.raw_data is not None):
                seen += 1
                yield page
        if error is not None:
            raise error
    operation.wait(0)


def _next_update(operation: Operation, updates: PulledUpdates) -> Update | None:
    """The next update of the walk; None when it has ended, and `Cancelled` at once when something took its place.

    An end without a failure is no update, and other subscribers' callbacks are run by nobody else: so what the client
    has to tell is looked for as well as the next page.
    """
    for milliseconds in growing_slices():
        ended = operation._poll()
        if isinstance(operation.error, Cancelled):
            # What waits now may be of the operation that took its place.
            raise operation.error
        update = updates.next(0 if ended else milliseconds)
        if update is not None or ended:
            return update
    raise AssertionError("the slices have no end")
