#!/usr/bin/env python3
"""Prints the refusals that no test triggers.

    with_servers.py --shop --trouble --tls -- refusals.py [--suite PART | --all] [--library FILE] [PART …]

A refusal tells a caller that a config, an argument, a document, a variable, a token or a value is wrong, or that a call
came at the wrong moment. This program finds each of them, a `throw` in Swift or a `raise` in Python, in all sources or
in files with PART in their paths. refusing/kinds.py says which errors are refusals, and why the others are not. A copy
of the tree, build/refusals/tree, notes each refusal that is reached while suites run: the tables of refusals, or the
suites that --suite or --all name. At the end come the refusals that no suite reached, with file, line and text.

With --library nothing is compiled: the copy uses this library, and only the refusals of Python count. That takes
seconds. A refusal that nothing can reach is dead code.
"""

import argparse
import os
import pathlib
import signal
import subprocess
import sys

from mutants import leave, say
from mutating.mutant import MutantError
from mutating.tree import build, copy, take_library
from mutating.trials import baseline
from refusing.sites import Site, all_sites, shown
from refusing.tables import TABLES, chosen

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "refusals"

def make(sites: list[Site], arguments: argparse.Namespace) -> None:
    """Makes the copy and compiles it."""
    while True:
        copy(ROOT, arguments.tree, sites)
        if arguments.library:
            take_library(arguments.tree, arguments.library)
            return
        say(f"refusals: building with {len(sites)} of them")
        refused = build(arguments.tree, sites, arguments.jobs)
        if not refused:
            return
        for site in refused:
            say(f"cannot be noted: {shown(site)}")
        sites = [site for site in sites if site not in refused]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", metavar="PART", help="only refusals of files with this in their paths")
    parser.add_argument("--list", action="store_true", help="list the refusals and count the other errors, and end")
    parser.add_argument("--suite", action="append", metavar="PART", help="run suites with this in their names")
    parser.add_argument("--all", action="store_true", help="run all suites")
    parser.add_argument("--library", type=pathlib.Path, metavar="FILE", help="this library; refusals of Python alone")
    parser.add_argument("--tree", type=pathlib.Path, default=FOLDER / "tree", help="the folder of the copy")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="the number of suites to run in parallel")
    arguments = parser.parse_args()
    # The suites run in the copy, and write into a folder beside it.
    arguments.tree = arguments.tree.resolve()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, leave)
    try:
        sites, others = all_sites(ROOT, arguments.part)
        if arguments.library:
            sites = [site for site in sites if site.file.endswith(".py")]
        if arguments.list:
            for site in sites:
                say(shown(site))
            for reason, count in sorted(others.items()):
                say(f"{count} other errors: {reason}")
            say(f"{len(sites)} refusals")
            return 0
        arguments.tree.mkdir(parents=True, exist_ok=True)
        make(sites, arguments)
        parts = [""] if arguments.all else arguments.suite or TABLES
        suites = chosen(arguments.tree, parts, is_built=not arguments.library)
        known = baseline(suites, arguments.tree, arguments.jobs, say)
    except (MutantError, subprocess.CalledProcessError) as error:
        print(f"refusals: {error}", file=sys.stderr)
        return 2
    reached = {number for numbers in known.reached.values() for number in numbers}
    missed = [site for site in sites if site.number not in reached]
    for site in missed:
        say(f"not reached: {shown(site)}")
    for name in known.failing:
        say(f"left out, because it fails: {name}")
    count = len(sites) - len(missed)
    say(f"{count} of {len(sites)} refusals reached")
    # As run_tests.py counts.
    say(f"{count} passed, {len(known.failing)} failed")
    return 1 if known.failing else 0


if __name__ == "__main__":
    sys.exit(main())
