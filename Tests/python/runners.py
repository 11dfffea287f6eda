"""What the processes run that `killing` starts: one run of a walk, or of a fleet."""

import contextlib
import json
import os
import pathlib
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

import swiftpager
import swiftpager.cli
import swiftpager.fleet as fleet

# The calls that change a folder. A process that is killed before one of them leaves what the ones before it did.
STEPS = ("link", "mkdir", "replace", "rmdir", "unlink")
DAY_SECONDS = 24 * 3_600


def file(kind: str, url: str, query: str, size: int, since: Any, to: pathlib.Path, side: pathlib.Path) -> None:
    """Writes a list into a file of NDJSON, or into Parquet."""
    with swiftpager.Client(url, retry=False) as client:
        pager = client.pager(query, {"first": size}, since=since, errors="keep")
        if kind == "parquet":
            pager.write_parquet(to, rows=2 * size)
        else:
            pager.write_ndjson(to, checkpoint_file=side)


def command(words: list[str], messages: pathlib.Path) -> None:
    """The command; what it says on stderr is in a file."""
    os.dup2(os.open(messages, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    sys.argv = ["swiftpager", *words]
    sys.exit(swiftpager.cli.main())


def threads(walks: list[fleet.Walk], store: fleet.Store, slice_pages: int = 2) -> None:
    """A fleet on threads."""
    _end(fleet.run(walks, store, threads=4, slice_pages=slice_pages))


def dask(walks: list[fleet.Walk], store: fleet.Store, address: str) -> None:
    """The driver of a fleet on a cluster."""
    import distributed

    import swiftpager.dask

    with distributed.Client(address, set_as_default=False) as client:
        _end(swiftpager.dask.run(walks, store, client=client, slice_pages=2))


def _end(job: fleet.Job) -> None:
    """Waits for a fleet; a list with a forbidden item is partial, and any other failure ends the process with it."""
    job.wait()
    failed = {key: error for key, error in job.failed().items() if error["code"] != "PARTIAL_DATA"}
    if failed:
        sys.exit(json.dumps(failed))


def worker(address: str, folder: pathlib.Path) -> None:
    """A worker of Dask."""
    import asyncio

    import distributed

    async def serve() -> None:
        async with distributed.Worker(
            address, host="127.0.0.1", nthreads=4, dashboard=False, local_directory=str(folder)
        ) as serving:
            await serving.finished()

    asyncio.run(serve())


def set_clock(later: Callable[[], int]) -> None:
    """Has the clock of this process stand at noon of this day, so many seconds later.

    At noon, what ends within hours ends on its day.
    """
    began = time.time()
    noon, real = began // DAY_SECONDS * DAY_SECONDS + DAY_SECONDS // 2, time.time
    time.time = lambda: noon - began + real() + later()


def killed_at_step(number: int, words: list[str], cache: str, later: int = 0) -> None:
    """Runs the command in this process, which SIGKILL ends before its change of that number to a file or folder.

    later  how many seconds later it is
    """
    if later:
        set_clock(lambda: later)
    os.environ["XDG_CACHE_HOME"] = cache
    steps = iter(range(number))

    def counted(change: Any) -> Any:
        def counting(*arguments: Any, **options: Any) -> Any:
            if next(steps, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)
            return change(*arguments, **options)
        return counting

    for name in STEPS:
        setattr(os, name, counted(getattr(os, name)))
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        code = swiftpager.cli.main(words)
    os._exit(code)
