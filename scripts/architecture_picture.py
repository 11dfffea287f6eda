#!/usr/bin/env python3
"""Draws the picture of docs/architecture.md: the targets of the package, and the way of a page through them.

    architecture_picture.py [--check]        --check writes nothing, and fails if the picture is out of date

The boxes and arrows stand in this file. `Tests/contract` checks that each target of Package.swift has a box.
"""

import argparse
import dataclasses
import pathlib
import sys

PICTURE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "figures" / "architecture.svg"
WIDTH, HEIGHT = 1080, 750
FILLS = {
    "outside": "#eeeeee", "face": "#d9ead3", "core": "#cfe2f3", "client": "#fff2cc", "base": "#f4e3d7", "c": "#ead1dc",
}
# The ground and what stands on it follow the reader's colours; the boxes and their text keep theirs.
STYLE = """\
.ground { fill: #fff }
.step, .head { fill: #1155cc }
.way { stroke: #1155cc }
@media (prefers-color-scheme: dark) {
  .ground { fill: #22252d }
  .step, .head { fill: #8ab4f8 }
  .way { stroke: #8ab4f8 }
}"""
# How many units a letter takes, in the largest of the sizes below.
LETTER = 8


@dataclasses.dataclass(frozen=True)
class Box:
    """A rectangle with a name, which is a target's unless the box stands outside the package."""

    name: str
    note: str
    kind: str
    x: int
    y: int
    width: int
    height: int = 62

    def svg(self) -> list[str]:
        """The rectangle, its name and its note."""
        middle = self.x + self.width // 2
        place = f'x="{self.x}" y="{self.y}" width="{self.width}" height="{self.height}"'
        family = "sans-serif" if self.kind == "outside" else "monospace"
        font = f'font-family="{family}" font-size="14" font-weight="bold"'
        return [
            f'<rect {place} rx="6" fill="{FILLS[self.kind]}" stroke="#555"/>',
            f'<text x="{middle}" y="{self.y + 26}" {font}>{self.name}</text>',
            f'<text x="{middle}" y="{self.y + 46}" font-size="12">{self.note}</text>',
        ]


@dataclasses.dataclass(frozen=True)
class Arrow:
    """A step on the way of a page, with what travels there beside it."""

    x1: int
    y1: int
    x2: int
    y2: int
    label: str
    both: bool = False

    def svg(self) -> list[str]:
        """The line with its heads, and the label right of its middle, or above a level line."""
        level = self.y1 == self.y2
        x, y = (self.x1 + self.x2) // 2, (self.y1 + self.y2) // 2
        place = f'x="{x}" y="{y - 8}"' if level else f'x="{x + 9}" y="{y + 4}" style="text-anchor:start"'
        ends = f'x1="{self.x1}" y1="{self.y1}" x2="{self.x2}" y2="{self.y2}"'
        start = ' marker-start="url(#head)"' if self.both else ""
        return [
            f'<line {ends} class="way" stroke-width="3" marker-end="url(#head)"{start}/>',
            f'<text {place} class="step" font-size="13" font-style="italic">{self.label}</text>',
        ]


BOXES = [
    Box("C, C++, Rust, Lua, …", "through any C FFI", "outside", 20, 20, 180),
    Box("Python", "ctypes, asyncio, the command", "outside", 220, 20, 220),
    Box("Swift apps", "async, callbacks, Combine", "outside", 500, 20, 240),
    Box("Tests of apps", "without a network", "outside", 840, 20, 220),
    Box("PagerABI", "C face: exports, handles, event queue", "face", 20, 130, 420),
    Box("SwiftPager", "Swift face: both pagers", "face", 500, 130, 240),
    Box("SwiftPagerTesting", "scripted transports", "face", 840, 130, 220),
    Box("PagerArrow", "rows → columns", "core", 20, 240, 180),
    Box("PagerCore", "engine, loaders, documents", "core", 260, 240, 400),
    Box("PagerPublishing", "Combine, OpenCombine", "core", 680, 240, 170),
    Box("SwiftPagerFoundation", "schedulers", "face", 870, 240, 190),
    Box("PagerState", "a pure value: event → actions", "core", 20, 350, 280),
    Box("PagerClient", "the one door: retry, pace, authorize", "client", 320, 350, 530),
    Box("PagerRecording", "record and replay", "client", 20, 460, 160),
    Box("PagerCache", "records, watches, a file", "client", 200, 460, 280),
    Box("PagerTransport", "libcurl, driven by one thread at a time", "client", 500, 460, 350),
    Box("Server", "GraphQL over HTTP", "outside", 930, 460, 130),
    Box("PagerSyntax", "GraphQL documents", "base", 20, 570, 200),
    Box("PagerJSON", "simdjson, jansson", "base", 240, 570, 200),
    Box("PagerBytes", "received bytes", "base", 460, 570, 190),
    Box("PagerThreads", "threads, queues", "base", 670, 570, 190),
    Box("PagerLocks", "a mutex", "base", 880, 570, 180),
    Box("CSwiftPager", "swiftpager.h", "c", 20, 670, 130),
    Box("CPlatform", "Linux", "c", 165, 670, 120),
    Box("CCurl", "libcurl", "c", 300, 670, 110),
    Box("CSimdjson", "simdjson", "c", 425, 670, 120),
    Box("CJansson", "jansson", "c", 560, 670, 120),
    Box("CSQLite", "SQLite", "c", 695, 670, 110),
    Box("CCrypto", "OpenSSL", "c", 820, 670, 115),
    Box("CZlib", "zlib", "c", 950, 670, 110),
]

ARROWS = [
    Arrow(930, 491, 850, 491, "bytes"),
    Arrow(580, 460, 580, 412, "response"),
    Arrow(580, 350, 580, 302, "answer"),
    Arrow(280, 302, 280, 350, "page info", both=True),
    Arrow(350, 240, 350, 192, "update"),
    Arrow(580, 240, 580, 192, "update"),
    Arrow(110, 130, 110, 82, "callback, pull"),
    Arrow(330, 130, 330, 82, "pull"),
    Arrow(580, 130, 580, 82, "output"),
    Arrow(400, 460, 400, 412, "cached answer", both=True),
]


def picture() -> str:
    """The whole SVG."""
    for box in BOXES:
        assert len(box.name) * LETTER * 1.1 < box.width, f"{box.name} does not fit its box"
    head = 'id="head" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto-start-reverse"'
    text = 'font-family="sans-serif" text-anchor="middle"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {text}>',
        "<!-- Written by scripts/architecture_picture.py. -->",
        "<title>The targets of the package, and the way of a page through them</title>",
        f"<style>\n{STYLE}\n</style>",
        f'<defs><marker {head}><path class="head" d="M0,0 L6,3 L0,6 z"/></marker></defs>',
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}" rx="12"/>',
    ]
    for box in BOXES:
        lines += box.svg()
    for arrow in ARROWS:
        lines += arrow.svg()
    return "\n".join([*lines, "</svg>"]) + "\n"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only look whether the picture is up to date")
    wanted = picture()
    if parser.parse_args().check:
        if PICTURE.exists() and PICTURE.read_text(encoding="utf-8") == wanted:
            return 0
        print(f"{PICTURE.name} is out of date: run scripts/architecture_picture.py", file=sys.stderr)
        return 1
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
