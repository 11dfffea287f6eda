"""`swiftpager fleet`: many walks into one Parquet dataset, on threads or on a Dask cluster."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from .._remedies import FLEET
from .._wording import counted
from ..arrow._columns import written_columns
from ..fleet.limit import Limit, checked
from ..fleet.progress import Progress as JobProgress
from .endings import Ending, LinesFailed, OutputError, Terminated, UsageError, ending_of_answer
from .outputs import show
from .progress import Progress
from .reading import lines_from, text_of
from .variables import json_value
from .wording import without_number

# The reasons of failed walks that the message shows, the most frequent first.
_SHOWN_REASONS = 10
# How long the command waits before it shows the progress again, and looks at signals.
_SHOW_SECONDS = 0.5
_ANSWERED = frozenset({"GRAPHQL", "HTTP"})
_NETWORK = frozenset({"NETWORK", "BAD_RESPONSE", "TIMEOUT"})


class FleetCommand:
    """All walks of a file."""

    def __init__(self, arguments: argparse.Namespace, progress: Progress) -> None:
        self._arguments = arguments
        self._progress = progress
        self._fleet = importlib.import_module("swiftpager.fleet")

    def run(self) -> None:
        """Runs the walks, or shows how far they are. Raises the error that ended the command early."""
        try:
            importlib.import_module("pyarrow.parquet")
        except ImportError as error:
            raise UsageError("swiftpager fleet needs pyarrow: pip install swiftpager[fleet]") from error
        try:
            store = self._store()
            if self._arguments.status:
                self._show_status(store)
            else:
                self._run(store)
        except self._fleet.StoreError as error:
            raise OutputError(without_number(error)) from error

    def _store(self) -> Any:
        arguments = self._arguments
        columns = None if arguments.columns is None else _columns(arguments.columns)
        try:
            return self._fleet.Store(
                arguments.out, columns=columns, sample=arguments.sample, on_new_keys=arguments.on_new_keys
            )
        except (ValueError, TypeError) as error:
            raise UsageError(f"--out {arguments.out}: {error}") from error
        except self._fleet.StoreError as error:
            raise UsageError(f"--out {without_number(error)}") from error

    def _show_status(self, store: Any) -> None:
        status = self._fleet.status(store)
        if not status.walks:
            raise UsageError(f"--out {self._arguments.out}: this place has no store, or no walk has begun in it")
        show(json.dumps(status.to_json()) if self._arguments.json else status.table())

    def _run(self, store: Any) -> None:
        arguments = self._arguments
        if arguments.walks is None:
            raise UsageError("name the file with the walks, one JSON object per line; - reads stdin")
        limits = limits_from(arguments.limit)
        if arguments.retry_failed:
            self._fleet.retry(store)
        with self._job(store, limits) as job:
            try:
                with self._progress.watching(lambda: str(job.progress())):
                    while not job.is_done:
                        with contextlib.suppress(TimeoutError):
                            job.wait(_SHOW_SECONDS)
                        self._progress.show()
                    job.wait()
            except Terminated:
                job.cancel()
                raise
            self._report(job.progress(), job.failed())

    @contextlib.contextmanager
    def _job(self, store: Any, limits: Mapping[str, Limit]) -> Iterator[Any]:
        """The fleet under way: on threads of this process, or on a cluster if the command line names one."""
        arguments = self._arguments
        options = {
            "limits": limits, "retries": arguments.fleet_retries, "slice_pages": arguments.slice_pages,
            "slice_seconds": arguments.slice_seconds,
        }
        if arguments.scheduler is None and arguments.workers is None:
            yield self._fleet.run(self._walks(), store, threads=arguments.threads, **options)
            return
        with self._client() as client:
            on_dask = importlib.import_module("swiftpager.dask")
            try:
                yield on_dask.run(self._walks(), store, client=client, in_flight=arguments.in_flight, **options)
            except on_dask.SchedulerGone as error:
                raise OutputError(str(error)) from error

    @contextlib.contextmanager
    def _client(self) -> Iterator[Any]:
        """A client of the cluster: that of --scheduler, or one of --workers for as long as the command runs."""
        arguments = self._arguments
        if arguments.scheduler is not None:
            with scheduler_client(arguments.scheduler) as client:
                yield client
            return
        distributed = _imported_dask("--workers")
        # A worker that is being closed may write a traceback of its last heartbeat. The command itself tells of slices
        # that are lost.
        cluster = distributed.LocalCluster(
            n_workers=arguments.workers, threads_per_worker=arguments.threads, dashboard_address=":0",
            silence_logs=logging.CRITICAL,
        )
        with cluster, distributed.Client(cluster, set_as_default=False) as client:
            yield client

    def _walks(self) -> Iterator[Any]:
        """The walks of the file, one by one."""
        name = self._arguments.walks
        for number, line in enumerate(lines_from(name, "WALKS"), 1):
            if not line.strip():
                continue
            try:
                fields = json.loads(line)
                if not isinstance(fields, dict):
                    raise ValueError("expected a JSON object")
                yield self._fleet.Walk.from_json(fields)
            except (ValueError, TypeError, KeyError) as error:
                raise UsageError(f"{name}: line {number:,} is not a walk: {error}") from error

    def _report(self, progress: JobProgress, failed: Mapping[str, Mapping[str, Any]]) -> None:
        """Raises `LinesFailed` with the reasons, each with the keys of its walks."""
        if not failed:
            return
        reasons = Counter(FLEET.words(reason_of(error)) for error in failed.values())
        examples = {FLEET.words(reason_of(error)): key for key, error in reversed(list(failed.items()))}
        told = [
            f"{counted(count, 'walk')}, {examples[reason]} for example: {reason}"
            for reason, count in reasons.most_common(_SHOWN_REASONS)
        ]
        if len(reasons) > _SHOWN_REASONS:
            told.append(f"and {counted(len(reasons) - _SHOWN_REASONS, 'other reason')}: see --status")
        head = f"{len(failed):,} of {counted(progress.walks, 'walk')} failed or are partial:"
        endings = {ending_of(error) for error in failed.values()}
        raise LinesFailed("\n".join([head, *told]), endings.pop() if len(endings) == 1 else Ending.INCOMPLETE)


@contextlib.contextmanager
def scheduler_client(address: str) -> Iterator[Any]:
    """A client of a running cluster."""
    distributed = _imported_dask("--scheduler")
    try:
        # A client with a wrong address would hold up the end of the command for a minute.
        importlib.import_module("distributed.comm").get_address_host_port(address)
        client = distributed.Client(address, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"--scheduler {address}: {error}") from error
    with client:
        yield client


def _imported_dask(option: str) -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise UsageError(f"{option} needs Dask: pip install swiftpager[dask]") from error


def limits_from(words: list[str]) -> dict[str, Limit]:
    """The limits of `--limit HOST=AT_ONCE[:PER_SECOND]`; raises `UsageError`."""
    limits = {}
    for word in words:
        host, _, numbers = word.partition("=")
        at_once, _, per_second = numbers.partition(":")
        try:
            given = int(at_once), float(per_second) if per_second else None
        except ValueError as error:
            raise UsageError(f"--limit {word}: expected HOST=AT_ONCE or HOST=AT_ONCE:PER_SECOND") from error
        try:
            limits[host] = Limit(*given)
            checked({host: limits[host]})
        except ValueError as error:
            raise UsageError(f"--limit {word}: {error}") from error
    return limits


def _columns(path: str) -> Any:
    """The columns in a file; raises `UsageError`."""
    columns = json_value(f"--columns {path}", text_of(path, "--columns"))
    try:
        written_columns(columns)
    except (ValueError, TypeError) as error:
        raise UsageError(f"--columns {path}: {error}") from error
    return columns


def reason_of(error: Mapping[str, Any]) -> str:
    """Why a walk failed."""
    return str(error.get("message") or error["code"])


def ending_of(error: Mapping[str, Any]) -> Ending:
    """The exit code of a walk's failure, as a walk of its own has it."""
    code = error["code"]
    if code in _ANSWERED:
        return ending_of_answer(error.get("http_status"))
    if code in _NETWORK:
        return Ending.NETWORK
    return Ending.REFUSED if code == "RATE_LIMITED" else Ending.INCOMPLETE
