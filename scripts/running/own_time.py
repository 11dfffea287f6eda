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
from collections.abc import Callable

# How often the threads are looked at. What a thread did that has ended since the last look does not count.
LOOK_SECONDS = 1.0
PROC = pathlib.Path("/proc")


def family(root: int) -> set[int]:
    """A process, its group, and all that these started."""
    children: dict[int, list[int]] = {}
    waiting = []
    for folder in PROC.glob("[0-9]*"):
        try:
            # The name of the program, in parentheses, may have blanks and parentheses itself.
            _, parent, group, *_ = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        number = int(folder.name)
        children.setdefault(int(parent), []).append(number)
        if root in (number, int(group)):
            waiting.append(number)
    found: set[int] = set()
    while waiting:
        process = waiting.pop()
        if process not in found:
            found.add(process)
            waiting += children.get(process, [])
    return found


def threads(root: int) -> dict[str, tuple[int, int]]:
    """By the number of each thread of a process, and of all that it started: what it has had so far.

    That is the nanoseconds in which it ran, and those in which it was ready and had no processor.
    """
    found = {}
    for process in family(root):
        try:
            for folder in (PROC / str(process) / "task").iterdir():
                ran, waited, _ = (folder / "schedstat").read_text().split()
                found[folder.name] = (int(ran), int(waited))
        except (OSError, ValueError):
            # It has ended meanwhile, or this kernel does not count.
            continue
    return found


class Limit:
    """The time that a process and all that it starts may take: it stands while they wait for a processor."""

    def __init__(self, process: subprocess.Popen[str], seconds: float, end: Callable[[], object]) -> None:
        """Calls `end`, on another thread, once the time is over."""
        self.was_reached = False
        self._process, self._seconds, self._end = process, seconds, end
        self._lifted = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        left, looked = self._seconds, time.monotonic()
        before = threads(self._process.pid)
        while left > 0:
            # Never so short that looking itself takes the processor.
            if self._lifted.wait(max(0.01, min(left, LOOK_SECONDS))):
                return
            now, threads_now = time.monotonic(), threads(self._process.pid)
            left -= (now - looked) * (1 - unfulfilled(before, threads_now, now - looked))
            looked, before = now, threads_now
        self.was_reached = True
        self._end()

    def lift(self) -> None:
        """The process has ended: nothing is called any more, unless that has begun."""
        self._lifted.set()
        self._thread.join()


def unfulfilled(before: dict[str, tuple[int, int]], now: dict[str, tuple[int, int]], seconds: float) -> float:
    """The share of some seconds in which threads waited for a processor.

    If several threads want one at the same time, it is the share of their wishes that was not fulfilled.
    """
    ran = waited = 0.0
    for thread, (runs, waits) in now.items():
        runs_before, waits_before = before.get(thread, (0, 0))
        # Otherwise another thread has the number now.
        if runs >= runs_before and waits >= waits_before:
            ran += (runs - runs_before) / 1e9
            waited += (waits - waits_before) / 1e9
    return waited / max(seconds, ran + waited)
