"""One list in one run: which store it fills, and what came of it."""

from __future__ import annotations

import dataclasses
import itertools
import pathlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, Literal

from .._optional import imported
from .._remedies import SYNC
from .._wording import counted
from ..arrow.table import Table
from ..files._writing import write_whole
from ..fleet import Job, Slice, Status, Store, Walk, WalkStatus, _names, restart, retry, status
from ..fleet._slice import slice_and_newest
from ..schema import UnreadMark
from ..schema.first_page import FirstPage, PlanChanged, PutOff
from . import lags, nights, shortfalls, slices, under
from .outcome import Outcome
from .pinned import Entry
from .stores import EMPTY, Record, Stores, store_of

# The answers that say that the headers are wrong. The place in the list may still be right.
_NO_ACCESS = (401, 403)
# How many items of the list before it may be refused until a list has no plan.
LARGEST_TRIES = 5
# Behind these words, the library says what a program does about a slice that is missing.
_REMEDY = ": put the file back, or call"
# As `fleet.run` has them.
_SLICE_SECONDS, _LONGEST_WAIT = 300.0, 60.0


def settle(stores: Stores, entry: Entry) -> None:
    """Notes that the newest store of a list that is read whole is at its end, if a process died before it noted that.

    Otherwise this run would take the items of the run before for those of today. Raises OSError and ValueError.
    """
    number = max(stores.numbers(), default=0)
    record = stores.record(number) if number else None
    if record is None or record.end is not None or record.newest_by is not None or entry.under is not None:
        return
    store = Store(stores.path(number))
    walks = status(store).walks
    if len(walks) != 1 or walks[0].key != _names.fitting(entry.name) or walks[0].has_failed:
        return
    told = shortfalls.told_by(store, entry)
    if shortfalls.errors_of(told):
        has_errors = any(one.has_errors for one in told.values())
        stores.note(number, dataclasses.replace(record, end="partial") if has_errors else _short(record, told.values()))
    elif walks[0].end == "complete":
        stores.note(number, dataclasses.replace(record, end="complete"))


class Filling:
    """The store of a list that this run fills.

    missing  says what is wrong with the items of the list before it, after the walks have come
    """

    def __init__(
        self, stores: Stores, entry: Entry, endpoint: str, walks: Iterable[Walk],
        missing: Callable[[], dict[str, Any] | None] = lambda: None, *, is_strict: bool = False,
        errors: Literal["report", "keep"] | None = None,
    ) -> None:
        self.entry = entry
        self._is_strict = is_strict
        self._errors = errors
        self._walks = iter(walks)
        # What the first pages brought that did not wait for the job.
        self._first: list[Slice] = []
        # The names of the walks that ran.
        self._names: set[str] = set()
        self._missing = missing
        self._stores = stores
        digest, *earlier = entry.digests(endpoint)
        self._number = stores.next(digest, *earlier, is_incremental=entry.is_incremental)
        self._kept = stores.record(self._number)
        self._record = dataclasses.replace(self._kept, plan=digest) if self._kept is not None else Record(
            digest, newest_by=(str(entry.key),) if entry.is_incremental else None, under=under.columns_of(entry)
        )
        self.store = store_of(stores.path(self._number), entry, self._record)

    @property
    def walks(self) -> Iterator[Walk]:
        """The walks, once."""
        for walk in self._walks:
            self._names.add(walk.name)
            made = dataclasses.replace(walk, errors=self._errors)
            yield under.in_folders(made) if self._record.partition else made

    @property
    def has_lost_its_place(self) -> bool:
        """Whether a walk that went on from an earlier run cannot: the server does not know its cursor any more.

        Raises OSError and ValueError.
        """
        return self._kept is not None and any(self._begins_anew(walk) for walk in status(self.store).walks)

    def shrunk_lags(self) -> Iterator[str]:
        """What to tell of walks whose lag shrank. Raises OSError and ValueError."""
        return lags.shrunk_in(self.store, self._names)

    def begin(self, tell: Callable[[str], None]) -> None:
        """Makes the store, or has the walks that failed in it go on. Raises OSError and ValueError."""
        anew = {walk.key: walk.error for walk in status(self.store).walks if self._begins_anew(walk)}
        self._record = dataclasses.replace(self._record, clean=self._clean_before(anew, tell))
        if self._record != self._kept:
            self._stores.note(self._number, self._record)
        if anew:
            restart(self.store, anew)
            key, error = next(iter(anew.items()))
            why = SYNC.of(self.entry.name).words(_message(error).partition(_REMEDY)[0])
            tell(f"{self.entry.name} begins anew ({counted(len(anew), 'walk')}, {key} for example): {why}")
        retry(self.store)

    def try_first(self, first_page: FirstPage, rate_limit: Any) -> bool:
        """Reads the first page of a walk, behind which the job goes on; returns whether the plan is right.

        It may be unknown still, because no page came of the first walks. If the page shows that the plan is wrong, the
        store goes, and this raises `PlanChanged` or `UnreadMark`; or `PutOff`, if the page is to be asked for again
        later. Raises OSError and ValueError.
        """
        if self.store.positions():
            # A process died after the page had come.
            return True
        later: list[Walk] = []
        for walk in itertools.islice(self.walks, LARGEST_TRIES):
            try:
                done, _ = slice_and_newest(
                    walk, self.store, number=None, slice_pages=1, slice_seconds=_SLICE_SECONDS, rate_limit=rate_limit,
                    children=None, longest_wait=_LONGEST_WAIT, stopping=None, first_page=first_page,
                )
            except (PlanChanged, PutOff, UnreadMark):
                self.remove()
                raise
            self._first.append(done)
            later += [walk] if done.end is None else []
            if not first_page.is_open or (done.error or {}).get("retryable"):
                break
        self._walks = itertools.chain(later, self._walks)
        return not first_page.is_open

    @property
    def first_error(self) -> dict[str, Any] | None:
        """Why no first page came; None if one did, or was not asked for."""
        return self._first[-1].error if self._first else None

    def remove(self) -> None:
        """Removes the store, because the plan was wrong. Raises OSError."""
        self._stores.remove(self._number)

    def ended(self, job: Job) -> Outcome:
        """What came of the job, which the record of the store keeps. Raises OSError and ValueError."""
        added = job.progress().rows + sum(done.rows for done in self._first)
        partial = {done.key: done.error for done in self._first if done.end == "partial" and done.error is not None}
        found, failed = status(self.store), {**partial, **job.failed()}
        told = {
            key: one for key, one in shortfalls.told_by(self.store, self.entry).items()
            if _names.named(key) in self._names
        }
        short = shortfalls.errors_of(told)
        failed = {**short, **failed}
        missing = self._missing()
        error = _first(failed) or missing
        end = self._end(found, failed, short, error)
        doubts = shortfalls.doubts_in(self.store, self._names) if end == "complete" else []
        if doubts and self._is_strict:
            end, error = "partial", shortfalls.in_doubt(doubts)
        if end is not None:
            is_short = missing is None and all(one["code"] == shortfalls.CODE for one in failed.values())
            has_errors = any(one.has_errors for one in told.values())
            self._note(end, list(told.values()) if is_short and not has_errors else [])
        self._note_clean(found)
        left_out = self._record.left_out
        counting = [walk.rows for walk in found.walks if _names.named(walk.key) not in left_out]
        rows = added if self.entry.is_incremental else sum(counting)
        return Outcome(self.entry.name, end or "failed", rows, self.entry.is_incremental, error, doubts)

    def _note(self, end: Literal["complete", "partial"], short: list[shortfalls.Told]) -> None:
        """Notes that the list was read to its end, and writes the file that stands for a list without rows.

        `short` has what the walks told, if nothing but their totals says that something is missing.
        """
        in_store = {_names.named(key) for key in self.store.positions()}
        # A run that was killed may have read items of which the list before has none by now.
        left_out = () if self.entry.is_incremental else tuple(sorted(in_store - self._names))
        end = "complete" if self._record.end == "complete" else end
        noted = dataclasses.replace(self._record, end=end, left_out=left_out)
        if short and end == "partial":
            noted = _short(noted, short)
        folder = self._stores.path(self._number)
        seen = slices.seen(folder.absolute(), noted)
        if len(seen) == 0:
            _write_empty(folder, self.store)
        if not self.entry.is_incremental:
            noted = dataclasses.replace(noted, slices=len(seen))
        self._replace(noted)

    def _note_clean(self, found: Status) -> None:
        """Notes which slices of a list since a mark came without errors beside the data."""
        if self.entry.is_incremental:
            clean = nights.after_night(self.store, found.walks, self._record.clean, self._names)
            self._replace(dataclasses.replace(self._record, clean=clean))

    def _replace(self, record: Record) -> None:
        if record != self._record:
            self._record = record
            self._stores.note(self._number, record)

    def _clean_before(self, anew: Container[str], tell: Callable[[str], None]) -> Mapping[str, int] | None:
        """What is noted of the nights before this one, as far as the slices are there."""
        clean = self._record.clean
        if clean is None and self.entry.is_incremental and self._record.is_whole:
            clean = nights.of_earlier(self.store)
        if clean is None:
            return None
        # A walk goes on behind the slice before the one that is gone.
        lost = nights.lost(self.store, clean)
        for name in lost:
            tell(f"{self.entry.name}: {name}-{clean[name]:06d}.parquet is missing: what it had is asked for again")
        gone = {name for name, last in lost.items() if last == 0}
        clean = {**clean, **lost}
        return {name: clean[name] for name in clean if name not in gone and _names.key_of(name) not in anew}

    def _begins_anew(self, walk: WalkStatus) -> bool:
        """Whether a walk cannot go on from its place: a slice is gone, or the server refuses the cursor.

        A walk since a mark begins at its mark by itself.
        """
        error = walk.error or {}
        if error.get("code") == "SLICE_MISSING":
            return True
        return (
            walk.has_failed and not error.get("retryable") and error.get("http_status") not in _NO_ACCESS
            and not self.entry.is_incremental
        )

    def _end(
        self, found: Status, failed: Mapping[str, Mapping[str, Any]], short: Container[str],
        error: Mapping[str, Any] | None,
    ) -> Any:
        """How the list ended: "complete", "partial", or None if the next run has to go on with the store.

        A walk that failed for good leaves a gap in a list with `under`, and must not hold up all others for ever. One
        that is `short` of a total that only the words of the query show is complete in itself.
        """
        if error is None:
            return "complete"
        walks = {walk.key: walk for walk in found.walks}
        has_end = all(
            key in walks and not walks[key].has_failed
            and (walks[key].end == "partial" or (walks[key].end == "complete" and key in short))
            for key in failed
        )
        is_lasting = self.entry.under is not None and not any(one.get("retryable") for one in failed.values())
        return "partial" if has_end or is_lasting else None


def _short(record: Record, told: Iterable[shortfalls.Told]) -> Record:
    """The record of a list that has fewer items than its total."""
    numbers = list(told)
    return dataclasses.replace(
        record, end="partial", items=sum(one.items for one in numbers), total=sum(one.total for one in numbers)
    )


def _write_empty(folder: pathlib.Path, store: Store) -> None:
    """Writes a file with the columns of a store, and without rows; raises OSError."""
    library = imported("pyarrow")
    schema = Table(store.columns).schema
    for name in store.constants:
        schema = schema.append(library.field(name, library.string()))
    if store.ordinal is not None:
        schema = schema.append(library.field(store.ordinal, library.int64()))
    sink = library.BufferOutputStream()
    imported("pyarrow.parquet").write_table(schema.empty_table(), sink)
    write_whole(str(folder / EMPTY), sink.getvalue().to_pybytes())


def _first(failed: Mapping[str, Mapping[str, Any]]) -> dict[str, Any] | None:
    """The error of a list: that of one walk, which says how many failed."""
    if not failed:
        return None
    key, error = next(iter(failed.items()))
    others = f"{len(failed):,} walks failed or are partial, {key} for example: " if len(failed) > 1 else ""
    return {**error, "message": f"{others}{_message(error)}"}


def _message(error: Mapping[str, Any] | None) -> str:
    return str((error or {}).get("message") or (error or {}).get("code"))
