"""Native calls that may run callbacks on this thread, and what happens to exceptions in those callbacks.

C cannot pass an exception on, so each call collects what its callbacks raise, and raises it once C has returned.

A signal that arrives while C waits is handled by Python at the next instruction it executes; when an update comes
first, that is the first instruction of a callback, before any `try` of it. ctypes hands an exception from there to
`sys.unraisablehook`, which would print and lose a Ctrl-C. So the hook is ours while the main thread is in such a call.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from types import CodeType
from typing import Any, ParamSpec

Arguments = ParamSpec("Arguments")

# How long the end of the interpreter waits for callbacks that run on other threads.
EXIT_SECONDS = 2.0

_entries: set[CodeType] = set()
_running: set["_Call"] = set()
_exiting_thread: int | None = None


class _Call:
    """One native call under way, and what its callbacks raised."""

    __slots__ = ("failures", "previous_hook", "thread")

    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self.failures: list[BaseException] = []
        self.previous_hook: Callable[[Any], Any] = sys.unraisablehook

    def hook(self, unraisable: Any) -> None:
        """Collects what was raised at the very entrance of a callback; leaves everything else to the hook before."""
        traceback = unraisable.exc_traceback
        if traceback is not None and traceback.tb_frame.f_code in _entries and unraisable.exc_value is not None:
            self.failures.append(unraisable.exc_value)
        else:
            self.previous_hook(unraisable)


class _Stack(threading.local):
    """The calls of one thread, the innermost last."""

    def __init__(self) -> None:
        self.calls: list[_Call] = []


_stack = _Stack()


def entry(function: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """Makes a function that C calls: what it raises is raised by the native call that is under way."""

    def guarded(*arguments: Arguments.args, **named: Arguments.kwargs) -> None:
        try:
            function(*arguments, **named)
        except BaseException as error:  # Also KeyboardInterrupt: it belongs to whoever dispatches.
            _stack.calls[-1].failures.append(error)

    _entries.add(guarded.__code__)
    return guarded


def call(function: Callable[..., int], *arguments: Any) -> int:
    """Calls a native function, which may run callbacks, and returns its status.

    Raises what a callback raised: KeyboardInterrupt and its like before all, else the first, with notes of the others.
    """
    park_at_exit()
    this = _Call()
    is_main = threading.current_thread() is threading.main_thread()
    _stack.calls.append(this)
    _running.add(this)
    if is_main:
        sys.unraisablehook = this.hook
    try:
        status = function(*arguments)
    finally:
        if is_main:
            sys.unraisablehook = this.previous_hook
        _running.discard(this)
        _stack.calls.remove(this)
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
    _exiting_thread = threading.get_ident()
    deadline = time.monotonic() + EXIT_SECONDS
    while any(other.thread != _exiting_thread for other in tuple(_running)) and time.monotonic() < deadline:
        time.sleep(0.001)


def park_at_exit() -> None:
    """Stops a daemon thread for good once the interpreter ends, as Python itself does a little later."""
    if _exiting_thread is not None and threading.get_ident() != _exiting_thread:
        threading.Event().wait()


# The threads of the parent are not in the child.
os.register_at_fork(after_in_child=_running.clear)
