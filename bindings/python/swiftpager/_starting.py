"""Ctrl-C while the command's modules are imported, which takes most of a second: the process ends, without a traceback.

The import of this module does that, in a process that is the command. The handler stays until the command has its own:
see `cli.signals`.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

# As `cli.endings.Ending.INTERRUPTED`, which is one of the modules that are not imported yet.
_INTERRUPTED = 130
_NAME = "swiftpager"


def _end_at_interrupts() -> None:
    """Has Ctrl-C end this process, if it is the command and takes Ctrl-C."""
    if _is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        try:
            signal.signal(signal.SIGINT, _end)
        except ValueError:
            # The import is not on the main thread.
            pass


def _is_command() -> bool:
    program, words = getattr(sys, "argv", [""])[:1], sys.orig_argv
    if program == ["-m"]:
        # Python looks for the module of `python -m`, whose package it imports first.
        options = words[: words.index("-m") + 2] if "-m" in words else words[:2]
        return options[-1] in (_NAME, f"-m{_NAME}")
    # A process that the command starts for Dask has its `sys.argv`, and other words of its own.
    return bool(program) and program[0] in words and os.path.basename(program[0]) == _NAME


def _end(number: int, frame: Any) -> None:
    os._exit(_INTERRUPTED)


_end_at_interrupts()
