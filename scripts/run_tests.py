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
import math
import os
import signal
import subprocess
import sys
import threading
import time
from typing import IO

from running.output import Outcome, outcome, unfinished
from running.own_time import Limit

SLOWEST = 15
# How long processes that were told to end have for their backtraces.
LAST_WORDS_SECONDS = 120

# The builds and suites that run, with all that they started.
_running: set[subprocess.Popen[str]] = set()
# Keeps the outputs of two of them apart.
_showing = threading.Lock()


class BuildFailed(Exception):
    """A build ended with an error; its output has been shown."""


def show(text: str) -> None:
    """Writes whole lines to standard output."""
    with _showing:
        sys.stdout.write(text)
        sys.stdout.flush()


def take(stream: IO[str], lines: list[str], shows: bool) -> None:
    """Keeps what a command says, and shows it."""
    for line in stream:
        lines.append(line)
        if shows:
            show(line)


def interrupt() -> None:
    """Ends all builds and suites that run, the way Ctrl-C does."""
    for process in list(_running):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)


def carried_out(name: str, command: str, limit: float, shows: bool) -> tuple[int, str, float]:
    """Runs a command. Its output goes to standard output, as it comes or once the command has ended.

    Returns the exit code, the output, and the seconds that the command took.
    """
    begun = time.monotonic()
    head = f"\n==== {name}: {command}\n"
    if shows:
        show(head)
    # A group of its own, so that what it starts ends with it.
    process = subprocess.Popen(
        command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        process_group=0,
    )
    assert process.stdout is not None
    _running.add(process)
    lines: list[str] = []
    reader = threading.Thread(target=take, args=(process.stdout, lines, shows), daemon=True)
    reader.start()

    def end_late() -> None:
        clock = time.monotonic() - begun
        show(f"==== {name}: ended after {limit:g} s of its own time, which is too long; {clock:.0f} s by the clock\n")
        # First its processes say where they are.
        os.killpg(process.pid, signal.SIGABRT)
        reader.join(LAST_WORDS_SECONDS)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    late = Limit(process, limit, end_late)
    try:
        code = process.wait()
    finally:
        _running.discard(process)
        late.lift()
    reader.join(LAST_WORDS_SECONDS)
    output = "".join(lines)
    if late.was_reached:
        for test in unfinished(output):
            show(f"==== {name}: had begun and not ended: {test}\n")
    if reader.is_alive():
        show(f"==== {name}: a process that it left behind still holds its output\n")
    if not shows:
        show(head + output)
    return code, output, time.monotonic() - begun


def build(name: str, command: str, shows: bool) -> None:
    """Runs one build."""
    code, _, seconds = carried_out(name, command, math.inf, shows)
    show(f"==== {name}: ended with {code}, after {seconds:.0f} s\n")
    if code != 0:
        raise BuildFailed(name)


def run(name: str, command: str, limit: float, shows: bool) -> Outcome:
    """Runs one suite."""
    code, output, seconds = carried_out(name, command, limit, shows)
    result = outcome(output, seconds)
    if code != 0 and result.failed == 0:
        show(f"==== {name}: the command ended with {code}\n")
        result.failed = 1
    if result.passed + result.failed == 0:
        show(f"==== {name}: no test ran\n")
        result.failed = 1
    return result


def run_all(arguments: argparse.Namespace, pool: concurrent.futures.Executor) -> dict[str, Outcome]:
    """Runs the builds, then the suites."""
    suites, early = pairs(arguments.suite), pairs(arguments.early)
    built = {
        name: pool.submit(build, name, command, number == 0)
        for number, (name, command) in enumerate(pairs(arguments.build).items())
    }

    def run_early(name: str) -> Outcome:
        built[early[name]].result()
        return run(name, suites[name], arguments.limit, False)

    others = {name: pool.submit(run_early, name) for name in early}
    for done in concurrent.futures.as_completed(built.values()):
        done.result()
    results: dict[str, Outcome] = {}
    names = [name for name in suites if name not in early]
    for name in names:
        if name in arguments.beside and name != names[-1]:
            others[name] = pool.submit(run, name, suites[name], arguments.limit, False)
            continue
        results[name] = run(name, suites[name], arguments.limit, True)
        results |= {other: future.result() for other, future in others.items()}
        others.clear()
    return results


def pairs(words: list[str]) -> dict[str, str]:
    """The parts of NAME=TEXT, in their order."""
    return {name: text for name, _, text in (word.partition("=") for word in words)}


def summary(results: dict[str, Outcome], seconds: float) -> str:
    """The last lines: the slowest tests of all suites, the counts of each suite, and what failed."""
    passed = sum(result.passed for result in results.values())
    failed = sum(result.failed for result in results.values())
    tests = [(taken, name, test) for name, result in results.items() for test, taken in result.durations.items()]
    return "\n".join([
        "\n==== the slowest tests:",
        *(f"{taken:7.1f} s  {name}: {test}" for taken, name, test in sorted(tests, reverse=True)[:SLOWEST]),
        *(f"==== {name}: {result.passed} passed, {result.failed} failed, in {result.seconds:.0f} s"
          for name, result in results.items()),
        *(f"==== {name}: {line}" for name, result in results.items() for line in result.failures),
        f"==== all: {seconds:.0f} s",
        f"{passed} passed, {failed} failed",
    ])


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", nargs="+", help="NAME=COMMAND")
    parser.add_argument("--limit", type=float, default=1500, help="seconds of its own of a suite (default: 1500)")
    parser.add_argument("--build", action="append", default=[], metavar="NAME=COMMAND", help="run it before the suites")
    parser.add_argument("--beside", action="append", default=[], metavar="NAME", help="run it beside the next suite")
    parser.add_argument("--early", action="append", default=[], metavar="NAME=BUILD", help="run it after this build")
    arguments = parser.parse_args()
    # A signal that ends this program ends the suites, too.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        try:
            results = run_all(arguments, pool)
        except BuildFailed as name:
            interrupt()
            # The others show their output when they end, and what failed must be the last line.
            pool.shutdown(cancel_futures=True)
            print(f"==== {name}: the build failed, and no more suites run; its output is above", flush=True)
            return 1
        except SystemExit:
            interrupt()
            raise
    print(summary(results, time.monotonic() - begun))
    return 1 if any(result.failed for result in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
