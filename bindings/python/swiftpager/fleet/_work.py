"""What a thread or a worker of a fleet does: one slice of one walk, and its report."""

from __future__ import annotations

import dataclasses
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _children, _slice
from ._clients import Clients
from ._failures import described as described_failure
from ._schema import prepare
from .errors import StoreError
from .limit import Limit, limited_host

if TYPE_CHECKING:
    from ._schedule import Submit
    from .store import Store
    from .walk import Walk


@dataclass(frozen=True, slots=True)
class Report:
    """How a slice ended: `slice`, or `error` if there is none. If there is neither, the slice did not begin."""

    # With the children of all slices that the driver had not seen, the newest one included.
    slice: _slice.Slice | None
    # The seconds before the end of the slice in which certainly no request left.
    quiet_seconds: float = 0.0
    error: Mapping[str, Any] | None = None
    # Whether the store is to blame: other walks would fail by it, too.
    is_of_store: bool = False
    # Beside an error: the children of the slices up to the number `seen`.
    children: tuple[Walk, ...] = ()
    seen: int = 0


@dataclass(frozen=True, slots=True)
class Assignment:
    """What the slices of a fleet share."""

    store: Store
    children: Callable[[Any], Iterable[Walk]] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


def work(job: Assignment, begun: Submit, is_ending: Callable[[], bool], clients: Clients) -> Report:
    """Runs the next slice of a walk, and reports what happened, failures included.

    The report has the children of all slices from the number `begun.unseen` on: an earlier driver may have committed
    them, or another one.
    """
    if is_ending():
        return Report(None)
    walk: Any = begun.walk
    asked_at = None

    def stopping() -> bool:
        nonlocal asked_at
        asked_at = time.monotonic()
        return is_ending()

    try:
        ended, newest = _slice.slice_and_newest(
            walk, job.store, number=begun.number, rate_limit=None if begun.limit is None else begun.limit.rate_limit,
            children=job.children, stopping=stopping, clients=clients, **job.options,
        )
        if job.children is not None and newest is not None:
            found = _children.since(job.store, walk, newest, begun.unseen)
            ended = dataclasses.replace(ended, children=tuple(found.values()))
    except Exception as error:
        children, seen = _committed(job, walk, begun.unseen)
        return Report(
            None, error=described(error), is_of_store=isinstance(error, StoreError), children=children, seen=seen,
        )
    # A list that is at its end has no further page, so the last request left before the last page came.
    is_quiet = ended.end is not None and asked_at is not None
    return Report(ended, time.monotonic() - asked_at if is_quiet and asked_at is not None else 0.0)


def _committed(job: Assignment, walk: Walk, unseen: int) -> tuple[tuple[Walk, ...], int]:
    """The children of a walk whose next slice failed, and the number of its newest slice."""
    if job.children is None:
        return (), 0
    try:
        newest = job.store.footer(walk, job.store.newest(walk))
        if newest is None:
            return (), 0
        return tuple(_children.since(job.store, walk, newest, unseen).values()), newest.number
    except Exception:
        # The report says what failed first.
        return (), 0


def described(error: BaseException) -> dict[str, Any]:
    """An exception that no slice reports, as plain data: with its class and its traceback."""
    fields = described_failure(error, f"{type(error).__name__}: ")
    return {**fields, "traceback": "".join(traceback.format_exception(error))}


def settle(walks: list[Walk], job: Assignment, limits: Mapping[str, Limit]) -> None:
    """Settles the columns of a store."""
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
