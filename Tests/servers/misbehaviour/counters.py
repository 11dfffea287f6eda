"""What the server saw, for `GET /stats`: tests look here for what a client's own words cannot prove."""

import collections
import dataclasses
from typing import Any


@dataclasses.dataclass
class Counter:
    """One path's or one key's counts; `aborts` are requests whose client closed before the whole answer was sent."""

    requests: int = 0
    aborts: int = 0
    cursors: list[Any] = dataclasses.field(default_factory=list)
    connections: set[int] = dataclasses.field(default_factory=set)

    def as_json(self) -> dict[str, Any]:
        return {
            "requests": self.requests,
            "aborts": self.aborts,
            "connections": len(self.connections),
            "cursors": self.cursors,
        }


class Counters:
    """Counts by path and by the option `key`, and remembers which `once` troubles are over."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.connections = 0
        self._paths: dict[str, Counter] = collections.defaultdict(Counter)
        self._keys: dict[str, Counter] = collections.defaultdict(Counter)
        self._over: set[tuple[str, str]] = set()

    def count_request(self, path: str, key: str, connection: int, cursor: Any) -> None:
        for counter in self._counters(path, key):
            counter.requests += 1
            counter.connections.add(connection)
            counter.cursors.append(cursor)

    def count_abort(self, path: str, key: str) -> None:
        for counter in self._counters(path, key):
            counter.aborts += 1

    def first_time(self, path: str, key: str) -> bool:
        """Whether this is the first time for this path and key; every later call says no."""
        if (path, key) in self._over:
            return False
        self._over.add((path, key))
        return True

    def as_json(self, key: str | None) -> dict[str, Any]:
        """Everything, or with a key what was asked under that key only."""
        if key is not None:
            return self._keys.get(key, Counter()).as_json()
        return {
            "connections": self.connections,
            "paths": {path: counter.as_json() for path, counter in self._paths.items()},
            "keys": {key: counter.as_json() for key, counter in self._keys.items()},
        }

    def _counters(self, path: str, key: str) -> list[Counter]:
        return [self._paths[path], self._keys[key]] if key else [self._paths[path]]
