"""A program from the time of version 5 of the contract, compiled and linked as it was then, runs with this library."""

import os
import pathlib
import re

import pytest

from conftest import ROOT, STRICT, require, run

FOLDER = ROOT / "Tests" / "contract" / "version5"
SAID = """\
pulled 1000 items, 1000 rows, text, a token
heard of 10 pages in 10 updates, 10 models, ended with OK
2 destroyed, events, read {"name":"Lamp"}
version newer
"""


@pytest.fixture
def program(tmp_path: pathlib.Path) -> pathlib.Path:
    """The object code."""
    run("cc", "-std=c11", *STRICT, f"-I{FOLDER}", "-c", FOLDER / "program.c", "-o", tmp_path / "program.o")
    return tmp_path / "program.o"


@pytest.fixture
def library_of_then(tmp_path: pathlib.Path) -> pathlib.Path:
    """A library to link with: the functions of version 5, whose names had no version yet."""
    names = sorted(set(re.findall(r"\b(swiftpager_\w+)\(", (FOLDER / "swiftpager.h").read_text())))
    assert len(names) == 92
    (tmp_path / "then.c").write_text("\n".join(f"void {name}(void);\nvoid {name}(void) {{}}" for name in names))
    (tmp_path / "then").mkdir()
    soname = "-Wl,-soname,libswiftpager.so.0"
    run("cc", "-shared", "-fPIC", soname, tmp_path / "then.c", "-o", tmp_path / "then" / "libswiftpager.so")
    return tmp_path / "then"


def walk(program: pathlib.Path, library: pathlib.Path, endpoint: str) -> str:
    """Runs a program with the library of today."""
    return run(program, endpoint, env={**os.environ, "LD_LIBRARY_PATH": str(library.parent)})


def test_what_was_linked_then_runs_with_the_library_of_today(
    program: pathlib.Path, library_of_then: pathlib.Path, library: pathlib.Path, shop_endpoint: str
) -> None:
    linked = program.with_suffix("")
    run("cc", program, "-o", linked, f"-L{library_of_then}", "-lswiftpager")
    assert "SWIFTPAGER_0" not in run(require("readelf"), "--version-info", linked)
    assert walk(linked, library, shop_endpoint) == SAID


def test_what_was_compiled_then_is_linked_with_the_names_of_today(
    program: pathlib.Path, library: pathlib.Path, shop_endpoint: str
) -> None:
    linked = program.with_suffix("")
    run("cc", program, "-o", linked, f"-L{library.parent}", "-lswiftpager")
    # The node of scripts/exports.map is recorded in what is linked from now on, so it must not change.
    assert "Name: SWIFTPAGER_0" in run(require("readelf"), "--version-info", linked)
    assert walk(linked, library, shop_endpoint) == SAID
