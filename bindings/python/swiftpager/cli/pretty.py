"""JSON for people: indented, and otherwise as the server wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator

INDENTATION = "  "
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def pretty(text: str) -> str:
    """A JSON text with a line for each member. Numbers and strings stay as they are."""
    return "".join(_pieces(_TOKENS.findall(text)))


def _pieces(tokens: list[str]) -> Iterator[str]:
    depth = 0
    for token, before in zip(tokens, ["", *tokens], strict=False):
        if token in "}]":
            depth -= 1
            if before not in ("{", "["):
                yield "\n" + INDENTATION * depth
        elif before in ("{", "[", ","):
            yield "\n" + INDENTATION * depth
        yield ": " if token == ":" else token
        if token in "{[":
            depth += 1
