"""An output that grows from run to run, and the checkpoint file that says how far it is."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import stat
import time
from collections.abc import Callable
from typing import Any

from ._disk import naming, with_no_file
from ._extents import Extent, sealed, unsealed
from ._opening import replacing
from ._storing import State
from ._unfinished import remove_unfinished, unfinished
from ._writing import write_whole

KIND = "swiftpager checkpoint of a file"
# What an earlier version wrote.
_LANDED_KIND = "swiftpager checkpoint of an NDJSON file"
_LANDED = frozenset({"kind", "version", "bytes", "complete", "checkpoint"})
# A checkpoint waits for the disk. The walk spends at most this part of its time on that.
_SHARE = 0.05
# No walk goes on for longer than this without a checkpoint.
_LONGEST_SECONDS = 1.0


@dataclasses.dataclass
class Record:
    """The content of a checkpoint file."""

    # The lengths are in bytes.
    extent: Extent
    # What the command notes beside it.
    command: dict[str, Any] | None = None
    # How many items of the next page a limit let the output have, behind its length.
    first_items: int = 0


def read_record(text: bytes) -> Record:
    """Reads what `CheckpointFile.write` wrote; raises ValueError, KeyError or TypeError for anything else."""
    fields = json.loads(text)
    if fields["kind"] not in (KIND, _LANDED_KIND):
        raise ValueError("it is another kind of file")
    fields = unsealed(fields, _LANDED)
    state = State(fields["checkpoint"], is_complete=bool(fields["complete"]))
    length = _length(fields["bytes"])
    if "bytes_at_mark" not in fields:
        return Record(Extent.landed(state, length))
    extent = Extent(state, length, _length(fields["bytes_at_mark"]))
    return Record(extent, fields["command"], _length(fields.get("first_items", 0)))


def _length(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("one of its lengths is not a whole number")
    return value


def reason(error: Exception) -> str:
    """What is wrong with a file of JSON, in a few words."""
    if isinstance(error, json.JSONDecodeError | UnicodeDecodeError):
        return "it is not JSON"
    return f"it has no member {error}" if isinstance(error, KeyError) else str(error)


class CheckpointFile:
    """The checkpoint file of a walk; each change replaces the whole file."""

    def __init__(self, path: str) -> None:
        self.path = path
        remove_unfinished(path)

    def write(self, record: Record) -> None:
        """Writes the record; raises OSError."""
        extent = record.extent
        fields = {
            "kind": KIND, "bytes": extent.length, "bytes_at_mark": extent.at_mark, **extent.state.fields,
            "first_items": record.first_items, "command": record.command,
        }
        with naming(self.path):
            write_whole(self.path, json.dumps(sealed(fields), indent=1).encode() + b"\n")


def grown(
    descriptor: int, path: str, side: CheckpointFile, record: Record | None, first: Record | None = None
) -> Growth:
    """The growth of an open file; raises ValueError if file and checkpoint do not belong together.

    `first` is the record of a file that has none yet.
    """
    size = os.fstat(descriptor).st_size
    if record is None and size:
        raise ValueError(
            f"{path} has {size:,} bytes and no checkpoint {side.path}: remove or rename it, or name its checkpoint"
        )
    if record is not None and size < record.extent.length:
        raise ValueError(
            f"{path} has {size:,} bytes, and {side.path} counts {record.extent.length:,}: its rows are lost; remove"
            " both files to start over"
        )
    is_first = record is None
    record = record or first or Record(Extent(State(None, is_complete=False)))
    growth = Growth(descriptor, path, side, record, kept=beside(path))
    if is_first:
        # From here on, what the file has is this walk's.
        side.write(record)
    return growth


def beside(path: str) -> str:
    """Where a copy goes of what is cut off a file."""
    return f"{path}.before"


class Growth:
    """Keeps the checkpoint file of an output that is open, and cuts the output back to it.

    The code that writes to the output says after each page how many bytes that were.
    """

    def __init__(
        self, descriptor: int, name: str, side: CheckpointFile, record: Record, *, kept: str, is_file: bool = True,
        can_cut: bool = True,
    ) -> None:
        """`kept` is where a copy goes of what is cut off; `can_cut` says that the file has the length of the record."""
        self._descriptor = descriptor
        self._name = name
        self._side = side
        self.record = record
        self._kept = kept
        self._is_file = is_file
        self.can_cut = can_cut
        # The length behind the last page that was written as a whole, and the number of those pages.
        self._reached = (record.extent.length, 0)
        # Whether what a killed run wrote beyond its checkpoint is cut off.
        self._is_cut = False
        self._next_time = 0.0
        remove_unfinished(kept)

    @property
    def length(self) -> int:
        """The length behind the last whole page."""
        return self._reached[0]

    @property
    def added(self) -> int:
        """The number of whole pages of this run."""
        return self._reached[1]

    def begin(self, state: State) -> None:
        """Cuts the output back to the mark, and keeps what it loses in a file beside it."""
        extent = self.record.extent
        if not self.can_cut:
            # What was written cannot be taken back: these items come again.
            self.record.extent = dataclasses.replace(extent, state=state, at_mark=self.length, length=self.length)
            return
        size = os.fstat(self._descriptor).st_size
        if size > extent.at_mark:
            self._keep(extent.at_mark, size)
        self.record.extent = extent.cut(state)
        self._reached = (extent.at_mark, self.added)
        if size > extent.at_mark or extent.length > extent.at_mark:
            # From here on, a run that is killed begins at the mark, too.
            self._side.write(self.record)
        self._cut()

    def ready(self) -> None:
        """A page is about to be written: cuts off what a killed run wrote beyond its checkpoint."""
        if not self._is_cut:
            self._cut()

    def _cut(self) -> None:
        self._is_cut = True
        if self.can_cut:
            with naming(self._name):
                os.ftruncate(self._descriptor, self.length)
                os.lseek(self._descriptor, self.length, os.SEEK_SET)

    def grow(self, count: int, pages: int = 1) -> None:
        """So many bytes were written, which are a whole page."""
        self._reached = (self.length + count, self.added + pages)

    def finished(self, state: Callable[[], State]) -> None:
        """The program has finished with the page: the checkpoint says so, if it is time for it."""
        if time.monotonic() < self._next_time:
            return
        began = time.monotonic()
        self.end(state())
        now = time.monotonic()
        self._next_time = now + min((now - began) / _SHARE, _LONGEST_SECONDS)

    def end(self, state: State) -> None:
        """Waits until the output is on the disk, and then until its checkpoint is."""
        if self._is_cut:
            # An interruption may have left a part of a page.
            self._cut()
        self.end_inside(state, 0)

    def end_inside(self, state: State, first_items: int) -> None:
        """The same for an output that has so many items of the next page behind its length."""
        if self._is_file:
            with naming(self._name):
                os.fsync(self._descriptor)
        self.record.extent = self.record.extent.grown(self.length, state)
        self.record.first_items = first_items
        self._side.write(self.record)
        if self.can_cut and (state.is_complete or self._is_as_far()):
            with_no_file(self._kept)

    def _keep(self, begin: int, end: int) -> None:
        """Copies a part of the output into the file beside it, unless that has as much from an earlier time."""
        if self._size_of_kept() >= end - begin:
            return
        with replacing(self._kept, unfinished(self._kept)) as copy, naming(self._kept):
            with open(f"/proc/self/fd/{self._descriptor}", "rb") as source:
                source.seek(begin)
                shutil.copyfileobj(source, copy.file, 1 << 20)

    def _size_of_kept(self) -> int:
        try:
            status = os.stat(self._kept, follow_symlinks=False)
        except FileNotFoundError:
            return -1
        # A link to a larger file must not pass for the copy.
        return status.st_size if stat.S_ISREG(status.st_mode) else -1

    def _is_as_far(self) -> bool:
        """Whether the output is as long again as it was before it was cut back."""
        return self.length - self.record.extent.at_mark >= self._size_of_kept()
