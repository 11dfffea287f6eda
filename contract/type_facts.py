"""The types of the contract as swiftpager.abi.json has them: handles, enumerations, callbacks and structures."""

import re
from typing import Any

import declarations
import pointer_facts

DASH = "\N{EN DASH}"


def handles(header: str) -> list[dict[str, Any]]:
    """The opaque types, in the order of the header."""
    names = [name for name, kind in declarations.types(declarations.code(header)).items() if kind == "opaque"]
    return [
        {"name": name, "comment": declarations.comment_above(header, rf"^typedef struct {name} {name};"),
         "release_with": pointer_facts.release_with(name)}
        for name in names
    ]


def enumerations(header: str) -> list[dict[str, Any]]:
    """The enumerations, each with its members; without the member -1 that only makes its type a signed one."""
    pattern = r"^typedef (\w+) (swiftpager_\w+);\nenum \{\n(.*?)\n\};"
    found = []
    for match in re.finditer(pattern, header, flags=re.MULTILINE | re.DOTALL):
        kind, name, body = match.groups()
        found.append({
            "name": name, "type": kind,
            "comment": declarations.comment_above(header, rf"^typedef {kind} {name};"),
            "members": _members_of_enumeration(body), "bands": _bands(body),
        })
    return found


def _members_of_enumeration(body: str) -> list[dict[str, Any]]:
    rows = re.finditer(r"^ +(SWIFTPAGER_\w+) = (\d+),?[ \t]*(?:/\*(.*?)\*/)?", body, flags=re.MULTILINE | re.DOTALL)
    return [declarations.described({"name": row[1], "value": int(row[2])}, declarations.joined(row[3] or ""))
            for row in rows]


def _bands(body: str) -> list[dict[str, Any]]:
    """The ranges of values whose meaning a comment of its own says."""
    rows = re.finditer(rf"^ +/\* (\d+){DASH}(\d+): (.*?)\*/", body, flags=re.MULTILINE | re.DOTALL)
    return [{"first": int(row[1]), "last": int(row[2]), "comment": declarations.joined(row[3])} for row in rows]


def callbacks(header: str) -> list[dict[str, Any]]:
    """The types of functions that the library calls."""
    found = []
    for declaration in declarations.declarations(declarations.code(header)):
        match = declarations.FUNCTION_POINTER.fullmatch(declaration)
        if match is not None and declaration.startswith("typedef"):
            comment = declarations.comment_above(header, rf"^typedef [^;]*?\(\*{match[2]}\)")
            found.append({"name": match[2], "comment": comment, **_function_type(*match.groups())})
    return found


def _function_type(result: str, name: str, parameters: str) -> dict[str, Any]:
    pairs = declarations.parameters(parameters)
    names = [each for each, _ in pairs]
    kind = declarations.typed(f"{result}result")[1]
    return {
        "returns": pointer_facts.callback_result(kind),
        "parameters": [pointer_facts.callback_parameter(name, *pair, names) for pair in pairs],
    }


def structures(header: str) -> list[dict[str, Any]]:
    """The structures, each with its members; a member that is a function has its result and parameters."""
    found = []
    for match in map(declarations.STRUCTURE.fullmatch, declarations.declarations(declarations.code(header))):
        if match is not None:
            comment = declarations.comment_above(header, rf"^(?:typedef )?struct {match[1]} \{{")
            members = [_member(member) for member in match[2].rstrip("; ").split("; ")]
            members = declarations.commented(members, comment)
            found.append(declarations.described({"name": match[1], "members": members}, comment))
    return found


def _member(text: str) -> dict[str, Any]:
    if function := declarations.FUNCTION_POINTER.fullmatch(text):
        kind = f"{function[1]}(*)({function[3]})"
        return {"name": function[2], "type": kind, "function": _function_type(*function.groups())}
    name, kind = declarations.typed(text)
    return {"name": name, "type": kind}
