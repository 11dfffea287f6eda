"""What the runners print: how many tests passed, which failed, and how long each took.

swift-testing, the C tests, pytest and the bindings' runners each have words of their own.
"""

import dataclasses
import re

# How each runner says what it counted, on its last line of that form.
PASSED_AND_FAILED = re.compile(r"^(\d+) passed, (\d+) failed", re.MULTILINE)
SWIFT_TESTING = re.compile(r"Test run with (\d+) tests? .*?(passed|failed)")
# A test that swift-testing names, what it says of the test, and how long the test took. Its line begins with a sign; an
# argument with a NUL cuts a line off, and the next one follows at once.
SWIFT_STEP = re.compile(
    r'''(?:^.{0,4}|[◇✔✘] )Test (?!run |case )(".*?"|\S+) (?:with .*)?(started|passed|failed|skipped)\b'''
    r"(?: after ([\d.]+) s)?", re.MULTILINE
)
# As many failures of a suite are said once more.
MOST_FAILURES = 30
# How each runner names a test that failed, and what Swift's says of why.
FAILURE = re.compile(
    r"^(?:FAILED .*|ERROR \S+::.*|.{0,4}Test (?!run |case ).* (?:failed after|recorded an issue) .*)$", re.MULTILINE
)
# How the C tests and pytest say how long a test took.
DURATIONS = (
    re.compile(r"^ok (?P<test>\S+) \((?P<seconds>[\d.]+) s\)$", re.MULTILINE),
    re.compile(r"^(?P<seconds>[\d.]+)s call +(?P<test>.+)$", re.MULTILINE),
)
PYTEST = re.compile(r"^(?:=+ )?(?:(\d+) failed, )?(?:(\d+) passed)?.* in [\d.]+s", re.MULTILINE)


@dataclasses.dataclass
class Outcome:
    """What one suite counted."""

    passed: int
    failed: int
    seconds: float
    # The lines that name what failed.
    failures: list[str]
    # How long its tests took, by their names.
    durations: dict[str, float]


def outcome(output: str, seconds: float) -> Outcome:
    """What a suite with this output counted, which took so long."""
    return Outcome(*_counts(output), seconds, FAILURE.findall(output)[:MOST_FAILURES], _durations(output))


def _counts(output: str) -> tuple[int, int]:
    """How many tests passed and how many failed, from the output of whatever runner."""
    # The bindings have a runner each, so a suite may have several such lines.
    if found := PASSED_AND_FAILED.findall(output):
        return sum(int(passed) for passed, _ in found), sum(int(failed) for _, failed in found)
    if found := SWIFT_TESTING.findall(output):
        count = sum(int(count) for count, _ in found)
        failed = sum(step == "failed" for _, step, _ in SWIFT_STEP.findall(output))
        return count - failed, failed
    if found := PYTEST.findall(output):
        failed, passed = found[-1]
        return int(passed or 0), int(failed or 0)
    return 0, 0


def unfinished(output: str) -> list[str]:
    """The Swift tests that began and did not end."""
    last = {name: step for name, step, _ in SWIFT_STEP.findall(output)}
    return [name for name, step in last.items() if step == "started"]


def _durations(output: str) -> dict[str, float]:
    """How long each test took, as far as the runner says so. Of tests with the same name, the slowest counts."""
    steps = [(name, seconds) for name, _, seconds in SWIFT_STEP.findall(output) if seconds]
    steps += [(line["test"], line["seconds"]) for pattern in DURATIONS for line in pattern.finditer(output)]
    found: dict[str, float] = {}
    for test, seconds in steps:
        found[test] = max(float(seconds), found.get(test, 0))
    return found
