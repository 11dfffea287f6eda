"""Pieces of Python text."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable
from typing import Any

COLUMNS = 120
_INDENT = "    "


def block(head: str, *parts: str) -> str:
    """A class or a function: its first line, and what stands in it."""
    body = "\n".join(part for part in parts if part) or "pass"
    return f"{head}\n{textwrap.indent(body, _INDENT)}"


def call(head: str, arguments: Iterable[str], tail: str, *, margin: int = 0) -> str:
    """A call or a signature: in one line if it fits, or else with its arguments behind the first line."""
    given = list(arguments)
    inner = ", ".join(given)
    if len(head) + len(inner) + len(tail) + margin + 2 <= COLUMNS:
        return f"{head}({inner}){tail}"
    if len(inner) + len(_INDENT) + margin <= COLUMNS:
        return f"{head}(\n{_INDENT}{inner}\n){tail}"
    # A comma may stand behind `**options`, too.
    lines = "".join(f"{_INDENT}{one},\n" for one in given)
    return f"{head}(\n{lines}){tail}"


def literal(value: Any, head: str = "", margin: int = 0) -> str:
    """A value of JSON as Python writes it, behind a key: in one line if it fits."""
    # Columns have neither truth values nor nulls, which JSON writes in another way.
    line = head + json.dumps(value)
    if len(line) + margin < COLUMNS or not isinstance(value, dict | list):
        return line
    inner = margin + len(_INDENT)
    if isinstance(value, dict):
        lines = [literal(one, f"{quoted(key)}: ", inner) for key, one in value.items()]
    else:
        lines = [literal(one, "", inner) for one in value]
    begin, end = "{}" if isinstance(value, dict) else "[]"
    body = textwrap.indent("".join(f"{one},\n" for one in lines), _INDENT)
    return f"{head}{begin}\n{body}{end}"


def quoted(text: str) -> str:
    """A text as Python writes it, in double quotes."""
    shown = repr(text)
    if shown.startswith('"'):
        return shown
    return '"' + shown[1:-1].replace("\\'", "'").replace('"', '\\"') + '"'


def documentation(*sentences: str) -> str:
    """A docstring."""
    text = " ".join(" ".join(one.split()) for one in sentences if one).replace("\\", "\\\\").replace('"""', "'''")
    if text.endswith('"'):
        text += " "
    if len(text) + 2 * len(_INDENT) + 6 <= COLUMNS:
        return f'"""{text}"""'
    lines = textwrap.wrap(text, COLUMNS - 2 * len(_INDENT) - 6)
    return "\n".join([f'"""{lines[0]}', *lines[1:], '"""'])


def raw_text(text: str) -> str:
    """Several lines as Python writes them."""
    safe = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""\\\n{safe}\n"""'
