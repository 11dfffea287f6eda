"""Texts of servers and files as a terminal may show them."""

from __future__ import annotations

import re

# What moves a terminal's cursor, gives it a command or turns the direction of its text, as in the library's messages.
# Half of a surrogate pair has no bytes.
_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
# `re` compiles them at their first use and keeps them: few programs print such a text.
_IN_LINES = f"[{_CONTROLS}]"
_IN_ONE_LINE = f"[\t\n{_CONTROLS}]"
_SHORT = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}


def printable(text: str) -> str:
    """The text on one line, with control characters escaped as in the library's messages."""
    return re.sub(_IN_ONE_LINE, _escaped, text)


def printable_lines(text: str) -> str:
    """The same for a text of several lines, which keeps its line ends and tabs. JSON keeps its values."""
    return re.sub(_IN_LINES, _escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return _SHORT.get(match[0]) or f"\\u{ord(match[0]):04x}"
