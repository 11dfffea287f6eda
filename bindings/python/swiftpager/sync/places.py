"""How many slices run at once, and how far apart the lists that follow each other in one place."""

from __future__ import annotations

from collections.abc import Mapping

from ..fleet import Limit


class Places:
    """The places of a run, which all lists share. Each list has a fleet of its own, which knows nothing of the others.

    host, limit  the limit that applies to the endpoint, if there is one
    """

    def __init__(self, jobs: int, host: str | None, limit: Limit | None) -> None:
        self._count = jobs if limit is None else min(jobs, limit.at_once)
        self._host = host
        self._limit = limit
        self._taken = 0
        # When each of the other places may be taken.
        self._free = [0.0] * self._count

    def take(self, now: float, *, is_alone: bool) -> bool:
        """Takes a place if one is free, or if `is_alone`, all places; returns whether it did."""
        if is_alone:
            if self._taken or max(self._free) > now:
                return False
        elif not self._free or self._free[0] > now:
            return False
        self._free.pop(0)
        self._taken += 1
        return True

    def give_back(self, now: float | None) -> None:
        """Gives a place back whose last request left before `now`; None if none left."""
        self._taken -= 1
        self._free.append(0.0 if now is None else now + self._distance)
        self._free.sort()

    def share(self, *, is_alone: bool) -> tuple[int, Mapping[str, Limit]]:
        """The slices at once of one list, and its limits."""
        threads = self._count if is_alone else 1
        if self._limit is None or self._host is None:
            return threads, {}
        limit, part = self._limit, threads / self._count
        return threads, {self._host: Limit(
            threads, None if limit.per_second is None else limit.per_second * part,
            None if limit.share is None else limit.share * part,
        )}

    @property
    def _distance(self) -> float:
        rate = None if self._limit is None else self._limit.per_second
        return 0.0 if rate is None else self._count / rate
