"""The companions of the header: swiftpager.hpp for C++ with its example, and swiftpager_jansson.h."""

import os
import pathlib
import re
import signal
import socket
import subprocess

import pytest

from conftest import LIBRARY_FOLDER, ROOT, STRICT, require, run

INCLUDE = f"-I{ROOT / 'include'}"
LINK = ["-pthread", f"-L{LIBRARY_FOLDER}", "-lswiftpager", f"-Wl,-rpath,{LIBRARY_FOLDER}"]
EXAMPLES = ROOT / "examples" / "cpp"
TESTS = ROOT / "Tests" / "contract" / "wrappers"
# A compiler takes seconds for a header. The oldest and the newest way to read it are not left to the long tests.
COMPILERS = [
    pytest.param(compiler, standard, marks=[] if standard == quick else [pytest.mark.long])
    for compiler, quick in (("g++", "c++17"), ("clang++", "c++23")) for standard in ("c++17", "c++20", "c++23")
]


@pytest.mark.parametrize(("compiler", "standard"), COMPILERS)
def test_the_cplusplus_header_compiles_without_a_warning(compiler: str, standard: str) -> None:
    source = "#include <swiftpager.hpp>\n#include <swiftpager.hpp>\nint main() { return 0; }\n"
    run(require(compiler), "-x", "c++", f"-std={standard}", *STRICT, "-Wshadow", "-Wconversion", "-fsyntax-only",
        INCLUDE, "-", input=source)


@pytest.mark.parametrize(("compiler", "language", "standard"), [
    *(("gcc", "c", standard) for standard in ("c99", "c11", "c17", "c2x")), ("clang", "c", "c99"),
    *(("g++", "c++", standard) for standard in ("c++11", "c++17", "c++23")), ("clang++", "c++", "c++11"),
])
def test_the_header_for_jansson_compiles_without_a_warning(compiler: str, language: str, standard: str) -> None:
    source = "#include <swiftpager_jansson.h>\n#include <swiftpager_jansson.h>\n"
    run(require(compiler), "-x", language, f"-std={standard}", *STRICT, "-fsyntax-only", INCLUDE, "-", input=source)


@pytest.mark.parametrize("standard", ["c++17", pytest.param("c++20", marks=pytest.mark.long)])
def test_the_cplusplus_example_walks(
    standard: str, tmp_path: pathlib.Path, library: pathlib.Path, shop_endpoint: str
) -> None:
    run(require("g++"), f"-std={standard}", *STRICT, INCLUDE, EXAMPLES / "walk.cpp", "-o", tmp_path / "walk", *LINK)
    lines = run(tmp_path / "walk", shop_endpoint).splitlines()
    assert len(lines) == 11
    assert lines[0].startswith('page 1: 100 items, the first is {"id":')
    assert lines[-1] == "complete: 10 pages, 1000 items"


def test_the_cplusplus_example_says_why_it_ended(tmp_path: pathlib.Path, library: pathlib.Path) -> None:
    run(require("g++"), "-std=c++17", *STRICT, INCLUDE, EXAMPLES / "walk.cpp", "-o", tmp_path / "walk", *LINK)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        dead = f"http://127.0.0.1:{free.getsockname()[1]}/graphql"
        result = subprocess.run([tmp_path / "walk", dead], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (1, "")
    assert re.fullmatch(r"NETWORK: [^{}]+\n", result.stderr)


def test_the_cplusplus_example_watches(tmp_path: pathlib.Path, library: pathlib.Path, shop_endpoint: str) -> None:
    run(require("g++"), "-std=c++17", *STRICT, INCLUDE, EXAMPLES / "watch.cpp", "-o", tmp_path / "watch", *LINK)
    lines = run(tmp_path / "watch", shop_endpoint).splitlines()
    assert lines == [
        *(f"page {number}: 100 items" for number in range(1, 11)), "ended with OK", "the server answered 10 times"]


@pytest.mark.parametrize("program", [
    "wrappers.cpp", "errors.cpp", "callbacks.cpp", "lists.cpp", "ranges.cpp", "values.c"])
def test_programs_that_use_the_wrappers(
    program: str, tmp_path: pathlib.Path, library: pathlib.Path, shop_endpoint: str
) -> None:
    standard = "c++20" if program == "ranges.cpp" else "c++17"
    compiler = ["g++", f"-std={standard}"] if program.endswith(".cpp") else ["cc", "-std=c11"]
    jansson = run("pkg-config", "--cflags", "--libs", "jansson").split()
    options = [*compiler[1:], *STRICT, INCLUDE]
    run(require(compiler[0]), *options, TESTS / program, "-o", tmp_path / "program", *LINK, *jansson)
    assert run(tmp_path / "program", shop_endpoint) == "all is well\n"


# AddressSanitizer sees memory that was freed; with SWIFTPAGER_DEBUG the library overwrites what it has lent.
@pytest.mark.long
@pytest.mark.parametrize(("standard", "debug"), [("c++17", "0"), ("c++20", "1"), ("c++23", "0")])
def test_pages_of_temporaries_are_read_in_memory_that_is_theirs(
    standard: str, debug: str, tmp_path: pathlib.Path, library: pathlib.Path, shop_endpoint: str
) -> None:
    sanitizer = ["-fsanitize=address", "-fno-omit-frame-pointer", "-g"]
    for program in ["temporaries.cpp", *(["ranges.cpp"] if standard != "c++17" else [])]:
        words: list[str | pathlib.Path] = [
            f"-std={standard}", *STRICT, *sanitizer, INCLUDE, TESTS / program, "-o", tmp_path / "program", *LINK
        ]
        run(require("g++"), *words)
        # The Swift runtime keeps memory to the end, which the sanitizer would count as lost.
        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0", "SWIFTPAGER_DEBUG": debug}
        assert run(tmp_path / "program", shop_endpoint, env=environment) == "all is well\n"


@pytest.mark.release
def test_an_exception_on_a_thread_of_the_library_ends_the_process(
    tmp_path: pathlib.Path, library: pathlib.Path, shop_endpoint: str
) -> None:
    run(require("g++"), "-std=c++17", *STRICT, INCLUDE, TESTS / "callbacks.cpp", "-o", tmp_path / "program", *LINK)
    result = subprocess.run([tmp_path / "program", shop_endpoint, "throw"], capture_output=True, text=True, check=False)
    assert result.returncode == -signal.SIGABRT
    assert "ours" in result.stderr


# Each header declares what it uses: a program may include one alone.
@pytest.mark.long
@pytest.mark.parametrize("part", sorted((ROOT / "include" / "swiftpager").glob("*.hpp")), ids=lambda path: path.stem)
def test_a_part_of_the_cplusplus_header_compiles_alone(part: pathlib.Path) -> None:
    source = f"#include <swiftpager/{part.name}>\n"
    run(require("g++"), "-x", "c++", "-std=c++17", *STRICT, "-fsyntax-only", INCLUDE, "-", input=source)
