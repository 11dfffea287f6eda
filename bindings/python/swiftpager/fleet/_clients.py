"""The clients of slices: one after the other, slices of one endpoint have one client, its connection included."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .._environment import with_environment
from ..client import Client
from . import _configs
from ._arguments import timeout_of, with_budget

if TYPE_CHECKING:
    from ..shapes import BudgetShare, FixedRate
    from .walk import Walk

# So many clients wait for a slice at most.
_MOST_IDLE = 32


class Clients:
    """Clients that no slice has at the moment. Any thread may use it."""

    def __init__(self, most_idle: int = _MOST_IDLE) -> None:
        self._most_idle = most_idle
        # With what each was made from; the one that was given back last is the last.
        self._idle: list[tuple[str, Client]] = []
        self._lock = threading.Lock()
        self._is_closed = False
        self._process = os.getpid()

    @contextlib.contextmanager
    def lent(
        self, walk: Walk, rate_limit: FixedRate | BudgetShare | None, longest_wait: float
    ) -> Iterator[Client]:
        """A client for a walk, which nothing else uses during the block.

        The next slice gets it, unless the block ends with an exception or has closed it, or it has a `rate_limit`,
        which is that of one slice. Raises as `Client` does.
        """
        timeout, retry = timeout_of(walk.timeout), with_budget(walk.retry, longest_wait)
        with _configs.refusing_wrong_ones():
            # The variables of the environment may change.
            headers = with_environment(None, walk.headers_env)
            # Values that JSON does not have are refused by `Client`.
            made_from = json.dumps([walk.endpoint, headers, retry, walk.timeout], default=repr)
            client = None if rate_limit else self._taken(made_from)
            if client is None:
                client = Client(
                    walk.endpoint, headers_env=walk.headers_env, rate_limit=rate_limit, retry=retry, timeout=timeout
                )
        with contextlib.ExitStack() as closing:
            closing.callback(client.close)
            yield client
            if not rate_limit and not client._handle.is_released and self._given_back(made_from, client):
                closing.pop_all()

    def close(self) -> None:
        """Closes the clients, and each that a slice gives back from now on."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for _, client in idle:
            client.close()

    def _taken(self, made_from: str) -> Client | None:
        """The client that was used last of those that were made in this way."""
        with self._lock:
            if self._process != os.getpid():
                # A forked child cannot use the clients of its parent.
                self._process, self._idle = os.getpid(), []
            for index in reversed(range(len(self._idle))):
                if self._idle[index][0] == made_from:
                    return self._idle.pop(index)[1]
        return None

    def _given_back(self, made_from: str, client: Client) -> bool:
        """Keeps a client for the next slice, in place of the one that waits longest if there are too many."""
        with self._lock:
            if self._is_closed:
                return False
            self._idle.append((made_from, client))
            left = self._idle.pop(0)[1] if len(self._idle) > self._most_idle else None
        if left is not None:
            left.close()
        return True
