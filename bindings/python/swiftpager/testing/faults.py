"""What the fake server does instead of a normal answer."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any


@dataclasses.dataclass(frozen=True)
class Refusal:
    """An answer that is not a GraphQL response: a status, headers and a body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclasses.dataclass(frozen=True)
class Errors:
    """A response with errors, with or without data beside them."""

    errors: Sequence[Mapping[str, Any]]
    with_data: bool


@dataclasses.dataclass(frozen=True)
class HangUp:
    """No answer: the server closes the connection."""


Fault = Refusal | Errors | HangUp


class Plan:
    """The faults of the coming requests. It has no lock; the server locks it."""

    def __init__(self) -> None:
        self._faults: dict[int, Fault] = {}
        self._taken = 0

    def add(self, fault: Fault, times: int, after: int) -> None:
        """Plans a fault for `times` requests, after `after` others; skips requests that already have one."""
        number = self._taken + after
        for _ in range(times):
            while number in self._faults:
                number += 1
            self._faults[number] = fault

    def take(self) -> Fault | None:
        """The fault of the next request; None if it has none."""
        fault = self._faults.pop(self._taken, None)
        self._taken += 1
        return fault
