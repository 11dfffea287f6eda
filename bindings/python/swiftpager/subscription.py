"""Receiving every new state of a list."""

from __future__ import annotations

from ctypes import byref, c_void_p

from ._callbacks import NO_DESTROY, NO_UPDATE, ON_DESTROY, ON_UPDATE, register, registered_count
from ._calls import call, park_at_exit
from ._handle import Handle
from ._library import native
from ._statuses import Status
from ._updates import owned, retained
from .exceptions import check, error_for
from .update import Update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from ._updates import NativeUpdate


class Subscription:
    """A callback that gets every new state of a list; it ends with `cancel()`, or with its pager.

    Made by `Pager.subscribe`. It goes on when this object is dropped.
    """

    def __init__(self, pager: Handle, callback: Callable[[Update], object], siblings: set[Handle]) -> None:
        if not callable(callback):
            raise TypeError(f"callback must be callable, not {callback!r}")

        def receive(update: int) -> None:
            callback(Update(retained(update)))

        out = c_void_p()
        key = register(receive)
        check(native.swiftpager_pager_subscribe(pager.key, ON_UPDATE, key, ON_DESTROY, byref(out)))
        self._handle = Handle(out.value, native.swiftpager_subscription_cancel)
        # The pager's, which keeps the subscription alive and ends it with itself.
        self._siblings = siblings
        siblings.add(self._handle)

    def cancel(self) -> None:
        """Ends the subscription: no call of the callback starts any more. Legal inside the callback; once is enough."""
        self._siblings.discard(self._handle)
        self._handle.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.cancel()


class PulledUpdates:
    """A subscription without a callback, whose updates are asked for one by one."""

    def __init__(self, pager: Handle) -> None:
        out = c_void_p()
        check(native.swiftpager_pager_subscribe(pager.key, NO_UPDATE, None, NO_DESTROY, byref(out)))
        self._handle = Handle(out.value, native.swiftpager_subscription_cancel)
        # Updates are pulled on one thread at a time, so one place for them is enough.
        self._update = c_void_p()
        self._update_out = byref(self._update)

    def next(self, milliseconds: int) -> NativeUpdate | None:
        """Waits for the next update; None when there is none in that time, or none will come any more.

        Asking says that the update before is done with, which lets a held-back walk go on.
        """
        # Another thread may have ended the subscription: the library refuses None as a handle.
        if registered_count():
            try:
                status = call(native.swiftpager_subscription_next, self._handle._key, milliseconds, self._update_out)
            except BaseException:
                # A callback raised, and the update goes nowhere.
                if (update := self._update.value) is not None:
                    owned(update)
                raise
        else:
            # There is no callback that it could run.
            status = native.swiftpager_subscription_next(self._handle._key, milliseconds, self._update_out)
            park_at_exit()
        if status == Status.OK and (update := self._update.value) is not None:
            return owned(update)
        if status in (Status.TIMEOUT, Status.INTERRUPTED, Status.CLOSED) or self._handle._key is None:
            return None
        raise error_for(status)

    def cancel(self) -> None:
        """Ends the subscription, which lets a walk go on without it."""
        self._handle.release()
