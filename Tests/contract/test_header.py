"""The header: it compiles everywhere, its statuses are in order, and its introduction is a program that works."""

import json
import pathlib
import re
import socket
import subprocess

import pytest

import header
from conftest import LIBRARY_FOLDER, ROOT, STRICT, require, run

C_STANDARDS = ["c99", "c11", "c17", "c2x"]
CXX_STANDARDS = ["c++11", "c++14", "c++17", "c++20", "c++23"]
BANDS = {"misuse": range(1, 20), "usage": range(20, 40), "network": range(40, 60), "incomplete": range(60, 80)}


@pytest.mark.parametrize(
    ("compiler", "language", "standard"),
    [(compiler, "c", standard) for compiler in ("gcc", "clang") for standard in C_STANDARDS]
    + [(compiler, "c++", standard) for compiler in ("g++", "clang++") for standard in CXX_STANDARDS],
)
def test_compiles_without_a_warning(compiler: str, language: str, standard: str) -> None:
    include = f"-I{ROOT / 'include'}"
    source = "#include <swiftpager_arrow.h>\n" * 2 + "#include <swiftpager.h>\nint main(void) { return 0; }\n"
    if language == "c++":
        source = source.replace("main(void)", "main()")
    run(require(compiler), "-x", language, f"-std={standard}", *STRICT, "-fsyntax-only", include, "-", input=source)


def test_enumerations_are_signed() -> None:
    """Code generators take the type of an enumeration from the compiler; the type of a status is signed."""
    rows = "".join(f"static_assert(std::is_signed<std::underlying_type<decltype({name})>::type>::value, \"\");\n"
                   for name in ("SWIFTPAGER_OK", "SWIFTPAGER_SOURCE_NONE", "SWIFTPAGER_KIND_NONE"))
    source = f"#include <swiftpager.h>\n#include <type_traits>\n{rows}"
    include = f"-I{ROOT / 'include'}"
    run(require("g++"), "-x", "c++", "-std=c++11", *STRICT, "-fsyntax-only", include, "-", input=source)


def test_a_host_can_declare_the_functions_its_own_way() -> None:
    source = "#define SWIFTPAGER_API extern\n#include <swiftpager_arrow.h>\nint main(void) { return 0; }\n"
    include = f"-I{ROOT / 'include'}"
    run(require("cc"), "-x", "c", "-std=c99", *STRICT, "-fsyntax-only", include, "-", input=source)


def test_statuses_are_explicit_unique_and_ascending() -> None:
    statuses = header.statuses()
    values = [value for _, value in statuses if value is not None]
    assert len(statuses) > 20
    assert len(values) == len(statuses)
    assert values == sorted(set(values))
    assert len({name for name, _ in statuses}) == len(statuses)
    assert statuses[0] == ("OK", 0)


def test_statuses_are_in_their_bands() -> None:
    band_of = {value: band for band, numbers in BANDS.items() for value in numbers}
    assert all(value in band_of for _, value in header.statuses()[1:])
    first = {"misuse": "INVALID_ARGUMENT", "usage": "MISSING_INITIAL_PAGE", "network": "NETWORK",
             "incomplete": "CURSOR_STUCK"}
    values = dict(header.statuses())
    assert all(values[name] == BANDS[band].start for band, name in first.items())


def test_the_library_names_every_status(tmp_path: pathlib.Path, library: pathlib.Path) -> None:
    rows = "\n".join(f'    failed |= strcmp(swiftpager_status_name(SWIFTPAGER_{name}), "{name}") != 0;'
                     for name, _ in header.statuses())
    known = " && ".join(f"number != {value}" for _, value in header.statuses())
    source = tmp_path / "names.c"
    source.write_text(
        "#include <string.h>\n#include <swiftpager.h>\n"
        f"int main(void) {{\n    int failed = 0;\n{rows}\n"
        "    for (swiftpager_status number = -10; number < 200; number++)\n"
        f"        if ({known})\n"
        '            failed |= strcmp(swiftpager_status_name(number), "UNKNOWN") != 0;\n'
        "    return failed;\n}\n"
    )
    run(*compile_and_link(source, tmp_path / "names"))
    run(tmp_path / "names")


def test_the_introduction_compiles_and_runs(tmp_path: pathlib.Path, library: pathlib.Path, shop_endpoint: str) -> None:
    text = header.introduction()
    endpoint = re.search(r"http://127\.0\.0\.1:\d+/graphql", text)
    assert endpoint is not None, "the introduction names no endpoint on this machine"
    source = tmp_path / "introduction.c"
    source.write_text(text.replace(endpoint[0], shop_endpoint))
    run(*compile_and_link(source, tmp_path / "introduction"))
    assert run(tmp_path / "introduction") == "a page of 100 items\n" * 10


def test_the_introduction_shows_no_page_where_there_is_no_server(tmp_path: pathlib.Path, library: pathlib.Path) -> None:
    source = tmp_path / "introduction.c"
    with socket.socket() as free:
        # Bound but not listening: the system refuses connections while the socket is open.
        free.bind(("127.0.0.1", 0))
        dead = f"http://127.0.0.1:{free.getsockname()[1]}/graphql"
        source.write_text(re.sub(r"http://127\.0\.0\.1:\d+/graphql", dead, header.introduction()))
        run(*compile_and_link(source, tmp_path / "introduction"))
        result = subprocess.run([tmp_path / "introduction"], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("NETWORK: ")


def test_types_come_first_and_the_header_is_short() -> None:
    lines = header.HEADER.read_text().splitlines()
    assert next(number for number, line in enumerate(lines, 1) if line.startswith("typedef")) < 80
    assert len(lines) <= 1_632
    assert sum(line.startswith("SWIFTPAGER_API") for line in lines) <= 83


def test_every_function_has_a_comment() -> None:
    for name in header.functions():
        declaration = re.search(rf"SWIFTPAGER_API[^;]*\b{name}\(", header.TEXT)
        assert declaration is not None
        assert header.TEXT[: declaration.start()].rstrip().endswith("*/"), f"{name} has no comment of its own"


def test_the_comment_of_the_state_describes_each_key(tmp_path: pathlib.Path, library: pathlib.Path) -> None:
    source = tmp_path / "state.c"
    source.write_text(
        "#include <stdio.h>\n#include <swiftpager.h>\nint main(void) {\n"
        "    swiftpager_client *client = NULL;\n    swiftpager_pager *pager = NULL;\n    char *state = NULL;\n"
        '    swiftpager_client_create("http://127.0.0.1:1/", NULL, NULL, &client, NULL);\n'
        '    swiftpager_pager_create(client, "query ($after: String) { list(after: $after) { nodes { id }"\n'
        '        " pageInfo { hasNextPage endCursor } } }", NULL, NULL, &pager, NULL);\n'
        "    swiftpager_pager_state(pager, &state);\n    puts(state);\n    swiftpager_free(state);\n"
        "    swiftpager_pager_release(pager);\n    swiftpager_client_release(client);\n    return 0;\n}\n"
    )
    run(*compile_and_link(source, tmp_path / "state"))
    keys = json.loads(run(tmp_path / "state"))
    comment = header.TEXT[: header.TEXT.index("swiftpager_pager_state(swiftpager_pager *")].rpartition("/*")[2]
    heads = " ".join(re.findall(r'^ \* ("\w+"(?:, "\w+")*)', comment, flags=re.MULTILINE))
    assert set(keys) == set(re.findall(r'"(\w+)"', heads))


def compile_and_link(source: pathlib.Path, program: pathlib.Path) -> list[str]:
    """The command that makes a program with the built library."""
    return [require("cc"), "-std=c11", *STRICT, "-o", str(program), str(source), f"-I{ROOT / 'include'}",
            f"-L{LIBRARY_FOLDER}", "-lswiftpager", f"-Wl,-rpath,{LIBRARY_FOLDER}"]
