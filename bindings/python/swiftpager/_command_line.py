"""Whether this process is the command `swiftpager`; asked where the package cannot be loaded, nor its `cli`."""

from __future__ import annotations

import os
import sys


def is_command() -> bool:
    """Whether it was started as `swiftpager …` or as `python -m swiftpager …`."""
    words = sys.argv
    if not words:
        return False
    if words[0] == "-m":
        # While a module is being looked for, its name is not among its words, and before them among the interpreter's.
        return sys.orig_argv[-len(words)].removeprefix("-m") == "swiftpager"
    return os.path.basename(words[0]) == "swiftpager"
