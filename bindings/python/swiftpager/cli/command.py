"""One walk of the command, from its files to its end."""

from __future__ import annotations

import argparse
from typing import Any

from .. import exceptions as library
from ..client import Client
from .asking import Question
from .endings import LimitReached, OutputError, Terminated, UsageError
from .formats import Writer, make_writer
from .outputs import Output, check_kept, open_output
from .pointers import Pointer
from .progress import Progress
from .resuming import Place, ResumeFile
from .selection import Selection
from .signals import Signals
from .walking import Walk

# The outputs that are text, and may go to a terminal.
TEXT = ("ndjson", "json", "csv")


class Command:
    """A walk with its client, its output and its resume file."""

    def __init__(self, arguments: argparse.Namespace, question: Question, progress: Progress, signals: Signals) -> None:
        self._arguments = arguments
        self._question = question
        self._progress = progress
        self._signals = signals
        self._resume = None if arguments.resume is None else ResumeFile(arguments.resume)

    def run(self) -> None:
        """Writes the whole list. Raises the error that ended it early, with notes on what was written."""
        place = Place() if self._resume is None else self._resume.begin(_line_options(self._arguments))
        # This comes before the client, because the client may overwrite a recording.
        selection = self._selection()
        with self._question.client() as client:
            self._run(client, place, selection)

    def _run(self, client: Client, place: Place, selection: Selection) -> None:
        arguments = self._arguments
        pager = self._question.pager(client, **({} if place.token is None else {"resume": place.token}))
        if place.is_complete:
            check_kept(arguments.to, place=place.file, has_items=place.items > 0, resume=arguments.resume)
            if not arguments.quiet:
                self._progress.tell(
                    f"the walk is complete, so nothing was requested: remove {arguments.resume} to start over"
                )
            return
        columns = names_of(arguments.columns)
        output = open_output(arguments.to, place=place.file, is_text=arguments.output in TEXT)
        try:
            writer = make_writer(arguments.output, output, selection, columns=columns, header=place.columns)
        except UsageError:
            output.leave()
            raise
        walk = Walk(pager, writer, self._progress, self._signals, arguments)
        if self._resume is not None:
            walk.keep_place(self._resume, place)
        with self._progress.shown():
            self._walk(walk, writer, output)

    def _walk(self, walk: Walk, writer: Writer, output: Output) -> None:
        try:
            walk.run()
            with self._signals.held(is_last=True):
                writer.end()
                output.finish()
                walk.complete()
        except LimitReached as limit:
            # The user has the items they asked for. With a resume file, a later run continues the same output.
            with self._signals.held(is_last=True):
                writer.end()
                if self._resume is None:
                    output.finish()
                else:
                    self._leave(limit, output)
            raise
        except BaseException as error:
            give_up(writer, output)
            self._leave(error, output)
            raise

    def _leave(self, error: BaseException, output: Output) -> None:
        """Adds notes to the error that say what the user has now."""
        if isinstance(error, (KeyboardInterrupt, Terminated)):
            error.add_note(f"{self._progress.summary()} written")
        if (kept := output.leave()) is not None:
            error.add_note(kept)
        if self._resume is not None and self._resume.has_pages and not isinstance(error, _NO_USE_TO_GO_ON):
            error.add_note(f"run the same command again to continue: {self._resume.path} holds the position")

    def _selection(self) -> Selection:
        arguments = self._arguments
        field = None if arguments.field is None else Pointer(arguments.field)
        return Selection(field=field, whole_pages=arguments.pages, raw=arguments.raw)


# The walk would end the same way again.
_NO_USE_TO_GO_ON = (UsageError, library.ConfigurationError, library.PartialData)


def give_up(writer: Writer, output: Output) -> None:
    """Ends an output that is kept apart, so that it can be read. Any other output stays visibly unfinished."""
    try:
        if output.is_apart:
            writer.end()
    except OutputError:
        # The output had already failed.
        pass
    finally:
        writer.abandon()


def _line_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The options that determine a line of the output."""
    return {
        "--output": arguments.output, "--field": arguments.field, "--raw": arguments.raw, "--pages": arguments.pages,
        "--columns": names_of(arguments.columns),
    }


def names_of(columns: str | None) -> list[str] | None:
    """The names of `--columns`; raises `UsageError`."""
    if columns is None:
        return None
    names = [name.strip() for name in columns.split(",")]
    if not all(names) or len(set(names)) < len(names):
        raise UsageError(f"--columns {columns}: expected different names, separated by commas")
    return names
