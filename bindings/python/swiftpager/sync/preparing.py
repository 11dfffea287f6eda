"""A list on its way from its entry to a store that is begun: its plan is made and tried."""

from __future__ import annotations

import dataclasses
import itertools
import pathlib
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from ..exceptions import GraphQLError, SwiftPagerError
from ..fleet import Limit, Walk
from ..schema import UnreadMark
from ..schema.first_page import FirstPage, PlanChanged, PutOff
from ..schema.lag import with_lag
from . import nulls
from .filling import LARGEST_TRIES, Filling, settle
from .pinned import Entry, Pinned, Under
from .planning import followed
from .stores import Stores
from .trying import ListTrial, Trials, again, due, settled
from .under import Items, walks

# How long a list waits at least before it is asked again, because a failure may pass.
AGAIN_SECONDS = 0.5


class Waiting(Exception):
    """A list has to wait for the one before it; the message says why."""


@dataclasses.dataclass(frozen=True)
class Manner:
    """How a run reads its lists, whatever their plans are.

    endpoint     the address with its keys, which no file has
    headers_env, errors, timeout
                 as for `swiftpager.fleet.Walk`
    lag          how many seconds below the newest item each run reads again; None for the default
    is_strict    whether a list in doubt is not complete
    """

    endpoint: str
    headers_env: Mapping[str, str] | None = None
    errors: Literal["report", "keep"] | None = None
    timeout: float | None = None
    lag: float | None = None
    is_strict: bool = False


class Held(Exception):
    """A list waits for the trials of the others, which may show what its own did not."""


class Plans:
    """The plans of a run, which several threads change. The file `_plan.json` follows, unless `is_kept` is false."""

    def __init__(self, folder: pathlib.Path, pinned: Pinned, *, is_kept: bool = True) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._is_kept = is_kept
        self.pinned = pinned

    def __getitem__(self, name: str) -> Entry:
        return self.pinned.lists[name]

    def note(self, entry: Entry) -> Entry:
        """Replaces the entry of a list; raises OSError."""
        with self._lock:
            self.pinned = self.pinned.with_entry(entry)
            if self._is_kept:
                self.pinned.save(self._folder)
        return entry

    def keep(self) -> None:
        """Writes the file, and has it follow from now on; raises OSError."""
        with self._lock:
            self._is_kept = True
            self.pinned.save(self._folder)


@dataclasses.dataclass
class Task:
    """A list on its way. What was asked of it stays with it, if it has to be asked again later."""

    name: str
    # What is to take the place of the plan that the list has, once it has been tried.
    candidate: Entry | None = None
    trial: ListTrial | None = None
    first_page: FirstPage | None = None
    # The items of a page, if the server has refused more in this run.
    page_size: int | None = None
    # Whether the plan has no trial before this run.
    is_new: bool = False
    # Whether the list has waited for what the trials of the others show.
    has_waited: bool = False
    # Whether the plan was made anew, because the schema was too old for the first page.
    has_renewed: bool = False


class Preparing:
    """Prepares lists, on any thread.

    Raises `Waiting`, `Held`, `PutOff` for a list that is to be asked again later, `Unreachable`, ValueError, OSError,
    and what requests raise.
    """

    def __init__(
        self, folder: pathlib.Path, plans: Plans, trials: Trials, manner: Manner, tell: Callable[[str], None]
    ) -> None:
        self._folder = folder
        self._plans = plans
        self._trials = trials
        self._manner = manner
        self._tell = tell

    def tried(self, task: Task, limits: Mapping[str, Limit]) -> Entry:
        """The entry of a list whose plan has been tried, unless its first page has to show what the server refuses."""
        entry = self._plans[task.name]
        if task.candidate is not None:
            return self._replaced(task, entry, task.candidate, limits)
        if entry.under is None and entry.plan is None:
            entry = self._plans.note(self._trials.planner.entry(entry, {}))
        if not entry.is_untried:
            return self._tried_again(entry, limits)
        task.is_new = True
        if not _takes_one(entry):
            return entry
        task.trial = task.trial or self._trials.of(entry)
        found = task.trial.ask(limits)
        task.trial = None
        return self._plans.note(found)

    def _replaced(self, task: Task, entry: Entry, candidate: Entry, limits: Mapping[str, Limit]) -> Entry:
        """The entry with a plan that takes the place of its own, unless the trial of that fails."""
        task.trial = task.trial or self._trials.of(candidate)
        try:
            found = task.trial.ask(limits)
        except SwiftPagerError as error:
            self._tell(f"{task.name} keeps the plan that it had: {error}")
            if not isinstance(error, GraphQLError):
                # No answer came, so the plan that it had would get none either.
                raise
            return entry
        task.trial = task.candidate = None
        return self._plans.note(found)

    def compared(self, before: Mapping[str, Entry], names: Iterable[str]) -> None:
        """Gives plans that were made anew what the trials of all lists showed, and the stores that can go on."""
        changed = {name: self._plans[name] for name in names if self._plans[name] is not before[name]}
        for name, entry in self._trials.planner.learnt(changed, before).items():
            if name in changed:
                self._plans.note(followed(before[name], entry))

    def begun(self, task: Task, limits: Mapping[str, Limit]) -> Filling:
        """The store that a list begins to fill, by a plan that is tried."""
        entry = self._learnt(task, self._plans[task.name] if task.has_waited else self.tried(task, limits))
        while True:
            filling = self._filling(task, entry, limits)
            entry = filling.entry
            filling.begin(self._tell)
            if not entry.is_untried or entry.plan is None:
                break
            task.first_page = first_page = task.first_page or self._trials.first_page(entry)
            try:
                if filling.try_first(first_page, rate_limit(limits)):
                    self._trials.has_answer = True
                    self._plans.note(settled(entry, first_page.plan))
                elif not task.has_renewed and self._trials.renews_after(filling.first_error):
                    filling.remove()
                    entry = self._plans.note(self._trials.planner.entry(entry, entry.arguments))
                    task.first_page, task.has_renewed = None, True
                    continue
                break
            except PlanChanged:
                full = entry.with_refused or entry.plan
                entry = self._plans.note(dataclasses.replace(entry, plan=first_page.plan, with_refused=full))
            except UnreadMark as error:
                self._tell(f"{entry.name} is read whole in each run: {error}")
                entry = self._plans.note(self._trials.planner.entry(entry, entry.arguments, "off"))
                task.first_page = None
        if task.first_page is not None:
            task.first_page.report(lambda words: self._tell(f"{entry.name}: {words}"))
        return filling

    def _learnt(self, task: Task, entry: Entry) -> Entry:
        """The entry of a list that is tried for the first time, with what other trials show of its times."""
        if not task.is_new:
            return entry
        if not task.has_waited and self._trials.planner.has_times(entry):
            task.has_waited = True
            raise Held
        task.is_new = False
        return self._plans.note(self._trials.planner.learnt({entry.name: entry}, {})[entry.name])

    def _tried_again(self, entry: Entry, limits: Mapping[str, Limit]) -> Entry:
        """The entry after another trial of what the server refused, if one is due. A failure changes nothing."""
        candidate = due(entry)
        if candidate is None:
            return entry
        try:
            found = again(entry, self._at_once(self._trials.of(candidate, is_again=True), limits))
        except SwiftPagerError:
            return entry
        if came := sorted(set(entry.refused) - set(found.refused)):
            self._tell(f"{entry.name}: columns that the server no longer refuses: {', '.join(came)}")
        return self._plans.note(found)

    def _at_once(self, trial: ListTrial, limits: Mapping[str, Limit]) -> Entry:
        """The entry after a trial that does not wait for those of other lists."""
        while True:
            try:
                return trial.ask(limits)
            except PutOff:
                time.sleep(AGAIN_SECONDS)

    def _filling(self, task: Task, entry: Entry, limits: Mapping[str, Limit]) -> Filling:
        stores = Stores(self._folder / entry.folder)
        if entry.under is not None:
            return self._filling_under(task, entry, stores, limits)
        manner = self._manner
        entry = stores.fitting(self._missing_nothing(entry, stores), manner.endpoint)
        settle(stores, entry)
        plan = entry.plan
        assert plan is not None
        walk = Walk(
            manner.endpoint, plan.query, plan.variables, key=entry.name, headers_env=manner.headers_env,
            pagination=plan.pagination, since=with_lag(plan.since, manner.lag), nested=plan.nested,
            timeout=manner.timeout, page_size=task.page_size or entry.page_size,
        )
        return self._filled(stores, entry, [walk])

    def _filling_under(self, task: Task, entry: Entry, stores: Stores, limits: Mapping[str, Limit]) -> Filling:
        assert entry.under is not None
        parent = self._plans[entry.under.list]
        shelf = Stores(self._folder / parent.folder)
        shown = shelf.shown()
        if parent.plan is None or shown is None:
            raise Waiting(f"{parent.name} has not been read to its end yet")
        number, record = shown
        files = shelf.files(number, record)
        items = Items(entry, parent, record, files)
        if entry.plan is None:
            entry = self._planned_under(entry, entry.under, items, limits)
            items = Items(entry, parent, record, files)
        manner = self._manner
        entry = stores.fitting(self._missing_nothing(entry, stores), manner.endpoint)
        size = task.page_size or entry.page_size
        made = walks(
            entry, manner.endpoint, manner.headers_env, items.values(), manner.timeout, manner.lag, page_size=size
        )
        return self._filled(stores, entry, made, items.error)

    def _filled(
        self, stores: Stores, entry: Entry, made: Iterable[Walk],
        missing: Callable[[], dict[str, Any] | None] = lambda: None,
    ) -> Filling:
        manner = self._manner
        return Filling(
            stores, entry, manner.endpoint, made, missing, is_strict=manner.is_strict, errors=manner.errors
        )

    def _missing_nothing(self, entry: Entry, stores: Stores) -> Entry:
        """The entry, read whole if runs since a mark would miss items."""
        if nulls.are_missed(stores, entry):
            entry = self._plans.note(nulls.read_whole(entry, self._trials.planner.whole))
        if words := nulls.in_words(entry):
            self._tell(words)
        return entry

    def _planned_under(self, entry: Entry, under: Under, items: Items, limits: Mapping[str, Limit]) -> Entry:
        """The entry with the plan for the first item that the server does not refuse."""
        refused: GraphQLError | None = None
        for values in itertools.islice(items.values(), LARGEST_TRIES):
            try:
                arguments = dict(zip(under.arguments, values, strict=True))
                found = self._trials.planner.entry(entry, arguments)
                if _takes_one(found):
                    found = self._at_once(self._trials.of(found), limits)
                return self._plans.note(found)
            except GraphQLError as error:
                refused = error
        if refused is not None:
            raise refused
        raise Waiting(f"{under.list} has no items, or the pointers find nothing in them")


def rate_limit(limits: Mapping[str, Limit]) -> Any:
    """The `rate_limit` of a client that keeps to the limits of one list."""
    return next((limit.rate_limit for limit in limits.values()), None)


def _takes_one(entry: Entry) -> bool:
    """Whether a request for one item can try the plan; otherwise its first page does."""
    return entry.plan is not None and (entry.plan.size is not None or entry.plan.has_untried_page)
