#!/usr/bin/env python3
"""Runs the Swift tests that `swift build --build-tests` has built, in several processes beside each other.

    swift_suites.py [--jobs N] [PART …]

In one process, swift-testing starts all tests at once and lets a few of them run: the time that it prints for a test
begins with its place in the queue, and when a run hangs, hundreds of tests have begun and not ended. Here each process
runs the tests of a few suites one after the other, so that a test's time is its own. PART is a part of a suite's name,
like PagerStateTests; without one, all suites run. The output of the processes comes as they write it. The exit code is
1 if a test failed or a process ended before its tests did.
"""

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from typing import IO

from run_tests import show
from running import swift_bundle

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A process reads the bundle for a tenth of a second, so small suites share one.
TESTS_A_PROCESS = 25
# Set once the run is to end: no further process begins.
_ending = threading.Event()


def groups(suites: Mapping[str, int]) -> Iterator[list[str]]:
    """The suites that share a process: neighbours of one target."""
    for _, members in itertools.groupby(suites, lambda suite: suite.partition(".")[0]):
        group: list[str] = []
        for suite in members:
            if group and sum(suites[each] for each in [*group, suite]) > TESTS_A_PROCESS:
                yield group
                group = []
            group.append(suite)
        yield group


def forward(source: IO[bytes]) -> None:
    """Shows what a process writes, whole lines at a time: what it wrote at once stays together."""
    rest = b""
    while part := os.read(source.fileno(), 1 << 16):
        lines, end, rest = (rest + part).rpartition(b"\n")
        show((lines + end).decode(errors="replace"))
    if rest:
        show(rest.decode(errors="replace") + "\n")


def run(suites: list[str]) -> bool:
    """Runs the tests of some suites, one after the other. Returns whether all passed."""
    if _ending.is_set():
        return False
    filters = [word for suite in suites for word in ("--filter", rf"^{suite.replace('.', '[.]')}/")]
    with subprocess.Popen(
        [*swift_bundle.COMMAND, "--no-parallel", *filters], cwd=ROOT, env={**os.environ, "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as process:
        assert process.stdout is not None
        forward(process.stdout)
    if process.returncode not in (0, 1):
        # It has said nothing of the test that ended it.
        show(f"FAILED {', '.join(suites)} (the process ended with {process.returncode})\n")
    return process.returncode == 0


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 2), help="how many processes run at a time")
    parser.add_argument("part", nargs="*", metavar="PART")
    arguments = parser.parse_args()
    suites = {
        suite: count for suite, count in swift_bundle.suites(ROOT).items()
        if not arguments.part or any(part in suite for part in arguments.part)
    }
    if not suites:
        sys.exit("swift_suites: no suite has such a name")
    # run_tests.py ends a run that hangs with SIGABRT. The tests write where their threads are, so this program stays.
    signal.signal(signal.SIGABRT, lambda *_: _ending.set())
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        return 0 if all(list(pool.map(run, groups(suites)))) else 1


if __name__ == "__main__":
    sys.exit(main())
