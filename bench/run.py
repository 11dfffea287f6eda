#!/usr/bin/env python3
"""Measures swiftpager against hand-written loops on the same pages, and prints tables. It prints, it does not judge.

Every round runs every case of `cases.py` once, each against a page server started for it, so that what the machine does
meanwhile meets all of them alike. README.md says what is measured and how.
"""

import argparse
import os
import pathlib
import platform
import subprocess
import sys

from cases import CASES, COMPARISONS, Case
from measure import BENCH, Bench, Failed
from tables import Samples, cases_table, comparisons_table, costs_table


def say(message: str) -> None:
    print(f"bench: {message}", file=sys.stderr, flush=True)


def build(programs: pathlib.Path) -> None:
    """Builds the page server and the peers that need nothing of swiftpager."""
    say(f"builds the page server and the C peers in {programs}")
    done = subprocess.run(["make", "-s", "-C", str(BENCH), f"BUILD={programs}"], check=False)
    if done.returncode != 0:
        sys.exit("bench: the build failed; its messages are above")


def chosen_cases(bench: Bench, only: list[str]) -> list[Case]:
    """The cases whose name contains one of `only` and whose peer is there."""
    chosen = []
    for case in CASES:
        if only and not any(text in case.name for text in only):
            continue
        if missing := bench.missing(case):
            say(f"skips {case.name}: there is no {missing}")
        else:
            chosen.append(case)
    return chosen


def run_rounds(bench: Bench, cases: list[Case], rounds: int) -> Samples:
    """Runs the cases interleaved; a case may ask for fewer rounds."""
    samples: Samples = {case.name: [] for case in cases}
    for number in range(1, rounds + 1):
        for case in cases:
            if case.rounds is not None and number > case.rounds:
                continue
            sample = bench.run(case)
            samples[case.name].append(sample)
            say(f"round {number} of {rounds}: {case.name}: {sample.seconds:.4f} s")
    return samples


def main() -> None:
    """Builds, measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often every case runs (default 5)")
    parser.add_argument("--only", action="append", default=[], metavar="TEXT",
                        help="run the cases whose name contains TEXT; may be given more than once")
    parser.add_argument("--build", type=pathlib.Path, default=BENCH.parent / "build" / "bench",
                        help="the folder of the built programs (default build/bench)")
    parser.add_argument("--processors", choices=("free", "apart", "together"), default="free",
                        help="let the scheduler place server and peer (default), keep them on different processors,"
                        " or on one")
    parser.add_argument("--list", action="store_true", help="list the cases and end")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("--rounds must be at least 1")
    if arguments.list:
        print("\n".join(case.name for case in CASES))
        return
    programs = arguments.build.resolve()
    build(programs)
    bench = Bench(programs, arguments.processors)
    cases = chosen_cases(bench, arguments.only)
    if not cases:
        sys.exit("bench: there is no case to run; --list shows their names")
    try:
        samples = run_rounds(bench, cases, arguments.rounds)
    except Failed as failure:
        sys.exit(f"bench: {failure}")
    print(f"{platform.machine()}, {os.cpu_count()} processors, {platform.system()} {platform.release()};"
          f" server and peer placed: {arguments.processors}\n")
    print(cases_table(samples))
    if costs := [case for case in cases if case.shows_cost]:
        say("counts system calls")
        calls = {case.name: bench.calls_a_page(case) for case in costs}
        print()
        print(costs_table(samples, costs, calls))
    if any(comparison.case in samples and comparison.baseline in samples for comparison in COMPARISONS):
        print()
        print(comparisons_table(samples, COMPARISONS))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
