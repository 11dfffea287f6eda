"""What the fake server does in place of answering."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any


@dataclasses.dataclass(frozen=True)
class Refusal:
    """An answer that is no GraphQL response: a status, headers and a body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclasses.dataclass(frozen=True)
class Errors:
    """A response with errors, with the data beside them or with none."""

    errors: Sequence[Mapping[str, Any]]
    with_data: bool


@dataclasses.dataclass(frozen=True)
class HangUp:
    """No answer: the connection is closed."""


Fault = Refusal | Errors | HangUp


class Plan:
    """Which of the coming requests meet a fault. Not locked: the server does that."""

    def __init__(self) -> None:
        self._faults: dict[int, Fault] = {}
        self._taken = 0

    def add(self, fault: Fault, times: int, after: int) -> None:
        """Has `times` requests meet a fault, after so many others; requests that have one already are left out."""
        if times < 1 or after < 0:
            raise ValueError(f"a fault happens once or more, after 0 requests or more: not {times} and {after}")
        number = self._taken + after
        for _ in range(times):
            while number in self._faults:
                number += 1
            self._faults[number] = fault

    def take(self) -> Fault | None:
        """What the next request meets."""
        fault = self._faults.pop(self._taken, None)
        self._taken += 1
        return fault
