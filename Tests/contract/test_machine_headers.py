"""What machines read of the contract: swiftpager.ffi.h, swiftpager.abi.json, and the ABI as a compiler sees it."""

import json
import pathlib
import platform
import re
import subprocess
import sys

import cffi
import pytest

import header
from conftest import ROOT, require, run

FFI = ROOT / "include" / "swiftpager.ffi.h"
CONTRACT = json.loads((ROOT / "include" / "swiftpager.abi.json").read_text())
RECORDED = ROOT / "Tests" / "contract" / "swiftpager.abi"
QUERY = b"""
query ($after: String) {
  products(first: 100, after: $after) { edges { node { id name } } pageInfo { hasNextPage endCursor } }
}
"""


def test_they_are_what_the_header_says() -> None:
    run(sys.executable, ROOT / "scripts" / "headers.py", "--check")


def test_the_text_for_ffis_has_no_directives_and_no_comments() -> None:
    text = FFI.read_text()
    assert not re.search(r"^\s*#|/\*|//|SWIFTPAGER_API|extern", text, flags=re.MULTILINE)
    assert set(re.findall(r"\b(swiftpager_\w+)\(", text)) >= header.functions()


def test_cffi_walks_with_it_as_it_is(library: pathlib.Path, shop_endpoint: str) -> None:
    ffi = cffi.FFI()
    ffi.cdef(FFI.read_text())
    native = ffi.dlopen(str(library))
    client, pager = ffi.new("swiftpager_client **"), ffi.new("swiftpager_pager **")
    operation, error = ffi.new("swiftpager_operation **"), ffi.new("char **")
    counts = []

    @ffi.callback("void(void *, const swiftpager_update *)")
    def on_update(_: object, update: object) -> None:
        counts.append(native.swiftpager_page_item_count(native.swiftpager_update_last_page(update)))

    endpoint = shop_endpoint.encode()
    assert native.swiftpager_client_create_with_endpoint(endpoint, ffi.NULL, ffi.NULL, client, error) == 0
    assert native.swiftpager_pager_create_with_query(
        client[0], QUERY, ffi.NULL, ffi.NULL, ffi.NULL, pager, error) == native.SWIFTPAGER_OK
    assert native.swiftpager_pager_subscribe(pager[0], on_update, ffi.NULL, ffi.NULL, ffi.NULL) == 0
    assert native.swiftpager_pager_load_all(
        pager[0], ffi.NULL, ffi.NULL, ffi.NULL, ffi.NULL, operation, error) == 0
    assert native.swiftpager_operation_wait(operation[0], -1, error) == 0
    assert counts == [100] * 10
    for release, handle in (("operation", operation), ("pager", pager), ("client", client)):
        assert getattr(native, f"swiftpager_{release}_release")(handle[0]) == 0


def test_cffi_reads_every_constant(library: pathlib.Path) -> None:
    ffi = cffi.FFI()
    ffi.cdef(FFI.read_text())
    native = ffi.dlopen(str(library))
    assert {name: getattr(native, name) for name in CONTRACT["constants"]} == CONTRACT["constants"]
    assert native.swiftpager_abi_version() == CONTRACT["abi_version"]


def test_every_function_and_status_is_described() -> None:
    assert {function["name"] for function in CONTRACT["functions"]} == header.functions()
    for name, value in header.statuses():
        assert CONTRACT["constants"][f"SWIFTPAGER_{name}"] == value


def test_every_pointer_says_whether_it_may_be_null_and_whose_it_is() -> None:
    for function in CONTRACT["functions"]:
        for parameter in [*function["parameters"], function["returns"]]:
            if "*" in parameter["type"] or parameter["type"].endswith("_cb"):
                assert isinstance(parameter["nullable"], bool) and parameter["ownership"], (function["name"], parameter)


def test_every_status_of_a_function_exists_and_every_borrowed_result_says_how_long_it_lives() -> None:
    names = dict(header.statuses())
    for function in CONTRACT["functions"]:
        assert set(function["statuses"]) <= names.keys() - {"OK"}
        assert bool(function["statuses"]) == (function["returns"]["type"] == "swiftpager_status"), function["name"]
        if function["returns"].get("ownership") in ("borrowed", "constant"):
            assert function["returns"]["lives_until"], function["name"]


def comment_of(function: str) -> str:
    """The comment above a function, on one line."""
    end = re.search(rf"SWIFTPAGER_API[^;]*\b{function}\(", header.TEXT)
    assert end is not None
    return " ".join(header.TEXT[header.TEXT.rindex("/*", 0, end.start()):end.start()].split())


@pytest.mark.parametrize("function", CONTRACT["functions"], ids=lambda function: function["name"])
def test_what_may_be_null_in_one_function_only_is_said_there(function: dict) -> None:
    named = {"config_json", "variables_json", "memory", "on_update", "headers_json", "body"}
    for parameter in function["parameters"]:
        if parameter.get("nullable") and parameter["name"] in named:
            assert "NULL" in comment_of(function["name"])


def test_the_abi_is_the_one_that_was_recorded(tmp_path: pathlib.Path) -> None:
    require("abidw")
    recorded = RECORDED.read_text()
    if platform.machine() != "x86_64":
        pytest.skip("the recorded ABI is that of x86-64")
    run(ROOT / "scripts" / "abi.sh", tmp_path / "now.abi")
    result = subprocess.run([require("abidiff"), RECORDED, tmp_path / "now.abi"], capture_output=True, text=True,
                            check=False)
    assert result.returncode == 0, f"the ABI has changed; if that is meant, run `make abi`:\n{result.stdout}"
    assert set(re.findall(r"address_of_(swiftpager_\w+)", recorded)) == header.functions()
