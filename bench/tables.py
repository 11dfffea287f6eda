"""The tables that the benchmark prints: medians of every case, what a page costs, and figures beside their goals."""

import statistics
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from cases import Case, Comparison, Goal, Measure
from measure import Sample

Samples = dict[str, list[Sample]]
# System calls of a page, by the name of the case; None if they could not be counted.
Calls = Mapping[str, float | None]
Verdict = Literal["met", "met, within noise", "missed, within noise", "missed", ""]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)[:-1]


def cases_table(samples: Samples) -> str:
    """A line for each case that ran: medians over its rounds, and the largest peak of memory."""
    rows = [("case", "rounds", "pages", "pages/s", "seconds", "peak MB")]
    for name, runs in samples.items():
        seconds = statistics.median(run.seconds for run in runs)
        pages = runs[0].pages
        rows.append((
            name,
            str(len(runs)),
            f"{pages:,}" if pages else "-",
            f"{pages / seconds:,.0f}" if pages else "-",
            f"{seconds:.4f}",
            f"{max(run.peak_kb for run in runs) / 1024:.1f}",
        ))
    return _aligned(rows)


def costs_table(samples: Samples, cases: Sequence[Case], calls: Calls) -> str:
    """A line for each case that shows what a page costs: medians over its rounds; system calls of runs of their own."""
    rows = [("case", "processor ms a page", "context switches a page", "system calls a page")]
    for case in cases:
        runs = samples[case.name]
        processor = statistics.median((run.processor_seconds or 0) / run.pages for run in runs)
        switches = statistics.median(_switches(run) for run in runs)
        count = calls.get(case.name)
        rows.append((case.name, f"{processor * 1e3:.3f}", f"{switches:.1f}", "-" if count is None else f"{count:.1f}"))
    return _aligned(rows)


def comparisons_table(samples: Samples, comparisons: Sequence[Comparison], calls: Calls) -> str:
    """A line for each comparison whose cases ran: the median of the rounds' figures, their range, and the verdict.

    A ratio is taken within each round, in which both cases met the same state of the machine.
    """
    rows = [("case", "over", "in", "figure", "from", "to", "noise", "goal", "verdict")]
    verdicts, noises = [], []
    for comparison in comparisons:
        found = figures(samples, comparison, calls)
        if not found:
            continue
        verdicts.append(verdict(comparison.goal, found))
        if len(found) > 1:
            noises.append(noise(found))
        rows.append((
            comparison.case,
            comparison.baseline or "",
            comparison.measure,
            f"{statistics.median(found):.2f}",
            f"{min(found):.2f}",
            f"{max(found):.2f}",
            f"{noises[-1]:.0%}" if len(found) > 1 else "-",
            str(comparison.goal),
            verdicts[-1],
        ))
    counts = ", ".join(f"{verdicts.count(kind)} {kind}" for kind in VERDICTS if kind in verdicts)
    usual = f"; noise: {statistics.median(noises):.0%} in the median, {max(noises):.0%} at most" if noises else ""
    return f"{_aligned(rows)}\n\ngoals: {counts or 'none'}{usual}"


def figures(samples: Samples, comparison: Comparison, calls: Calls) -> list[float]:
    """The figure of each round; none if a case of the comparison did not run."""
    runs = samples.get(comparison.case, [])
    if comparison.measure == "system calls":
        count = calls.get(comparison.case)
        return [] if count is None else [count]
    if comparison.baseline is None:
        return [_switches(run) for run in runs if run.switches is not None]
    baseline = samples.get(comparison.baseline, [])
    return [_ratio(one, other, comparison.measure) for one, other in zip(runs, baseline, strict=False)]


def verdict(goal: Goal, found: Sequence[float]) -> Verdict:
    """Whether the median meets the goal; "within noise" if one round says yes and another says no."""
    if goal.at_least is None and goal.at_most is None:
        return ""
    passed = [_meets(goal, figure) for figure in found]
    result: Verdict = "met" if _meets(goal, statistics.median(found)) else "missed"
    if all(passed) or not any(passed):
        return result
    return "met, within noise" if result == "met" else "missed, within noise"


def noise(found: Sequence[float]) -> float:
    """Half the range of the rounds' figures, as a part of their median."""
    return (max(found) - min(found)) / 2 / (statistics.median(found) or 1)


def _meets(goal: Goal, figure: float) -> bool:
    # As many digits as the table shows.
    figure = round(figure, 2)
    return (goal.at_least is None or figure >= goal.at_least) and (goal.at_most is None or figure <= goal.at_most)


def _switches(run: Sample) -> float:
    return (run.switches or 0) / run.pages


def _ratio(one: Sample, other: Sample, measure: Measure) -> float:
    match measure:
        case "speed":
            return (one.pages / one.seconds) / (other.pages / other.seconds)
        case "processor":
            return _processor(one) / _processor(other)
        case "memory":
            return one.peak_kb / other.peak_kb
        case "kB a pager":
            return (one.peak_kb - other.peak_kb) / (one.pagers - other.pagers)
        case "ms a slice":
            return (one.seconds - other.seconds) * 1e3 / (one.slices - other.slices)
        case _:
            return one.seconds / other.seconds


def _processor(run: Sample) -> float:
    assert run.processor_seconds is not None
    return run.processor_seconds / run.pages


def _aligned(rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(_cell(text, width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def _cell(text: str, width: int) -> str:
    """Aligns figures to the right, and words to the left."""
    return text.rjust(width) if text[:1].isdigit() or text == "-" else text.ljust(width)
