"""The bindings are written by hand: what each declares of the library is what swiftpager.abi.json says.

Go and Node.js call the library through the header: cgo and the C compiler compare their calls with it.
"""

import ctypes
import json
import re
import sys
from collections.abc import Callable, Iterable

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "bindings" / "python"))
from swiftpager._native.signatures import SIGNATURES

BINDINGS = ROOT / "bindings"
CONTRACT = json.loads((ROOT / "include" / "swiftpager.abi.json").read_text())
# What passes in the same way is one kind. A Java `long` is an address or a size.
C_KINDS = {"void": "void", "bool": "bool", "int32_t": "int", "uint32_t": "int", "int": "int", "size_t": "size",
           "swiftpager_status": "int", "swiftpager_source": "int", "swiftpager_kind": "int"}
Signature = list[str]


def c_kind(kind: str) -> str:
    """The kind of a type of C; a callback is an address."""
    return "address" if "*" in kind else C_KINDS.get(kind, "address")


EXPECTED: dict[str, Signature] = {
    function["name"]: [c_kind(function["returns"]["type"]), *(c_kind(each["type"]) for each in function["parameters"])]
    for function in CONTRACT["functions"]
}


def text(*names: str) -> str:
    return "".join((BINDINGS / name).read_text() for name in names)


def arguments(listed: str) -> list[str]:
    return [each.strip() for each in listed.split(",") if each.strip() not in ("", "void")]


def declared_in_c(declared: str) -> dict[str, Signature]:
    kinds = re.findall(r"^((?:const )?\w+) (\*?)(swiftpager_\w+)\(([^)]*)\);", declared, re.MULTILINE)
    # Each is read.
    assert len(kinds) == declared.count(");")
    # An argument ends with its name.
    return {name: [c_kind(result + star), *(c_kind(re.sub(r"\w+$", "", each).strip()) for each in arguments(listed))]
            for result, star, name, listed in kinds}


def luajit() -> dict[str, Signature]:
    return declared_in_c(text("luajit/swiftpager/native.lua").partition("[[")[2].partition("]]")[0])


def ruby() -> dict[str, Signature]:
    kinds = {"VOID": "void", "BOOL": "bool", "INT32": "int", "UINT32": "int", "SIZE": "size", "ADDRESS": "address",
             "TEXT": "address"}
    table = text("ruby/lib/swiftpager/functions.rb").partition("FUNCTIONS = {")[2].partition("}.freeze")[0]
    return {f"swiftpager_{name.lower()}": [kinds[each] for each in arguments(listed)]
            for name, listed in re.findall(r"([A-Z_]+): \[([^\]]*)\]", table)}


def rust() -> dict[str, Signature]:
    kinds = {"i32": "int", "c_int": "int", "Status": "int", "Source": "int", "Kind": "int", "bool": "bool",
             "usize": "size", "Key": "address", "Text": "address", "Given": "address", "Unused": "address",
             "()": "void"}

    def kind(declared: str) -> str:
        return "address" if declared.startswith(("&mut ", "*const ")) else kinds[declared]

    table = between(text("rust/src/ffi.rs"), "\nfunctions! {", "\n}\n")
    shapes = re.findall(r"^ {4}(swiftpager_[\w,\s]+):\s*\(([^)]*)\) -> (.+);$", table, re.MULTILINE)
    # Each is read.
    assert sum(len(names.split()) for names, _, _ in shapes) == table.count("swiftpager_")
    return {name: [kind(result), *(kind(each.partition(": ")[2]) for each in arguments(listed))]
            for names, listed, result in shapes for name in names.replace(",", " ").split()}


def java() -> dict[str, Signature]:
    kinds = {"int": "int", "void": "void", "byte": "bool", "long": "long"}
    declared = re.findall(
        r"static native (\w+) (swiftpager_\w+)\(\s*([^)]*)\);", text("java/src/swiftpager/Abi.java"))
    return {name: [kinds.get(result, "address"), *(kinds.get(each.split()[0], "address") for each in arguments(listed))]
            for result, name, listed in declared}


def python() -> dict[str, Signature]:
    kinds = {ctypes.c_int32: "int", ctypes.c_uint32: "int", ctypes.c_bool: "bool", ctypes.c_size_t: "size",
             None: "void"}
    return {name: [kinds.get(result, "address"), *(kinds.get(each, "address") for each in takes)]
            for name, (result, takes) in SIGNATURES.items()}


@pytest.mark.parametrize("declared", [luajit, ruby, rust, java, python], ids=lambda declared: declared.__name__)
def test_each_declared_function_is_that_of_the_contract(declared: Callable[[], dict[str, Signature]]) -> None:
    found = declared()
    assert len(found) >= 50
    for name, signature in found.items():
        assert name in EXPECTED, f"the library has no {name}"
        assert len(signature) == len(EXPECTED[name]), f"{name}: {signature} in place of {EXPECTED[name]}"
        for kind, expected in zip(signature, EXPECTED[name], strict=True):
            assert kind == expected or (kind == "long" and expected in ("address", "size")), \
                f"{name}: {signature} in place of {EXPECTED[name]}"


def test_python_declares_every_function() -> None:
    assert set(SIGNATURES) == set(EXPECTED)


def test_what_is_declared_is_called() -> None:
    """A declaration that no other line uses is one that a user cannot reach."""
    def sources(folder: str, pattern: str) -> str:
        paths = (path for path in sorted((BINDINGS / folder).rglob(pattern)) if "tests" not in path.parts)
        return "".join(path.read_text() for path in paths)

    lua, rubies, javas = sources("luajit", "*.lua"), sources("ruby/lib", "*.rb"), sources("java/src", "*.java")
    # Lua joins some names.
    joined = {f"swiftpager_{thing}_{name}" for thing in ("page", "pager") for name in re.findall(r'"(\w+)"', lua)}
    unused = [name for name in luajit() if lua.count(name) < 2 and name not in joined]
    unused += [name for name in ruby() if f"Native::{name.removeprefix('swiftpager_').upper()}" not in rubies
               and not re.search(rf"(?<!::)\b{name.removeprefix('swiftpager_').upper()}\.call", rubies)]
    unused += [name for name in java() if len(re.findall(rf"\b{name}\b", javas)) < 2]
    assert unused == []


def pairs(found: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Names without underscores, because Go has none, and their numbers."""
    return {name.replace("_", "").upper(): int(number) for name, number in found}


def numbers(enumeration: str) -> dict[str, int]:
    members = next(each["members"] for each in CONTRACT["enums"] if each["name"] == f"swiftpager_{enumeration}")
    prefixes = ("SWIFTPAGER_", f"{enumeration.upper()}_")
    return pairs((member["name"].removeprefix(prefixes[0]).removeprefix(prefixes[1]), member["value"])
                 for member in members)


def between(source: str, start: str, end: str) -> str:
    assert start in source
    return source.partition(start)[2].partition(end)[0]


STATUSES: dict[str, Callable[[], Iterable[tuple[str, str]]]] = {
    "luajit": lambda: re.findall(
        r"(\w+) = (\d+)", between(text("luajit/swiftpager/native.lua"), "STATUS = {", "}")),
    "ruby": lambda: [(name, number) for number, name in re.findall(
        r'(\d+) => "(\w+)"', between(text("ruby/lib/swiftpager/functions.rb"), "STATUSES = {", "}"))],
    "rust": lambda: re.findall(r"pub const (\w+): Status = Status\((\d+)\);", text("rust/src/status.rs")),
    "java": lambda: re.findall(
        r"(\w+)\((\d+)\)", between(text("java/src/swiftpager/Status.java"), "enum Status {", ";")),
    "go": lambda: re.findall(r"^\t(\w+) +Status = (\d+)", text("go/status.go"), re.MULTILINE),
    "node": lambda: re.findall(r"(\w+): (\d+)", between(text("node/statuses.js"), "exports.status", "});")),
}


@pytest.mark.parametrize("language", STATUSES)
def test_each_status_has_its_number(language: str) -> None:
    assert pairs(STATUSES[language]()) == numbers("status")


KINDS: dict[str, Callable[[str], Iterable[tuple[str, str]]]] = {
    "rust": lambda name: re.findall(rf"pub const (\w+): {name} = {name}\((\d+)\);", text("rust/src/status.rs")),
    "java": lambda name: enumerate_of(
        re.findall(r"\w+", between(text(f"java/src/swiftpager/{name}.java"), f"enum {name} {{", ";"))),
    "go": lambda name: re.findall(rf"^\t{name}(\w+) +{name} = (\d+)", text("go/status.go"), re.MULTILINE),
    "node": lambda name: enumerate_of(
        re.findall(r"'(\w+)'", between(text("node/statuses.js"), f"exports.{name.upper()}S", "]"))),
    "ruby": lambda name: [(word, number) for number, word in re.findall(
        r'(\d+) => "(\w+)"', between(text("ruby/lib/swiftpager/functions.rb"), f" {name.upper()}S = {{", "}"))],
    "luajit": lambda name: enumerate_of(
        re.findall(r'"(\w+)"', between(text("luajit/swiftpager/native.lua"), f"{name.upper()}S = {{", "}"))),
}


def enumerate_of(names: list[str]) -> list[tuple[str, str]]:
    return [(name, str(number)) for number, name in enumerate(names)]


@pytest.mark.parametrize("language", KINDS)
@pytest.mark.parametrize("name", ["Kind", "Source"])
def test_each_kind_and_source_has_its_number(language: str, name: str) -> None:
    assert pairs(KINDS[language](name)) == numbers(name.lower())
