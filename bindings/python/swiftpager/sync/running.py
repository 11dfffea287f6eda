"""A run: the stores of all lists are filled, several at a time, and the views follow them."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..exceptions import SwiftPagerError
from ..fleet import Job, Limit, Store, Walk
from ..fleet._failures import described
from ..fleet.limit import limited_host
from ..schema.first_page import PutOff
from . import shortfalls, views
from .filling import Filling
from .marks import with_whole_numbers
from .outcome import Outcome
from .pinned import Entry, Pinned
from .places import Places
from .preparing import AGAIN_SECONDS, Held, Manner, Plans, Preparing, Task, Waiting
from .sizes import smaller_size
from .stores import Stores
from .trying import Trials
from .widening import Widening
from .workers import Work, Workers

# How long a run waits before it looks at its lists again.
_LOOK_SECONDS = 0.05
# How long a list waits at most for the trials of the others: one of these may get no answer.
_HELD_SECONDS = 5.0
# Begins to walk lists into a store, with so many slices at once.
Start = Callable[[Iterable[Walk], Store, int, Mapping[str, Limit]], Job]


class Run:
    """Brings lists up to date.

    plans        the plans; one that is missing is made, and the file `_plan.json` then has it
    replaced     the plans that take the place of some of these, once they are tried. The run reads no list before
    names        the lists; those before a list with `under` are read only if they are named, too
    jobs         the number of lists at once, and of slices
    limits       for each host, or host and port, how much of it the run may use
    start        begins a fleet
    tell         takes messages for the user
    """

    def __init__(
        self, folder: Any, pinned: Pinned, *, trials: Trials, manner: Manner, names: Iterable[str], jobs: int,
        limits: Mapping[str, Limit], start: Start, tell: Callable[[str], None],
        replaced: Mapping[str, Entry] | None = None,
    ) -> None:
        self._folder = folder
        self._replaced = replaced or {}
        self._plans = Plans(folder, pinned, is_kept=not self._replaced)
        self._trials = trials
        self._preparing = Preparing(folder, self._plans, trials, manner, tell)
        self._workers = Workers()
        self._names = list(names)
        self._start = start
        self._tell = tell
        host = limited_host(manner.endpoint, limits)
        self._places = Places(jobs, host, None if host is None else limits[host])
        self._views: dict[str, tuple[int, str]] = {}
        self._view_names = views.view_names(pinned.lists)
        # The lists under way: on a thread, with their limits, or in a fleet.
        self._prepared: list[tuple[Task, Work, int, Mapping[str, Limit]]] = []
        self._filled: list[tuple[Task, Filling, Job]] = []
        # The lists that are to be prepared again, and when at the earliest.
        self._later: list[tuple[float, Task]] = []
        # The lists that began anew in this run.
        self._begun_anew: set[str] = set()
        self._widening = Widening(tell)
        self.outcomes: dict[str, Outcome] = {}
        self._began = time.monotonic()

    @property
    def pinned(self) -> Pinned:
        """The plans as they are now."""
        return self._plans.pinned

    def run(self, show: Callable[[], None] = lambda: None, replaced: Callable[[], None] = lambda: None) -> None:
        """Fills the stores; `show` is called again and again, and `replaced` once the new plans are tried.

        What happens to one list is in its outcome, and the other lists go on. Raises `Unreachable` if that holds for
        all lists, OSError, and `StoreError`; `outcomes` has those so far.
        """
        try:
            if self._replaced:
                before = dict(self.pinned.lists)
                tasks = [Task(name, candidate=entry) for name, entry in sorted(self._replaced.items())]
                self._run_all(tasks, self._preparing.tried, show)
                self._preparing.compared(before, self._replaced)
                self._plans.keep()
                replaced()
            # A list whose new plan got no answer is not asked again. One whose files are damaged is read.
            unanswered = set(self.outcomes)
            self._remove_old()
            for name in self.pinned.lists:
                with self._told(name):
                    self._refresh_view(name)
            self._write_views()
            for names in self._levels():
                tasks = [Task(name) for name in names if name not in unanswered]
                self._run_all(tasks, self._preparing.begun, show)
        except BaseException:
            self._cancel()
            raise

    def __str__(self) -> str:
        rows = sum(one.rows for one in self.outcomes.values())
        rows += sum(job.progress().rows for _, _, job in self._filled)
        seconds = time.monotonic() - self._began
        return f"{len(self.outcomes):,} of {len(self._names):,} lists; {rows:,} rows in {seconds:.1f} s"

    def _levels(self) -> Iterator[list[str]]:
        """The lists without `under` together, and each other list alone, behind those before it."""
        entries = [self._plans[name] for name in sorted(self._names)]
        yield [entry.name for entry in entries if entry.under is None]
        deep = [(self._depth(entry), entry.name) for entry in entries if entry.under is not None]
        for _, name in sorted(deep):
            yield [name]

    def _depth(self, entry: Entry) -> int:
        return 0 if entry.under is None else 1 + self._depth(self._plans[entry.under.list])

    # Lists

    def _run_all(
        self, tasks: list[Task], prepare: Callable[[Task, Mapping[str, Limit]], Any], show: Callable[[], None]
    ) -> None:
        """Prepares lists on threads, and fills the stores that come of it, as many at a time as there are places."""
        waiting = list(reversed(tasks))
        while waiting or self._later or self._prepared or self._filled:
            if not waiting:
                waiting += self._due()
            while waiting and self._places.take(time.monotonic(), is_alone=self._is_alone(waiting[-1])):
                self._prepare(waiting.pop(), prepare)
            for under_way in [one for one in self._prepared if one[1].is_done]:
                self._prepared.remove(under_way)
                self._has_prepared(*under_way)
            for filled in [one for one in self._filled if one[2].is_done]:
                self._filled.remove(filled)
                waiting += self._ended(*filled)
            show()
            self._wait()

    def _is_alone(self, task: Task) -> bool:
        return self._plans[task.name].under is not None

    def _prepare(self, task: Task, prepare: Callable[[Task, Mapping[str, Limit]], Any]) -> None:
        threads, limits = self._places.share(is_alone=self._is_alone(task))
        work = self._workers.begin(functools.partial(prepare, task, limits), task.name)
        self._prepared.append((task, work, threads, limits))

    def _has_prepared(self, task: Task, work: Work, threads: int, limits: Mapping[str, Limit]) -> None:
        """Goes on with a list that is prepared, or notes that it is to be prepared again, after the others."""
        with self._told(task.name):
            try:
                prepared = work.result()
                if isinstance(prepared, Filling):
                    job = self._start(prepared.walks, prepared.store, threads, limits)
                    self._filled.append((task, prepared, job))
                    return
            except Held:
                self._later.append((time.monotonic(), task))
            except PutOff:
                self._later.append((time.monotonic() + AGAIN_SECONDS, task))
            except BaseException:
                self._places.give_back(time.monotonic())
                raise
            self._places.give_back(time.monotonic())

    def _due(self) -> list[Task]:
        """The lists that wait for the trials of the others: once these are over, or take long."""
        now = time.monotonic()
        longest = _HELD_SECONDS if self._prepared else 0.0
        found = [task for since, task in self._later if since + longest <= now]
        self._later = [(since, task) for since, task in self._later if since + longest > now]
        return found

    def _ended(self, task: Task, filling: Filling, job: Job) -> list[Task]:
        """Takes what came of a list; returns it if it is read again at once.

        It goes on from where the server cut it, asks for smaller pages, or begins once more, because a cursor of an
        earlier run has expired, or because values did not fit its columns.
        """
        self._places.give_back(time.monotonic())
        name = task.name
        with self._told(name):
            job.wait()
            if (wider := self._widening.entry(self._plans[name], filling.store)) is not None:
                self._plans.note(wider)
                return [task]
            before = self.outcomes.get(name)
            outcome = filling.ended(job)
            self._trials.has_answer |= outcome.rows > 0
            if outcome.end == "failed" and name not in self._begun_anew and filling.has_lost_its_place:
                self._begun_anew.add(name)
                return [task]
            if self._is_smaller(task, outcome) or self._has_whole_numbers(name, outcome):
                return [task]
            goes_on = outcome.rows > 0 and _is_cut(filling.entry, outcome)
            if before is not None:
                outcome = dataclasses.replace(outcome, rows=before.rows + outcome.rows)
            self._note(outcome)
            for words in filling.shrunk_lags() if outcome.rows else ():
                self._tell(words)
            self._refresh_view(name)
            self._write_views()
            return [task] if goes_on else []
        return []

    def _is_smaller(self, task: Task, outcome: Outcome) -> bool:
        """Whether the list is to be asked for smaller pages. What the server takes is kept once it has answered."""
        entry = self._plans[task.name]
        asked = task.page_size or entry.page_size or (None if entry.plan is None else entry.plan.size_given)
        # A walk that failed for good makes a list with `under` partial, and the rows are those of the other walks.
        has_failed = outcome.end == "failed" and outcome.rows == 0 if entry.under is None else outcome.end == "partial"
        size = smaller_size(asked, outcome.error) if has_failed else None
        if size is not None:
            self._tell(f"{task.name}: the server refuses pages of this size; it is asked for {size:,} items at once")
            task.page_size = size
        elif task.page_size is not None and outcome.end != "failed":
            self._plans.note(dataclasses.replace(entry, page_size=task.page_size))
        return size is not None

    def _has_whole_numbers(self, name: str, outcome: Outcome) -> bool:
        """Whether the list is asked for what is new by whole numbers from now on, because its items have those."""
        entry = with_whole_numbers(self._plans[name], outcome.error)
        if entry is not None:
            self._plans.note(entry)
        return entry is not None

    def _wait(self) -> None:
        if self._filled:
            # Not `wait`: on Ctrl-C that waits for its own job before the others hear of it.
            self._filled[0][2]._ends_within(_LOOK_SECONDS)
        elif self._prepared:
            self._prepared[0][1].ends_within(_LOOK_SECONDS)
        else:
            time.sleep(_LOOK_SECONDS)

    def _cancel(self) -> None:
        self._trials.cancel()
        for _, _, job in self._filled:
            job.cancel(wait=False)
        for _, _, job in self._filled:
            job.cancel()

    @contextlib.contextmanager
    def _told(self, name: str) -> Iterator[None]:
        """Makes an outcome of what is wrong with one list. A store that cannot be written ends the run."""
        try:
            yield
        except Waiting as error:
            self._note(Outcome(name, "waiting", error={"code": "WAITING", "message": str(error)}))
        except (ValueError, SwiftPagerError) as error:
            self._note(Outcome(name, "failed", error=described(error)))

    def _note(self, outcome: Outcome) -> None:
        self.outcomes[outcome.name] = dataclasses.replace(outcome, refused=self._plans[outcome.name].refused)

    # Files

    def _remove_old(self) -> None:
        """Removes the stores that no reader has open: those that the views of the run before did not show."""
        shown = views.referred(self._folder)
        if shown is None:
            return
        for name in self._names:
            stores = Stores(self._folder / self._plans[name].folder)
            if name in shown and (numbers := stores.numbers()):
                stores.remove_all_but({shown[name], numbers[-1]})

    def _refresh_view(self, name: str) -> None:
        entry = self._plans[name]
        stores = Stores(self._folder / entry.folder)
        shown = stores.shown()
        if shown is None:
            return
        number, record = shown
        files = stores.files(number, record)
        self._views[name] = number, views.view(self._view_names[name], record, files)

    def _write_views(self) -> None:
        views.written_views(self._folder, self._views)


def _is_cut(entry: Entry, outcome: Outcome) -> bool:
    """Whether a list with the oldest items first ended before its total: its mark has moved as far as it came."""
    since = None if entry.plan is None else entry.plan.since
    is_short = outcome.error is not None and outcome.error.get("code") == shortfalls.CODE
    return is_short and since is not None and since["order"] == "ascending"
