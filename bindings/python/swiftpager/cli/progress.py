"""The output on stderr: the progress of the walk, and messages."""

from __future__ import annotations

import contextlib
import importlib
import logging
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from .._observing import LOGGER
from .._printable import printable_lines
from .._wording import counted
from ..shapes import RequestEvent

PLAIN_SECONDS = 1.0
# Shorter waits would only flicker.
SHOWN_WAIT_SECONDS = 0.5


class Progress:
    """Writes messages, and shows no progress."""

    # Whether the user sees what the walk waits for.
    shows_waits = False

    def __init__(self) -> None:
        self.pages = 0
        self.items = 0
        self._began = time.monotonic()
        # When the request leaves that waits for its turn.
        self._turn = 0.0
        # Says how far several walks are, in place of the counts of one.
        self._of_many: Callable[[], str] | None = None

    def page(self, items: int) -> None:
        """Counts a page that was written."""
        self.pages += 1
        self.items += items
        self._update()

    def event(self, event: RequestEvent) -> None:
        """Shows how long a request waits for its turn, if it does."""
        what: Any = event
        if what["event"] == "pace" and what["wait_ms"] >= SHOWN_WAIT_SECONDS * 1_000:
            self._turn = time.monotonic() + what["wait_ms"] / 1_000
            # The first page, which is about to be written, shows the wait for the second one.
            if self.pages > 0:
                self._update()

    @contextlib.contextmanager
    def watching(self, summary: Callable[[], str]) -> Iterator[None]:
        """Shows what `summary` says, and its last words at the end of the block."""
        self._of_many = summary
        with self.shown():
            yield

    def show(self) -> None:
        """Shows the progress as it is now."""
        self._update()

    def _update(self) -> None:
        """Shows the progress."""

    def _status(self) -> str:
        """The progress so far, and the wait that goes on."""
        wait = self._turn - time.monotonic()
        return self.summary() + (f", waiting {wait:.1f} s for the next turn" if wait >= SHOWN_WAIT_SECONDS else "")

    def tell(self, message: str) -> None:
        """Writes a message, without characters that would move a terminal's cursor."""
        self._write(printable_lines(message).replace("\n", "\n  "))

    @contextlib.contextmanager
    def shown(self) -> Iterator[None]:
        """Shows the progress during the block."""
        yield

    def summary(self) -> str:
        """The progress so far."""
        if self._of_many is not None:
            return self._of_many()
        elapsed = time.monotonic() - self._began
        rate = f", {self.items / elapsed:,.0f} a second" if elapsed >= 1 else ""
        return f"{counted(self.pages, 'page')}, {counted(self.items, 'item')} in {elapsed:.1f} s{rate}"

    def written(self) -> str:
        """What was written until the command was told to end."""
        return f"wrote {self.summary()}" if self.pages else "wrote nothing"

    def _write(self, line: str) -> None:
        try:
            print(f"swiftpager: {line}", file=sys.stderr, flush=True)
        except (OSError, AttributeError):
            # stderr is closed, or its reader is gone. The exit code says the same.
            pass


class PlainProgress(Progress):
    """Writes a line now and then."""

    shows_waits = True
    _told_at: float | None = None

    def _update(self) -> None:
        now = time.monotonic()
        if self._told_at is None or now - self._told_at >= PLAIN_SECONDS:
            self._told_at = now
            self._write(self._status())

    @contextlib.contextmanager
    def shown(self) -> Iterator[None]:
        try:
            yield
        finally:
            self._write(self.summary())


class RichProgress(Progress):
    """Shows one changing line, with rich."""

    shows_waits = True

    def __init__(self, rich_progress: Any, console: Any) -> None:
        super().__init__()
        self._console = console
        self._bar = rich_progress.Progress(
            rich_progress.SpinnerColumn(), rich_progress.TextColumn("{task.description}", markup=False),
            console=console, transient=True,
        )
        self._task = self._bar.add_task("waiting for the first page", total=None)

    def _update(self) -> None:
        self._bar.update(self._task, description=self._status())

    @contextlib.contextmanager
    def shown(self) -> Iterator[None]:
        try:
            with self._bar:
                yield
        finally:
            # The changing line is gone; its last text stays.
            self._write(self.summary())

    def _write(self, line: str) -> None:
        try:
            self._console.print(f"swiftpager: {line}", markup=False, highlight=False, soft_wrap=True)
        except OSError:
            pass


def make_progress(*, is_wanted: bool) -> Progress:
    """Shows progress if stderr is a terminal: with rich if it is installed, else in lines."""
    if not is_wanted or sys.stderr is None or not sys.stderr.isatty():
        return Progress()
    try:
        rich_progress = importlib.import_module("rich.progress")
        console: Any = importlib.import_module("rich.console").Console(stderr=True)
    except ImportError:
        return PlainProgress()
    return RichProgress(rich_progress, console)


class LogLines(logging.Handler):
    """Writes what the library logs as messages."""

    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self._progress = progress

    def emit(self, record: logging.LogRecord) -> None:
        self._progress.tell(record.getMessage())


@contextlib.contextmanager
def log_restored() -> Iterator[None]:
    """At the end of the block, gives the library's log the handlers, filters and level that it had at its beginning."""
    logger = logging.getLogger(LOGGER)
    handlers, filters = list(logger.handlers), list(logger.filters)
    level, propagates = logger.level, logger.propagate
    try:
        yield
    finally:
        logger.handlers[:], logger.filters[:] = handlers, filters
        logger.propagate = propagates
        logger.setLevel(level)
