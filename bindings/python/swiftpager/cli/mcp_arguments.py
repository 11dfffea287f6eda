"""The options of `swiftpager mcp`, and the texts of its `--help` and of the manual page."""

from __future__ import annotations

import argparse
import textwrap

from .arguments import Formatter, positive, seconds

MCP_DESCRIPTION = (
    "Lets an assistant read the lists of a server. The command speaks the Model Context Protocol over stdin and stdout"
    " until stdin ends, and has three tools: list_lists, describe_list and walk_list, which writes the items of a list"
    " into a file below FOLDER. It sends queries only. An assistant sees neither headers nor the user and the query of"
    " the address, and replaces no file that this run of the command did not write."
)
MCP_EXAMPLES = """\
swiftpager mcp https://example.com/graphql -o shop
swiftpager mcp URL -o shop --header-env 'Authorization: Bearer ${TOKEN}' --max-items 100000"""
MAX_ITEMS = 10_000


def mcp_parser() -> argparse.ArgumentParser:
    """The parser of the words behind `swiftpager mcp`."""
    examples = textwrap.indent(MCP_EXAMPLES, "  ")
    codes = "  0 once stdin ends; otherwise those of a single walk. A call that fails does not end the command."
    made = argparse.ArgumentParser(
        prog="swiftpager mcp", description=textwrap.fill(MCP_DESCRIPTION, 98), formatter_class=Formatter,
        epilog=f"exit codes:\n{codes}\n\nexamples:\n{examples}", allow_abbrev=False,
        usage="swiftpager mcp URL -o FOLDER [option ...]",
    )
    made.add_argument("url", metavar="URL", help="the address of the GraphQL endpoint")
    made.add_argument(
        "-o", "--output", metavar="FOLDER", required=True, help="the folder of the files; the command makes it"
    )
    made.add_argument(
        "--header-env", metavar="'NAME: ${VARIABLE}'", action="append", default=[],
        help="a header with environment variables in it; use single quotes: 'Authorization: Bearer ${TOKEN}'",
    )
    made.add_argument(
        "--max-items", metavar="N", type=positive, default=MAX_ITEMS,
        help=f"the most items that one walk may write, whatever its limit; default {MAX_ITEMS:,}",
    )
    made.add_argument("--schema", metavar="FILE", help="take the schema from FILE, as SDL or an introspection result")
    made.add_argument(
        "--refresh-schema", action="store_true", help="ask the server for its schema, even if a copy of today is kept"
    )
    made.add_argument(
        "--timeout", metavar="SECONDS", type=seconds, help="the time limit of a request; default 30, 0 for none"
    )
    messages = made.add_argument_group("messages on stderr")
    messages.add_argument("-q", "--quiet", action="store_true", help="show no warnings, only failures")
    messages.add_argument("--debug", action="store_true", help="show where in the code a failure was raised")
    return made
