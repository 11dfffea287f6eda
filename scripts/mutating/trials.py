"""Runs the suites without a mutant, and then with each mutant until one of them fails."""

import concurrent.futures
import dataclasses
import hashlib
import json
import pathlib
from collections.abc import Callable

from mutating.mutant import Mutant
from mutating.suites import BASELINE_SECONDS, Outcome, Suite, run

# The time limit of a run with a mutant is the time of the baseline times the first number, plus the second number.
LIMIT_TIMES = 5.0
LIMIT_SECONDS = 40.0


class BaselineError(Exception):
    """Some suites fail without a mutant, so their failures would prove nothing."""


@dataclasses.dataclass
class Baseline:
    """The time of each suite without a mutant, and the mutants that it reached."""

    seconds: dict[str, float]
    reached: dict[str, list[int]]


@dataclasses.dataclass
class Verdict:
    """The result of one mutant."""

    # "noticed", "missed" or "equivalent".
    outcome: str
    # The suite and test that noticed the mutant. If it was missed, the suites that reach it. If equivalent, the reason.
    why: str
    seconds: float = 0


def digest(tree: pathlib.Path) -> str:
    """A digest of all files that a suite could depend on."""
    summed = hashlib.sha256()
    for name in (tree / ".mutants-files").read_text(encoding="utf-8").splitlines():
        if not name.startswith(("docs/", "Tests/mutants/", "scripts/")):
            summed.update(name.encode() + b"\0" + (tree / name).read_bytes())
    return summed.hexdigest()


def baseline(suites: list[Suite], tree: pathlib.Path, jobs: int, say: Callable[[str], None]) -> Baseline:
    """Runs the suites without a mutant; skips those that have passed for the same tree before."""
    kept = tree.parent / "baseline.json"
    known = json.loads(kept.read_text()) if kept.exists() else {}
    if known.get("digest") != digest(tree):
        known = {"digest": digest(tree), "seconds": {}, "reached": {}}
    missing = [suite for suite in suites if suite.name not in known["seconds"]]
    failed = []

    def one(suite: Suite) -> tuple[Suite, Outcome]:
        reached = tree.parent / f"reached-{suite.name.replace(':', '-')}"
        ended = run(suite, tree, BASELINE_SECONDS, reached=reached)
        # A flaky test gets a second chance: a suite fails if it fails twice.
        return suite, ended if ended.passed else run(suite, tree, BASELINE_SECONDS, reached=reached)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for suite, ended in pool.map(one, missing):
            if ended.passed:
                say(f"without a mutant: {suite.name} passed in {ended.seconds:.0f} s")
                known["seconds"][suite.name] = ended.seconds
                known["reached"][suite.name] = ended.reached
                kept.write_text(json.dumps(known))
            else:
                failed.append(f"{suite.name}: {ended.why}\n{ended.output[-2000:]}")
    if failed:
        raise BaselineError("these fail without a mutant:\n" + "\n".join(failed))
    return Baseline(known["seconds"], known["reached"])


def order(mutant: Mutant, near: list[Suite], others: list[Suite], known: Baseline) -> list[Suite]:
    """The suites that reach a mutant: first the nearest, then the others, the quickest first."""
    rest = sorted((suite for suite in others if suite not in near), key=lambda suite: known.seconds[suite.name])
    return [suite for suite in [*near, *rest] if mutant.number in known.reached[suite.name]]


def trial(mutant: Mutant, suites: list[Suite], tree: pathlib.Path, known: Baseline) -> Verdict:
    """Runs the suites with a mutant until one notices it."""
    seconds = 0.0
    for suite in suites:
        ended = run(suite, tree, known.seconds[suite.name] * LIMIT_TIMES + LIMIT_SECONDS, mutant.number)
        seconds += ended.seconds
        if not ended.passed:
            return Verdict("noticed", f"{suite.name}: {ended.why}", seconds)
    names = ", ".join(suite.name for suite in suites)
    return Verdict("missed", f"reached by {names}" if suites else "no suite reaches it", seconds)
