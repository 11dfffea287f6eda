"""The versions of the system's libraries that the built library needs, and the table of them in docs/c/packaging.md."""

import pathlib
import re
from collections.abc import Iterator

import pytest

from conftest import ROOT, require, run

# What `make lib` builds: not the debug library.
pytestmark = pytest.mark.release

# What a statement of SQL needs.
SQL = {"WITHOUT ROWID": "3.8.2", "ON CONFLICT DO": "3.24.0"}
VERSIONED = {"glibc": "GLIBC", "libstdc++": "GLIBCXX", "libgcc": "GCC", "libcrypto": "OPENSSL"}
NAMES = {"libcurl": ("curl_", "CURL"), "SQLite": ("sqlite3_", "SQLITE_"), "jansson": ("json_",), "zlib": ("deflate",)}


def number(version: str) -> tuple[int, ...]:
    """A version that can be compared."""
    return tuple(map(int, version.split(".")))


def known() -> dict[str, str]:
    """The names of needs.txt with their versions."""
    lines = (ROOT / "Tests" / "contract" / "needs.txt").read_text().splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def undefined(library: pathlib.Path) -> list[tuple[str, str]]:
    """The functions and variables that the library takes from others, each with its symbol version, if it has one."""
    lines = run(require("nm"), "-D", "--undefined-only", library).splitlines()
    parts = (line.split()[-1].partition("@") for line in lines)
    return [(name, version) for name, _, version in parts]


def source_files() -> Iterator[pathlib.Path]:
    yield from (path for path in (ROOT / "Sources").rglob("*") if path.suffix in {".swift", ".h", ".c"})


def used(library: pathlib.Path) -> set[str]:
    """The names of libcurl, SQLite, jansson and zlib that the library and its sources use."""
    source = "".join(path.read_text() for path in source_files())
    constants = set(re.findall(r"\b(?:CURL[A-Z]*|SQLITE)_[A-Z0-9_]+\b", source))
    prefixes = tuple(prefix for prefixes in NAMES.values() for prefix in prefixes)
    return constants | {name for name, _ in undefined(library) if name.startswith(prefixes)}


def needs(library: pathlib.Path) -> dict[str, str]:
    """The least version of each library."""
    found = {}
    for name, node in VERSIONED.items():
        versions = [version[len(node) + 1 :] for _, version in undefined(library) if version.startswith(f"{node}_")]
        found[name] = max(versions, key=number)
    names, versions_of = used(library), known()
    for name, prefixes in NAMES.items():
        found[name] = max((versions_of[word] for word in names if word.startswith(prefixes)), key=number)
    source = "".join(path.read_text() for path in (ROOT / "Sources" / "PagerCache").rglob("*.swift"))
    statements = [version for words, version in SQL.items() if words in source]
    return found | {"SQLite": max([found["SQLite"], *statements], key=number)}


def test_every_name_that_is_used_has_a_version(library: pathlib.Path) -> None:
    names = used(library)
    # The lists are equal, so that neither a name that came nor one that went is overlooked.
    assert names == set(known())


def test_the_table_has_what_is_needed(library: pathlib.Path) -> None:
    table = (ROOT / "docs" / "c" / "packaging.md").read_text()
    rows = re.findall(r"^\| (\S+) \| `?(?:GLIBCXX_|GCC_)?([\d.]+)`? \|", table, re.MULTILINE)
    assert dict(rows) == needs(library)


def test_the_libraries_are_those_of_the_table(library: pathlib.Path) -> None:
    dynamic = run(require("readelf"), "-d", library)
    linked = set(re.findall(r"Shared library: \[(.*)\]", dynamic))
    loader = {name for name in linked if name.startswith("ld-linux")}
    assert linked - loader == {
        "libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libcurl.so.4", "libsqlite3.so.0",
        "libjansson.so.4", "libcrypto.so.3", "libz.so.1",
    }


@pytest.mark.parametrize("name", ["libcurl", "sqlite3", "jansson", "libcrypto", "zlib"])
def test_the_build_asks_for_at_least_that(library: pathlib.Path, name: str) -> None:
    least = re.search(rf"^system\s+{name}\s+([\d.]+)", (ROOT / "dependencies.txt").read_text(), re.MULTILINE)
    assert least is not None
    assert number(least[1]) >= number(needs(library)[{"sqlite3": "SQLite"}.get(name, name)])
