#!/usr/bin/env python3
"""Puts mistakes into a copy of the tree, one at a time, and prints those that the tests do not notice.

    with_servers.py --shop --trouble --tls -- mutants.py [--count N] [--seed SEED] [--mutant NUMBER] [--near] [PART …]

The mistakes are drawn: so many, by a seed, of all that mutating/operators.py knows in Swift, C, C++ and Python, or of
those in files with PART in their paths. All are compiled into one copy, build/mutants/tree, each behind the environment
variable SWIFTPAGER_MUTANT, so that the copy is built once. The compiler takes out what does not fit, and others are
drawn in its place. First the suites run without a mutant, and this program notes which mutants each of them reaches. A
suite that fails then is left out, and fails the run at its end. Then each mutant is switched on, and the suites that
reach it run, the nearest to its file first, until one fails or takes too long: the mutant is noticed. One line is
printed for each mutant. At the end come the survivors, with file, line and change.

A survivor harms a user, and needs a test; or it changes nothing that anyone could see; or it is in code that nothing
needs. Only a reader knows which, so survivors do not fail the run.

With --bindings the mistakes are in the bindings for Go, Java, LuaJIT, Node.js, Ruby and Rust, and each is written into
a copy, build/mutants/bindings, where the tests of its language run. The library is that of build/lib.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Collection

from mutating import bindings
from mutating.drawing import all_mutants, draw
from mutating.mutant import Mutant, MutantError
from mutating.suites import all_suites, end_all, nearest
from mutating.tree import build, copy
from mutating.trials import Verdict, baseline, order, trial

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "mutants"
# The numbers of the mutants that did not compile, for the next run.
REFUSED = FOLDER / "refused.json"
# A build takes out what the compiler names; messages of one module hide those of the modules above it.
MOST_BUILDS = 40


def say(line: str) -> None:
    """Prints progress at once, because a run takes hours."""
    print(line, flush=True)


def compiled(every: list[Mutant], seed: int, arguments: argparse.Namespace) -> list[Mutant]:
    """Draws mutants and builds the copy with them, until all of them compile."""
    refused: set[int] = set(json.loads(REFUSED.read_text())) if REFUSED.exists() else set()
    for _ in range(MOST_BUILDS):
        drawn = draw(every, arguments.count, seed, refused)
        copy(ROOT, arguments.tree, drawn)
        say(f"mutants: building {len(drawn)} of them")
        out = build(arguments.tree, drawn, arguments.jobs)
        if not out:
            return drawn
        for mutant in out:
            say(f"does not compile: {mutant.name}")
        refused |= {mutant.number for mutant in out}
        REFUSED.write_text(json.dumps(sorted(refused)))
    raise MutantError(f"after {MOST_BUILDS} builds some mutants still do not compile")


def summary(verdicts: dict[Mutant, Verdict], failing: Collection[str]) -> str:
    """What is said at the end: the survivors, the suites that fail without a mutant, and the numbers."""
    survivors = [mutant for mutant, verdict in verdicts.items() if not verdict.noticed]
    lines = []
    for mutant in sorted(survivors, key=lambda mutant: (mutant.file, mutant.start)):
        lines += [f"survivor: {mutant.name} ({verdicts[mutant].why})", f"    {' '.join(mutant.changed.split())}"]
    lines += [f"left out, because it fails without a mutant: {name}" for name in failing]
    noticed = len(verdicts) - len(survivors)
    lines.append(f"{noticed} of {len(verdicts)} mutants noticed, {len(survivors)} survivors")
    # As run_tests.py counts.
    return "\n".join([*lines, f"{noticed} passed, {len(failing)} failed"])


def try_all(mutants: list[Mutant], arguments: argparse.Namespace) -> tuple[dict[Mutant, Verdict], list[str]]:
    """Tries each mutant. Returns what became of them, and the suites that fail without a mutant."""
    tree, parts = arguments.tree, arguments.suite or [""]
    suites = [suite for suite in all_suites(tree) if any(part in suite.name for part in parts)]
    near = {mutant: nearest(mutant.file, suites) if arguments.near else suites for mutant in mutants}
    needed = {suite for some in near.values() for suite in some}
    known = baseline([suite for suite in suites if suite in needed], tree, arguments.jobs, say)
    found: dict[Mutant, Verdict] = {}

    def one(mutant: Mutant) -> None:
        verdict = trial(mutant, order(mutant, near[mutant], known), tree, known)
        found[mutant] = verdict
        say(f"{'noticed' if verdict.noticed else 'missed'}: {mutant.name}: {verdict.why} ({verdict.seconds:.0f} s)")

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(one, mutants))
    return found, sorted(known.failing)


def leave(number: int, frame: object) -> None:
    """Ends this script and the running suites: Ctrl-C does not reach the suites, which have their own sessions."""
    end_all()
    os._exit(128 + number)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", metavar="PART", help="draw from files with this in their paths only")
    parser.add_argument("--count", type=int, default=60, help="how many to draw; 60 without")
    parser.add_argument("--seed", type=int, help="the same number draws the same mutants; without, the date is one")
    parser.add_argument("--mutant", type=int, action="append", default=[], metavar="NUMBER",
                        help="draw none, and try this one: its number is in brackets; may be repeated")
    parser.add_argument("--list", action="store_true", help="list what would be drawn if all compiled, and end")
    parser.add_argument("--near", action="store_true", help="run only the suites nearest to each file")
    parser.add_argument("--suite", action="append", metavar="PART", help="run only suites with this in their names")
    parser.add_argument("--bindings", action="store_true", help="draw from the bindings for languages without a switch")
    parser.add_argument("--tree", type=pathlib.Path, help="the folder of the copy")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="the number of suites to run in parallel")
    arguments = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, leave)
    seed = int(time.strftime("%Y%m%d")) if arguments.seed is None else arguments.seed
    say(f"mutants: {len(arguments.mutant)} by their numbers" if arguments.mutant else
        f"mutants: {arguments.count} by the seed {seed}")
    try:
        every = (bindings.all_mutants if arguments.bindings else all_mutants)(ROOT, arguments.part)
        if arguments.mutant:
            every = [mutant for mutant in every if mutant.number in arguments.mutant]
            arguments.count = len(every)
        if arguments.list:
            for mutant in draw(every, arguments.count, seed):
                say(f"{mutant.name}\n    {' '.join(mutant.changed.split())}")
            return 0
        if "SWIFTPAGER_TLS_ENDPOINT" not in os.environ:
            parser.error("run this by scripts/with_servers.py --shop --trouble --tls --")
        arguments.tree = arguments.tree or FOLDER / ("bindings" if arguments.bindings else "tree")
        arguments.tree.mkdir(parents=True, exist_ok=True)
        failing: list[str] = []
        if arguments.bindings:
            verdicts = bindings.try_all(ROOT, arguments.tree, every, arguments.count, seed, arguments.jobs, say)
        else:
            verdicts, failing = try_all(compiled(every, seed, arguments), arguments)
    except (MutantError, subprocess.CalledProcessError) as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2
    say(summary(verdicts, failing))
    return 1 if failing else 0


if __name__ == "__main__":
    sys.exit(main())
