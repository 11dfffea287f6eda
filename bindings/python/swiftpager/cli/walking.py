"""The loop: it receives a page, writes it, and records it as written."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeVar

from .._list_warnings import doubts_in_words
from .._remedies import LIST, NO_TOTAL, QUERY
from .._wording import counted
from ..exceptions import GraphQLError, NestedIncomplete, PageLimit, PartialData, SwiftPagerError
from ..files._storing import store
from ..page import Page
from ..pager import Pager
from .endings import LimitReached, StoppedBefore
from .formats import Writer
from .progress import Progress
from .resuming import Notes
from .signals import Signals
from .storing import Stored

Failure = TypeVar("Failure", bound=Exception)


class Walk:
    """Writes the pages of a list."""

    def __init__(
        self, pager: Pager, writer: Writer, progress: Progress, signals: Signals, arguments: argparse.Namespace,
        stored: Stored | None = None, look: Callable[[Page], None] | None = None,
    ) -> None:
        """`stored` takes the pages of a walk that can continue, in place of the writer.

        `look` sees each page before it is written, and what it raises ends the walk.
        """
        self._pager = pager
        self._writer = writer
        self._progress = progress
        self._signals = signals
        self._max_pages: int | None = arguments.max_pages
        self._max_items: int | None = arguments.max_items
        self._stops_at_errors: bool = arguments.errors == "fail"
        self._has_mark: bool = arguments.since is not None
        self._stops_at_nested: bool = arguments.nested == "error"
        self._is_quiet: bool = arguments.quiet
        self._nested: str = arguments.nested
        self._no_total = (QUERY if arguments.list is None else LIST).words(NO_TOTAL)
        self._stored = stored
        self._look = look

    def run(self) -> None:
        """Writes all pages; raises the error that ended the list early, `LimitReached` for the user's own limit."""
        try:
            if self._stored is None:
                for page in self._pager:
                    if self._look is not None:
                        self._look(page)
                    with self._signals.held():
                        self._take(page)
            else:
                self._check_earlier_end(self._stored.kept.notes)
                store(self._pager, self._stored, look=self._look)
        except PartialData:
            # This error already reports all of the others.
            self._warn_of_nested()
            raise
        except PageLimit as error:
            is_pages = self._max_pages is not None and self._progress.pages >= self._max_pages
            limit = f"--max-pages {self._max_pages:,}" if is_pages else f"--max-items {self._max_items:,}"
            raise self._with_errors(LimitReached(f"{limit} is reached, and there is more")) from error
        except (LimitReached, SwiftPagerError) as error:
            # With `since`, a walk that ended here begins again at the mark.
            if isinstance(error, NestedIncomplete) and self._stored is not None and not self._has_mark:
                self._stored.stop(error.message)
            if not (self._stops_at_errors and isinstance(error, GraphQLError)):
                self._with_errors(error)
            raise
        self._warn_of_nested()

    def tell_doubts(self) -> None:
        """Says what speaks against a list that is complete: that is a result, also with --quiet."""
        advice = f"if that counts the same items, some are missing; if not, {self._no_total}"
        if (words := doubts_in_words(self._pager.state, advice)) is not None:
            self._progress.tell(words)

    def _check_earlier_end(self, notes: Notes) -> None:
        """Raises `StoppedBefore` if an earlier run stopped at a page that these options do not accept either.

        The library could go on behind such a page. The list would then be complete, although a part of it is missing.
        """
        if notes["stopped"] is not None and self._stops_at_nested:
            raise StoppedBefore(f"an earlier run stopped here: {notes['stopped']}")
        notes["stopped"] = None
        errors = self._pager.state["errors"]
        if errors is not None and self._stops_at_errors:
            first = errors["first"]
            raise StoppedBefore(
                f"an earlier run stopped at page {first['page']:,}, which has errors beside its data, the first:"
                f" {first['message'] or 'without a message'}; --errors keep accepts it and continues"
            )

    def _take(self, page: Page) -> None:
        most = None if self._max_items is None else self._max_items - self._progress.items
        self._writer.write(page, most)
        taken = page.item_count if most is None else min(page.item_count, most)
        self._progress.page(taken)
        if taken < page.item_count:
            raise LimitReached(f"--max-items {self._max_items:,} is reached, and there is more")

    def _with_errors(self, end: Failure) -> Failure:
        """The error that ended the walk early, with a note on the errors beside the data of earlier pages.

        Warns of lists inside the items of these pages, too.
        """
        self._warn_of_nested()
        errors = self._pager.state["errors"]
        if errors is not None:
            first = errors["first"]
            end.add_note(
                f"{counted(errors['pages'], 'page')} came with {counted(errors['errors'], 'error')} beside the data,"
                f" the first on page {first['page']:,}: {first['message'] or 'without a message'}"
            )
        return end

    def _warn_of_nested(self) -> None:
        nested = self._pager.state["nested"]
        # With another --nested, such a list ends the walk with an error.
        if nested is None or self._is_quiet or self._nested != "report":
            return
        if nested["incomplete"]:
            self._progress.tell(
                f"warning: the rest of {counted(nested['incomplete'], 'list')} inside the items was not written, in"
                f" {', '.join(nested['connections'])}: --nested drain fetches it"
            )
        if nested["unknown"]:
            self._progress.tell(
                f"warning: for {counted(nested['unknown'], 'list')} inside the items, it is unknown whether there is"
                " more: select pageInfo { hasNextPage endCursor } in them"
            )
