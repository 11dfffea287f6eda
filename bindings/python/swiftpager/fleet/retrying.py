"""Walks that go on after a failure, or begin anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from . import _failures, _listing, _names, _restarts
from .status import WalkStatus, status
from .store import Store, check_store

Keys = Iterable[str] | Callable[[WalkStatus], bool]


def retry(store: Store, keys: Keys | None = None) -> list[str]:
    """Forgets that walks failed, so that their next slices run; returns their keys.

        keys = swiftpager.fleet.retry(store, lambda walk: walk.error["code"] == "RATE_LIMITED")

    keys  which walks: their keys, or a function that is asked for each failed one; default: all
    """
    is_chosen = _choice(keys)
    failed = [walk.key for walk in status(store).walks if walk.has_failed and is_chosen(walk)]
    for key in failed:
        _failures.forget(store, _names.named(key))
    return failed


def restart(store: Store, keys: Keys) -> list[str]:
    """Has the lists of walks begin anew with their next slices, and forgets that they failed; returns their keys.

        keys = swiftpager.fleet.restart(store, lambda walk: walk.error is not None)

    It is for a walk that cannot go on from its place, for example because its cursor expired. The earlier slices stay
    in the store, but count no more as soon as a slice of the new list is committed: `Store.files`, `Job.files` and
    `status` leave them out.

    keys  which walks: their keys, or a function that is asked for each one
    """
    check_store(store)
    is_chosen = _choice(keys)
    chosen = [walk.key for walk in status(store).walks if is_chosen(walk)]
    walks = _listing.of(store).walks
    for key in chosen:
        name = _names.named(key)
        _restarts.note(store, name, walks[name].newest)
        _failures.forget(store, name)
    return chosen


def _choice(keys: Keys | None) -> Callable[[WalkStatus], bool]:
    """Whether a walk is one of those that an argument names."""
    if isinstance(keys, str):
        raise TypeError(f"keys must be a list of keys, or a function; for one key, give [{keys!r}]")
    if keys is None:
        return lambda walk: True
    if callable(keys):
        return keys
    wanted = {_names.fitting(key) for key in keys}
    return lambda walk: walk.key in wanted
