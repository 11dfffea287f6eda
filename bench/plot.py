#!/usr/bin/env python3
"""Draws the pictures of the README and the site from a run of the benchmark, and writes its table: docs/figures.

    bench/run.py --json run.json        measures
    bench/plot.py run.json              draws; needs matplotlib (docs/requirements.txt)

A bar is the median of the rounds. Machine, date and versions stand below each picture. comparisons.md has every figure
of the run beside its goal.
"""

import argparse
import dataclasses
import json
import pathlib
import statistics
import sys
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt

import record
import tables
from cases import COMPARISONS

FIGURES = pathlib.Path(__file__).resolve().parents[1] / "docs" / "figures"
OURS, THEIRS = "#e8590c", "#868e96"
# A gray that can be read on white and on black.
TEXT = "#808890"

Run = Mapping[str, Any]


@dataclasses.dataclass(frozen=True)
class Figure:
    """A picture with a bar for each case: its label, and its name in cases.py."""

    name: str
    title: str
    unit: str
    value: Callable[[Run], float]
    bars: Mapping[str, str]


def processor_ms(sample: Run) -> float:
    """The processor time of a page, in milliseconds."""
    return float(sample["processor_seconds"] / sample["pages"] * 1e3)


def pages_a_second(sample: Run) -> float:
    """How many pages came in a second."""
    return float(sample["pages"] / sample["seconds"])


PICTURES = (
    Figure("processor-time", "Processor time of a page of 100 objects, from a server that takes 20 ms", "ms",
           processor_ms, {
               "libcurl alone, which reads nothing": "libcurl alone, 20 ms a page",
               "swiftpager, C": "swiftpager, C, pulled, 20 ms a page",
               "libcurl + jansson": "libcurl + jansson, 20 ms a page",
               "http.client + orjson": "http.client + orjson, 20 ms a page",
               "swiftpager, Python objects": "swiftpager, Python, items, 20 ms a page",
           }),
    Figure("speed", "Pages of 100 objects a second, from a server that answers at once", "pages/s", pages_a_second, {
        "libcurl alone, which reads nothing": "libcurl alone (the floor)",
        "swiftpager, C": "swiftpager, C, pulled",
        "libcurl + jansson": "libcurl + jansson",
        "swiftpager, Python objects": "swiftpager, Python, items",
        "http.client + orjson": "http.client + orjson",
        "swiftpager, command": "swiftpager, a command",
        "gh api graphql --paginate": "gh api graphql --paginate, a command",
    }),
    Figure("python", "From pages to columns in Python: pages a second, from a server that answers at once", "pages/s",
           pages_a_second, {
               "swiftpager, to_arrow()": "swiftpager, Python, to_arrow",
               "http.client + orjson + pyarrow": "http.client + orjson + Table.from_pylist",
               "swiftpager, to Parquet": "swiftpager, Python, to Parquet",
               "http.client + orjson + pandas, to Parquet": "http.client + orjson + pandas, to Parquet",
           }),
)


def medians(figure: Figure, run: Run) -> dict[str, float]:
    """The height of each bar whose case ran."""
    cases = run["cases"]
    return {
        label: statistics.median(map(figure.value, cases[name]))
        for label, name in figure.bars.items() if cases.get(name)
    }


def draw(figure: Figure, run: Run, folder: pathlib.Path) -> pathlib.Path | None:
    """Writes a picture; None if none of its cases ran."""
    found = medians(figure, run)
    if not found:
        return None
    shape, axes = plt.subplots(figsize=(8, 0.42 * len(found) + 1.1), layout="constrained")
    colours = [OURS if label.startswith("swiftpager") else THEIRS for label in found]
    bars = axes.barh(list(found), list(found.values()), color=colours, height=0.7)
    digits = "{:,.2f}" if max(found.values()) < 10 else "{:,.0f}"
    axes.bar_label(bars, [digits.format(value) for value in found.values()], padding=4, color=TEXT, fontsize=9)
    axes.invert_yaxis()
    axes.margins(x=0.1)
    axes.set_title(figure.title, loc="left", color=TEXT, fontsize=10, x=0.0)
    axes.set_xlabel(figure.unit, color=TEXT, fontsize=8, loc="right")
    axes.tick_params(colors=TEXT, labelsize=9, length=0)
    axes.xaxis.set_visible(True)
    for spine in axes.spines.values():
        spine.set_visible(False)
    versions = ", ".join(f"{name} {version}" for name, version in run["versions"].items() if name != "gh")
    shape.supxlabel(f"{run['date']}; {run['machine']}\n{versions}", color=TEXT, fontsize=6, x=0.01, ha="left")
    path = folder / f"{figure.name}.svg"
    # Without a date, and with fixed names inside, the same run gives the same file.
    shape.savefig(path, transparent=True, metadata={"Date": None, "Title": figure.title})
    plt.close(shape)
    return path


def comparisons(run: Run) -> str:
    """A table of all figures beside their goals, in Markdown."""
    samples, calls = record.read(run)
    versions = ", ".join(f"{name} {version}" for name, version in run["versions"].items())
    lines = [
        *textwrap.wrap(f"Measured on {run['date']}: {run['machine']}; {versions}.", 118),
        "",
        "| case | over | in | figure | from | to | goal | verdict |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for comparison in COMPARISONS:
        if not (found := tables.figures(samples, comparison, calls)):
            continue
        figures = (statistics.median(found), min(found), max(found))
        row = (
            comparison.case, comparison.baseline or "", comparison.measure, *map("{:.2f}".format, figures),
            str(comparison.goal), tables.verdict(comparison.goal, found),
        )
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Reads the command line, draws, and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=pathlib.Path, help="what run.py wrote with --json")
    parser.add_argument("--output", type=pathlib.Path, default=FIGURES, help="default: docs/figures")
    arguments = parser.parse_args()
    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "swiftpager", "svg.fonttype": "none", "font.family": "sans-serif"})
    run = json.loads(arguments.run.read_text())
    for figure in PICTURES:
        path = draw(figure, run, arguments.output)
        print(f"plot: {f'wrote {path}' if path else f'no case of {figure.name} ran'}", file=sys.stderr)
    (arguments.output / "comparisons.md").write_text(comparisons(run))


if __name__ == "__main__":
    main()
