"""The options of `swiftpager mcp`, and the texts of its `--help` and of the manual page."""

from __future__ import annotations

import argparse

from .arguments import positive
from .shared_arguments import add_formulas, add_header_env, add_messages, add_schema, add_timeout, parser_of

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
    codes = "0 once stdin ends; otherwise those of a single walk. A call that fails does not end the command."
    made = parser_of("mcp", "swiftpager mcp URL -o FOLDER [option ...]", MCP_DESCRIPTION, codes, MCP_EXAMPLES)
    made.add_argument("url", metavar="URL", help="the address of the GraphQL endpoint")
    made.add_argument(
        "-o", "--output", metavar="FOLDER", required=True, help="the folder of the files; the command makes it"
    )
    add_header_env(made)
    made.add_argument(
        "--max-items", metavar="N", type=positive, default=MAX_ITEMS,
        help=f"the most items that one walk may write, whatever its limit; default {MAX_ITEMS:,}",
    )
    add_formulas(made)
    add_schema(made)
    add_timeout(made)
    add_messages(made, "show no warnings, only failures")
    return made
