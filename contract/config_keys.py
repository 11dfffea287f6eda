"""The keys of the configs, as include/schema describes them, and the texts that are written from that.

Beside what JSON Schema defines, a key has `absent` (what its absence means, if that is not a value), `details` (further
rules, a paragraph each) and `enumDescriptions` (the meaning of each value).
"""

import ast
import json
import pathlib
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[1]
COLUMNS = 120
# Files in the order in which the texts have them, and what each describes.
TITLES = {"client": "Config of a client", "pager": "Config of a pager", "options": "Options of a load",
          "request": "Request to execute"}
UNBOUNDED = 2**63 - 1
PLURALS = {"string": "strings", "integer": "integers", "JSON Pointer": "JSON Pointers"}
# Which classes of the Python binding have which keys.
CLASSES = {
    "Retry": ("client", "retry"), "PersistedQueries": ("client", "persisted_queries"),
    "FixedRate": ("client", "rate_limit"), "BudgetShare": ("client", "rate_limit"),
    "SQLiteStore": ("client", "cache"), "Pagination": ("pager", "pagination"), "NextQuery": ("pager", "next_query"),
    "Nested": ("pager", "nested"), "LoadOptions": ("options", ""), "LoadAllOptions": ("options", ""),
}

# A schema, or a place in it.
Schema = dict[str, Any]


@dataclass(frozen=True)
class Key:
    """A key of a config."""

    name: str
    description: str
    # Which values it takes, in words.
    kind: str
    # What its absence means; None: it must be there.
    default: str | None
    # The values that it takes and the meaning of each, if it takes a few words only.
    values: dict[str, str]
    details: list[str]
    # The keys of the object that it takes.
    keys: list["Key"]
    # Whether it has the description of a key of "pagination".
    is_alias: bool


def schema(name: str) -> Schema:
    """The JSON Schema of a config."""
    found: Schema = json.loads((ROOT / "include" / "schema" / f"{name}.schema.json").read_text(encoding="utf-8"))
    return found


def target(place: Schema, whole: Schema) -> Schema:
    """The place of a schema that a reference leads to, or the place itself."""
    found = whole if "$ref" in place else place
    for word in place.get("$ref", "#").split("/")[1:]:
        found = found[word]
    return found


def keys_of(place: Schema, whole: Schema) -> list[Key]:
    """The keys of the object that stands at a place of a schema, or of objects that stand there by name."""
    named = place.get("additionalProperties")
    forms = [place, *place.get("oneOf", []), *([target(named, whole)] if isinstance(named, dict) else [])]
    return [_key(name, value, whole, is_required=name in form.get("required", []))
            for form in forms for name, value in form.get("properties", {}).items()]


def _key(name: str, place: Schema, whole: Schema, *, is_required: bool) -> Key:
    described = place if "description" in place else target(place, whole)
    default: str | None = None
    if "default" in described:
        default = json.dumps(described["default"], ensure_ascii=False)
    elif not is_required:
        default = described["absent"]
    return Key(
        name=name, description=described["description"], kind=_kind(name, described, whole), default=default,
        details=described.get("details", []), keys=keys_of(described, whole), is_alias=described is not place,
        values=dict(zip(described.get("enum", []), described.get("enumDescriptions", []), strict=False)))


def _kind(name: str, place: Schema, whole: Schema) -> str:
    """The values that a place takes, in words."""
    if "$ref" in place:
        found = target(place, whole)
        return str(found["title"]) if "title" in found else _kind(name, found, whole)
    if "enum" in place:
        return listed([json.dumps(value) for value in place["enum"]])
    kind, named = place.get("type", []), place.get("additionalProperties")
    if isinstance(kind, list):
        kinds: dict[str, None] = {}
        for form in place.get("anyOf", []) + place.get("oneOf", []):
            words = [json.dumps(value) for value in form.get("enum", [])] or [_kind(name, form, whole)]
            kinds |= dict.fromkeys(words)
        return listed(list(kinds))
    if kind == "integer":
        unit = "milliseconds" if name.endswith("_ms") else "integer"
        top = "" if place.get("maximum") == UNBOUNDED else f" to {place.get('maximum')}"
        return f"{unit} from {place['minimum']}{top}" if "minimum" in place else unit
    if kind == "array":
        element = place["items"]
        return f"list of {PLURALS[element.get('type') or _kind(name, element, whole)]}"
    if kind == "object" and isinstance(named, dict):
        plural = PLURALS.get(_kind(name, named, whole))
        return f"object of {plural}" if plural else "object"
    return str(kind)


def listed(words: list[str]) -> str:
    """Words with commas and an "or"."""
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def wrapped(text: str, first: str, further: str) -> list[str]:
    """A paragraph as lines, which break in no piece of code."""
    # A character that is a space neither to textwrap nor to a reader of the schemas.
    whole = re.sub(r"`[^`]+`", lambda match: match[0].replace(" ", "\0"), text)
    lines = textwrap.wrap(whole, COLUMNS, initial_indent=first, subsequent_indent=further, break_long_words=False,
                          break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def joined(keys: list[Key]) -> list[Key | list[Key]]:
    """Keys, with those together that are described elsewhere."""
    aliases = [key for key in keys if key.is_alias]
    return [*(key for key in keys if not key.is_alias), *([aliases] if aliases else [])]


# --- docs/configuration.md ---------------------------------------------------------------------------------------- #


def page(text: str) -> str:
    """The page of the documentation that describes the configs, with up-to-date sections."""
    parts = [text.partition("\n\n## ")[0]]
    for name, title in TITLES.items():
        whole = schema(name)
        parts += [f"## {title}", _markdown(whole["description"])]
        for row in joined(keys_of(whole, whole)):
            parts += _entries(row, "")
    return "\n\n".join(parts) + "\n"


def _entries(row: Key | list[Key], prefix: str) -> Iterator[str]:
    if isinstance(row, list):
        yield f"### Further keys of `{prefix.rstrip('.')}`"
        yield _markdown(", ".join(f"`{key.name}`" for key in row) + ": as in `pagination`, for this query.")
        return
    yield f"### `{prefix}{row.name}`"
    absent = "Must be given."
    if row.default is not None:
        is_text = " " in row.default and row.default[0] not in '[{"'
        absent = f"Default: {row.default}." if is_text else f"Default: `{row.default}`."
    yield _markdown(f"{row.kind[0].upper()}{row.kind[1:]}. {absent}")
    yield _markdown(row.description)
    if row.values:
        yield "\n".join(_markdown(f'- `"{value}"`: {meaning}', "  ") for value, meaning in row.values.items())
    yield from map(_markdown, row.details)
    for inside in joined(row.keys):
        yield from _entries(inside, f"{prefix}{row.name}.")


def _markdown(text: str, further: str = "") -> str:
    """Text of a schema as a paragraph of Markdown."""
    text = re.sub(r"(?<![\w`])_*\w+\(\)", lambda match: f"`{match[0]}`", text)
    text = re.sub(r"See (\w+\.md)", r"See [\1](\1)", text)
    return "\n".join(wrapped(text.replace('"*"', '`"*"`'), "", further))


# --- The docstrings of Python ------------------------------------------------------------------------------------- #


def docstrings(source: str) -> str:
    """A module of the package with the keys of its configs in their docstrings."""
    lines = source.splitlines()
    classes = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
    here = [item for item in CLASSES.items() if item[0] in classes]
    for name, place in sorted(here, key=lambda item: -classes[item[0]].lineno):
        first = classes[name].body[0]
        assert isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and first.end_lineno, name
        summary = str(first.value.value).split("\n\n")[0].strip()
        text = [f'    """{summary}', "", *_docstring(_annotated(name, classes), place), '    """']
        lines[first.lineno - 1:first.end_lineno] = text
    return "\n".join(lines) + "\n"


def _annotated(name: str, classes: dict[str, ast.ClassDef]) -> list[str]:
    """The keys of a class, those that it inherits first."""
    found: list[str] = []
    for base in classes[name].bases:
        if isinstance(base, ast.Name) and base.id in classes:
            found += _annotated(base.id, classes)
    return found + [node.target.id for node in classes[name].body
                    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)]


def _docstring(names: list[str], place: tuple[str, str]) -> Iterator[str]:
    whole = schema(place[0])
    keys = {key.name.removesuffix("_ms"): key for key in keys_of(whole, whole)}
    if place[1]:
        keys = {key.name.removesuffix("_ms"): key for key in keys[place[1]].keys}
    for row in joined([keys[name] for name in names]):
        if isinstance(row, list):
            yield from wrapped(", ".join(key.name for key in row) + ": As in `Pagination`, for this query.",
                               "    ", "        ")
        else:
            yield from _python_rows(row, "    ")


def _python_rows(key: Key, margin: str) -> Iterator[str]:
    default, seconds = key.default, ""
    if default is not None:
        default = re.sub(r"\b(true|false)\b", lambda match: match[0].capitalize(), default)
    if key.name.endswith("_ms"):
        default, seconds = default and f"{int(default) / 1_000:g}", " In seconds."
    text = re.sub(r' See (?:"[^"]*" in swiftpager\.h|\w+\.md)\.', "", key.description)
    absent = "" if default is None else f" Default: {default}."
    yield from wrapped(f"{key.name.removesuffix('_ms')}: {text}{seconds}{absent}", margin, margin + "    ")
    for value, meaning in key.values.items():
        yield from wrapped(f'- "{value}": {meaning}', margin + "    ", margin + "      ")
    for inside in key.keys:
        yield from _python_rows(inside, margin + "    ")
