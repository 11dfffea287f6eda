"""Calls that load pages, each from its start to its single end."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from ctypes import byref, c_int, c_size_t, c_void_p
from typing import Any, Generic, TypeVar

from ._cursors import CursorPlaces
from ._native.callbacks import NO_COMPLETION, NO_DESTROY, ON_COMPLETION, ON_DESTROY
from ._native.calls import call
from ._native.functions import check_function
from ._native.handle import Handle, NotCopied
from ._native.library import native
from ._native.raising import check, check_descriptor, error_for
from ._native.registry import register
from ._native.statuses import OK, Status
from ._native.text import OwnedText, TakenText, borrowed_bytes
from ._native.updates import NativeUpdate
from ._native.waiting import SLICE_MILLISECONDS, slices
from ._tracing import NOT_TRACED, Running
from .exceptions import Cancelled, SwiftPagerError

# Called with None if the operation succeeded, else with its failure.
Completion = Callable[[SwiftPagerError | None], object]
# Starts an operation with a completion, its user data and the function that destroys them; returns the handle.
Start = Callable[[Any, int | None, Any], Handle]
# What a call of a pull returns.
Found = TypeVar("Found")


class Operation(NotCopied):
    """A running load, made by the `start_…` methods of a pager; it continues if you drop this object.

    It ends exactly once. The object knows of the end after `wait()` or `Client.dispatch()` has dispatched it.
    """

    _instead = "wait for it in this process"

    def __init__(
        self, owner: object, start: Start, completion: Completion | None, on_end: Callable[[], None] | None = None,
        running: Running = NOT_TRACED,
    ) -> None:
        if completion is not None:
            check_function("completion", completion)
        # Without this reference, the pager could be dropped, which would close it and end the operation.
        self._owner = owner
        self._on_end = on_end
        self._ended = False
        self._error: SwiftPagerError | None = None
        self._handle = start(ON_COMPLETION, register(_receiver(self, completion, running)), ON_DESTROY)

    @property
    def done(self) -> bool:
        """Whether the operation has ended and its end was dispatched."""
        return self._ended

    @property
    def error(self) -> SwiftPagerError | None:
        """Why the operation failed; None if it succeeded or is not done."""
        return self._error

    def wait(self, timeout: float | None = None) -> None:
        """Dispatches the client's callbacks until the operation ends or `timeout` seconds have passed.

        Raises the operation's failure, or `WaitTimeout` if it is still running; then you may wait again.
        """
        for milliseconds in slices(timeout):
            error = OwnedText()
            status = call(native.swiftpager_operation_wait, self._handle.key, milliseconds, byref(error))
            if status not in (Status.TIMEOUT, Status.INTERRUPTED):
                return check(status, error.read())
        raise error_for(Status.TIMEOUT, message=f"the operation did not end within {timeout} s; it continues")

    def cancel(self) -> None:
        """Ends the operation with `Cancelled` and aborts its request; does nothing if the operation has ended."""
        check(native.swiftpager_operation_close(self._handle.key))

    def _end(self, error: SwiftPagerError | None) -> None:
        self._error = error
        self._ended = True
        if self._on_end is not None and not isinstance(error, Cancelled):
            self._on_end()

    def __repr__(self) -> str:
        state = "under way" if not self._ended else "done" if self._error is None else self._error.code
        return f"<swiftpager.Operation {state}>"


def _receiver(
    operation: Operation, completion: Completion | None, running: Running
) -> Callable[[int, bytes | None], None]:
    """The function that C calls when the operation ends.

    A completion keeps operation, pager and client alive until it is called. Without a completion, this keeps nothing
    alive, and dropping the client closes it.
    """
    if completion is None:
        reference = weakref.ref(operation)
        return lambda status, error_json: _tell(reference(), status, error_json, None, running)
    return lambda status, error_json: _tell(operation, status, error_json, completion, running)


def _tell(
    operation: Operation | None, status: int, error_json: bytes | None, completion: Completion | None, running: Running
) -> None:
    error = None if status == Status.OK else error_for(status, error_json)
    running.end(error)
    if operation is not None:
        operation._end(error)
    if completion is not None:
        completion(error)


class BasePull(Generic[Found]):
    """An operation whose consumer requests its updates one by one.

    The next operation of its pager ends it, also while another thread waits for its next update.
    """

    def __init__(
        self, start: Start, cursors: CursorPlaces, on_end: Callable[[], None] | None = None,
        running: Running = NOT_TRACED, ends_well: Callable[[SwiftPagerError], bool] = lambda error: False,
    ) -> None:
        self._cursors = cursors
        # Whether a failure is the end that the consumer asked for.
        self._ends_well = ends_well
        self.running = running
        # Called once when the operation ends by itself, not because of a cancel or a replacement.
        self._on_end = on_end
        self.was_replaced = False
        # Whether there are no more updates to request.
        self.has_ended = False
        # Whether an event loop (by the key) or a stream also uses the handle.
        self._is_shared = False
        self._make_room()
        # Last, because a traceback of an interruption keeps `self`, and with a handle the operation would go on.
        self._handle = start(NO_COMPLETION, None, NO_DESTROY)

    def _make_room(self) -> None:
        """Makes what each call of `next` fills. This happens once, because a walk calls `next` for each page."""
        self._error = OwnedText()
        self._error_address = byref(self._error)

    def following(self) -> Found | None:
        """Waits for the next update; None at the end. Raises the operation's failure, if it failed."""
        while not self.has_ended:
            if (found := self.next(SLICE_MILLISECONDS)) is not None:
                return found
        return None

    def next(self, milliseconds: int) -> Found | None:
        """Waits for the next update; None if none comes in that time, or if there are no more: see `has_ended`.

        The call tells the library that the consumer has finished with the update before, so a held-back walk can
        continue. It runs the callbacks of the pager while it waits. Raises the operation's failure after its last
        update.
        """
        raise NotImplementedError

    def _without(self, status: int) -> None:
        """Notes why a call brought no update; raises the operation's failure, if it failed."""
        if status == OK:
            self.has_ended = True
            self.tell_end()
            return
        if status in (Status.TIMEOUT, Status.INTERRUPTED):
            return
        self.has_ended = True
        self.check()
        error = error_for(status, self._error.read())
        if self._ends_well(error):
            self.tell_end()
            return
        self.running.end(error)
        if status != Status.CANCELLED:
            self.tell_end()
        raise error

    def tell_end(self) -> None:
        """Reports that the operation has ended; a second call does nothing."""
        self.running.end()
        on_end, self._on_end = self._on_end, None
        if on_end is not None:
            on_end()

    def check(self) -> None:
        """Raises `Cancelled` if another operation replaced this one."""
        if self.was_replaced:
            self.has_ended = True
            raise replaced()

    def shared(self) -> Handle:
        """The handle for another user; from now on, only `end()` releases it."""
        self._is_shared = True
        return self._handle

    def replace(self) -> None:
        """Ends the operation for another one; its consumer gets `Cancelled`."""
        self.was_replaced = True
        self.running.end(was_cancelled=True)
        if self._is_shared:
            # The other user sees the end and calls `end()`.
            native.swiftpager_operation_close(self._handle._key)
        else:
            self.end()

    def end(self) -> None:
        """Ends the operation and aborts its request; a second call does nothing."""
        self._handle.release()
        self.running.end(was_cancelled=True)


class Pull(BasePull[NativeUpdate]):
    """An operation whose consumer requests its updates one by one, with all that they have."""

    def _make_room(self) -> None:
        super()._make_room()
        self._out = c_void_p()
        self._out_address = byref(self._out)

    def next(self, milliseconds: int) -> NativeUpdate | None:
        if self.was_replaced:
            self.check()
        out = self._out
        # A call that raises before it reaches the library must not leave the update of the call before.
        out.value = None
        try:
            # Another thread may have released the handle: the library refuses None.
            status = call(
                native.swiftpager_operation_next, self._handle._key, milliseconds, self._out_address,
                self._error_address,
            )
        except BaseException:
            # A callback raised, or Ctrl-C came: release the update. The operation goes first: as long as it runs, the
            # release says that the consumer has finished with a page, which it never saw.
            if out.value is not None:
                self.end()
                NativeUpdate(out.value)
            raise
        if status == OK and out.value is not None:
            return NativeUpdate(out.value, self._cursors)
        self._without(status)
        return None


class ItemsPull(BasePull[bytes]):
    """An operation whose consumer requests the items of its pages, each page as one JSON array, and nothing else."""

    def _make_room(self) -> None:
        super()._make_room()
        self._text, self._length = TakenText(), c_size_t()
        self._text_address, self._length_address = byref(self._text), byref(self._length)

    def next(self, milliseconds: int) -> bytes | None:
        if self.was_replaced:
            self.check()
        try:
            status = call(
                native.swiftpager_operation_next_items, self._handle._key, milliseconds, self._text_address,
                self._length_address, self._error_address,
            )
        except BaseException:
            # As for an update: the consumer never saw the page, and a traceback may keep this object.
            if self._text.value is not None:
                self.end()
                self._text.free()
            raise
        if status == OK and self._text.value is not None:
            return self._text.take(self._length.value)
        self._without(status)
        return None


def replaced() -> Cancelled:
    """The exception for the consumer of an operation that another operation replaced."""
    error = error_for(Status.CANCELLED, message="another operation of the pager replaced this walk")
    assert isinstance(error, Cancelled)
    return error


class Execution:
    """A running request of a client."""

    def __init__(self, client: int, request: bytes, running: Running) -> None:
        out, error = c_void_p(), OwnedText()
        status = native.swiftpager_client_execute(
            client, request, NO_COMPLETION, None, NO_DESTROY, byref(out), byref(error)
        )
        check(status, error.read())
        self._handle = Handle(out.value, native.swiftpager_operation_release)
        self._running = running

    def next(self, milliseconds: int) -> bool:
        """Waits for the answer and dispatches the client's callbacks; returns whether the answer came.

        Raises the request's failure.
        """
        error = OwnedText()
        status = call(native.swiftpager_operation_wait, self._handle.key, milliseconds, byref(error))
        if status in (Status.TIMEOUT, Status.INTERRUPTED):
            return False
        try:
            check(status, error.read())
        except SwiftPagerError as failure:
            self._running.end(failure)
            raise
        self._running.end()
        return True

    def answer(self) -> bytes:
        """The response, as the server sent it."""
        length = c_size_t()
        address = native.swiftpager_operation_response(self._handle.key, byref(length))
        return bytes(borrowed_bytes(address, length.value, self._handle))

    def fileno(self) -> int:
        """A descriptor that is readable once the answer has come; valid until `end()`."""
        return _descriptor(self._handle)

    def end(self) -> None:
        """Aborts the request if it is still running."""
        native.swiftpager_operation_close(self._handle._key)
        self._handle.release()
        self._running.end(was_cancelled=True)


def _descriptor(operation: Handle) -> int:
    out = c_int()
    check_descriptor(native.swiftpager_operation_fd(operation.key, byref(out)))
    return out.value
