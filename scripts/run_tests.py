"""Runs the test suites one after the other, shows their output, and ends in one line: N passed, M failed.

A suite is a name and a command; it fails when its command does, when it ran no test, or when it takes longer than
--limit. Then this program lists the Swift tests that have begun and not ended, and ends the suite by SIGABRT. If
SWIFT_BACKTRACE asks for it, Swift's own backtrace shows where the suite's threads are. The last lines repeat what
failed.
"""

import argparse
import contextlib
import dataclasses
import os
import re
import signal
import subprocess
import sys
import threading
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


def show(stream: IO[str], lines: list[str]) -> None:
    """Shows what a suite says, and keeps it."""
    for line in stream:
        lines.append(line)
        sys.stdout.write(line)
        sys.stdout.flush()


def end(process: subprocess.Popen[str], reader: threading.Thread) -> None:
    """Ends a suite with all that it started; first its processes say where they are."""
    os.killpg(process.pid, signal.SIGABRT)
    reader.join(LAST_WORDS_SECONDS)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def run(name: str, command: str, limit: float) -> Outcome:
    """Runs one suite; its output goes to standard output as it comes."""
    print(f"\n==== {name}: {command}", flush=True)
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
    lines: list[str] = []
    reader = threading.Thread(target=show, args=(process.stdout, lines), daemon=True)
    reader.start()
    try:
        code = process.wait(limit)
    except subprocess.TimeoutExpired:
        print(f"==== {name}: ended after {limit:g} s, which is too long", flush=True)
        for test in unfinished("".join(lines)):
            print(f"==== {name}: had begun and not ended: {test}", flush=True)
        end(process, reader)
        code = process.wait()
    except (KeyboardInterrupt, SystemExit):
        os.killpg(process.pid, signal.SIGINT)
        raise
    reader.join(LAST_WORDS_SECONDS)
    if reader.is_alive():
        print(f"==== {name}: a process that it left behind still holds its output", flush=True)
    result = outcome("".join(lines))
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
    arguments = parser.parse_args()
    # A signal that ends this program ends the suite, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    results = {}
    for suite in arguments.suite:
        name, _, command = suite.partition("=")
        results[name] = run(name, command, arguments.limit)
    print()
    for name, result in results.items():
        print(f"==== {name}: {result.passed} passed, {result.failed} failed")
    for name, result in results.items():
        for line in result.failures:
            print(f"==== {name}: {line}")
    passed = sum(result.passed for result in results.values())
    failed = sum(result.failed for result in results.values())
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
