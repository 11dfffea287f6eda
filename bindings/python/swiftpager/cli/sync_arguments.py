"""The options of `swiftpager sync`, and the texts of its `--help` and of the manual page."""

from __future__ import annotations

import argparse
import textwrap

from .arguments import Formatter, positive
from .endings import Ending

SYNC_DESCRIPTION = (
    "Reads the lists of a server into FOLDER, each into Parquet files of its own, and brings them up to date with each"
    " further run. The first run finds the lists in the server's schema, and keeps in FOLDER/_plan.json how it reads"
    " each of them: later runs read the same columns, whatever the server adds. A list that says when its items changed"
    " is asked for what is new; another one is read whole, and its earlier files stay for one more run."
    " FOLDER/views.sql has a view of DuckDB for each list. If a run is killed, the next one goes on."
)
SYNC_EXAMPLES = """\
swiftpager sync https://example.com/graphql -o shop
swiftpager sync URL -o shop --only products,orders --header-env 'Authorization: Bearer ${TOKEN}'
swiftpager sync URL -o shop --limit api.example.com=4:10 --json
swiftpager sync URL -o shop --refresh
duckdb -init shop/views.sql"""


def sync_parser() -> argparse.ArgumentParser:
    """The parser of the words behind `swiftpager sync`."""
    examples = textwrap.indent(SYNC_EXAMPLES, "  ")
    codes = textwrap.fill(
        f"Those of a single walk. If lists failed, {Ending.INCOMPLETE.value}, or the code of all of them if they have"
        " the same one.", 98, initial_indent="  ", subsequent_indent="  ",
    )
    made = argparse.ArgumentParser(
        prog="swiftpager sync", description=textwrap.fill(SYNC_DESCRIPTION, 98), formatter_class=Formatter,
        epilog=f"exit codes:\n{codes}\n\nexamples:\n{examples}", allow_abbrev=False,
        usage="swiftpager sync URL -o FOLDER [option ...]",
    )
    made.add_argument("url", metavar="URL", help="the address of the GraphQL endpoint")
    made.add_argument("-o", "--output", metavar="FOLDER", required=True, help="the folder, on this machine")
    made.add_argument(
        "--header-env", metavar="'NAME: ${VARIABLE}'", action="append", default=[],
        help="a header with environment variables in it; use single quotes: 'Authorization: Bearer ${TOKEN}'. FOLDER"
        " keeps no header",
    )
    made.add_argument("--json", action="store_true", help="write what was done as a JSON object")
    _plans(made.add_argument_group("lists and plans"))
    _requests(made.add_argument_group("requests"))
    messages = made.add_argument_group("messages on stderr")
    messages.add_argument("-q", "--quiet", action="store_true", help="show no progress, only messages and failures")
    messages.add_argument("--debug", action="store_true", help="show where in the code a failure was raised")
    return made


def _plans(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--only", metavar="NAME,NAME",
        help="read these lists only. In the first run and with --refresh, the plans are about no other list",
    )
    group.add_argument(
        "--since", choices=("auto", "off"),
        help="auto, the default: ask for what is new if the schema shows how. off: read each list whole, which also"
        " shows what was deleted",
    )
    group.add_argument("--page-size", metavar="N", type=positive, help="the items of a page; default 100")
    group.add_argument(
        "--scalar", metavar="NAME=TYPE", action="append", default=[],
        help="the type of the columns of a scalar that the schema declares, like BigInt=string; JSON text by default",
    )
    group.add_argument(
        "--refresh", action="store_true",
        help="make the plans anew and show what changed; lists that changed begin a new store",
    )
    group.add_argument("--schema", metavar="FILE", help="take the schema from FILE, as SDL or an introspection result")
    group.add_argument(
        "--refresh-schema", action="store_true", help="ask the server for its schema, even if a copy of today is kept"
    )


def _requests(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--jobs", metavar="N", type=positive, default=4, help="how many lists are read at once; default 4"
    )
    group.add_argument(
        "--limit", metavar="HOST=AT_ONCE[:PER_SECOND]", action="append", default=[],
        help="read at most AT_ONCE lists of a host at a time, with PER_SECOND requests a second together",
    )
    group.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler of a Dask cluster: tcp://HOST:8786")
    group.add_argument(
        "--slice-pages", metavar="N", type=positive, default=200, help="commit after N pages of a list; default 200"
    )
