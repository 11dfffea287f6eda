"""JSON Pointer (RFC 6901)."""

from __future__ import annotations

import re
from typing import Any

from .._pointers import names
from .endings import UsageError


class Missing:
    """The type of `MISSING`, the result for a place that a value does not have."""


MISSING = Missing()


class Pointer:
    """The path to a place in a JSON value."""

    def __init__(self, text: str) -> None:
        """Raises `UsageError` for a text that is not a pointer."""
        if text and not text.startswith("/"):
            raise UsageError(
                f"--field {text}: a JSON Pointer begins with a slash: /{text.replace('.', '/')}; of a LIST, --fields"
                f" {text} selects fields by their names"
            )
        if re.search(r"~(?![01])", text):
            raise UsageError(f"--field {text}: in a JSON Pointer, write ~0 for ~, and ~1 for a slash within a name")
        self.text = text
        self.names = names(text)

    def look_up(self, value: Any) -> Any:
        """The value at that place; `MISSING` if there is no such place, None if a null is on the way."""
        for name in self.names:
            if isinstance(value, dict):
                if name not in value:
                    return MISSING
                value = value[name]
            elif isinstance(value, list):
                if not re.fullmatch("0|[1-9][0-9]*", name) or int(name) >= len(value):
                    return MISSING
                value = value[int(name)]
            else:
                return None if value is None else MISSING
        return value
