"""A walk into a folder of Parquet files. The newest file says how far the walk came."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .._limits import Limits
from .._optional import imported
from ..arrow._columns import Columns
from ..arrow.table import Table, has_nulls, settled
from ..exceptions import BadResponseError
from ..page import Page
from ._disk import make_folders
from ._extents import Extent
from ._part_files import (
    OpenPart,
    cut,
    locked,
    numbers_in,
    read_newest,
    remove_kept,
    remove_left,
    rows_after,
    rows_kept,
)
from ._storing import State, go_on, store
from ._widening import advice, check_wider, shown_schema

if TYPE_CHECKING:
    from ..pager import Pager

# The types come from so many rows.
_TYPE_ROWS = 8_192
# Readers prefer row groups of about this size.
_GROUP_ROWS = 131_072


def write_parquet(
    pager: Pager, folder: str, rows: int, seconds: float | None, columns: Columns | None, limits: Limits, *,
    resumable: bool,
) -> int:
    """Writes the items of a walk as parts; see `Pager.write_parquet`."""
    if not isinstance(rows, int) or isinstance(rows, bool):
        raise TypeError(f"rows must be a whole number, not {rows!r}")
    if rows < 1:
        raise ValueError(f"rows must be 1 or more, not {rows!r}")
    if seconds is not None and (not isinstance(seconds, int | float) or isinstance(seconds, bool)):
        raise TypeError(f"seconds must be a number or None, not {seconds!r}")
    if seconds is not None and not seconds > 0:
        raise ValueError(f"seconds must be more than 0, not {seconds!r}")
    if not isinstance(resumable, bool):
        raise TypeError(f"resumable must be True or False, not {resumable!r}: the parts hold the checkpoint")
    if resumable:
        pager._refuse_place(folder)
    with open_parts(folder, rows, seconds, columns, resumable=resumable) as parts:
        again = parts.extent.first_rows
        if go_on(pager, parts.state, folder):
            # The first page comes again, and the newest part has some of its rows.
            limits.allow(again)
            store(pager, parts, limits)
        return max(0, parts.rows_written - again)


@contextlib.contextmanager
def open_parts(
    folder: str, rows: int, seconds: float | None, columns: Columns | None, *, resumable: bool
) -> Iterator[Parts]:
    """Locks a folder, removes what killed processes left there, and gives its parts."""
    imported("pyarrow.parquet")
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise FileExistsError(f"{folder} is a file, and the parts need a folder: name another")
    make_folders(folder)
    with locked(folder):
        remove_left(folder)
        newest = max(numbers_in(folder), default=0)
        extent = schema = None
        if newest:
            if not resumable:
                raise FileExistsError(f"{folder} has parts of an earlier walk: remove them, or name another folder")
            extent, schema = read_newest(folder, newest)
        parts = Parts(folder, rows, seconds, columns, schema, extent, resumable=resumable)
        try:
            yield parts
        finally:
            parts.abandon()
            # Ctrl-C may come between the creation of a file and the moment at which the parts know of it.
            remove_left(folder)


class Parts:
    """The rows of a walk in parts of a folder.

    A part that is full waits for the next page, because the footer of the last part records the walk's end.
    """

    def __init__(
        self, folder: str, rows: int, seconds: float | None, columns: Columns | None, schema: Any,
        extent: Extent | None, *, resumable: bool,
    ) -> None:
        self._folder = folder
        self._rows_of_part = rows
        self._seconds = seconds
        self._columns = columns
        self._schema = schema
        # The state in the newest part, or None if the folder has no part.
        self.state = None if extent is None else extent.state
        # The extent of the folder. A length is a number of parts.
        self.extent = extent or Extent(State(None, is_complete=False))
        self._has_state = resumable
        self._table = Table(columns, schema=schema)
        if schema is not None and columns is not None:
            self._schema = self._widened(columns)
        self._part: OpenPart | None = None
        # The newest part in the folder. It is behind the extent if a limit has cut the page behind that.
        self._newest = self.extent.length + (self.extent.first_rows > 0)
        # Whether a write to the open part was begun and has not ended.
        self._is_writing = False
        # The pages that were added as a whole, and the rows of the open part, those in the table included.
        self._reached = (0, 0)
        # The rows of the open part that have left the table.
        self._written_rows = 0
        # When the open part is full because of its time.
        self._deadline = 0.0
        # The state behind the open part, once that is full.
        self._full: State | None = None
        # The rows of complete parts.
        self.rows_written = 0
        # What a run that began again at the mark keeps, and how far this walk has come since the mark.
        self._kept = rows_kept(folder)
        self._since_mark = rows_after(folder, self.extent.at_mark) if self._kept else 0

    def _widened(self, columns: Columns) -> Any:
        """The schema of the next parts: that of the newest part, with the types that the columns widen."""
        if list(dict.fromkeys(columns)) != self._schema.names:
            raise ValueError(
                f"the parts in {self._folder} have the columns {', '.join(self._schema.names)}: give the same"
                " `columns`, or name another folder"
            )
        if not any(isinstance(column, Mapping) and "type" in column for column in _values(columns)):
            return self._schema
        return check_wider(self._schema, self._table.schema, self._folder)

    @property
    def goes_on(self) -> bool:
        """Whether the parts hold the states."""
        return self._has_state

    @property
    def added(self) -> int:
        """The number of whole pages of this run."""
        return self._reached[0]

    def begin(self, state: State) -> None:
        """Takes the parts behind the mark away, because the walk begins there again."""
        extent = self.extent
        if self._newest <= extent.at_mark:
            return
        cut(self._folder, self._newest, extent.at_mark)
        self.extent, self.state = extent.cut(state), state
        self._kept, self._since_mark = rows_kept(self._folder), 0

    def add(self, page: Page) -> None:
        """Takes the rows of a page; a part that was full appears before that."""
        if self._full is not None:
            self._commit(self._full)
        try:
            self._table.add(page)
        except BadResponseError as error:
            if self._schema is not None:
                error.add_note(advice(self._schema))
            raise
        added, rows = self._reached
        if rows == 0 and self._seconds is not None:
            self._deadline = time.monotonic() + self._seconds
        self._reached = (added + 1, rows + page.item_count)
        if self._table.num_rows >= (_TYPE_ROWS if self._schema is None else _GROUP_ROWS):
            self._flush()

    def finished(self, state: Callable[[], State]) -> None:
        """Notes the state after the open part if it is full."""
        rows = self._reached[1]
        is_late = self._seconds is not None and time.monotonic() >= self._deadline
        if rows >= self._rows_of_part or (rows and is_late):
            self._flush()
            self._full = state()

    def end(self, state: State) -> None:
        """Writes the last part."""
        if self._is_writing:
            # An exception ended the write: what of it is in the file is not known.
            return
        is_same = state == self.state or not self._has_state
        if self._reached[1] == 0 and (self._schema is None or is_same):
            # There is nothing new to say. Without columns, nothing can be said: the next run asks again.
            return
        self._flush()
        self._commit(state)
        if state.is_complete:
            remove_kept(self._folder)

    def end_inside(self, state: State, page: Page) -> None:
        """Writes the last part, and the first rows of the next page as another part, which the next walk replaces."""
        self.end(state)
        at = self.extent
        self.add(page)
        self._flush()
        self._commit(state, at.inside(state, page.item_count))

    def abandon(self) -> None:
        """Removes a part that is not complete."""
        if self._part is not None:
            self._part.remove()
            self._part = None

    def _flush(self) -> None:
        """Writes the rows of the table into the open part."""
        self._is_writing = True
        # An interruption may come after the table has taken a page and before that counts.
        taken = self._table.to_pyarrow().slice(0, self._reached[1] - self._written_rows)
        if self._schema is None:
            self._schema = taken.schema
            if has_nulls(taken.schema):
                self._schema = settled(taken.schema)
                self._table = Table(self._columns, schema=self._schema)
                taken = taken.cast(self._schema)
        elif not taken.schema.equals(self._schema):
            raise ValueError(
                f"the parts in {self._folder} have the columns {shown_schema(self._schema)}, and the rows now have"
                f" {shown_schema(taken.schema)}: give the same `columns`, or name another folder"
            )
        if self._part is None:
            self._part = OpenPart(self._folder, self.extent.length + 1, self._schema)
        if taken.num_rows:
            self._part.write(taken)
        self._written_rows += taken.num_rows
        self._is_writing = False

    def _commit(self, state: State, extent: Extent | None = None) -> None:
        """Gives the open part its name; without an extent, that grows by the part."""
        assert self._part is not None
        self._is_writing = True
        extent = self.extent.grown(self.extent.length + 1, state) if extent is None else extent
        self._part.commit(extent if self._has_state else None)
        added, rows = self._reached
        self._part, self._full, self.state, self.extent = None, None, state, extent
        self._newest = extent.length + (extent.first_rows > 0)
        self._written_rows, self._reached = 0, (added, 0)
        self.rows_written += rows
        self._since_mark += rows
        self._is_writing = False
        if self._kept and self._since_mark >= self._kept:
            remove_kept(self._folder)
            self._kept = 0


def _values(columns: Columns) -> Iterable[object]:
    return columns.values() if isinstance(columns, Mapping) else ()
