"""A walk into a file of NDJSON, and the file beside it that says how far the walk came."""

from __future__ import annotations

import errno
import json
import os
import stat
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._files import replace, with_no_file, write_whole
from ._storing import State, lock, naming, store
from ._unfinished import remove_unfinished, unfinished
from .page import Page

if TYPE_CHECKING:
    from .pager import Pager

_KIND = "swiftpager checkpoint of an NDJSON file"
# A checkpoint waits for the disk. The walk spends at most this part of its time on that.
_SHARE = 0.05
# No walk goes on for longer than this without a checkpoint.
_LONGEST_SECONDS = 1.0


def write_ndjson(pager: Pager, path: str, checkpoint: str | None) -> int:
    """Writes the items of a walk as lines; see `Pager.write_ndjson`."""
    path = os.path.realpath(path)
    _check_kind(path)
    if checkpoint is None:
        return _write_once(pager, path)
    return _write_on(pager, path, os.path.realpath(checkpoint))


def _check_kind(path: str) -> None:
    """Raises if the name is not that of a file: a rename would replace a device, and opening a pipe waits."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        # What cannot be read of it is told when the file is opened.
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(mode):
        raise ValueError(f"{path} is a device or a pipe, which write_ndjson() cannot replace or continue: name a file")


def _write_once(pager: Pager, path: str) -> int:
    """Writes a file that appears when the list is complete."""
    remove_unfinished(path)
    fresh = unfinished(path)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
    try:
        try:
            lines = _Lines(descriptor, path, None, 0)
            store(pager, lines, None, path)
        finally:
            os.close(descriptor)
        replace(fresh, path)
    except BaseException:
        with_no_file(fresh)
        raise
    return lines.items


def _write_on(pager: Pager, path: str, side: str) -> int:
    """Appends to a file, from the place that its checkpoint names."""
    if path == side:
        raise ValueError(f"the lines and the checkpoint need two files, and both are {path}")
    pager._refuse_place(side)
    with naming(path):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        lock(descriptor, path)
        remove_unfinished(side)
        begin, state = _read(side)
        size = os.fstat(descriptor).st_size
        if state is None and size:
            raise ValueError(
                f"{path} has {size:,} bytes and no checkpoint {side}: remove or rename it, or name its checkpoint"
            )
        if size < begin:
            raise ValueError(
                f"{path} has {size:,} bytes, and {side} counts {begin:,}: its rows are lost; remove both files to"
                " start over"
            )
        if state is None:
            # From here on, what the file has is this walk's.
            _write(side, 0, State(None, is_complete=False))
        os.ftruncate(descriptor, begin)
        os.lseek(descriptor, begin, os.SEEK_SET)
        lines = _Lines(descriptor, path, side, begin)
        store(pager, lines, state, path)
        return lines.items
    finally:
        os.close(descriptor)


class _Lines:
    """The lines of a walk, in a file that is open."""

    def __init__(self, descriptor: int, path: str, side: str | None, begin: int) -> None:
        self._descriptor = descriptor
        self._path = path
        self._side = side
        self._bytes = begin
        self.items = 0
        self._next_time = 0.0

    def add(self, page: Page) -> None:
        rest = memoryview(page.raw_items)
        with naming(self._path):
            while rest:
                count = os.write(self._descriptor, rest)
                self._bytes += count
                rest = rest[count:]
        self.items += page.item_count

    def finished(self, state: Callable[[], State]) -> None:
        if self._side is None or time.monotonic() < self._next_time:
            return
        began = time.monotonic()
        self.end(state())
        now = time.monotonic()
        self._next_time = now + min((now - began) / _SHARE, _LONGEST_SECONDS)

    def end(self, state: State) -> None:
        with naming(self._path):
            os.fsync(self._descriptor)
        if self._side is not None:
            _write(self._side, self._bytes, state)


def _read(side: str) -> tuple[int, State | None]:
    """The length of the file that the checkpoint counts, and the state; no state if the walk has none yet."""
    try:
        with open(side, "rb") as file:
            text = file.read()
    except FileNotFoundError:
        return 0, None
    try:
        fields = json.loads(text)
        length = fields["bytes"]
        if fields["kind"] != _KIND or type(length) is not int or length < 0:
            raise ValueError("it is another kind of file")
        return length, State.read(fields)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(
            f"{side} is not the checkpoint of an NDJSON file ({_reason(error)}), and was not changed: name another file"
        ) from error


def _reason(error: Exception) -> str:
    """What is wrong with a file of JSON, in a few words."""
    if isinstance(error, json.JSONDecodeError):
        return "it is not JSON"
    return f"it has no member {error}" if isinstance(error, KeyError) else str(error)


def _write(side: str, length: int, state: State) -> None:
    fields: dict[str, Any] = {"kind": _KIND, "bytes": length, **state.fields}
    with naming(side):
        write_whole(side, json.dumps(fields, indent=1).encode() + b"\n")
