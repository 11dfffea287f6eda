"""What packaging/wheel/curl.sh says of Debian's source of curl; `make wheel` runs it before it builds."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

from conftest import ROOT

PINNED = re.search(r"^debian +curl +(\S+)", (ROOT / "dependencies.txt").read_text(), re.MULTILINE)
assert PINNED is not None
VERSION = PINNED[1]
# apt, as far as the script asks it: the mirrors, their lists, and the versions of a package.
APT_GET = """#!/bin/sh
case "$*" in
indextargets*) for suite in ${SUITES:-bookworm bookworm-security}; do echo "deb-src mirror $suite main"; done ;;
*update*) exit "${NO_NETWORK:-0}" ;;
*) exit 1 ;;
esac
"""
SUM = "0123456789abcdef" * 4
APT_CACHE = f"""#!/bin/sh
for version in $VERSIONS; do
    case $1 in
    madison) echo "      curl | $version | mirror bookworm-security/main Sources" ;;
    showsrc) echo " {SUM[:32]} 3256 curl_$version.dsc"; echo " {SUM} 3256 curl_$version.dsc" ;;
    esac
done
"""


@pytest.fixture
def tree(tmp_path: pathlib.Path) -> pathlib.Path:
    """A copy of what the script reads, and an apt that says what a test wants."""
    (tmp_path / "packaging" / "wheel").mkdir(parents=True)
    (tmp_path / "programs").mkdir()
    shutil.copy(ROOT / "packaging" / "wheel" / "curl.sh", tmp_path / "packaging" / "wheel")
    shutil.copy(ROOT / "dependencies.txt", tmp_path)
    for name, text in {"apt-get": APT_GET, "apt-cache": APT_CACHE}.items():
        (tmp_path / "programs" / name).write_text(text)
        (tmp_path / "programs" / name).chmod(0o755)
    return tmp_path


def curl(tree: pathlib.Path, what: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    path = f"{tree / 'programs'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [tree / "packaging" / "wheel" / "curl.sh", what], capture_output=True, text=True, check=False, cwd=tree,
        env={**os.environ, "PATH": path, **variables},
    )


@pytest.mark.parametrize("versions", [VERSION, f"7.88.1-10+deb12u5 {VERSION}", "7.88.1-10+deb12u5"])
def test_the_newest_version_of_debian_is_accepted(tree: pathlib.Path, versions: str) -> None:
    done = curl(tree, "newest", VERSIONS=versions)
    assert (done.returncode, done.stderr) == (0, "")


# The security updates come first in one answer and last in another.
@pytest.mark.parametrize("versions", [f"7.88.1-10+deb12u99 {VERSION}", f"{VERSION} 7.88.1-10+deb12u99"])
def test_a_newer_version_of_debian_is_named_and_refused(tree: pathlib.Path, versions: str) -> None:
    done = curl(tree, "newest", VERSIONS=versions)
    assert done.returncode == 1
    assert f"Debian has curl 7.88.1-10+deb12u99, and dependencies.txt names {VERSION}" in done.stderr
    assert f"debian curl 7.88.1-10+deb12u99 {SUM}\n" in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("NO_NETWORK", "100", "is there a network"),
        ("VERSIONS", "", "no source of curl"),
        ("SUITES", "trixie", "cannot read the lists of Debian 12"),
        ("SUITES", "bookworm", "does not know the mirror of Debian 12's security updates"),
    ],
)
def test_the_check_fails_if_apt_cannot_answer(tree: pathlib.Path, name: str, value: str, said: str) -> None:
    done = curl(tree, "newest", **{"VERSIONS": VERSION, name: value})
    assert done.returncode == 1
    assert said in done.stderr


def test_without_a_network_the_script_says_what_to_put_where(tree: pathlib.Path) -> None:
    done = curl(tree, "build/curl", NO_NETWORK="100")
    assert done.returncode == 1
    assert "cannot be fetched" in done.stderr and f"curl_{VERSION}.dsc" in done.stderr


def test_another_source_is_refused(tree: pathlib.Path) -> None:
    (tree / "build" / "sources").mkdir(parents=True)
    (tree / "build" / "sources" / f"curl_{VERSION}.dsc").write_text("Source: curl\n")
    done = curl(tree, "build/curl", NO_NETWORK="100")
    assert done.returncode == 1
    assert "another file than the one that dependencies.txt names" in done.stderr
    assert not (tree / "build" / "curl" / "libcurl.so.4").exists()
