"""Many walks on a Dask cluster, into one partitioned Parquet dataset; each page is committed once.

    job = swiftpager.dask.run(walks, store, client=client, limits={"api.example.com": Limit(at_once=8, per_second=20)})
    job.wait()

Needs dask and distributed, which the first call of `run` imports: pip install swiftpager[dask].
"""

from __future__ import annotations

from ._driver import SchedulerGone
from .job import Job, run
from .limit import Limit
from .progress import Progress

__all__ = ["Job", "Limit", "Progress", "SchedulerGone", "run"]
