"""bench: verdicts say which goals the figures meet, and every comparison names cases that exist."""

import json
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import record
import tables
from cases import CASES, COMPARISONS, Goal, at_least, at_most, no_goal
from measure import Sample


@pytest.mark.parametrize(("goal", "figures", "verdict"), [
    (at_most(2.2), [1.9, 2.0, 2.2], "met"),
    (at_most(2.2), [1.9, 2.0, 2.3], "met, within noise"),
    (at_most(2.2), [2.1, 2.3, 2.4], "missed, within noise"),
    (at_most(2.2), [2.21, 2.3, 2.4], "missed"),
    (at_least(3), [3.0, 3.1], "met"),
    (at_least(3), [2.9, 3.0, 3.1], "met, within noise"),
    (at_least(3), [2.9], "missed"),
    (no_goal("the cost"), [1.0, 9.0], ""),
])
def test_a_verdict_says_what_the_median_does_and_whether_a_round_contradicts_it(
    goal: Goal, figures: list[float], verdict: str
) -> None:
    assert tables.verdict(goal, figures) == verdict


def test_noise_is_half_the_range_as_a_part_of_the_median() -> None:
    assert tables.noise([1.8, 2.0, 2.2]) == pytest.approx(0.1)


def test_the_table_counts_verdicts_and_leaves_out_cases_that_did_not_run() -> None:
    comparison = next(one for one in COMPARISONS if one.measure == "processor" and one.goal.at_most == 2.2)
    assert comparison.baseline is not None
    samples = {
        comparison.case: [Sample(100, 2.0, 1, processor_seconds=seconds) for seconds in (0.2, 0.22)],
        comparison.baseline: [Sample(100, 2.0, 1, processor_seconds=0.1)] * 2,
    }
    lines = tables.comparisons_table(samples, COMPARISONS, {}).splitlines()
    row = next(line for line in lines if comparison.baseline in line)
    assert row.split()[-5:] == ["5%", "at", "most", "2.2", "met"]
    assert "2.10  2.00  2.20" in row
    assert lines[-1] == "goals: 1 met; noise: 5% in the median, 5% at most"


def test_comparisons_name_cases_that_exist() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)
    assert {one.case for one in COMPARISONS} | {one.baseline for one in COMPARISONS} <= {*names, None}


def test_a_recorded_run_is_read_back_as_it_was() -> None:
    samples = {"one": [Sample(100, 2.0, 1, processor_seconds=0.5, switches=3)], "two": []}
    calls = {"one": 6.5, "two": None}
    run = json.loads(record.text(samples, calls, "free"))
    assert record.read(run) == (samples, calls)
    assert {"date", "machine", "versions"} <= set(run)
