"""Native calls that may run callbacks on this thread, and what happens to exceptions in those callbacks.

C cannot pass an exception on, so it takes this way:

1. `call` opens a record for the native call, on top of those of this thread, and calls the function.
2. C runs a callback, by a function that `entry` made. Where the callback raises, the exception goes into the topmost
   record of the thread, and C sees a callback that returned.
3. C returns. `call` closes the record and raises what is in it.

One exception misses step 2. A signal that arrives while C waits is handled by Python at the next instruction that it
executes; when an update comes first, that is the first instruction of a callback, before any `try` of it. ctypes hands
an exception from there to `sys.unraisablehook`, which would print and lose a Ctrl-C; there is no other way out of it.
So while the main thread is in a native call, and there is a callback that it could run, the hook is the record's: it
takes what was raised at the entrance of a callback, and hands everything else to the hook before it.

A callback that returns a value cannot be saved so: where it raises, ctypes hands C whatever is in memory. So once there
are hooks, what a signal's handler raises while the main thread is in a native call goes into the record; only inside
`guarded_value`, which takes exceptions, it is raised where the signal arrives.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from signal import getsignal, signal, valid_signals
from threading import get_ident, get_native_id
from types import CodeType
from typing import Any, ParamSpec, TypeVar

from ._registry import registered_count

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

# How long the end of the interpreter waits for callbacks that run on other threads.
EXIT_SECONDS = 2.0

_entries: set[CodeType] = set()
# The calls of each thread, the innermost last.
_running: dict[int, list[_Call]] = {}
_exiting_thread: int | None = None
# Whether there are callbacks that return values.
_has_values = False


class _Call:
    """One native call under way, and what its callbacks raised."""

    __slots__ = ("failures", "handlers", "interruption", "is_guarded", "previous_hook")

    def __init__(self) -> None:
        self.failures: list[BaseException] = []
        self.previous_hook: Callable[[Any], Any] = sys.unraisablehook
        # The handlers of signals that were replaced.
        self.handlers: dict[int, Callable[[int, Any], Any]] = {}
        # Whether a handler may raise where its signal arrives.
        self.is_guarded = False
        # What one has raised.
        self.interruption: BaseException | None = None

    def hook(self, unraisable: Any) -> None:
        """Collects what was raised at the very entrance of a callback; leaves everything else to the hook before."""
        traceback = unraisable.exc_traceback
        if traceback is not None and traceback.tb_frame.f_code in _entries and unraisable.exc_value is not None:
            self.failures.append(unraisable.exc_value)
        else:
            self.previous_hook(unraisable)

    def take_signals(self) -> None:
        """Has the handlers of signals raise nothing but inside `guarded_value`."""
        for number in valid_signals():
            handler = getsignal(number)
            if callable(handler):
                self.handlers[number] = handler
                signal(number, self.handle)

    def leave_signals(self) -> None:
        """Gives the handlers back, but for those that a callback has replaced."""
        for number, handler in self.handlers.items():
            if getattr(getsignal(number), "__self__", None) is self:
                signal(number, handler)

    def handle(self, number: int, frame: Any) -> None:
        """Handles a signal as its own handler does."""
        is_guarded = self.is_guarded
        # What is raised is taken without another one on top of it.
        self.is_guarded = False
        try:
            self.handlers[number](number, frame)
        except BaseException as error:
            self.interruption = error
            self.failures.append(error)
            if is_guarded:
                raise
        else:
            self.is_guarded = is_guarded


def entry(function: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """Makes a function that C calls: what it raises is raised by the native call that is under way."""

    def guarded(*arguments: Arguments.args, **named: Arguments.kwargs) -> None:
        try:
            function(*arguments, **named)
        except BaseException as error:  # Also KeyboardInterrupt: the call that dispatches raises it.
            _running[get_ident()][-1].failures.append(error)

    _entries.add(guarded.__code__)
    return guarded


def expect_values() -> None:
    """Says that C gets callbacks that return values: they must raise nothing, and do their work in `guarded_value`."""
    global _has_values
    _has_values = True


def guarded_value(make: Callable[[], Result], failed: Callable[[BaseException], Result]) -> Result:
    """What `make` returns; what `failed` does where `make`, or a signal meanwhile, raises an exception."""
    this = _running[get_ident()][-1]
    try:
        this.is_guarded = True
        if this.interruption is not None:
            # It came too early to be raised here. The call is to end, and not to wait for what this makes.
            raise this.interruption
        value = make()
        this.is_guarded = False
    except BaseException as error:
        this.is_guarded = False
        if error is not this.interruption and not isinstance(error, Exception):
            # Ctrl-C and its like: the native call that is under way raises it.
            this.failures.append(error)
        return failed(error)
    return value


def call(function: Callable[..., int], *arguments: Any) -> int:
    """Calls a native function, which may run callbacks, and returns its status.

    Raises what a callback raised: KeyboardInterrupt and its like before all, else the first, with notes of the others.
    """
    park_at_exit()
    this = _Call()
    # Linux numbers the main thread as the process. Python handles signals on no other.
    is_main = get_native_id() == os.getpid()
    thread = get_ident()
    calls = _running.setdefault(thread, [])
    calls.append(this)
    # A call that another thread gives a callback meanwhile has no hook; then only Ctrl-C at its entrance is lost.
    is_hooked = is_main and registered_count() > 0
    if is_hooked:
        sys.unraisablehook = this.hook
    try:
        if is_hooked and _has_values:
            this.take_signals()
        status = function(*arguments)
    finally:
        if is_hooked:
            sys.unraisablehook = this.previous_hook
            this.leave_signals()
        calls.remove(this)
        if not calls:
            _running.pop(thread, None)
        park_at_exit()
    if this.failures:
        raise _chosen(this.failures)
    return status


def _chosen(failures: list[BaseException]) -> BaseException:
    chosen = next((error for error in failures if not isinstance(error, Exception)), failures[0])
    for other in failures:
        if other is not chosen:
            chosen.add_note(f"Another callback of the same call raised {other!r}.")
    return chosen


def begin_exit() -> None:
    """Stops other threads at their next native call, and waits until none of them is in one.

    Only daemon threads still run when the interpreter ends. Were one of them to enter a callback after that, the
    process could crash; were it to return, it would report that its client was closed.
    """
    global _exiting_thread
    _exiting_thread = get_ident()
    deadline = time.monotonic() + EXIT_SECONDS
    while any(thread != _exiting_thread for thread in tuple(_running)) and time.monotonic() < deadline:
        time.sleep(0.001)


def park_at_exit() -> None:
    """Stops a daemon thread for good once the interpreter ends, as Python itself does a little later."""
    if _exiting_thread is not None and get_ident() != _exiting_thread:
        while True:
            time.sleep(60)


def _forget_other_threads() -> None:
    """The threads of the parent are not in the child."""
    for thread in tuple(_running):
        if thread != get_ident():
            del _running[thread]


os.register_at_fork(after_in_child=_forget_other_threads)
