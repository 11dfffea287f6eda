"""Files that are written completely or not at all, even if the process or the machine dies."""

from __future__ import annotations

import os
from typing import Any

from ._disk import naming
from ._opening import replacing
from ._unfinished import unfinished


def path_of(name: str, path: Any) -> str:
    """The path that an argument names; raises TypeError with the argument's name for anything else."""
    if not isinstance(path, str | bytes | os.PathLike):
        raise TypeError(f"{name} must be a string or a path, not {path!r}")
    return os.fsdecode(path)


def write_whole(path: str, data: bytes) -> None:
    """Replaces the whole content of a file; raises OSError."""
    # This replaces the target of a link, and the link stays.
    path = os.path.realpath(path)
    with replacing(path, unfinished(path)) as new, naming(path):
        new.file.write(data)
