"""A walk into a file of NDJSON, and the file beside it that says how far the walk came."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from typing import TYPE_CHECKING

from .._limits import Limits
from ..page import Page
from ._disk import naming
from ._growing import CheckpointFile, Growth, Record, beside, grown, read_record, reason
from ._opening import open_existing, read_regular, replacing
from ._storing import State, go_on, store
from ._unfinished import remove_unfinished, unfinished

if TYPE_CHECKING:
    from ..pager import Pager


def write_ndjson(pager: Pager, path: str, checkpoint_file: str | None, limits: Limits) -> int:
    """Writes the items of a walk as lines; see `Pager.write_ndjson`."""
    path = os.path.realpath(path)
    _check_kind(path)
    if checkpoint_file is None:
        return _write_once(pager, path, limits)
    return _write_on(pager, path, os.path.realpath(checkpoint_file), limits)


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


def _write_once(pager: Pager, path: str, limits: Limits) -> int:
    """Writes a file that appears when the list is complete, or has come to its limit."""
    remove_unfinished(path)
    with replacing(path, unfinished(path)) as new:
        lines = _Lines(new.descriptor, path, None)
        store(pager, lines, limits)
    return lines.items


def _write_on(pager: Pager, path: str, side: str, limits: Limits) -> int:
    """Appends to a file, from the place that its checkpoint names."""
    if side in (path, beside(path)):
        raise ValueError(f"the lines and the checkpoint need two files, and both are {side}")
    pager._refuse_place(side)
    descriptor = open_existing(path)
    try:
        record = _read(side)
        growth = grown(descriptor, path, CheckpointFile(side), record)
        lines = _Lines(descriptor, path, growth)
        if go_on(pager, None if record is None else record.extent.state, path):
            # The first page comes again, and the file has some of its items.
            lines.again = growth.record.first_items
            limits.allow(lines.again)
            store(pager, lines, limits)
        return max(0, lines.items - lines.again)
    finally:
        os.close(descriptor)


class _Lines:
    """The lines of a walk, in a file that is open; with `growth`, in one that grows."""

    def __init__(self, descriptor: int, path: str, growth: Growth | None) -> None:
        self._descriptor = descriptor
        self._path = path
        self._growth = growth
        self.items = 0
        # How many of these the file had before.
        self.again = 0

    @property
    def added(self) -> int:
        return 0 if self._growth is None else self._growth.added

    @property
    def goes_on(self) -> bool:
        return self._growth is not None

    def begin(self, state: State) -> None:
        if self._growth is not None:
            self._growth.begin(state)

    def add(self, page: Page) -> None:
        count = self._write(page)
        if self._growth is not None:
            self._growth.grow(count)

    def _write(self, page: Page) -> int:
        """Writes the items of a page; returns the number of bytes."""
        if self._growth is not None:
            self._growth.ready()
        lines = page.raw_items
        rest = memoryview(lines)
        with naming(self._path):
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        self.items += page.item_count
        return len(lines)

    def finished(self, state: Callable[[], State]) -> None:
        if self._growth is not None:
            self._growth.finished(state)

    def end(self, state: State) -> None:
        if self._growth is not None:
            self._growth.end(state)

    def end_inside(self, state: State, page: Page) -> None:
        self._write(page)
        if self._growth is not None:
            self._growth.end_inside(state, page.item_count)


def _read(side: str) -> Record | None:
    """The content of the checkpoint file; None if the walk has none yet."""
    try:
        text = read_regular(side)
    except FileNotFoundError:
        return None
    try:
        record = read_record(text)
        if record.command is not None and not record.command["is_plain"]:
            raise ValueError("the command wrote it for lines of another form: continue it with the command")
        return record
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(
            f"{side} is not the checkpoint of an NDJSON file ({reason(error)}), and was not changed: name another file"
        ) from error
