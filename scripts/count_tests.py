#!/usr/bin/env python3
"""Runs another language's tests and shows what they print. Ends with "N passed, N failed", as all suites do.

    count_tests.py go go test -v ./...

Passing tests are only counted, the rest is shown. The exit code is 1 if a test failed, if none ran, or if the command
itself failed: a process that crashes ends before it can report its test.
"""

import re
import subprocess
import sys

# The line of a test that passed, of one that failed, and lines that say nothing more.
LINES = {
    "go": (r"\s*--- PASS: Test\S+ ", r"\s*--- FAIL: Test\S+ ", r"=== (RUN|PAUSE|CONT|NAME)|PASS$|ok\s"),
    "cargo": (r"test .+ \.\.\. ok$", r"test .+ \.\.\. FAILED$", r"$|running \d+ tests?$|test result: ok"),
    "node": (r"ok \d+ - ", r"not ok \d+ - ", r"TAP version|# |\d+\.\.|  ---$|  duration_ms: |  type: |  \.\.\.$"),
}


def main() -> int:
    """Runs the command to its end, and returns the exit code."""
    language, *command = sys.argv[1:]
    is_passed, is_failed, is_quiet = (re.compile(pattern).match for pattern in LINES[language])
    passed = failed = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as tests:
        for line in tests.stdout or ():
            passed += bool(is_passed(line))
            failed += bool(is_failed(line))
            if is_failed(line):
                # As pytest says it: scripts/run_tests.py repeats such lines, and scripts/mutants.py needs no other one.
                print(f"FAILED {line.strip()}", flush=True)
            elif not is_passed(line) and not is_quiet(line):
                print(line, end="", flush=True)
    if tests.returncode != 0 and not failed:
        failed = 1
        print(f"{' '.join(command)} ended with {tests.returncode} without a report of the test that failed")
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
