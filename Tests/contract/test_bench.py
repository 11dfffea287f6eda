"""bench: verdicts say which goals the figures meet, and every comparison names cases that exist."""

import json
import pathlib
import re
import subprocess
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import plot
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


def plotted(*words: str | pathlib.Path) -> "subprocess.CompletedProcess[str]":
    """What plot.py says when it checks."""
    program: list[str | pathlib.Path] = [sys.executable, ROOT / "bench/plot.py", "--check"]
    return subprocess.run([*program, *words], capture_output=True, text=True, check=False)


def test_the_pictures_are_those_of_the_run_that_lies_beside_them() -> None:
    done = plotted()
    assert (done.returncode, done.stderr) == (0, "")


def test_pictures_of_another_run_are_found(tmp_path: pathlib.Path) -> None:
    run = json.loads((plot.FIGURES / "run.json").read_text())
    run["date"] = "2001-01-01"
    (tmp_path / "run.json").write_text(json.dumps(run))
    done = plotted(tmp_path / "run.json")
    assert done.returncode == 1
    assert "processor-time.svg, speed.svg, python.svg, comparisons.md" in done.stderr


@pytest.mark.parametrize("figure", plot.PICTURES, ids=lambda figure: figure.name)
def test_a_picture_says_where_it_is_from_and_has_a_bar_for_each_case(figure: plot.Figure) -> None:
    run = json.loads((plot.FIGURES / "run.json").read_text())
    picture = plot.draw(figure, run)
    assert run["date"] in picture
    assert all(f"{name} {version}" in re.sub(r"</text>\n<text[^>]*>", " ", picture)
               for name, version in run["versions"].items() if name != "gh")
    lengths = [float(length) for length in re.findall(r'<rect class="(?:ours|theirs)".*? width="([\d.]+)"', picture)]
    values = list(plot.medians(figure, run).values())
    assert len(values) == len(figure.bars)
    assert lengths == pytest.approx([value / max(values) * max(lengths) for value in values], abs=0.1)
    # Nothing but the bars has a colour that is the same for every reader.
    assert re.findall(r'(?:fill|style)="', picture) == []


def test_a_case_that_did_not_run_has_no_bar() -> None:
    figure = plot.PICTURES[0]
    run = json.loads((plot.FIGURES / "run.json").read_text())
    left = dict.fromkeys(figure.bars.values())
    run["cases"] = {name: samples for name, samples in run["cases"].items() if name not in left}
    assert plot.draw(figure, run) == ""
