"""A walk into a folder of Parquet files. The newest file says how far the walk came."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ._arrow import Columns
from ._files import replace, with_no_file
from ._optional import imported
from ._storing import State, lock, naming, store
from ._unfinished import UNFINISHED, unfinished
from .page import Page
from .table import Table, has_nulls, settled

if TYPE_CHECKING:
    from .pager import Pager

# The key of the state in a part's footer.
KEY = "swiftpager.checkpoint"
# The types come from so many rows.
_TYPE_ROWS = 8_192
# Readers prefer row groups of about this size.
_GROUP_ROWS = 131_072
_PART = re.compile(r"part-([0-9]{8,})\.parquet")
# Data frames and databases that read the folder leave out names that begin with a dot.
_LEFT = re.compile(r"\.part-[0-9]{8,}\.parquet" + UNFINISHED)


def write_parquet(pager: Pager, folder: str, rows: int, columns: Columns | None, *, checkpoint: bool) -> int:
    """Writes the items of a walk as parts; see `Pager.write_parquet`."""
    if not isinstance(rows, int) or isinstance(rows, bool):
        raise TypeError(f"rows must be a whole number, not {rows!r}")
    if rows < 1:
        raise ValueError(f"rows must be 1 or more, not {rows!r}")
    if not isinstance(checkpoint, bool):
        raise TypeError(f"checkpoint must be True or False, not {checkpoint!r}: the parts hold the checkpoint")
    if checkpoint:
        pager._refuse_place(folder)
    with open_parts(folder, rows, columns, checkpoint=checkpoint) as parts:
        store(pager, parts, parts.state, folder)
        return parts.rows_written


@contextlib.contextmanager
def open_parts(folder: str, rows: int, columns: Columns | None, *, checkpoint: bool) -> Iterator[Parts]:
    """Locks a folder, removes what killed processes left there, and gives its parts."""
    imported("pyarrow.parquet")
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise FileExistsError(f"{folder} is a file, and the parts need a folder: name another")
    os.makedirs(folder, exist_ok=True)
    with _locked(folder):
        _remove_left(folder)
        newest = max(_numbers(folder), default=0)
        state = schema = None
        if newest:
            if not checkpoint:
                raise FileExistsError(f"{folder} has parts of an earlier walk: remove them, or name another folder")
            state, schema = _read(os.path.join(folder, _name(newest)))
        parts = Parts(folder, newest, rows, columns, schema, state, checkpoint=checkpoint)
        try:
            yield parts
        finally:
            parts.abandon()


class Parts:
    """The rows of a walk in parts of a folder.

    A part that is full waits for the next page, because the footer of the last part records the walk's end.
    """

    def __init__(
        self, folder: str, newest: int, rows: int, columns: Columns | None, schema: Any, state: State | None,
        *, checkpoint: bool,
    ) -> None:
        self._folder = folder
        self._number = newest
        self._rows_of_part = rows
        self._columns = columns
        self._schema = schema
        # The state in the newest part, or None if the folder has no part.
        self.state = state
        self._has_state = checkpoint
        self._table = Table(columns, schema=schema)
        if schema is not None and columns is not None and list(dict.fromkeys(columns)) != schema.names:
            raise ValueError(
                f"the parts in {folder} have the columns {', '.join(schema.names)}: give the same `columns`, or name"
                " another folder"
            )
        self._part: _Part | None = None
        # The rows of the open part, those in the table included.
        self._open_rows = 0
        # The state behind the open part, once that is full.
        self._full: State | None = None
        # The rows of complete parts.
        self.rows_written = 0

    def add(self, page: Page) -> None:
        """Takes the rows of a page; a part that was full appears before that."""
        if self._full is not None:
            self._commit(self._full)
        self._table.add(page)
        self._open_rows += page.item_count
        if self._table.num_rows >= (_TYPE_ROWS if self._schema is None else _GROUP_ROWS):
            self._flush()

    def finished(self, state: Callable[[], State]) -> None:
        """Notes the state after the open part if it is full."""
        if self._open_rows >= self._rows_of_part:
            self._flush()
            self._full = state()

    def end(self, state: State) -> None:
        """Writes the last part."""
        if self._open_rows == 0 and (self._schema is None or state == self.state or not self._has_state):
            # There is nothing new to say. Without columns, nothing can be said: the next run asks again.
            return
        self._flush()
        self._commit(state)

    def abandon(self) -> None:
        """Removes a part that is not complete."""
        if self._part is not None:
            self._part.remove()
            self._part = None

    def _flush(self) -> None:
        """Writes the rows of the table into the open part."""
        taken = self._table.to_pyarrow()
        if self._schema is None:
            self._schema = taken.schema
            if has_nulls(taken.schema):
                self._schema = settled(taken.schema)
                self._table = Table(self._columns, schema=self._schema)
                taken = taken.cast(self._schema)
        elif not taken.schema.equals(self._schema):
            raise ValueError(
                f"the parts in {self._folder} have the columns {_shown(self._schema)}, and the rows now have"
                f" {_shown(taken.schema)}: give the same `columns`, or name another folder"
            )
        if self._part is None:
            self._part = _Part(self._folder, self._number + 1, self._schema)
        if taken.num_rows:
            self._part.write(taken)

    def _commit(self, state: State) -> None:
        """Gives the open part its name."""
        assert self._part is not None
        self._part.commit({KEY: json.dumps(state.fields)} if self._has_state else {})
        self._part, self._full, self.state = None, None, state
        self._number += 1
        self.rows_written += self._open_rows
        self._open_rows = 0


class _Part:
    """A file that is not complete yet."""

    def __init__(self, folder: str, number: int, schema: Any) -> None:
        self._path = os.path.join(folder, _name(number))
        self._fresh = unfinished(os.path.join(folder, f".{_name(number)}"))
        with naming(self._path):
            self._file = open(self._fresh, "xb")  # noqa: SIM115  (`commit` and `remove` close it)
        self._writer = imported("pyarrow.parquet").ParquetWriter(self._file, schema)

    def write(self, rows: Any) -> None:
        with naming(self._path):
            self._writer.write_table(rows)

    def commit(self, metadata: dict[str, str]) -> None:
        """Writes the footer; then the file reaches the disk, gets its name, and the name reaches the disk."""
        with naming(self._path):
            if metadata:
                self._writer.add_key_value_metadata(metadata)
            self._writer.close()
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            replace(self._fresh, os.path.realpath(self._path))

    def remove(self) -> None:
        with contextlib.suppress(Exception):
            # It would write a footer, on a disk that may be full.
            self._writer.close()
        with contextlib.suppress(OSError):
            self._file.close()
        with_no_file(self._fresh)


@contextlib.contextmanager
def _locked(folder: str) -> Iterator[None]:
    """Locks a folder during the block."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        lock(descriptor, folder)
        yield
    finally:
        os.close(descriptor)


def _remove_left(folder: str) -> None:
    """Removes the parts that killed processes left: only the process that has the lock makes such files."""
    for entry in os.listdir(folder):
        if _LEFT.fullmatch(entry):
            with_no_file(os.path.join(folder, entry))


def _numbers(folder: str) -> Iterator[int]:
    for entry in os.listdir(folder):
        if match := _PART.fullmatch(entry):
            yield int(match[1])


def _name(number: int) -> str:
    return f"part-{number:08d}.parquet"


def _read(path: str) -> tuple[State, Any]:
    """The state and the columns in a part."""
    library, parquet = imported("pyarrow"), imported("pyarrow.parquet")
    try:
        metadata = parquet.read_metadata(path).metadata
        state = State.read(json.loads(metadata[KEY.encode()]))
        # As it was written: what Parquet itself says of the types of nested columns is less.
        schema = library.ipc.read_schema(library.py_buffer(base64.b64decode(metadata[b"ARROW:schema"])))
    except (ValueError, KeyError, TypeError, library.ArrowException) as error:
        raise ValueError(
            f"{path} does not say how far a walk came ({error}): it is not a part of write_parquet() with a checkpoint;"
            " name another folder"
        ) from error
    return state, schema


def _shown(schema: Any) -> str:
    return ", ".join(f"{field.name} ({field.type})" for field in schema)
