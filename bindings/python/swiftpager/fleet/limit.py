"""How much of an endpoint a fleet may use."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from ..shapes import BudgetShare, FixedRate

# Network and threads may bring two requests nearer to each other.
_JITTER = 1.02


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound on the slices, and on the requests, that one driver sends to an endpoint.

    at_once     the number of slices under way
    per_second  the number of requests a second, which the slices share equally. In any second at most
                `per_second + at_once` requests leave
    share       the part of the budget that the server announces, above 0 and at most 1, which the slices share equally

    Raises ValueError if a number is out of range, or if both `per_second` and `share` are given.
    """

    at_once: int
    per_second: float | None = None
    share: float | None = None

    def __post_init__(self) -> None:
        if isinstance(self.at_once, bool) or not isinstance(self.at_once, int) or self.at_once < 1:
            raise ValueError(f"at_once must be a whole number of at least 1, not {self.at_once!r}")
        if self.per_second is not None and not 0 < self.per_second < float("inf"):
            raise ValueError(f"per_second must be a number above 0, not {self.per_second!r}")
        if self.share is not None and not 0 < self.share <= 1:
            raise ValueError(f"share must be above 0 and at most 1, not {self.share!r}")
        if self.per_second is not None and self.share is not None:
            raise ValueError("give per_second or share, not both: a client keeps to one of them")

    @property
    def rate_limit(self) -> FixedRate | BudgetShare | None:
        """The `rate_limit` of the client of one slice."""
        if self.per_second is not None:
            return {"mode": "rate", "per_second": self.per_second / self.at_once}
        return None if self.share is None else {"mode": "pace", "share": self.share / self.at_once}

    @property
    def distance(self) -> float:
        """The seconds between two requests of slices that follow each other in one place."""
        return 0.0 if self.per_second is None else self.at_once / self.per_second

    @property
    def least_distance(self) -> float:
        """The same, if the slice before it began longer ago: `at_once` places still keep the bound of a second."""
        if self.per_second is None:
            return 0.0
        # With so many distances in a second, a place sends at most `per_second / at_once + 1` requests in it.
        return min(self.distance, _JITTER / (math.floor(self.per_second / self.at_once) + 1))


def checked(limits: Mapping[str, Limit] | None) -> dict[str, Limit]:
    """The limits by host; raises ValueError for a name that cannot be a host, and TypeError for another value."""
    for name, limit in (limits or {}).items():
        if not isinstance(limit, Limit):
            raise TypeError(f"the limit of {name} must be a swiftpager.fleet.Limit, not {limit!r}")
        if not name or any(sign in name for sign in "/@ ") or name != name.lower():
            raise ValueError(f"limits names hosts in small letters, like api.example.com or localhost:8080: {name!r}")
    return dict(limits or {})


def limited_host(endpoint: str, limits: Mapping[str, Limit]) -> str | None:
    """The name in `limits` that applies to an endpoint: its host with the port, else its host; None if neither."""
    parts = urlsplit(endpoint)
    host = (parts.hostname or "").lower()
    for name in (parts.netloc.rpartition("@")[2].lower(), host):
        if name in limits:
            return name
    return None
