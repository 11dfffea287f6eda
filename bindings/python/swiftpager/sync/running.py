"""A run: the stores of all lists are filled, several at a time, and the views follow them."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from .._environment import with_environment
from .._secrets import Secrets
from ..exceptions import GraphQLError, SwiftPagerError
from ..fleet import Job, Limit, Store, Walk
from ..fleet._failures import described
from ..fleet.limit import limited_host
from ..schema.first_page import FirstPage, PlanChanged
from ..schema.lag import with_lag
from . import nulls, shortfalls, views
from .filling import LARGEST_TRIES, Filling, settle
from .outcome import Outcome
from .pinned import Entry, Pinned, Under
from .places import Places
from .stores import Stores
from .under import Items, walks

# How long a run waits before it looks at its jobs again.
_LOOK_SECONDS = 0.05
# Begins to walk lists into a store, with so many slices at once.
Start = Callable[[Iterable[Walk], Store, int, Mapping[str, Limit]], Job]
# Makes the plan of a list, with the values of arguments of an item of the list before it.
Plan = Callable[[Entry, Mapping[str, Any]], Entry]


class Run:
    """Brings lists up to date.

    pinned       the plans; a plan that is missing comes from `plan`, and the file `_plan.json` then has it
    endpoint     the address with its keys, which no file has
    headers_env  as for `swiftpager.fleet.Walk`
    names        the lists; those before a list with `under` are read only if they are named, too
    jobs         the number of slices at once
    limits       for each host, or host and port, how much of it the run may use
    start        begins a fleet
    tell         takes messages for the user
    is_strict    whether a list in doubt is not complete
    """

    def __init__(
        self, folder: Any, pinned: Pinned, *, endpoint: str, headers_env: Mapping[str, str] | None,
        names: Iterable[str], jobs: int, limits: Mapping[str, Limit], start: Start, plan: Plan,
        tell: Callable[[str], None], is_strict: bool = False,
    ) -> None:
        self._folder = folder
        self.pinned = pinned
        self._endpoint = endpoint
        self._headers_env = headers_env
        self._secrets = Secrets(endpoint, with_environment(None, headers_env))
        self._names = list(names)
        self._start = start
        self._plan = plan
        self._tell = tell
        self._is_strict = is_strict
        host = limited_host(endpoint, limits)
        self._places = Places(jobs, host, None if host is None else limits[host])
        self._views: dict[str, tuple[int, str]] = {}
        self._active: dict[str, tuple[Filling, Job]] = {}
        # The lists that began anew in this run.
        self._begun_anew: set[str] = set()
        self.outcomes: dict[str, Outcome] = {}
        self._began = time.monotonic()

    def run(self, show: Callable[[], None] = lambda: None) -> list[Outcome]:
        """Fills the stores; `show` is called again and again. Raises OSError, `StoreError`, and what requests raise.

        What happens to one list is in its outcome, and the other lists go on.
        """
        self._remove_old()
        for name in self.pinned.lists:
            with self._told(name):
                self._refresh_view(name)
        self._write_views()
        try:
            for entries in self._levels():
                self._read(entries, show)
        except BaseException:
            self._cancel()
            raise
        return [self.outcomes[name] for name in sorted(self.outcomes)]

    def __str__(self) -> str:
        rows = sum(one.rows for one in self.outcomes.values())
        rows += sum(job.progress().rows for _, job in self._active.values())
        seconds = time.monotonic() - self._began
        return f"{len(self.outcomes):,} of {len(self._names):,} lists; {rows:,} rows in {seconds:.1f} s"

    def _levels(self) -> Iterator[list[Entry]]:
        """The lists without `under` together, and each other list alone, behind those before it."""
        entries = [self.pinned.lists[name] for name in sorted(self._names)]
        yield [entry for entry in entries if entry.under is None]
        deep = [(self._depth(entry), entry) for entry in entries if entry.under is not None]
        for _, entry in sorted(deep, key=lambda one: (one[0], one[1].name)):
            yield [entry]

    def _depth(self, entry: Entry) -> int:
        return 0 if entry.under is None else 1 + self._depth(self.pinned.lists[entry.under.list])

    # Lists

    def _read(self, entries: list[Entry], show: Callable[[], None]) -> None:
        """Reads lists, as many at a time as there are places."""
        waiting = list(reversed(entries))
        while waiting or self._active:
            while waiting and self._places.take(time.monotonic(), is_alone=waiting[-1].under is not None):
                self._begin(waiting.pop())
            for name, (filling, job) in list(self._active.items()):
                if job.is_done:
                    del self._active[name]
                    if self._ended(name, filling, job):
                        waiting.append(filling.entry)
            show()
            self._wait()

    def _begin(self, entry: Entry) -> None:
        with self._told(entry.name):
            threads, limits = self._places.share(is_alone=entry.under is not None)
            filling = self._begun(entry, limits)
            if filling is not None:
                self._active[entry.name] = filling, self._start(filling.walks, filling.store, threads, limits)
                return
        self._places.give_back(time.monotonic() if entry.is_untried else None)

    def _begun(self, entry: Entry, limits: Mapping[str, Limit]) -> Filling | None:
        """The store that a list begins to fill, by a plan that is tried; None if the list has to wait."""
        first_page: FirstPage | None = None
        while (filling := self._filling(entry)) is not None:
            entry = filling.entry
            filling.begin(self._tell)
            if not entry.is_untried or entry.plan is None:
                break
            first_page = first_page or _first_page_of(entry.plan, self._secrets.hide)
            try:
                if filling.try_first(first_page, _rate_limit(limits)):
                    self._pinned_with(dataclasses.replace(entry, is_untried=False))
                break
            except PlanChanged:
                entry = self._pinned_with(dataclasses.replace(entry, plan=first_page.plan))
        if first_page is not None:
            first_page.report(lambda words: self._tell(f"{entry.name}: {words}"))
        return filling

    def _ended(self, name: str, filling: Filling, job: Job) -> bool:
        """Takes what came of a list; returns whether it is read again at once.

        It goes on from where the server cut it, or begins once more, because a cursor of an earlier run has expired.
        """
        self._places.give_back(time.monotonic())
        with self._told(name):
            job.wait()
            before = self.outcomes.get(name)
            outcome = filling.ended(job)
            if outcome.end == "failed" and name not in self._begun_anew and filling.has_lost_its_place:
                self._begun_anew.add(name)
                return True
            goes_on = outcome.rows > 0 and _is_cut(filling.entry, outcome)
            if before is not None:
                outcome = dataclasses.replace(outcome, rows=before.rows + outcome.rows)
            self.outcomes[name] = outcome
            for words in filling.shrunk_lags() if outcome.rows else ():
                self._tell(words)
            self._refresh_view(name)
            self._write_views()
            return goes_on
        return False

    def _wait(self) -> None:
        if not self._active:
            time.sleep(_LOOK_SECONDS)
            return
        _, job = next(iter(self._active.values()))
        # Not `wait`: on Ctrl-C that waits for its own job before the others hear of it.
        job._ends_within(_LOOK_SECONDS)

    def _cancel(self) -> None:
        for _, job in self._active.values():
            job.cancel(wait=False)
        for _, job in self._active.values():
            job.cancel()

    @contextlib.contextmanager
    def _told(self, name: str) -> Iterator[None]:
        """Makes an outcome of what is wrong with one list. A store that cannot be written ends the run."""
        try:
            yield
        except (ValueError, SwiftPagerError) as error:
            self.outcomes[name] = Outcome(name, "failed", error=described(error))

    def _filling(self, entry: Entry) -> Filling | None:
        """The store to fill; None if the list has to wait for the one before it."""
        stores = Stores(self._folder / entry.folder)
        if entry.under is not None:
            return self._filling_under(entry, stores)
        if entry.plan is None:
            entry = self._planned(entry, {})
        entry = stores.fitting(self._missing_nothing(entry, stores), self._endpoint)
        settle(stores, entry)
        plan = entry.plan
        assert plan is not None
        walk = Walk(
            self._endpoint, plan.query, plan.variables, key=entry.name, headers_env=self._headers_env,
            pagination=plan.pagination, since=with_lag(plan.since, self.pinned.options.lag), nested=plan.nested,
        )
        return Filling(stores, entry, self._endpoint, [walk], is_strict=self._is_strict)

    def _filling_under(self, entry: Entry, stores: Stores) -> Filling | None:
        assert entry.under is not None
        parent = self.pinned.lists[entry.under.list]
        shelf = Stores(self._folder / parent.folder)
        shown = shelf.shown()
        if parent.plan is None or shown is None:
            self._waits(entry.name, f"{parent.name} has not been read to its end yet")
            return None
        number, record = shown
        files = shelf.files(number, record)
        items = Items(entry, parent, record, files)
        if entry.plan is None:
            planned = self._planned_under(entry, entry.under, items)
            if planned is None:
                self._waits(entry.name, f"{parent.name} has no items, or the pointers find nothing in them")
                return None
            entry = planned
            items = Items(entry, parent, record, files)
        entry = stores.fitting(self._missing_nothing(entry, stores), self._endpoint)
        made = walks(entry, self._endpoint, self._headers_env, items.values(), self.pinned.options.lag)
        return Filling(stores, entry, self._endpoint, made, items.error, is_strict=self._is_strict)

    def _planned_under(self, entry: Entry, under: Under, items: Items) -> Entry | None:
        """The entry with the plan for the first item that the server does not refuse; None without items."""
        refused: GraphQLError | None = None
        for values in itertools.islice(items.values(), LARGEST_TRIES):
            try:
                return self._planned(entry, dict(zip(under.arguments, values, strict=True)))
            except GraphQLError as error:
                refused = error
        if refused is not None:
            raise refused
        return None

    def _planned(self, entry: Entry, arguments: Mapping[str, Any]) -> Entry:
        return self._pinned_with(self._plan(entry, arguments))

    def _pinned_with(self, entry: Entry) -> Entry:
        self.pinned = self.pinned.with_entry(entry)
        self.pinned.save(self._folder)
        return entry

    def _missing_nothing(self, entry: Entry, stores: Stores) -> Entry:
        """The entry, read whole if runs since a mark would miss items."""
        if nulls.are_missed(stores, entry):
            entry = self._pinned_with(nulls.read_whole(entry, self._plan))
        if words := nulls.in_words(entry):
            self._tell(words)
        return entry

    def _waits(self, name: str, why: str) -> None:
        self.outcomes[name] = Outcome(name, "waiting", error={"code": "WAITING", "message": why})

    # Files

    def _remove_old(self) -> None:
        """Removes the stores that no reader has open: those that the views of the run before did not show."""
        shown = views.referred(self._folder)
        if shown is None:
            return
        for name in self._names:
            entry = self.pinned.lists[name]
            stores = Stores(self._folder / entry.folder)
            if name in shown and (numbers := stores.numbers()):
                stores.remove_all_but({shown[name], numbers[-1]})

    def _refresh_view(self, name: str) -> None:
        entry = self.pinned.lists[name]
        stores = Stores(self._folder / entry.folder)
        shown = stores.shown()
        if shown is None:
            return
        number, record = shown
        self._views[name] = number, views.view(entry, record, stores.files(number, record))

    def _write_views(self) -> None:
        views.written_views(self._folder, self._views)


def _is_cut(entry: Entry, outcome: Outcome) -> bool:
    """Whether a list with the oldest items first ended before its total: its mark has moved as far as it came."""
    since = None if entry.plan is None else entry.plan.since
    is_short = outcome.error is not None and outcome.error.get("code") == shortfalls.CODE
    return is_short and since is not None and since["order"] == "ascending"


def _first_page_of(plan: Any, hide: Callable[[str], str]) -> FirstPage:
    """The trial of a plan; raises ValueError without graphql-core."""
    try:
        return FirstPage(plan, hide, strict_columns=True)
    except ImportError as error:
        raise ValueError("the first page of a list needs graphql-core: pip install swiftpager[schema]") from error


def _rate_limit(limits: Mapping[str, Limit]) -> Any:
    return next((limit.rate_limit for limit in limits.values()), None)
