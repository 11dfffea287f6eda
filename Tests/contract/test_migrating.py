"""The tests compile the code in docs/migrating.md: its blocks, and the spellings in its tables and lists.

In a table's row, that is the right side, or the left side if the right one says that it stays as it was. `…` and the
labels of a function stand for any code.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from swift_text import blocks, code, unindented

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/migrating.md"
FILES = [
    *(ROOT / "Tests/SwiftPagerTestingTests/Migrating").glob("*.swift"),
    *(ROOT / "Tests/Samples").glob("*/*.swift"),
    *(ROOT / "Tests/Generated/Tests").glob("*.swift"), *(ROOT / "Tests/Documents/Tests").glob("*.swift"),
]
COMPILED = code(FILES)
# The beginning of a right side that says that the left side stays as it was.
STAYS = ("the same", "compiles", "taken")
# The tables in which both columns are spellings of this library.
BOTH = ("2.x",)
# Stands for any code.
ANY = "…"
LABELS = re.compile(r"\((?:\w+:)+\)")


def spellings() -> Iterator[str]:
    """All code in the page, with its line."""
    columns: list[str] = []
    for line in PAGE.read_text().splitlines():
        if line.startswith("- "):
            yield from spans(line)
        if not line.startswith("|"):
            columns = []
            continue
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if not columns:
            columns = cells
        elif not set(line) <= set("|- "):
            stays = columns[0] in BOTH or cells[1].startswith(STAYS)
            yield from spans(" ".join(cells[:2] if stays else cells[1:]))


def spans(text: str) -> Iterator[str]:
    """The Swift code in a line, without paths and commands."""
    for span in re.findall(r"`([^`]+)`", text):
        if "/" not in span.replace("//", "") and not span.startswith("make "):
            yield span


def pattern(spelling: str) -> str:
    """A pattern that finds a spelling in code without white space."""
    # `f(_:named:)` means a call with these labels.
    text = LABELS.sub(lambda match: match[0].replace("_:", ANY).replace(":", f":{ANY}"), spelling)
    return ".{1,200}?".join(re.escape(re.sub(r"\s+", "", part)) for part in text.split(ANY))


def test_blocks_are_compiled() -> None:
    compiled = "".join(unindented(path.read_text()) for path in FILES)
    assert blocks(PAGE)
    for block in blocks(PAGE):
        assert unindented(block) in compiled, block


@pytest.mark.parametrize("spelling", sorted(set(spellings())))
def test_spellings_are_compiled(spelling: str) -> None:
    assert re.search(pattern(spelling), COMPILED), f"no test compiles `{spelling}` of docs/migrating.md"


def test_what_is_not_compiled_is_found() -> None:
    assert not re.search(pattern("GraphQLClient(transport:cash:)"), COMPILED)
    assert not re.search(pattern("pager.fetch { … }.wait()"), COMPILED)
