"""One call that loads pages, from its start to its single end."""

from __future__ import annotations

import weakref
from ctypes import byref, c_size_t, c_void_p, string_at

from ._callbacks import NO_COMPLETION, NO_DESTROY, ON_COMPLETION, ON_DESTROY, register
from ._calls import call
from ._handle import Handle
from ._json import read
from ._library import native
from ._starting import starting
from ._statuses import Status
from ._text import OwnedText
from ._waiting import slices
from .exceptions import check, error_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .exceptions import SwiftPagerError
    from .pager import Pager

    # Called with None when the operation succeeded, else with its failure.
    Completion = Callable[[SwiftPagerError | None], object]


class Operation:
    """A load under way, made by the `start_…` methods of a pager; it goes on when this object is dropped.

    It ends exactly once. Its end is known here once it was dispatched: by `wait()`, or by `Client.dispatch()`.
    """

    def __init__(
        self, pager: Pager, start: Callable[..., int], options: bytes | None, completion: Completion | None
    ) -> None:
        if completion is not None and not callable(completion):
            raise TypeError(f"completion must be callable, not {completion!r}")
        # A pager that is no longer referred to is closed, and its operation with it.
        self._pager = pager
        self._ended = False
        self._error: SwiftPagerError | None = None
        key = register(_receiver(self, completion))
        self._handle = _started(pager, start, options, ON_COMPLETION, key, ON_DESTROY)

    @property
    def done(self) -> bool:
        """Whether the operation has ended, as far as it was dispatched."""
        return self._ended

    @property
    def error(self) -> SwiftPagerError | None:
        """Why the operation failed; None when it succeeded or is not done."""
        return self._error

    def wait(self, timeout: float | None = None) -> None:
        """Dispatches the client's callbacks until the operation has ended, or until `timeout` seconds are over.

        Raises how the operation failed, and `WaitTimeout` when it goes on; waiting again is allowed.
        """
        for milliseconds in slices(timeout):
            error = OwnedText()
            status = call(native.swiftpager_operation_wait, self._handle.key, milliseconds, byref(error))
            if status not in (Status.TIMEOUT, Status.INTERRUPTED):
                return check(status, error.read())
        raise error_for(Status.TIMEOUT, message=f"the operation did not end within {timeout} s; it goes on")

    def cancel(self) -> None:
        """Ends the operation with `Cancelled` and aborts its request; nothing happens to one that has ended."""
        cancel_load(self._handle)

    def _end(self, error: SwiftPagerError | None) -> None:
        self._error = error
        self._ended = True


class Run:
    """A load that only the package itself looks after: it has no completion, so nothing has to be dispatched for it."""

    def __init__(self, pager: Pager, start: Callable[..., int], options: bytes | None) -> None:
        self._handle = _started(pager, start, options, NO_COMPLETION, None, NO_DESTROY)

    def poll(self) -> bool:
        """Runs the callbacks that wait; whether the load has ended. Raises `Cancelled`, and no other way it failed."""
        status = call(native.swiftpager_operation_wait, self._handle.key, 0, None)
        if status in (Status.CANCELLED, Status.REENTRANT, Status.FORKED, Status.INVALID_HANDLE):
            raise error_for(status)
        return status != Status.TIMEOUT

    def check(self) -> None:
        """Raises how the load failed, once it has ended."""
        error = OwnedText()
        check(call(native.swiftpager_operation_wait, self._handle.key, 0, byref(error)), error.read())

    def cancel(self) -> None:
        """Ends the load and aborts its request; nothing happens to one that has ended."""
        cancel_load(self._handle)


def cancel_load(handle: Handle) -> None:
    """Ends the load that a handle stands for; nothing happens to one that has ended."""
    check(native.swiftpager_operation_cancel(handle.key))


def _started(
    pager: Pager, start: Callable[..., int], options: bytes | None, completion: Any, key: int | None, destroy: Any
) -> Handle:
    """Starts a load with one of the library's functions, and owns its handle."""
    with starting():
        if pager._can_start(start):
            pager._end_walk()
        out, error = c_void_p(), OwnedText()
        status = start(pager._handle.key, options, completion, key, destroy, byref(out), byref(error))
        check(status, error.read())
        handle = Handle(out.value, native.swiftpager_operation_release)
        pager._newest = handle
    return handle


def _receiver(operation: Operation, completion: Completion | None) -> Callable[[int, bytes | None], None]:
    """What C calls when the operation ends.

    A completion keeps operation, pager and client alive until it was called. Without one nothing waits for the end, and
    a client that was merely dropped can go.
    """
    if completion is None:
        reference = weakref.ref(operation)
        return lambda status, error_json: _tell(reference(), status, error_json, None)
    return lambda status, error_json: _tell(operation, status, error_json, completion)


def _tell(operation: Operation | None, status: int, error_json: bytes | None, completion: Completion | None) -> None:
    error = None if status == Status.OK else error_for(status, error_json)
    if operation is not None:
        operation._end(error)
    if completion is not None:
        completion(error)


def execute(client: int, request: bytes) -> Any:
    """Has a client execute a request, and returns the response as a value."""
    out, error = c_void_p(), OwnedText()
    status = native.swiftpager_client_execute(
        client, request, NO_COMPLETION, None, NO_DESTROY, byref(out), byref(error)
    )
    check(status, error.read())
    handle = Handle(out.value, native.swiftpager_operation_release)
    try:
        for milliseconds in slices(None):
            failure = OwnedText()
            status = call(native.swiftpager_operation_wait, handle.key, milliseconds, byref(failure))
            if status not in (Status.TIMEOUT, Status.INTERRUPTED):
                break
        check(status, failure.read())
        length = c_size_t()
        address = native.swiftpager_operation_response(handle.key, byref(length))
        return read(string_at(address, length.value))
    finally:
        # Ctrl-C, or a callback's exception: nobody waits any more. Nothing happens to one that has ended.
        native.swiftpager_operation_cancel(handle.key)
        handle.release()
