"""The types of the contract as swiftpager.abi.json has them: handles, enumerations, callbacks and structures."""

import re
from typing import Any

import declarations
import pointer_facts

DASH = "\N{EN DASH}"


def facts(header: str) -> dict[str, list[dict[str, Any]]]:
    """The types by their kinds, in the order of the header.

    A callback has its result and parameters, and so has a member of a structure that is a function.
    """
    handles, callbacks, structures = [], [], []
    for name, kind in declarations.types(declarations.code(header)).items():
        if kind == "opaque":
            comment = declarations.comment_above(header, rf"^typedef struct {name} {name};")
            handles.append({"name": name, "comment": comment, "release_with": pointer_facts.release_with(name)})
        elif structure := re.fullmatch(r"struct \{ (.*) \}", kind):
            comment = declarations.comment_above(header, rf"^(?:typedef )?struct {name} \{{")
            members = [_member(member) for member in structure[1].rstrip("; ").split("; ")]
            members = declarations.commented(members, comment)
            structures.append(declarations.described({"name": name, "members": members}, comment))
        elif callback := re.fullmatch(r"(.*)\(\*\)\((.*)\)", kind):
            comment = declarations.comment_above(header, rf"^typedef [^;]*?\(\*{name}\)")
            callbacks.append({"name": name, "comment": comment, **_function_type(name, *callback.groups())})
    return {"handles": handles, "enums": enumerations(header), "callbacks": callbacks, "structures": structures}


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


def _member(text: str) -> dict[str, Any]:
    if function := declarations.FUNCTION_POINTER.fullmatch(text):
        result, name, parameters = function.groups()
        kind = f"{result}(*)({parameters})"
        return {"name": name, "type": kind, "function": _function_type(name, result, parameters)}
    name, kind = declarations.typed(text)
    return {"name": name, "type": kind}


def _function_type(name: str, result: str, parameters: str) -> dict[str, Any]:
    pairs = declarations.parameters(parameters)
    names = [each for each, _ in pairs]
    kind = declarations.typed(f"{result}result")[1]
    return {
        "returns": pointer_facts.callback_result(kind),
        "parameters": [pointer_facts.callback_parameter(name, *pair, names) for pair in pairs],
    }
