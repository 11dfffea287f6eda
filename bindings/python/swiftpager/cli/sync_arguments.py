"""The options of `swiftpager sync`, and the texts of its `--help` and of the manual page."""

from __future__ import annotations

import argparse

from .arguments import positive
from .shared_arguments import (
    CODES_OF_MANY,
    add_header_env,
    add_messages,
    add_schema,
    add_timeout,
    parser_of,
    seconds,
)

SYNC_DESCRIPTION = (
    "Reads the lists of a server into FOLDER, each into Parquet files of its own, and brings them up to date with each"
    " further run. The first run finds the lists in the server's schema, and keeps in FOLDER/_plan.json how it reads"
    " each of them: later runs read the same columns, whatever the server adds. A list that says when its items changed"
    " is asked for what is new; another one is read whole, and its earlier files stay for one more run."
    " FOLDER/views.sql has a view of DuckDB for each list: Python's duckdb reads it, as below, or DuckDB's own command,"
    " by `duckdb -init FOLDER/views.sql`. If a run is killed, the next one goes on."
)
SYNC_EXAMPLES = """\
swiftpager sync https://example.com/graphql -o shop
swiftpager sync URL -o shop --only products,orders --header-env 'Authorization: Bearer ${TOKEN}'
swiftpager sync URL -o shop --limit api.example.com=4:10 --json
swiftpager sync URL -o shop --refresh
python -c 'import duckdb; duckdb.execute(open("shop/views.sql").read()); print(duckdb.sql("SHOW TABLES"))'"""


def sync_parser() -> argparse.ArgumentParser:
    """The parser of the words behind `swiftpager sync`."""
    made = parser_of(
        "sync", "swiftpager sync URL -o FOLDER [option ...]", SYNC_DESCRIPTION, CODES_OF_MANY.format(many="lists"),
        SYNC_EXAMPLES,
    )
    made.add_argument("url", metavar="URL", help="the address of the GraphQL endpoint")
    made.add_argument("-o", "--output", metavar="FOLDER", required=True, help="the folder, on this machine")
    add_header_env(made, keeps_none=True)
    made.add_argument("--json", action="store_true", help="write what was done as a JSON object")
    _plans(made.add_argument_group("lists and plans"))
    _requests(made.add_argument_group("requests"))
    add_messages(made, "show no progress, only messages and failures")
    return made


def _plans(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--only", metavar="NAME,NAME",
        help="read these lists only. In the first run and with --refresh, the plans are about no other list",
    )
    group.add_argument(
        "--since", metavar="[LIST=]auto|off|/FIELD", action="append", default=[],
        help="auto, the default: ask for what is new if the schema shows how. off: read each list whole, which also"
        " shows what was deleted. LIST=off, LIST=auto and LIST=/FIELD are for one list, whose plan is made anew if that"
        " changes it: FIELD says what is new. _plan.json keeps it",
    )
    group.add_argument(
        "--lag", metavar="SECONDS", type=_lag,
        help="how far below the mark the next run reads again, for what the server commits late; _plan.json keeps it."
        " auto, the default: 300 seconds, or less if more than 10,000 items lie within them",
    )
    group.add_argument("--page-size", metavar="N", type=positive, help="the items of a page; default 100")
    group.add_argument(
        "--scalar", metavar="NAME=TYPE", action="append", default=[],
        help="the type of the columns of a scalar that the schema declares, like BigInt=string; JSON text by default",
    )
    group.add_argument(
        "--total", metavar="LIST=off", action="append", default=[],
        help="off: LIST's total counts something else, so a list with fewer items is complete; auto takes that back."
        " _plan.json keeps it, and the store goes on",
    )
    group.add_argument(
        "--errors", choices=("report", "keep"),
        help="what to do if a page has errors beside its data, so that parts of the data are null. report, the default:"
        " the list is partial, and its view shows the last night without such errors, if there was one. keep: the list"
        " is complete, and its view shows the nulls. A list that is asked for what is new asks for these items again in"
        " the next run",
    )
    group.add_argument(
        "--strict", action="store_true", help="a list that is complete and that something speaks against is partial"
    )
    group.add_argument(
        "--refresh", action="store_true",
        help="make the plans anew and show what changed; lists that changed begin a new store",
    )
    add_schema(group)


def _lag(text: str) -> float | str:
    return text if text == "auto" else seconds(text)


def _requests(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--jobs", metavar="N", type=positive, default=4, help="how many lists are read at once; default 4"
    )
    group.add_argument(
        "--limit", metavar="HOST=AT_ONCE[:PER_SECOND]", action="append", default=[],
        help="read at most AT_ONCE lists of a host at a time, with PER_SECOND requests a second together",
    )
    add_timeout(group)
    group.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler of a Dask cluster: tcp://HOST:8786")
    group.add_argument(
        "--slice-pages", metavar="N", type=positive, default=200, help="commit after N pages of a list; default 200"
    )
