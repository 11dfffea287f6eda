"""What a server lets its clients spend: a bucket that fills at a rate."""

import time


class LeakyBucket:
    """Has `level` at the beginning, which is when it is asked for the first time."""

    def __init__(self, maximum: float, rate: float, level: float) -> None:
        self._maximum = maximum
        self._rate = rate
        self._level = level
        self._at: float | None = None

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
        now = time.monotonic()
        since = 0 if self._at is None else now - self._at
        self._level = min(self._maximum, self._level + since * self._rate)
        self._at = now
        return self._level
