"""dependencies.txt, and the check of it that `make lib` runs."""

import pathlib
import subprocess

import pytest

from conftest import ROOT

# What `make lib` builds: not the debug library.
pytestmark = pytest.mark.release

LIST = ROOT / "dependencies.txt"


def check(*arguments: pathlib.Path) -> "subprocess.CompletedProcess[str]":
    script = ROOT / "scripts" / "check_dependencies.sh"
    return subprocess.run([script, *arguments], capture_output=True, text=True, check=False)


def test_what_is_built_from_is_what_was_tested() -> None:
    result = check()
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("system  jansson        99.0    99.0", "jansson is 2."),
        ("system  no-such-thing  1.0     1.0", "no-such-thing is missing"),
        ("swift   OpenCombine    0.13.0  0.14.0", "Package.swift does not take OpenCombine from 0.13.0"),
        ("swift   NoSuchPackage  1.0.0   1.0.0", "NoSuchPackage is missing"),
        ("other   jansson        2.14    2.14", "'other' is not a kind"),
    ],
)
def test_what_differs_is_refused_and_said(wanted: str, said: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "list").write_text(f"# A comment.\n\n{wanted}\n")
    result = check(tmp_path / "list")
    assert result.returncode == 1
    assert said in result.stderr
