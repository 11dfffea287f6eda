"""Files on their way: each is written under a name of its own, and takes its place when it is whole.

A process that is killed meanwhile leaves its file behind. The name has the process in it, so that the next one can tell
such a file from one that is being written.
"""

from __future__ import annotations

import contextlib
import os
import re


def unfinished(path: str | os.PathLike[str]) -> str:
    """The name of a file until it is whole."""
    return f"{os.fspath(path)}.{os.getpid()}.new"


def remove_unfinished(path: str | os.PathLike[str]) -> None:
    """Removes what processes that are gone have left of a file; for the time before it is written first.

    What cannot be removed stays: it is in nobody's way.
    """
    folder, name = os.path.split(os.fspath(path))
    left = re.compile(re.escape(name) + r"\.([1-9][0-9]*)\.new")
    with contextlib.suppress(OSError):
        for entry in os.listdir(folder or os.curdir):
            match = left.fullmatch(entry)
            if match and not _is_another(int(match[1])):
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(folder, entry))


def _is_another(process: int) -> bool:
    """Whether it is another process than this one, and runs."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True
