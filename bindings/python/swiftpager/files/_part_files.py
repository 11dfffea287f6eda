"""The files of a folder of Parquet parts: their names, their footers, and what is kept of parts that were cut off."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
from collections.abc import Iterator
from typing import Any

from .._optional import imported
from ._disk import naming, sync, with_no_file
from ._extents import Extent, sealed, unsealed
from ._opening import NewFile, lock
from ._storing import State
from ._unfinished import UNFINISHED, unfinished

# The key of the extent in a part's footer.
KEY = "swiftpager.checkpoint"
# What an earlier version wrote there.
_LANDED = frozenset({"version", "complete", "checkpoint"})
_PART = re.compile(r"part-([0-9]{8,})\.parquet")
# Data frames and databases leave out names that begin with a dot when they read the folder.
_LEFT = re.compile(r"\.part-[0-9]{8,}\.parquet" + UNFINISHED)
_KEPT = re.compile(r"\.(part-[0-9]{8,}\.parquet)\.before")


def name_of(number: int) -> str:
    """The name of a part."""
    return f"part-{number:08d}.parquet"


def numbers_in(folder: str) -> list[int]:
    """The numbers of the parts in a folder, in order."""
    return sorted(int(match[1]) for entry in os.listdir(folder) if (match := _PART.fullmatch(entry)))


@contextlib.contextmanager
def locked(folder: str) -> Iterator[None]:
    """Locks a folder during the block."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        lock(descriptor, folder)
        yield
    finally:
        os.close(descriptor)


def remove_left(folder: str) -> None:
    """Removes the parts that killed processes left: only the process that has the lock makes such files."""
    for entry in os.listdir(folder):
        if _LEFT.fullmatch(entry):
            with_no_file(os.path.join(folder, entry))


class OpenPart:
    """A part that is not complete yet."""

    def __init__(self, folder: str, number: int, schema: Any) -> None:
        self._path = os.path.join(folder, name_of(number))
        self._new = NewFile(unfinished(os.path.join(folder, f".{name_of(number)}")))
        try:
            with naming(self._path):
                self._writer = imported("pyarrow.parquet").ParquetWriter(self._new.file, schema)
        except BaseException:
            self._new.remove()
            raise

    def write(self, rows: Any) -> None:
        """Writes rows."""
        with naming(self._path):
            self._writer.write_table(rows)

    def commit(self, extent: Extent | None) -> None:
        """Writes the footer; then the file reaches the disk, gets its name, and the name reaches the disk."""
        with naming(self._path):
            if extent is not None:
                fields = {
                    **extent.state.fields, "parts_at_mark": extent.at_mark, "first_rows": extent.first_rows
                }
                self._writer.add_key_value_metadata({KEY: json.dumps(sealed(fields))})
            self._writer.close()
            self._new.settle()
            self._new.replace(os.path.realpath(self._path))
            self._new.close()

    def remove(self) -> None:
        """Removes the file."""
        with contextlib.suppress(Exception):
            # It would write a footer, on a disk that may be full.
            self._writer.close()
        self._new.remove()


def read_newest(folder: str, number: int) -> tuple[Extent, Any]:
    """The extent of a folder and the columns, as its newest part says; raises ValueError if it does not say that."""
    library = imported("pyarrow")
    path = os.path.join(folder, name_of(number))
    try:
        fields, metadata = _fields(path)
        # As it was written: what Parquet itself says of the types of nested columns is less.
        schema = library.ipc.read_schema(library.py_buffer(base64.b64decode(metadata[b"ARROW:schema"])))
        state = _state(fields)
        if "parts_at_mark" not in fields:
            return Extent(state, number, _number_at_mark(folder, state)), schema
        at_mark = fields["parts_at_mark"]
        if type(at_mark) is not int or not 0 <= at_mark <= number:
            raise ValueError("its number of the part at the mark is wrong")
        first_rows = fields.get("first_rows", 0)
        if type(first_rows) is not int or first_rows < 0:
            raise ValueError("its number of rows of the next page is wrong")
    except (ValueError, KeyError, TypeError, library.ArrowException) as error:
        raise ValueError(
            f"{path} does not say how far a walk came ({error}): it is not a part of write_parquet() that can be"
            " resumed, or it is damaged; name another folder"
        ) from error
    # The walk goes on before a part that a limit has cut.
    return Extent(state, number - (first_rows > 0), at_mark, first_rows), schema


def _fields(path: str) -> tuple[dict[str, Any], Any]:
    """What the footer of a part says, and the metadata of the file."""
    metadata = imported("pyarrow.parquet").read_metadata(path).metadata or {}
    return unsealed(json.loads(metadata[KEY.encode()]), _LANDED), metadata


def _state(fields: dict[str, Any]) -> State:
    return State(fields["checkpoint"], is_complete=bool(fields["complete"]))


def _number_at_mark(folder: str, state: State) -> int:
    """The part at the mark, in a folder of an earlier version: the first one that has the mark of the newest."""
    if state.mark is None:
        return 0
    at_mark = 0
    for number in reversed(numbers_in(folder)):
        fields, _ = _fields(os.path.join(folder, name_of(number)))
        if _state(fields).mark != state.mark:
            break
        at_mark = number
    return at_mark


def cut(folder: str, number: int, at_mark: int) -> None:
    """Takes a part behind the mark, and all parts after it, out of sight, the newest first.

    So a process that dies meanwhile leaves a folder that ends at an earlier place of the same walk. The rows are kept
    until the new walk has come as far again, or has come to its end; if more are kept from an earlier time, those.
    """
    is_kept = rows_after(folder, at_mark) > rows_kept(folder)
    if is_kept:
        remove_kept(folder)
    for newest in reversed([part for part in numbers_in(folder) if at_mark < part <= number]):
        path, kept = (os.path.join(folder, name) for name in (name_of(newest), f".{name_of(newest)}.before"))
        with naming(path):
            if is_kept:
                os.replace(path, kept)
            else:
                os.unlink(path)
            sync(folder)


def rows_kept(folder: str) -> int:
    """The number of rows that are kept of parts that were cut off."""
    read = imported("pyarrow.parquet").read_metadata
    return sum(read(os.path.join(folder, entry)).num_rows for entry in os.listdir(folder) if _KEPT.fullmatch(entry))


def rows_after(folder: str, at_mark: int) -> int:
    """The number of rows in the parts behind the mark."""
    read = imported("pyarrow.parquet").read_metadata
    return sum(read(os.path.join(folder, name_of(part))).num_rows for part in numbers_in(folder) if part > at_mark)


def remove_kept(folder: str) -> None:
    """Removes what is kept of parts that were cut off."""
    for entry in os.listdir(folder):
        if _KEPT.fullmatch(entry):
            with_no_file(os.path.join(folder, entry))
