"""bindings/node/configs.d.ts, the types of configs, options and statuses of TypeScript.

The keys come from the schemas in include/schema, the names of statuses from the enumerations of the header.
"""

import json
import re
import textwrap
from typing import Any

from config_keys import COLUMNS, Schema, schema, target

NOTE = "Written by contract/node_types.py from include/schema: run `make headers`."
# The schemas, and the names of their types.
SCHEMAS = {"client": "ClientConfig", "pager": "PagerConfig", "options": "LoadOptions", "request": "ExecuteOptions"}
# Keys that have parameters of their own, that the binding sets, or that it refuses.
HANDLED = {"client": {"endpoint", "delivery"}, "pager": {"query", "variables"},
           "options": {"pull", "failed_pages", "callbacks"}, "request": {"query", "variables"}}


def types(enumerations: list[dict[str, Any]]) -> str:
    """The text of the file; the enumerations are those of type_facts.py."""
    return f"// {NOTE}\n" + "".join(map(_config, SCHEMAS)) + _names(enumerations)


def _names(enumerations: list[dict[str, Any]]) -> str:
    """A type for the names of each enumeration: "GRAPHQL"."""
    text = ""
    for enumeration in enumerations:
        name = enumeration["name"].removeprefix("swiftpager_")
        members = (member["name"].removeprefix("SWIFTPAGER_") for member in enumeration["members"])
        union = " | ".join(f"'{member.removeprefix(f'{name.upper()}_')}'" for member in members)
        # The first sentence.
        brief = re.match(r".+?\.(?= [A-Z0-9`]|$)|.*", " ".join(enumeration["comment"].split("\n\n")[0].split()))
        assert brief is not None
        text += f"\n{_comment(brief[0], '')}export type {name.capitalize()}Name =\n  {union};\n"
    return text


def _config(name: str) -> str:
    """A config or options as an interface. Some keys are parameters of the binding, or its own matter."""
    whole = schema(name)
    keys = {key: value for key, value in whole["properties"].items() if key not in HANDLED[name]}
    body = _object(keys, whole.get("required", []), whole, "")
    return f"\n/** {whole['title']}. */\nexport interface {SCHEMAS[name]} {body}\n"


def _object(keys: dict[str, Any], required: list[str], whole: Schema, margin: str) -> str:
    text = "{\n"
    for name, value in keys.items():
        if description := value.get("description"):
            text += _comment(re.sub(r"See (\w+\.md)", r"See docs/\1", description), f"{margin}  ")
        text += f"{margin}  {name}{'' if name in required else '?'}: {_type(value, whole, margin + '  ')};\n"
    return text + margin + "}"


def _comment(text: str, margin: str) -> str:
    sign = f"{margin} * "
    lines = textwrap.wrap(text, COLUMNS, initial_indent=sign, subsequent_indent=sign, break_long_words=False,
                          break_on_hyphens=False)
    return "\n".join([f"{margin}/**", *lines, f"{margin} */", ""])


def _type(value: Any, whole: Schema, margin: str) -> str:
    """The type of TypeScript of a part of a schema; what it cannot say, like a range, stays the library's to check."""
    if not isinstance(value, dict):
        return "unknown"
    if "$ref" in value:
        return _type(target(value, whole), whole, margin)
    if "enum" in value or "const" in value:
        return " | ".join(json.dumps(each).replace('"', "'") for each in value.get("enum", [value.get("const")]))
    for word in ("oneOf", "anyOf"):
        if word in value and not {"type", "properties"} & set(value):
            return " | ".join(dict.fromkeys(_type(each, whole, margin) for each in value[word]))
    kinds = value.get("type", [])
    return " | ".join(_plain(kind, value, whole, margin) for kind in ([kinds] if isinstance(kinds, str) else kinds)) \
        or "unknown"


def _plain(kind: str, value: Schema, whole: Schema, margin: str) -> str:
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
