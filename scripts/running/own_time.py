"""The time that a suite takes, without the time in which other programs have the processors.

On a machine that others use, the same suite takes ten times as long by the wall clock. So a limit counts the time in
which the suite's threads have a processor, or need none: a suite that hangs reaches its limit as by the wall clock, and
one that only gets fewer turns does not. Linux says how long each thread ran, and how long it was ready and had no
processor. Where it does not say so, the wall clock counts.
"""

import pathlib
import subprocess
import threading
import time
from collections.abc import Callable, Mapping

# By the number of a thread: the nanoseconds in which it ran, and those in which it was ready and had no processor.
Threads = Mapping[int, tuple[int, int]]
# How often the threads are looked at. What a thread did that has ended since the last look does not count.
LOOK_SECONDS = 1.0
PROC = pathlib.Path("/proc")


def without_processor(before: Threads, now: Threads, seconds: float) -> float:
    """The part of an interval of some seconds in which threads waited for a processor.

    If several threads want one at the same time, the part is the share of their wishes that was not fulfilled.
    """
    ran = waited = 0.0
    for thread, (runs, waits) in now.items():
        runs_before, waits_before = before.get(thread, (0, 0))
        if runs < runs_before or waits < waits_before:
            # Another thread has the number now.
            runs_before = waits_before = 0
        ran += (runs - runs_before) / 1e9
        waited += (waits - waits_before) / 1e9
    wanted = ran + waited
    return waited if wanted <= seconds else waited * seconds / wanted


def family(root: int) -> list[int]:
    """A process, its group, and all that these started."""
    children: dict[int, list[int]] = {}
    found: list[int] = []
    for folder in PROC.iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            # The name of the program, in parentheses, may have blanks and parentheses itself.
            _, parent, group, *_ = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        number = int(folder.name)
        children.setdefault(int(parent), []).append(number)
        if root in (number, int(group)):
            found.append(number)
    known = set(found)
    for process in found:
        for child in children.get(process, []):
            if child not in known:
                known.add(child)
                found.append(child)
    return found


def threads(root: int) -> dict[int, tuple[int, int]]:
    """What the threads of a process, and of all that it started, have had so far."""
    found = {}
    for process in family(root):
        try:
            for folder in (PROC / str(process) / "task").iterdir():
                ran, waited, _ = (folder / "schedstat").read_text().split()
                found[int(folder.name)] = (int(ran), int(waited))
        except (OSError, ValueError):
            # It has ended meanwhile, or this kernel does not count.
            continue
    return found


class OwnTime:
    """A clock for a process and all that it starts: it stands while they wait for a processor."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._counted = 0.0
        self._threads: Threads = {}
        self._looked = time.monotonic()

    def seconds(self) -> float:
        """The time since the clock was made. It is exact if this is called every few seconds."""
        threads_now, now = threads(self._process), time.monotonic()
        passed = now - self._looked
        self._counted += passed - without_processor(self._threads, threads_now, passed)
        self._threads, self._looked = threads_now, now
        return self._counted


class Limit:
    """The time that a process and all that it starts may take."""

    def __init__(self, process: subprocess.Popen[str], seconds: float, end: Callable[[], object]) -> None:
        """Calls `end`, on another thread, once the time is over."""
        self.was_reached = False
        self._process, self._seconds, self._end = process, seconds, end
        self._lifted = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        clock = OwnTime(self._process.pid)
        while (left := self._seconds - clock.seconds()) > 0:
            # Never so short that looking itself takes the processor.
            if self._lifted.wait(max(0.01, min(left, LOOK_SECONDS))):
                return
        self.was_reached = True
        self._end()

    def lift(self) -> None:
        """The process has ended: nothing is called any more, unless that has begun."""
        self._lifted.set()
        self._thread.join()
