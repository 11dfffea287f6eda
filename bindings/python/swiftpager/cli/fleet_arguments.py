"""The options of `swiftpager fleet`, and the texts of its `--help` and of the manual page."""

from __future__ import annotations

import argparse

from .arguments import positive
from .shared_arguments import CODES_OF_MANY, add_messages, parser_of, seconds

FLEET_DESCRIPTION = (
    "Walks many lists into one Parquet dataset, on threads of its own or on a Dask cluster. Each page is committed"
    " once, whatever happens to workers and to the command: run the same command again, and it goes on. Each line of"
    " WALKS is a JSON object with the arguments of a swiftpager.fleet.Walk: endpoint, query, variables, key,"
    " headers_env, pagination, since, nested, retry, partition and errors. Workers find the secrets that headers_env"
    " names in their own environment."
)
FLEET_EXAMPLES = """\
swiftpager fleet walks.ndjson --out /data/issues --limit api.example.com=8:20
swiftpager fleet walks.ndjson --out /data/issues --workers 4
swiftpager fleet walks.ndjson --out s3://bucket/issues --scheduler tcp://scheduler:8786
swiftpager fleet --out /data/issues --status"""


def fleet_parser() -> argparse.ArgumentParser:
    """The parser of the words behind `swiftpager fleet`."""
    usage = "swiftpager fleet WALKS --out URL [option ...]\n       swiftpager fleet --out URL --status [--json]"
    made = parser_of("fleet", usage, FLEET_DESCRIPTION, CODES_OF_MANY.format(many="walks"), FLEET_EXAMPLES)
    made.add_argument("walks", metavar="WALKS", nargs="?", help="the file with one walk on each line; - reads stdin")
    made.add_argument(
        "--out", metavar="URL", required=True, help="the store: a folder that all workers see, or s3://BUCKET/PREFIX"
    )
    made.add_argument("--status", action="store_true", help="show how far each walk of the store is, and exit")
    made.add_argument("--json", action="store_true", help="show the status as JSON")
    _cluster(made.add_argument_group("threads, or a cluster"))
    _slices(made.add_argument_group("walks and slices"))
    _columns(made.add_argument_group("columns"))
    add_messages(made, "show no progress, only failures")
    return made


def _cluster(group: argparse._ArgumentGroup) -> None:
    where = group.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler of a running cluster: tcp://HOST:8786")
    where.add_argument(
        "--workers", metavar="N", type=positive,
        help="start N worker processes of Dask on this machine, which end with the command. Without this option and"
        " --scheduler, the command itself runs the slices",
    )
    group.add_argument(
        "--threads", metavar="N", type=positive, default=16,
        help="how many slices the command, or each of its workers, runs at once; default 16",
    )


def _slices(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--limit", metavar="HOST=AT_ONCE[:PER_SECOND]", action="append", default=[],
        help="run at most AT_ONCE slices of a host at a time, which send PER_SECOND requests a second together. May be"
        " given for several hosts",
    )
    group.add_argument(
        "--in-flight", metavar="N", type=positive, default=100,
        help="give a cluster at most N slices at a time; default 100",
    )
    group.add_argument(
        "--retries", dest="fleet_retries", metavar="N", type=natural, default=3,
        help="begin a slice again at most N times if its worker is lost, or if its failure may pass; default 3",
    )
    group.add_argument(
        "--retry-failed", action="store_true",
        help="also continue walks that failed for good, for example with a 401. Without this option they stay"
        " as they are",
    )
    group.add_argument(
        "--slice-pages", metavar="N", type=positive, default=200, help="commit after N pages; default 200"
    )
    group.add_argument(
        "--slice-seconds", metavar="SECONDS", type=above_zero, default=300.0,
        help="commit after SECONDS, at the next page; default 300",
    )


def _columns(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--columns", metavar="FILE", help="a JSON object with the columns and their types, as `columns` in Python"
    )
    group.add_argument(
        "--sample", metavar="N", type=positive, default=16,
        help="without --columns: take the types from the first pages of the first N walks; default 16",
    )
    group.add_argument(
        "--on-new-keys", choices=("refuse", "json"), default="refuse",
        help="what to do with keys that the columns lack. refuse: the walk fails. json: collect them in one column",
    )


def above_zero(text: str) -> float:
    """A number of seconds above 0."""
    number = seconds(text)
    if number == 0:
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, found {text!r}")
    return number


def natural(text: str) -> int:
    """A whole number of at least 0."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 0, found {text!r}")
    return int(text)
