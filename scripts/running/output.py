"""What the runners print: how many tests passed, which failed, and how long each took.

swift-testing, the C tests, pytest and the bindings' runners each have words of their own.
"""

import dataclasses
import re

# How each runner says what it counted, on its last line of that form.
PASSED_AND_FAILED = re.compile(r"^(\d+) passed, (\d+) failed", re.MULTILINE)
SWIFT_TESTING = re.compile(r"Test run with (\d+) tests? .*?(passed|failed)")
# Where a line of swift-testing begins. An argument with a NUL cuts its line off, and the next one follows at once.
SWIFT_LINE = r"(?:^.{0,4}|[◇✔✘] )"
SWIFT_FAILED = re.compile(rf"{SWIFT_LINE}Test (?!run |case ).* failed after ", re.MULTILINE)
SWIFT_STEP = re.compile(
    rf"""{SWIFT_LINE}Test (?!run |case )(".*?"|\S+) (?:with .*)?(started|passed|failed|skipped)\b""", re.MULTILINE
)
# As many failures of a suite are said once more.
MOST_FAILURES = 30
# How each runner names a test that failed, and what Swift's says of why.
FAILURE = re.compile(
    r"^(?:FAILED .*|ERROR \S+::.*|.{0,4}Test (?!run |case ).* (?:failed after|recorded an issue) .*)$", re.MULTILINE
)
# How each runner says how long a test took: Swift's, the C tests', pytest's.
DURATIONS = (
    re.compile(
        rf"""{SWIFT_LINE}Test (?!run |case )(?P<test>".*?"|\S+) (?:with .*)?(?:passed|failed) after """
        r"(?P<seconds>[\d.]+) s",
        re.MULTILINE,
    ),
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
        failed = len(SWIFT_FAILED.findall(output)) if any(end == "failed" for _, end in found) else 0
        return count - failed, failed
    if found := PYTEST.findall(output):
        failed, passed = found[-1]
        return int(passed or 0), int(failed or 0)
    return 0, 0


def unfinished(output: str) -> list[str]:
    """The Swift tests that began and did not end."""
    begun: dict[str, None] = {}
    for name, step in SWIFT_STEP.findall(output):
        if step == "started":
            begun[name] = None
        else:
            begun.pop(name, None)
    return list(begun)


def _durations(output: str) -> dict[str, float]:
    """How long each test took, as far as the runner says so. Of tests with the same name, the slowest counts."""
    found: dict[str, float] = {}
    for pattern in DURATIONS:
        for line in pattern.finditer(output):
            found[line["test"]] = max(float(line["seconds"]), found.get(line["test"], 0))
    return found
