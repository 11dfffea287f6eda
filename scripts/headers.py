"""Writes what follows from the C contract, include/swiftpager.h, and from the schemas of configs in include/schema.

    headers.py                 writes
    headers.py --check         says whether everything is what it would write
    headers.py --addresses     prints a C source that takes the address of every function, for abidw

From the header it writes include/swiftpager.ffi.h and include/swiftpager.abi.json, and in the header itself the
contents and the table of functions. From the schemas it writes the header's section "Configs", docs/configuration.md,
and the docstrings of the binding's configs. From the version in Sources/PagerClient it writes that of the binding.

Whether a pointer may be NULL is not part of C, so it stands here: by the name of the parameter if that always means the
same, otherwise by the function. A parameter that is not listed ends the program, so that a new function cannot be
forgotten.
"""

import argparse
import json
import pathlib
import re
import sys
from collections.abc import Callable
from typing import Any

import config_keys
import function_facts

ROOT = pathlib.Path(__file__).resolve().parents[1]
HEADER = ROOT / "include" / "swiftpager.h"
FFI = ROOT / "include" / "swiftpager.ffi.h"
ABI = ROOT / "include" / "swiftpager.abi.json"
PAGE = ROOT / "docs" / "configuration.md"
SHAPES = ROOT / "bindings" / "python" / "swiftpager" / "_config_shapes.py"
VERSION = ROOT / "Sources" / "PagerClient" / "Version.swift"
PYTHON_VERSION = ROOT / "bindings" / "python" / "swiftpager" / "_version.py"
BANNER = r"/\* -+ \*/\n/\* (.+?) +\*/\n/\* -+ \*/\n"

# Parameters that may be NULL in every function.
NULLABLE = {
    "columns_json", "completion", "count", "destroy", "error_json", "hooks", "length", "memory", "options_json", "out_count",
    "out_ended", "out_status", "transport", "user_data", "variables_json",
}
# Parameters that may be NULL in these functions only.
NULLABLE_IN = {
    "swiftpager_client_create_with_endpoint": {"config_json"},
    "swiftpager_pager_create_with_query": {"config_json"},
    "swiftpager_client_cache_write": {"key"},
    "swiftpager_operation_status": {"out_ended"},
    "swiftpager_update_nested": {"out_incomplete", "out_unknown"},
    "swiftpager_pager_subscribe": {"on_update", "out"},
    "swiftpager_client_observe": {"on_event"},
    "swiftpager_client_observe_kinds": {"on_event"},
    "swiftpager_client_set_authorizer": {"authorize"},
    "swiftpager_authorization_complete": {"headers_json"},
    "swiftpager_authorization_fail": {"message"},
    "swiftpager_request_complete": {"headers_json", "body"},
    "swiftpager_request_fail": {"message"},
}
# Calls whose operation needs no handle.
NULLABLE_OUT = re.compile(r"swiftpager_(pager_(fetch|refetch|load_next|load_previous|load_all)|client_execute)")
# Handles that may be NULL: in the functions that release them.
RELEASES = re.compile(r"_(release|cancel|unref)$")
HANDLE = re.compile(
    r"(const )?swiftpager_(client|pager|subscription|operation|update|page|request|authorization|table) \*")
# Parameters that a function writes to.
OUTPUTS = {"count", "out", "out_array", "out_count", "out_fd", "out_incomplete", "out_json", "out_ended", "out_schema",
           "out_status", "out_unknown", "error_json", "length"}
KEPT = {"authorize", "on_event", "on_update", "user_data", "completion", "destroy"}
COPIED = {"columns_json", "config_json", "options_json", "endpoint", "query", "variables_json", "request_json",
          "headers_json", "body", "kinds_json", "message", "name", "transport", "hooks", "path", "key", "fields_json",
          "rows_json"}


def code(text: str) -> str:
    """The header without comments, directives and what only C++ sees."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.DOTALL)
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"\bSWIFTPAGER_API\s+", "", text)
    lines = [line.rstrip() for line in text.splitlines()]
    return re.sub(r"\n{2,}", "\n", "\n".join(lines)).strip() + "\n"


def declarations(text: str) -> list[str]:
    """Each declaration of the code, on one line."""
    found, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if character == ";" and depth == 0:
            found.append(" ".join(text[start:index].split()))
            start = index + 1
    return found


def typed(text: str) -> tuple[str, str]:
    """The name and the type of a parameter, or of a function before its parentheses."""
    match = re.fullmatch(r"(.*?)(\w+)", text.strip())
    assert match is not None, text
    return match[2], match[1].strip().replace(" *", "*").replace("*", " *").replace("* *", "**").strip()


def functions(text: str) -> list[dict[str, Any]]:
    """The functions, in the order of the header."""
    found = []
    for declaration in declarations(text):
        match = re.fullmatch(r"([^(]*\bswiftpager_\w+)\((.*)\)", declaration)
        if match is None or declaration.startswith(("typedef", "struct")):
            continue
        name, result = typed(match[1])
        words = [] if match[2] == "void" else match[2].split(",")
        parameters = [parameter(name, word) for word in words]
        found.append({"name": name, "returns": returned(name, result), "parameters": parameters})
    return found


def returned(function: str, kind: str) -> dict[str, Any]:
    """The result of a function."""
    if "*" not in kind:
        return {"type": kind}
    constant = function in ("swiftpager_version", "swiftpager_status_name")
    owner = "constant" if constant else "owned" if function == "swiftpager_alloc" else "borrowed"
    return {"type": kind, "nullable": not constant, "ownership": owner,
            "lives_until": function_facts.lives_until(function)}


def parameter(function: str, text: str) -> dict[str, Any]:
    """A parameter of a function."""
    name, kind = typed(text)
    if "*" not in kind and not kind.endswith("_cb"):
        return {"name": name, "type": kind}
    nullable = name in NULLABLE or name in NULLABLE_IN.get(function, set()) or (
        name == "out" and NULLABLE_OUT.fullmatch(function) is not None)
    if HANDLE.fullmatch(kind):
        given_back = RELEASES.search(function) is not None and function != "swiftpager_operation_cancel"
        return {"name": name, "type": kind, "nullable": given_back,
                "ownership": "released" if given_back else "borrowed"}
    life = {"lives_until": function_facts.lives_until(function)} if name == "out_fd" else {}
    return {"name": name, "type": kind, "nullable": nullable, "ownership": ownership(function, name, kind), **life}


def ownership(function: str, name: str, kind: str) -> str:
    """The owner of a pointer after the call."""
    if name == "memory":
        return "released"
    if name in KEPT:
        return "kept until destroy"
    if name in OUTPUTS:
        if kind == "char **":
            return "written; free with swiftpager_free"
        if kind.startswith("struct Arrow"):
            return "written; call its release"
        handle = re.fullmatch(r"(?:const )?(swiftpager_\w+) \*\*", kind)
        return f"written; release with {release_of(handle[1])}" if handle else "written"
    if name in COPIED:
        return "copied"
    sys.exit(f"headers: say in scripts/headers.py whose {name} of {function} is, and whether it may be NULL")


def release_of(handle: str) -> str:
    """The function that releases a handle."""
    name = f"{handle}_release"
    return name if f"{name}(" in HEADER.read_text() else f"{handle}_cancel"


def constants(text: str) -> dict[str, int]:
    """The constants of the enumerations."""
    bodies = re.findall(r"\benum\s*\{(.*?)\}", text, flags=re.DOTALL)
    return {name: int(value) for body in bodies for name, value in re.findall(r"(\w+)\s*=\s*(-?\d+)", body)}


def types(text: str) -> dict[str, str]:
    """The definition of each type; "opaque" if only its name is known."""
    found = {}
    for declaration in declarations(text):
        if callback := re.fullmatch(r"typedef (.*)\(\*(\w+)\)(\(.*\))", declaration):
            found[callback[2]] = f"{callback[1]}(*){callback[3]}"
        elif structure := re.fullmatch(r"typedef struct (\w+) (\w+)", declaration):
            found.setdefault(structure[2], "opaque")
        elif fields := re.fullmatch(r"(?:typedef )?struct (\w+) \{ (.*) \}(?: \w+)?", declaration):
            found[fields[1]] = f"struct {{ {fields[2]} }}"
        elif alias := re.fullmatch(r"typedef (\w+) (\w+)", declaration):
            found[alias[2]] = alias[1]
    return found


def described(header: str) -> list[dict[str, Any]]:
    """The functions with all known facts about each."""
    return [function | function_facts.facts(function, header) for function in functions(code(header))]


def abi(header: str) -> str:
    """The contract as JSON."""
    text = code(header)
    version = re.search(r"UInt32 \{\s*(\d+)",
                        (ROOT / "Sources" / "PagerABI" / "Exports" / "LibraryExports.swift").read_text())
    assert version is not None
    contract = {"abi_version": int(version[1]), "types": types(text), "constants": constants(text),
                "functions": described(header)}
    return json.dumps(contract, indent=1) + "\n"


def complete(header: str) -> str:
    """The header with up-to-date generated sections."""
    bodies: dict[str, Callable[[str], str]] = {
        "Configs": lambda _: config_keys.comments(),
        "Functions at a glance": lambda header: function_facts.table(described(header), header),
        "Contents": contents,
    }
    for title, body in bodies.items():
        banner = next(match for match in re.finditer(BANNER, header) if match[1] == title)
        following = re.compile(rf"{BANNER}|#ifndef SWIFTPAGER_H\n").search(header, banner.end())
        assert following is not None, title
        note = "/* Written by scripts/headers.py: run `make headers`. */"
        header = f"{header[:banner.end()]}\n{note}\n\n{body(header)}\n{header[following.start():]}"
    return header


def contents(header: str) -> str:
    """The table of contents: the sections of the header and the topics in each."""
    starts = [*re.finditer(BANNER, header)][1:]
    lines = []
    for start, following in zip(starts, [*starts[1:], None], strict=True):
        topics = re.findall(r"^ \* # (.+)$", header[start.end():following and following.start()], flags=re.MULTILINE)
        lines += config_keys.wrapped(start[1] + (f" ({', '.join(topics)})" if topics else ""), " * - ", " *   ")
    return "\n".join(["/*", *lines, " */", ""])


def python_version() -> str:
    """The module of the binding with the version, which the library's source has."""
    version = re.search(r'StaticString = "(.+)"', VERSION.read_text())
    assert version is not None
    note = f"The version of the package. Written by scripts/headers.py from {VERSION.relative_to(ROOT)}."
    return f'"""{note}"""\n\n__version__ = "{version[1]}"\n'


def addresses(text: str) -> str:
    """A C source whose variables have the type and the address of every function."""
    names = sorted(function["name"] for function in functions(text))
    rows = "\n".join(f"__typeof__({name}) *address_of_{name} = {name};" for name in names)
    return f"#include <swiftpager.h>\n{rows}\n"


def main() -> None:
    """Reads the command line, and writes, checks or prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--addresses", action="store_true")
    arguments = parser.parse_args()
    header = HEADER.read_text()
    if arguments.addresses:
        print(addresses(code(header)), end="")
        return
    written = {HEADER: complete(header), FFI: code(header), ABI: abi(header), PAGE: config_keys.page(),
               SHAPES: config_keys.docstrings(SHAPES.read_text()), PYTHON_VERSION: python_version()}
    stale = [path for path, content in written.items() if not path.exists() or path.read_text() != content]
    if arguments.check and stale:
        sys.exit(f"headers: not up to date: {', '.join(path.name for path in stale)}; run `make headers`")
    for path in [] if arguments.check else stale:
        path.write_text(written[path])
        print(f"headers: wrote {path.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
