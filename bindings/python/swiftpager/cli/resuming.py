"""The checkpoint file of the command: how far the output is, and what its lines are."""

from __future__ import annotations

import json
import os
from typing import Any, NotRequired, TypedDict

from ..files._extents import Extent
from ..files._growing import CheckpointFile, Record, read_record, reason
from ..files._opening import read_regular
from ..files._storing import State
from .endings import UsageError

# What an earlier version wrote.
_LANDED_KIND, _LANDED_VERSION = "swiftpager resume file", 1


class Notes(TypedDict):
    """What the command notes beside the extent of its output."""

    # The options that determine a line of the output. They must stay the same.
    options: dict[str, Any]
    # Whether the lines are items as the server sent them, as `Pager.write_ndjson` writes them.
    is_plain: bool
    # The header of the output so far, and at the mark.
    columns: list[str] | None
    columns_at_mark: list[str] | None
    # The device and the inode of a file that stdout is.
    file: dict[str, int] | None
    items: int
    items_at_mark: int
    # What stopped the walk at a page (--nested error), although the library could go on behind that page.
    stopped: str | None
    # What was asked of LIST, and the plan that was made of it.
    plan: NotRequired[dict[str, Any]]


class Kept:
    """The checkpoint file of a command line, and what it holds; raises `UsageError` if the walk cannot go on there."""

    def __init__(self, path: str, options: dict[str, Any]) -> None:
        """`options` are those that determine a line."""
        self.path = path
        # The part of a file that an earlier version wrote: its device and inode.
        self.landed_file: dict[str, int] | None = None
        # None before the first run.
        self.record = self._read()
        folder = os.path.dirname(os.path.realpath(path))
        if os.path.isdir(path) or not os.access(folder, os.W_OK | os.X_OK):
            raise UsageError(f"--checkpoint: {path} cannot be written")
        self.file = CheckpointFile(os.path.realpath(path))
        self.notes = self._notes(options)

    @property
    def state(self) -> State | None:
        """The state of the walk; None if it has not begun."""
        return None if self.record is None else self.record.extent.state

    @property
    def has_begun(self) -> bool:
        """Whether an earlier run has walked."""
        return self.record is not None and (self.record.extent.state.checkpoint is not None or self.notes["items"] > 0)

    def record_at(self, extent: Extent) -> Record:
        """The record of an output that has this extent."""
        notes: Any = self.notes
        return Record(extent, notes)

    def _notes(self, options: dict[str, Any]) -> Notes:
        is_plain = options == _plain(options)
        if self.record is None:
            return Notes(
                options=options, is_plain=is_plain, columns=None, columns_at_mark=None, file=None, items=0,
                items_at_mark=0, stopped=None,
            )
        if self.record.command is None:
            # `Pager.write_ndjson` wrote it.
            self.record.command = {
                "options": _plain(options), "is_plain": True, "columns": None, "columns_at_mark": None, "file": None,
                "items": 0, "items_at_mark": 0, "stopped": None,
            }
        notes: Any = self.record.command
        if self.record.extent.state.checkpoint is not None or notes["items"]:
            self._check_options(notes, options)
        notes |= {"options": options, "is_plain": is_plain}
        found: Notes = notes
        return found

    def _check_options(self, notes: Notes, options: dict[str, Any]) -> None:
        """Raises `UsageError` if new lines would differ in form from the written ones."""
        # An earlier version knew no formulas.
        for option, before in {"--csv-formulas": None, **notes["options"]}.items():
            # A later run may name the columns of the header. It then leaves out all others.
            is_header = option == "--columns" and options[option] is not None and options[option] == notes["columns"]
            if options[option] != before and not is_header:
                raise UsageError(
                    f"--checkpoint: {self.path} records a walk {_shown(option, before)}: continue it that way, or"
                    " remove the file to start over"
                )

    def _read(self) -> Record | None:
        """The content; None without a file, or with an empty one. Raises `UsageError` for any other file."""
        if os.path.exists(self.path) and not os.path.isfile(self.path):
            # A device may have no end. And the command replaces the file.
            raise UsageError(f"--checkpoint: {self.path} is not a file that the command can replace: name another")
        try:
            text = read_regular(self.path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UsageError(f"--checkpoint: {self.path} cannot be read: {error.strerror}") from error
        if not text.strip():
            return None
        try:
            fields = json.loads(text)
            return self._landed(fields) if fields["kind"] == _LANDED_KIND else read_record(text)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise UsageError(
                f"--checkpoint: {self.path} is not a checkpoint file of this command ({reason(error)}) and was not"
                " changed: name another file"
            ) from error

    def _landed(self, fields: dict[str, Any]) -> Record:
        """The content of a file that an earlier version wrote."""
        if fields["version"] != _LANDED_VERSION:
            raise ValueError("a newer version of swiftpager wrote it")
        state = State(fields["token"], is_complete=bool(fields["is_complete"]))
        file: dict[str, int] | None = fields["file"]
        length = 0 if file is None else int(file["bytes"])
        self.landed_file = file and {"device": file["device"], "inode": file["inode"]}
        columns = fields["columns"]
        notes = Notes(
            options=dict(fields["options"]), is_plain=False, columns=columns, columns_at_mark=columns,
            file=self.landed_file, items=int(fields["items"]), items_at_mark=int(fields["items"]),
            stopped=fields["stopped"],
        )
        # Where the items since the mark begin is not known.
        return Record(Extent(state, length, length), {**notes})


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    """The options of items as the server sent them."""
    plain: dict[str, Any] = {"--format": "ndjson", "--raw": False, "--pages": False}
    return {name: plain.get(name) for name in options}


def _shown(option: str, value: Any) -> str:
    """An option as the user must give it."""
    if value in (None, False):
        return f"without {option}"
    if value is True:
        return f"with {option}"
    return f"with {option} {','.join(value) if isinstance(value, list) else value}"
