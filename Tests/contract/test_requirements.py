"""The lists of Python packages: every package with its version and the hashes of its files, and no install without."""

import pathlib
import re

import pytest

from conftest import ROOT

# `make requirements` writes the other file from it.
WANTED = "requirements.in"
SKIPPED = {"build", ".build", "node_modules"}
# NAME==VERSION [; MARKER] and its hashes, all on one logical line.
LOCKED = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>\S+)( ; [^-]+)?(?P<hashes>( --hash=sha256:[0-9a-f]{64})*)")


def lists() -> list[pathlib.Path]:
    """The requirements that people write."""
    found = ROOT.rglob(WANTED)
    return sorted(path for path in found if not SKIPPED & set(path.relative_to(ROOT).parts))


def lines(path: pathlib.Path) -> list[str]:
    """The logical lines of a list, without comments."""
    text = re.sub(r"(?m)(^|\s+)#.*$", "", path.read_text(encoding="utf-8"))
    return [" ".join(line.split()) for line in re.sub(r"\\\n", " ", text).splitlines() if line.strip()]


def named(requirement: str) -> str:
    """The name of a package as a lock writes it, without extras."""
    return re.sub(r"[-_.]+", "-", re.split(r"[=\[]", requirement)[0]).lower()


def test_there_are_lists_of_the_tests_the_wheel_and_the_release() -> None:
    folders = {str(path.parent.relative_to(ROOT)) for path in lists()}
    assert folders >= {"Tests", "bench", "docs", "scripts", "packaging/wheel", "packaging/release", "bindings/go"}


@pytest.mark.parametrize("path", lists(), ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_every_package_of_a_list_has_a_version_and_hashes(path: pathlib.Path) -> None:
    locked: dict[str, set[str]] = {}
    for line in lines(path.with_suffix(".txt")):
        found = LOCKED.fullmatch(line)
        assert found and found["hashes"], f"without a version or a hash: {line[:100]}"
        locked.setdefault(found["name"], set()).add(found["version"])
    for line in lines(path):
        assert locked.get(named(line)) == {line.partition("==")[2]}, f"{line}: run `make requirements`"


def test_the_lists_name_no_address() -> None:
    for path in lists():
        for file in (path, path.with_suffix(".txt")):
            assert "://" not in file.read_text(encoding="utf-8"), file


def test_packages_that_share_an_environment_agree() -> None:
    found: dict[str, set[str]] = {}
    for folder in ("Tests", "bench", "docs", "scripts"):
        for line in lines(ROOT / folder / "requirements.txt"):
            name, _, version = line.partition(" --hash")[0].partition("==")
            # A package may have a version for each Python, and then names them.
            if " ; " not in version:
                found.setdefault(name, set()).add(version)
    assert {name: versions for name, versions in found.items() if len(versions) > 1} == {}


def test_scripts_install_nothing_without_hashes() -> None:
    files = [ROOT / "Makefile", *(ROOT / ".github").rglob("*.yml"), *(ROOT / ".ci").rglob("*")]
    for folder in ("scripts", "packaging", "Tests/wheel", "Tests/debian", "Tests/aarch64"):
        files += [each for ending in ("*.sh", "*.mk", "*.py") for each in (ROOT / folder).rglob(ending)]
    # The words of pip or uv, from the one that installs.
    words = re.compile(r"""(?:\bpip["']?,? |checked=')["']?install\b.*""")
    installs = {
        (file.name, command)
        for file in files
        if file.is_file()
        for command in words.findall(file.read_text(encoding="utf-8").replace("\\\n", " "))
    }
    assert {"setup.sh", "aarch64.mk", "pythons.py", "conftest.py"} <= {name for name, _ in installs}
    assert [each for each in installs if not re.search("--require-hashes|--no-index|--no-deps", each[1])] == []
