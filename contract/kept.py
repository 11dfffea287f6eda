"""Writes Tests/contract/contract.json: the contract that programs were compiled against.

    kept.py                     writes it
    kept.py --print FOLDER      prints that of the headers in a folder

It has the type of each function, the size of each type, the offset of each member and the value of each constant: the
texts come from the headers, the numbers from the C compiler. A test compares it with the headers of today, so a change
of the contract is a change of this file.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
from typing import Any

import declarations

ROOT = pathlib.Path(__file__).resolve().parents[1]
KEPT = ROOT / "Tests" / "contract" / "contract.json"
HEADERS = ("swiftpager.h", "swiftpager_arrow.h")


def contract(folder: pathlib.Path) -> dict[str, Any]:
    """The contract of the headers in a folder."""
    text = declarations.code("".join((folder / name).read_text(encoding="utf-8") for name in HEADERS))
    types = declarations.types(text)
    members = {name: _members(kind) for name, kind in types.items()}
    numbers = _measured(folder, {name: names for name, names in members.items() if types[name] != "opaque"},
                        list(declarations.constants(text)))
    return {
        "functions": {
            name: f"{kind} ({', '.join(each for _, each in parameters) or 'void'})"
            for name, kind, parameters in declarations.functions(text)
        },
        "types": {name: {"is": kind, **numbers["types"].get(name, {})} for name, kind in types.items()},
        "constants": numbers["constants"],
    }


def _members(kind: str) -> list[str]:
    """The names of a structure's members, in their order; none for other types."""
    if not kind.startswith("struct {"):
        return []
    texts = kind.removeprefix("struct {").removesuffix("}").strip().rstrip(";").split("; ")
    functions = [declarations.FUNCTION_POINTER.fullmatch(text) for text in texts]
    return [found[2] if found else declarations.typed(text)[0] for found, text in zip(functions, texts, strict=True)]


def _measured(folder: pathlib.Path, types: dict[str, list[str]], constants: list[str]) -> dict[str, Any]:
    """What the compiler makes of the headers: a program prints it."""
    lines = ["#include <stddef.h>", "#include <stdio.h>", '#include "swiftpager_arrow.h"', "int main(void)", "{"]
    for name, members in types.items():
        spelled = f"struct {name}" if name.startswith("Arrow") else name
        lines.append(f'    printf("types {name} size %zu\\n", sizeof({spelled}));')
        lines += [f'    printf("types {name} {member} %zu\\n", offsetof({spelled}, {member}));' for member in members]
    lines += [f'    printf("constants {name} value %lld\\n", (long long){name});' for name in constants]
    with tempfile.TemporaryDirectory() as made:
        program = pathlib.Path(made, "measured")
        source = program.with_suffix(".c")
        source.write_text("\n".join([*lines, "}", ""]), encoding="utf-8")
        subprocess.run(["cc", "-I", folder, "-o", program, source], check=True)
        printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    found: dict[str, Any] = {"types": {}, "constants": {}}
    for line in printed.splitlines():
        part, name, what, number = line.split()
        if part == "constants":
            found[part][name] = int(number)
        elif what == "size":
            found[part][name] = {"size": int(number)}
        else:
            found[part][name].setdefault("offsets", {})[what] = int(number)
    return found


def written(found: dict[str, Any]) -> str:
    """The contract as JSON, with one function, type or constant a line."""
    parts = []
    for key, values in found.items():
        rows = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in sorted(values.items()))
        parts.append(f" {json.dumps(key)}: {{\n{rows}\n }}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """The command line."""
    if sys.argv[1:2] == ["--print"]:
        print(written(contract(pathlib.Path(sys.argv[2]))), end="")
    else:
        KEPT.write_text(written(contract(ROOT / "include")), encoding="utf-8")


if __name__ == "__main__":
    main()
