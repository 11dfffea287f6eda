"""Walks into files that hold each row once, even if the process is killed at any moment.

The files say themselves how far the walk came: the rows and the checkpoint of the place right after them reach the disk
in one step. A later run reads that checkpoint, removes what an earlier one wrote beyond it, and goes on.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import functools
import json
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from ._walk import loaded_pages, walk
from .exceptions import Cancelled, ConfigurationError, SwiftPagerError
from .page import Page

if TYPE_CHECKING:
    from .pager import Pager

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

    def add(self, page: Page) -> None:
        """Takes the rows of a page."""

    def finished(self, state: Callable[[], State]) -> None:
        """The program has finished with all added pages; `state` takes the checkpoint of the place right after them."""

    def end(self, state: State) -> None:
        """Writes what was added, and the state after it."""


def store(pager: Pager, sink: Sink, state: State | None, what: str) -> None:
    """Walks a list into a sink, from where an earlier run left off; `what` names its output.

    If the walk fails, the rows before the failure are kept.
    """
    if state is not None and state.checkpoint is not None:
        try:
            pager._go_on_from(state.checkpoint)
        except ConfigurationError as error:
            error.add_note(f"while continuing {what}: name another place for this list, or remove what is there")
            raise
        if state.is_complete and not pager._is_incremental:
            return
    # Without a state, a pager that has pages loads the list anew.
    pages = 0 if state is None else pager.state["pages_loaded"]

    def reached(*, is_complete: bool = False) -> State:
        reached = State.of(pager, is_complete=is_complete)
        if pager.state["pages_loaded"] < pages:
            # The checkpoint stands before pages that are written: a later run would write them again.
            raise Cancelled("another call made the pager begin anew while its pages were written")
        return reached

    try:
        for page in pages_of(pager):
            sink.add(page)
            page.finish()
            pages += 1
            sink.finished(reached)
    except SwiftPagerError:
        with contextlib.suppress(SwiftPagerError):
            # A pager that was closed has no checkpoint, and one that began anew none behind these pages.
            sink.end(reached())
        raise
    sink.end(reached(is_complete=True))


def pages_of(pager: Pager) -> Iterator[Page]:
    """The pages of a walk, one by one: with "emit": "end", finishing with one page would finish with all."""
    return walk(
        lambda: pager._pulled("load_all", {"retain": "none", "emit": "each"}),
        functools.partial(loaded_pages, each=True, skips_cached=pager._skips_cached),
        lambda parts: (Page(parts),),
    )


def lock(descriptor: int, path: str) -> None:
    """Locks a file or folder for this process until the descriptor is closed; raises BlockingIOError."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BlockingIOError(
            errno.EWOULDBLOCK, "another process or thread writes to it: wait for its end, or name another place", path
        ) from error


@contextlib.contextmanager
def naming(path: str) -> Iterator[None]:
    """Names the file in an OSError that does not name it."""
    try:
        yield
    except OSError as error:
        if error.filename is not None or error.errno is None:
            raise
        raise OSError(error.errno, os.strerror(error.errno), path) from error
