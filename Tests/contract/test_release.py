"""The steps of a release that a program checks: packaging/release/release_check.py."""

import json
import sys
import tomllib

from conftest import ROOT

sys.path.insert(0, str(ROOT / "packaging" / "release"))

import inside
import release_check as check

CHANGELOG = """# Changelog

## 0.2.0 (2027-01-02)

### Added
- One.

## 0.1.0 (unreleased)

- Two.
"""


def test_the_part_of_a_version_ends_at_the_next() -> None:
    assert check.changes(CHANGELOG, "0.2.0") == ("0.2.0 (2027-01-02)", ["### Added", "- One."])
    assert check.changes(CHANGELOG, "0.1.0") == ("0.1.0 (unreleased)", ["- Two."])
    assert check.changes(CHANGELOG, "0.3.0") == ("", [])


def test_a_changelog_is_open_without_a_part_a_date_and_when_it_is_long() -> None:
    assert check.changelog_is_open(CHANGELOG, "0.2.0") == ""
    assert "no part for 0.3.0" in check.changelog_is_open(CHANGELOG, "0.3.0")
    assert "date" in check.changelog_is_open(CHANGELOG, "0.1.0")
    assert "at most 60" in check.changelog_is_open(CHANGELOG + "- Three.\n" * 60, "0.1.0")


def test_the_changelog_of_this_version_is_short_enough() -> None:
    _, lines = check.changes((ROOT / "CHANGELOG.md").read_text(), check.version())
    assert 0 < len(lines) <= check.LONGEST_CHANGES


def test_the_packages_of_rust_and_node_have_the_version() -> None:
    cargo = tomllib.loads((ROOT / "bindings/rust/Cargo.toml").read_text())
    node = json.loads((ROOT / "bindings/node/package.json").read_text())
    assert cargo["package"]["version"] == node["version"] == check.version()


def test_what_is_compiled_in_stands_once_in_the_list_of_a_release() -> None:
    found = list(inside.compiled((ROOT / "dependencies.txt").read_text()))
    assert sorted(one.name for one in found) == sorted(inside.COMPILED)
    [simdjson] = [one for one in found if one.name == "simdjson"]
    assert (simdjson.version, len(simdjson.sha256)) == ("3.0.1", 64)
    assert list(inside.sources((ROOT / "dependencies.txt").read_text())) == ["curl"]
    rows = "# kind name\nswift      OpenCombine  0.13.0  0.14.0\nsystem     zlib  1.2.11  1.2.13\n"
    assert [(one.name, one.version, one.sha256) for one in inside.compiled(rows)] == [("OpenCombine", "0.14.0", "")]
