"""`--each`: a walk, or a request, for each line of a file; several at a time, into one output."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import itertools
import threading
from collections.abc import Iterator

from .. import exceptions as library
from .._remedies import LIST, QUERY
from .._wording import counted
from ..client import Client
from ..schema.first_page import PlanChanged
from .asking import Question
from .command import TEXT, give_up, names_of
from .endings import Ending, LinesFailed, OutputError, ReaderGone, Terminated, UsageError, ending_for
from .executing import Exchange
from .formats import Writer, make_writer
from .outputs import Output, open_output
from .pointers import Pointer
from .progress import Progress
from .reading import text_of
from .signals import Signals
from .tagging import Tag, TaggedSelection, TaggingWriter, tags_from
from .variables import json_object
from .walking import Walk
from .wording import words_for

# How long a wait for the threads may take before Python looks at signals again.
_SLICE_SECONDS = 0.5
# After these, no other line can be written either.
_ENDS_ALL = (UsageError, OutputError, ReaderGone)


@dataclasses.dataclass
class Line:
    """A line of the file."""

    number: int
    question: Question
    tag: Tag


def lines_of(arguments: argparse.Namespace, question: Question) -> list[Line]:
    """The lines of the file, without blank ones; raises `UsageError`."""
    tags = tags_from(arguments.tag)
    lines = []
    for number, text in enumerate(text_of(arguments.each, "--each").split("\n"), 1):
        if not text.strip():
            continue
        place = f"--each {arguments.each}: line {number:,}"
        asked = question.with_variables(json_object(place, text))
        for variable in tags.values():
            if variable not in asked.tags:
                raise UsageError(f"{place} has no variable {variable}, which --tag names")
        members = {name: asked.tags[variable] for name, variable in tags.items()}
        lines.append(Line(number, asked, Tag(members, tags)))
    if not lines:
        raise UsageError(f"--each {arguments.each} has no lines")
    return lines


class Stopped(Exception):
    """The command ends, so a thread writes no more."""


class Turns(Signals):
    """Lets one thread write at a time, and after `stop` none."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._is_stopped = False
        # Whether certainly no thread writes any more.
        self.have_ended = False

    @contextlib.contextmanager
    def held(self, *, is_last: bool = False) -> Iterator[None]:
        with self._lock:
            if self._is_stopped:
                raise Stopped
            yield

    def stop(self) -> None:
        """Waits until the page that is being written is written; no other begins."""
        self._is_stopped = True
        with self._lock:
            self.have_ended = True


class LineProgress(Progress):
    """Counts what one line has written, and adds it to the progress of all."""

    def __init__(self, line: Line, of_all: Progress) -> None:
        super().__init__()
        self._line = line
        self._of_all = of_all

    def page(self, items: int) -> None:
        super().page(items)
        self._of_all.page(items)

    def tell(self, message: str) -> None:
        self._of_all.tell(f"line {self._line.number:,}: {message}")


class EachCommand:
    """All lines with one client and one output."""

    def __init__(self, arguments: argparse.Namespace, question: Question, progress: Progress, signals: Signals) -> None:
        self._arguments = arguments
        self._progress = progress
        self._signals = signals
        self._question = question
        self._turns = Turns()
        self._failures: dict[int, Exception] = {}
        # The lines of which everything is written.
        self._complete: list[int] = []
        # An error after which no line can go on.
        self._end: Exception | None = None
        self._has_ended = threading.Event()

    def run(self) -> None:
        """Writes the lists or responses of all lines; raises `LinesFailed` if some failed."""
        arguments = self._arguments
        lines = lines_of(arguments, self._question)
        selection = TaggedSelection(
            field=None if arguments.field is None else Pointer(arguments.field), whole_pages=arguments.pages,
            raw=arguments.raw,
        )
        with self._question.client() as client:
            self._settle(client, lines)
            if not self._question.is_request:
                self._check(client, lines[0])
            output = open_output(arguments.output, is_text=arguments.format in TEXT)
            try:
                writer = make_writer(
                    arguments.format, output, selection, columns=names_of(arguments.columns), header=None,
                    formulas=arguments.csv_formulas or "keep",
                )
            except UsageError:
                output.leave()
                raise
            try:
                with self._progress.shown():
                    self._work(client, lines, Desk(writer, output, selection))
                self._report(len(lines))
            except BaseException as error:
                self._leave(error, writer, output)
                raise
            with contextlib.closing(output), self._signals.held(is_last=True):
                writer.end()
                output.finish()

    def _settle(self, client: Client, lines: list[Line]) -> None:
        """Makes the queries for LIST: the first line is tried, and the others leave out the same fields."""
        first, *others = (line.question for line in lines)
        first.settle(client, self._warn)
        for question in others:
            if question.planning is not None and first.plan is not None:
                question.take(question.planning.like(client, first.plan))

    def _warn(self, message: str) -> None:
        if not self._arguments.quiet:
            self._progress.tell(message)

    def _check(self, client: Client, line: Line) -> None:
        """Raises what is wrong with the query or an option, before anything is sent: each line would fail by it."""
        try:
            line.question.pager(client).close()
        except library.ConfigurationError as error:
            if not (error.path or "").startswith("/variables"):
                raise

    def _work(self, client: Client, lines: list[Line], desk: Desk) -> None:
        """Works on the lines until all are done, or one failed in a way that ends the others, too."""
        todo = iter(lines)
        jobs = min(self._arguments.jobs or 1, len(lines))
        running = itertools.count(jobs - 1, -1)
        lock = threading.Lock()

        def work() -> None:
            try:
                while self._end is None:
                    with lock:
                        line = next(todo, None)
                    if line is None:
                        break
                    self._take(client, line, desk)
            except Stopped:
                pass
            finally:
                with lock:
                    is_last = next(running) == 0
                if is_last or self._end is not None:
                    self._has_ended.set()

        for number in range(jobs):
            # A daemon, because a thread may wait for the reader of the output when the command is told to end.
            threading.Thread(target=work, name=f"swiftpager-job-{number}", daemon=True).start()
        try:
            while not self._has_ended.wait(_SLICE_SECONDS):
                pass
        finally:
            self._turns.stop()
        if self._end is not None:
            raise self._end

    def _take(self, client: Client, line: Line, desk: Desk) -> None:
        """Works on one line, and keeps its failure for the report."""
        try:
            if line.question.is_request:
                self._execute(client, line, desk)
            else:
                self._walk(client, line, desk)
            self._complete.append(line.number)
        except Stopped:
            raise
        except _ENDS_ALL as error:
            error.add_note(f"at line {line.number:,} of {self._arguments.each}")
            self._end = self._end or error
        except Exception as error:
            self._failures[line.number] = error

    def _walk(self, client: Client, line: Line, desk: Desk) -> None:
        writer = TaggingWriter(desk.writer, desk.selection, line.tag)
        progress = LineProgress(line, self._progress)
        # Lists without a size are tried line by line, because each has a first page of its own.
        first_page = line.question.first_page(client, None)
        while True:
            try:
                with line.question.pager(client) as pager:
                    look = None if first_page is None else first_page.look
                    walk = Walk(pager, writer, progress, self._turns, self._arguments, look=look)
                    walk.run()
                    walk.tell_doubts()
                return
            except (library.FewerThanTotal, library.CursorStuck, library.MissingPageInfo) as error:
                line.question.advise(error)
                raise
            except (PlanChanged, library.GraphQLError) as error:
                if first_page is None:
                    raise
                if not first_page.changes(error):
                    if (renewed := line.question.renewed_page(client, error)) is None:
                        raise
                    first_page = renewed
                line.question.settle_again(first_page.plan, None)
            finally:
                if first_page is not None and not self._arguments.quiet:
                    first_page.report(progress.tell)

    def _execute(self, client: Client, line: Line, desk: Desk) -> None:
        exchange = Exchange(self._arguments, client, LineProgress(line, self._progress))
        response = exchange.response(line.question)
        with self._turns.held():
            desk.output.write(line.tag.lines(exchange.line(response)))
            self._progress.page(1)
        exchange.check(response)

    def _report(self, count: int) -> None:
        """Raises `LinesFailed` with the reasons, each with the numbers of its lines."""
        if not self._failures:
            return
        remedies = QUERY if self._arguments.list is None else LIST
        by_reason: dict[str, list[int]] = {}
        for number, error in sorted(self._failures.items()):
            by_reason.setdefault(words_for(error, remedies), []).append(number)
        told = [f"{_numbered(numbers)}: {words}" for words, numbers in by_reason.items()]
        head = f"{len(self._failures):,} of {counted(count, 'line')} of {self._arguments.each} failed:"
        endings = {ending_for(error) for error in self._failures.values()}
        ending = endings.pop() if len(endings) == 1 else Ending.INCOMPLETE
        raise LinesFailed("\n".join([head, *told]), ending)

    def _leave(self, error: BaseException, writer: Writer, output: Output) -> None:
        """Adds notes to the error that say what the user has now."""
        give_up(writer, output)
        if isinstance(error, (KeyboardInterrupt, Terminated)):
            complete = _numbered(sorted(self._complete)) if self._complete else "no line"
            error.add_note(f"{self._progress.written()}; complete: {complete} of {self._arguments.each}")
        if (kept := output.leave()) is not None:
            error.add_note(kept)
        if self._turns.have_ended:
            output.close()


@dataclasses.dataclass
class Desk:
    """Where all threads write."""

    writer: Writer
    output: Output
    selection: TaggedSelection


def _numbered(numbers: list[int]) -> str:
    """Numbers in words, with ranges: "lines 3, 5-9"."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1][1:] = [number]
        else:
            ranges.append([number])
    shown = ", ".join("-".join(f"{end:,}" for end in span) for span in ranges)
    return f"line{'s' if len(numbers) > 1 else ''} {shown}"
