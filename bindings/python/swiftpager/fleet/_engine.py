"""What carries out the slices of a fleet: threads of this process, or a cluster."""

from __future__ import annotations

import abc
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._schedule import Submit
from ._work import Report

if TYPE_CHECKING:
    from .walk import Walk


@dataclass(frozen=True, slots=True)
class Lost:
    """A slice that never reports: what ran it is gone. It may run on."""

    why: str


# A slice's report, its loss, or an exception that its engine raised for it.
Outcome = Report | Lost | Exception
# An engine calls it on any thread when a slice is over, with the name of its task.
Over = Callable[[str, Outcome], None]


class Engine(abc.ABC):
    """Runs slices. The driver calls the methods on its thread."""

    @abc.abstractmethod
    def prepare(self, sample: list[Walk], is_cancelled: Callable[[], bool]) -> None:
        """Settles the columns of the store, from a sample of the walks, where the secrets of their headers are."""

    @abc.abstractmethod
    def submit(self, begun: Submit, over: Over) -> None:
        """Begins a slice."""

    @abc.abstractmethod
    def release(self, task: str) -> None:
        """Forgets a slice that is over."""

    @abc.abstractmethod
    def check(self) -> None:
        """Raises an exception if the engine is gone."""

    @abc.abstractmethod
    def tell_end(self) -> None:
        """Has all slices of the fleet end at their next page. It does not wait, and may be called again."""

    @abc.abstractmethod
    def close(self) -> None:
        """Gives back what the engine holds. No slice begins after this call."""
