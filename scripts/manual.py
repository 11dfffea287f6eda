#!/usr/bin/env python3
"""Writes the manual page of the command, bindings/python/swiftpager.1, from the text of its `--help`.

    manual.py [--check]        --check writes nothing, and fails if the page is out of date

The script imports the command, and the command needs the library: run `make lib` first.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bindings" / "python"))

import swiftpager  # noqa: E402  (the path has to be set before)
from swiftpager.cli import arguments, endings, fleet_arguments  # noqa: E402

PAGE = ROOT / "bindings" / "python" / "swiftpager.1"


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


def page() -> str:
    """The whole page."""
    lines = [
        '.\\" Written by scripts/manual.py (make manual).',
        f'.TH SWIFTPAGER 1 "" "swiftpager {swiftpager.__version__}" "User Commands"',
        ".SH NAME",
        "swiftpager \\- walk a paginated GraphQL list and write its items",
        ".SH SYNOPSIS",
        f"{bold('swiftpager')} \\fIURL\\fR {bold('--query-file')} \\fIFILE\\fR [\\fIoption\\fR ...]",
        ".SH DESCRIPTION",
        escaped(arguments.DESCRIPTION),
    ]
    lines += [".SH OPTIONS", *options(arguments.parser())]
    lines += [
        ".SH FLEETS", f"{bold('swiftpager fleet')} \\fIWALKS\\fR {bold('--out')} \\fIURL\\fR [\\fIoption\\fR ...]",
    ]
    lines += [".PP", escaped(fleet_arguments.FLEET_DESCRIPTION), *options(fleet_arguments.fleet_parser())]
    lines += [".SH RESUMING", escaped(arguments.RESUMING), ".SH EXIT STATUS"]
    for ending in endings.Ending:
        lines += [".TP", bold(str(int(ending))), escaped(endings.MEANINGS[ending])]
    examples = f"{arguments.EXAMPLES}\n{fleet_arguments.FLEET_EXAMPLES}"
    lines += [".SH EXAMPLES", ".nf", escaped(examples), ".fi"]
    lines += [".SH FILES", ".TP", "\\fIFILE\\fR.part", escaped("what --output has written of an incomplete list")]
    return "\n".join(lines) + "\n"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only check whether the page is up to date")
    wanted = page()
    if parser.parse_args().check:
        if PAGE.exists() and PAGE.read_text(encoding="utf-8") == wanted:
            return 0
        print("the manual page differs from --help: run `make manual`", file=sys.stderr)
        return 1
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
