"""The tool that counts which mistakes the tests notice: its tables fit the sources, or it refuses them."""

import importlib
import pathlib
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

tool = importlib.import_module("mutants")
from mutating import suites, tree, trials  # noqa: E402  (the path has to be set before)
from mutating.mutant import Mutant, TableError, places, read_tables  # noqa: E402
from mutating.reach import REACHED  # noqa: E402

SWIFT = "Sources/PagerThings/Thing.swift"


def mutant(text: str = "a < b", changed: str = "a <= b || $mutant", **options: str) -> Mutant:
    return Mutant(SWIFT, text, changed, "too many", **options)


def test_every_mutant_of_the_tables_fits_its_file():
    mutants = read_tables(ROOT / "Tests" / "mutants")
    assert len(mutants) >= 200
    tree.texts(ROOT, mutants)
    for row in mutants:
        assert row.harm, row.name
        assert row.equivalent is None or row.equivalent, row.name


@pytest.mark.parametrize(
    ("rows", "text", "message"),
    [
        ([mutant()], "if a > b {}", "0 times"),
        ([mutant()], "if a < b {} else if a < b {}", "2 times"),
        ([mutant(), mutant("a < b {", "a {$mutant")], "if a < b {}", "overlaps"),
        ([mutant(changed="a <= b")], "if a < b {}", "no \\$mutant"),
    ],
    ids=["absent", "twice", "overlapping", "without a switch"],
)
def test_a_row_that_does_not_fit_is_refused(rows: list[Mutant], text: str, message: str):
    with pytest.raises(TableError, match=message):
        places(rows, text)


def test_an_unknown_file_is_refused(tmp_path: pathlib.Path):
    (tmp_path / "Sources").mkdir()
    with pytest.raises(TableError, match="no such file"):
        tree.texts(tmp_path, [mutant()])


def test_a_file_gets_all_of_its_mutants_and_keeps_its_lines():
    rows = [mutant(), mutant("c == d", "c == d && !$mutant"), mutant("eat()", "f", equivalent="it is never read")]
    text = "if a < b {\n} else if c == d { eat() }\n"
    changed = tree.mutated(SWIFT, text, rows)
    first, second = (f"mutantIsOn({row.number})" for row in rows[:2])
    assert changed == f"if a <= b || {first} {{\n}} else if c == d && !{second} {{ eat() }}\n"


def test_each_language_has_its_switch():
    assert tree.switch("Sources/CPlatform/forks.c", 7) == "swiftpager_mutant(7)"
    row = Mutant("include/swiftpager/page.hpp", "a < b", "a <= b && $mutant", "too many")
    assert tree.mutated(row.file, "a < b", [row]).splitlines() == [
        'extern "C" bool swiftpager_mutant(int);', f"a <= b && swiftpager_mutant({row.number})"]
    assert "swiftpager_mutant(7)" in tree.switch("bindings/python/swiftpager/_loops.py", 7)
    with pytest.raises(TableError):
        tree.switch("scripts/lint.py", 7)


def test_numbers_stay_when_rows_come_and_go():
    assert mutant().number == Mutant(SWIFT, "a < b", "a <= b || $mutant", "another harm").number
    assert mutant().number != mutant(changed="$mutant").number
    assert 0 < mutant().number < 1 << 31


@pytest.mark.parametrize(
    ("line", "test"),
    [
        ('✘ Test "a page is told" recorded an issue at A.swift:1:1: Expectation failed', '"a page is told"'),
        ('✘ Test add() failed after 0.1 seconds with 1 issue.', "add()"),
        ("FAILED a_walk_ends (walks.c: exit code 1)", "a_walk_ends"),
        ("FAILED Tests/python/test_calls.py::test_it - AssertionError", "Tests/python/test_calls.py::test_it"),
        ("✘ Test run with 3 tests failed after 1 second", None),
        ('✔ Test "a page is told" passed after 0.1 seconds.', None),
    ],
)
def test_a_test_that_failed_is_recognised(line: str, test: str | None):
    found = suites.FAILURE.search(line)
    assert (found and next(filter(None, found.groups()))) == test


def test_a_suite_ends_with_its_first_failure_or_when_its_time_is_over(tmp_path: pathlib.Path):
    say = "import time; print('FAILED this_one (because)', flush=True); time.sleep(60)"
    failing = suites.run(suites.Suite("c:it", (sys.executable, "-c", say)), tmp_path, 30)
    assert (failing.passed, failing.why) == (False, "this_one")
    hanging = suites.run(suites.Suite("c:it", (sys.executable, "-c", "import time; time.sleep(60)")), tmp_path, 0.5)
    assert not hanging.passed
    assert "not at its end" in hanging.why
    assert failing.seconds + hanging.seconds < 30


def test_a_mutant_of_python_runs_the_tests_that_reach_it(tmp_path: pathlib.Path):
    reach = f"import os\ndef reach(number): open(os.environ.get('{REACHED}', '.') + '/' + str(number), 'w').close()\n"
    (tmp_path / "test_it.py").write_text(
        f"{reach}reach(7)\ndef test_a(): reach(8)\nclass TestB:\n    def test_b(self): reach(8); reach(9)\n"
    )
    suite = suites.Suite("python:test_it", (sys.executable, "-m", "pytest", "-q", "test_it.py"))
    ended = suites.run(suite, tmp_path, 60, reached=tmp_path / "reached")
    assert ended.passed, ended.output
    # 7 is reached before any test: it has them all.
    assert ended.reached == {7: [], 8: ["test_a", "TestB::test_b"], 9: ["TestB::test_b"]}
    assert suite.only([]) is suite
    only = suites.run(suite.only(ended.reached[9]), tmp_path, 60)
    assert "1 passed" in only.output


def test_a_mutant_runs_the_suites_that_reach_it_the_nearest_first(tmp_path: pathlib.Path):
    look = f"import os; print(os.environ['{tree.SWITCH}'])"
    near, far, other = (suites.Suite(name, (sys.executable, "-c", look)) for name in ("near", "far", "other"))
    row = mutant()
    reached: dict[str, dict[int, list[str]]] = {"near": {row.number: []}, "far": {row.number: []}, "other": {}}
    known = trials.Baseline({"near": 9, "far": 1, "other": 1}, reached)
    assert trials.order(row, [near], [near, far, other], known) == [near, far]
    missed = trials.trial(row, [near, far], tmp_path, known)
    assert (missed.outcome, missed.why) == ("missed", "reached by near, far")
    look = f"import os; exit(os.environ['{tree.SWITCH}'] == '{row.number}')"
    fail = suites.Suite("near", (sys.executable, "-c", look))
    assert trials.trial(row, [fail], tmp_path, known).outcome == "noticed"


def test_fewer_than_95_percent_fail_the_run():
    noticed, missed = trials.Verdict("noticed", "c:it"), trials.Verdict("missed", "no suite reaches it")
    text, enough = tool.summary([(mutant(), noticed)] * 19 + [(mutant(), missed)])
    assert enough
    assert "19 of 20 mutants noticed (95.0%), 1 missed, 0 equivalent" in text
    text, enough = tool.summary([(mutant(), noticed)] * 18 + [(mutant(), missed)])
    assert not enough
    assert text.endswith("18 passed, 1 failed")


def test_the_nearest_suites_are_those_of_the_longest_path():
    names = ("PagerABITests", "c:arrow_pages", "c:configs", "python:test_arrow", "contract:test_cplusplus")
    all_suites = [suites.Suite(name, ()) for name in names]
    found = suites.nearest("Sources/PagerABI/Arrow/ArrowStream.swift", all_suites)
    assert [suite.name for suite in found] == ["c:arrow_pages", "python:test_arrow"]
    found = suites.nearest("include/swiftpager/page.hpp", all_suites)
    assert [suite.name for suite in found] == ["contract:test_cplusplus"]
