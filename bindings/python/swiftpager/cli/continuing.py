"""An output in which a walk continues: what it has from earlier runs, and whether it can be cut back to the mark."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable

from ..files._disk import naming
from ..files._extents import Extent
from ..files._growing import Growth, beside, grown
from ..files._opening import rename
from ..files._storing import State
from .endings import UsageError, unwritable
from .outputs import GrowingOutput, Output
from .resuming import Kept

# No line is longer than the largest response that the library takes.
_LONGEST_LINE = 64 << 20


def growth_of(output: Output, kept: Kept, tell: Callable[[str], None]) -> tuple[Growth, bool]:
    """How far an open output is, and whether a new walk from the mark repeats what an earlier one wrote elsewhere.

    `tell` gets warnings. Raises `UsageError` if the output does not fit its checkpoint file.
    """
    record = kept.record or kept.record_at(Extent(State(None, is_complete=False)))
    if isinstance(output, GrowingOutput):
        try:
            return grown(output.descriptor, output.name, kept.file, kept.record, record), False
        except ValueError as error:
            raise UsageError(f"--output: {error}") from error
        except OSError as error:
            raise unwritable("--checkpoint", error.filename, error) from error
    copy = beside(kept.file.path)
    if not output.is_file:
        kept.notes["file"] = None
        return Growth(
            output.descriptor, output.name, kept.file, record, kept=copy, is_file=False, can_cut=False
        ), False
    status = os.fstat(output.descriptor)
    file = {"device": status.st_dev, "inode": status.st_ino}
    is_same, length = kept.notes["file"] == file, record.extent.length
    kept.notes["file"] = file
    if is_same and status.st_size < length:
        raise UsageError(
            f"the walk wrote {length:,} bytes to {output.name}, and this file now has {status.st_size:,}: append with"
            f" >>, because > empties the file. Its items are lost: remove {kept.path} to start over, or write the rest"
            " to another file"
        )
    can_cut = is_same and status.st_size == length and _is_readable(output.descriptor)
    if is_same and not can_cut:
        tell(
            f"warning: {output.name} has {status.st_size - length:,} bytes that {kept.path} does not count: the walk"
            " writes again what it had written there"
        )
        with naming(output.name):
            _cut_torn_line(output.descriptor, length, status.st_size)
    repeats = not can_cut and length > record.extent.at_mark
    if not can_cut:
        # Of what is in this file, the walk takes nothing back.
        end = _end(output.descriptor)
        record.extent = Extent(record.extent.state, end, end)
    return Growth(output.descriptor, output.name, kept.file, record, kept=copy, can_cut=can_cut), repeats


def take_landed_part(path: str | None, kept: Kept) -> None:
    """Gives the file that an earlier version wrote as FILE.part, or has just renamed, its name FILE.

    Raises `UsageError` if it is gone.
    """
    if kept.landed_file is None or path in (None, "-") or (os.path.exists(path) and not os.path.isfile(path)):
        return
    target = os.path.realpath(path)
    part = f"{target}.part"
    if _identity(target) == kept.landed_file:
        return
    if _identity(part) != kept.landed_file:
        raise UsageError(
            f"--output: the items of the walk were in {part}, which is lost: remove {kept.path} to start over"
        )
    if os.path.exists(target):
        raise UsageError(
            f"--output: {part} has the items of the walk, and {path} is another file: move {path} away, and run the"
            " command again"
        )
    try:
        rename(part, target)
    except OSError as error:
        raise unwritable("--output", target, error) from error


def _identity(path: str) -> dict[str, int] | None:
    try:
        status = os.stat(path, follow_symlinks=False)
    except OSError:
        return None
    return {"device": status.st_dev, "inode": status.st_ino}


def _end(descriptor: int) -> int:
    """Where the next byte goes."""
    if fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_APPEND:
        # The position does not move to the end before the first write.
        return os.fstat(descriptor).st_size
    return os.lseek(descriptor, 0, os.SEEK_CUR)


def _is_readable(descriptor: int) -> bool:
    try:
        with open(f"/proc/self/fd/{descriptor}", "rb"):
            return True
    except OSError:
        return False


def _cut_torn_line(descriptor: int, begin: int, end: int) -> None:
    """Removes the last line if a killed process did not finish it; its page comes again."""
    try:
        with open(f"/proc/self/fd/{descriptor}", "rb") as file:
            begin = max(begin, end - _LONGEST_LINE)
            file.seek(begin)
            tail = file.read(end - begin)
    except OSError:
        # The process may write the file but not read it. A line break at least separates the next line.
        os.write(descriptor, b"\n")
        return
    if not tail.endswith(b"\n"):
        os.ftruncate(descriptor, begin + tail.rfind(b"\n") + 1)
