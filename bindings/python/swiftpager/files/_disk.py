"""Names on the disk: folders, files that go, the wait until the disk has them, and the name in an error."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def naming(path: str) -> Iterator[None]:
    """Names the file in an OSError that does not name it."""
    try:
        yield
    except OSError as error:
        if error.filename is not None or error.errno is None:
            raise
        raise OSError(error.errno, os.strerror(error.errno), path) from error


def make_folders(path: str) -> None:
    """Makes a folder and those above it, and waits until their names are on the disk; raises OSError."""
    if os.path.isdir(path):
        return
    parent = os.path.dirname(path)
    if parent and not os.path.exists(parent):
        make_folders(parent)
    try:
        os.mkdir(path)
    except FileExistsError:
        # Another process may be faster.
        if not os.path.isdir(path):
            raise
    sync(parent)


def with_no_file(path: str) -> None:
    """Removes a file if it exists."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


def sync(path: str) -> None:
    """Waits until a file, or the names in a folder, are on the disk; raises OSError."""
    path = path or os.curdir
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        with naming(path):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
