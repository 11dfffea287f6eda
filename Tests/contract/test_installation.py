"""`make install`: everything a C program needs, found by pkg-config, CMake and Meson."""

import os
import pathlib
import re
import subprocess

import pytest

from conftest import ROOT, STRICT, require, run

# What `make lib` builds: not the debug library.
pytestmark = pytest.mark.release

HEADERS = ["swiftpager.ffi.h", "swiftpager.h", "swiftpager.hpp", "swiftpager_arrow.h", "swiftpager_jansson.h"]
PARTS = [f"swiftpager/{path.name}" for path in (ROOT / "include" / "swiftpager").glob("*.hpp")]

APP = """
#include <stdio.h>
#include <swiftpager.h>
int main(void) { printf("%s\\n", swiftpager_version()); return 0; }
"""


LICENCES = ["OpenCombine", "simdjson", "swift", "swift-collections", "swiftpager"]


@pytest.fixture(params=["plain", "multiarch", "staged"])
def installed(request: pytest.FixtureRequest, tmp_path: pathlib.Path, library: pathlib.Path) -> dict[str, str]:
    """An installation, and the environment in which pkg-config finds it; a staged one is below a DESTDIR."""
    staged = request.param == "staged"
    prefix = pathlib.Path("/usr/somewhere") if staged else tmp_path / "prefix"
    destination = tmp_path / "stage" if staged else pathlib.Path()
    root = tmp_path / "stage" / "usr/somewhere" if staged else prefix
    libraries = "lib/x86_64-linux-gnu" if request.param == "multiarch" else "lib"
    words = [f"PREFIX={prefix}", f"DESTDIR={destination if staged else ''}"]
    if request.param == "multiarch":
        words.append(f"LIBDIR={prefix}/{libraries}")
    run("make", "-C", ROOT, "install", *words)
    environment = {
        **os.environ, "PKG_CONFIG_PATH": str(root / libraries / "pkgconfig"), "ROOT": str(root),
        "LIBRARY_FOLDER": str(root / libraries), "INSTALLED_BY": " ".join(words),
    }
    if staged:
        environment["PKG_CONFIG_SYSROOT_DIR"] = str(destination)
    return environment


def running(installed: dict[str, str]) -> dict[str, str]:
    """The environment in which the loader finds the library."""
    return {**installed, "LD_LIBRARY_PATH": installed["LIBRARY_FOLDER"]}


def test_an_application_compiles_with_pkg_config_and_runs(installed: dict[str, str], tmp_path: pathlib.Path) -> None:
    (tmp_path / "app.c").write_text(APP)
    run("sh", "-c", "cc app.c -o app $(pkg-config --cflags --libs swiftpager)", cwd=tmp_path, env=installed)
    version = run("pkg-config", "--modversion", "swiftpager", env=installed)
    assert run(tmp_path / "app", env=running(installed)) == version


def test_pkg_config_hands_out_what_an_application_needs_and_nothing_more(installed: dict[str, str]) -> None:
    # Only the directory of swiftpager.pc: the development files of the library's own dependencies need not be there.
    alone = {**installed, "PKG_CONFIG_LIBDIR": installed["PKG_CONFIG_PATH"]}
    root = installed["ROOT"]
    for words in (["--cflags"], ["--static", "--cflags"]):
        assert run("pkg-config", *words, "swiftpager", env=alone).split() == [f"-I{root}/include"]
    for words in (["--libs"], ["--static", "--libs"]):
        libraries = installed["LIBRARY_FOLDER"]
        assert run("pkg-config", *words, "swiftpager", env=alone).split() == [f"-L{libraries}", "-lswiftpager"]


def files(root: pathlib.Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir())


def test_the_files_are_where_they_belong(installed: dict[str, str]) -> None:
    root, libraries = pathlib.Path(installed["ROOT"]), pathlib.Path(installed["LIBRARY_FOLDER"])
    folder = libraries.relative_to(root)
    version = run("pkg-config", "--modversion", "swiftpager", env=installed).strip()
    schemas = [f"{name}.schema.json" for name in ("abi", "client", "options", "pager", "request")]
    assert files(root) == sorted([
        *(f"include/{name}" for name in [*HEADERS, *PARTS]),
        *(f"{folder}/{name}" for name in ("libswiftpager.so", "libswiftpager.so.0", f"libswiftpager.so.{version}")),
        f"{folder}/pkgconfig/swiftpager.pc",
        *(f"{folder}/cmake/swiftpager/swiftpager-config{part}.cmake" for part in ("", "-version")),
        "share/swiftpager/swiftpager.abi.json", *(f"share/swiftpager/schema/{name}" for name in schemas),
        *(f"share/doc/swiftpager/licenses/{name}.txt" for name in LICENCES),
        # The pages that the headers name.
        *(f"share/doc/swiftpager/{name}.md" for name in ("c/event-loops", "caching", "configuration", "retrying")),
    ])
    assert (libraries / "libswiftpager.so").resolve().name == f"libswiftpager.so.{version}"


def test_uninstall_removes_all_of_it_and_nothing_else(installed: dict[str, str]) -> None:
    root = pathlib.Path(installed["ROOT"])
    (root / "include" / "other.h").touch()
    run("make", "-C", ROOT, "uninstall", *installed["INSTALLED_BY"].split())
    assert files(root) == ["include/other.h"]
    own = {path.name for path in root.rglob("*") if path.is_dir()}
    assert own <= {"include", "lib", "x86_64-linux-gnu", "pkgconfig", "cmake", "share", "doc"}


@pytest.mark.parametrize("installed", ["plain"], indirect=True)
def test_the_licence_of_each_part_is_there(installed: dict[str, str]) -> None:
    folder = pathlib.Path(installed["ROOT"]) / "share/doc/swiftpager/licenses"
    said = {
        "swiftpager": "MIT License", "OpenCombine": "MIT License", "swift": "Runtime Library Exception",
        "swift-collections": "Apache License", "simdjson": "Copyright (c) 2009 Florian",
    }
    assert sorted(said) == sorted(LICENCES)
    for name, words in said.items():
        assert words in (folder / f"{name}.txt").read_text()


@pytest.mark.parametrize("installed", ["plain", "staged"], indirect=True)
def test_the_c_examples_build_against_it_and_run(
    installed: dict[str, str], tmp_path: pathlib.Path, shop_endpoint: str
) -> None:
    source = ROOT / "examples" / "c"
    run("make", "-f", source / "Makefile", f"VPATH={source}", f"CFLAGS={' '.join(STRICT)}", cwd=tmp_path, env=installed)
    needed = running(installed)
    printed = run(tmp_path / "walk", shop_endpoint, env=needed)
    assert "page 10: 100 items, 1000 so far" in printed
    assert "complete: 10 pages, 1000 items" in printed
    printed = run(tmp_path / "epoll", shop_endpoint, env=needed)
    assert "walk 1: complete, 20 pages, 1000 items" in printed
    assert "walk 2: complete, 10 pages, 1000 items" in printed


CMAKE = """
cmake_minimum_required(VERSION 3.16)
project(app C)
find_package(swiftpager %s REQUIRED)
add_executable(app app.c)
target_link_libraries(app PRIVATE swiftpager::swiftpager)
"""


def configured(installed: dict[str, str], folder: pathlib.Path, version: str) -> "subprocess.CompletedProcess[str]":
    """Has CMake look for the installation."""
    (folder / "CMakeLists.txt").write_text(CMAKE % version)
    (folder / "app.c").write_text(APP)
    words = ["-S", str(folder), "-B", str(folder / "out"), "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={installed['ROOT']}"]
    return subprocess.run([require("cmake"), *words], capture_output=True, text=True, check=False)


def test_an_application_compiles_with_cmake_and_runs(installed: dict[str, str], tmp_path: pathlib.Path) -> None:
    done = configured(installed, tmp_path, "0.1")
    assert done.returncode == 0, done.stderr
    run("cmake", "--build", tmp_path / "out")
    # CMake has the program find the library.
    assert run(tmp_path / "out" / "app") == run("pkg-config", "--modversion", "swiftpager", env=installed)


plain = pytest.mark.parametrize("installed", ["plain"], indirect=True)


@plain
def test_cmake_takes_the_versions_that_fit(installed: dict[str, str], tmp_path: pathlib.Path) -> None:
    for version in ("", "0.0.9", "0.1.0 EXACT", "0.0.1...0.1", "0.1...<0.2"):
        assert configured(installed, tmp_path, version).returncode == 0, version
    for version in ("0.2", "1.0", "0.0.1 EXACT", "0.0.1...<0.1", "0.0.1...0.0.9", "0.2...0.3"):
        done = configured(installed, tmp_path, version)
        assert done.returncode != 0, version
        assert "considered but not accepted" in re.sub(r"\s+", " ", done.stderr)


@plain
def test_cmake_says_which_file_is_missing(installed: dict[str, str], tmp_path: pathlib.Path) -> None:
    header = pathlib.Path(installed["ROOT"]) / "include" / "swiftpager.h"
    header.unlink()
    done = configured(installed, tmp_path, "")
    assert done.returncode != 0
    assert f"{header} is missing" in re.sub(r"\s+", " ", done.stderr)


@pytest.mark.parametrize("installed", ["plain", "multiarch"], indirect=True)
def test_an_application_compiles_with_meson_and_runs(installed: dict[str, str], tmp_path: pathlib.Path) -> None:
    (tmp_path / "app.c").write_text(APP)
    (tmp_path / "meson.build").write_text(
        "project('app', 'c')\nexecutable('app', 'app.c', dependencies: dependency('swiftpager', version: '>= 0.1'))\n"
    )
    run(require("meson"), "setup", "out", cwd=tmp_path, env=installed)
    run("meson", "compile", "-C", "out", cwd=tmp_path, env=installed)
    version = run("pkg-config", "--modversion", "swiftpager", env=installed)
    assert run(tmp_path / "out" / "app", env=running(installed)) == version


@pytest.mark.parametrize("word", ["PREFIX=here", "PREFIX=~/.local", "LIBDIR=lib"])
def test_install_refuses_a_path_that_other_programs_would_not_find(
    word: str, tmp_path: pathlib.Path, library: pathlib.Path
) -> None:
    done = subprocess.run(
        ["make", "-C", ROOT, "install", f"DESTDIR={tmp_path}", word], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert f"install: '{word.split('=')[1]}" in done.stderr and "is not an absolute path" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_install_says_what_the_loader_and_pkg_config_lack(tmp_path: pathlib.Path, library: pathlib.Path) -> None:
    done = subprocess.run(
        ["make", "-C", ROOT, "install", f"PREFIX={tmp_path}"], capture_output=True, text=True, check=True
    )
    assert f"the loader does not look into {tmp_path}/lib. Link with -Wl,-rpath,{tmp_path}/lib" in done.stderr
    assert f"PKG_CONFIG_PATH={tmp_path}/lib/pkgconfig" in done.stderr


def test_what_install_says_can_be_typed(tmp_path: pathlib.Path, library: pathlib.Path) -> None:
    prefix = tmp_path / "a folder of Ann's"
    done = subprocess.run(
        ["make", "-C", ROOT, "install", f"PREFIX={prefix}"], capture_output=True, text=True, check=True
    )
    said = {"-Wl,-rpath,": "lib", "LD_LIBRARY_PATH=": "lib", "PKG_CONFIG_PATH=": "lib/pkgconfig"}
    for beginning, folder in said.items():
        found = re.search(rf"{beginning}.*?(?=,? or |$)", done.stderr, re.MULTILINE)
        assert found is not None
        assert run("sh", "-c", f"printf %s {found[0]}") == f"{beginning}{prefix / folder}"


def typed(endpoint: str) -> list[str]:
    """The lines of README's block that installs the library, compiles an example and walks a list."""
    text = (ROOT / "README.md").read_text()
    block = next(block for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S) if "cc examples/" in block)
    lines = block.replace("sudo ", "").replace("https://example.com/graphql", endpoint).splitlines()
    # The library is built.
    return [line for line in lines if line != "make lib"]


def test_what_the_readme_has_a_user_type_works(
    library: pathlib.Path, tmp_path: pathlib.Path, shop_endpoint: str
) -> None:
    # The whole machine, to read; /usr/local, the loader's cache and temporary files are this test's own. The checkout
    # may lie anywhere: nothing covers /tmp, and a checkout below /usr/local comes back.
    for folder in ("local", "cache", "temporary"):
        (tmp_path / folder).mkdir()
    run("cp", "-a", "/etc", tmp_path / "etc")
    places = {tmp_path / "local": "/usr/local", tmp_path / "etc": "/etc", tmp_path / "cache": "/var/cache/ldconfig"}
    binds = [word for place, inside in places.items() for word in ("--bind", place, inside)]
    lines = [line.replace("-o pull && ./pull", f"-o {tmp_path}/pull && {tmp_path}/pull")
             for line in typed(shop_endpoint)]
    script = "\n".join(["set -eu", f"cd '{ROOT}'", *lines])
    printed = run(
        require("bwrap"), "--ro-bind", "/", "/", "--dev", "/dev", *binds, "--ro-bind", ROOT, ROOT,
        "--bind", tmp_path, tmp_path, "--setenv", "TMPDIR", tmp_path / "temporary",
        "--uid", "0", "--gid", "0", "--unshare-user", "sh", "-c", script,
    )
    assert printed.count("a page of 100 items") == 10


@pytest.mark.parametrize("target", ["lib", "wheel", "install"])
def test_what_users_build_installs_no_program_of_the_tests(target: str) -> None:
    steps = run("make", "-C", ROOT, "-n", target, "BUILT=1")
    assert set(re.findall(r"setup\.sh (\w+)", steps)) <= {"libraries", "wheel"}
