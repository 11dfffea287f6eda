"""Installing: the wheel, and the folder that it is built from."""

import os
import shutil
import sys

import pytest

from conftest import REPOSITORY, endpoint, run

BINDING = REPOSITORY / "bindings" / "python"
BUILT = REPOSITORY / "build" / "lib" / "libswiftpager.so"
TOOLS = REPOSITORY / "build" / "wheel-tools" / "bin" / "python"
WALK = """
import sys, swiftpager
from swiftpager._library import native
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


def in_root(wheel, *command, put=None):
    """Runs a command where none of the wheel's libraries are, with a file at a place."""
    puts = ["--put", put] if put else []
    root = REPOSITORY / "Tests" / "wheel" / "private_root.py"
    return run(sys.executable, root, *puts, wheel, "--", *command)


@pytest.mark.parametrize("place", [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/ca-bundle.pem",
])
def test_where_its_libraries_are_not_it_finds_the_authorities_of_each_distribution(wheel, place):
    server = endpoint("SWIFTPAGER_TLS_ENDPOINT") + "/good"
    done = in_root(wheel, "python", "-c", WALK, server, "items", put=f"{endpoint('SWIFTPAGER_TLS_CA')}={place}")
    assert done.stdout.startswith("50 /opt/installed/"), done.stderr


def test_without_authorities_no_server_is_trusted(wheel):
    done = in_root(wheel, "python", "-c", WALK, endpoint("SWIFTPAGER_TLS_ENDPOINT") + "/good", "items")
    assert done.returncode == 1
    assert "no secure connection" in done.stderr
    assert "ca-certificates.crt" in done.stderr


def test_a_variable_names_the_authorities(wheel):
    server, authority = endpoint("SWIFTPAGER_TLS_ENDPOINT") + "/good", endpoint("SWIFTPAGER_TLS_CA")
    words = ["env", "SSL_CERT_FILE=/own.pem", "python", "-c", WALK, server, "items"]
    assert in_root(wheel, *words, put=f"{authority}=/own.pem").stdout.startswith("50 ")


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


def test_there_is_no_source_distribution(without_library):
    done = run(TOOLS, "-c", "from setuptools.build_meta import build_sdist as b; b('.')", folder=without_library)
    assert done.returncode != 0
    assert "make wheel" in done.stderr


def test_an_editable_install_uses_the_repository(tmp_path):
    done = run(
        TOOLS, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, "--editable", BINDING
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.iterdir()
    assert wheel.stat().st_size < 100_000
