"""`make install` for paths with spaces and for every umask; CMake without a language, and with components."""

import os
import pathlib
import shlex
import stat
import subprocess

import pytest

from conftest import ROOT, require, run
from test_installation import APP, files

# What `make lib` builds: not the debug library.
pytestmark = pytest.mark.release


@pytest.fixture(params=["prefix", "destination"])
def spaced(request: pytest.FixtureRequest, tmp_path: pathlib.Path, library: pathlib.Path) -> dict[str, str]:
    """An installation below a path with spaces, and the environment in which pkg-config finds it."""
    staged = request.param == "destination"
    stage = tmp_path / "a 'stage' & more"
    prefix = "/opt/any where" if staged else str(stage)
    words = [f"PREFIX={prefix}", f"DESTDIR={stage if staged else ''}"]
    run("make", "-C", ROOT, "install", *words)
    root = stage / "opt/any where" if staged else stage
    environment = {
        **os.environ, "PKG_CONFIG_PATH": str(root / "lib/pkgconfig"), "LD_LIBRARY_PATH": str(root / "lib"),
        "ROOT": str(root), "INSTALLED_BY": shlex.join(words),
    }
    if staged:
        environment["PKG_CONFIG_SYSROOT_DIR"] = str(stage)
    return environment


def test_an_application_is_built_against_a_path_with_spaces(spaced: dict[str, str], tmp_path: pathlib.Path) -> None:
    (tmp_path / "app.c").write_text(APP)
    # As Meson and CMake read it: pkg-config escapes what the path has.
    words = shlex.split(run("pkg-config", "--cflags", "--libs", "swiftpager", env=spaced))
    assert words == [f"-I{spaced['ROOT']}/include", f"-L{spaced['ROOT']}/lib", "-lswiftpager"]
    run("cc", tmp_path / "app.c", "-o", tmp_path / "app", *words)
    version = run("pkg-config", "--modversion", "swiftpager", env=spaced)
    assert run(tmp_path / "app", env=spaced) == version


def test_uninstall_from_a_path_with_spaces_removes_nothing_else(spaced: dict[str, str], tmp_path: pathlib.Path) -> None:
    root = pathlib.Path(spaced["ROOT"])
    # The words of the path, each of which an unquoted command would take for a path of its own.
    others = ["include/other.h", "lib/other.so", "share/other"]
    strangers = [tmp_path / "a" / "include/swiftpager/mine", tmp_path / "more" / "lib/mine"]
    for file in [*(root / other for other in others), *strangers]:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    run("make", "-C", ROOT, "uninstall", *shlex.split(spaced["INSTALLED_BY"]), cwd=tmp_path)
    assert files(root) == others
    assert all(file.exists() for file in strangers)


@pytest.mark.parametrize("word", ["PREFIX=", "PREFIX=here", "LIBDIR=lib"])
def test_uninstall_refuses_a_path_that_is_not_absolute(word: str, tmp_path: pathlib.Path) -> None:
    done = subprocess.run(
        ["make", "-C", ROOT, "uninstall", f"DESTDIR={tmp_path}", word], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "is not an absolute path" in done.stderr


def test_every_user_can_read_what_root_installs_with_a_strict_umask(
    tmp_path: pathlib.Path, library: pathlib.Path
) -> None:
    root = tmp_path / "prefix"
    for _ in range(2):  # The second installation writes over the files of the first one.
        run("make", "-C", ROOT, "install", f"PREFIX={root}", umask=0o077)
        for path in [root, *root.rglob("*")]:
            wanted = 0o755 if path.is_dir() or path.name.startswith("libswiftpager.so") else 0o644
            assert stat.S_IMODE(path.stat().st_mode) == wanted, path
        # What an older version of `make install` left.
        (root / "lib/pkgconfig/swiftpager.pc").chmod(0o600)


def configured(root: pathlib.Path, folder: pathlib.Path, *lines: str) -> "subprocess.CompletedProcess[str]":
    """Has CMake configure a project of these lines."""
    (folder / "CMakeLists.txt").write_text("\n".join(["cmake_minimum_required(VERSION 3.16)", *lines, ""]))
    words: list[str | pathlib.Path] = [
        "-S", folder, "-B", folder / "out", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={root}"
    ]
    return subprocess.run([require("cmake"), *words], capture_output=True, text=True, check=False)


@pytest.fixture
def root(tmp_path: pathlib.Path, library: pathlib.Path) -> pathlib.Path:
    """The prefix of an installation, with a space in it."""
    root = tmp_path / "a prefix"
    run("make", "-C", ROOT, "install", f"PREFIX={root}")
    return root


def test_cmake_builds_against_a_path_with_spaces(root: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (tmp_path / "app.c").write_text(APP)
    done = configured(
        root, tmp_path, "project(app C)", "find_package(swiftpager REQUIRED)", "add_executable(app app.c)",
        "target_link_libraries(app PRIVATE swiftpager::swiftpager)",
    )
    assert done.returncode == 0, done.stderr
    run("cmake", "--build", tmp_path / "out")
    assert run(tmp_path / "out" / "app").strip()


def test_cmake_finds_it_for_a_project_without_a_language(root: pathlib.Path, tmp_path: pathlib.Path) -> None:
    done = configured(
        root, tmp_path, "project(app NONE)", "find_package(swiftpager 0.1 REQUIRED)",
        "get_target_property(location swiftpager::swiftpager IMPORTED_LOCATION)", "message(STATUS \"at ${location}\")",
    )
    assert done.returncode == 0, done.stderr
    assert f"at {root}/lib/libswiftpager.so." in done.stdout


@pytest.mark.parametrize(("words", "is_found"), [
    ("COMPONENTS foo", False), ("COMPONENTS foo REQUIRED", False), ("OPTIONAL_COMPONENTS foo", True)])
def test_cmake_knows_no_component(root: pathlib.Path, tmp_path: pathlib.Path, words: str, is_found: bool) -> None:
    done = configured(
        root, tmp_path, "project(app NONE)", f"find_package(swiftpager {words})",
        "message(STATUS \"it is ${swiftpager_FOUND}, foo is ${swiftpager_foo_FOUND}\")",
    )
    if is_found:
        assert "it is TRUE, foo is FALSE" in done.stdout or "it is 1, foo is FALSE" in done.stdout
    else:
        assert "swiftpager has no components: leave \"foo\" out of find_package()" in " ".join(done.stderr.split())
        assert (done.returncode != 0) == words.endswith("REQUIRED")
