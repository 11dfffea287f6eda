"""Receiving every new state of a list."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, c_int, c_void_p
from types import TracebackType
from typing import Self

from ._callbacks import NO_DESTROY, NO_UPDATE, ON_DESTROY, ON_UPDATE
from ._calls import call
from ._functions import check_function
from ._handle import Handle, NotCopied
from ._library import native
from ._raising import check, check_descriptor, error_for
from ._registry import register
from ._statuses import Status
from ._updates import owned, retained
from .update import Update


class Subscription(NotCopied):
    """A callback that gets every new state of a list; it ends with `cancel()`, or with its pager.

    Made by `Pager.subscribe`. It goes on when this object is dropped.
    """

    def __init__(self, pager: Handle, callback: Callable[[Update], object], siblings: set[Handle]) -> None:
        check_function("callback", callback)

        def receive(update: int) -> None:
            callback(Update(retained(update)))

        out = c_void_p()
        key = register(receive)
        check(native.swiftpager_pager_subscribe(pager.key, ON_UPDATE, key, ON_DESTROY, byref(out)))
        self._handle = Handle(out.value, native.swiftpager_subscription_cancel)
        # The pager's, which keeps the subscription alive and ends it with itself.
        self._siblings = siblings
        self._ended = False
        siblings.add(self._handle)

    def cancel(self) -> None:
        """Ends the subscription: no call of the callback starts any more. Legal inside the callback; once is enough."""
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


class PulledUpdates:
    """A subscription without a callback, whose updates are asked for one by one."""

    def __init__(self, pager: Handle) -> None:
        out = c_void_p()
        check(native.swiftpager_pager_subscribe(pager.key, NO_UPDATE, None, NO_DESTROY, byref(out)))
        self._handle = Handle(out.value, native.swiftpager_subscription_cancel)
        # Whether no update will come any more.
        self.has_ended = False

    def next(self, milliseconds: int) -> Update | None:
        """Waits for the next update; None when there is none in that time, or none any more: see `has_ended`.

        Asking says that the update before is done with, which lets a held-back walk go on.
        """
        out = c_void_p()
        try:
            status = call(native.swiftpager_subscription_next, self._handle._key, milliseconds, byref(out))
        except BaseException:
            # A callback raised, and the update goes nowhere.
            if out.value is not None:
                owned(out.value)
            raise
        if status == Status.OK and out.value is not None:
            return Update(owned(out.value))
        if status in (Status.TIMEOUT, Status.INTERRUPTED):
            return None
        self.has_ended = True
        if status in (Status.OK, Status.CLOSED) or self._handle._key is None:
            return None
        raise error_for(status)

    def fileno(self) -> int:
        """A descriptor that is readable while `next(0)` has something to do; valid until `cancel()`."""
        out = c_int()
        check_descriptor(native.swiftpager_subscription_fd(self._handle.key, byref(out)))
        return out.value

    def cancel(self) -> None:
        """Ends the subscription, which lets a walk go on without it."""
        self._handle.release()
