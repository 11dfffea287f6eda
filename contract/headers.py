"""Writes what follows from the C contract (swiftpager.h and swiftpager_arrow.h) and from the schemas of configs.

    headers.py                 writes
    headers.py --check         says whether everything is what it would write

From the headers it writes include/swiftpager.ffi.h and include/swiftpager.abi.json, and in swiftpager.h the table of
functions. From the schemas it writes docs/configuration.md, the docstrings of the binding's configs, and the types of
Node.js. From the version in Sources/PagerClient it writes that of the binding.

What C cannot say stands in pointer_facts.py (of pointers) and function_facts.py (of functions).
"""

import argparse
import json
import pathlib
import re
import sys
from typing import Any

import config_keys
import declarations
import function_facts
import node_types
import pointer_facts
import type_facts

ROOT = pathlib.Path(__file__).resolve().parents[1]
HEADER = ROOT / "include" / "swiftpager.h"
ARROW = ROOT / "include" / "swiftpager_arrow.h"
# What stands above the table of functions.
LEGEND = "The numbers stand for:\n"
FFI = ROOT / "include" / "swiftpager.ffi.h"
ABI = ROOT / "include" / "swiftpager.abi.json"
PAGE = ROOT / "docs" / "configuration.md"
SHAPES = [ROOT / "bindings" / "python" / "swiftpager" / name for name in ("_config_shapes.py", "_list_configs.py")]
NODE_TYPES = ROOT / "bindings" / "node" / "configs.d.ts"
VERSION = ROOT / "Sources" / "PagerClient" / "Version.swift"
PYTHON_VERSION = ROOT / "bindings" / "python" / "swiftpager" / "_version.py"


def described(header: str) -> list[dict[str, Any]]:
    """The functions with all known facts about each, in the order of the header."""
    functions = []
    for name, kind, parameters in declarations.functions(declarations.code(header)):
        names = [parameter for parameter, _ in parameters]
        function = {
            "name": name,
            "returns": pointer_facts.result(name, kind, names),
            "parameters": [pointer_facts.parameter(name, *parameter, names) for parameter in parameters],
        }
        functions.append({"name": name} | function_facts.facts(function, header))
    return functions


def ffi(header: str) -> str:
    """The text for FFIs, many of which make a string of every `const char *` up to its NUL. Texts that end without one
    are bytes there."""
    text = declarations.code(header)
    for function in described(header):
        if function["returns"].get("nul_terminated") is False:
            text = text.replace(f"const char *{function['name']}(", f"const uint8_t *{function['name']}(")
    return text


def abi(header: str) -> str:
    """The contract as JSON."""
    text = declarations.code(header)
    contract = {
        "abi_version": int(stated(ROOT / "Sources/PagerABI/Exports/LibraryExports.swift", r"UInt32 \{\s*(\d+)")),
        "types": declarations.types(text), "constants": declarations.constants(text),
        **type_facts.facts(header), "functions": described(header),
    }
    return in_lines(contract)


def stated(path: pathlib.Path, pattern: str) -> str:
    """What a source states where the group of a pattern is."""
    found = re.search(pattern, path.read_text())
    assert found is not None, path
    return found[1]


def in_lines(contract: dict[str, Any]) -> str:
    """The contract as JSON with one function, type or constant a line, so that a difference shows what has changed."""
    parts = []
    for key, value in contract.items():
        text = _line(value)
        if isinstance(value, dict):
            text = "{\n  " + ",\n  ".join(f"{_line(name)}: {_line(each)}" for name, each in value.items()) + "\n }"
        elif isinstance(value, list):
            text = "[\n  " + ",\n  ".join(map(_line, value)) + "\n ]"
        parts.append(f" {_line(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def complete(header: str) -> str:
    """The header with an up-to-date table of its functions."""
    before, rest = header.split(LEGEND)
    following = re.search(rf"{declarations.BANNER}|#endif /\* SWIFTPAGER_H \*/", rest)
    assert following is not None
    return f"{before}{LEGEND}{function_facts.table(described(header), header)}\n{rest[following.start():]}"


def python_version() -> str:
    """The module of the binding with the version, which the library's source has."""
    note = f"The version of the package. Written by contract/headers.py from {VERSION.relative_to(ROOT)}."
    version = stated(VERSION, r'StaticString = "(.+)"')
    return f'"""{note}"""\n\n__version__ = "{version}"\n'


def main() -> None:
    """Reads the command line, and writes or checks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    header = HEADER.read_text()
    both = header + ARROW.read_text()
    written = {
        HEADER: complete(header), FFI: ffi(both), ABI: abi(both), PYTHON_VERSION: python_version(),
        NODE_TYPES: node_types.types(type_facts.enumerations(header)), PAGE: config_keys.page(PAGE.read_text()),
        **{path: config_keys.docstrings(path.read_text()) for path in SHAPES},
    }
    stale = [path for path, content in written.items() if not path.exists() or path.read_text() != content]
    if arguments.check and stale:
        sys.exit(f"headers: not up to date: {', '.join(path.name for path in stale)}; run `make headers`")
    for path in [] if arguments.check else stale:
        path.write_text(written[path])
        print(f"headers: wrote {path.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
