"""Files that are written completely or not at all, even if the process or the machine dies."""

from __future__ import annotations

import os
from typing import Any

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
    fresh = unfinished(path)
    try:
        with open(fresh, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        replace(fresh, path)
    except BaseException:
        with_no_file(fresh)
        raise


def with_no_file(path: str) -> None:
    """Removes a file if it exists."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


def replace(fresh: str, path: str) -> None:
    """Renames a file, and waits until the folder is on the disk; raises OSError."""
    os.replace(fresh, path)
    sync(os.path.dirname(path))


def sync(path: str) -> None:
    """Waits until a file, or the names in a folder, are on the disk; raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
