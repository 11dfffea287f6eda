"""Progress, seen through a terminal."""

import re

import pytest

from commands import environment, run, seen_on_a_terminal, without


def test_with_rich_a_line_changes_in_its_place(trouble):
    shown, code = seen_on_a_terminal(trouble.url("/good", pages=10, ms=100))
    assert code == 0
    assert "\x1b[" in shown
    assert re.search(r"[1-9] pages, [1-9]0 items", shown)
    assert "10 pages, 100 items in " in shown


@pytest.mark.long
def test_without_rich_there_are_plain_lines(trouble, tmp_path):
    env = environment(without(tmp_path / "modules", "rich"), TERM="xterm")
    shown, code = seen_on_a_terminal(trouble.url("/good", pages=10, ms=200), env=env)
    assert code == 0
    assert "\x1b" not in shown
    lines = shown.splitlines()
    assert lines[0].startswith("swiftpager: 1 page, 10 items in ")
    assert lines[-1].startswith("swiftpager: 10 pages, 100 items in ")
    assert len(lines) < 10


@pytest.mark.parametrize("modules", [[], ["rich"]])
def test_a_failure_is_told_below_the_progress(trouble, tmp_path, modules):
    env = environment(without(tmp_path / "modules", *modules), TERM="xterm")
    shown, code = seen_on_a_terminal(trouble.url("/errors-null-data"), env=env)
    assert code == 1
    assert "The warehouse is closed." in shown.rstrip().splitlines()[-1]


@pytest.mark.long
def test_there_is_none_when_it_is_not_wanted_or_would_be_in_the_way(trouble):
    assert seen_on_a_terminal(trouble.url("/good"), "--quiet") == ("", 0)
    shown, code = seen_on_a_terminal(trouble.url("/good"), both=True)
    assert code == 0
    assert shown.count("\n") == 50
    assert "pages" not in shown
    assert run(trouble.url("/good")).stderr == b""


def test_columns_are_not_written_to_a_terminal(trouble):
    shown, code = seen_on_a_terminal(trouble.url("/good"), "--format", "arrow", both=True)
    assert code == 2
    assert "stdout is a terminal" in shown
