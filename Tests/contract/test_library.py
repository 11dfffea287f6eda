"""The built library: what it exports, what it needs, and what it is called."""

import pathlib
import re
import sys

import pytest

import header
from conftest import LIBRARY_FOLDER, require, run

LARGEST_BYTES = 13_800_000


@pytest.mark.release
def test_exports_are_exactly_the_headers_functions(library: pathlib.Path) -> None:
    lines = run(require("nm"), "-D", "--defined-only", library).splitlines()
    # Each has the version of scripts/exports.map, and each is the default one.
    assert {line.split()[-1] for line in lines} == {f"{name}@@SWIFTPAGER_0" for name in header.functions()}


def test_the_macro_of_the_header_is_the_version_of_the_library(library: pathlib.Path) -> None:
    macro = re.search(r"^#define SWIFTPAGER_ABI_VERSION (\d+)$", header.TEXT, re.MULTILINE)
    assert macro is not None
    call = f"import ctypes; print(ctypes.CDLL({str(library)!r}).swiftpager_abi_version())"
    assert run(sys.executable, "-c", call).strip() == macro[1]


@pytest.mark.release
def test_needs_no_swift_library(library: pathlib.Path) -> None:
    needed = run(require("ldd"), library)
    assert all(f"lib{name}" in needed for name in ("curl", "jansson", "sqlite3", "crypto", "z")), needed
    assert not re.search(r"swift|Foundation|dispatch|BlocksRuntime|not found", needed.replace(str(library), "")), needed


@pytest.mark.release
def test_has_its_soname_and_stays_loaded(library: pathlib.Path) -> None:
    dynamic = run(require("readelf"), "-d", library)
    assert "Library soname: [libswiftpager.so.0]" in dynamic
    assert "NODELETE" in dynamic
    # No paths of the machine that built it: the library may only look in its own folder.
    paths = re.findall(r"\(R(?:UN)?PATH\).*\[(.*)\]", dynamic)
    assert all(path == "$ORIGIN" for path in paths), paths


@pytest.mark.release
def test_is_small_and_stripped(library: pathlib.Path) -> None:
    assert library.stat().st_size < LARGEST_BYTES
    assert ".symtab" not in run(require("readelf"), "-S", "--wide", library)


@pytest.mark.release
def test_links_lead_to_the_versioned_file() -> None:
    plain, soname = LIBRARY_FOLDER / "libswiftpager.so", LIBRARY_FOLDER / "libswiftpager.so.0"
    assert plain.is_symlink() and soname.is_symlink()
    assert str(plain.readlink()) == "libswiftpager.so.0"
    assert re.fullmatch(r"libswiftpager\.so\.0\.\d+\.\d+", str(soname.readlink()))
    assert not plain.resolve().is_symlink()
