"""Names on the disk: folders, files that go, and the wait until the disk has them."""

from __future__ import annotations

import os


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
    descriptor = os.open(path or os.curdir, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
