"""What a server lets its clients spend: a bucket that fills at a rate."""

import time
from collections.abc import Callable


class LeakyBucket:
    """Full at the beginning; `clock` tells seconds."""

    def __init__(self, maximum: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._maximum = maximum
        self._rate = rate
        self._clock = clock
        self._level = maximum
        self._at = clock()

    def take(self, cost: float) -> bool:
        """Takes so much, or nothing where there is less."""
        if self._filled() < cost:
            return False
        self._level -= cost
        return True

    def give_back(self, cost: float) -> None:
        """Puts back what was taken and not used."""
        self._level = min(self._maximum, self._filled() + cost)

    def status(self) -> dict[str, float]:
        """What Shopify calls `throttleStatus`; what is there is told in whole points."""
        return {
            "maximumAvailable": self._maximum,
            "currentlyAvailable": int(self._filled()),
            "restoreRate": self._rate,
        }

    def _filled(self) -> float:
        now = self._clock()
        self._level = min(self._maximum, self._level + (now - self._at) * self._rate)
        self._at = now
        return self._level
