"""`swiftpager.dask.run`: a fleet on the workers of a Dask cluster."""

from __future__ import annotations

import importlib
import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..fleet import Job, Limit, Store
from ..fleet._driver import Driver
from ..fleet.running import planned
from . import _worker
from ._cluster import Cluster

if TYPE_CHECKING:
    from ..fleet import Walk


def run(
    walks: Iterable[Walk],
    store: Store,
    *,
    client: Any,
    limits: Mapping[str, Limit] | None = None,
    in_flight: int = 100,
    retries: int = 3,
    slice_pages: int = 200,
    slice_seconds: float = 300.0,
    children: Callable[[Any], Iterable[Walk]] | None = None,
    longest_wait: float = 60.0,
    resources: Mapping[str, float] | None = None,
) -> Job:
    """Begins to walk many lists into a store, and returns the job at once.

        limits = {"example.com": swiftpager.dask.Limit(at_once=8, per_second=20)}
        with swiftpager.dask.run(walks, store, client=client, limits=limits) as job:
            print(job.wait())

    A driver that died is started again by the same call: it reads the store, and goes on. Several jobs may use one
    cluster and one store.

    walks          the walks; a generator is asked for one only when there is room
    client         the `distributed.Client` of a cluster whose workers have swiftpager[dask] and reach the store
    limits         for each host, or host and port, how much of it the job may use
    in_flight      the number of slices that Dask has at a time, waiting ones included. Workers run as many at once as
                   they have threads
    retries        how often a slice is tried again whose worker is lost, or whose failure may pass
    slice_pages    the pages after which a slice ends
    slice_seconds  the seconds after which a slice ends at its next page
    children       called on the worker with the rows of a slice before its commit; returns walks that run, too
    longest_wait   the seconds that a slice waits for a server at most; for a longer wait it is put back
    resources      what a slice needs of a worker's resources, as Dask counts them

    Raises ValueError and TypeError for wrong arguments, and ImportError without dask and distributed.
    """
    schedule, assignment = planned(
        store, limits, retries, slice_pages, slice_seconds, longest_wait, in_flight=in_flight,
    )
    pickled = None if children is None else importlib.import_module("cloudpickle").dumps(children)
    job = _worker.Job(uuid.uuid4().hex, assignment, pickled)
    return Job(Driver(walks, store, schedule, Cluster(client, job, schedule.limits, resources)), store)
