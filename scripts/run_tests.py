"""Builds what the test suites need, runs them one after the other, and ends in one line: N passed, M failed.

A build that --build names runs beside the other builds, before the suites. This program shows the output of the first
one as it comes, and that of the others when they end. If a build fails, this program ends the others and runs no suite.

A suite is a name and a command; it fails when its command does, when it ran no test, or when it takes longer than
--limit. Then this program lists the Swift tests that have begun and not ended, and ends the suite by SIGABRT. If
SWIFT_BACKTRACE asks for it, Swift's own backtrace shows where the suite's threads are. The last lines say
how long each suite and the slowest tests took, and repeat what failed.

A suite that --beside names runs beside the one after it, and shows its output once it has ended. One that --early names
runs as soon as its build has ended, beside the other builds.
"""

import argparse
import concurrent.futures
import contextlib
import dataclasses
import os
import re
import signal
import subprocess
import sys
import threading
import time
from typing import IO

# How each runner says what it counted, on its last line of that form.
PASSED_AND_FAILED = re.compile(r"^(\d+) passed, (\d+) failed", re.MULTILINE)
SWIFT_TESTING = re.compile(r"Test run with (\d+) tests? .*?(passed|failed)")
SWIFT_FAILED = re.compile(r"^.{0,4}Test (?!run with).* failed after ", re.MULTILINE)
SWIFT_STEP = re.compile(
    r"""^.{0,4}Test (?!run |case )(".*?"|\S+) (?:with .*)?(started|passed|failed|skipped)\b""", re.MULTILINE
)
# How each runner names a test that failed, and what Swift's says of why.
FAILURE = re.compile(
    r"^(?:FAILED .*|ERROR \S+::.*|.{0,4}Test (?!run |case ).* (?:failed after|recorded an issue) .*)$", re.MULTILINE
)
# How each runner says how long a test took: Swift's, the C tests', pytest's.
DURATIONS = (
    re.compile(
        r"""^.{0,4}Test (?!run |case )(?P<test>".*?"|\S+) (?:with .*)?(?:passed|failed) after (?P<seconds>[\d.]+) s""",
        re.MULTILINE,
    ),
    re.compile(r"^ok (?P<test>\S+) \((?P<seconds>[\d.]+) s\)$", re.MULTILINE),
    re.compile(r"^(?P<seconds>[\d.]+)s call +(?P<test>.+)$", re.MULTILINE),
)
SLOWEST = 15
# As many lines of a suite are said once more.
MOST_FAILURES = 30
# How long processes that were told to end have for their backtraces.
LAST_WORDS_SECONDS = 120
PYTEST = re.compile(r"^(?:=+ )?(?:(\d+) failed, )?(?:(\d+) passed)?.* in [\d.]+s", re.MULTILINE)


@dataclasses.dataclass
class Outcome:
    """What one suite counted."""

    passed: int = 0
    failed: int = 0
    # The lines that name what failed.
    failures: list[str] = dataclasses.field(default_factory=list)
    seconds: float = 0
    # How long its tests took, by their names.
    durations: dict[str, float] = dataclasses.field(default_factory=dict)


def outcome(output: str) -> Outcome:
    """Reads the counts of whatever runner wrote the output."""
    # The bindings have a runner each, so a suite may have several such lines.
    if found := PASSED_AND_FAILED.findall(output):
        return Outcome(sum(int(passed) for passed, _ in found), sum(int(failed) for _, failed in found))
    if found := SWIFT_TESTING.findall(output):
        count = sum(int(count) for count, _ in found)
        failed = len(SWIFT_FAILED.findall(output)) if any(end == "failed" for _, end in found) else 0
        return Outcome(count - failed, failed)
    if found := PYTEST.findall(output):
        failed, passed = found[-1]
        return Outcome(int(passed or 0), int(failed or 0))
    return Outcome()


def unfinished(output: str) -> list[str]:
    """The Swift tests that began and did not end."""
    begun: dict[str, None] = {}
    for name, step in SWIFT_STEP.findall(output):
        if step == "started":
            begun[name] = None
        else:
            begun.pop(name, None)
    return list(begun)


# The builds and suites that run, with all that they started.
_running: set[subprocess.Popen[str]] = set()
# Keeps the outputs of two of them apart.
_showing = threading.Lock()


def durations(output: str) -> dict[str, float]:
    """How long each test took, as far as the runner says so."""
    return {found["test"]: float(found["seconds"]) for pattern in DURATIONS for found in pattern.finditer(output)}


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
    try:
        code = process.wait(limit)
    except subprocess.TimeoutExpired:
        show(f"==== {name}: ended after {limit:g} s, which is too long\n")
        for test in unfinished("".join(lines)):
            show(f"==== {name}: had begun and not ended: {test}\n")
        end(process, reader)
        code = process.wait()
    finally:
        _running.discard(process)
    reader.join(LAST_WORDS_SECONDS)
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
    parser.add_argument("--limit", type=float, default=1500, help="seconds that a suite may take (default: 1500)")
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
