"""Runs the test suites one after the other, shows their output, and ends in one line: N passed, M failed.

A suite is a name and a command; it fails when its command does, when it ran no test, or when it takes longer than
--limit. Then this program lists the Swift tests that have begun and not ended, and ends the suite by SIGABRT. If
SWIFT_BACKTRACE asks for it, Swift's own backtrace shows where the suite's threads are. The last lines say
how long each suite and the slowest tests took, and repeat what failed.

A suite that --beside names runs beside the one after it, and shows its output once it has ended.
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
    if found := PASSED_AND_FAILED.findall(output):
        passed, failed = found[-1]
        return Outcome(int(passed), int(failed))
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


# The suites that run, with all that they started.
_running: set[subprocess.Popen[str]] = set()


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
            sys.stdout.write(line)
            sys.stdout.flush()


def end(process: subprocess.Popen[str], reader: threading.Thread) -> None:
    """Ends a suite with all that it started; first its processes say where they are."""
    os.killpg(process.pid, signal.SIGABRT)
    reader.join(LAST_WORDS_SECONDS)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def run(name: str, command: str, limit: float, shows: bool = True) -> Outcome:
    """Runs one suite. Its output goes to standard output, as it comes or once the suite has ended."""
    begun = time.monotonic()
    head = f"\n==== {name}: {command}"
    if shows:
        print(head, flush=True)
    process = subprocess.Popen(
        command,
        shell=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        process_group=0,
    )
    assert process.stdout is not None
    _running.add(process)
    lines: list[str] = []
    reader = threading.Thread(target=take, args=(process.stdout, lines, shows), daemon=True)
    reader.start()
    try:
        code = process.wait(limit)
    except subprocess.TimeoutExpired:
        print(f"==== {name}: ended after {limit:g} s, which is too long", flush=True)
        for test in unfinished("".join(lines)):
            print(f"==== {name}: had begun and not ended: {test}", flush=True)
        end(process, reader)
        code = process.wait()
    finally:
        _running.discard(process)
    reader.join(LAST_WORDS_SECONDS)
    if reader.is_alive():
        print(f"==== {name}: a process that it left behind still holds its output", flush=True)
    if not shows:
        print(head, "".join(lines), sep="\n", flush=True)
    result = outcome("".join(lines))
    result.seconds = time.monotonic() - begun
    result.durations = durations("".join(lines))
    result.failures = FAILURE.findall("".join(lines))[:MOST_FAILURES]
    if code != 0 and result.failed == 0:
        print(f"==== {name}: the command ended with {code}", flush=True)
        result.failed = 1
    if result.passed + result.failed == 0:
        print(f"==== {name}: no test ran", flush=True)
        result.failed = 1
    return result


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", nargs="+", help="NAME=COMMAND")
    parser.add_argument("--limit", type=float, default=1500, help="seconds that a suite may take (default: 1500)")
    parser.add_argument("--beside", action="append", default=[], metavar="NAME", help="run it beside the next suite")
    arguments = parser.parse_args()
    # A signal that ends this program ends the suite, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    results: dict[str, Outcome] = {}
    waiting: list[tuple[str, str]] = []
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for suite in arguments.suite:
            name, _, command = suite.partition("=")
            if name in arguments.beside and suite != arguments.suite[-1]:
                waiting.append((name, command))
                continue
            beside = {other: pool.submit(run, other, words, arguments.limit, False) for other, words in waiting}
            waiting.clear()
            try:
                results[name] = run(name, command, arguments.limit)
                results |= {other: future.result() for other, future in beside.items()}
            except (KeyboardInterrupt, SystemExit):
                for process in list(_running):
                    os.killpg(process.pid, signal.SIGINT)
                raise
    print("\n==== the slowest tests:", *slowest(results), sep="\n")
    for name, result in results.items():
        print(f"==== {name}: {result.passed} passed, {result.failed} failed, in {result.seconds:.0f} s")
    for name, result in results.items():
        for line in result.failures:
            print(f"==== {name}: {line}")
    passed = sum(result.passed for result in results.values())
    failed = sum(result.failed for result in results.values())
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
