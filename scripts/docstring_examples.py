"""What stands in the docstrings of the Python package: their examples, and the whole as Markdown.

The docstrings are written for `help()`: an example is an indented block, and an argument is a name, blanks, and what it
says, with the further lines below that. In Markdown they become blocks of code and a list.
"""

import ast
import re
import textwrap

from comment_markdown import paragraphs

# An argument, or several that share a text, and the beginning of the text on this line or the next.
_ARGUMENT = re.compile(r"([a-z_]+(?:, [a-z_]+)*)(?: {2,}(\S.*))?")


def markdown(docstring: str) -> str:
    """A docstring as Markdown."""
    return "\n\n".join(_paragraph(part) for part in paragraphs(docstring))


def examples(docstring: str) -> list[str]:
    """The indented blocks of a docstring, as programs."""
    return [textwrap.dedent(part) for part in paragraphs(docstring) if part.startswith("    ")]


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


def docstrings(source: str) -> list[tuple[int, str]]:
    """The docstrings of a module and of what it defines, each with its line."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                found.append((node.body[0].lineno, text))
    return found
