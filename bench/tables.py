"""The tables that the benchmark prints: medians of every case, what a page costs, and ratios against the baselines."""

import statistics
from collections.abc import Mapping, Sequence

from cases import Case, Comparison, Measure
from measure import Sample

Samples = dict[str, list[Sample]]


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


def costs_table(samples: Samples, cases: Sequence[Case], calls: Mapping[str, float | None]) -> str:
    """A line for each case that shows what a page costs: medians over its rounds; system calls of runs of their own."""
    rows = [("case", "processor ms a page", "context switches a page", "system calls a page")]
    for case in cases:
        runs = samples[case.name]
        processor = statistics.median((run.processor_seconds or 0) / run.pages for run in runs)
        switches = statistics.median((run.switches or 0) / run.pages for run in runs)
        count = calls.get(case.name)
        rows.append((case.name, f"{processor * 1e3:.3f}", f"{switches:.1f}", "-" if count is None else f"{count:.1f}"))
    return _aligned(rows)


def comparisons_table(samples: Samples, comparisons: Sequence[Comparison]) -> str:
    """A line for each comparison whose two cases ran: the median of the rounds' ratios, and their range.

    The ratio is taken within each round, where both cases met the machine in the same mood.
    """
    rows = [("case", "over", "in", "ratio", "from", "to", "target")]
    for comparison in comparisons:
        case, baseline = samples.get(comparison.case), samples.get(comparison.baseline)
        if not case or not baseline:
            continue
        ratios = [_ratio(one, other, comparison.measure) for one, other in zip(case, baseline, strict=False)]
        rows.append((
            comparison.case,
            comparison.baseline,
            comparison.measure,
            f"{statistics.median(ratios):.2f}",
            f"{min(ratios):.2f}",
            f"{max(ratios):.2f}",
            comparison.target,
        ))
    return _aligned(rows)


def _ratio(one: Sample, other: Sample, measure: Measure) -> float:
    match measure:
        case "speed":
            return (one.pages / one.seconds) / (other.pages / other.seconds)
        case "time":
            return one.seconds / other.seconds
        case "processor":
            assert one.processor_seconds is not None and other.processor_seconds is not None
            return one.processor_seconds / other.processor_seconds
        case "memory":
            return one.peak_kb / other.peak_kb
        case "kB a pager":
            return (one.peak_kb - other.peak_kb) / (one.pagers - other.pagers)


def _aligned(rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(_cell(text, width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def _cell(text: str, width: int) -> str:
    """Figures stand at the right of their column, words at the left."""
    return text.rjust(width) if text[:1].isdigit() or text == "-" else text.ljust(width)
