"""One walk of the command, from its files to its end."""

from __future__ import annotations

import argparse
import contextlib
from typing import Any, TypeVar

from .. import exceptions as library
from ..client import Client
from ..exceptions import AFTER_ALL_PAGES
from ..files._extents import Extent
from ..files._storing import State, go_on
from ..pager import Pager
from ..schema.first_page import FirstPage, PlanChanged
from .asking import Question, writes_parts
from .continuing import growth_of, take_landed_part
from .endings import LimitReached, OutputError, StoppedBefore, Terminated, UnfitItem, UsageError, unwritable
from .formats import Folder, PartsWriter, Writer, make_writer
from .outputs import Output, check_kept, open_output
from .pointers import Pointer
from .progress import Progress
from .resuming import Kept
from .selection import Selection
from .signals import Signals
from .storing import Stored, StoredLines, StoredParts
from .walking import Walk

OpenOutput = TypeVar("OpenOutput", bound=Output)
# The outputs that are text, and may go to a terminal.
TEXT = ("ndjson", "json", "csv")


class Command:
    """A walk with its client, its output and its checkpoint file."""

    def __init__(self, arguments: argparse.Namespace, question: Question, progress: Progress, signals: Signals) -> None:
        self._arguments = arguments
        self._question = question
        self._progress = progress
        self._signals = signals
        self._client: Client | None = None
        self._pager: Pager | None = None
        self._stored: Stored | None = None
        # The trial of a list of the schema that takes no size.
        self._first_page: FirstPage | None = None
        # The outputs, which the end of the command closes: a program may run another command after it.
        self._opened = contextlib.ExitStack()

    def run(self) -> None:
        """Writes the whole list. Raises the error that ended it early, with notes on what was written."""
        file: str | None = self._arguments.checkpoint
        kept = None if file is None else Kept(file, _line_options(self._arguments))
        # What is wrong with --field comes before the client, because the client may overwrite a recording.
        self._selection()
        with self._opened, self._question.client() as client:
            self._question.settle(client, self._warn, kept)
            if self._progress.shows_waits and self._arguments.rate_limit not in (None, "react"):
                client.observe(self._progress.event)
            self._client = client
            self._first_page = self._question.first_page(client, kept)
            while self._first_page is not None:
                try:
                    self._run(self._question.pager(client), kept)
                    return
                except PlanChanged:
                    self._question.settle_again(self._first_page.plan, kept)
                finally:
                    self._first_page.report(self._warn)
            self._run(self._question.pager(client), kept)

    def _run(self, pager: Pager, kept: Kept | None) -> None:
        """Writes the whole list with one plan."""
        self._pager = pager
        selection = self._selection()
        if kept is None:
            self._walk_once(pager, selection)
        elif writes_parts(self._arguments):
            self._walk_into_parts(pager, selection, kept)
        else:
            self._walk_on(pager, selection, kept)

    def _walk_once(self, pager: Pager, selection: Selection) -> None:
        """Writes a list that no later run continues."""
        arguments = self._arguments
        output = self._closed_later(open_output(arguments.output, is_text=arguments.format in TEXT))
        writer = self._writer(output, selection, None)
        self._walk(self._walk_of(pager, writer), writer, output)

    def _walk_on(self, pager: Pager, selection: Selection, kept: Kept) -> None:
        """Continues an output that grows."""
        arguments = self._arguments
        take_landed_part(arguments.output, kept)
        if not self._goes_on(pager, kept.state):
            has_bytes = kept.record is not None and kept.record.extent.length > 0
            check_kept(arguments.output, has_bytes=has_bytes, checkpoint=kept.path)
            self._tell_complete(kept)
            return
        output = self._closed_later(open_output(arguments.output, is_text=arguments.format in TEXT, grows=True))
        writer = self._writer(output, selection, kept.notes["columns"])
        growth, repeats = growth_of(output, kept, self._warn)
        self._stored = StoredLines(kept, writer, self._progress, self._signals, growth, self._warn, repeats=repeats)
        self._walk(self._walk_of(pager, writer), writer, output)

    def _walk_into_parts(self, pager: Pager, selection: Selection, kept: Kept) -> None:
        """Continues a folder of parts. They say how far the walk is; the checkpoint file says whose parts these are."""
        arguments = self._arguments
        folder = self._closed_later(Folder(arguments.output, selection.types))
        state, items = folder.parts.state, kept.notes["items"]
        if state is None and items:
            raise UsageError(
                f"--checkpoint: {kept.path} counts {items:,} items, and {arguments.output} has no part: remove"
                f" {kept.path}"
            )
        if state is not None and kept.record is None:
            raise UsageError(
                f"--output: {arguments.output} has parts of an earlier walk: remove them, or name its --checkpoint FILE"
            )
        if not self._goes_on(pager, state):
            folder.finish()
            self._tell_complete(kept)
            return
        writer = PartsWriter(folder, selection)
        record = kept.record or kept.record_at(Extent(State(None, is_complete=False)))
        self._stored = StoredParts(kept, writer, self._progress, self._signals, folder.parts, record)
        if kept.record is None:
            # From here on, the parts are this walk's.
            try:
                self._stored.write()
            except OSError as error:
                raise unwritable("--checkpoint", error.filename, error) from error
        self._walk(self._walk_of(pager, writer), writer, folder)

    def _closed_later(self, output: OpenOutput) -> OpenOutput:
        return self._opened.enter_context(contextlib.closing(output))

    def _goes_on(self, pager: Pager, state: State | None) -> bool:
        """Lets the pager continue; returns whether there is anything to walk."""
        try:
            return go_on(pager, state, self._arguments.checkpoint)
        except library.ConfigurationError as error:
            raise UsageError(
                f"--checkpoint {self._arguments.checkpoint} does not fit this command: {error.message}. Repeat the"
                " earlier command, or remove the file to start over"
            ) from error

    def _tell_complete(self, kept: Kept) -> None:
        self._warn(f"the walk is complete, so nothing was requested: remove {kept.path} to start over")

    def _warn(self, message: str) -> None:
        if not self._arguments.quiet:
            self._progress.tell(message)

    def _writer(self, output: Output, selection: Selection, header: list[str] | None) -> Writer:
        """The writer of the format."""
        arguments = self._arguments
        try:
            return make_writer(
                arguments.format, output, selection, columns=names_of(arguments.columns), header=header,
                formulas=arguments.csv_formulas or "keep",
            )
        except UsageError:
            output.leave()
            raise

    def _walk_of(self, pager: Pager, writer: Writer) -> Walk:
        look = None if self._first_page is None else self._first_page.look
        return Walk(pager, writer, self._progress, self._signals, self._arguments, self._stored, look)

    def _walk(self, walk: Walk, writer: Writer, output: Output) -> None:
        with self._progress.shown():
            try:
                walk.run()
                with self._signals.held(is_last=True):
                    if self._stored is None:
                        writer.end()
                    output.finish()
            except LimitReached as limit:
                # The user has the items they asked for. With a checkpoint file, a later run continues.
                with self._signals.held(is_last=True):
                    if self._stored is None:
                        writer.end()
                        output.finish()
                    else:
                        self._leave(limit, output)
                raise
            except BaseException as error:
                if self._changes_plan(error):
                    writer.abandon()
                    output.discard()
                    raise PlanChanged from error
                if self._stored is None:
                    give_up(writer, output)
                self._leave(error, output)
                raise
        walk.tell_doubts()

    def _changes_plan(self, error: BaseException) -> bool:
        """Whether the walk of a list without a size ended because its plan was wrong, and there is another one."""
        if self._first_page is None or self._client is None:
            return False
        if self._first_page.changes(error):
            return True
        if not self._first_page.is_open or (renewed := self._question.renewed_page(self._client, error)) is None:
            return False
        self._first_page = renewed
        return True

    def _leave(self, error: BaseException, output: Output) -> None:
        """Adds notes to the error that say what the user has now."""
        self._question.advise(error)
        if self._progress.pages == 0 and (size := self._question.size_in(error)) is not None:
            error.add_note(f"try --page-size {size}")
        if isinstance(error, (KeyboardInterrupt, Terminated)):
            error.add_note(self._progress.written())
        if (kept := output.leave()) is not None:
            error.add_note(kept)
        if self._stored is not None and self._stored.has_place and not isinstance(error, _NO_USE_TO_GO_ON):
            error.add_note(self._way_on(error, self._arguments.checkpoint))

    def _way_on(self, error: BaseException, file: str) -> str:
        """What the user does next; `file` holds the position."""
        again = f"remove {' and '.join([file, *self._written_beside()])} to start over"
        is_end = isinstance(error, StoppedBefore | library.IncompleteError) and not isinstance(error, library.PageLimit)
        if is_end or self._stops_at_errors(error):
            if self._arguments.since is not None:
                return f"the next run begins again at the mark in {file}"
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
        return self._arguments.errors == "fail" and self._pager.state["errors"] is not None

    def _written_beside(self) -> list[str]:
        """What stands in the way of a walk that starts over: an output that only this position fits."""
        return [] if self._arguments.output in (None, "-") else [self._arguments.output]

    def _selection(self) -> Selection:
        arguments = self._arguments
        field = None if arguments.field is None else Pointer(arguments.field)
        return Selection(
            field=field, whole_pages=arguments.pages, raw=arguments.raw, types=self._question.columns
        )


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
        "--csv-formulas": None if arguments.csv_formulas == "keep" else arguments.csv_formulas,
    }


def names_of(columns: str | None) -> list[str] | None:
    """The names of `--columns`; raises `UsageError`."""
    if columns is None:
        return None
    names = [name.strip() for name in columns.split(",")]
    if not all(names) or len(set(names)) < len(names):
        raise UsageError(f"--columns {columns}: expected different names, separated by commas")
    return names
