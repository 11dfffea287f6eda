"""Pieces of Python text."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable
from typing import Any

COLUMNS = 120
_INDENT = "    "
# Characters that a file of Python cannot have, or that its reader would take for the end of a line.
_UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


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
    text = " ".join(" ".join(one.split()) for one in sentences if one).replace('"""', "'''")
    if text.endswith('"'):
        text += " "
    if len(_escaped(text)) + 2 * len(_INDENT) + 6 <= COLUMNS:
        return f'"""{_escaped(text)}"""'
    # The end of a line must not come into an escape.
    lines = [_escaped(line) for line in textwrap.wrap(text, COLUMNS - 2 * len(_INDENT) - 6)]
    return "\n".join([f'"""{lines[0]}', *lines[1:], '"""'])


def raw_text(text: str) -> str:
    """Several lines as Python writes them."""
    safe = _escaped(text).replace('"""', '\\"\\"\\"')
    return f'"""\\\n{safe}\n"""'


def _escaped(text: str) -> str:
    """A text with escapes for what cannot stand in a file of Python, and for backslashes."""
    return _UNFIT.sub(_escape, text.replace("\\", "\\\\"))


def _escape(match: re.Match[str]) -> str:
    number = ord(match[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"
