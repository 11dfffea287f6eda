"""`swiftpager sync`: all lists of a server into a folder, which each run brings up to date."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import importlib
import json
import logging
import os
import pathlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from .. import _addresses
from .._environment import with_environment
from .._observing import LOGGER
from .._remedies import SYNC
from .._secrets import Secrets
from .._wording import counted
from ..exceptions import GraphQLError, SwiftPagerError
from ..files._disk import make_folders
from ..files._opening import NoFile, lock
from ..files._unfinished import remove_unfinished
from ..fleet._arguments import timeout_of
from .endings import Ending, LinesFailed, OutputError, UsageError
from .fleet import ending_of, limits_from, reason_of, scheduler_client
from .outputs import show
from .planning import SchemaSource, scalars_from
from .progress import Progress
from .reading import check_text
from .secrets import headers_from
from .since_words import since_from
from .wording import without_number

if TYPE_CHECKING:
    from ..client import Client
    from ..fleet import Limit
    from ..schema import Schema
    from ..sync import Entry, Manner, Options, Outcome, Pinned, Trials
    from ..sync.planning import Planner

    # The plans before, if there were any; those to begin with; and those that are to take the place of some of these.
    CheckedPlans = tuple[Pinned | None, Pinned, Mapping[str, Entry]]

_SHOW_SECONDS = 0.5
_SHOWN_REASONS = 5


class SyncCommand:
    """The lists of one endpoint, and their folder."""

    def __init__(self, arguments: argparse.Namespace, progress: Progress) -> None:
        self._arguments = arguments
        self._progress = progress
        self._folder = pathlib.Path(arguments.output)
        self._source = SchemaSource(arguments)
        self._shown_at = 0.0

    def run(self) -> None:
        """Brings the folder up to date. Raises the error that ended the command early, or what failed."""
        try:
            importlib.import_module("pyarrow.parquet")
        except ImportError as error:
            raise UsageError("swiftpager sync needs pyarrow: pip install 'swiftpager[schema,fleet]'") from error
        check_text("-o", [self._arguments.output])
        if _addresses.has_user(self._arguments.url):
            raise UsageError(
                "URL has a user or a password, which no file of the folder may have: give them as a header, like"
                " --header-env 'Authorization: Basic ${CREDENTIALS}'"
            )
        headers_from([], self._arguments.header_env, [])
        self._limits = limits_from(self._arguments.limit)
        self._since = since_from(self._arguments.since)
        try:
            make_folders(str(self._folder))
            with self._locked():
                self._run()
        except OSError as error:
            if isinstance(error, SwiftPagerError):
                raise
            kind = UsageError if isinstance(error, NoFile) else OutputError
            raise kind(f"-o {self._folder}: {without_number(error)}") from error

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Keeps other runs away from the folder."""
        descriptor = os.open(self._folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            try:
                lock(descriptor, str(self._folder))
            except BlockingIOError as error:
                raise UsageError(f"-o {self._folder}: {error.strerror}") from error
            yield
        finally:
            os.close(descriptor)

    def _run(self) -> None:
        from ..sync import Run, Unreachable
        from ..sync.lags import TOLD

        logging.getLogger(LOGGER).addFilter(lambda record: getattr(record, "swiftpager", {}).get("event") not in TOLD)
        for name in ("_plan.json", "views.sql"):
            remove_unfinished(self._folder / name)
        before, pinned, replaced = self._checked_plans()
        names = self._names(pinned)
        lost: Exception | None = None
        with self._starting() as start:
            run = Run(
                self._folder, pinned, replaced=replaced, trials=self._trials(), manner=self._manner, names=names,
                jobs=self._arguments.jobs, limits=self._limits, start=start, tell=self._tell,
            )
            try:
                with self._progress.watching(lambda: str(run)):
                    run.run(self._show, lambda: self._tell_difference(before, run.pinned))
            except Unreachable as error:
                lost = error.error
        outcomes = [run.outcomes[name] for name in sorted(run.outcomes)]
        self._report(outcomes, run.pinned, lost)

    def _show(self) -> None:
        if time.monotonic() - self._shown_at >= _SHOW_SECONDS:
            self._shown_at = time.monotonic()
            self._progress.show()

    # Plans

    def _checked_plans(self) -> CheckedPlans:
        """The plans. Raises `UsageError` for a file or a schema that cannot be used, and what requests raise."""
        from ..schema.errors import IntrospectionRefused, SchemaError
        from ..sync import PlanError

        try:
            return self._pinned()
        except IntrospectionRefused:
            raise
        except PlanError as error:
            raise UsageError(str(error)) from error
        except SchemaError as error:
            raise UsageError(f"{error}{self._source.advice}") from error

    def _pinned(self) -> CheckedPlans:
        """The kept plans, or new ones."""
        from ..sync import Pinned
        from ..sync.planning import replaced

        kept = Pinned.load(self._folder)
        before = None if kept is None else kept.without_secrets()
        if before is not None and before.endpoint != self._endpoint:
            raise UsageError(
                f"-o {self._folder} has the lists of another endpoint, {before.endpoint}: name another folder"
            )
        if before is not None and before != kept:
            # An earlier version wrote the keys of the address.
            before.save(self._folder)
        self._options, totals = self._options_from(before), _totals(self._arguments.total)
        if before is not None and not self._arguments.refresh:
            kept_plans = self._with_lag(self._with_sinces(before), self._options.lag)
            return before, self._with_totals(kept_plans, totals), {}
        after = self._planner(totals).all(before)
        self._check_names(after, "--total", totals)
        self._check_names(after, "--since", self._since.lists)
        if before is None:
            after.save(self._folder)
            return None, after, {}
        return before, *replaced(before, after)

    def _with_sinces(self, pinned: Pinned) -> Pinned:
        """The kept plans without those that --since changes, which the run makes anew."""
        self._check_names(pinned, "--since", self._since.lists)
        changed = self._since.changed(pinned)
        if changed != pinned:
            self._planner().check()
            changed.save(self._folder)
            anew = [name for name, entry in changed.lists.items() if entry != pinned.lists[name]]
            self._progress.tell(f"--since is another one, so the plan is made anew of {', '.join(anew)}")
        return changed

    def _with_lag(self, pinned: Pinned, lag: float | None) -> Pinned:
        """The kept plans with the lag of the command line, which the file has from now on."""
        if lag == pinned.options.lag:
            return pinned
        changed = dataclasses.replace(pinned, options=dataclasses.replace(pinned.options, lag=lag))
        changed.save(self._folder)
        return changed

    def _with_totals(self, pinned: Pinned, totals: Mapping[str, Literal["auto", "off"]]) -> Pinned:
        """The kept plans with what the command line says of totals, which the file has from now on."""
        self._check_names(pinned, "--total", totals)
        changed = pinned
        for name, total in totals.items():
            entry = changed.lists[name].with_total(total)
            changed = changed.with_entry(entry)
            if total == "auto" and entry.plan is not None and not entry.plan.has_total:
                self._progress.tell(f"{name}: the plan selects no total; --refresh asks for it")
        if changed != pinned:
            changed.save(self._folder)
        return changed

    def _check_names(self, pinned: Pinned, option: str, names: Iterable[str]) -> None:
        for name in names:
            if name not in pinned.lists:
                raise UsageError(f"{option} {name}: the plans in {self._folder} do not have this list")

    def _tell_difference(self, before: Pinned | None, after: Pinned) -> None:
        from ..sync.difference import difference

        assert before is not None
        lines = difference(before, after)
        self._progress.tell("\n".join(["the plans changed:", *lines]) if lines else "the plans did not change")

    def _options_from(self, before: Pinned | None) -> Options:
        """The options of new plans: those of the command line, else those of the earlier plans."""
        from ..sync import Options

        given = self._arguments
        options = Options() if before is None else before.options
        words = {
            "since": self._since.all, "page_size": given.page_size, "scalars": scalars_from(given.scalar) or None,
        }
        changed = {name: value for name, value in words.items() if value is not None}
        if before is None or given.refresh:
            changed |= {} if given.only is None else {"only": _names(given.only)}
        elif differing := [name for name, value in changed.items() if value != getattr(options, name)]:
            option = f"--{differing[0].removesuffix('s').replace('_', '-')}"
            raise UsageError(f"{option}: the plans in {self._folder} were made with another value; add --refresh")
        lag: dict[str, Any] = {} if given.lag is None else {"lag": None if given.lag == "auto" else given.lag}
        return dataclasses.replace(options, **changed, **lag)

    def _tell(self, message: str) -> None:
        self._progress.tell(SYNC.words(message))

    def _planner(self, totals: Mapping[str, Literal["auto", "off"]] | None = None) -> Planner:
        """What makes plans; it reads the schema when it needs one."""
        from ..sync.planning import Planner

        return Planner(self._endpoint, self._options, self._schema, self._tell, totals, self._since.lists)

    def _schema(self) -> Schema:
        with self._client(self._limits) as client:
            return self._source.of(client)

    def _trials(self) -> Trials:
        from ..sync import Trials

        hide = Secrets(self._arguments.url, with_environment(None, self._headers_env)).hide
        return Trials(self._planner(), self._client, hide, self._tell, self._renews)

    def _renews(self, used: Schema, error: GraphQLError) -> bool:
        """Whether the server's schema is another one than was used, so that a plan is to be made anew."""
        with self._client(self._limits) as client:
            return self._source.renews(client, error, used)

    def _client(self, limits: Mapping[str, Limit]) -> Client:
        """A client that keeps to the limit of the endpoint among these."""
        from ..client import Client
        from ..fleet.limit import limited_host

        host = limited_host(self._arguments.url, limits)
        return Client(
            self._arguments.url, headers_env=self._headers_env,
            rate_limit=None if host is None else limits[host].rate_limit, timeout=timeout_of(self._arguments.timeout),
        )

    @property
    def _manner(self) -> Manner:
        from ..sync import Manner

        given = self._arguments
        return Manner(
            given.url, self._headers_env, errors=given.errors, timeout=given.timeout, lag=self._options.lag,
            is_strict=given.strict,
        )

    @property
    def _endpoint(self) -> str:
        """The address as files and messages have it."""
        return _addresses.without_secrets(self._arguments.url)

    @property
    def _headers_env(self) -> dict[str, str] | None:
        pairs = (word.partition(":") for word in self._arguments.header_env)
        return {name.strip(): value.strip() for name, _, value in pairs} or None

    # Lists

    def _names(self, pinned: Pinned) -> list[str]:
        """The lists of this run: those of --only, or all, without those that are skipped."""
        names = list(pinned.lists) if self._arguments.only is None else list(_names(self._arguments.only))
        for name in names:
            if name not in pinned.lists:
                raise UsageError(f"--only {name}: the plans in {self._folder} do not have this list; add --refresh")
        read = [name for name in names if pinned.lists[name].is_read]
        if not read:
            reasons = "; ".join(f"{name}: {pinned.lists[name].skipped}" for name in names[:_SHOWN_REASONS])
            raise UsageError(f"the command finds no list to read: {reasons or 'the schema has no list'}")
        return read

    @contextlib.contextmanager
    def _starting(self) -> Iterator[Callable[..., Any]]:
        """What begins a fleet: on threads of this process, or on a cluster if the command line names one."""
        fleet, pages = importlib.import_module("swiftpager.fleet"), self._arguments.slice_pages

        def on_threads(walks: Any, store: Any, threads: int, limits: Mapping[str, Limit]) -> Any:
            return fleet.run(walks, store, threads=threads, limits=limits, slice_pages=pages)

        if self._arguments.scheduler is None:
            yield on_threads
            return
        with scheduler_client(self._arguments.scheduler) as client:
            on_dask = importlib.import_module("swiftpager.dask")
            try:
                yield lambda walks, store, threads, limits: on_dask.run(
                    walks, store, client=client, in_flight=threads, limits=limits, slice_pages=pages
                )
            except on_dask.SchedulerGone as error:
                raise OutputError(str(error)) from error

    def _report(self, outcomes: list[Outcome], pinned: Pinned, lost: Exception | None) -> None:
        """Prints the lists, and raises what ended the run, or `LinesFailed` with those that are not complete."""
        if self._arguments.json:
            skipped = {name: entry.skipped for name, entry in pinned.lists.items() if not entry.is_read}
            lists = [outcome.to_json() for outcome in outcomes]
            show(json.dumps({"endpoint": pinned.endpoint, "lists": lists, "skipped": skipped}, ensure_ascii=False))
        else:
            width = max((len(outcome.name) for outcome in outcomes), default=0)
            show("".join(f"{outcome.line(width)}\n" for outcome in outcomes), end="")
        if lost is not None:
            raise lost
        errors = {one.name: error for one in outcomes if (error := one.error_in_words()) is not None}
        if errors:
            head = f"{len(errors):,} of {counted(len(outcomes), 'list')} failed or are not complete:"
            endings = {ending_of(error) for error in errors.values()}
            raise LinesFailed(
                "\n".join([head, *(f"{name}: {reason_of(error)}" for name, error in errors.items())]),
                endings.pop() if len(endings) == 1 else Ending.INCOMPLETE,
            )


def _totals(words: list[str]) -> dict[str, Literal["auto", "off"]]:
    """What --total says of each list; raises `UsageError`."""
    found: dict[str, Literal["auto", "off"]] = {}
    for word in words:
        name, _, text = word.rpartition("=")
        if not name or text not in ("auto", "off"):
            raise UsageError(f"--total {word}: expected LIST=off or LIST=auto")
        found[name] = "off" if text == "off" else "auto"
    return found


def _names(text: str) -> tuple[str, ...]:
    """The names of --only, each once."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not names:
        raise UsageError("--only: expected names of lists, like --only products,viewer.repositories")
    return names
