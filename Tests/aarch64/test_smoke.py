"""The library and the wheel for aarch64 at work, under qemu; the servers run natively."""

import json
import pathlib
import sys

import pytest
import trustme

from conftest import BUILD, REPOSITORY, emulated, endpoint, run

WHEEL_TESTS = REPOSITORY / "Tests" / "wheel"
sys.path.append(str(WHEEL_TESTS))

from copies import CURL_FEATURES, CURL_PROTOCOLS  # noqa: E402

TASKS = pathlib.Path(__file__).parent
PACKAGES = BUILD / "venv" / "lib" / "python3.11" / "site-packages"


@pytest.fixture
def python(installed):
    """Runs a task in the emulated Python, and returns what it found."""
    def run_task(task, *arguments, **folders):
        folders |= {"installed": installed, "tasks": TASKS, "packages": PACKAGES}
        words = ("/usr/bin/python3.11", "/tmp/tasks/tasks.py", task, *arguments)
        return json.loads(run(*emulated(BUILD / "root", *words, **folders)))
    return run_task


@pytest.fixture
def shop():
    return endpoint("SWIFTPAGER_SHOP_ENDPOINT")


@pytest.mark.parametrize("name", ["walk", "pull", "watch", "reverse", "offset"])
def test_an_example_in_c_says_what_it_says_on_this_machine(name, library, shop, tmp_path):
    source = REPOSITORY / "examples" / "c" / f"{name}.c"
    flags = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-pthread", f"-I{REPOSITORY / 'include'}"]
    run("clang", "--target=aarch64-unknown-linux-gnu", f"--sysroot={BUILD / 'sysroot'}", "-fuse-ld=lld", *flags, source,
        "-o", tmp_path / name, f"-L{library.parent}", "-lswiftpager", "-ljansson", "-Wl,-rpath,/tmp/lib")
    found = run(*emulated(BUILD / "sysroot", f"/tmp/programs/{name}", shop, programs=tmp_path, lib=library.parent))
    native = REPOSITORY / "build" / "lib"
    run("clang", *flags, source, "-o", tmp_path / "native", f"-L{native}", "-lswiftpager", "-ljansson",
        f"-Wl,-rpath,{native}")
    assert found == run(tmp_path / "native", shop)
    assert found


def test_a_walk_in_python_reads_the_whole_list(python, shop):
    found = python("walk", shop)
    assert found["library"].startswith("/tmp/installed/")
    assert (found["machine"], found["count"]) == ("aarch64", 1000)


def test_callbacks_run_in_the_thread_that_waits(python, shop):
    found = python("callbacks", shop)
    assert found == {"told": list(range(1, 11)), "threads": [True]}


def test_exceptions_pass_through_the_library(python, shop):
    assert python("exceptions", shop) == ["KeyError", "ConfigurationError"]


def test_pyarrow_takes_a_list(python, shop):
    found = python("arrow", shop)
    assert (found["rows"], found["types"][0]) == (1000, "string")


def test_a_second_client_reads_the_caches_file(python, shop):
    found = python("cache", shop)
    assert found["count"] == 100
    assert found["size"] > 4096


def test_tls_takes_the_authority_that_it_is_given_and_no_other(python, tmp_path):
    trustme.CA().cert_pem.write_to_path(tmp_path / "other.pem")
    authority = pathlib.Path(endpoint("SWIFTPAGER_TLS_CA"))
    server = endpoint("SWIFTPAGER_TLS_ENDPOINT") + "/good"
    files = (f"/tmp/authority/{authority.name}", "/tmp/others/other.pem")
    found = python("tls", server, *files, authority=authority.parent, others=tmp_path)
    assert "edges" in found["answer"]
    assert "no secure connection" in found["refused"]


def test_its_libcurl_has_what_that_of_this_machine_has(installed):
    (library,) = installed.glob("swiftpager.libs/libcurl-*")
    words = ("/usr/bin/python3.11", "/tmp/wheel/curl_information.py", f"/tmp/installed/swiftpager.libs/{library.name}")
    found = json.loads(run(*emulated(BUILD / "root", *words, installed=installed, wheel=WHEEL_TESTS)))
    assert (set(found["features"]), found["protocols"]) == (CURL_FEATURES, CURL_PROTOCOLS)
