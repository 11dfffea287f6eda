"""The Debian packages: lintian, what they bring, and a Debian in which they are installed, used and removed."""

import pathlib
import shutil

import pytest

from conftest import BUILT, REPOSITORY, Root, run

WALK = """
import swiftpager
query = "query ($after: String) { products(first: 100, after: $after) {" \\
    " edges { node { id } } pageInfo { hasNextPage endCursor } } }"
with swiftpager.Client("%s") as client:
    print(sum(1 for _ in client.pager(query).items()), swiftpager._native.library.native._name)
"""


def test_lintian_finds_no_error() -> None:
    (changes,) = BUILT.glob("*.changes")
    # Under root lintian says that it should not be.
    assert "\nE: " not in "\n" + run("lintian", "--fail-on", "error", changes)


def test_the_manual_page_comes_with_the_command(packages: list[pathlib.Path]) -> None:
    for package in packages:
        files = run("dpkg-deb", "--contents", package)
        assert ("man1/swiftpager.1" in files) == ("usr/bin/swiftpager" in files) == ("python3" in package.name)


@pytest.fixture(scope="session")
def installed(root: Root) -> Root:
    """The root with the packages in it, and what they need."""
    root.shell("apt-get install -y -qq --no-install-recommends ./packages/*.deb gcc libc6-dev pkg-config cmake make")
    return root


def test_a_c_program_is_compiled_and_walks(installed: Root, endpoint: str) -> None:
    shutil.copy(REPOSITORY / "examples/c/pull.c", installed.folder / "root/pull.c")
    printed = installed.shell(f"cc pull.c $(pkg-config --cflags --libs swiftpager) -o pull && ./pull {endpoint}")
    assert printed.count("a page of 100 items") == 10


def test_cmake_finds_it(installed: Root) -> None:
    folder = installed.folder / "root/project"
    folder.mkdir()
    (folder / "app.c").write_text(
        '#include <swiftpager.h>\n'
        'int main(void) { return swiftpager_abi_version() < SWIFTPAGER_ABI_VERSION; }\n')
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(app C)\nfind_package(swiftpager 0.1 REQUIRED)\n"
        "add_executable(app app.c)\ntarget_link_libraries(app swiftpager::swiftpager)\n"
    )
    installed.shell("cmake -S project -B out && cmake --build out && out/app")


def test_python_and_the_command_walk(installed: Root, endpoint: str) -> None:
    (installed.folder / "root/walk.py").write_text(WALK % endpoint)
    assert installed.run("python3", "walk.py").split() == ["1000", "libswiftpager.so.0"]
    query = "query ($after: String) { products(first: 100, after: $after)"
    query += " { edges { node { id } } pageInfo { hasNextPage endCursor } } }"
    (installed.folder / "root/products.graphql").write_text(query)
    lines = installed.run("swiftpager", endpoint, "--query-file", "products.graphql").splitlines()
    assert sum(line.startswith("{") for line in lines) == 1000


def test_all_of_it_is_removed(installed: Root) -> None:
    installed.shell("apt-get purge -y -qq libswiftpager0 libswiftpager-dev python3-swiftpager")
    left = installed.shell("find / -xdev -path /root -prune -o -name '*swiftpager*' -print")
    # What dpkg and debconf remember of packages is theirs.
    assert [line for line in left.splitlines() if not line.startswith(("/var/", "/proc/"))] == []
