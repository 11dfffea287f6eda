"""Each behaviour of docs/parity.md has a test of the Swift face, and one in C or Python, with the id of its row."""

import pathlib
import re
from collections.abc import Iterator

import pytest

from conftest import ROOT

TEXT = (ROOT / "docs" / "parity.md").read_text()
# The number of rows in each part of the reference's behaviours.
COUNTS = {"A": 21, "B": 8, "C": 7, "D": 6, "E": 8, "F": 4, "G": 10, "H": 6, "I": 4, "M": 44}
EVERY_ROW = {f"{part}{number}" for part, count in COUNTS.items() for number in range(1, count + 1)}

ID = r"[A-IM][0-9]+"
# The text between two ids: in a name or a text, and in a range.
RANGE = r"_to_| to |\u2013"
LIST = rf"{ID}(?:(?:{RANGE}|_|, ){ID})*"

# The name of a test, in the three languages; in C also if a test's own macro defines it.
C_TEST = re.compile(r"^[A-Z_]*(?:TEST|TROUBLE)\((\w+)[,)]", re.MULTILINE)
PYTHON_TEST = re.compile(r"^(?:async )?def test_(\w+)\(", re.MULTILINE)
SWIFT_TEST = re.compile(r'@Test\(\s*"([^"]*)"')


def ids(text: str) -> list[str]:
    """The ids of a list with ranges, as in a table or a name."""
    found: list[str] = []
    for item in re.finditer(rf"({ID})(?:(?:{RANGE})({ID}))?", text, re.IGNORECASE):
        first, last = item[1].upper(), (item[2] or item[1]).upper()
        assert first[0] == last[0] and int(first[1:]) <= int(last[1:]), f"{item[0]!r} is not a range"
        found += [f"{first[0]}{number}" for number in range(int(first[1:]), int(last[1:]) + 1)]
    return found


def ids_of_test(name: str) -> list[str]:
    """The ids at the beginning of a test's name; empty for other tests."""
    match = re.match(rf"{LIST}(?=[_:,])", name, re.IGNORECASE)
    return ids(match[0]) if match else []


def table(text: str, heading: str) -> dict[str, str]:
    """Every id in the first column of the tables with such a heading, and the last cell of its line."""
    cells: dict[str, str] = {}
    for rows in re.findall(rf"^{re.escape(heading)}\n\|[-| ]+\|\n((?:\|.*\n)+)", text, re.MULTILINE):
        for line in rows.splitlines():
            first, *_, last = [cell.strip() for cell in line.strip("|").split(" | ")]
            assert re.fullmatch(LIST, first), f"{first!r} is not a list of rows"
            for row in ids(first):
                assert row not in cells, f"{row} has two lines"
                cells[row] = last
    return cells


def rows_of(pattern: re.Pattern[str], files: Iterator[pathlib.Path]) -> set[str]:
    """The ids in the names of the tests of some files."""
    return {row for file in files for name in pattern.findall(file.read_text()) for row in ids_of_test(name)}


def rows_of_swift_tests() -> set[str]:
    return rows_of(SWIFT_TEST, (ROOT / "Tests" / "SwiftPagerTests").rglob("*.swift"))


def rows_of_c_and_python_tests() -> set[str]:
    return rows_of(C_TEST, (ROOT / "Tests" / "c").glob("*.c*")) | rows_of(
        PYTHON_TEST, (ROOT / "Tests" / "python").rglob("test_*.py")
    )


def complaints(wanted: set[str], found: set[str]) -> str:
    """The faults of the found tests; empty if each row that needs a test has one."""

    def order(row: str) -> tuple[str, int]:
        return row[0], int(row[1:])

    missing, stray = sorted(wanted - found, key=order), sorted(found - wanted, key=order)
    return "; ".join(
        [f"no test for {row}" for row in missing] + [f"{row} has a test, and the table says none" for row in stray]
    )


def test_the_tables_have_every_row() -> None:
    assert table(TEXT, "| rows | what | here |").keys() == EVERY_ROW


def test_every_row_that_is_there_has_a_test_in_swift() -> None:
    missing = {row for row, here in table(TEXT, "| rows | what | here |").items() if here.startswith("missing")}
    assert complaints(EVERY_ROW - missing, rows_of_swift_tests()) == ""


def test_every_row_has_a_test_in_c_or_python() -> None:
    assert complaints(EVERY_ROW, rows_of_c_and_python_tests()) == ""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a1_to_a3_b10_pages_come_2_by_2", ["A1", "A2", "A3", "B10"]),
        ("m4_pages_are_there", ["M4"]),
        ("M7, M8: a page fails", ["M7", "M8"]),
        ("M19 to M21: with completions", ["M19", "M20", "M21"]),
        ("M16, better: a cursor", ["M16"]),
        ("a_list_m4_of_pages", []),
        ("m42", []),
        ("e8", []),
        ("updates_come_in_order", []),
    ],
)
def test_ids_are_read_from_names(name: str, expected: list[str]) -> None:
    assert ids_of_test(name) == expected


def test_a_row_that_is_missing_or_not_wanted_is_told() -> None:
    assert complaints({"A1", "A2"}, {"A1", "A2"}) == ""
    assert complaints({"A1", "A2", "M10"}, {"A2"}) == "no test for A1; no test for M10"
    assert complaints({"A1"}, {"A1", "M34"}) == "M34 has a test, and the table says none"
