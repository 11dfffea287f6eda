#!/usr/bin/env python3
"""Shows what another language's test runner prints, and ends with "N passed, N failed", as all suites do.

    go test -v ./... 2>&1 | count_tests.py go

Passing tests are only counted, the rest is shown. The exit code is 1 if a test failed or none ran.
"""

import re
import sys

# The line of a test that passed, of one that failed, and lines that say nothing more.
LINES = {
    "go": (r"--- PASS: Test\w+ ", r"--- FAIL: Test\w+ ", r"=== (RUN|PAUSE|CONT|NAME)|PASS$|ok\s"),
    "cargo": (r"test .+ \.\.\. ok$", r"test .+ \.\.\. FAILED$", r"$|running \d+ tests?$|test result: ok"),
    "node": (r"ok \d+ - ", r"not ok \d+ - ", r"TAP version|# |\d+\.\.|  ---$|  duration_ms: |  type: |  \.\.\.$"),
}


def main() -> int:
    """Reads to the end, and returns the exit code."""
    passed, failed, quiet = (re.compile(pattern) for pattern in LINES[sys.argv[1]])
    counts = [0, 0]
    for line in sys.stdin:
        if passed.match(line):
            counts[0] += 1
            continue
        counts[1] += bool(failed.match(line))
        if not quiet.match(line):
            print(line, end="", flush=True)
    print(f"{counts[0]} passed, {counts[1]} failed")
    return 0 if counts[0] and not counts[1] else 1


if __name__ == "__main__":
    sys.exit(main())
