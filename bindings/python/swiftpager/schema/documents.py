"""The text of a plan's query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphql import GraphQLUnionType

from .arguments import Arguments
from .lists import Found
from .selecting import TYPE_NAME
from .signs import Composite, Place

# A selection: fields, in order, with what is selected of each.
Selection = dict[str, "Selection"]


def query_text(found: Found, arguments: Arguments, paths: Iterable[Place], signs: Iterable[Place]) -> str:
    """The query for the leaves of the items at these paths, and for what tells of the list's pages."""
    lines = _items(found.shape.item, paths)
    for name in reversed(found.shape.items):
        lines = [f"{name} {{", *_indented(lines), "}"]
    names = arguments.names()
    told = _selection(signs)
    for step in reversed(range(len(found.path))):
        passed = [f"{name}: ${variable}" for (at, name), variable in names.items() if at == step]
        if step == found.paged:
            lines += _lines(told)
        head = found.path[step].name + (f"({', '.join(passed)})" if passed else "")
        lines = [f"{head} {{", *_indented(lines), "}"]
    declared = [f"${variable}: {arguments.declaration(*one)}" for one, variable in names.items()]
    head = f"query ({', '.join(declared)})" if declared else "query"
    return "\n".join([f"{head} {{", *_indented(lines), "}"]) + "\n"


def _items(item: Composite, paths: Iterable[Place]) -> list[str]:
    """The lines that select leaves of an item; a fragment for each member of a union."""
    selection = _selection(paths)
    if not isinstance(item, GraphQLUnionType):
        return _lines(selection)
    shared = {name: below for name, below in selection.items() if name != TYPE_NAME}
    lines = [TYPE_NAME]
    for member in item.types if shared else ():
        lines += [f"... on {member.name} {{", *_indented(_lines(shared)), "}"]
    return lines


def _selection(paths: Iterable[Place]) -> Selection:
    selection: Selection = {}
    for path in paths:
        at = selection
        for name in path:
            at = at.setdefault(name, {})
    return selection


def _lines(selection: Mapping[str, Selection]) -> list[str]:
    lines: list[str] = []
    for name, below in selection.items():
        lines += [f"{name} {{", *_indented(_lines(below)), "}"] if below else [name]
    return lines


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]
