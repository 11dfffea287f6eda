"""Reads include/swiftpager.h: its declarations, and the comments above them."""

import re
from collections.abc import Iterator
from typing import Any

# A pointer to a function: its result, its name and its parameters.
FUNCTION_POINTER = re.compile(r"(?:typedef )?(.*?)\(\*(\w+)\)\((.*)\)")
# The comment that begins a section, with the title of the section.
BANNER = r"/\* --- (.+?) -+ \*/\n"
# The functions of Arrow's structures do not name their first parameter.
UNNAMED = "self"


def code(header: str) -> str:
    """The header without comments, directives and what only C++ sees."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.DOTALL)
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"\bSWIFTPAGER_API\s+", "", text)
    return re.sub(r"\s*\n", "\n", text).strip() + "\n"


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
    """The name and the type of a parameter or a member, or of a function before its parentheses."""
    match = re.fullmatch(r"(.*?)(\w+)", text.strip())
    name, kind = (match[2], match[1]) if match else (UNNAMED, text)
    return name, kind.strip().replace(" *", "*").replace("*", " *").replace("* *", "**").strip()


def parameters(text: str) -> list[tuple[str, str]]:
    """The names and types of what stands between the parentheses of a function."""
    return [] if text == "void" else [typed(word) for word in text.split(",")]


def functions(text: str) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """The functions of the code, in their order: name, type of the result, parameters."""
    for declaration in declarations(text):
        match = re.fullmatch(r"([^(]*\bswiftpager_\w+)\((.*)\)", declaration)
        if match is not None and not declaration.startswith(("typedef", "struct")):
            yield *typed(match[1]), parameters(match[2])


def constants(text: str) -> dict[str, int]:
    """The constants of the enumerations."""
    bodies = re.findall(r"\benum\s*\{(.*?)\}", text, flags=re.DOTALL)
    return {name: int(value) for body in bodies for name, value in re.findall(r"(\w+)\s*=\s*(-?\d+)", body)}


def types(text: str) -> dict[str, str]:
    """The definition of each type; "opaque" if only its name is known."""
    found = {}
    for declaration in declarations(text):
        if declaration.startswith("typedef") and (callback := FUNCTION_POINTER.fullmatch(declaration)):
            found[callback[2]] = f"{callback[1]}(*)({callback[3]})"
        elif structure := re.fullmatch(r"typedef struct (\w+) (\w+)", declaration):
            found.setdefault(structure[2], "opaque")
        elif fields := re.fullmatch(r"(?:typedef )?struct (\w+) \{ (.*) \}(?: \w+)?", declaration):
            found[fields[1]] = f"struct {{ {fields[2]} }}"
        elif alias := re.fullmatch(r"typedef (\w+) (\w+)", declaration):
            found[alias[2]] = alias[1]
    return found


# --- Comments ------------------------------------------------------------------------------------------------------- #


def comment_above(header: str, declaration: str) -> str:
    """The text of the comment right above what matches the pattern; empty if something else stands there."""
    found = re.search(declaration, header, flags=re.MULTILINE)
    assert found is not None, declaration
    before = re.sub(r"(?:^#.*\n|\n)*\Z", "", header[:found.start()], flags=re.MULTILINE).rstrip()
    return plain(before[before.rindex("/*"):]) if before.endswith("*/") else ""


def comment_of(function: str, header: str) -> str:
    """The text of the comment above a function."""
    return comment_above(header, rf"^SWIFTPAGER_API[^;]*?\b{function}\(")


def plain(comment: str) -> str:
    """A comment without the signs that make it one."""
    inside = comment.strip().removeprefix("/*").removesuffix("*/")
    lines = [re.sub(r"^ \* ?", "", line).rstrip() for line in inside.splitlines()]
    return "\n".join(lines).strip()


def joined(comment: str) -> str:
    """A comment on one line."""
    return " ".join(plain(comment).split())


def commented(parts: list[dict[str, Any]], comment: str) -> list[dict[str, Any]]:
    """The parameters or members with what the rows of a comment, "name  text", say of each, on one line."""
    found: dict[str, list[str]] = {}
    known, row = {part["name"] for part in parts}, []
    for line in comment.splitlines():
        start = re.fullmatch(r"(\w+(?:, \w+)*)(?:  +(\S.*))?", line)
        if start is not None and set(start[1].split(", ")) <= known:
            row = [start[2] or ""]
            found |= dict.fromkeys(start[1].split(", "), row)
        elif line.startswith("  "):
            row.append(line)
        else:
            row = []
    return [described(part, " ".join(" ".join(found.get(part["name"], [])).split())) for part in parts]


def described(facts: dict[str, Any], comment: str) -> dict[str, Any]:
    """The facts, with a comment if there is one."""
    return facts | ({"comment": comment} if comment else {})
