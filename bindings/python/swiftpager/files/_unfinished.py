"""Unfinished files: each is written under a temporary name, and gets its own name when it is complete.

A killed process leaves its file behind. The temporary name contains the process number, so that a later process can
tell such a file from one that is still being written.
"""

from __future__ import annotations

import contextlib
import os
import re

from ._opening import remove_left

# The end of the name of an unfinished file, as a regular expression with the process number as its group.
UNFINISHED = r"\.([1-9][0-9]*)\.new"


def unfinished(path: str | os.PathLike[str]) -> str:
    """The name of a file until it is complete."""
    return f"{os.fspath(path)}.{os.getpid()}.new"


def remove_unfinished(path: str | os.PathLike[str]) -> None:
    """Removes the unfinished files that ended processes have left. Call it before the first write.

    A file that cannot be removed stays, which does no harm. So does one that a process has locked: in another
    container, a process that is running has a number that no process has here.
    """
    folder, name = os.path.split(os.fspath(path))
    left = re.compile(re.escape(name) + UNFINISHED)
    with contextlib.suppress(OSError):
        for entry in os.listdir(folder or os.curdir):
            match = left.fullmatch(entry)
            if match and not _is_another(int(match[1])):
                with contextlib.suppress(OSError):
                    remove_left(os.path.join(folder, entry))


def _is_another(process: int) -> bool:
    """Whether this number belongs to another process that is running."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True
