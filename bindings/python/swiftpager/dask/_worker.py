"""What a worker of Dask does: one slice of one walk."""

from __future__ import annotations

import dataclasses
import pickle
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..fleet import Slice, Store, StoreError, Walk, prepare, run_slice
from ..fleet._failures import described as described_failure
from ..shapes import BudgetShare, FixedRate
from .limit import Limit, limited_host

# The jobs that end, as far as this process knows. Their slices end at the next page.
_ending: set[str] = set()


@dataclass(frozen=True, slots=True)
class Report:
    """How a slice ended: `slice`, or `error` if there is none. If there is neither, the slice did not begin."""

    slice: Slice | None
    # The seconds before the end of the slice in which certainly no request left.
    quiet_seconds: float = 0.0
    error: Mapping[str, Any] | None = None
    # Whether the store is to blame: other walks would fail by it, too.
    is_of_store: bool = False


@dataclass(frozen=True, slots=True)
class Assignment:
    """What the slices of a job share."""

    name: str
    store: Store
    # Pickled, because a worker dies of a task that it cannot unpickle.
    children: bytes | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


def work(job: Assignment, walk: Walk, number: int, unseen: int, rate_limit: FixedRate | BudgetShare | None) -> Report:
    """Runs the next slice of a walk, and reports what happened, failures included.

    The report has the children of all slices from the number `unseen` on.
    """
    if job.name in _ending:
        return Report(None)
    asked_at = None

    def stopping() -> bool:
        nonlocal asked_at
        asked_at = time.monotonic()
        return job.name in _ending

    try:
        ended = run_slice(
            walk, job.store, number=number, rate_limit=rate_limit, children=unpickled(job), stopping=stopping,
            **job.options,
        )
        if job.children is not None:
            ended = dataclasses.replace(ended, children=(*_earlier(job.store, walk, unseen, ended), *ended.children))
    except Exception as error:
        return Report(None, error=described(error), is_of_store=isinstance(error, StoreError))
    # A list that is at its end has no further page, so the last request left before the last page came.
    is_quiet = ended.end is not None and asked_at is not None
    return Report(ended, time.monotonic() - asked_at if is_quiet and asked_at is not None else 0.0)


def _earlier(store: Store, walk: Walk, unseen: int, ended: Slice) -> Iterator[Walk]:
    """The children of the slices before the newest one, which others have committed or an earlier driver has."""
    for number in range(unseen, ended.number):
        footer = store.footer(walk, number)
        assert footer is not None
        yield from footer.children


def described(error: BaseException) -> dict[str, Any]:
    """An exception that no slice reports, as plain data: with its class and its traceback."""
    fields = described_failure(error, f"{type(error).__name__}: ")
    return {**fields, "traceback": "".join(traceback.format_exception(error))}


def settle(walks: list[Walk], job: Assignment, limits: Mapping[str, Limit]) -> None:
    """Settles the columns of a store, and tries whether this worker has what the job needs."""
    unpickled(job)
    prepare(_spaced(walks, limits), job.store)


def _spaced(walks: list[Walk], limits: Mapping[str, Limit]) -> Iterator[Walk]:
    """The walks of a sample, so far apart that their first pages keep the rates of their endpoints.

    It ends when the slices may begin: their first requests leave at once.
    """
    free: dict[str, float] = {}
    for walk in walks:
        host = limited_host(walk.endpoint, limits)
        rate = None if host is None else limits[host].per_second
        if host is None or rate is None:
            yield walk
            continue
        time.sleep(max(0.0, free.get(host, 0.0) - time.monotonic()))
        yield walk
        free[host] = time.monotonic() + 1 / rate
    time.sleep(max(0.0, max(free.values(), default=0.0) - time.monotonic()))


def unpickled(job: Assignment) -> Callable[[Any], Any] | None:
    """The function that finds children; raises ImportError if its module does not exist here."""
    if job.children is None:
        return None
    try:
        found: Callable[[Any], Any] = pickle.loads(job.children)
    except ImportError as error:
        error.add_note("`children` is a function of a module that the workers do not have: install it there")
        raise
    return found


def end(job: str) -> None:
    """Makes the slices of a job in this process end at the next page."""
    _ending.add(job)
