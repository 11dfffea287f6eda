#!/usr/bin/env python3
"""Measures swiftpager and hand-written loops on the same pages. Prints tables, and a verdict for each goal.

Every round runs every case of `cases.py` once, each against a page server of its own. The cases of a comparison run in
turn, so all of them meet the same state of the machine. README.md says what is measured and how. A missed goal does not
change the exit code, because a busy machine misses goals, too.
"""

import argparse
import os
import pathlib
import platform
import subprocess
import sys
import time

import record
from cases import CASES, COMPARISONS, LATENCIES, Case
from measure import BENCH, Bench, Failed
from tables import Samples, cases_table, comparisons_table, costs_table, figures


def say(message: str) -> None:
    print(f"bench: {message}", file=sys.stderr, flush=True)


def build(programs: pathlib.Path) -> None:
    """Builds the page server and the peers that do not use swiftpager."""
    say(f"building the page server and the C peers in {programs}")
    done = subprocess.run(["make", "-s", "-C", str(BENCH), f"BUILD={programs}"], check=False)
    if done.returncode != 0:
        sys.exit("bench: the build failed; its messages are above")


def chosen_cases(bench: Bench, only: list[str], *, quick: bool) -> list[Case]:
    """The cases with one of `only` in their names, and those of `--quick`, if their peers exist."""
    chosen = []
    for case in CASES:
        if (only and not any(text in case.name for text in only)) or (quick and not case.quick):
            continue
        if missing := bench.missing(case):
            say(f"skipping {case.name}: there is no {missing}")
        else:
            chosen.append(case)
    return chosen


def run_rounds(bench: Bench, cases: list[Case], rounds: int) -> Samples:
    """Runs all cases in each round; a case may ask for fewer rounds."""
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
    start = time.monotonic()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, help="how often every case runs (default 5, with --quick 3)")
    parser.add_argument("--quick", action="store_true",
                        help="run only the cases that show what a page costs if the server takes 0, 1 or 20 ms for it;"
                        " takes about 8 minutes")
    parser.add_argument("--only", action="append", default=[], metavar="TEXT",
                        help="run the cases whose name contains TEXT; may be given more than once")
    parser.add_argument("--build", type=pathlib.Path, default=BENCH.parent / "build" / "bench",
                        help="the folder of the built programs (default build/bench)")
    parser.add_argument("--processors", choices=("free", "apart", "together"), default="free",
                        help="let the scheduler place server and peer (default), keep them on different processors,"
                        " or on one")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write the run to FILE, for plot.py")
    parser.add_argument("--list", action="store_true", help="list the cases and end")
    arguments = parser.parse_args()
    rounds = arguments.rounds if arguments.rounds is not None else 3 if arguments.quick else 5
    if rounds < 1:
        parser.error("--rounds must be at least 1")
    if arguments.list:
        print("\n".join(case.name for case in CASES))
        return
    programs = arguments.build.resolve()
    build(programs)
    bench = Bench(programs, arguments.processors)
    cases = chosen_cases(bench, arguments.only, quick=arguments.quick)
    if not cases:
        sys.exit("bench: no case has such a name; --list shows the names")
    try:
        samples = run_rounds(bench, cases, rounds)
    except Failed as failure:
        sys.exit(f"bench: {failure}")
    print(f"{platform.machine()}, {os.cpu_count()} processors, {platform.system()} {platform.release()};"
          f" server and peer placed: {arguments.processors}\n")
    print(cases_table(samples))
    calls: dict[str, float | None] = {}
    if costs := [case for case in cases if case.shows_cost]:
        say("counting system calls")
        counted = [case for case in costs if not arguments.quick or case.latency_ms == LATENCIES[-1]]
        calls = {case.name: bench.calls_a_page(case) for case in counted}
        print()
        print(costs_table(samples, costs, calls))
    if arguments.json:
        arguments.json.write_text(record.text(samples, calls, arguments.processors))
        say(f"wrote {arguments.json}, which bench/plot.py draws")
    if any(figures(samples, comparison, calls) for comparison in COMPARISONS):
        print()
        print(comparisons_table(samples, COMPARISONS, calls))
    print(f"\nthe whole took {(time.monotonic() - start) / 60:.1f} minutes")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
