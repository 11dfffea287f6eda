#!/usr/bin/env python3
"""Writes the manual page of the command, from the text of its `--help`, to stdout.

The script imports the command, and the command needs the library: run `make lib` first. A page of argparse-manpage
would lack the options of `swiftpager fleet`, `sync`, `mcp` and `generate`, and the exit codes as a list.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bindings" / "python"))

import swiftpager  # noqa: E402  (the path has to be set before)
from swiftpager.cli import (  # noqa: E402
    arguments,
    endings,
    fleet_arguments,
    generate_arguments,
    mcp_arguments,
    sync_arguments,
)


def escaped(text: str) -> str:
    """A text as roff shows it."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def bold(text: str) -> str:
    return f"\\fB{escaped(text)}\\fR"


def option(action: argparse.Action) -> list[str]:
    """One option with its explanation."""
    value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else "")
    shown = f" \\fI{escaped(str(value))}\\fR" if value and action.nargs != 0 else ""
    names = ", ".join(f"{bold(name)}{shown}" for name in action.option_strings) or f"\\fI{escaped(str(value))}\\fR"
    return [".TP", names, escaped(action.help or "")]


def options(parser: argparse.ArgumentParser) -> list[str]:
    """The options of a command, by their groups."""
    lines = []
    for group in parser._action_groups:
        if group._group_actions:
            lines += [".SS " + escaped((group.title or "").capitalize())]
            lines += [line for action in group._group_actions for line in option(action)]
    return lines


def command(
    name: str, first: str, option: str, second: str, description: str, parser: argparse.ArgumentParser
) -> list[str]:
    """The part about `swiftpager NAME`."""
    words = f"{bold(f'swiftpager {name}')} \\fI{first}\\fR {bold(option)} \\fI{second}\\fR [\\fIoption\\fR ...]"
    return [f".SH {name.upper()}", words, ".PP", escaped(description), *options(parser)]


def page() -> str:
    """The whole page."""
    lines = [
        '.\\" Written by packaging/manual.py (make manual).',
        f'.TH SWIFTPAGER 1 "" "swiftpager {swiftpager.__version__}" "User Commands"',
        ".SH NAME", "swiftpager \\- walk a paginated GraphQL list and write its items",
        ".SH SYNOPSIS", f"{bold('swiftpager')} \\fIURL\\fR {bold('--query-file')} \\fIFILE\\fR [\\fIoption\\fR ...]",
        ".SH DESCRIPTION", escaped(arguments.DESCRIPTION),
        ".SH OPTIONS", *options(arguments.parser()),
        *command("sync", "URL", "-o", "FOLDER", sync_arguments.SYNC_DESCRIPTION, sync_arguments.sync_parser()),
        *command("fleet", "WALKS", "--out", "URL", fleet_arguments.FLEET_DESCRIPTION, fleet_arguments.fleet_parser()),
        *command("mcp", "URL", "-o", "FOLDER", mcp_arguments.MCP_DESCRIPTION, mcp_arguments.mcp_parser()),
        *command(
            "generate", "DOCUMENTS", "--schema", "FILE", generate_arguments.GENERATE_DESCRIPTION,
            generate_arguments.generate_parser(),
        ),
        ".SH RESUMING", escaped(arguments.RESUMING),
        ".SH EXIT STATUS",
    ]
    for ending in endings.Ending:
        lines += [".TP", bold(str(int(ending))), escaped(endings.MEANINGS[ending])]
    texts = (
        arguments.EXAMPLES, sync_arguments.SYNC_EXAMPLES, fleet_arguments.FLEET_EXAMPLES,
        mcp_arguments.MCP_EXAMPLES, generate_arguments.GENERATE_EXAMPLES,
    )
    examples = "\n".join(texts)
    lines += [".SH EXAMPLES", ".nf", escaped(examples), ".fi"]
    lines += [".SH FILES", ".TP", "\\fIFILE\\fR.part", escaped("what --output has written of an incomplete list")]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(page(), end="")
