"""Runs the suites without a mutant, and then with each mutant until one of them fails."""

import concurrent.futures
import dataclasses
import pathlib
import re
from collections.abc import Callable

from mutating.mutant import Mutant
from mutating.suites import BASELINE_SECONDS, Outcome, Suite, nearest, run

# The time limit of a run with a mutant is the time of the baseline times the first number, plus the second number.
LIMIT_TIMES = 5.0
LIMIT_SECONDS = 40.0


@dataclasses.dataclass
class Baseline:
    """The time of each suite without a mutant, and the mutants that it reached."""

    seconds: dict[str, float]
    reached: dict[str, dict[int, list[str]]]
    # Those that fail without a mutant: their failing says nothing, and no mutant is tried with them.
    failing: list[str]


@dataclasses.dataclass
class Verdict:
    """The result of one mutant."""

    noticed: bool
    # The suite and test that noticed the mutant, or the suites that reach it.
    why: str
    seconds: float


def baseline(suites: list[Suite], tree: pathlib.Path, jobs: int, say: Callable[[str], None]) -> Baseline:
    """Runs the suites without a mutant."""
    found = Baseline({}, {}, [])

    def one(suite: Suite) -> tuple[Suite, Outcome]:
        reached = tree.parent / ("reached-" + re.sub("[:/]", "-", suite.name))
        ended = run(suite, tree, BASELINE_SECONDS, reached=reached)
        # A flaky test gets a second chance: a suite fails if it fails twice.
        return suite, run(suite, tree, BASELINE_SECONDS, reached=reached) if ended.why else ended

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for suite, ended in pool.map(one, suites):
            if ended.why:
                say(f"fails without a mutant: {suite.name}: {ended.why}\n{ended.output[-2000:]}")
                found.failing.append(suite.name)
            else:
                say(f"without a mutant: {suite.name} passed in {ended.seconds:.0f} s")
                found.seconds[suite.name], found.reached[suite.name] = ended.seconds, ended.reached
    return found


def order(mutant: Mutant, suites: list[Suite], known: Baseline) -> list[Suite]:
    """The suites that reach a mutant: the nearest first, then the others; within a family the quickest first."""
    reaching = [suite for suite in suites if mutant.number in known.reached.get(suite.name, {})]
    near = nearest(mutant.file, reaching)
    families = list(dict.fromkeys(suite.family for suite in near))
    return sorted(reaching, key=lambda suite: (
        families.index(suite.family) if suite in near else len(families), known.seconds[suite.name]))


def trial(mutant: Mutant, suites: list[Suite], tree: pathlib.Path, known: Baseline) -> Verdict:
    """Runs the suites with a mutant until one notices it."""
    seconds = 0.0
    for suite in suites:
        tests = known.reached[suite.name].get(mutant.number, [])
        limit = known.seconds[suite.name] * LIMIT_TIMES + LIMIT_SECONDS
        ended = run(suite.only(tests), tree, limit, mutant.number)
        seconds += ended.seconds
        if ended.why:
            return Verdict(True, f"{suite.name}: {ended.why}", seconds)
    names = ", ".join(suite.name for suite in suites)
    return Verdict(False, f"reached by {names}" if suites else "no suite reaches it", seconds)
