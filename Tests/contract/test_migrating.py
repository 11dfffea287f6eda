"""What docs/migrating.md says to write is what the tests compile: its blocks, its tables' and its lists' spellings.

Of a table's row that is the right side, and the left one where the right one says that it stays as it was. `…` and the
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
]
COMPILED = code(FILES)
# How a right side begins whose left side is to be written as it is.
STAYS = ("the same", "compiles", "taken")
# The tables whose columns are both of them spellings of this library.
BOTH = ("2.x",)
# Stands for any code.
ANY = "…"
LABELS = re.compile(r"\((?:\w+:)+\)")


def spellings() -> Iterator[str]:
    """All that the page says to write, with the line that says it."""
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
    """The code in a line that is Swift's: not a path, and not a command."""
    for span in re.findall(r"`([^`]+)`", text):
        if "/" not in span.replace("//", "") and not span.startswith("make "):
            yield span


def pattern(spelling: str) -> str:
    """What finds a spelling in code without white space."""
    # `f(_:named:)` is what is called with these labels.
    text = LABELS.sub(lambda match: match[0].replace("_:", ANY).replace(":", f":{ANY}"), spelling)
    return ".{1,200}?".join(re.escape(re.sub(r"\s+", "", part)) for part in text.split(ANY))


def test_blocks_are_compiled() -> None:
    compiled = "".join(unindented(path.read_text()) for path in FILES)
    assert len(blocks(PAGE)) >= 3
    for block in blocks(PAGE):
        assert unindented(block) in compiled, block


@pytest.mark.parametrize("spelling", sorted(set(spellings())))
def test_spellings_are_compiled(spelling: str) -> None:
    assert re.search(pattern(spelling), COMPILED), f"no test compiles `{spelling}` of docs/migrating.md"


def test_what_is_not_compiled_is_found() -> None:
    assert not re.search(pattern("GraphQLClient(transport:cash:)"), COMPILED)
    assert not re.search(pattern("pager.fetch { … }.wait()"), COMPILED)
