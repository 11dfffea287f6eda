"""The thread that drives a fleet: it carries out what the schedule decides, on an engine."""

from __future__ import annotations

import contextlib
import itertools
import queue
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from . import _listing
from ._engine import Engine, Lost, Outcome
from ._names import key_of
from ._schedule import Action, Ask, GiveUp, Release, Schedule, Submit
from ._work import described
from .errors import StoreError
from .progress import Progress

if TYPE_CHECKING:
    from .store import Store
    from .walk import Walk

# How long the driver waits at most before it looks at its engine again.
LOOK_SECONDS = 1.0


class Driver:
    """Drives a fleet until all walks are done, until it is cancelled, or until something fails that concerns all walks.

    Any thread may call the methods without an underscore.
    """

    def __init__(self, walks: Iterable[Walk], store: Store, schedule: Schedule, engine: Engine) -> None:
        self._walks = iter(walks)
        self._store = store
        self._schedule = schedule
        self._engine = engine
        # The slices that the engine has.
        self._tasks: set[str] = set()
        # What happened, in the order in which the driver learned of it: tasks with their outcomes, or None to look.
        self._events: queue.SimpleQueue[tuple[str, Outcome] | None] = queue.SimpleQueue()
        self._failed: dict[str, Mapping[str, Any]] = {}
        # Guards the schedule and the failures: the driver's thread changes them, others read.
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._seconds: float | None = None
        self._is_cancelled = False
        # Why the driver ended early; complete once it has ended.
        self.error: BaseException | None = None
        self.has_ended = threading.Event()
        threading.Thread(target=self._run, name="swiftpager-fleet", daemon=True).start()

    def cancel(self) -> None:
        """Begins no further slice, and has those under way end at their next page."""
        self._is_cancelled = True
        self._events.put(None)

    def progress(self) -> Progress:
        """What the driver knows of what was done so far."""
        with self._lock:
            schedule = self._schedule
            seconds = time.monotonic() - self._began if self._seconds is None else self._seconds
            return Progress(
                **asdict(schedule.counts), running=schedule.running, waiting=schedule.waiting, later=schedule.later,
                seconds=seconds,
            )

    def failed(self) -> dict[str, Mapping[str, Any]]:
        """The walks that ended with an error, each with the error."""
        with self._lock:
            return dict(self._failed)

    # The thread

    def _run(self) -> None:
        try:
            self._prepare()
            while not self._step():
                pass
        except BaseException as error:
            self.error = error
            self._engine.tell_end()
        finally:
            self._seconds = time.monotonic() - self._began
            self._engine.close()
            self.has_ended.set()

    def _prepare(self) -> None:
        """Tries the store, settles its columns, and reads where its walks stand."""
        self._store.check()
        sample = list(itertools.islice(self._walks, self._store.sample))
        self._walks = itertools.chain(sample, self._walks)
        self._engine.prepare(sample, lambda: self._is_cancelled)
        listing = _listing.of(self._store)
        self._schedule.positions = listing.positions
        self._schedule.broken = {key_of(name): error for name, error in listing.broken(self._store).items()}

    def _step(self) -> bool:
        """Acts on what is due, and waits for the next event; returns whether the fleet has ended."""
        if self._is_cancelled:
            with self._lock:
                self._schedule.stopping()
            self._engine.tell_end()
        while True:
            with self._lock:
                actions = self._schedule.due(time.monotonic())
            if not actions:
                break
            self._act(actions)
        with self._lock:
            if self._schedule.is_done:
                return True
            wakes_at = self._schedule.wakes_at()
        wait = LOOK_SECONDS if wakes_at is None else min(LOOK_SECONDS, wakes_at - time.monotonic())
        for event in self._next_events(max(0.0, wait)):
            if event is not None:
                self._take(*event)
        self._engine.check()
        return False

    def _next_events(self, seconds: float) -> Iterator[tuple[str, Outcome] | None]:
        with contextlib.suppress(queue.Empty):
            yield self._events.get(timeout=seconds)
            while True:
                yield self._events.get_nowait()

    # Actions

    def _act(self, actions: Iterable[Action]) -> None:
        for action in actions:
            match action:
                case Submit(task):
                    self._tasks.add(task)
                    self._engine.submit(action, lambda task, outcome: self._events.put((task, outcome)))
                case Release(task):
                    self._tasks.discard(task)
                    self._engine.release(task)
                case Ask(count):
                    self._ask(count)
                case GiveUp(key, error):
                    with self._lock:
                        self._failed[key] = error

    def _ask(self, count: int) -> None:
        # A source may take its time, so the lock is free meanwhile.
        walks = list(itertools.islice(self._walks, count))
        with self._lock:
            actions = [action for walk in walks for action in self._schedule.arrived(walk)]
            if len(walks) < count:
                self._schedule.source_ended()
        self._act(actions)

    # Outcomes

    def _take(self, task: str, outcome: Outcome) -> None:
        """Takes the outcome of a slice."""
        if task not in self._tasks:
            return
        now = time.monotonic()
        with self._lock:
            actions = self._decide(task, outcome, now)
        self._act(actions)

    def _decide(self, task: str, outcome: Outcome, now: float) -> list[Action]:
        if isinstance(outcome, Lost):
            return self._schedule.lost(task, outcome.why, now)
        if isinstance(outcome, Exception):
            return self._schedule.failed(task, described(outcome), now)
        if outcome.slice is not None:
            return self._schedule.ended(task, outcome.slice, now, outcome.quiet_seconds)
        if outcome.error is None:
            return self._schedule.withdrawn(task, now)
        actions = self._schedule.failed(task, outcome.error, now, outcome.children, outcome.seen)
        if outcome.is_of_store and any(isinstance(action, GiveUp) for action in actions):
            # The next walk would fail by the same.
            raise StoreError(outcome.error["message"])
        return actions
