"""Where a walk of the command goes that can continue: into an output that grows, or into parts."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from ..files._growing import Growth, Record
from ..files._parquet import Parts
from ..files._storing import State
from ..page import Page
from .endings import OutputError
from .formats import PartsWriter, Writer
from .progress import Progress
from .resuming import Kept
from .signals import Signals


class Stored:
    """The pages of a walk: the first signal waits until a page and the place behind it are written."""

    goes_on = True

    def __init__(self, kept: Kept, writer: Writer, progress: Progress, signals: Signals) -> None:
        self.kept = kept
        self._writer = writer
        self._progress = progress
        self._signals = signals
        self._notes = kept.notes

    @property
    def added(self) -> int:
        """The number of pages that were added as a whole."""
        raise NotImplementedError

    @property
    def has_place(self) -> bool:
        """Whether a later run continues, because a page is written."""
        raise NotImplementedError

    def begin(self, state: State) -> None:
        """The next page begins what is new since the mark."""
        with _explained():
            self._begin(state)

    def add(self, page: Page) -> None:
        """Writes a page."""
        self._signals.hold()
        with _explained():
            self._add(page)
        self._notes["items"] += page.item_count
        self._notes["columns"] = self._writer.columns
        self._progress.page(page.item_count)

    def finished(self, state: Callable[[], State]) -> None:
        """The page is finished with."""
        with _explained():
            self._finished(state)
        self._signals.release()

    def end(self, state: State) -> None:
        """The walk ends."""
        with self._signals.held(is_last=True), _explained():
            self._end(state)

    def end_inside(self, state: State, page: Page) -> None:
        """The command gives its walks no limits of this kind."""
        raise NotImplementedError

    def stop(self, why: str) -> None:
        """Notes why the walk stopped at a page that the library could go on behind."""
        self._notes["stopped"] = why
        with _explained():
            self.write()

    def write(self) -> None:
        """Writes the checkpoint file."""
        raise NotImplementedError

    def _noted(self, state: State, before: State) -> State:
        """Notes what the output is at the mark, if the mark has moved here."""
        if state.mark != before.mark:
            notes = self._notes
            notes["items_at_mark"], notes["columns_at_mark"] = notes["items"], notes["columns"]
        return state

    def _begin(self, state: State) -> None:
        raise NotImplementedError

    def _add(self, page: Page) -> None:
        raise NotImplementedError

    def _finished(self, state: Callable[[], State]) -> None:
        raise NotImplementedError

    def _end(self, state: State) -> None:
        raise NotImplementedError


class StoredLines(Stored):
    """The pages of a walk in an output that grows."""

    def __init__(
        self, kept: Kept, writer: Writer, progress: Progress, signals: Signals, growth: Growth,
        warn: Callable[[str], None], *, repeats: bool,
    ) -> None:
        """`repeats` says that what was written since the mark is elsewhere, and cannot be cut off."""
        super().__init__(kept, writer, progress, signals)
        self._growth = growth
        self._warn = warn
        self._repeats = repeats
        self._had_place = growth.record.extent.state.checkpoint is not None

    @property
    def added(self) -> int:
        return self._growth.added

    @property
    def has_place(self) -> bool:
        return self._had_place or self.added > 0

    def write(self) -> None:
        self.kept.file.write(self._growth.record)

    def _begin(self, state: State) -> None:
        growth, notes = self._growth, self._notes
        if growth.length == growth.record.extent.at_mark and not self._repeats:
            growth.begin(state)
            return
        if growth.can_cut and not self._repeats:
            notes["items"], notes["columns"] = notes["items_at_mark"], notes["columns_at_mark"]
            self._writer.begin_again(notes["columns"])
        else:
            self._warn(
                "warning: the walk begins again at its mark, and what was written since then cannot be taken back:"
                " these items come again"
            )
        self._repeats = False
        growth.begin(state)

    def _add(self, page: Page) -> None:
        self._growth.ready()
        before = self._writer.output.written
        self._writer.write(page, None)
        self._growth.grow(self._writer.output.written - before)

    def _finished(self, state: Callable[[], State]) -> None:
        self._growth.finished(lambda: self._noted(state(), self._growth.record.extent.state))

    def _end(self, state: State) -> None:
        if state.is_complete:
            self._growth.ready()
            before = self._writer.output.written
            self._writer.end()
            self._growth.grow(self._writer.output.written - before, pages=0)
        self._growth.end(self._noted(state, self._growth.record.extent.state))


class StoredParts(Stored):
    """The pages of a walk in parts of a folder, which say how far it is; the checkpoint file says whose they are."""

    def __init__(
        self, kept: Kept, writer: PartsWriter, progress: Progress, signals: Signals, parts: Parts, record: Record
    ) -> None:
        super().__init__(kept, writer, progress, signals)
        self._explained = writer.explained
        self._record = record
        self._parts = parts
        # The items of the parts from earlier runs.
        self._items_before = self._notes["items"]

    @property
    def added(self) -> int:
        return self._parts.added

    @property
    def has_place(self) -> bool:
        return self._parts.state is not None

    def write(self) -> None:
        self.kept.file.write(self._record)

    def _begin(self, state: State) -> None:
        if self._parts.extent.length > self._parts.extent.at_mark:
            # From here on, a folder with fewer parts has lost nothing.
            self._notes["items"] = self._notes["items_at_mark"]
            self._items_before = self._notes["items"] - self._parts.rows_written
            self.write()
        self._parts.begin(state)

    def _add(self, page: Page) -> None:
        self._writer.write(page, None)

    def _finished(self, state: Callable[[], State]) -> None:
        with self._explained():
            self._parts.finished(state)

    def _end(self, state: State) -> None:
        before = self._parts.extent.state
        with self._explained():
            self._parts.end(state)
        # The items of a part that failed, or that a second signal interrupted, are not in the folder.
        self._notes["items"] = self._items_before + self._parts.rows_written
        self._noted(self._parts.extent.state, before)
        self.write()


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"{error.filename} cannot be written: {error.strerror}") from error
