"""Files that the command line names."""

from __future__ import annotations

import os
import pathlib
import sys
from collections.abc import Iterable, Iterator

from .endings import UsageError


def check_text(option: str, words: Iterable[str], *, is_secret: bool = False) -> None:
    """Raises `UsageError` if a word of the command line is not text in the terminal's encoding."""
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError as error:
            shown = "" if is_secret else f" {os.fsencode(word).decode(errors='backslashreplace')}"
            raise UsageError(
                f"{option}{shown}: this is not text in the encoding of the locale, {sys.getfilesystemencoding()}: write"
                " it in that encoding, or in a file"
            ) from error


def _check_stdin(path: str, option: str) -> None:
    # Python has no stdin if the command was started without one.
    if path == "-" and sys.stdin is None:
        raise UsageError(f"{option}: stdin is closed: redirect it, or name a file")


def lines_from(path: str, what: str) -> Iterator[str]:
    """The lines of a file, or of stdin for "-", one by one; raises `UsageError` if they cannot be read."""
    _check_stdin(path, what)
    try:
        with open(sys.stdin.fileno() if path == "-" else path, encoding="utf-8-sig", closefd=path != "-") as file:
            yield from file
    except OSError as error:
        raise UsageError(f"{what}: {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{what}: {path} is not UTF-8") from error


def text_of(path: str, option: str) -> str:
    """The text of a file, or of stdin for "-"; raises `UsageError` if it cannot be read."""
    _check_stdin(path, option)
    try:
        data = sys.stdin.buffer.read() if path == "-" else pathlib.Path(path).read_bytes()
        # An editor's byte order mark is not part of the text.
        return data.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{option}: {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{option}: {path} is not UTF-8: byte {error.start}") from error
