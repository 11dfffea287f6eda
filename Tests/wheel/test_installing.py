"""Installing: the wheel, and the folder that it is built from."""

import os
import shutil
import sys
import sysconfig
import zipfile

import pytest

from conftest import REPOSITORY, endpoint, run

BINDING = REPOSITORY / "bindings" / "python"
BUILT = REPOSITORY / "build" / "lib" / "libswiftpager.so"
TOOLS = REPOSITORY / "build" / "wheel-tools" / "bin" / "python"
WALK = """
import sys, swiftpager
from swiftpager._native.library import native
query = "query ($after: String) { %s(first: 10, after: $after) {" \
    " edges { node { id } } pageInfo { hasNextPage endCursor } } }"
with swiftpager.Client(sys.argv[1], retry=False) as client:
    print(sum(1 for _ in client.pager(query % sys.argv[2]).items()), native._name)
"""


def test_the_installed_wheel_walks_a_list(installed, tmp_path):
    done = run(installed, "-c", WALK, endpoint("SWIFTPAGER_SHOP_ENDPOINT"), "products")
    count, library = done.stdout.split()
    assert (count, done.stderr) == ("1000", "")
    assert library.startswith(str(installed.parents[1]))


def test_it_needs_no_other_package(installed):
    listed = run(installed, "-m", "pip", "list", "--format", "freeze", "--disable-pip-version-check").stdout
    assert {line.partition("=")[0] for line in listed.split()} <= {"pip", "setuptools", "swiftpager"}


def test_pytest_finds_the_fixture_by_itself(installed, tmp_path):
    (tmp_path / "test_server.py").write_text("def test_server(swiftpager_server):\n    assert swiftpager_server.url\n")
    # The pytest of these tests, and the entry point of the wheel.
    done = run(installed, "-m", "pytest", "-q", tmp_path, PYTHONPATH=sysconfig.get_path("purelib"))
    assert "1 passed" in done.stdout, done.stdout


def in_root(installed, *command, put=None):
    """Runs a command in an environment, where none of the wheel's libraries are, with a file at a place."""
    puts = ["--put", put] if put else []
    root = REPOSITORY / "Tests" / "wheel" / "private_root.py"
    return run(sys.executable, root, *puts, installed.parents[1], "--", *command)


@pytest.mark.parametrize("place", [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/ca-bundle.pem",
])
def test_the_authorities_of_each_distribution_are_found(installed, place):
    server, authority = endpoint("SWIFTPAGER_TLS_ENDPOINT") + "/good", endpoint("SWIFTPAGER_TLS_CA")
    done = in_root(installed, "python", "-c", WALK, server, "items", put=f"{authority}={place}")
    assert done.stdout.startswith("50 "), done.stderr


def test_without_authorities_no_server_is_trusted(installed):
    done = in_root(installed, "python", "-c", WALK, endpoint("SWIFTPAGER_TLS_ENDPOINT") + "/good", "items")
    assert done.returncode == 1
    assert "no secure connection" in done.stderr
    assert "ca-certificates.crt" in done.stderr


def test_a_variable_names_the_authorities(installed):
    server, authority = endpoint("SWIFTPAGER_TLS_ENDPOINT") + "/good", endpoint("SWIFTPAGER_TLS_CA")
    words = ["env", "SSL_CERT_FILE=/own.pem", "python", "-c", WALK, server, "items"]
    assert in_root(installed, *words, put=f"{authority}=/own.pem").stdout.startswith("50 ")


def install(folder, target, **environment):
    """Installs a folder with the tools that `make wheel` has, which needs no network."""
    return run(
        TOOLS, "-m", "pip", "install", "--no-deps", "--no-build-isolation", "--disable-pip-version-check",
        "--target", target, folder, **environment,
    )


def test_the_folder_is_installed_with_the_library_that_was_built(tmp_path):
    before = sorted(os.listdir(BINDING))
    done = install(BINDING, tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "swiftpager" / "libswiftpager.so").read_bytes() == BUILT.read_bytes()
    assert (tmp_path / "swiftpager" / "py.typed").exists()
    assert (tmp_path / "share" / "man" / "man1" / "swiftpager.1").exists()
    assert sorted(os.listdir(BINDING)) == before


@pytest.fixture
def without_library(tmp_path):
    """The folder in a repository where nothing was built."""
    folder = tmp_path / "bindings" / "python"
    shutil.copytree(BINDING, folder, ignore=shutil.ignore_patterns("__pycache__", "*.so*"))
    return folder


def test_without_a_library_it_says_what_to_run(without_library, tmp_path):
    done = install(without_library, tmp_path / "target")
    assert done.returncode != 0
    assert "make lib" in done.stderr
    assert "SWIFTPAGER_LIBRARY" in done.stderr


def test_the_environment_names_a_library_to_install(without_library, tmp_path):
    done = install(without_library, tmp_path / "target", SWIFTPAGER_LIBRARY=str(BUILT))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "target" / "swiftpager" / "libswiftpager.so").read_bytes() == BUILT.read_bytes()
    done = install(without_library, tmp_path / "target", SWIFTPAGER_LIBRARY="/no/such.so")
    assert done.returncode != 0
    assert "/no/such.so" in done.stderr


def test_a_clone_without_the_manual_page_is_installed(without_library, tmp_path):
    (without_library / "swiftpager.1").unlink()
    done = install(without_library, tmp_path / "target", SWIFTPAGER_LIBRARY=str(BUILT))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "target" / "bin" / "swiftpager").exists()


def test_the_package_of_a_distribution_has_no_library_inside(without_library, tmp_path):
    done = install(without_library, tmp_path / "target", SWIFTPAGER_LIBRARY="system")
    assert done.returncode == 0, done.stderr
    assert not list((tmp_path / "target").rglob("*.so*"))
    (tags,) = (tmp_path / "target").glob("swiftpager-*.dist-info/WHEEL")
    assert "Tag: py3-none-any" in tags.read_text()


def test_the_source_distribution_installs_where_a_library_is(without_library, tmp_path):
    build = "import sys; from setuptools.build_meta import build_sdist as build; build(sys.argv[1])"
    done = run(TOOLS, "-c", build, tmp_path / "sdist", folder=without_library)
    assert done.returncode == 0, done.stderr
    (archive,) = (tmp_path / "sdist").iterdir()
    unpacked = tmp_path / "unpacked"
    shutil.unpack_archive(archive, unpacked, filter="data")
    (folder,) = unpacked.iterdir()
    files = {str(file.relative_to(folder)) for file in folder.rglob("*")}
    assert {"setup.py", "pyproject.toml", "swiftpager.1", "swiftpager/_version.py", "swiftpager/py.typed"} <= files
    assert not {file for file in files if file.endswith(".so")}
    done = install(folder, tmp_path / "target", SWIFTPAGER_LIBRARY=str(BUILT))
    assert done.returncode == 0, done.stderr
    done = install(folder, tmp_path / "other")
    assert done.returncode != 0
    assert "make lib" in done.stderr


def test_an_editable_install_uses_the_repository(tmp_path):
    build = "import sys; from setuptools.build_meta import build_editable as build; build(sys.argv[1])"
    done = run(TOOLS, "-c", build, tmp_path, folder=BINDING)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.iterdir()
    assert wheel.stat().st_size < 100_000
    # A line of sys.path: a finder would come after a folder "swiftpager" beside the program, like a clone.
    with zipfile.ZipFile(wheel) as content:
        lines = [content.read(name).decode() for name in content.namelist() if name.endswith(".pth")]
    assert lines == [f"{BINDING}\n"]
