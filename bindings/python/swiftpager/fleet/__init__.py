"""Many walks into one partitioned Parquet dataset, in slices that are committed once.

A walk is a config and a place, so any process can continue it. A slice is a part of a walk: at most so many pages, or
so many seconds. It is one Parquet file, which appears whole, under a number that only one process can take. The footer
holds the place behind the slice. The store has no other state, so any number of processes may work on one store, and
each may die at any moment.

    store = swiftpager.fleet.Store("/data/issues", columns={"id": {"type": "string"}, "title": {"type": "string"}})
    walk = swiftpager.fleet.Walk(endpoint, QUERY, {"name": "swift"}, key="swift", partition={"owner": "apple"})
    job = swiftpager.fleet.run([walk], store)
    print(job.wait())

Needs pyarrow (the extra `swiftpager[fleet]`), and s3fs for stores on S3 (the extra `swiftpager[s3]`). `run` uses
threads of this process, `swiftpager.dask` the workers of a cluster, and `run_slice` serves other engines.
"""

from ._schema import prepare
from ._slice import Slice, run_slice
from .errors import StoreError, WalkConflict
from .job import Job
from .limit import Limit
from .progress import Progress
from .retrying import restart, retry
from .running import run
from .status import Status, WalkStatus, status
from .store import Standing, Store
from .walk import Walk

__all__ = [
    "Job", "Limit", "Progress", "Slice", "Standing", "Status", "Store", "StoreError", "Walk", "WalkConflict",
    "WalkStatus", "prepare", "restart", "retry", "run", "run_slice", "status",
]
