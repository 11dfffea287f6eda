"""`--print-completion`: the completion of a shell, which shtab writes."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from typing import Any

from .endings import Ending

SHELLS = ("bash", "zsh", "tcsh")


def add_completion(parser: argparse.ArgumentParser) -> None:
    """Adds the option; it needs neither URL nor query."""
    group = parser.add_argument_group("shell completion")
    group.add_argument(
        "--print-completion", choices=SHELLS, action=_Print,
        help="print what completes this command's options in a shell, and exit; needs shtab",
    )


class _Print(argparse.Action):
    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        try:
            shtab = importlib.import_module("shtab")
        except ImportError:
            advice = "pip install shtab, or swiftpager[cli]"
            parser.exit(Ending.USAGE, f"swiftpager: --print-completion needs shtab: {advice}\n")
        # argparse has changed this parser for as long as it parses.
        from .arguments import parser as new_parser

        complete = new_parser()
        for action in complete._actions:
            if action.metavar == "FILE":
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab looks for it
        print(shtab.complete(complete, shell=values))
        parser.exit()
