"""Writes bindings/node/configs.d.ts, the types of configs, options and statuses of TypeScript.

    node_types.py            writes
    node_types.py --check    says whether the file is what it would write

The keys come from the schemas in include/schema, the names of statuses from include/swiftpager.abi.json.
"""

import argparse
import json
import pathlib
import re
import sys
import textwrap
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[1]
ABI = ROOT / "include" / "swiftpager.abi.json"
TYPES = ROOT / "bindings" / "node" / "configs.d.ts"
NOTE = "Written by contract/node_types.py from include/schema: run `make headers`."
COLUMNS = 120
# The schemas, and the names of their types.
SCHEMAS = {"client": "ClientConfig", "pager": "PagerConfig", "options": "LoadOptions", "request": "ExecuteOptions"}
# Keys that have parameters of their own, that the binding sets, or that it refuses.
HANDLED = {"client": {"endpoint", "delivery"}, "pager": {"query", "variables"},
           "options": {"pull", "failed_pages", "callbacks"}, "request": {"query", "variables"}}


def types() -> str:
    """The text of the file."""
    return f"// {NOTE}\n" + "".join(map(_config, SCHEMAS)) + _names()


def _names() -> str:
    """A type for the names of each enumeration: "GRAPHQL"."""
    text = ""
    for enumeration in json.loads(ABI.read_text(encoding="utf-8"))["enums"]:
        name = enumeration["name"].removeprefix("swiftpager_")
        members = (member["name"].removeprefix("SWIFTPAGER_") for member in enumeration["members"])
        union = " | ".join(f"'{member.removeprefix(f'{name.upper()}_')}'" for member in members)
        comment = "\n".join(_commented(_brief(enumeration["comment"]), " * "))
        text += f"\n/**\n{comment}\n */\nexport type {name.capitalize()}Name =\n  {union};\n"
    return text


def _config(schema: str) -> str:
    """A config or options as an interface. Some keys are parameters of the binding, or its own matter."""
    whole = json.loads((ROOT / "include" / "schema" / f"{schema}.schema.json").read_text(encoding="utf-8"))
    keys = {name: value for name, value in whole["properties"].items() if name not in HANDLED[schema]}
    required = [name for name in whole.get("required", []) if name in keys]
    return (f"\n/** {whole['title']}. */\nexport interface {SCHEMAS[schema]} "
            + _object(keys, required, whole, "") + "\n")


def _object(keys: dict[str, Any], required: list[str], whole: dict[str, Any], margin: str) -> str:
    text = "{\n"
    for name, value in keys.items():
        text_of_key = re.sub(r"See (\w+\.md)", r"See docs/\1", value.get("description", ""))
        comment = _commented(text_of_key, f"{margin}   * ")
        text += f"{margin}  /**\n" + "\n".join(comment) + f"\n{margin}   */\n" if value.get("description") else ""
        text += f"{margin}  {name}{'' if name in required else '?'}: {_type(value, whole, margin + '  ')};\n"
    return text + margin + "}"


def _type(value: Any, whole: dict[str, Any], margin: str) -> str:
    """The type of TypeScript of a part of a schema; what it cannot say, like a range, stays the library's to check."""
    if value is True or not isinstance(value, dict):
        return "unknown"
    if "$ref" in value:
        part: Any = whole
        for word in value["$ref"].removeprefix("#/").split("/"):
            part = part[word]
        return _type(part, whole, margin)
    if "enum" in value or "const" in value:
        return " | ".join(json.dumps(each).replace('"', "'") for each in value.get("enum", [value.get("const")]))
    for word in ("oneOf", "anyOf"):
        if word in value and not {"type", "properties"} & set(value):
            return " | ".join(dict.fromkeys(_type(each, whole, margin) for each in value[word]))
    kinds = value.get("type", [])
    return " | ".join(_plain(kind, value, whole, margin) for kind in ([kinds] if isinstance(kinds, str) else kinds)) \
        or "unknown"


def _plain(kind: str, value: dict[str, Any], whole: dict[str, Any], margin: str) -> str:
    if kind in ("integer", "number"):
        return "number"
    if kind == "array":
        element = _type(value.get("items", True), whole, margin)
        return f"({element})[]" if " " in element else f"{element}[]"
    if kind == "object" and "properties" in value:
        return _object(value["properties"], value.get("required", []), whole, margin)
    if kind == "object":
        return f"Record<string, {_type(value.get('additionalProperties', True), whole, margin)}>"
    return kind


def _brief(comment: str) -> str:
    """The first sentence of a comment, on one line."""
    paragraph = " ".join(comment.split("\n\n")[0].split())
    match = re.match(r"(.+?\.)(?= [A-Z0-9`]|$)", paragraph)
    return match[1] if match else paragraph


def _commented(comment: str, sign: str, columns: int = COLUMNS) -> list[str]:
    """The lines of a comment, each behind a sign like "// ", none longer than `columns`.

    Paragraphs are wrapped anew. Tables, lists and examples keep their lines, and a line that is too long is broken.
    """
    lines: list[str] = []
    for paragraph in comment.split("\n\n"):
        before = paragraph.splitlines()
        is_prose = not any(re.match(r" |- |\S+  +\S", line) for line in before)
        for line in [" ".join(before)] if is_prose else before:
            # Where the text of a row begins.
            start = re.match(r" *(?:- |\S+(?:, \S+)*  +)?", line)
            indent = start.end() if start and start.end() < columns // 2 else 0
            lines += textwrap.wrap(
                line[indent:], columns - len(sign), initial_indent=line[:indent], subsequent_indent=" " * indent,
                break_long_words=False, break_on_hyphens=False)
        lines.append("")
    return [f"{sign}{line}".rstrip() for line in lines[:-1]]


def main() -> None:
    """Reads the command line, and writes or checks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    text = types()
    if text == TYPES.read_text(encoding="utf-8"):
        return
    if arguments.check:
        sys.exit(f"node_types: not up to date: {TYPES.name}; run `make headers`")
    TYPES.write_text(text, encoding="utf-8")
    print(f"node_types: wrote {TYPES.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
