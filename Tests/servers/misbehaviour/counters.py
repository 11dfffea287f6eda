"""What the server saw, for `GET /stats`: tests look here for what a client's own words cannot prove."""

import collections
import contextlib
import dataclasses
from collections.abc import Iterator
from typing import Any


@dataclasses.dataclass
class Counter:
    """One path's or one key's counts.

    `aborts` are requests whose client closed before the whole answer was sent; `most_at_once` is how many were being
    answered at the same time. `cursors` are the cursors or offsets that were asked with.
    """

    requests: int = 0
    aborts: int = 0
    at_once: int = 0
    most_at_once: int = 0
    cursors: list[Any] = dataclasses.field(default_factory=list)
    connections: set[int] = dataclasses.field(default_factory=set)

    def as_json(self) -> dict[str, Any]:
        return {
            "requests": self.requests,
            "aborts": self.aborts,
            "most_at_once": self.most_at_once,
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

    @contextlib.contextmanager
    def answering(self, path: str, key: str) -> Iterator[None]:
        """While a request is being answered."""
        counters = self._counters(path, key)
        for counter in counters:
            counter.at_once += 1
            counter.most_at_once = max(counter.most_at_once, counter.at_once)
        try:
            yield
        finally:
            for counter in counters:
                counter.at_once -= 1

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
