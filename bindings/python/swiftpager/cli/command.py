"""One walk of the command, from its files to its end."""

from __future__ import annotations

import argparse
import json
from typing import Any

from .. import exceptions as library
from ..client import Client
from ..exceptions import AFTER_ALL_PAGES
from ..pager import Pager
from .asking import Question, place_file, writes_parts
from .endings import LimitReached, OutputError, StoppedBefore, Terminated, UnfitItem, UsageError
from .formats import Folder, PartsWriter, Writer, make_writer
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
        self._option, file = place_file(arguments)
        self._resume = None if file is None else ResumeFile(file, self._option)
        self._pager: Pager | None = None

    def run(self) -> None:
        """Writes the whole list. Raises the error that ended it early, with notes on what was written."""
        place = Place() if self._resume is None else self._resume.begin(_line_options(self._arguments))
        # This comes before the client, because the client may overwrite a recording.
        selection = self._selection()
        with self._question.client() as client:
            if self._progress.shows_waits and self._arguments.rate_limit not in (None, "react"):
                client.observe(self._progress.event)
            self._run(client, place, selection)

    def _run(self, client: Client, place: Place, selection: Selection) -> None:
        arguments = self._arguments
        folder = Folder(arguments.output) if writes_parts(arguments) else None
        if folder is not None:
            self._check_parts(place, folder)
        pager = self._pager = self._question.pager(client, **_place_in_list(arguments, place))
        if place.is_complete and arguments.checkpoint is None:
            if folder is None:
                check_kept(arguments.output, place=place.file, has_items=place.items > 0, resume=arguments.resume)
            else:
                folder.finish()
            if not arguments.quiet:
                self._progress.tell(
                    f"the walk is complete, so nothing was requested: remove {arguments.resume} to start over"
                )
            return
        place.is_complete = False
        columns = names_of(arguments.columns)
        output = folder or open_output(
            arguments.output, place=place.file, is_text=arguments.format in TEXT, grows=arguments.checkpoint is not None
        )
        if arguments.checkpoint is not None and folder is None and place.token is None and self._resume is not None:
            # From here on, what is written is this walk's.
            place.file = output.place()
            self._resume.write(place)
        writer: Writer
        try:
            if folder is None:
                writer = make_writer(arguments.format, output, selection, columns=columns, header=place.columns)
            else:
                writer = PartsWriter(folder, selection, pager)
        except UsageError:
            output.leave()
            raise
        walk = Walk(pager, writer, self._progress, self._signals, arguments)
        if self._resume is not None:
            walk.keep_place(self._resume, place)
        with self._progress.shown():
            self._walk(walk, writer, output)

    def _check_parts(self, place: Place, folder: Folder) -> None:
        """Takes the position from the newest part; raises `UsageError` if parts and resume file do not belong together.

        The file says whose parts these are, and the parts say how far the walk came.
        """
        assert self._resume is not None
        state = folder.parts.state
        name, file = self._arguments.output, self._resume.path
        if state is None and place.items:
            raise UsageError(
                f"{self._option}: {file} counts {place.items:,} items, and {name} has no part: remove {file}"
            )
        if state is not None and not self._resume.exists:
            raise UsageError(
                f"--output: {name} has parts of an earlier walk: remove them, or name its {self._option} FILE"
            )
        if state is None:
            # From here on, the parts are this walk's.
            self._resume.write(place)
        else:
            place.token = json.dumps(state.checkpoint)
            place.is_complete = state.is_complete
            self._resume.has_pages = True

    def _walk(self, walk: Walk, writer: Writer, output: Output) -> None:
        try:
            walk.run()
            with self._signals.held(is_last=True):
                writer.end(is_complete=True)
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
            error.add_note(self._progress.written())
        if (kept := output.leave()) is not None:
            error.add_note(kept)
        if self._resume is None or isinstance(error, _NO_USE_TO_GO_ON):
            return
        # Parts themselves hold the position.
        if self._resume.has_pages or (writes_parts(self._arguments) and self._progress.pages > 0):
            error.add_note(self._way_on(error, self._resume.path))

    def _way_on(self, error: BaseException, file: str) -> str:
        """What the user does next; `file` holds the position."""
        again = f"remove {' and '.join([file, *self._written_beside()])} to start over"
        is_end = isinstance(error, StoppedBefore | library.IncompleteError) and not isinstance(error, library.PageLimit)
        if is_end or self._stops_at_errors(error):
            if self._arguments.since is not None:
                return f"the next run begins at the mark in {file}, and writes the items after it again"
            return f"the same command ends here again, because {file} holds the position: {again}"
        # The first request of a run has a cursor of an earlier one, which a server may no longer take.
        if _is_refusal(error) and self._progress.pages == 0:
            return (
                f"the refused request is at the position that {file} holds: if the server no longer accepts it, {again}"
            )
        return f"run the same command again to continue: {file} holds the position"

    def _stops_at_errors(self, error: BaseException) -> bool:
        """Whether the walk ends because of `--errors fail`: the page with the errors is written."""
        if not isinstance(error, library.GraphQLError) or self._pager is None:
            return False
        return (self._arguments.strict or self._arguments.errors == "fail") and self._pager.state["errors"] is not None

    def _written_beside(self) -> list[str]:
        """What stands in the way of a walk that starts over: an output that only this position fits."""
        arguments = self._arguments
        is_kept = writes_parts(arguments) or arguments.checkpoint is not None
        return [arguments.output] if is_kept and arguments.output not in (None, "-") else []

    def _selection(self) -> Selection:
        arguments = self._arguments
        field = None if arguments.field is None else Pointer(arguments.field)
        return Selection(field=field, whole_pages=arguments.pages, raw=arguments.raw)


# The walk would end the same way again, and the message itself says what to change.
_NO_USE_TO_GO_ON = (UsageError, UnfitItem, library.ConfigurationError, *AFTER_ALL_PAGES)


def _is_refusal(error: BaseException) -> bool:
    """Whether the server refused what a request asks for, not who asks or how often."""
    if isinstance(error, library.AuthenticationError):
        return False
    return isinstance(error, library.GraphQLError | library.HTTPError) and not error.retryable


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
        "--format": arguments.format, "--field": arguments.field, "--raw": arguments.raw, "--pages": arguments.pages,
        "--columns": names_of(arguments.columns),
    }


def _place_in_list(arguments: argparse.Namespace, place: Place) -> dict[str, str]:
    """The argument that lets a pager continue from a place."""
    if place.token is None:
        return {}
    # With `since`, a place is a checkpoint: it has the mark, too.
    return {"resume" if arguments.since is None else "checkpoint": place.token}


def names_of(columns: str | None) -> list[str] | None:
    """The names of `--columns`; raises `UsageError`."""
    if columns is None:
        return None
    names = [name.strip() for name in columns.split(",")]
    if not all(names) or len(set(names)) < len(names):
        raise UsageError(f"--columns {columns}: expected different names, separated by commas")
    return names
