"""What stands in the docstrings of the Python package: their examples, and the whole as Markdown.

The docstrings are written for `help()`: an example is an indented block, and an argument is a name, blanks, and what it
says, with the further lines below that. In Markdown they become blocks of code and a list.
"""

import ast
import re
import textwrap

# An argument, or several that share a text, and the beginning of the text on this line or the next.
_ARGUMENT = re.compile(r"([a-z_]+(?:, [a-z_]+)*)(?: {2,}(\S.*))?")


def markdown(docstring: str) -> str:
    """A docstring as Markdown."""
    return "\n\n".join(_paragraph(part) for part in paragraphs(docstring))


def paragraphs(docstring: str) -> list[str]:
    """The parts between blank lines; an indented block is one part, with its own blank lines."""
    parts: list[str] = []
    for part in re.split(r"\n{2,}", docstring.strip("\n")):
        # After the first part of an example, its further parts.
        if parts and part.startswith("    ") and parts[-1].startswith("    "):
            parts[-1] += f"\n\n{part}"
        else:
            parts.append(part)
    return parts


def examples(docstring: str) -> list[str]:
    """The indented blocks of a docstring, as programs."""
    return [textwrap.dedent(part) for part in paragraphs(docstring) if part.startswith("    ")]


def _paragraph(part: str) -> str:
    if part.startswith("    "):
        return f"```python\n{textwrap.dedent(part)}\n```"
    if "├──" in part:
        return f"```text\n{part}\n```"
    lines = part.splitlines()
    if any(line.startswith("  ") for line in lines[1:]) or _has_columns(lines):
        return "\n".join(_items(lines))
    return part


def _has_columns(lines: list[str]) -> bool:
    return all((match := _ARGUMENT.fullmatch(line)) is not None and match[2] for line in lines)


def _items(lines: list[str]) -> list[str]:
    """The arguments of a table as items of a list."""
    items: list[str] = []
    for line in lines:
        if (match := _ARGUMENT.fullmatch(line)) is not None:
            names = ", ".join(f"`{name}`" for name in match[1].split(", "))
            items.append(f"- {names}: {match[2] or ''}".rstrip())
        elif items:
            items[-1] += f" {line.strip()}"
        else:
            items.append(line)
    return items


def docstrings(source: str) -> list[tuple[int, str]]:
    """The docstrings of a module and of what it defines, each with its line."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                found.append((node.body[0].lineno, text))
    return found
