"""What the parsers of the command and of `swiftpager fleet`, `sync` and `mcp` share."""

from __future__ import annotations

import argparse
import textwrap
from typing import NoReturn

from .._printable import printable_lines
from .endings import Ending
from .formats import FORMULAS

_WIDTH = 98
CODES_OF_MANY = (
    f"Those of a single walk. If {{many}} failed, {Ending.INCOMPLETE.value}, or the code of all of them if they have"
    " the same one."
)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Leaves the line breaks of description and epilog as they are."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=32, width=100)


class Parser(argparse.ArgumentParser):
    """A parser whose messages have no control characters of the command line, which may come from elsewhere."""

    def error(self, message: str) -> NoReturn:
        super().error(printable_lines(message))


def parser_of(name: str, usage: str, description: str, codes: str, examples: str) -> argparse.ArgumentParser:
    """The parser of the words behind `swiftpager NAME`; `codes` says what its exit codes mean."""
    return Parser(
        prog=f"swiftpager {name}", description=filled(description), formatter_class=Formatter, allow_abbrev=False,
        epilog=f"exit codes:\n{filled(codes, '  ', '  ')}\n\nexamples:\n{textwrap.indent(examples, '  ')}", usage=usage,
    )


def filled(text: str, first: str = "", others: str = "") -> str:
    """A text in lines, the first of which and the others begin with some words."""
    return textwrap.fill(text, _WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)


def add_header_env(group: argparse._ActionsContainer, *, keeps_none: bool = False) -> None:
    """Adds `--header-env`."""
    kept = ". FOLDER keeps no header" if keeps_none else ""
    group.add_argument(
        "--header-env", metavar="'NAME: ${VARIABLE}'", action="append", default=[],
        help="a header with environment variables in it; use single quotes: 'Authorization: Bearer ${TOKEN}'" + kept,
    )


def add_formulas(group: argparse._ActionsContainer) -> None:
    """Adds `--csv-formulas`, which is "keep" if it is not given."""
    group.add_argument(
        "--csv-formulas", choices=FORMULAS,
        help="what to do in CSV with a text that a spreadsheet would take for a formula, because it begins with =, +,"
        " -, @, a tab or a line break. keep, the default: write it as it is. escape: write ' before it. Numbers stay as"
        " they are",
    )


def add_schema(group: argparse._ActionsContainer) -> None:
    """Adds `--schema` and `--refresh-schema`, which `SchemaSource` reads."""
    group.add_argument(
        "--schema", metavar="FILE",
        help="the schema, as text (SDL) or as the answer to an introspection. By default the server is asked, once a"
        " day: the answer stays below $XDG_CACHE_HOME/swiftpager",
    )
    group.add_argument(
        "--refresh-schema", action="store_true", help="ask the server for its schema, even if a copy of today is kept"
    )


def add_timeout(group: argparse._ActionsContainer) -> None:
    """Adds `--timeout`, which is None if it is not given."""
    group.add_argument(
        "--timeout", metavar="SECONDS", type=seconds, help="the time limit of a request; default 30, 0 for none"
    )


def seconds(text: str) -> float:
    """A number of seconds that is not negative."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number < 1e9:
        raise argparse.ArgumentTypeError(f"expected a number of seconds, found {text!r}")
    return number


def add_messages(made: argparse.ArgumentParser, quiet: str) -> argparse._ArgumentGroup:
    """Adds `--quiet`, with what it does, and `--debug`; returns their group."""
    group = made.add_argument_group("messages on stderr")
    group.add_argument("-q", "--quiet", action="store_true", help=quiet)
    group.add_argument("--debug", action="store_true", help="show where in the code a failure was raised")
    return group
