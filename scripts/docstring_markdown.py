"""An extension of griffe, for docs/python/api.md: docstrings as Markdown.

The docstrings are written for `help()`: an example is an indented block, and an argument is a name, blanks, and what it
says, with the further lines below that. In Markdown they become blocks of code and a list.
"""

import pathlib
import re
import sys
import textwrap
from typing import Any

import griffe

# griffe loads this file by its path.
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from comment_markdown import paragraphs

# An argument, or several that share a text, and the beginning of the text on this line or the next.
_ARGUMENT = re.compile(r"([a-z_]+(?:, [a-z_]+)*)(?: {2,}(\S.*))?")


class DocstringMarkdown(griffe.Extension):
    """Rewrites each docstring that griffe has read."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = "\n\n".join(map(_paragraph, paragraphs(obj.docstring.value)))


def _paragraph(part: str) -> str:
    if part.startswith("    "):
        return f"```python\n{textwrap.dedent(part)}\n```"
    if "├──" in part:
        return f"```text\n{part}\n```"
    lines = part.splitlines()
    matches = [_ARGUMENT.fullmatch(line) for line in lines]
    has_columns = all(match and match[2] for match in matches)
    if not has_columns and not any(line.startswith("  ") for line in lines[1:]):
        return part
    # The arguments of a table become items of a list.
    items: list[str] = []
    for line, match in zip(lines, matches, strict=True):
        if match:
            names = ", ".join(f"`{name}`" for name in match[1].split(", "))
            items.append(f"- {names}: {match[2] or ''}".rstrip())
        elif items:
            items[-1] += f" {line.strip()}"
        else:
            items.append(line)
    return "\n".join(items)
