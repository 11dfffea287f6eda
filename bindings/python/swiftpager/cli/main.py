"""From a command line to an exit code."""

from __future__ import annotations

import io
import json
import logging
import os
import sys
import traceback
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from .. import __version__, library_version
from .._observing import LOGGER
from .._remedies import FLEET, LIST, MCP, QUERY, SYNC, Remedies
from .arguments import parser
from .asking import Question, check_together
from .command import Command
from .dry_run import describe, explain
from .each import EachCommand, lines_of
from .endings import Ending, Terminated, ending_for
from .executing import ExecuteCommand, describe_request
from .lists import printed_query, show_lists
from .outputs import show
from .progress import LogLines, Progress, log_restored, make_progress
from .signals import Signals, restored
from .wording import words_for

_REMEDIES = {"fleet": FLEET, "sync": SYNC, "mcp": MCP}


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command with the words of a command line, by default those of the process; returns the exit code.

    A program that gives the words has its handlers of signals and its log back when the command has ended.
    """
    if words is not None:
        with restored(), log_restored():
            return _ended(list(words))
    if isinstance(sys.stdout, io.TextIOWrapper):
        # In another encoding than UTF-8, a text may have characters that stdout lacks. Items are written as bytes.
        sys.stdout.reconfigure(errors="backslashreplace")
    return _ended(sys.argv[1:])


def _ended(words: list[str]) -> int:
    try:
        code = _main(words)
    except SystemExit as exit:
        code = exit.code if isinstance(exit.code, int) else Ending.USAGE
    except KeyboardInterrupt:
        # Nothing had begun yet.
        code = Ending.INTERRUPTED
    except BrokenPipeError:
        # The reader of stdout is gone.
        code = Ending.READER_GONE
    return code if _flushed() else Ending.READER_GONE


def _main(words: list[str]) -> int:
    if "--version" in words:
        print(f"swiftpager {__version__}, libswiftpager {library_version()}")
        return Ending.COMPLETE
    if words and words[0] in ("fleet", "sync", "mcp", "generate"):
        return _many(words[0], words[1:])
    arguments = parser().parse_intermixed_args(words)
    signals = Signals()
    progress = Progress()
    try:
        signals.install()
        check_together(arguments)
        question = Question(arguments)
        if arguments.lists:
            show_lists(arguments, question)
            return Ending.COMPLETE
        if arguments.print_query or arguments.dry_run or arguments.explain:
            if arguments.each is not None:
                # A line may have the arguments that LIST needs.
                question = lines_of(arguments, question)[0].question
            question.settle_untried()
        if arguments.print_query:
            show(printed_query(question), end="")
            return Ending.COMPLETE
        if arguments.dry_run:
            show("\n".join((describe_request if question.is_request else describe)(question)))
            return Ending.COMPLETE
        if arguments.explain:
            show(json.dumps(explain(question), indent=2, ensure_ascii=False))
            return Ending.COMPLETE
        progress = make_progress(is_wanted=_wants_progress(arguments))
        _log(arguments, progress)
        command = EachCommand if arguments.each is not None else ExecuteCommand if question.is_request else Command
        command(arguments, question, progress, signals).run()
    except BaseException as error:
        if not isinstance(error, Exception | KeyboardInterrupt) and ending_for(error) == Ending.DEFECT:
            raise
        return _failed(error, progress, arguments, QUERY if arguments.list is None else LIST)
    return Ending.COMPLETE


def _many(kind: str, words: list[str]) -> int:
    """`swiftpager fleet`, `sync`, `mcp` and `generate`, whose modules a single walk need not load."""
    command: Any
    if kind == "fleet":
        from .fleet import FleetCommand as command
        from .fleet_arguments import fleet_parser as parser_of
    elif kind == "sync":
        from .sync import SyncCommand as command
        from .sync_arguments import sync_parser as parser_of
    elif kind == "generate":
        from .generate import GenerateCommand as command
        from .generate_arguments import generate_parser as parser_of
    else:
        from .mcp import MCPCommand as command
        from .mcp_arguments import mcp_parser as parser_of
    arguments = parser_of().parse_args(words)
    progress = make_progress(is_wanted=not arguments.quiet)
    try:
        Signals().install()
        command(arguments, progress).run()
    except (Exception, KeyboardInterrupt, Terminated) as error:
        return _failed(error, progress, arguments, _REMEDIES.get(kind, QUERY))
    return Ending.COMPLETE


def _failed(error: BaseException, progress: Progress, arguments: Namespace, remedies: Remedies = QUERY) -> int:
    """Reports why the command ends, in the words of the command."""
    ending = ending_for(error)
    if arguments.debug:
        progress.tell("".join(traceback.format_exception(error)).rstrip())
    if ending == Ending.READER_GONE:
        return ending
    progress.tell(words_for(error, remedies))
    return ending


def _wants_progress(arguments: Namespace) -> bool:
    # If the items also go to the terminal, progress would stand between them.
    goes_to_terminal = arguments.output in (None, "-") and sys.stdout is not None and sys.stdout.isatty()
    return not arguments.quiet and not goes_to_terminal


def _log(arguments: Namespace, progress: Progress) -> None:
    logger = logging.getLogger(LOGGER)
    logger.addHandler(LogLines(progress))
    logger.propagate = False
    # The command has words of its own for these, and reports the errors in the message at the end of the walk.
    told = {"nested_incomplete"} if arguments.errors == "keep" else {"nested_incomplete", "partial_data"}
    # What speaks against a complete list is its last line, also with --quiet.
    told.add("doubts")
    logger.addFilter(lambda record: getattr(record, "swiftpager", {}).get("event") not in told)
    logger.setLevel(logging.DEBUG if arguments.verbose else logging.ERROR if arguments.quiet else logging.WARNING)


def _flushed() -> bool:
    """Flushes stdout; returns False if its reader is gone."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        # Otherwise the interpreter would flush again when it ends, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True
