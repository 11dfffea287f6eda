"""`make test`: what limits a suite, and what it says of each test."""

import contextlib
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

import run_tests
import swift_suites
from running import output, own_time, swift_bundle

SWIFT = """\
◇ Test "A page is told" started.
◇ Test walks() started.
◇ Test case passing 1 argument end → .next to "Both ends" started.
◇ Test refuses(text:) started.
◇ Test case passing 1 argument text → "a✔ Test refuses(text:) with 1 test case passed after 0.500 seconds.
✔ Test "Both ends" with 2 test cases passed after 3.500 seconds.
✘ Test walks() recorded an issue at T.swift:8:88: Expectation failed: 1 == 2
↳ it should
✘ Test walks() failed after 1.250 seconds with 1 issue.
✔ Suite Walks passed after 9.000 seconds.
✘ Test run with 4 tests in 2 suites failed after 9.100 seconds with 1 issue.
✔ Test walks() passed after 0.002 seconds.
✔ Test run with 1 test in 1 suite passed after 0.100 seconds.
"""
C = "ok a_walk_ends (0.4 s)\nFAILED a_page_comes (walks.c: exit code 1)\n1 passed, 1 failed\n"
PYTEST = "12.01s call     Tests/python/test_walks.py::test_it\n1 failed, 3 passed, 2 skipped in 14.20s\n"
BUSY = "while True: pass"
# Half a second of the processor.
WORK = "import time\nwhile time.process_time() < 0.5: pass\nprint('1 passed, 0 failed')"


@pytest.mark.parametrize(
    ("text", "counts", "durations"),
    [
        (SWIFT, (4, 1), {'"Both ends"': 3.5, "refuses(text:)": 0.5, "walks()": 1.25}),
        (C, (1, 1), {"a_walk_ends": 0.4}),
        (PYTEST, (3, 1), {"Tests/python/test_walks.py::test_it": 12.01}),
        ("Segmentation fault\n", (0, 0), {}),
    ],
    ids=["Swift, two processes", "C", "pytest", "nothing"],
)
def test_counts_and_times_of_each_runner_are_read(
    text: str, counts: tuple[int, int], durations: dict[str, float]
) -> None:
    found = output.outcome(text)
    assert (found.passed, found.failed) == counts
    assert output.durations(text) == durations


def test_a_swift_test_that_has_not_ended_is_named() -> None:
    assert output.unfinished(SWIFT) == ['"A page is told"']


# MARK: Swift tests, several processes beside each other


def test_neighbours_of_one_target_share_a_process() -> None:
    suites = {"A.one": 20, "A.two": 5, "A.three": 1, "A.large": 90, "B.one": 1, "C.one": 1, "C.two": 1}
    assert list(swift_suites.groups(suites)) == [
        ["A.one", "A.two"], ["A.three"], ["A.large"], ["B.one"], ["C.one", "C.two"]]
    assert list(swift_suites.groups({})) == []


def run_suites(command: tuple[str, ...], suites: list[str]) -> tuple[bool, str]:
    """Whether a process of the Swift tests passed, and what it wrote."""
    reading, writing = os.pipe()
    with open(reading, encoding="utf-8") as written:
        with open(writing, "wb"):
            passed = swift_suites.run(command, suites, ROOT, writing)
        return passed, written.read()


def test_the_time_of_a_swift_test_begins_when_it_runs() -> None:
    if not (ROOT / swift_bundle.BUNDLE).exists():
        pytest.skip("the Swift tests are not built")
    passed, text = run_suites(swift_bundle.COMMAND, ["PagerStateTests.WalkTests", "PagerStateTests.FetchTests"])
    assert passed, text
    begun = []
    for name, step in output.SWIFT_STEP.findall(text):
        if step == "started":
            begun.append(name)
            # No other one waits with it.
            assert begun == [name]
        else:
            begun.remove(name)
    assert len(output.durations(text)) > 10


def test_a_process_that_dies_has_failed_tests() -> None:
    dying = (sys.executable, "-c", "import os; print('one', flush=True); os.abort()")
    assert run_suites(dying, ["A.one", "A.two"]) == (
        False, "one\nFAILED A.one, A.two (the process ended with -6)\n")
    # A runner that counted its failures has named them.
    assert run_suites((sys.executable, "-c", "exit(1)"), ["A.one"]) == (False, "")


# MARK: The limit of a suite


@pytest.mark.parametrize(
    ("ran", "waited", "part"),
    [
        ([1.0], [0.0], 0),
        ([0.0], [0.0], 0),
        ([0.1], [0.9], 0.9),
        ([0.5, 0.5], [0.5, 0.5], 0.5),
        ([1.0, 1.0, 1.0], [0.0, 0.0, 0.0], 0),
        # One that looks now and then, and the others hang.
        ([0.001, 0.0], [0.009, 0.0], 0.009),
    ],
    ids=["alone", "asleep", "rarely", "two beside two", "all have one", "hanging"],
)
def test_the_time_without_a_processor_is_the_part_that_threads_wished_for(
    ran: list[float], waited: list[float], part: float
) -> None:
    before = dict.fromkeys(range(len(ran)), (5_000_000_000, 7_000_000_000))
    now = {
        number: (5_000_000_000 + round(ran[number] * 1e9), 7_000_000_000 + round(waited[number] * 1e9))
        for number in before
    }
    assert own_time.without_processor(before, now, 1.0) == pytest.approx(part)


def test_a_new_thread_with_the_number_of_an_old_one_begins_at_nothing() -> None:
    assert own_time.without_processor({1: (9_000_000_000, 9_000_000_000)}, {1: (0, 500_000_000)}, 1.0) == 0.5


@contextlib.contextmanager
def one_busy_processor(programs: int) -> Iterator[None]:
    """This process and what it starts share one processor with other programs."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(programs)]
    try:
        yield
    finally:
        for program in busy:
            program.kill()
            program.wait()
        os.sched_setaffinity(0, allowed)


def test_a_suite_that_gets_few_turns_does_not_reach_its_limit(tmp_path: pathlib.Path) -> None:
    (tmp_path / "work.py").write_text(WORK)
    with one_busy_processor(5):
        # By the clock, this takes three seconds and more.
        result = run_tests.run("work", f"{sys.executable} {tmp_path}/work.py", 2)
    assert (result.passed, result.failed) == (1, 0)


def test_a_suite_that_hangs_reaches_its_limit(capsys: pytest.CaptureFixture[str]) -> None:
    # The shell starts another process, as a suite's runner does.
    result = run_tests.run("hang", "echo '◇ Test walks() started.'; sleep 1000; true", 0.3)
    assert (result.passed, result.failed) == (0, 1)
    text = capsys.readouterr().out
    assert "==== hang: ended after 0.3 s of its own time, which is too long" in text
    assert "==== hang: had begun and not ended: walks()" in text


def test_a_suite_that_is_busy_for_ever_reaches_its_limit() -> None:
    assert run_tests.run("busy", f'{sys.executable} -c "{BUSY}"', 0.3).failed == 1
