"""The steps of a release that a program checks: scripts/release/release_check.py."""

import sys

from conftest import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "release"))

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
