"""Many walks on a Dask cluster, into one partitioned Parquet dataset; each page is committed once.

    job = swiftpager.dask.run(walks, store, client=client, limits={"api.example.com": Limit(at_once=8, per_second=20)})
    job.wait()

Needs dask and distributed, which the first call of `run` imports: pip install swiftpager[dask]. `swiftpager.fleet.run`
does the same on threads of one process, without Dask.
"""

from __future__ import annotations

from ..fleet import Job, Limit, Progress
from ._cluster import SchedulerGone
from .running import run

__all__ = ["Job", "Limit", "Progress", "SchedulerGone", "run"]
