"""What the library and the wheel for aarch64 are, beside those of this machine."""

import re
import shutil
import sys
import zipfile

import pytest

from conftest import REPOSITORY, built, run

sys.path.append(str(REPOSITORY / "Tests" / "wheel"))

from copies import COPIES, LICENCES

READELF = shutil.which("llvm-readelf") or "readelf"
NATIVE = REPOSITORY / "build" / "lib" / "libswiftpager.so"
LOADERS = {"ld-linux-aarch64.so.1", "ld-linux-x86-64.so.2"}
# As for x86-64, in Tests/contract/test_library.py.
LARGEST_BYTES = 13_400_000


def needed(library):
    return set(re.findall(r"NEEDED.*\[(.*)\]", run(READELF, "-d", library))) - LOADERS


def exports(library):
    lines = run("nm", "-D", "--defined-only", library).splitlines()
    return {line.split()[-1] for line in lines}


def oldest_glibc(library):
    """The oldest glibc that has all that the library needs, for example (2, 34)."""
    found = re.findall(r"GLIBC_(\d+)\.(\d+)", run(READELF, "--version-info", "--wide", library))
    return max((int(major), int(minor)) for major, minor in found)


def test_it_is_a_library_for_aarch64(library):
    assert re.search(r"Machine:\s+AArch64", run(READELF, "-h", library))
    assert library.stat().st_size < LARGEST_BYTES


def test_it_exports_and_needs_what_this_machines_library_does(library):
    assert exports(library) == exports(NATIVE)
    assert needed(library) == needed(NATIVE)
    assert oldest_glibc(library) <= oldest_glibc(NATIVE)


def test_it_has_its_soname_and_stays_loaded(library):
    dynamic = run(READELF, "-d", library)
    assert "[libswiftpager.so.0]" in dynamic
    assert "NODELETE" in dynamic
    paths = re.findall(r"\(R(?:UN)?PATH\).*\[(.*)\]", dynamic)
    assert all(path == "$ORIGIN" for path in paths), paths


@pytest.fixture(scope="module")
def wheel():
    return built("wheel/*.whl")


def test_the_wheels_name_says_where_it_may_be_installed(wheel):
    version = re.search(r'"(.*)"', (REPOSITORY / "Sources/PagerClient/Version.swift").read_text())[1]
    assert wheel.name == f"swiftpager-{version}-py3-none-manylinux_2_34_aarch64.whl"


def test_all_machine_code_in_the_wheel_is_for_aarch64_and_has_its_licence(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    libraries = [file for file in tmp_path.rglob("*.so*") if file.read_bytes()[:4] == b"\x7fELF"]
    copies = [file.name.partition("-")[0] for file in libraries if file.parent.name == "swiftpager.libs"]
    assert sorted(copies) == sorted(COPIES)
    for library in libraries:
        assert re.search(r"Machine:\s+AArch64", run(READELF, "-h", library)), library
    licences = {text.name for text in tmp_path.glob("*.dist-info/licenses/*")}
    assert licences == LICENCES
