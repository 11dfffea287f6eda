"""The stamp of build/lib: tests refuse a library that is not of the sources, and no debug build leaves this machine."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

SOURCE, HEADER, FACE = "Sources/PagerABI/Source.swift", "include/swiftpager.h", "Sources/SwiftPager/Face.swift"
# What the copy has of the repository: the stamp, and the runners that ask for it.
COPIED = (
    "Makefile", "Package.swift", "Tests/tests.mk", "Tests/pytest.ini", "Tests/contract/conftest.py",
    "bindings/suite.sh", "bindings/bindings.mk", "bindings/python/setup.py", "bindings/python/pyproject.toml",
    "dependencies.txt", "include/module.modulemap", "include/swiftpager_arrow.h", "packaging/packaging.mk",
    "packaging/aarch64/aarch64.mk",
    "scripts/exports.map", "scripts/library_stamp.py", "scripts/page.order", "scripts/running/__init__.py",
    "scripts/running/library.py", HEADER,
)
INSIDE = {name: value for name, value in os.environ.items() if name not in ("SWIFTPAGER_LIBRARY", "MAKEFLAGS", "BUILT")}


class Tree:
    """A small repository with a library."""

    def __init__(self, root: pathlib.Path) -> None:
        self.root = root
        for name in COPIED:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
        for name in (SOURCE, FACE):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text("let answer = 42\n")
        (root / "Tests/contract/test_nothing.py").write_text("def test_nothing():\n    pass\n")
        (root / "build/lib").mkdir(parents=True)
        (root / "build/lib/libswiftpager.so").write_text("a library")

    def run(self, *words: str, **environment: str) -> tuple[int, str]:
        """The exit code of a command and all that it prints."""
        done = subprocess.run(
            words, cwd=self.root, env=INSIDE | environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=False)
        return done.returncode, done.stdout

    def build(self, kind: str) -> None:
        """Puts a stamp beside the library, as `make library` does."""
        code, stamp = self.run(sys.executable, "scripts/library_stamp.py", "take", kind)
        assert code == 0
        (self.root / "build/lib/stamp.json").write_text(stamp)

    def check(self, *options: str, **environment: str) -> tuple[int, str]:
        return self.run(sys.executable, "scripts/library_stamp.py", "check", *options, **environment)

    def edit(self, name: str, text: str = "let answer = 43\n") -> None:
        (self.root / name).write_text(text)


@pytest.fixture
def tree(tmp_path: pathlib.Path) -> Tree:
    made = Tree(tmp_path)
    made.build("debug")
    return made


def test_a_library_of_the_sources_is_taken(tree: Tree) -> None:
    assert tree.check() == (0, "")


def test_another_time_of_a_file_makes_no_library_stale(tree: Tree) -> None:
    os.utime(tree.root / SOURCE, (1, 1))
    tree.edit(FACE)
    tree.edit("Sources/PagerABI/notes.txt")
    assert tree.check() == (0, "")


@pytest.mark.parametrize("name", [SOURCE, HEADER, "Package.swift", "Sources/PagerABI/New.swift"])
@pytest.mark.parametrize(("build", "command"), [("debug", "make lib DEBUG=1"), ("release", "make lib")])
def test_another_content_does_and_the_command_that_mends_it_is_named(
    tree: Tree, name: str, build: str, command: str
) -> None:
    tree.build(build)
    tree.edit(name)
    assert tree.check() == (1, f"build/lib is older than its sources: {name}. Build it: {command}\n")


def test_a_file_that_is_gone_makes_a_library_stale(tree: Tree) -> None:
    (tree.root / SOURCE).unlink()
    tree.edit(HEADER)
    assert tree.check() == (
        1, f"build/lib is older than its sources: {SOURCE} and 1 more. Build it: make lib DEBUG=1\n")


@pytest.mark.parametrize("gone", ["stamp.json", "libswiftpager.so"])
def test_a_folder_without_library_or_stamp_is_refused(tree: Tree, gone: str) -> None:
    (tree.root / "build/lib" / gone).unlink()
    assert tree.check() == (1, "build/lib has no library of `make lib`. Build it: make lib DEBUG=1\n")


def test_a_library_from_elsewhere_is_not_asked(tree: Tree) -> None:
    tree.edit(SOURCE)
    assert tree.check(SWIFTPAGER_LIBRARY="/elsewhere.so") == (0, "")
    assert tree.check(SWIFTPAGER_BINDING="/elsewhere") == (0, "")


@pytest.mark.parametrize("words", [
    (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "Tests/contract"), ("make", "test-c"),
    ("bindings/suite.sh", "check", "go"),
])
def test_a_runner_refuses_a_stale_library_at_once(tree: Tree, words: tuple[str, ...]) -> None:
    tree.edit(SOURCE)
    code, said = tree.run(*words)
    assert code != 0
    assert f"build/lib is older than its sources: {SOURCE}. Build it: make lib DEBUG=1\n" in said
    assert "passed" not in said


def test_pytest_runs_with_a_library_of_the_sources(tree: Tree) -> None:
    code, said = tree.run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "Tests/contract")
    assert code == 0
    assert "1 passed" in said


@pytest.mark.parametrize(("build", "counted"), [("debug", "1 passed, 1 skipped"), ("release", "2 passed")])
def test_a_test_of_a_release_build_is_skipped_and_counted(tree: Tree, build: str, counted: str) -> None:
    tree.build(build)
    test = "import pytest\n\n\n@pytest.mark.release\ndef test_small():\n    pass\n"
    (tree.root / "Tests/contract/test_release_build.py").write_text(test)
    code, said = tree.run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "Tests/contract")
    assert code == 0
    assert counted in said


def test_install_refuses_a_debug_library(tree: Tree) -> None:
    code, said = tree.run("make", "install", f"PREFIX={tree.root}/prefix")
    assert code != 0
    assert "build/lib has a debug build of the library, which is for tests. Build it: make lib\n" in said
    assert not (tree.root / "prefix").exists()


def test_a_package_of_python_refuses_a_debug_library(tree: Tree) -> None:
    package = tree.root / "bindings/python/swiftpager"
    package.mkdir()
    for name in ("__init__.py", "_version.py"):
        shutil.copy(ROOT / "bindings/python/swiftpager/_version.py", package / name)
    build = "cd bindings/python && exec python setup.py -q build"
    code, said = tree.run("sh", "-c", build, PATH=f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}")
    assert code != 0
    assert "libswiftpager.so is a debug build, which needs this machine's Swift. Run `make lib`." in said
