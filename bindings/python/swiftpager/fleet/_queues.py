"""The walks that are ready, by the limit that they fall under, and the places that each limit has."""

from __future__ import annotations

import enum
import heapq
import itertools
from collections.abc import Mapping
from typing import Any

from .limit import Limit, limited_host


class Rank(enum.IntEnum):
    """Which walk goes first: the driver finishes walks that it has begun before it begins others."""

    GOES_ON = 0
    CHILD = 1
    NEW = 2


class Queue:
    """The ready walks under one limit, or all those without a limit."""

    def __init__(self, limit: Limit | None, order: itertools.count[int]) -> None:
        self.limit = limit
        self._order = order
        self._ready: list[tuple[Rank, int, Any]] = []
        # When each place that is not taken may be taken.
        self._places = [] if limit is None else [float("-inf")] * limit.at_once

    def add(self, held: object, rank: Rank) -> None:
        """Puts a walk behind the others of its rank."""
        heapq.heappush(self._ready, (rank, next(self._order), held))

    def first(self, now: float) -> tuple[Rank, int] | None:
        """The order of the walk that may begin now; None if there is none, or if it has no place."""
        if not self._ready or (self.limit is not None and (not self._places or self._places[0] > now)):
            return None
        return self._ready[0][:2]

    def take(self) -> Any:
        """Gives the first walk a place."""
        if self.limit is not None:
            heapq.heappop(self._places)
        return heapq.heappop(self._ready)[2]

    def give_back(self, now: float, begun: float, quiet_seconds: float = 0.0) -> None:
        """Gives back a place. Its slice began at `begun`, and sent nothing in its last `quiet_seconds`.

        If the slice can have sent only one request, the next one may leave one distance after this slice began.
        Otherwise it would also wait while the report and the next slice travel, and short slices would not reach the
        rate.
        """
        if self.limit is not None:
            last, distance = now - max(0.0, quiet_seconds), self.limit.distance
            is_single = last - begun < distance
            free = max(begun + distance, last + self.limit.least_distance) if is_single else last + distance
            heapq.heappush(self._places, max(now, free))

    def block(self, until: float) -> None:
        """Gives a place back at a later time."""
        if self.limit is not None:
            heapq.heappush(self._places, until)

    @property
    def wakes_at(self) -> float | None:
        """When the first walk may begin; None if there is none, or if all places are taken."""
        return self._places[0] if self._ready and self._places else None


class Queues:
    """All queues. Endpoints without a limit share one, so that a million of them cost nothing."""

    def __init__(self, limits: Mapping[str, Limit]) -> None:
        self._limits = limits
        order = itertools.count()
        self._limited = {name: Queue(limit, order) for name, limit in limits.items()}
        self._unlimited = Queue(None, order)
        self._all = [self._unlimited, *self._limited.values()]

    def of(self, endpoint: str) -> Queue:
        """The queue of an endpoint."""
        name = limited_host(endpoint, self._limits)
        return self._unlimited if name is None else self._limited[name]

    def take(self, now: float) -> Any | None:
        """The first walk that may begin now, with a place of its own; None if there is none."""
        ready = [(first, number) for number, queue in enumerate(self._all) if (first := queue.first(now)) is not None]
        return self._all[min(ready)[1]].take() if ready else None

    def wakes_at(self) -> list[float]:
        """When a walk that waits may begin."""
        return [time for queue in self._limited.values() if (time := queue.wakes_at) is not None]
