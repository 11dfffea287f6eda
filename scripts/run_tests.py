"""Runs the test suites one after the other, shows their output, and ends in one line: N passed, M failed.

A suite is a name and a command; it fails when its command does, or when it ran no test.
"""

import argparse
import dataclasses
import re
import subprocess
import sys

# How each runner says what it counted, on its last line of that form.
PASSED_AND_FAILED = re.compile(r"^(\d+) passed, (\d+) failed", re.MULTILINE)
SWIFT_TESTING = re.compile(r"Test run with (\d+) tests? .*?(passed|failed)")
SWIFT_FAILED = re.compile(r"^.{0,4}Test (?!run with).* failed after ", re.MULTILINE)
PYTEST = re.compile(r"^(?:=+ )?(?:(\d+) failed, )?(?:(\d+) passed)?.* in [\d.]+s", re.MULTILINE)


@dataclasses.dataclass
class Outcome:
    """What one suite counted."""

    passed: int = 0
    failed: int = 0


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


def run(name: str, command: str) -> Outcome:
    """Runs one suite; its output goes to standard output as it comes."""
    print(f"\n==== {name}: {command}", flush=True)
    process = subprocess.Popen(
        command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    lines = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        sys.stdout.write(line)
        sys.stdout.flush()
    code = process.wait()
    result = outcome("".join(lines))
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
    results = {}
    for suite in parser.parse_args().suite:
        name, _, command = suite.partition("=")
        results[name] = run(name, command)
    print()
    for name, result in results.items():
        print(f"==== {name}: {result.passed} passed, {result.failed} failed")
    passed = sum(result.passed for result in results.values())
    failed = sum(result.failed for result in results.values())
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
