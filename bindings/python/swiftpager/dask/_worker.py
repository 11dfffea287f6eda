"""What a worker of Dask does: it unpickles what a fleet's slices share, and runs one of them."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..fleet import _work
from ..fleet._clients import Clients

if TYPE_CHECKING:
    from ..fleet import Limit, Walk
    from ..fleet._schedule import Submit

# The jobs that end, as far as this process knows. Their slices end at the next page.
_ending: set[str] = set()
# What the slices of this process leave to the next ones, of whichever job.
_clients = Clients()


@dataclass(frozen=True, slots=True)
class Job:
    """A job, and what its slices share."""

    name: str
    assignment: _work.Assignment
    # Pickled, because a worker dies of a task that it cannot unpickle.
    children: bytes | None = None


def work(job: Job, begun: Submit) -> _work.Report:
    """Runs the next slice of a walk, and reports what happened, failures included."""
    try:
        assignment = unpickled(job)
    except Exception as error:
        return _work.Report(None, error=_work.described(error))
    return _work.work(assignment, begun, lambda: job.name in _ending, _clients)


def settle(walks: list[Walk], job: Job, limits: Mapping[str, Limit]) -> None:
    """Settles the columns of a store, and tries whether this worker has what the job needs."""
    _work.settle(walks, unpickled(job), limits)


def unpickled(job: Job) -> _work.Assignment:
    """What the slices share; raises ImportError if the module of the function that finds children is not here."""
    if job.children is None:
        return job.assignment
    try:
        found: Callable[[Any], Any] = pickle.loads(job.children)
    except ImportError as error:
        error.add_note("`children` is a function of a module that the workers do not have: install it there")
        raise
    return dataclasses.replace(job.assignment, children=found)


def end(job: str) -> None:
    """Makes the slices of a job in this process end at the next page."""
    _ending.add(job)
