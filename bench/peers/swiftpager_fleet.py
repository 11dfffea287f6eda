"""Many walks into Parquet files: as a fleet on Dask, with --here on threads of this process, or with --one-process in
one event loop.

The clock runs from before the first walk is given to the cluster, whose start is not included.
"""

import argparse
import asyncio
import json
import pathlib
import sys
import tempfile
from collections.abc import Iterator

import peer
import swiftpager

TYPES = {"id": "string", "name": "string", "price": "float64", "description": "string", "inStock": "bool"}
COLUMNS = {name: {"type": kind} for name, kind in TYPES.items()}


async def one_process(asked: argparse.Namespace, folder: pathlib.Path) -> int:
    """Walks all lists in one event loop, each into a file; returns the number of rows."""
    import pyarrow.parquet

    async def walk(client: swiftpager.AsyncClient, number: int) -> int:
        rows, writer = 0, None
        async for batch in client.pager(peer.QUERY, {"first": asked.size}).record_batches(COLUMNS):
            if writer is None:
                writer = pyarrow.parquet.ParquetWriter(folder / f"walk-{number}.parquet", batch.schema)
            writer.write_batch(pyarrow.record_batch(batch))
            rows += batch.num_rows
        if writer is not None:
            writer.close()
        return rows

    async with swiftpager.AsyncClient(asked.url) as client:
        return sum(await asyncio.gather(*(walk(client, number) for number in range(asked.pagers))))


def fleet_here(asked: argparse.Namespace, folder: pathlib.Path) -> tuple[peer.Cost, int, int]:
    """Walks all lists on threads of this process; returns the cost and the numbers of pages and rows."""
    import pyarrow.parquet  # noqa: F401  (the time to load it does not count)

    import swiftpager.fleet

    store = swiftpager.fleet.Store(str(folder), columns=COLUMNS)
    start = peer.Cost.now()
    walks = (
        swiftpager.fleet.Walk(asked.url, peer.QUERY, {"first": asked.size}, key=f"walk-{number}")
        for number in range(asked.pagers)
    )
    with swiftpager.fleet.run(walks, store, threads=asked.threads or 8) as job:
        progress = job.wait()
        cost = peer.Cost.since(start)
        if progress.failed or progress.partial:
            sys.exit(f"swiftpager_fleet: {job.failed()}")
    return cost, progress.pages, progress.rows


def fleet(asked: argparse.Namespace, folder: pathlib.Path) -> tuple[peer.Cost, int, int]:
    """Walks all lists on a cluster; returns the cost and the numbers of pages and rows."""
    import distributed

    import swiftpager.dask
    import swiftpager.fleet

    def walks() -> Iterator[swiftpager.fleet.Walk]:
        for number in range(asked.queued or asked.pagers):
            yield swiftpager.fleet.Walk(asked.url, peer.QUERY, {"first": asked.size}, key=f"walk-{number}")

    store = swiftpager.fleet.Store(str(folder), columns=COLUMNS)
    threads = asked.threads or max(1, asked.pagers // asked.workers)
    with distributed.LocalCluster(
        n_workers=asked.workers, threads_per_worker=threads, dashboard_address=":0", silence_logs=40
    ) as cluster, distributed.Client(cluster) as client:
        # The workers import what they need before the clock starts.
        client.run(__import__, "swiftpager.dask._worker")
        start = peer.Cost.now()
        job = swiftpager.dask.run(walks(), store, client=client, slice_pages=asked.slice_pages)
        while asked.queued and job.progress().complete < asked.pagers and not job.is_done:
            try:
                job.wait(0.1)
            except TimeoutError:
                continue
        if asked.queued:
            job.cancel()
        progress = job.wait()
        cost = peer.Cost.since(start)
    if progress.failed or progress.partial:
        sys.exit(f"swiftpager_fleet: {job.failed()}")
    return cost, progress.pages, progress.rows


def main() -> None:
    """Walks `--pagers` lists, each of `--pages` pages."""
    parser = peer.parser(__doc__)
    parser.add_argument("--one-process", action="store_true", help="all walks in one event loop, without Dask")
    parser.add_argument("--here", action="store_true", help="on threads of this process, without Dask")
    parser.add_argument("--workers", type=int, default=2, help="the processes of the cluster (default 2)")
    parser.add_argument("--threads", type=int, help="the threads of each (default --pagers over --workers)")
    parser.add_argument("--slice-pages", type=int, default=200, help="the pages of a slice (default 200)")
    parser.add_argument("--queued", type=int, default=0, help="have so many walks, and end after --pagers of them")
    asked = peer.bound(parser.parse_args())
    with tempfile.TemporaryDirectory() as folder:
        if asked.one_process:
            start = peer.Cost.now()
            rows = asyncio.run(one_process(asked, pathlib.Path(folder)))
            peer.report("one_process", asked, asked.pages * asked.pagers, rows, peer.Cost.since(start))
            return
        cost, pages, rows = (fleet_here if asked.here else fleet)(asked, pathlib.Path(folder))
    if asked.queued:
        # What is left is not of interest, and neither is the memory of the workers.
        print(json.dumps({"name": "swiftpager_fleet", "pages": asked.pages * asked.pagers, "items": rows,
                          "seconds": cost.seconds, "peak_rss_kb": peer.own_memory_kb()}))
    else:
        peer.report("swiftpager_fleet", asked, pages, rows, cost)


if __name__ == "__main__":
    main()
