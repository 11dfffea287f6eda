"""The resume file: the position of a walk."""

from __future__ import annotations

import dataclasses
import json
import os
from typing import Any

from .._files import write_whole
from .._unfinished import remove_unfinished
from .endings import OutputError, UsageError

_KIND, _VERSION = "swiftpager resume file", 1


@dataclasses.dataclass
class Place:
    """Where a walk stands after a page."""

    # None before the first page.
    token: str | None = None
    pages: int = 0
    items: int = 0
    is_complete: bool = False
    # The options that determine a line of the output. They must stay the same.
    options: dict[str, Any] = dataclasses.field(default_factory=dict)
    # The header and the file of the output so far.
    columns: list[str] | None = None
    file: dict[str, int] | None = None
    # What stopped the walk at a page (--nested error), although the library could go on behind that page.
    stopped: str | None = None


class ResumeFile:
    """Keeps a place; each change replaces the whole file."""

    def __init__(self, path: str, option: str = "--resume") -> None:
        self.path = path
        # The option that names it.
        self._option = option
        # Whether it records written pages.
        self.has_pages = False
        # Whether the file was there at the begin.
        self.exists = False

    def begin(self, options: dict[str, Any]) -> Place:
        """The kept place, for a walk with these options; raises `UsageError` if the walk cannot continue from it."""
        place = self._read()
        folder = os.path.dirname(os.path.realpath(self.path))
        if os.path.isdir(self.path) or not os.access(folder, os.W_OK | os.X_OK):
            raise UsageError(f"{self._option}: {self.path} cannot be written")
        remove_unfinished(os.path.realpath(self.path))
        if place.token is not None:
            self._check_options(place, options)
        place.options = options
        self.has_pages = place.token is not None
        return place

    def _check_options(self, place: Place, options: dict[str, Any]) -> None:
        """Raises `UsageError` if new lines would differ in form from the written ones."""
        for option, before in place.options.items():
            # A later run may name the columns of the header. It then leaves out all others.
            is_header = option == "--columns" and options[option] is not None and options[option] == place.columns
            if options[option] != before and not is_header:
                raise UsageError(
                    f"{self._option}: {self.path} records a walk {_shown(option, before)}: continue it that way, or"
                    " remove the file to start over"
                )

    def _read(self) -> Place:
        """The kept place; without a file, or with an empty one, the place of a walk that has not begun.

        Raises `UsageError` for any other file.
        """
        if os.path.exists(self.path) and not os.path.isfile(self.path):
            # A device may have no end. And the command replaces the file.
            raise UsageError(f"{self._option}: {self.path} is not a file that the command can replace: name another")
        try:
            with open(self.path, "rb") as file:
                text = file.read()
        except FileNotFoundError:
            return Place()
        except OSError as error:
            raise UsageError(f"{self._option}: {self.path} cannot be read: {error.strerror}") from error
        if not text.strip():
            return Place()
        self.exists = True
        try:
            return _place(json.loads(text))
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(
                f"{self._option}: {self.path} is not a resume file of this command and was not changed: name another"
                " file"
            ) from error

    def write(self, place: Place) -> None:
        """Keeps a place; raises `OutputError`."""
        fields = dataclasses.asdict(place)
        token = fields.pop("token")
        # An object, so that a person can read the file.
        content = {"kind": _KIND, "version": _VERSION, **fields, "token": token and json.loads(token)}
        try:
            write_whole(self.path, json.dumps(content, indent=1).encode() + b"\n")
        except OSError as error:
            raise OutputError(f"the resume file {self.path} cannot be written: {error.strerror}") from error
        self.has_pages = place.token is not None


def _place(content: Any) -> Place:
    if content["kind"] != _KIND or content["version"] != _VERSION:
        raise ValueError("another kind of file, or a newer version's")
    token = content["token"]
    return Place(
        token=None if token is None else json.dumps(token),
        pages=int(content["pages"]),
        items=int(content["items"]),
        is_complete=bool(content["is_complete"]),
        options=dict(content["options"]),
        columns=content["columns"],
        file=content["file"],
        stopped=content["stopped"],
    )


def _shown(option: str, value: Any) -> str:
    """An option as the user must give it."""
    if value in (None, False):
        return f"without {option}"
    if value is True:
        return f"with {option}"
    return f"with {option} {','.join(value) if isinstance(value, list) else value}"
