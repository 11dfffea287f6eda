"""`make install`: everything a C program needs, found by pkg-config."""

import os
import pathlib

import pytest

from conftest import ROOT, STRICT, run

HEADERS = ["swiftpager.ffi.h", "swiftpager.h", "swiftpager.hpp", "swiftpager_jansson.h"]
PARTS = [f"swiftpager/{path.name}" for path in (ROOT / "include" / "swiftpager").glob("*.hpp")]

APP = """
#include <stdio.h>
#include <swiftpager.h>
int main(void) { printf("%s\\n", swiftpager_version()); return 0; }
"""


@pytest.fixture(params=["plain", "staged"])
def installed(request: pytest.FixtureRequest, tmp_path: pathlib.Path, library: pathlib.Path) -> dict[str, str]:
    """An installation, and the environment in which pkg-config finds it; a staged one is below a DESTDIR."""
    staged = request.param == "staged"
    prefix = pathlib.Path("/usr/somewhere") if staged else tmp_path / "prefix"
    destination = tmp_path / "stage" if staged else pathlib.Path()
    root = tmp_path / "stage" / "usr/somewhere" if staged else prefix
    run("make", "-C", ROOT, "install", f"PREFIX={prefix}", f"DESTDIR={destination if staged else ''}")
    environment = {**os.environ, "PKG_CONFIG_PATH": str(root / "lib" / "pkgconfig"), "ROOT": str(root)}
    if staged:
        environment["PKG_CONFIG_SYSROOT_DIR"] = str(destination)
    return environment


def test_an_application_compiles_with_pkg_config_and_runs(installed: dict[str, str], tmp_path: pathlib.Path) -> None:
    (tmp_path / "app.c").write_text(APP)
    run("sh", "-c", "cc app.c -o app $(pkg-config --cflags --libs swiftpager)", cwd=tmp_path, env=installed)
    needed = {**installed, "LD_LIBRARY_PATH": str(pathlib.Path(installed["ROOT"]) / "lib")}
    version = run("pkg-config", "--modversion", "swiftpager", env=installed)
    assert run(tmp_path / "app", env=needed) == version


def test_pkg_config_hands_out_what_an_application_needs_and_nothing_more(installed: dict[str, str]) -> None:
    # Only the directory of swiftpager.pc: the development files of the library's own dependencies need not be there.
    alone = {**installed, "PKG_CONFIG_LIBDIR": installed["PKG_CONFIG_PATH"]}
    root = installed["ROOT"]
    for words in (["--cflags"], ["--static", "--cflags"]):
        assert run("pkg-config", *words, "swiftpager", env=alone).split() == [f"-I{root}/include"]
    for words in (["--libs"], ["--static", "--libs"]):
        assert run("pkg-config", *words, "swiftpager", env=alone).split() == [f"-L{root}/lib", "-lswiftpager"]


def test_the_files_are_where_they_belong(installed: dict[str, str]) -> None:
    root = pathlib.Path(installed["ROOT"])
    names = sorted(str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir())
    version = run("pkg-config", "--modversion", "swiftpager", env=installed).strip()
    assert names == sorted([
        *(f"include/{name}" for name in [*HEADERS, *PARTS]),
        "lib/libswiftpager.so", "lib/libswiftpager.so.0", f"lib/libswiftpager.so.{version}",
        "lib/pkgconfig/swiftpager.pc", "share/man/man1/swiftpager.1", "share/swiftpager/swiftpager.abi.json",
        "share/swiftpager/schema/abi.schema.json", "share/swiftpager/schema/client.schema.json",
        "share/swiftpager/schema/options.schema.json", "share/swiftpager/schema/pager.schema.json",
        "share/swiftpager/schema/request.schema.json",
    ])
    assert (root / "lib" / "libswiftpager.so").resolve().name == f"libswiftpager.so.{version}"


def test_the_c_examples_build_against_it_and_run(
    installed: dict[str, str], tmp_path: pathlib.Path, shop_endpoint: str
) -> None:
    source = ROOT / "examples" / "c"
    run("make", "-f", source / "Makefile", f"VPATH={source}", f"CFLAGS={' '.join(STRICT)}", cwd=tmp_path, env=installed)
    needed = {**installed, "LD_LIBRARY_PATH": str(pathlib.Path(installed["ROOT"]) / "lib")}
    printed = run(tmp_path / "walk", shop_endpoint, env=needed)
    assert "page 10: 100 items, 1000 so far" in printed
    assert "complete: 10 pages, 1000 items" in printed
    printed = run(tmp_path / "epoll", shop_endpoint, env=needed)
    assert "walk 1: complete, 20 pages, 1000 items" in printed
    assert "walk 2: complete, 10 pages, 1000 items" in printed
