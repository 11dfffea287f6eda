"""The numbered stores of one list, and the record in each of them."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import shutil
from collections.abc import Mapping
from typing import Any, Literal

from ..files._disk import make_folders
from ..files._opening import read_regular
from ..files._writing import write_whole
from ..fleet import Store
from . import slices
from .pinned import Entry

# A reader of the store's Parquet files does not take it for one of them.
RECORD = "_sync.json"
# The file that has the columns of a store without slices.
EMPTY = "_empty.parquet"
# The column in which the rows of a walk are counted, if the list is read since a mark.
ORDINAL = "_ordinal"


@dataclasses.dataclass(frozen=True)
class Record:
    """What is known of one store. It says what a view needs, because the plan of the list may be another one by now."""

    # The hash of the entry by which the store is filled.
    plan: str
    # Once the list was read to its end: "complete", or "partial" with something missing. A store since a mark stays
    # complete while a later run adds to it.
    end: Literal["complete", "partial"] | None = None
    # With a mark: the columns that tell items apart, of which the row with the largest ordinal is the newest.
    newest_by: tuple[str, ...] | None = None
    # The columns that say of which item before it a row is. Earlier versions had their values in the names of the
    # folders alone, which cut a long one.
    under: tuple[str, ...] = ()
    partition: tuple[str, ...] = ()
    # The walks that do not count, by the names of their files.
    left_out: tuple[str, ...] = ()
    # If nothing but the total says that something is missing: the items, and the total.
    items: int | None = None
    total: int | None = None
    # How many slices count, if the list was read whole to its end. Earlier versions noted none.
    slices: int | None = None
    # With a mark: the newest slice of each walk that ended without errors beside the data, by the names of their files;
    # 0 for a walk that has not. None before the first night in which all walks did, and if an earlier version filled
    # the store.
    clean: Mapping[str, int] | None = None
    # Whether the first complete run of a store since a mark was looked at, and shows that later runs miss no nulls.
    has_no_late_nulls: bool = False

    @property
    def is_short(self) -> bool:
        """Whether the list was read to its end, and has fewer items than its total."""
        return self.end == "partial" and self.total is not None

    @property
    def is_whole(self) -> bool:
        """Whether the list was read to its end without errors."""
        return self.end == "complete" or self.is_short

    @property
    def share(self) -> float:
        """The part of its total that the list has. A complete list has all of it."""
        return (self.items or 0) / self.total if self.is_short and self.total else 1.0


class Stores:
    """The stores of one list: folders with numbers, the newest of which has the largest."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder

    def numbers(self) -> list[int]:
        """The numbers, in order."""
        try:
            entries = [entry.name for entry in self.folder.iterdir() if entry.is_dir()]
        except FileNotFoundError:
            return []
        return sorted(int(name) for name in entries if name.isdecimal() and str(int(name)) == name)

    def path(self, number: int) -> pathlib.Path:
        """The folder of a store."""
        return self.folder / str(number)

    def record(self, number: int) -> Record | None:
        """The record of a store; None if a process died before it wrote one. Raises ValueError for a damaged one."""
        path = self.path(number) / RECORD
        try:
            fields = json.loads(read_regular(path))
            given: Any = {name: tuple(one) if isinstance(one, list) else one for name, one in fields.items()}
            return Record(**given)
        except FileNotFoundError:
            return None
        except (ValueError, TypeError, AttributeError) as error:
            raise ValueError(f"{path} is damaged ({error}): remove the folder, and the list is read anew") from error

    def note(self, number: int, record: Record) -> None:
        """Replaces the record of a store, which makes the store if it is new; raises OSError."""
        make_folders(str(self.path(number)))
        write_whole(str(self.path(number) / RECORD), json.dumps(dataclasses.asdict(record)).encode())

    def next(self, *digests: str, is_incremental: bool) -> int:
        """The number of the store that a run fills: an unfinished one, the one since a mark, or a new one.

        digests  those of the entry: a store with another one is not filled
        """
        numbers = self.numbers()
        newest = numbers[-1] if numbers else 0
        record = self.record(newest) if newest else None
        if record is not None and record.plan in digests and (is_incremental or record.end is None):
            return newest
        return newest + 1

    def fitting(self, entry: Entry, endpoint: str) -> Entry:
        """The entry by which a run goes on with the newest store: it may have been begun with another total."""
        for one in entry.variants():
            if self.next(*one.digests(endpoint), is_incremental=one.is_incremental) in self.numbers():
                return one
        return entry

    def shown(self) -> tuple[int, Record] | None:
        """The store that readers see: the newest one that was read to its end without errors, else the newest other.

        One with a smaller share of its total than the store before it is held back for a night, in which the server may
        have failed. If the next one is no better, the server has changed.
        """
        shown: tuple[int, Record] | None = None
        is_held = False
        for number in self.numbers():
            record = self.record(number)
            if record is None or record.end is None:
                continue
            # Errors beside the data may be anywhere in the rows.
            has_better = shown is not None and shown[1].is_whole and (
                not record.is_whole or record.share < shown[1].share
            )
            if not has_better or (record.is_whole and is_held):
                shown, is_held = (number, record), False
            else:
                is_held = record.is_whole
        return shown

    def files(self, number: int, record: Record) -> list[str]:
        """The paths of the slices that readers see, or of the file without rows.

        Raises ValueError, which names the file, if one is missing or damaged.
        """
        folder = self.path(number).absolute()
        if paths := slices.seen(folder, record):
            return paths
        slices.check(str(folder / EMPTY))
        return [str(folder / EMPTY)]

    def remove_all_but(self, kept: set[int]) -> None:
        """Removes the other stores; raises OSError."""
        for number in self.numbers():
            if number not in kept:
                self.remove(number)

    def remove(self, number: int) -> None:
        """Removes a store; raises OSError."""
        shutil.rmtree(self.path(number))


def store_of(path: pathlib.Path, entry: Entry, record: Record) -> Store:
    """The store of a list in a folder, with the columns of its plan."""
    assert entry.plan is not None
    columns: Any = entry.plan.columns
    return Store(path, columns=columns, ordinal=ORDINAL if entry.is_incremental else None, constants=record.under)
