"""Walks into files that hold each row once, even if the process is killed at any moment.

The files say themselves how far the walk came: the rows and the checkpoint of the place right after them reach the disk
in one step. A later run reads that checkpoint, removes what an earlier one wrote beyond it, and goes on. `_extents` has
the rule for a run that begins again at a mark.
"""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from .._limits import Limits
from .._walk import loaded_pages, walk
from ..exceptions import Cancelled, ConfigurationError, SwiftPagerError
from ..page import Page

if TYPE_CHECKING:
    from ..pager import Pager

VERSION = 1


class State:
    """What a run left: the checkpoint of the place right after the written rows."""

    def __init__(self, checkpoint: Any, *, is_complete: bool) -> None:
        # None before the walk has begun.
        self.checkpoint = checkpoint
        # Whether the walk came to its end.
        self.is_complete = is_complete

    @classmethod
    def of(cls, pager: Pager, *, is_complete: bool) -> State:
        """The state of a walk whose pages are written as far as the program has finished with them."""
        # A checkpoint without a mark forgets a list that was read to its end.
        text = pager.checkpoint() if pager._is_incremental else pager.resume_token()
        return cls(json.loads(text), is_complete=is_complete)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.fields == other.fields

    __hash__ = None  # type: ignore[assignment]

    @property
    def mark(self) -> Any:
        """What a walk from the mark begins with: the mark, and the items around it that are known.

        None before the first mark. It changes only when a whole walk moves the mark.
        """
        if not isinstance(self.checkpoint, Mapping):
            return None
        mark, known = self.checkpoint.get("mark"), self.checkpoint.get("known")
        return None if mark is None and not known else (mark, known)

    @property
    def pages(self) -> int | None:
        """The pages of the list before its place; None if the checkpoint has no place."""
        token = self.checkpoint
        if isinstance(token, Mapping) and "window" in token:
            token = token["token"]
        return token["pages"] if isinstance(token, Mapping) and type(token.get("pages")) is int else None

    @property
    def fields(self) -> dict[str, Any]:
        """The state as JSON has it."""
        return {"version": VERSION, "complete": self.is_complete, "checkpoint": self.checkpoint}

    @classmethod
    def read(cls, fields: Any) -> State:
        """The state in a JSON object; raises ValueError, KeyError or TypeError for anything else."""
        if fields["version"] != VERSION:
            raise ValueError("a newer version of swiftpager wrote it")
        return cls(fields["checkpoint"], is_complete=bool(fields["complete"]))


class Sink(Protocol):
    """Where the rows go."""

    @property
    def added(self) -> int:
        """The number of pages that were added as a whole. It grows in one step, so an exception cannot split it."""

    @property
    def goes_on(self) -> bool:
        """Whether a later run continues from the states. If not, they have no checkpoint: not every list has one."""

    def begin(self, state: State) -> None:
        """The next page begins the list, or what is new since the mark: what a walk from there wrote goes.

        `state` is that of the mark.
        """

    def add(self, page: Page) -> None:
        """Takes the rows of a page."""

    def finished(self, state: Callable[[], State]) -> None:
        """The program has finished with all added pages; `state` takes the checkpoint of the place right after them."""

    def end(self, state: State) -> None:
        """Writes what was added, and the state after it."""

    def end_inside(self, state: State, page: Page) -> None:
        """Writes what was added, the first items of the next page, and the state before that page."""


def go_on(pager: Pager, state: State | None, what: str) -> bool:
    """Lets a pager continue where an earlier run left off; returns whether there is anything to walk.

    `what` names the output, for errors.
    """
    if state is None or state.checkpoint is None:
        return True
    try:
        pager._go_on_from(state.checkpoint)
    except ConfigurationError as error:
        error.add_note(f"while continuing {what}: name another place for this list, or remove what is there")
        raise
    return not state.is_complete or pager._is_incremental


def store(
    pager: Pager, sink: Sink, limits: Limits | None = None, look: Callable[[Page], None] | None = None
) -> None:
    """Walks a list into a sink; `go_on` says where it begins.

    If the walk fails or is interrupted, the rows before that are kept. If `limits` cut a page, the sink has its first
    items, and its state stands before that page. `look` sees the first page before the sink; if it raises, the sink
    learns nothing.
    """
    limits = Limits() if limits is None else limits
    stored = _Stored(pager, sink)
    pages = pages_of(pager, limits)
    try:
        first = [] if look is None else _looked_at(pages, look)
    except BaseException:
        pages.close()
        raise
    try:
        for page in itertools.chain(first, pages):
            stored.take(page, is_cut=limits.is_cut)
        if not limits.is_cut:
            stored.end(is_complete=not limits.has_ended)
    except BaseException as error:
        if not limits.is_cut:
            stored.leave(error)
        raise
    finally:
        pages.close()


def _looked_at(pages: Iterator[Page], look: Callable[[Page], None]) -> list[Page]:
    """The first page, if there is one, after a look at it."""
    first = list(itertools.islice(pages, 1))
    for page in first:
        look(page)
    return first


class _Stored:
    """The pages of a walk that a sink has."""

    def __init__(self, pager: Pager, sink: Sink) -> None:
        self._pager = pager
        self._sink = sink
        # The pages of the list before the first one in the sink.
        self._before = pager.state["pages_loaded"] - sink.added
        # The page that the sink takes now, and how many it had before.
        self._page: Page | None = None
        self._added = 0
        # Whether the sink has the state at the end of the walk.
        self._has_ended = False

    def take(self, page: Page, *, is_cut: bool) -> None:
        if page.kind == "initial":
            # If the list was to continue, the server has refused its cursor, and the library begins again at the mark.
            self._before = -self._sink.added
            self._sink.begin(self._state(is_complete=False))
        if is_cut:
            self._sink.end_inside(self.state(), page)
            return
        self._added, self._page = self._sink.added, page
        self._sink.add(page)
        page.finish()
        self._page = None
        self._sink.finished(self.state)

    def end(self, *, is_complete: bool) -> None:
        """Gives the sink the state at the end of the walk."""
        self._sink.end(self.state(is_complete=is_complete))
        self._has_ended = True

    def state(self, *, is_complete: bool = False) -> State:
        """The state right after the added pages."""
        state = self._state(is_complete=is_complete)
        if self._pager.state["pages_loaded"] < self._before + self._sink.added:
            # The checkpoint stands before pages that are written: a later run would write them again.
            raise Cancelled("another call made the pager begin anew while its pages were written")
        return state

    def _state(self, *, is_complete: bool) -> State:
        if not self._sink.goes_on:
            return State(None, is_complete=is_complete)
        return State.of(self._pager, is_complete=is_complete)

    def leave(self, error: BaseException) -> None:
        """Keeps what the sink has, because an error ends the walk."""
        if isinstance(error, Cancelled) or self._has_ended:
            # Another call took the pager, which then stands elsewhere; or nothing is missing.
            return
        try:
            if self._page is not None and self._sink.added > self._added:
                # An interruption may come between the last byte of a page and the call that says so.
                self._page.finish()
            state = self.state()
            # An interruption may also come while the library hands out a page: then the page counts as finished with.
            if state.pages in (None, self._before + self._sink.added):
                self._sink.end(state)
        except SwiftPagerError:
            # A pager that was closed has no checkpoint, and one that began anew none behind these pages.
            pass
        except Exception as other:
            error.add_note(f"what came last is not kept, and comes again: {other}")


def pages_of(pager: Pager, limits: Limits | None = None) -> Generator[Page, None, None]:
    """The pages of a walk, one by one: with "emit": "end", finishing with one page would finish with all."""
    return walk(
        lambda: pager._pulled("load_all", {"retain": "none", "emit": "each"}, limits),
        functools.partial(loaded_pages, each=True, skips_cached=pager._skips_cached),
        lambda parts: (Page(parts),),
        limits,
    )
