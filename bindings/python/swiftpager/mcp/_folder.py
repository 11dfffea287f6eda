"""The folder that an assistant writes into, and the names that it may give."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from typing import IO

from ..files._disk import make_folders, naming
from ..files._opening import NewFile
from ..files._unfinished import remove_unfinished, unfinished

ENDINGS = (".ndjson", ".csv", ".parquet")
_Identity = tuple[int, int, int, int]


class FileRefused(Exception):
    """A file that no call may write; the message says why."""


class Folder:
    """A folder whose files appear when they are complete. The server replaces no file that it did not write."""

    def __init__(self, path: str) -> None:
        self._root = os.path.realpath(path)
        self._lock = threading.Lock()
        # What identifies each file that this server wrote, as it was then.
        self._written: dict[str, _Identity | None] = {}
        self._busy: set[str] = set()

    def check(self, name: str) -> str:
        """The path of a name. Raises `FileRefused` for one that a call may not write now."""
        path = self._path(name)
        with self._lock:
            self._check_free(name, path)
        return path

    @contextlib.contextmanager
    def writing(self, name: str) -> Iterator[IO[bytes]]:
        """A new file beside the name, which gets the name at the end of the block; raises `FileRefused` and OSError."""
        path = self._path(name)
        with self._lock:
            self._check_free(name, path)
            self._busy.add(path)
        try:
            make_folders(os.path.dirname(path))
            remove_unfinished(path)
            fresh = NewFile(unfinished(path))
            try:
                with naming(path):
                    yield fresh.file
                    fresh.settle()
                self._appear(name, fresh, path)
            finally:
                fresh.remove()
        finally:
            self._busy.discard(path)

    def _appear(self, name: str, fresh: NewFile, path: str) -> None:
        """Renames a complete file, unless the folder has changed meanwhile."""
        if self._path(name) != path:
            raise FileRefused(f"{name!r} has become a link to another place: name another file")
        self._check_ours(name, path)
        fresh.replace(path)
        self._written[path] = _identity(path)

    def _check_free(self, name: str, path: str) -> None:
        if path in self._busy:
            raise FileRefused(f"{name!r} is being written by another call: name another file")
        self._check_ours(name, path)

    def _check_ours(self, name: str, path: str) -> None:
        found = _identity(path)
        if found is not None and found != self._written.get(path):
            raise FileRefused(f"{name!r} exists, and this server did not write it: name another file")

    def _path(self, name: str) -> str:
        """Where a name leads, links followed."""
        _check_name(name, name)
        path = os.path.realpath(os.path.join(self._root, name))
        if os.path.commonpath([self._root, path]) != self._root:
            raise FileRefused(f"{name!r} leads out of the folder by a link: name another file")
        _check_name(name, os.path.relpath(path, self._root))
        return path


def _check_name(name: str, path: str) -> None:
    """Raises `FileRefused` unless a path is relative, stays below its folder, is not hidden, and has a format."""
    parts = path.split("/")
    for is_wrong, why in (
        # A lone surrogate is not printable, either.
        (not path.isprintable() or "\\" in path, "has characters that names of files should not have"),
        (path.startswith("/"), "is absolute: name a file below the folder of this server, like 'products.ndjson'"),
        (".." in parts, "leads upwards: name a file below the folder of this server, like 'products.ndjson'"),
        (any(part.startswith(".") for part in parts), "has a part that begins with a dot: name another file"),
        (not path.endswith(ENDINGS), f"must end with {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"),
        ("" in parts, "has an empty part: name another file"),
    ):
        if is_wrong:
            raise FileRefused(f"{name!r} {why}")


def _identity(path: str) -> _Identity | None:
    """What tells a file from another one of its name; None for a missing file."""
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
