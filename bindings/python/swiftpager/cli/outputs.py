"""Where the bytes go: stdout, or a file that appears when the list is complete."""

from __future__ import annotations

import fcntl
import os
import select
import stat
import sys
from collections.abc import Mapping
from typing import Any

from .._files import replace
from .._storing import lock
from .endings import OutputError, ReaderGone, UsageError

STDOUT = 1
# No line is longer than the largest response that the library takes.
_LONGEST_LINE = 64 << 20


class Output:
    """A descriptor to write bytes to; each write is complete or fails."""

    # Whether the output of an incomplete list stays under another name than the user's.
    is_apart = False

    def __init__(self, descriptor: int, name: str) -> None:
        self.descriptor = descriptor
        self.name = name
        self.written = 0
        self._is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)

    def write(self, data: bytes | memoryview) -> None:
        """Writes all bytes; raises `ReaderGone` or `OutputError`."""
        rest = memoryview(data)
        try:
            while rest:
                try:
                    count = os.write(self.descriptor, rest)
                except BlockingIOError:
                    # Another program has made the terminal or the pipe non-blocking.
                    select.select((), (self.descriptor,), ())
                    continue
                self.written += count
                rest = rest[count:]
        except BrokenPipeError as error:
            raise ReaderGone from error
        except OSError as error:
            raise OutputError(f"{self.name} cannot be written: {error.strerror}") from error

    def settle(self) -> None:
        """Waits until a file is on the disk."""
        if self._is_file:
            try:
                os.fsync(self.descriptor)
            except OSError as error:
                raise OutputError(f"{self.name} cannot be written: {error.strerror}") from error

    def place(self) -> dict[str, int] | None:
        """The file and the position in it; None if the output is not a file."""
        if not self._is_file:
            return None
        status = os.fstat(self.descriptor)
        position = os.lseek(self.descriptor, 0, os.SEEK_CUR)
        if not self.written and fcntl.fcntl(self.descriptor, fcntl.F_GETFL) & os.O_APPEND:
            # The position does not move to the end before the first write.
            position = status.st_size
        return {"device": status.st_dev, "inode": status.st_ino, "bytes": position}

    def go_on(self, place: Mapping[str, Any] | None) -> None:
        """Continues where an earlier run was killed or ended."""
        status = os.fstat(self.descriptor)
        if place is None or not self._is_file or (status.st_dev, status.st_ino) != (place["device"], place["inode"]):
            return
        if status.st_size < place["bytes"]:
            raise UsageError(
                f"the walk wrote {place['bytes']:,} bytes to {self.name}, and this file now has {status.st_size:,}:"
                " append with >>, because > empties the file. Its items are lost: remove the resume file to start over,"
                " or write the rest to another file"
            )
        _cut_torn_line(self.descriptor, place["bytes"], status.st_size)

    def finish(self) -> None:
        """Ends the output of a complete list."""

    def leave(self) -> str | None:
        """Ends the output of an incomplete list; returns a note that says where the written items are."""
        return None


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
    if tail and not tail.endswith(b"\n"):
        os.ftruncate(descriptor, begin + tail.rfind(b"\n") + 1)


class FileOutput(Output):
    """A file; until the list is complete, its bytes are in FILE.part."""

    is_apart = True

    def __init__(self, path: str, *, place: Mapping[str, Any] | None) -> None:
        # This replaces the target of a link, and the link stays.
        self._path = os.path.realpath(path)
        self._part = f"{self._path}.part"
        begin = 0 if place is None else int(place["bytes"])
        try:
            if place is not None:
                self._take_back(place)
            flags = os.O_WRONLY | os.O_CLOEXEC | (os.O_CREAT if place is None else 0)
            descriptor = os.open(self._part, flags, 0o666)
            lock(descriptor, self._part)
            if os.fstat(descriptor).st_size < begin:
                raise UsageError(
                    f"{self._part} has fewer bytes than the walk wrote: remove the resume file to start over"
                )
            os.ftruncate(descriptor, begin)
            os.lseek(descriptor, begin, os.SEEK_SET)
        except OSError as error:
            again = "" if place is None else "; it holds the earlier items: if it is lost, remove the resume file"
            raise UsageError(f"--output: {self._part} cannot be written: {error.strerror}{again}") from error
        super().__init__(descriptor, self._part)
        self.written = begin

    def _take_back(self, place: Mapping[str, Any]) -> None:
        """Undoes the renaming of a process that was killed before its resume file said that the list is complete."""
        if not os.path.exists(self._part) and os.path.exists(self._path):
            status = os.stat(self._path)
            if (status.st_dev, status.st_ino) == (place["device"], place["inode"]):
                os.rename(self._path, self._part)

    def finish(self) -> None:
        self.settle()
        try:
            replace(self._part, self._path)
        except OSError as error:
            raise OutputError(f"{self._path} cannot be written: {error.strerror}; see {self._part}") from error

    def leave(self) -> str | None:
        if self.written:
            return f"the output so far is in {self._part}"
        os.unlink(self._part)
        return None


class GrowingOutput(Output):
    """A file to which each run adds its items; what a killed run wrote beyond its position is removed."""

    def __init__(self, path: str, *, place: Mapping[str, Any] | None) -> None:
        self._path = os.path.realpath(path)
        begin = 0 if place is None else int(place["bytes"])
        try:
            flags = os.O_WRONLY | os.O_CLOEXEC | (os.O_CREAT if place is None else 0)
            descriptor = os.open(self._path, flags, 0o666)
            lock(descriptor, self._path)
        except OSError as error:
            again = "" if place is None else "; it holds the earlier items: if it is lost, remove the checkpoint file"
            raise UsageError(f"--output: {self._path} cannot be written: {error.strerror}{again}") from error
        size = os.fstat(descriptor).st_size
        if place is None and size:
            os.close(descriptor)
            raise UsageError(
                f"--output: {self._path} has {size:,} bytes that no checkpoint knows: remove or rename it, or name its"
                " --checkpoint FILE"
            )
        if size < begin:
            os.close(descriptor)
            raise UsageError(
                f"--output: {self._path} has {size:,} bytes, and the walk wrote {begin:,}: its items are lost; remove"
                " the checkpoint file to start over"
            )
        os.ftruncate(descriptor, begin)
        os.lseek(descriptor, begin, os.SEEK_SET)
        super().__init__(descriptor, self._path)

    def finish(self) -> None:
        self.settle()

    def leave(self) -> str | None:
        return f"the output so far is in {self._path}" if self.written else None


def open_output(
    path: str | None, *, place: Mapping[str, Any] | None, is_text: bool, grows: bool = False
) -> Output:
    """The output that the command line asks for; `place` is the file and position of an earlier run.

    A file that `grows` keeps what earlier runs have written.
    """
    if path is not None and path != "-":
        if path.endswith("/"):
            raise _is_folder(path)
        if not os.path.exists(path) or os.path.isfile(path):
            return GrowingOutput(path, place=place) if grows else FileOutput(path, place=place)
        if os.path.isdir(path):
            raise _is_folder(path)
        try:
            # A device or a pipe cannot be replaced.
            return Output(os.open(path, os.O_WRONLY | os.O_CLOEXEC), path)
        except OSError as error:
            raise UsageError(f"--output: {path} cannot be written: {error.strerror}") from error
    if sys.stdout is None:
        raise UsageError("stdout is closed: redirect it, or use --output FILE")
    if not is_text and os.isatty(STDOUT):
        raise UsageError("this output is not text, and stdout is a terminal: use --output FILE, or > FILE")
    output = Output(STDOUT, "stdout")
    output.go_on(place)
    return output


def check_kept(path: str | None, *, place: Mapping[str, Any] | None, has_items: bool, resume: str) -> None:
    """Raises `UsageError` if the output of a complete walk is gone or empty.

    Exit code 0 says that the list was written, and this run writes nothing more.
    """
    again = f"{resume} says that the walk is complete, so nothing is written: remove {resume} to start over"
    has_bytes = has_items or (place is not None and place["bytes"] > 0)
    if path is None or path == "-":
        # Only a file shows what was written to it.
        if has_bytes and sys.stdout is not None and _is_empty_file(os.fstat(STDOUT)):
            raise UsageError(f"stdout is an empty file, and {again}")
    elif not os.path.exists(path):
        raise UsageError(f"--output: {path} is gone, and {again}")
    elif has_bytes and _is_empty_file(os.stat(path)):
        raise UsageError(f"--output: {path} is empty, and {again}")


def _is_folder(path: str) -> UsageError:
    return UsageError(
        f"--output: {path} is a folder: name a file, or write parts into the folder with --format parquet and --resume"
        " or --checkpoint"
    )


def _is_empty_file(status: os.stat_result) -> bool:
    return stat.S_ISREG(status.st_mode) and status.st_size == 0
