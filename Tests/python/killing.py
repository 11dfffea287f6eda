"""Processes that start fast, so that a test can kill thousands of them.

Each is a fork of one process that has imported the package, and has not used it.
"""

import contextlib
import multiprocessing
import multiprocessing.forkserver
import os
import pathlib
import random
import time
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from typing import Any

from conftest import BINDING, LIMIT_SECONDS, python_path

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(
    ["swiftpager.cli.main", "swiftpager.fleet", "pyarrow.parquet", "distributed", "runners"]
)

# Far longer than a run takes.
HANGS_SECONDS = 60


@contextlib.contextmanager
def forked(function: Callable[..., None], *arguments: Any) -> Iterator[BaseProcess]:
    """A process that calls a function; it is killed at the end of the block."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = python_path(BINDING, pathlib.Path(__file__).parent)
    try:
        process = _context.Process(target=function, args=arguments)
        process.start()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
    try:
        yield process
    finally:
        process.kill()
        process.join(LIMIT_SECONDS)


def ended(function: Callable[..., None], *arguments: Any) -> str:
    """Lets a process run to its end; returns "" for a good end, else the exit code, or that it hangs."""
    with forked(function, *arguments) as process:
        process.join(HANGS_SECONDS)
        if process.exitcode is None:
            return "it hangs"
        return "" if process.exitcode == 0 else f"exit code {process.exitcode}"


def wait(chance: random.Random, count: Callable[[], int], most: int, process: BaseProcess) -> None:
    """Waits until a count has grown by some number up to `most` and a moment more, or until the process has ended."""
    until, deadline = count() + chance.randint(0, most), time.monotonic() + HANGS_SECONDS
    while count() < until and process.is_alive():
        assert time.monotonic() < deadline, "it hangs"
        time.sleep(0.0005)
    time.sleep(chance.uniform(0, 0.01))


def kill(
    chance: random.Random, count: Callable[[], int], most: int, function: Callable[..., None], *given: Any
) -> bool:
    """Kills a process after such a time; returns whether it still ran."""
    with forked(function, *given) as process:
        wait(chance, count, most, process)
        process.kill()
        process.join(LIMIT_SECONDS)
        return process.exitcode != 0
