"""Where the bytes go: stdout, or a file that appears when the list is complete."""

from __future__ import annotations

import os
import select
import stat
import sys

from .._printable import printable_lines
from ..files._opening import NewFile, open_existing, open_special
from .endings import OutputError, ReaderGone, UsageError, unwritable

STDOUT = 1


class Output:
    """A descriptor to write bytes to; each write is complete or fails."""

    # Whether the output of an incomplete list stays under another name than the user's.
    is_apart = False

    def __init__(self, descriptor: int, name: str) -> None:
        self.descriptor = descriptor
        self.name = name
        self.written = 0
        self._is_closed = False
        self.is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)
        self.is_terminal = os.isatty(descriptor)

    def write(self, data: bytes | memoryview) -> None:
        """Writes all bytes; raises `ReaderGone` or `OutputError`."""
        rest = memoryview(_for_terminal(data) if self.is_terminal else data)
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
        if self.is_file:
            try:
                os.fsync(self.descriptor)
            except OSError as error:
                raise OutputError(f"{self.name} cannot be written: {error.strerror}") from error

    def finish(self) -> None:
        """Ends the output of a complete list."""

    def leave(self) -> str | None:
        """Ends the output of an incomplete list; returns a note that says where the written items are."""
        return None

    def discard(self) -> None:
        """Ends an output to which nothing was written, so that another one can be opened in its place."""

    def close(self) -> None:
        """Closes a file, which unlocks it. A second call does nothing."""
        if self.descriptor != STDOUT and not self._is_closed:
            self._is_closed = True
            os.close(self.descriptor)


class FileOutput(Output):
    """A file; until the list is complete, its bytes are in FILE.part."""

    is_apart = True

    def __init__(self, path: str) -> None:
        # This replaces the target of a link, and the link stays.
        self._path = os.path.realpath(path)
        self._part = f"{self._path}.part"
        try:
            self._new = NewFile(self._part)
        except OSError as error:
            raise unwritable("--output", self._part, error) from error
        super().__init__(self._new.descriptor, self._part)

    def finish(self) -> None:
        self.settle()
        try:
            self._new.replace(self._path)
        except OSError as error:
            raise OutputError(f"{error.filename} cannot be written: {error.strerror}; see {self._part}") from error

    def leave(self) -> str | None:
        if self.written:
            return f"the output so far is in {self._part}"
        self._new.remove()
        return None

    def discard(self) -> None:
        self._new.remove()

    def close(self) -> None:
        self._new.close()


class GrowingOutput(Output):
    """A file to which each run adds its items."""

    def discard(self) -> None:
        self.close()

    def leave(self) -> str | None:
        return f"the output so far is in {self.name}" if os.fstat(self.descriptor).st_size else None


def open_output(path: str | None, *, is_text: bool, grows: bool = False) -> Output:
    """The output that the command line asks for. A file that `grows` keeps what earlier runs have written."""
    if path is not None and path != "-":
        if path.endswith("/"):
            raise _is_folder(path)
        try:
            if not os.path.exists(path) or os.path.isfile(path):
                if not grows:
                    return FileOutput(path)
                path = os.path.realpath(path)
                return GrowingOutput(open_existing(path), path)
            if os.path.isdir(path):
                raise _is_folder(path)
            # A device or a pipe cannot be replaced.
            return _checked(Output(open_special(path), path), is_text=is_text)
        except OSError as error:
            raise unwritable("--output", path, error) from error
    if sys.stdout is None:
        raise UsageError("stdout is closed: redirect it, or use --output FILE")
    return _checked(Output(STDOUT, "stdout"), is_text=is_text)


def show(text: str, *, end: str = "\n") -> None:
    """Writes a text to stdout. If that is a terminal, it gets the text without control characters."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    print(printable_lines(text) if is_terminal else text, end=end)


def check_kept(path: str | None, *, has_bytes: bool, checkpoint: str) -> None:
    """Raises `UsageError` if the output of a complete walk is gone or empty.

    Exit code 0 says that the list was written, and this run writes nothing more.
    """
    again = f"{checkpoint} says that the walk is complete, so nothing is written: remove {checkpoint} to start over"
    if path is None or path == "-":
        # Only a file shows what was written to it.
        if has_bytes and sys.stdout is not None and _is_empty_file(os.fstat(STDOUT)):
            raise UsageError(f"stdout is an empty file, and {again}")
    elif not os.path.exists(path):
        raise UsageError(f"--output: {path} is gone, and {again}")
    elif has_bytes and _is_empty_file(os.stat(path)):
        raise UsageError(f"--output: {path} is empty, and {again}")


def _checked(output: Output, *, is_text: bool) -> Output:
    """The output; raises `UsageError` if it is a terminal and would get bytes that are not text."""
    if not is_text and output.is_terminal:
        output.close()
        raise UsageError(
            f"this output is not text, and {output.name} is a terminal: use --output FILE, or > FILE"
        )
    return output


def _for_terminal(data: bytes | memoryview) -> bytes:
    """Lines of text without what a terminal would obey. Lines of JSON are JSON with the same values."""
    try:
        text = str(data, "utf-8", "surrogatepass")
    except UnicodeDecodeError:
        text = str(data, "utf-8", "backslashreplace")
    return printable_lines(text).encode()


def _is_folder(path: str) -> UsageError:
    return UsageError(
        f"--output: {path} is a folder: name a file, or write parts into the folder with --format parquet and"
        " --checkpoint"
    )


def _is_empty_file(status: os.stat_result) -> bool:
    return stat.S_ISREG(status.st_mode) and status.st_size == 0
