"""Many walks into one partitioned Parquet dataset, in slices that are committed once.

A walk is a config and a place, so any process can continue it. A slice is a part of a walk: at most so many pages, or
so many seconds. It is one Parquet file, which appears whole, under a number that only one process can take. The footer
holds the place behind the slice. The store has no other state, so any number of processes may work on one store, and
each may die at any moment.

    store = swiftpager.fleet.Store("/data/issues", columns={"id": {"type": "string"}, "title": {"type": "string"}})
    walk = swiftpager.fleet.Walk(endpoint, QUERY, {"name": "swift"}, key="swift", partition={"owner": "apple"})
    while True:
        ended = swiftpager.fleet.run_slice(walk, store)
        if ended.end is not None or ended.error is not None:
            break

Needs pyarrow (the extra `swiftpager[fleet]`), and s3fs for stores on S3 (the extra `swiftpager[s3]`). `swiftpager.dask`
runs the slices of many walks on a cluster.
"""

from ._schema import prepare
from ._slice import Slice, run_slice
from .errors import StoreError, WalkConflict
from .status import Status, WalkStatus, retry, status
from .store import Standing, Store
from .walk import Walk

__all__ = [
    "Slice", "Standing", "Status", "Store", "StoreError", "Walk", "WalkConflict", "WalkStatus", "prepare",
    "retry", "run_slice", "status",
]
