#!/usr/bin/env python3
"""Puts mistakes into a copy of the tree, one at a time, and counts the mistakes that the tests notice.

    with_servers.py --shop --trouble --tls -- mutants.py [--near] [--only-missed] [FILTER …]

The tables are Tests/mutants/*.py: lists of mutants, each with its file, a text of it, the mistaken text and what a user
would suffer. All are compiled into one copy, build/mutants/tree, each behind the environment variable
SWIFTPAGER_MUTANT, so that the copy is built once. First the suites run without a mutant, and this program notes which
mutants each of them reaches. A suite that fails then is left out, and fails the run at its end. Then each mutant is
switched on, and the suites that reach it run, the nearest to its file first, until one fails or takes too long: the
mutant is noticed. One line is printed for each mutant, and a summary at the end; what became of each is kept in
build/mutants/report.json.

The exit code is 1 if fewer than 95 % are noticed; equivalent mutants, which change nothing that anyone could see,
are listed with their reasons and not counted.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import sys
from collections.abc import Collection

from mutating.mutant import Mutant, TableError, read_tables
from mutating.suites import all_suites, end_all, nearest
from mutating.tree import build, copy, texts
from mutating.trials import Verdict, baseline, order, trial

__all__ = ["Mutant"]

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = ROOT / "Tests" / "mutants"
FOLDER = ROOT / "build" / "mutants"
WANTED_SHARE = 0.95


def say(line: str) -> None:
    """Prints progress at once, because a run takes hours."""
    print(line, flush=True)


def chosen(mutants: list[Mutant], filters: list[str], report: dict[str, dict[str, object]] | None) -> list[Mutant]:
    """The mutants whose name contains one of the filters; with a report, without those that it lists as noticed."""
    some = [mutant for mutant in mutants if not filters or any(word in mutant.name for word in filters)]
    if report is None:
        return some
    return [mutant for mutant in some if report.get(str(mutant.number), {}).get("outcome") != "noticed"]


def summary(verdicts: list[tuple[Mutant, Verdict]], failing: Collection[str] = ()) -> tuple[str, bool]:
    """What is said at the end, and whether enough were noticed.

    failing: the suites that fail without a mutant.
    """
    of = {name: [pair for pair in verdicts if pair[1].outcome == name] for name in ("noticed", "missed", "equivalent")}
    lines = [f"equivalent: {mutant.name}: {verdict.why}" for mutant, verdict in of["equivalent"]]
    lines += [f"missed: {mutant.name} ({verdict.why})" for mutant, verdict in of["missed"]]
    lines += [f"left out, because it fails without a mutant: {name}" for name in failing]
    counted = len(of["noticed"]) + len(of["missed"])
    share = len(of["noticed"]) / counted if counted else 1.0
    lines.append(
        f"{len(of['noticed'])} of {counted} mutants noticed ({share:.1%}), {len(of['missed'])} missed,"
        f" {len(of['equivalent'])} equivalent"
    )
    enough = share >= WANTED_SHARE and not failing
    # As run_tests.py counts.
    lines.append(f"{len(of['noticed'])} passed, {0 if enough else len(of['missed']) + len(failing)} failed")
    return "\n".join(lines), enough


def try_all(
    mutants: list[Mutant], tree: pathlib.Path, arguments: argparse.Namespace
) -> tuple[list[tuple[Mutant, Verdict]], list[str]]:
    """Tries each mutant; the report keeps what became of each as soon as it is known.

    Returns what became of them, and the suites that fail without a mutant.
    """
    found = [(mutant, Verdict("equivalent", mutant.equivalent)) for mutant in mutants if mutant.equivalent]
    real = [mutant for mutant in mutants if not mutant.equivalent]
    parts = arguments.suite or [""]
    suites = [suite for suite in all_suites(tree) if any(part in suite.name for part in parts)]
    near = {mutant.number: nearest(mutant.file, suites) for mutant in real}
    needed = {suite for some in near.values() for suite in some} if arguments.near else set(suites)
    known = baseline([suite for suite in suites if suite in needed], tree, arguments.jobs, say)
    report = read_report()

    def one(mutant: Mutant) -> tuple[Mutant, Verdict]:
        others = [] if arguments.near else suites
        return mutant, trial(mutant, order(mutant, near[mutant.number], others, known), tree, known)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for ended in concurrent.futures.as_completed([pool.submit(one, mutant) for mutant in real]):
            mutant, verdict = ended.result()
            found.append((mutant, verdict))
            say(f"{verdict.outcome}: {mutant.name}: {verdict.why} ({verdict.seconds:.0f} s)")
            report[str(mutant.number)] = {"name": mutant.name, **dataclasses.asdict(verdict)}
            new = FOLDER / "report.json.new"
            new.write_text(json.dumps(report, indent=1), encoding="utf-8")
            new.replace(FOLDER / "report.json")
    return found, sorted(known.failing)


def read_report() -> dict[str, dict[str, object]]:
    """The results of earlier runs, by the mutants' numbers."""
    path = FOLDER / "report.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def leave(number: int, frame: object) -> None:
    """Ends this script and the running suites: Ctrl-C does not reach the suites, which have their own sessions."""
    end_all()
    os._exit(128 + number)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filter", nargs="*", metavar="FILTER", help="a part of a file's path or of a harm, or a number")
    parser.add_argument("--list", action="store_true", help="check the tables, list the mutants, and end")
    parser.add_argument("--build", action="store_true", help="make and compile the copy, and end")
    parser.add_argument("--no-build", action="store_true", help="use the copy as it is")
    parser.add_argument("--near", action="store_true", help="run only the suites nearest to each file")
    parser.add_argument("--suite", action="append", metavar="PART", help="run only suites with this in their names")
    parser.add_argument("--only-missed", action="store_true", help="leave out the mutants that the last run noticed")
    parser.add_argument("--tree", type=pathlib.Path, default=FOLDER / "tree", help="the folder of the copy")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="the number of suites to run in parallel")
    arguments = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, leave)
    try:
        mutants = read_tables(TABLES)
        some = chosen(mutants, arguments.filter, read_report() if arguments.only_missed else None)
        texts(ROOT, mutants)
        if arguments.list:
            for mutant in some:
                say(mutant.name)
            say(f"{len(some)} mutants, {sum(1 for mutant in some if mutant.equivalent)} of them equivalent")
            return 0
        if not arguments.no_build:
            copy(ROOT, arguments.tree, mutants)
            build(arguments.tree, arguments.jobs)
        if arguments.build:
            return 0
        if "SWIFTPAGER_TLS_ENDPOINT" not in os.environ:
            parser.error("run this by scripts/with_servers.py --shop --trouble --tls --")
        text, enough = summary(*try_all(some, arguments.tree, arguments))
    except (TableError, subprocess.CalledProcessError) as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2
    say(text)
    return 0 if enough else 1


if __name__ == "__main__":
    # The tables import Mutant from here.
    sys.modules["mutants"] = sys.modules[__name__]
    sys.exit(main())
