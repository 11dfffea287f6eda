"""What is in the wheel, and what it needs of the system."""

import json
import os
import re
import zipfile

import pytest

from conftest import REPOSITORY, run
from copies import COPIES, LICENCES, PACKAGES

TOOLS = REPOSITORY / "build" / "wheel-tools" / "bin"
# What every manylinux has, and nothing else may be needed of the system.
MANYLINUX = {"libc.so.6", "libm.so.6", "libresolv.so.2", "libstdc++.so.6", "libgcc_s.so.1", "libz.so.1"}


@pytest.fixture(scope="module")
def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_its_name_says_where_it_may_be_installed(wheel):
    version = re.search(r'"(.*)"', (REPOSITORY / "Sources/PagerClient/Version.swift").read_text())[1]
    assert wheel.name == f"swiftpager-{version}-py3-none-manylinux_2_34_{os.uname().machine}.whl"


def test_no_older_system_would_do(wheel):
    shown = run(TOOLS / "auditwheel", "show", "--json", wheel, PATH=f"{TOOLS}{os.pathsep}{os.environ['PATH']}")
    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout)["overall_tag"] == f"manylinux_2_34_{os.uname().machine}"


def test_every_module_is_in_it(names):
    package = REPOSITORY / "bindings" / "python"
    modules = {str(path.relative_to(package)) for path in (package / "swiftpager").rglob("*.py")}
    assert names >= modules | {"swiftpager/py.typed", "swiftpager/libswiftpager.so"}
    assert {name for name in names if name.endswith(".py")} == modules


def test_it_contains_copies_of_eleven_libraries(names):
    found = sorted(re.search(r"/(\w+)-", name)[1] for name in names if name.startswith("swiftpager.libs/lib"))
    assert found == sorted(COPIES)


def test_the_licence_of_each_library_is_in_it(names):
    licences = {name.rpartition("/")[2] for name in names if ".dist-info/licenses/" in name}
    assert licences - {""} == LICENCES


def test_its_list_of_copies_names_each_package(wheel, names):
    (listed,) = (name for name in names if re.search(r"/sboms/.+\.json$", name))
    with zipfile.ZipFile(wheel) as archive:
        components = json.loads(archive.read(listed))["components"]
    assert {component["name"] for component in components} == PACKAGES | {"swiftpager"}
    (curl,) = (component for component in components if component["name"] == "curl")
    pinned = re.search(r"^debian +curl +(\S+)", (REPOSITORY / "dependencies.txt").read_text(), re.MULTILINE)[1]
    assert curl["version"] == pinned


def test_nothing_is_needed_of_the_system_that_a_manylinux_lacks(installed):
    (library,) = installed.parents[1].glob("lib/python3.*/site-packages/swiftpager/libswiftpager.so")
    packages = library.parents[1]
    linked = re.findall(r"(\S+) => (\S+) \(", run("ldd", library).stdout)
    assert sum(path.startswith(str(packages)) for _, path in linked) == len(COPIES)
    assert {name for name, path in linked if not path.startswith(str(packages))} <= MANYLINUX
