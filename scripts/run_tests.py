"""Builds what the test suites need, runs them one after the other, and ends in one line: N passed, M failed.

A build that --build names runs beside the other builds, before the suites. This program shows the output of the first
one as it comes, and that of the others when they end. If a build fails, this program ends the others and runs no suite.

A suite is a name and a command; it fails when its command does, when it ran no test, or when it takes longer than
--limit. The time in which the suite waits for a processor does not count. A suite that takes longer is ended by
SIGABRT, and this program lists the Swift tests that had begun and not ended. If SWIFT_BACKTRACE asks for it, Swift's
own backtrace shows where the suite's threads are. The last lines say how long each suite and the slowest tests took,
and repeat what failed.

A suite that --beside names runs beside the one after it, and shows its output once it has ended. One that --early names
runs as soon as its build has ended, beside the other builds.
"""

import argparse
import concurrent.futures
import contextlib
import dataclasses
import os
import signal
import subprocess
import sys
import threading
import time
from typing import IO

from running.output import FAILURE, Outcome, durations, outcome, unfinished
from running.own_time import Limit

SLOWEST = 15
# As many lines of a suite are said once more.
MOST_FAILURES = 30
# How long processes that were told to end have for their backtraces.
LAST_WORDS_SECONDS = 120

# The builds and suites that run, with all that they started.
_running: set[subprocess.Popen[str]] = set()
# Keeps the outputs of two of them apart.
_showing = threading.Lock()


def slowest(results: dict[str, Outcome]) -> list[str]:
    """A line for each of the slowest tests of all suites."""
    tests = [(seconds, name, test) for name, result in results.items() for test, seconds in result.durations.items()]
    return [f"{seconds:7.1f} s  {name}: {test}" for seconds, name, test in sorted(tests, reverse=True)[:SLOWEST]]


def take(stream: IO[str], lines: list[str], shows: bool) -> None:
    """Keeps what a suite says, and shows it."""
    for line in stream:
        lines.append(line)
        if shows:
            show(line)


def show(text: str) -> None:
    """Writes whole lines to standard output."""
    with _showing:
        sys.stdout.write(text)
        sys.stdout.flush()


def end(process: subprocess.Popen[str], reader: threading.Thread) -> None:
    """Ends a suite with all that it started; first its processes say where they are."""
    os.killpg(process.pid, signal.SIGABRT)
    reader.join(LAST_WORDS_SECONDS)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def started(name: str, command: str) -> subprocess.Popen[str]:
    """A command in a process group of its own, with one stream for all its output."""
    process = subprocess.Popen(
        command,
        shell=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        process_group=0,
    )
    _running.add(process)
    return process


def interrupt() -> None:
    """Ends all builds and suites that run, the way Ctrl-C does."""
    for process in list(_running):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)


class BuildFailed(Exception):
    """A build ended with an error; its output has been shown."""


def build(name: str, command: str, shows: bool) -> float:
    """Runs one build and returns its seconds."""
    begun = time.monotonic()
    head = f"\n==== {name}: {command}\n"
    if shows:
        show(head)
    process = started(name, command)
    assert process.stdout is not None
    lines: list[str] = []
    try:
        take(process.stdout, lines, shows)
        code = process.wait()
    finally:
        _running.discard(process)
    seconds = time.monotonic() - begun
    show(("" if shows else head + "".join(lines)) + f"==== {name}: ended with {code}, after {seconds:.0f} s\n")
    if code != 0:
        raise BuildFailed(name)
    return seconds


def run(name: str, command: str, limit: float, shows: bool = True) -> Outcome:
    """Runs one suite. Its output goes to standard output, as it comes or once the suite has ended."""
    begun = time.monotonic()
    head = f"\n==== {name}: {command}\n"
    if shows:
        show(head)
    process = started(name, command)
    assert process.stdout is not None
    lines: list[str] = []
    reader = threading.Thread(target=take, args=(process.stdout, lines, shows), daemon=True)
    reader.start()

    def end_late() -> None:
        clock = time.monotonic() - begun
        show(f"==== {name}: ended after {limit:g} s of its own time, which is too long; {clock:.0f} s by the clock\n")
        end(process, reader)

    late = Limit(process, limit, end_late)
    try:
        code = process.wait()
    finally:
        _running.discard(process)
        late.lift()
    reader.join(LAST_WORDS_SECONDS)
    if late.was_reached:
        for test in unfinished("".join(lines)):
            show(f"==== {name}: had begun and not ended: {test}\n")
    if reader.is_alive():
        show(f"==== {name}: a process that it left behind still holds its output\n")
    if not shows:
        show(head + "".join(lines))
    result = outcome("".join(lines))
    result.seconds = time.monotonic() - begun
    result.durations = durations("".join(lines))
    result.failures = FAILURE.findall("".join(lines))[:MOST_FAILURES]
    if code != 0 and result.failed == 0:
        show(f"==== {name}: the command ended with {code}\n")
        result.failed = 1
    if result.passed + result.failed == 0:
        show(f"==== {name}: no test ran\n")
        result.failed = 1
    return result


@dataclasses.dataclass
class Plan:
    """What the command line asks for; names and commands in their order."""

    builds: dict[str, str]
    suites: dict[str, str]
    # The suites that run beside the next one, and those that run when a build has ended.
    beside: list[str]
    early: dict[str, str]
    limit: float

    def carry_out(self, pool: concurrent.futures.Executor) -> dict[str, Outcome]:
        """Runs the builds, then the suites."""
        built = {
            name: pool.submit(build, name, command, number == 0)
            for number, (name, command) in enumerate(self.builds.items())
        }
        others = {name: pool.submit(self.run_after, name, built[needed]) for name, needed in self.early.items()}
        for done in concurrent.futures.as_completed(built.values()):
            done.result()
        results: dict[str, Outcome] = {}
        names = [name for name in self.suites if name not in self.early]
        for name in names:
            if name in self.beside and name != names[-1]:
                others[name] = pool.submit(run, name, self.suites[name], self.limit, False)
                continue
            results[name] = run(name, self.suites[name], self.limit)
            results |= {other: future.result() for other, future in others.items()}
            others.clear()
        return results

    def run_after(self, name: str, built: "concurrent.futures.Future[float]") -> Outcome:
        """Runs a suite once its build has ended."""
        built.result()
        return run(name, self.suites[name], self.limit, False)


def pairs(words: list[str]) -> dict[str, str]:
    """The parts of NAME=TEXT."""
    return {name: text for name, _, text in (word.partition("=") for word in words)}


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", nargs="+", help="NAME=COMMAND")
    parser.add_argument("--limit", type=float, default=1500, help="seconds of its own of a suite (default: 1500)")
    parser.add_argument("--build", action="append", default=[], metavar="NAME=COMMAND", help="run it before the suites")
    parser.add_argument("--beside", action="append", default=[], metavar="NAME", help="run it beside the next suite")
    parser.add_argument("--early", action="append", default=[], metavar="NAME=BUILD", help="run it after this build")
    arguments = parser.parse_args()
    plan = Plan(
        pairs(arguments.build), pairs(arguments.suite), arguments.beside, pairs(arguments.early), arguments.limit
    )
    # A signal that ends this program ends the suites, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        try:
            results = plan.carry_out(pool)
        except BuildFailed as name:
            interrupt()
            # The others show their output when they end, and what failed must be the last line.
            pool.shutdown(cancel_futures=True)
            print(f"==== {name}: the build failed, and no more suites run; its output is above", flush=True)
            return 1
        except KeyboardInterrupt:
            interrupt()
            return 128 + signal.SIGINT
        except SystemExit:
            interrupt()
            raise
    print("\n==== the slowest tests:", *slowest(results), sep="\n")
    for suite, result in results.items():
        print(f"==== {suite}: {result.passed} passed, {result.failed} failed, in {result.seconds:.0f} s")
    for suite, result in results.items():
        for line in result.failures:
            print(f"==== {suite}: {line}")
    passed = sum(result.passed for result in results.values())
    failed = sum(result.failed for result in results.values())
    print(f"==== all: {time.monotonic() - begun:.0f} s")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
