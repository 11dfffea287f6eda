"""Subscriptions, which receive every new state of a list."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, c_void_p
from types import TracebackType
from typing import Any, Generic, Self

from ._cursors import CursorPlaces
from ._native.callbacks import NO_DESTROY, NO_UPDATE, ON_DESTROY, ON_UPDATE
from ._native.calls import call
from ._native.functions import check_function
from ._native.handle import Handle, NotCopied, ending
from ._native.library import native
from ._native.raising import check, error_for
from ._native.registry import register
from ._native.statuses import Status
from ._native.updates import NativeUpdate, retained
from ._typed import ItemType
from .update import Update


def _owned(out: c_void_p) -> Handle:
    """The handle of a subscription that the library has made."""
    return Handle(out.value, ending(native.swiftpager_subscription_close, native.swiftpager_subscription_release))


class Subscription(NotCopied):
    """A callback that gets every new state of a list; it ends with `cancel()`, or with its pager.

    Made by `Pager.subscribe`. It continues if you drop this object.
    """

    def __init__(
        self, pager: Handle, callback: Callable[[Update[Any]], object], siblings: set[Handle], cursors: CursorPlaces,
        kind: Any = None,
    ) -> None:
        check_function("callback", callback)

        def receive(update: int) -> None:
            callback(Update(retained(update, cursors), kind))

        out = c_void_p()
        key = register(receive)
        check(native.swiftpager_pager_subscribe(pager.key, ON_UPDATE, key, ON_DESTROY, byref(out)))
        self._handle = _owned(out)
        # The pager's set of subscriptions. It keeps them alive, and the pager ends them when it is closed.
        self._siblings = siblings
        self._ended = False
        siblings.add(self._handle)

    def cancel(self) -> None:
        """Ends the subscription: no more calls of the callback start.

        You may call this inside the callback. A second call does nothing.
        """
        self._ended = True
        self._siblings.discard(self._handle)
        self._handle.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.cancel()

    def __repr__(self) -> str:
        return f"<swiftpager.Subscription{' cancelled' if self._ended else ''}>"


class PulledUpdates(Generic[ItemType]):
    """A subscription without a callback, whose consumer requests the updates one by one."""

    def __init__(self, pager: Handle, cursors: CursorPlaces, kind: Any = None) -> None:
        out = c_void_p()
        check(native.swiftpager_pager_subscribe(pager.key, NO_UPDATE, None, NO_DESTROY, byref(out)))
        self._handle = _owned(out)
        self._cursors = cursors
        self._kind = kind
        # Whether there are no more updates to come.
        self.has_ended = False

    def next(self, milliseconds: int) -> Update[ItemType] | None:
        """Waits for the next update; None if none comes in that time, or if there are no more: see `has_ended`.

        The call tells the library that the consumer has finished with the update before, so a held-back walk can
        continue.
        """
        out = c_void_p()
        try:
            status = call(native.swiftpager_subscription_next, self._handle._key, milliseconds, byref(out))
        except BaseException:
            # A callback raised: release the update.
            if out.value is not None:
                NativeUpdate(out.value)
            raise
        if status == Status.OK and out.value is not None:
            return Update(NativeUpdate(out.value, self._cursors), self._kind)
        if status in (Status.TIMEOUT, Status.INTERRUPTED):
            return None
        self.has_ended = True
        if status in (Status.OK, Status.CLOSED) or self._handle._key is None:
            return None
        raise error_for(status)

    @property
    def key(self) -> int:
        """By which a client names the subscription while `next(0)` has something to do."""
        return self._handle.key

    def cancel(self) -> None:
        """Ends the subscription, so that walks continue without it."""
        self._handle.release()
