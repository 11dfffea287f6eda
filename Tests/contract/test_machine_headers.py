"""What machines read of the contract: swiftpager.ffi.h, swiftpager.abi.json, and the ABI as a compiler sees it."""

import json
import pathlib
import re
import sys

import cffi
import jsonschema
import pytest

import header
from conftest import ROOT, run

FFI = ROOT / "include" / "swiftpager.ffi.h"
CONTRACT = json.loads((ROOT / "include" / "swiftpager.abi.json").read_text())
QUERY = b"""
query ($after: String) {
  products(first: 100, after: $after) { edges { node { id name } } pageInfo { hasNextPage endCursor } }
}
"""


def test_they_are_what_the_header_says() -> None:
    run(sys.executable, ROOT / "contract" / "headers.py", "--check")


def test_the_text_for_ffis_has_no_directives_and_no_comments() -> None:
    text = FFI.read_text()
    assert not re.search(r"^\s*#|/\*|//|SWIFTPAGER_API|extern", text, flags=re.MULTILINE)
    assert set(re.findall(r"\b(swiftpager_\w+)\(", text)) >= header.functions()


def test_in_the_text_for_ffis_a_text_without_a_nul_is_bytes() -> None:
    text = FFI.read_text()
    ends = {f["name"]: f["returns"]["nul_terminated"] for f in CONTRACT["functions"]
            if "nul_terminated" in f["returns"]}
    # PHP makes a string of every `const char *`, up to the next NUL.
    assert {name: f"const char *{name}(" in text for name in ends} == ends
    assert {name: f"const uint8_t *{name}(" in text for name in ends} == {name: not end for name, end in ends.items()}
    assert False in ends.values()


def test_cffi_walks_with_it_as_it_is(library: pathlib.Path, shop_endpoint: str) -> None:
    ffi = cffi.FFI()
    ffi.cdef(FFI.read_text())
    native = ffi.dlopen(str(library))
    client, pager = ffi.new("swiftpager_client **"), ffi.new("swiftpager_pager **")
    operation, error = ffi.new("swiftpager_operation **"), ffi.new("char **")
    counts = []

    @ffi.callback("void(void *, const swiftpager_update *)")
    def on_update(_: object, update: object) -> None:
        counts.append(native.swiftpager_page_item_count(native.swiftpager_update_page(update, ffi.NULL)))

    endpoint = shop_endpoint.encode()
    assert native.swiftpager_client_create(endpoint, ffi.NULL, ffi.NULL, client, error) == 0
    assert native.swiftpager_pager_create(client[0], QUERY, ffi.NULL, ffi.NULL, pager, error) == native.SWIFTPAGER_OK
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
        if function["returns"].get("ownership") == "borrows":
            assert function["returns"]["lives_until"], function["name"]


def test_the_contract_for_machines_follows_its_schema() -> None:
    schema = json.loads((ROOT / "include" / "schema" / "abi.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(CONTRACT)


BAD_PARAMETERS = {
    "a pointer without owner": {"name": "out", "type": "char **", "direction": "out"},
    "a loan without an end": {
        "name": "key", "type": "const char *", "direction": "in", "nullable": False, "ownership": "borrows",
        "nul_terminated": True},
    "a text that may or may not end with a NUL": {
        "name": "key", "type": "const char *", "direction": "in", "nullable": False, "ownership": "borrows",
        "lives_until": "call returns"},
    "what the caller owns and cannot give back": {
        "name": "out", "type": "swiftpager_pager **", "direction": "out", "nullable": False, "ownership": "owns"},
    "a number that may be NULL": {"name": "max", "type": "uint32_t", "direction": "in", "nullable": True},
}


@pytest.mark.parametrize("parameter", BAD_PARAMETERS.values(), ids=BAD_PARAMETERS.keys())
def test_the_schema_refuses(parameter: dict) -> None:
    schema = json.loads((ROOT / "include" / "schema" / "abi.schema.json").read_text())
    judge = jsonschema.Draft202012Validator({"$ref": "#/$defs/parameter", "$defs": schema["$defs"]})
    assert not judge.is_valid(parameter)


def test_what_answers_or_gives_back_consumes_its_handle_and_all_else_borrows_it() -> None:
    consuming = {function["name"] for function in CONTRACT["functions"] for parameter in function["parameters"]
                 if parameter.get("ownership") == "consumes"}
    assert consuming == {
        "swiftpager_free", "swiftpager_request_complete", "swiftpager_request_fail",
        "swiftpager_authorization_complete", "swiftpager_authorization_fail",
        *(f"swiftpager_{kind}_release"
          for kind in ("client", "pager", "subscription", "operation", "update", "page", "table")),
    }


def test_the_functions_that_give_something_back_exist() -> None:
    lists = re.findall(r'"release_with": \[(.*?)\]', json.dumps(CONTRACT))
    # A struct of Arrow has a function of its own.
    assert set(re.findall(r"\w+", " ".join(lists))) - {"release"} < header.functions()


@pytest.mark.parametrize("function", CONTRACT["functions"], ids=lambda function: function["name"])
def test_lengths_and_texts_say_of_each_other(function: dict) -> None:
    parameters = {parameter["name"]: parameter for parameter in function["parameters"]}
    values = parameters | {"returns": function["returns"]}
    for name, value in values.items():
        if "length" in value:
            assert parameters[value["length"]]["length_of"] == name
        if "length_of" in value:
            assert values[value["length_of"]]["length"] == name
    # What the comment says of a result without conditions.
    if re.search(r"(?<!and it )(?<!not )\bend(s)? with a NUL", function["comment"]):
        assert function["returns"].get("nul_terminated") == ("not end with a NUL" not in function["comment"])


def test_enumerations_callbacks_and_structures_are_all_there() -> None:
    assert {member["name"]: member["value"] for group in CONTRACT["enums"] for member in group["members"]} == {
        name: value for name, value in CONTRACT["constants"].items() if not name.endswith("_SIGN")}
    assert [group["name"] for group in CONTRACT["enums"]] == [
        "swiftpager_status", "swiftpager_source", "swiftpager_kind"]
    assert all(member.get("comment") or member["value"] == 0 for group in CONTRACT["enums"]
               for member in group["members"])
    assert [band["first"] for band in CONTRACT["enums"][0]["bands"]] == [1, 20, 40, 60]
    described = [row["name"] for part in ("handles", "callbacks", "structures", "enums") for row in CONTRACT[part]]
    assert sorted(described) == sorted(CONTRACT["types"])


def test_a_handle_belongs_to_the_one_on_which_it_was_made() -> None:
    parents = {(function["makes"], function["parent"]) for function in CONTRACT["functions"] if function["makes"]}
    assert parents == {(f"swiftpager_{child}", parent and f"swiftpager_{parent}") for child, parent in [
        ("client", None), ("pager", "client"), ("operation", "client"), ("operation", "pager"),
        ("subscription", "pager"), ("update", None), ("page", "update"), ("table", None)]}


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
