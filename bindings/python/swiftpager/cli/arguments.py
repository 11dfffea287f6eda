"""The options, and what `--help` and the manual page say."""

from __future__ import annotations

import argparse
import textwrap
from typing import get_args

from ..shapes import CachePolicy, Errors, NestedMode, RateLimitPolicy
from .endings import MEANINGS, Ending
from .formats import FORMATS

DESCRIPTION = (
    "Walks a paginated GraphQL list to its end and writes its items, by default as NDJSON: one item on a line, as the"
    " server sent it. The list is the field of the query with pageInfo { hasNextPage endCursor }; of edges the nodes"
    " are written. Only URL and a query have to be given."
)
EXAMPLES = """\
swiftpager https://example.com/graphql --query-file products.graphql -v first=100 > products.ndjson
swiftpager URL --query-file q.graphql --header-env 'Authorization: Bearer ${TOKEN}' --resume walk.json >> items.ndjson
swiftpager URL --query-file q.graphql --output parquet --to items.parquet
swiftpager URL --query-file q.graphql --field /name --raw | sort
swiftpager URL --query-file q.graphql --dry-run"""
RESUMING = (
    "With --resume each page is written, and then the file says that it was. So a walk that was interrupted, also by"
    " kill -9 or a power cut, goes on with the same command, and each item is written at least once: the page that was"
    " being written comes again. With --to FILE each item is written exactly once: what was written of that page is"
    " taken away first. To stdout, append with >>. The options that say what a line is have to stay: --output, --field,"
    " --raw, --pages and --columns. A walk that has come to its end says so in the file, and the next run writes"
    " nothing; where what was written is gone or empty, that is an error. Remove the file to walk anew."
)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Leaves the line breaks of description and epilog as they are."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=32, width=100)


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    made = argparse.ArgumentParser(
        prog="swiftpager", description=_filled(DESCRIPTION), epilog=_epilog(), formatter_class=Formatter,
        allow_abbrev=False, usage="swiftpager URL (--query-file FILE | --query TEXT) [option ...]",
    )
    made.add_argument("url", metavar="URL", help="the address of the GraphQL endpoint")
    _query(made.add_argument_group("what is asked"))
    _headers(made.add_argument_group("who is calling"))
    _output(made.add_argument_group("what is written"))
    _walk(made.add_argument_group("how far"))
    _network(made.add_argument_group("network, cache and recordings"))
    _messages(made.add_argument_group("messages, which go to stderr"))
    return made


def _query(group: argparse._ArgumentGroup) -> None:
    which = group.add_mutually_exclusive_group(required=True)
    which.add_argument("--query-file", metavar="FILE", help="the file with the query; - is stdin")
    which.add_argument("--query", metavar="TEXT", help="the query itself")
    group.add_argument("--operation-name", metavar="NAME", help="which operation of the query, where it has several")
    group.add_argument(
        "-v", "--variable", metavar="NAME=VALUE", action="append", default=[],
        help="a variable. NAME=VALUE is JSON where VALUE is JSON, else text: first=100 is a number, id=007 a text."
        " NAME:=JSON has to be JSON, NAME==TEXT is text whatever it looks like (id==7), and NAME@=FILE is the text of a"
        " file",
    )
    group.add_argument("--variables", metavar="FILE", help="a JSON object of variables; -v goes before it")
    group.add_argument(
        "-p", "--pagination", metavar="KEY=VALUE", action="append", default=[],
        help="how the list is paged where the query does not say it, like -p connection=/shop/products or -p"
        " type=offset; or a JSON object of such keys",
    )
    group.add_argument("--next-query-file", metavar="FILE", help="another query, for all pages but the first")


def _headers(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "-H", "--header", metavar="'NAME: VALUE'", action="append", default=[],
        help="a header of each request. Other users of the machine can see the command line: for secrets there are the"
        " next two",
    )
    group.add_argument(
        "--header-env", metavar="'NAME: ${VARIABLE}'", action="append", default=[],
        help="a header with variables of the environment in it, in single quotes: 'Authorization: Bearer ${TOKEN}'",
    )
    group.add_argument(
        "--header-file", metavar="FILE", action="append", default=[], help="a file with a header on each line"
    )


def _output(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "-o", "--output", choices=FORMATS, default="ndjson",
        help="ndjson: an item on a line. json: one array. csv: a row for each item, with columns like owner.name; the"
        " header is that of the first page. parquet and arrow (an IPC stream): columns with the types of the first"
        " rows, by pyarrow",
    )
    group.add_argument(
        "--to", metavar="FILE",
        help="write to FILE, which is replaced when the list is whole; until then, and where it does not become whole,"
        " the items are in FILE.part",
    )
    group.add_argument(
        "--field", metavar="POINTER",
        help="write what is at a JSON Pointer in each item, like /name; null where an item has no such place",
    )
    group.add_argument("-r", "--raw", action="store_true", help="write texts without quotes; needs --field")
    group.add_argument("--pages", action="store_true", help="write whole responses, each on a line, in place of items")
    group.add_argument(
        "--columns", metavar="NAME,NAME", help="the columns of a csv, in this order; others are left out"
    )


def _walk(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--max-pages", metavar="N", type=positive, help="stop after so many pages: exit code 3 if there are more"
    )
    group.add_argument(
        "--max-items", metavar="N", type=positive,
        help="stop after so many items: exit code 3 if there are more. With --resume the last page is written whole",
    )
    group.add_argument(
        "--resume", metavar="FILE", help="go on where the walk that FILE tells of ended, and keep it up to date"
    )
    errors = group.add_mutually_exclusive_group()
    errors.add_argument(
        "--errors", choices=get_args(Errors),
        help="what is done about errors that come beside the data of a page, whose parts are then null. report: write"
        " all, and exit with 3. keep: write all, with a warning at the end. fail: stop at the page",
    )
    errors.add_argument("--strict", action="store_true", help="an older name of --errors fail")
    group.add_argument(
        "--nested", choices=get_args(NestedMode), default="report",
        help="what is done about lists inside the items that are cut off: a warning, exit code 3, or drain: the rest of"
        " them is fetched and put in its place",
    )
    group.add_argument(
        "--dry-run", action="store_true", help="say what was found in the query and what would be sent; send nothing"
    )


def _network(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--timeout", metavar="SECONDS", type=seconds, help="for one request: 30; 0 is no limit")
    group.add_argument(
        "--retry", metavar="N", type=positive,
        help="how often a request is sent at most that brings no answer: 4; 1 is once",
    )
    group.add_argument(
        "--retry-budget", metavar="SECONDS", type=seconds, help="how long all waits of a request may take together: 120"
    )
    group.add_argument(
        "--rate-limit", choices=get_args(RateLimitPolicy),
        help="react: wait when the server has refused. pace: slow down before that, by what it says of its budget",
    )
    group.add_argument("--ca-file", metavar="FILE", help="the authorities to trust, in PEM; else the system's")
    group.add_argument(
        "--cache", metavar="FILE",
        help="keep the answers as records in a file of SQLite's. Objects are told apart by their type, so __typename is"
        " asked for, and is in the items that are written",
    )
    group.add_argument(
        "--cache-policy", metavar="POLICY", choices=get_args(CachePolicy),
        help="who answers where there is a cache; by default the server, and its answers enter the cache. One of"
        f" {', '.join(get_args(CachePolicy))}",
    )
    group.add_argument("--record", metavar="FILE", help="write each exchange to FILE, without secrets")
    group.add_argument("--replay", metavar="FILE", help="have a recording answer, without a network")


def _messages(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "-q", "--quiet", action="store_true", help="no progress, no warnings; failures are told all the same"
    )
    group.add_argument(
        "--verbose", action="store_true", help="tell each request and answer; never headers or variables"
    )
    group.add_argument("--debug", action="store_true", help="show where in the code a failure was raised")
    group.add_argument(
        "--version", action="store_true", help="show the versions of the command and the library, and exit"
    )


def positive(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on, found {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """A number of seconds that is not negative."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number < 1e9:
        raise argparse.ArgumentTypeError(f"expected seconds, found {text!r}")
    return number


def _epilog() -> str:
    codes = "\n".join(_filled(f"{ending:<4} {MEANINGS[ending]}", "  ", " " * 7) for ending in Ending)
    examples = textwrap.indent(EXAMPLES, "  ")
    return f"going on:\n{_filled(RESUMING, '  ', '  ')}\n\nexit codes:\n{codes}\n\nexamples:\n{examples}"


def _filled(text: str, first: str = "", others: str = "") -> str:
    return textwrap.fill(text, 98, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
