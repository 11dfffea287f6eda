"""What a driver does next, as a pure value: events go in, actions come out. It knows no clock, engine or store."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ._queues import Queue, Queues, Rank
from .limit import Limit

# So often in a row a walk may be put back without a page: a day, if a server gives its budget back every hour.
PUT_BACKS = 24
# The wait before another attempt, doubled with each, and the longest.
FIRST_RETRY_SECONDS = 1.0
LONGEST_RETRY_SECONDS = 60.0


class Walk(Protocol):
    """What the schedule reads of a walk."""

    @property
    def key(self) -> str: ...

    @property
    def endpoint(self) -> str: ...


class Slice(Protocol):
    """What the schedule reads of a slice that ended."""

    @property
    def number(self) -> int: ...

    @property
    def pages(self) -> int: ...

    @property
    def rows(self) -> int: ...

    @property
    def end(self) -> str | None: ...

    @property
    def error(self) -> Mapping[str, Any] | None: ...

    @property
    def put_back_seconds(self) -> float | None: ...

    @property
    def children(self) -> Iterable[Walk]: ...

    @property
    def was_committed(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Submit:
    """Begin a slice."""

    task: str
    walk: Walk
    number: int
    # The first number with children that the driver does not know: an earlier driver may have died before it walked
    # them.
    unseen: int
    # None if the endpoint has no limit.
    limit: Limit | None


@dataclass(frozen=True, slots=True)
class Release:
    """Forget the task of a slice."""

    task: str


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A walk ends with an error."""

    key: str
    error: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ask:
    """Take at most this many walks from the source."""

    count: int


Action = Submit | Release | GiveUp | Ask


@dataclass
class Counts:
    """What a driver has seen so far."""

    walks: int = 0
    complete: int = 0
    partial: int = 0
    failed: int = 0
    slices: int = 0
    pages: int = 0
    rows: int = 0
    lost: int = 0
    attempts_again: int = 0


@dataclass(eq=False)
class _Held:
    """A walk that is not done."""

    walk: Walk
    # The number that its next slice would get, a hint: the store decides.
    number: int
    queue: Queue
    unseen: int = 1
    # When its slice was submitted.
    begun: float = 0.0
    # Counts from 1 for each number.
    attempt: int = 1
    put_backs: int = 0

    @property
    def task(self) -> str:
        return f"{self.walk.key}/{self.number}/{self.attempt}"


@dataclass
class Schedule:
    """The walks that one driver holds: at most `in_flight` slices are under way, and as many walks wait.

    Children wait in addition, because their parent's commit is the only one that names them. Of those that have ended,
    a hash stays.
    """

    in_flight: int
    limits: Mapping[str, Limit] = field(default_factory=dict)
    retries: int = 3
    slice_seconds: float = 300.0
    # The newest committed number of each walk that the store has.
    positions: Mapping[str, int] = field(default_factory=dict)
    # What is wrong with walks that the store does not have in whole.
    broken: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.counts = Counts()
        self._queues = Queues(self.limits)
        self._held: dict[str, _Held] = {}
        # Hashes of all children so far. Walks may lead to each other, and each runs once.
        self._seen: set[int] = set()
        self._running: dict[str, _Held] = {}
        self._later: list[tuple[float, int, _Held]] = []
        self._order = itertools.count()
        self._source_ended = False
        self._is_stopping = False

    # What happened

    def arrived(self, walk: Walk, rank: Rank = Rank.NEW) -> list[Action]:
        """A walk came from the source, or with a parent's slice."""
        held = self._held.get(walk.key)
        if held is not None:
            if held.walk == walk:
                return []
            self.counts.failed += 1
            return [GiveUp(walk.key, {
                "code": "WALK_CONFLICT", "message": f"two walks of this fleet have the key {walk.key}: rename one",
            })]
        self.counts.walks += 1
        if (error := self.broken.get(walk.key)) is not None:
            self.counts.failed += 1
            return [GiveUp(walk.key, error)]
        queue = self._queues.of(walk.endpoint)
        held = _Held(walk, self.positions.get(walk.key, 0) + 1, queue)
        self._held[walk.key] = held
        queue.add(held, rank)
        return []

    def source_ended(self) -> None:
        """No further walk will arrive from the source."""
        self._source_ended = True

    def ended(self, task: str, outcome: Slice, now: float, quiet_seconds: float = 0.0) -> list[Action]:
        """A slice ended and reported; its last request left at least `quiet_seconds` before that."""
        held = self._running.pop(task)
        held.queue.give_back(now, held.begun, quiet_seconds)
        actions: list[Action] = [Release(task)]
        self._count(outcome)
        actions += self._children(held, outcome.children, outcome.number)
        moved = outcome.number >= held.number or outcome.pages > 0
        if moved:
            held.number, held.attempt, held.put_backs = max(held.number, outcome.number) + 1, 1, 0
        if outcome.put_back_seconds is not None:
            return actions + self._put_back(held, outcome, now)
        if outcome.error is not None and outcome.end is None:
            return actions + self._failed(held, outcome.error, now)
        if outcome.end is not None:
            return actions + self._done(held, outcome)
        if moved:
            held.queue.add(held, Rank.GOES_ON)
            return actions
        return actions + self._failed(held, {
            "code": "NO_PROGRESS", "message": "the slice ended without a page, an end or an error", "retryable": True,
        }, now)

    def lost(self, task: str, why: str, now: float) -> list[Action]:
        """An engine gave a slice up: its worker is gone. It may run on, so its place stays taken for its time bound."""
        held = self._running.pop(task)
        self.counts.lost += 1
        held.queue.block(now + self.slice_seconds)
        actions: list[Action] = [Release(task)]
        if held.attempt > self.retries:
            return actions + self._given_up(held, {"code": "WORKER_LOST", "message": why})
        held.attempt += 1
        self.counts.attempts_again += 1
        held.queue.add(held, Rank.GOES_ON)
        return actions

    def failed(
        self, task: str, error: Mapping[str, Any], now: float, children: Iterable[Walk] = (), seen: int = 0
    ) -> list[Action]:
        """The task of a slice raised an exception. The slices up to the number `seen` have these new children."""
        held = self._running.pop(task)
        held.queue.give_back(now, held.begun)
        return [Release(task), *self._children(held, children, seen), *self._failed(held, error, now)]

    def withdrawn(self, task: str, now: float) -> list[Action]:
        """A slice did not begin, because its job ends."""
        held = self._running.pop(task)
        held.queue.give_back(now, held.begun)
        held.queue.add(held, Rank.GOES_ON)
        return [Release(task)]

    def stopping(self) -> None:
        """No further slice begins; those under way end."""
        self._is_stopping = True

    # What to do

    def due(self, now: float) -> list[Action]:
        """The slices to begin now, and how many walks to take from the source."""
        if self._is_stopping:
            return []
        while self._later and self._later[0][0] <= now:
            held = heapq.heappop(self._later)[2]
            held.queue.add(held, Rank.GOES_ON)
        actions: list[Action] = []
        while len(self._running) < self.in_flight and (taken := self._queues.take(now)) is not None:
            assert isinstance(taken, _Held)
            taken.begun = now
            self._running[taken.task] = taken
            actions.append(Submit(taken.task, taken.walk, taken.number, taken.unseen, taken.queue.limit))
        room = 2 * self.in_flight - len(self._held)
        if room > 0 and not self._source_ended:
            actions.append(Ask(room))
        return actions

    def wakes_at(self) -> float | None:
        """When `due` may have more to do although nothing happens; None if never."""
        if self._is_stopping:
            return None
        times = [self._later[0][0]] if self._later else []
        if len(self._running) < self.in_flight:
            times += self._queues.wakes_at()
        return min(times, default=None)

    @property
    def is_done(self) -> bool:
        """Whether nothing is under way and nothing waits, or the driver stops and nothing is under way."""
        return not self._running and (self._is_stopping or (self._source_ended and not self._held))

    @property
    def running(self) -> int:
        """The number of slices under way."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """The number of walks that wait for a place, or for a time."""
        return len(self._held) - len(self._running)

    @property
    def later(self) -> int:
        """How many of those wait for a time."""
        return len(self._later)

    # Steps

    def _count(self, outcome: Slice) -> None:
        if outcome.was_committed:
            self.counts.slices += 1
            self.counts.pages += outcome.pages
            self.counts.rows += outcome.rows

    def _children(self, held: _Held, children: Iterable[Walk], seen: int) -> list[Action]:
        """Takes the children of the slices up to the number `seen`."""
        actions: list[Action] = []
        found = tuple(children)
        if found:
            # A child may lead back to its parent.
            self._seen.add(hash(repr(held.walk)))
        for child in found:
            if (seen_as := hash(repr(child))) not in self._seen:
                self._seen.add(seen_as)
                actions += self.arrived(child, Rank.CHILD)
        held.unseen = max(held.unseen, seen + 1)
        return actions

    def _done(self, held: _Held, outcome: Slice) -> list[Action]:
        del self._held[held.walk.key]
        if outcome.end == "complete":
            self.counts.complete += 1
            return []
        self.counts.partial += 1
        error = outcome.error or {"code": "PARTIAL_DATA", "message": "some pages have errors beside their data"}
        return [GiveUp(held.walk.key, error)]

    def _put_back(self, held: _Held, outcome: Slice, now: float) -> list[Action]:
        held.put_backs += 1
        if held.put_backs > PUT_BACKS:
            return self._given_up(held, outcome.error or {
                "code": "RATE_LIMITED", "message": f"the server put the walk off {PUT_BACKS} times without a page",
            })
        self._wait(held, now + (outcome.put_back_seconds or 0.0))
        return []

    def _failed(self, held: _Held, error: Mapping[str, Any], now: float) -> list[Action]:
        if not error.get("retryable") or held.attempt > self.retries:
            return self._given_up(held, error)
        seconds = min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (held.attempt - 1))
        held.attempt += 1
        self.counts.attempts_again += 1
        self._wait(held, now + seconds)
        return []

    def _given_up(self, held: _Held, error: Mapping[str, Any]) -> list[Action]:
        del self._held[held.walk.key]
        self.counts.failed += 1
        return [GiveUp(held.walk.key, error)]

    def _wait(self, held: _Held, until: float) -> None:
        heapq.heappush(self._later, (until, next(self._order), held))
