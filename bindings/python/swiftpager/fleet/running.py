"""`swiftpager.fleet.run`: a fleet on threads of this process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._driver import Driver
from ._schedule import Schedule
from ._threads import Threads
from ._work import Assignment
from .job import Job
from .limit import Limit, checked
from .store import Store, check_store

if TYPE_CHECKING:
    from .walk import Walk


def run(
    walks: Iterable[Walk],
    store: Store,
    *,
    threads: int = 16,
    limits: Mapping[str, Limit] | None = None,
    retries: int = 3,
    slice_pages: int = 200,
    slice_seconds: float = 300.0,
    children: Callable[[Any], Iterable[Walk]] | None = None,
    longest_wait: float = 60.0,
) -> Job:
    """Begins to walk many lists into a store on threads of this process, and returns the job at once.

        with swiftpager.fleet.run(walks, store, threads=8) as job:
            print(job.wait())

    A process that died is started again by the same call: it reads the store, and goes on. Several processes and
    machines may use one store; they share the work.

    walks          the walks; a generator is asked for one only when there is room
    threads        the number of slices that run at once
    limits         for each host, or host and port, how much of it the job may use
    retries        how often a slice is tried again whose failure may pass
    slice_pages    the pages after which a slice ends
    slice_seconds  the seconds after which a slice ends at its next page
    children       called on the slice's thread with the rows of the slice before its commit, as a table of pyarrow;
                   returns walks that run, too. A complete walk that leads to others is asked again in each run, so that
                   new ones are found
    longest_wait   the seconds that a slice waits for a server at most; for a longer wait it is put back

    Raises ValueError and TypeError for wrong arguments.
    """
    schedule, assignment = planned(
        store, limits, retries, slice_pages, slice_seconds, longest_wait, children, threads=threads,
    )
    return Job(Driver(walks, store, schedule, Threads(assignment, threads, schedule.limits)), store)


def planned(
    store: Store,
    limits: Mapping[str, Limit] | None,
    retries: int,
    slice_pages: int,
    slice_seconds: float,
    longest_wait: float,
    children: Callable[[Any], Iterable[Walk]] | None = None,
    **window: int,
) -> tuple[Schedule, Assignment]:
    """The schedule of a fleet, and what its slices share; raises ValueError and TypeError for wrong arguments.

    window  how many slices are under way at a time, by the name of the argument that says so
    """
    limits = checked(limits)
    check_store(store)
    ((name, in_flight),) = window.items()
    for argument, value, least in ((name, in_flight, 1), ("retries", retries, 0), ("slice_pages", slice_pages, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"{argument} must be a whole number of at least {least}, not {value!r}")
    if not 0 < slice_seconds < float("inf"):
        raise ValueError(f"slice_seconds must be a number above 0, not {slice_seconds!r}")
    if not 0 <= longest_wait < float("inf"):
        raise ValueError(f"longest_wait must be a number of at least 0, not {longest_wait!r}")
    options = {"slice_pages": slice_pages, "slice_seconds": slice_seconds, "longest_wait": longest_wait}
    return Schedule(in_flight, limits, retries, slice_seconds), Assignment(store, children, options)
