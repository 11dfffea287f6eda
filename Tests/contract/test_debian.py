"""What the Debian packages say of the library; `make test-deb` builds and uses them."""

import pathlib
import re

import pytest

import header
from conftest import ROOT, run
from test_needs import needs

FOLDER = ROOT / "packaging" / "debian" / "debian"


def test_the_symbols_file_has_each_function_with_the_node_of_the_export_map() -> None:
    rows = re.findall(r"^ (\w+)@(\w+) ([\d.]+)$", run(FOLDER.parent / "symbols.sh"), re.MULTILINE)
    assert [name for name, _, _ in rows] == sorted(header.functions())
    assert {node for _, node, _ in rows} == set(
        re.findall(r"^(\w+) \{", (ROOT / "scripts" / "exports.map").read_text(), re.MULTILINE)
    )


def test_a_function_that_came_after_the_first_version_says_since_when() -> None:
    rows = re.findall(r"^ (\w+)@\w+ ([\d.]+)$", run(FOLDER.parent / "symbols.sh"), re.MULTILINE)
    lines = (FOLDER.parent / "since.txt").read_text().splitlines()
    later = dict(line.split() for line in lines if not line.startswith("#"))
    # A further function needs a line in packaging/debian/since.txt.
    assert sum(version == "0.1.0" for _, version in rows) == 93
    assert {name: version for name, version in rows if version != "0.1.0"} == later


@pytest.mark.release
def test_the_package_asks_for_the_libcurl_and_the_sqlite_that_are_needed(library: pathlib.Path) -> None:
    # dpkg-shlibdeps knows since when a function is there, but not since when an option or a statement of SQL is.
    asked = dict(re.findall(r"(libcurl4|libsqlite3-0) \(>= ([\d.]+)\)", (FOLDER / "control").read_text()))
    needed = needs(library)
    assert asked == {"libcurl4": needed["libcurl"], "libsqlite3-0": needed["SQLite"]}
