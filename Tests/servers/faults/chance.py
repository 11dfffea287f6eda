"""Which request meets which fault: by chance, from a seed that repeats it."""

import collections
import random
from collections.abc import Mapping
from typing import Any


class Chance:
    """Each request meets one of the faults or none; `rates` are percentages, and together at most 100."""

    def __init__(self, rates: Mapping[str, float], seed: int) -> None:
        if min(rates.values(), default=0) < 0 or sum(rates.values()) > 100:
            raise ValueError(f"rates are percentages and together at most 100, not {dict(rates)}")
        self._rates = dict(rates)
        self._seed = seed
        self._random = random.Random(seed)
        self._requests = 0
        self._faults = collections.Counter[str]()

    def next_fault(self) -> str | None:
        """What befalls the next request."""
        self._requests += 1
        drawn = self._random.uniform(0, 100)
        for kind, rate in self._rates.items():
            drawn -= rate
            if drawn < 0:
                self._faults[kind] += 1
                return kind
        return None

    def as_json(self) -> dict[str, Any]:
        """What happened so far; a kind that has a rate is there also where it has not happened."""
        faults = {kind: self._faults[kind] for kind in self._rates}
        return {"seed": self._seed, "requests": self._requests, "faults": faults}
