"""Native calls that may run callbacks on this thread, and what happens to exceptions in those callbacks.

C cannot pass an exception on, so an exception takes this way:

1. `call` pushes a record for the native call onto the stack of this thread, and calls the function.
2. C runs a callback through a function that `entry` made. If the callback raises, the exception goes into the topmost
   record of the thread, and C sees a callback that returned.
3. C returns. `call` removes the record and raises the exception in it.

Step 2 misses one exception. If a signal arrives while C waits, Python handles it at the next Python instruction. If an
update comes first, that is the first instruction of a callback, before its `try`. ctypes passes an exception from there
to `sys.unraisablehook`, which would print a Ctrl-C and lose it, and there is no other way to catch it. Therefore the
record replaces the hook while the main thread is in a native call and has a callback that it could run. The record's
hook stores what was raised at the entrance of a callback, and passes everything else to the previous hook.

This does not work for a callback that returns a value: if it raises, ctypes gives C whatever is in memory. Therefore,
once there are such callbacks, an exception from a signal handler goes into the record while the main thread is in a
native call. Only inside `guarded_value`, which catches exceptions, is it raised when the signal arrives.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from threading import get_ident
from types import CodeType
from typing import Any, ParamSpec, TypeVar

from .registry import receivers
from .signals import Handler, is_main_thread, replace, restore

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

# How long the interpreter, when it ends, waits for callbacks that run on other threads.
EXIT_SECONDS = 2.0

_entries: set[CodeType] = set()
# The calls of each thread, the innermost last.
_running: dict[int, list[_Call]] = {}
_exiting_thread: int | None = None
# Whether there are callbacks that return values.
_has_values = False


class _Call:
    """One running native call, and the exceptions of its callbacks."""

    # There is a record for each page of a walk, so most members have their values here.
    failures: list[BaseException]
    # None: this record has replaced nothing.
    previous_hook: Callable[[Any], Any] | None = None
    # The signal handlers that this record replaced.
    handlers: dict[int, Handler]
    # Whether a handler may raise at once when its signal arrives.
    is_guarded = False
    # The exception of a handler.
    interruption: BaseException | None = None

    def replace_hook(self) -> None:
        """Replaces the hook; after this, `take_signals` can replace the signal handlers, too."""
        self.handlers = {}
        self.previous_hook = sys.unraisablehook
        sys.unraisablehook = self.hook

    def hook(self, unraisable: Any) -> None:
        """Stores an exception from the entrance of a callback; passes everything else to the previous hook."""
        traceback = unraisable.exc_traceback
        if traceback is not None and traceback.tb_frame.f_code in _entries and unraisable.exc_value is not None:
            self.failures.append(unraisable.exc_value)
        elif self.previous_hook is not None:
            self.previous_hook(unraisable)

    def take_signals(self) -> None:
        """Replaces the signal handlers, so that they raise only inside `guarded_value`."""
        replace(self.handlers, self.handle)

    def leave_signals(self) -> None:
        """Restores the signal handlers, except those that a callback has replaced."""
        try:
            restore(self.handlers, self.handle)
        except BaseException as error:
            self.failures.append(error)

    def handle(self, number: int, frame: Any) -> None:
        """Calls the signal's own handler."""
        is_guarded = self.is_guarded
        # While an exception is being stored, no second one may interrupt.
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
    """Makes a function that C can call; the running native call raises the function's exception."""

    def guarded(*arguments: Arguments.args, **named: Arguments.kwargs) -> None:
        try:
            function(*arguments, **named)
        except BaseException as error:  # KeyboardInterrupt, too: the call that dispatches raises it.
            _running[get_ident()][-1].failures.append(error)

    _entries.add(guarded.__code__)
    return guarded


def expect_values() -> None:
    """Says that C gets callbacks that return values. These must not raise, and must work in `guarded_value`."""
    global _has_values
    _has_values = True


def guarded_value(make: Callable[[], Result], failed: Callable[[BaseException], Result]) -> Result:
    """The result of `make`; the result of `failed` if `make`, or a signal handler meanwhile, raises an exception."""
    this = _running[get_ident()][-1]
    try:
        this.is_guarded = True
        if this.interruption is not None:
            # The signal came before this function. The call must end and not wait for the result of `make`.
            raise this.interruption
        value = make()
        this.is_guarded = False
    except BaseException as error:
        this.is_guarded = False
        if error is not this.interruption and not isinstance(error, Exception):
            # Ctrl-C or SystemExit: the running native call raises it.
            this.failures.append(error)
        return failed(error)
    return value


def call(function: Callable[..., int], *arguments: Any) -> int:
    """Calls a native function, which may run callbacks, and returns its status.

    Raises an exception of a callback: KeyboardInterrupt or SystemExit if there is one, else the first exception. Notes
    name the others.
    """
    if _exiting_thread is not None:
        park_at_exit()
    this = _Call()
    this.failures = []
    thread = get_ident()
    calls = _running.setdefault(thread, [])
    calls.append(this)
    # If another thread registers the first callback during the call, there is no hook. Only a Ctrl-C at the callback's
    # entrance is lost then.
    try:
        if receivers and is_main_thread():
            this.replace_hook()
            if _has_values:
                this.take_signals()
        status = function(*arguments)
    finally:
        if this.previous_hook is not None:
            sys.unraisablehook = this.previous_hook
            this.leave_signals()
        calls.remove(this)
        if not calls:
            _running.pop(thread, None)
        if _exiting_thread is not None:
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
    """Stops other threads at their next native call, and waits until no other thread is in one.

    Only daemon threads still run when the interpreter ends. If one of them then entered a callback, the process could
    crash. If one of them returned from its call, it would report that its client was closed.
    """
    global _exiting_thread
    _exiting_thread = get_ident()
    deadline = time.monotonic() + EXIT_SECONDS
    while any(thread != _exiting_thread for thread in tuple(_running)) and time.monotonic() < deadline:
        time.sleep(0.001)


def park_at_exit() -> None:
    """Stops a daemon thread for good when the interpreter ends, as Python itself does a little later."""
    if _exiting_thread is not None and get_ident() != _exiting_thread:
        while True:
            time.sleep(60)


def _forget_other_threads() -> None:
    """Removes the records of the parent's other threads, which do not exist in the child."""
    for thread in tuple(_running):
        if thread != get_ident():
            del _running[thread]


os.register_at_fork(after_in_child=_forget_other_threads)
