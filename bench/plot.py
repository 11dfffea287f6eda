#!/usr/bin/env python3
"""Draws the pictures of the README and the site from a run of the benchmark, and writes its table: docs/figures.

    bench/run.py --json docs/figures/run.json        measures
    bench/plot.py [--check] [RUN]                    draws RUN, or docs/figures/run.json

A bar is the median of the rounds. Machine, date and versions stand below each picture. comparisons.md has every figure
of the run beside its goal. --check writes nothing, and fails if the pictures or the table are not those of the run.
"""

import argparse
import dataclasses
import json
import pathlib
import statistics
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape

import record
import tables
from cases import COMPARISONS

FIGURES = pathlib.Path(__file__).resolve().parents[1] / "docs" / "figures"
# As wide as a phone shows a picture without making its text smaller.
WIDTH = 400
MARGIN = 12
# The room right of the longest bar, for its figure.
FIGURE = 48
# A picture has its own ground, so a reader sees it wherever it stands, in the reader's own colours.
STYLE = """\
text { font: 12px sans-serif; fill: #24292f }
.title { font-weight: bold; font-size: 13px }
.note { font-size: 9px; fill: #59636e }
.ground { fill: #fff }
.ours { fill: #e8590c }
.theirs { fill: #868e96 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e8eb }
  .note { fill: #a8b0b9 }
  .ground { fill: #22252d }
}"""

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
        "libcurl + jansson": "libcurl + jansson, 0 ms a page",
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


def draw(figure: Figure, run: Run) -> str:
    """A picture; empty if none of its cases ran."""
    if not (found := medians(figure, run)):
        return ""
    versions = ", ".join(f"{name} {version}" for name, version in run["versions"].items() if name != "gh")
    notes = [*textwrap.wrap(f"{run['date']}; {run['machine']}", 84), *textwrap.wrap(versions, 84)]
    y = 10
    parts = []
    for line in textwrap.wrap(f"{figure.title} ({figure.unit})", 54):
        parts.append(text(y := y + 16, line, "title"))
    y += 8
    for label, value in found.items():
        length = value / max(found.values()) * (WIDTH - 2 * MARGIN - FIGURE)
        kind = "ours" if label.startswith("swiftpager") else "theirs"
        shown = f"{value:,.2f}" if max(found.values()) < 10 else f"{value:,.0f}"
        parts += [
            text(y + 14, label),
            f'<rect class="{kind}" x="{MARGIN}" y="{y + 20}" width="{length:.1f}" height="12" rx="2"/>',
            text(y + 30, shown, x=MARGIN + length + 6),
        ]
        y += 38
    y += 4
    for line in notes:
        parts.append(text(y := y + 12, line, "note"))
    height = y + MARGIN
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}">',
        "<!-- Written by bench/plot.py. -->",
        f"<title>{escape(figure.title)}</title>",
        f"<style>\n{STYLE}\n</style>",
        f'<rect class="ground" width="{WIDTH}" height="{height}" rx="6"/>',
        *parts,
        "</svg>\n",
    ])


def text(y: float, words: str, kind: str = "", x: float = MARGIN) -> str:
    """A line of text."""
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y}">{escape(words)}</text>'


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


def files(run: Run) -> Iterator[tuple[str, str]]:
    """The names of the files that follow from a run, and what they contain."""
    for figure in PICTURES:
        if picture := draw(figure, run):
            yield f"{figure.name}.svg", picture
        else:
            print(f"plot: no case of {figure.name} ran", file=sys.stderr)
    yield "comparisons.md", comparisons(run)


def main() -> int:
    """Reads the command line, draws, and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=pathlib.Path, nargs="?", default=FIGURES / "run.json")
    parser.add_argument("--output", type=pathlib.Path, default=FIGURES, help="default: docs/figures")
    parser.add_argument("--check", action="store_true", help="only look whether the files are those of the run")
    arguments = parser.parse_args()
    old = []
    for name, content in files(json.loads(arguments.run.read_text())):
        path = arguments.output / name
        if not arguments.check:
            path.write_text(content)
        elif not path.exists() or path.read_text() != content:
            old.append(name)
    if old:
        print(f"plot: not of this run: {', '.join(old)}; draw them with bench/plot.py", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
