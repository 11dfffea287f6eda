"""A disk on which something happens at one step: Ctrl-C arrives, or another writer is faster.

A step is a call by which this thread reads or changes something below a folder. A test first counts the steps of an
undisturbed run, and then lets something happen at each of them.
"""

import builtins
import contextlib
import fcntl
import inspect
import os
import pathlib
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Self

import pytest

from conftest import LONG

# The calls of `os` that are steps. A second argument that is a path does not matter: it is below the same folder.
_CHANGES = ("ftruncate", "link", "mkdir", "rename", "replace", "rmdir", "unlink", "write")
_LOOKS = ("fsync", "listdir", "open", "scandir", "stat")


@dataclass(frozen=True)
class Moment:
    """The place of an event among the steps of a run."""

    step: int
    when: str
    name: str

    def __str__(self) -> str:
        return f"{self.when} step {self.step}, {self.name}"


class Killed(BaseException):
    """The process was killed."""


class Disk:
    """The steps of this thread below a folder, during a `with` block; `event` happens once, at a moment."""

    def __init__(
        self, folder: pathlib.Path, moment: Moment | None = None, event: Callable[[], None] = lambda: None
    ) -> None:
        self._folder = os.path.realpath(folder)
        self._moment = moment
        self._event = event
        self._thread = threading.get_ident()
        # The steps of another writer do not count.
        self._counts = True
        self._stack = contextlib.ExitStack()
        self._numbering = threading.Lock()
        # The name of each step, and whether it changes the disk.
        self.steps: list[tuple[str, bool]] = []
        self.has_happened = False
        # Whether the event is the death of the process, after which no further step is done.
        self.is_deadly = self.is_dead = False

    def __enter__(self) -> Self:
        patch = self._stack.enter_context(pytest.MonkeyPatch.context())
        for name in _CHANGES + _LOOKS:
            patch.setattr(os, name, self._call(name, getattr(os, name)))
        patch.setattr(fcntl, "flock", self._call("flock", fcntl.flock))
        patch.setattr(builtins, "open", self._opening(builtins.open))
        return self

    def __exit__(self, *ending: object) -> None:
        self._stack.close()

    def interruptions(self) -> list[Moment]:
        """The moments of Ctrl-C: before and after each change, and in the middle of a write."""
        changes = [(number, name) for number, (name, is_change) in enumerate(self.steps) if is_change or LONG]
        return [
            Moment(number, when, name) for number, name in changes
            for when in (("before", "inside", "after") if name.startswith("write") else ("before", "after"))
        ]

    def gaps(self) -> list[Moment]:
        """The moments of another writer: before each step."""
        return [Moment(number, "before", name) for number, (name, _) in enumerate(self.steps)]

    def _call(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(first: Any = os.curdir, *others: Any, **named: Any) -> Any:
            if not self._concerns(first, named.get("dir_fd")):
                return real(first, *others, **named)
            if name == "write":
                data = memoryview(others[0])
                # A write may write less, so what follows comes as another step.
                return self.step("write", True, lambda: real(first, data), lambda: real(first, data[: len(data) // 2]))
            is_change = name in _CHANGES or (name == "open" and bool(others[0] & os.O_CREAT))
            return self.step(f"{name} {self._shown(first)}", is_change, lambda: real(first, *others, **named))

        return call

    def _opening(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def opening(file: Any, mode: str = "r", *others: Any, **named: Any) -> Any:
            if not self._concerns(file):
                return real(file, mode, *others, **named)
            is_change = "r" not in mode
            opened = self.step(f"open {self._shown(file)}", is_change, lambda: real(file, mode, *others, **named))
            return _File(opened, self) if is_change else opened

        return opening

    def step(
        self, name: str, is_change: bool, call: Callable[[], Any], half: Callable[[], Any] | None = None
    ) -> Any:
        """Does a step; `half` does the first half of it."""
        if self.is_dead:
            raise Killed
        with self._numbering:
            number = len(self.steps)
            self.steps.append((name, is_change))
        if self._moment is None or self._moment.step != number:
            return call()
        if self._moment.when == "before":
            self._happen()
            return call()
        done = None
        try:
            done = call() if self._moment.when == "after" or half is None else half()
        finally:
            try:
                self._happen()
            except BaseException:
                # The caller never learns what was opened.
                _close(name, done)
                raise
        return done

    def _happen(self) -> None:
        self.has_happened, self._counts = True, False
        self.is_dead = self.is_deadly
        try:
            if self.is_dead:
                raise Killed
            self._event()
        finally:
            self._counts = True

    def _is_counted(self) -> bool:
        """Whether what the calling thread does now is a step."""
        return self._counts and threading.get_ident() == self._thread

    def _concerns(self, file: Any, folder: int | None = None) -> bool:
        if not self._is_counted():
            return False
        place = self._place(file) if folder is None else os.path.join(self._place(folder), os.fsdecode(file))
        return place == self._folder or place.startswith(f"{self._folder}/")

    def _shown(self, file: Any) -> str:
        return self._place(file).removeprefix(self._folder)

    @staticmethod
    def _place(file: Any) -> str:
        if isinstance(file, int):
            try:
                return os.readlink(f"/proc/self/fd/{file}")
            except OSError:
                return ""
        return os.path.abspath(os.fsdecode(file))


class _File:
    """A file that a program writes: each write, and its end, is a step."""

    def __init__(self, real: Any, disk: Disk) -> None:
        self._real = real
        self._disk = disk

    def write(self, data: Any) -> int:
        view = memoryview(data).cast("B")
        middle = view.nbytes // 2
        halves: list[int] = []

        def half() -> None:
            halves.append(self._real.write(view[:middle]))
            self._real.flush()

        self._disk.step("write to a file", True, lambda: self._real.write(view), half)
        if halves:
            self._real.write(view[middle:])
        return view.nbytes

    def close(self) -> None:
        self._disk.step("close a file", True, self._real.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ending: object) -> None:
        self.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def _close(name: str, opened: Any) -> None:
    if name.startswith("open") and isinstance(opened, int):
        os.close(opened)
    elif name.startswith("open") and opened is not None:
        opened.close()


def interrupt() -> None:
    """Ctrl-C, which arrives at once."""
    signal.raise_signal(signal.SIGINT)


@contextlib.contextmanager
def takes_interrupts() -> Iterator[None]:
    """Lets Ctrl-C raise KeyboardInterrupt during the block, even if the tests run in the background of a shell.

    Files do not wait for the disk meanwhile: that is for a machine that fails, and takes most of the time.
    """
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "fsync", lambda descriptor: None)
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def at_each_interruption(
    folder: pathlib.Path, prepare: Callable[[pathlib.Path], Any], run: Callable[[Any], Any],
    check: Callable[[Any, Moment, Any], None], event: Callable[[], None] = interrupt, disk: type[Disk] = Disk,
    chosen: slice = slice(None),
) -> None:
    """Runs once for each moment of Ctrl-C, each time in a folder of its own.

    `prepare` makes what `run` gets, from the folder. `check` gets that, the moment, and what the run returned or
    raised. `chosen` are those moments that the test has time for.
    """
    for moment in _undisturbed(folder, prepare, run, disk).interruptions()[chosen]:
        _disturbed(folder, moment, prepare, run, check, lambda prepared: event(), disk)


def at_each_death(
    folder: pathlib.Path, prepare: Callable[[pathlib.Path], Any], run: Callable[[Any], Any],
    check: Callable[[Any], None], disk: type[Disk] = Disk, chosen: slice = slice(None),
) -> None:
    """Runs once for each such moment, at which the process dies: nothing after it reaches the disk."""
    for moment in _undisturbed(folder, prepare, run, disk).interruptions()[chosen]:
        place = folder / f"{moment.step}-{moment.when}"
        place.mkdir()
        prepared = prepare(place)
        try:
            with disk(place, moment) as dying, pytest.raises(Killed):
                dying.is_deadly = True
                run(prepared)
            check(prepared)
        except BaseException as error:
            error.add_note(f"the process died {moment}")
            raise


def at_each_gap(
    folder: pathlib.Path, prepare: Callable[[pathlib.Path], Any], run: Callable[[Any], Any],
    check: Callable[[Any, Any, Any], None], overtake: Callable[[Any], Any], disk: type[Disk] = Disk,
    chosen: slice = slice(None),
) -> None:
    """Runs once for each moment at which another writer may be faster, each time in a folder of its own.

    `overtake` gets what `run` gets, and does what the other writer does. `check` gets the same, and what the two
    returned or raised.
    """
    others: list[Any] = []

    def overtaken(prepared: Any) -> None:
        others.append(_ended(overtake, prepared))

    def checked(prepared: Any, moment: Moment, ended: Any) -> None:
        check(prepared, ended, others[-1])

    for moment in _undisturbed(folder, prepare, run, disk).gaps()[chosen]:
        _disturbed(folder, moment, prepare, run, checked, overtaken, disk)


def at_each_line(
    folder: pathlib.Path, functions: Iterable[Callable[..., Any]], prepare: Callable[[pathlib.Path], Any],
    run: Callable[[Any], Any], check: Callable[[Any, Any], None],
) -> None:
    """Runs once for each line that some functions come to, while Ctrl-C arrives before it; else as above."""
    codes = {function.__code__ for function in map(inspect.unwrap, functions)}
    (folder / "undisturbed").mkdir()
    prepared = prepare(folder / "undisturbed")
    with _Lines(codes) as lines:
        run(prepared)
    assert lines.count, "the run does not come to these functions"
    for number in range(lines.count):
        place = folder / str(number)
        place.mkdir()
        prepared = prepare(place)
        try:
            with _Lines(codes, number) as lines:
                ended = _ended(run, prepared)
            assert lines.where, "the run did not come to this line"
            check(prepared, ended)
        except BaseException as error:
            error.add_note(f"Ctrl-C came before {lines.where}")
            raise


class _Lines:
    """Counts the lines of some functions that this thread comes to; before one of them, Ctrl-C arrives."""

    def __init__(self, codes: set[Any], number: int | None = None) -> None:
        self._codes = codes
        self._number = number
        self._before: Any = None
        self.count = 0
        self.where = ""

    def __enter__(self) -> Self:
        self._before = sys.gettrace()
        sys.settrace(lambda frame, event, argument: self._trace if frame.f_code in self._codes else None)
        return self

    def __exit__(self, *ending: object) -> None:
        sys.settrace(self._before)

    def _trace(self, frame: Any, event: str, argument: Any) -> Any:
        if event == "line":
            self.count += 1
            if self.count - 1 == self._number:
                self.where = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                interrupt()
        return self._trace


def _undisturbed(
    folder: pathlib.Path, prepare: Callable[[pathlib.Path], Any], run: Callable[[Any], Any], disk: type[Disk]
) -> Disk:
    place = folder / "undisturbed"
    place.mkdir()
    prepared = prepare(place)
    with disk(place) as counted:
        run(prepared)
    assert counted.interruptions(), "the run does nothing on this disk"
    return counted


def _disturbed(
    folder: pathlib.Path, moment: Moment, prepare: Callable[[pathlib.Path], Any], run: Callable[[Any], Any],
    check: Callable[[Any, Moment, Any], None], event: Callable[[Any], None], disk: type[Disk],
) -> None:
    place = folder / f"{moment.step}-{moment.when}"
    place.mkdir()
    prepared = prepare(place)
    try:
        with disk(place, moment, lambda: event(prepared)) as disturbed:
            ended = _ended(run, prepared)
        assert disturbed.has_happened, "the run did not come to this moment"
        check(prepared, moment, ended)
    except BaseException as error:
        error.add_note(f"the event came {moment}")
        raise


def _ended(run: Callable[[Any], Any], prepared: Any) -> Any:
    try:
        return run(prepared)
    except (Exception, KeyboardInterrupt) as error:
        return error
