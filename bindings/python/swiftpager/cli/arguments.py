"""The options, and the texts of `--help` and of the manual page."""

from __future__ import annotations

import argparse
import textwrap
from typing import get_args

from ..shapes import BudgetShare, CachePolicy, Errors, FixedRate, NestedMode, RateLimitPolicy
from .completion import add_completion
from .endings import MEANINGS, Ending
from .formats import FORMATS
from .shared_arguments import (
    Formatter,
    Parser,
    add_formulas,
    add_header_env,
    add_messages,
    add_schema,
    add_timeout,
    filled,
    seconds,
)

DESCRIPTION = (
    "Walks a paginated GraphQL list to its end and writes its items. By default it writes NDJSON: one item per line,"
    " as the server sent it. The list is the field of the query that selects pageInfo { hasNextPage endCursor }. If the"
    " list has edges, the items are their nodes. Only URL and a query are required. In place of a query, LIST names a"
    " list of the server's schema, as --lists shows them. With --execute, the command sends one query or mutation and"
    " writes the response. With --each, it does any of these for each line of a file."
)
EXAMPLES = """\
swiftpager https://example.com/graphql --query-file products.graphql -v first=100 > products.ndjson
swiftpager URL --query-file q.graphql --header-env 'Authorization: Bearer ${TOKEN}' --checkpoint q.json >> q.ndjson
swiftpager URL --lists
swiftpager URL products --fields id,name,owner.login -o products.parquet
swiftpager URL repository.issues --arg owner=apple --arg name=swift --since auto \\
  --checkpoint issues.json >> issues.ndjson
swiftpager URL --query-file q.graphql -o items.parquet
swiftpager URL --query-file q.graphql -o items.ndjson --checkpoint items.checkpoint --since /updatedAt
swiftpager URL --query-file q.graphql --field /name --raw | sort
swiftpager URL --query-file q.graphql --dry-run
swiftpager URL --execute 'mutation ($id: ID!) { archive(id: $id) { id } }' -v id==7
swiftpager URL --query-file issues.graphql --each repositories.ndjson --jobs 8 --tag repository=name
eval "$(swiftpager --print-completion bash)\""""
RESUMING = (
    "With --checkpoint FILE, the command continues where an earlier run ended, even if that was killed or the power"
    " failed. FILE says how far the output is. --output then names a file that grows: each run first removes what is"
    " written beyond FILE, so each item comes exactly once. If the format is parquet, --output names a folder: each"
    " part in it appears when it is complete. If the output is stdout, append with >>: there, what a killed process"
    " wrote in its last second comes again. The options that determine a line must stay the same: --format, --field,"
    " --raw, --pages, --columns and --csv-formulas. When the walk is complete, the next run writes nothing; with"
    " --since it adds what is new. A run that begins again at the mark, for example because the server has forgotten a"
    " cursor, first cuts the output back to the mark. To start over, remove FILE and the output."
)


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    made = Parser(
        prog="swiftpager", description=filled(DESCRIPTION), epilog=_epilog(), formatter_class=Formatter,
        allow_abbrev=False,
        usage="swiftpager URL (LIST | --query-file FILE | --query TEXT | --execute TEXT | --execute-file FILE)"
        " [option ...]\n       swiftpager URL --lists [--json] [option ...]\n       swiftpager sync URL -o FOLDER"
        " [option ...]\n       swiftpager fleet WALKS --out URL [option ...]\n       swiftpager mcp URL -o FOLDER"
        " [option ...]\n       swiftpager generate --schema FILE DOCUMENTS --swift FILE"
        " [option ...]",
    )
    made.add_argument("url", metavar="URL", help="the address of the GraphQL endpoint")
    made.add_argument(
        "list", metavar="LIST", nargs="?",
        help="a list of the server's schema, in place of a query: products, viewer.repositories",
    )
    _query(made.add_argument_group("query"))
    _schema(made.add_argument_group("lists of the schema (needs graphql-core: swiftpager[schema])"))
    _headers(made.add_argument_group("headers"))
    _output(made.add_argument_group("output"))
    _walk(made.add_argument_group("walk"))
    _each(made.add_argument_group("one walk or request for each line of a file"))
    _network(made.add_argument_group("network, cache and recordings"))
    _messages(made)
    add_completion(made)
    return made


def _query(group: argparse._ArgumentGroup) -> None:
    which = group.add_mutually_exclusive_group()
    which.add_argument("--query-file", metavar="FILE", help="the file with the query; - reads stdin")
    which.add_argument("--query", metavar="TEXT", help="the query itself")
    which.add_argument(
        "--execute", metavar="TEXT",
        help="a query or mutation to send once, without pages; the command writes the whole response, with line breaks"
        " and indentation if it goes to a terminal. A mutation is never sent again",
    )
    which.add_argument("--execute-file", metavar="FILE", help="the file with such a query or mutation; - reads stdin")
    group.add_argument("--operation-name", metavar="NAME", help="the operation to run, if the query has several")
    group.add_argument(
        "-v", "--variable", metavar="NAME=VALUE", action="append", default=[],
        help="a variable. NAME=VALUE is JSON if VALUE is valid JSON, else text: first=100 is a number, id=007 is text."
        " NAME:=JSON must be JSON, NAME==TEXT is always text (id==7), and NAME@=FILE is the text of a file",
    )
    group.add_argument("--variables", metavar="FILE", help="a file with a JSON object of variables; -v overrides it")
    group.add_argument(
        "-p", "--pagination", metavar="KEY=VALUE", action="append", default=[],
        help="how to paginate, if the query does not show it: -p connection=/shop/products or -p type=offset, for"
        " example; or a JSON object with such keys. -p next_query.connection=/orders is about the next query",
    )
    group.add_argument(
        "--next-query-file", metavar="FILE",
        help="another query, for all pages after the first. It has variables of its own: -p"
        " 'next_query.variables={\"first\": 100}'",
    )


def _schema(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--lists", action="store_true",
        help="show the lists of the schema: name, kind, type of the items, key, order, how --since auto asks for what"
        " is new, and the arguments that a list needs",
    )
    group.add_argument("--json", action="store_true", help="show the lists as JSON, and those inside their items")
    add_schema(group)
    group.add_argument(
        "--fields", metavar="NAME,NAME",
        help="the fields of LIST's items: id,owner.login. * stands for those that are selected by default: values, and"
        " the ids of objects; -NAME leaves one of them out (write --fields=-NAME)",
    )
    group.add_argument(
        "--arg", metavar="NAME=VALUE", action="append", default=[],
        help="an argument of LIST, or of the object before it, in the forms of -v: first_name=Ada,"
        " 'where={\"status\": {\"_eq\": \"open\"}}'. repository.name=swift where both have a name",
    )
    group.add_argument("--page-size", metavar="N", type=positive, help="how many items a page has; default 100")
    group.add_argument(
        "--scalar", metavar="NAME=TYPE", action="append", default=[],
        help="the type of columns with a scalar of the schema: BigInt=string, Timestamp=int64",
    )
    group.add_argument(
        "--total", choices=("auto", "off"),
        help="auto, the default: ask for LIST's total if the schema shows one, and exit with 3 if the list has fewer"
        " items. off: the total counts something else, or costs the server too much",
    )
    group.add_argument(
        "--keep-refused", action="store_true",
        help="ask for fields that the server refuses, too. By default the command asks for one item first, and leaves"
        " out what is refused there",
    )
    group.add_argument(
        "--print-query", action="store_true", help="write the query for LIST, with its options, to copy and edit"
    )


def _headers(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "-H", "--header", metavar="'NAME: VALUE'", action="append", default=[],
        help="a header of each request. Other users of the machine can see the command line: for secrets use"
        " --header-env or --header-file",
    )
    add_header_env(group)
    group.add_argument(
        "--header-file", metavar="FILE", action="append", default=[], help="a file with one header per line"
    )


def _output(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "-o", "--output", metavar="FILE",
        help="write to FILE, by default to stdout. FILE is replaced when the list is complete; until then, and if the"
        " list stays incomplete, the items are in FILE.part. With --checkpoint, FILE grows instead; if the format is"
        " parquet, FILE is then a folder of parts",
    )
    group.add_argument(
        "--format", choices=FORMATS,
        help="by default what the extension of FILE says, else ndjson. ndjson (also .jsonl): one item per line. json:"
        " one array. csv: one row per item, with columns like owner.name; the header comes from the first page."
        " parquet and arrow (an IPC stream): columns with the types of the first rows; they need pyarrow",
    )
    group.add_argument(
        "--field", metavar="POINTER",
        help="write the value at this JSON Pointer in each item, like /name; null if an item does not have it",
    )
    group.add_argument("-r", "--raw", action="store_true", help="write text without quotes; needs --field")
    group.add_argument("--pages", action="store_true", help="write whole responses instead of items, one per line")
    group.add_argument(
        "--columns", metavar="NAME,NAME", help="the columns of the CSV, in this order; all others are left out"
    )
    add_formulas(group)


def _walk(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--max-pages", metavar="N", type=positive, help="stop after N pages; exit code 3 if there are more"
    )
    group.add_argument(
        "--max-items", metavar="N", type=positive,
        help="stop after N items; exit code 3 if there are more. With --checkpoint, the last page is written whole",
    )
    group.add_argument(
        "--checkpoint", metavar="FILE",
        help="continue the walk that FILE records, or start one; keep FILE up to date. With --since, the run after a"
        " complete walk writes what is new",
    )
    group.add_argument(
        "--since", metavar="POINTER",
        help="the place in each item that says when it changed, like /updatedAt, if the newest items come first; or a"
        " JSON object with path, type, order and other keys of `since`. The walk ends at what an earlier one wrote."
        " With LIST, auto takes what the schema shows",
    )
    group.add_argument(
        "--lag", metavar="SECONDS", type=seconds,
        help="with --since auto, how far below the mark the next run reads again, for what the server commits late."
        " Default: 300, or less if more than 10,000 items lie within them",
    )
    group.add_argument(
        "--errors", choices=get_args(Errors),
        help="what to do if a page has errors beside its data, so that parts of the data are null. report: write all"
        " items, and exit with 3. keep: write all items, with a warning at the end. fail: stop at that page",
    )
    group.add_argument(
        "--strict", action="store_true",
        help="exit with 3, after all items, if something speaks against a complete list: without it, the last line says"
        " so, and the exit code is 0",
    )
    group.add_argument(
        "--nested", choices=get_args(NestedMode), default="report",
        help="what to do if lists inside the items are cut off. report: warn. error: exit with 3. drain: fetch the rest"
        " of each list and insert it",
    )
    group.add_argument(
        "--dry-run", action="store_true", help="show the list found in the query and what would be sent; send nothing"
    )
    group.add_argument(
        "--explain", action="store_true",
        help="ask for the first page only, and write as JSON which list was found, by which words, and the -p that say"
        " the same",
    )


def _each(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--each", metavar="FILE",
        help="a file with a JSON object of variables on each line, which override --variables and -v; - reads stdin."
        " The command walks the list of each line, writes all items to one output, and reports at the end which lines"
        " failed",
    )
    group.add_argument(
        "--jobs", metavar="N", type=positive,
        help="how many lines at the same time; default 1, in the order of the file",
    )
    group.add_argument(
        "--tag", metavar="NAME[=VARIABLE]", action="append", default=[],
        help="add a member NAME to each item, with the value of the line's variable, by default of the same name",
    )


def _network(group: argparse._ArgumentGroup) -> None:
    add_timeout(group)
    group.add_argument(
        "--retry", metavar="N", type=positive,
        help="send a request that brings no answer at most N times; default 4, 1 means no retry",
    )
    group.add_argument(
        "--retry-budget", metavar="SECONDS", type=seconds,
        help="the longest time that all waits of one request may take together; default 120",
    )
    group.add_argument(
        "--rate-limit", metavar="MODE", type=rate_limit,
        help="react: wait after the server refuses; this is the default. pace: slow down before that, by the budget"
        " that the server reports. pace:0.25: use at most a quarter of that budget. rate:10: send 10 requests a second."
        " rate:10:5: the same, but up to 5 at once after a rest",
    )
    group.add_argument(
        "--max-connections", metavar="N", type=positive, help="open at most N connections at a time"
    )
    group.add_argument(
        "--ca-file", metavar="FILE", help="the authorities to trust, as PEM; by default those of the system"
    )
    group.add_argument(
        "--cache", metavar="FILE",
        help="keep the answers as records in an SQLite file. The cache tells objects apart by their type, so the"
        " command requests __typename, and the written items contain it",
    )
    group.add_argument(
        "--cache-policy", metavar="POLICY", choices=get_args(CachePolicy),
        help="whether the cache or the server answers, if there is a cache. By default the server answers, and the"
        f" cache stores its answers. One of {', '.join(get_args(CachePolicy))}",
    )
    group.add_argument("--record", metavar="FILE", help="write each exchange to FILE, without secrets")
    group.add_argument("--replay", metavar="FILE", help="answer from the recording FILE, without a network")


def _messages(made: argparse.ArgumentParser) -> None:
    group = add_messages(made, "show no progress and no warnings, only failures")
    group.add_argument(
        "--verbose", action="store_true", help="report each request and answer, but never headers or variables"
    )
    group.add_argument(
        "--version", action="store_true", help="show the versions of the command and the library, and exit"
    )


def positive(text: str) -> int:
    """A whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, found {text!r}")
    return int(text)


def rate_limit(text: str) -> RateLimitPolicy | FixedRate | BudgetShare:
    """A word, a share of the server's budget, or a rate. The library checks the numbers."""
    word, *numbers = text.split(":")
    try:
        match word, numbers:
            case "react", []:
                return "react"
            case "pace", []:
                return "pace"
            case "pace", [share]:
                return {"mode": "pace", "share": float(share)}
            case "rate", [rate]:
                return {"mode": "rate", "per_second": float(rate)}
            case "rate", [rate, burst]:
                return {"mode": "rate", "per_second": float(rate), "burst": int(burst)}
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(
        f"expected react, pace, pace:SHARE, rate:PER_SECOND or rate:PER_SECOND:BURST, found {text!r}"
    )


def _epilog() -> str:
    codes = "\n".join(filled(f"{ending:<4} {MEANINGS[ending]}", "  ", " " * 7) for ending in Ending)
    examples = textwrap.indent(EXAMPLES, "  ")
    return f"resuming:\n{filled(RESUMING, '  ', '  ')}\n\nexit codes:\n{codes}\n\nexamples:\n{examples}"
