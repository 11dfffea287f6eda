"""`--lists` and `--print-query`: what a schema has, and what a plan asks for."""

from __future__ import annotations

import argparse
import dataclasses
import json
import shlex
from collections.abc import Mapping
from typing import Any

from ..schema.lag import with_lag
from .asking import Question
from .outputs import show
from .planning import SchemaSource

_HEAD = ("list", "kind", "item", "key", "order", "since", "needs")
_NONE = "-"


def show_lists(arguments: argparse.Namespace, question: Question) -> None:
    """Writes the lists of a schema as a table, or as JSON."""
    with question.client() as client:
        schema = SchemaSource(arguments).of(client)
    found = schema.lists()
    if arguments.json:
        lists = [{**dataclasses.asdict(one), "arguments": dict(one.arguments)} for one in found]
        told = {"lists": lists, "nested": list(schema.nested()), "skipped": schema.skipped()}
        show(json.dumps(told, indent=2, ensure_ascii=False))
        return
    rows: list[tuple[str, ...]] = [_HEAD, *(
        (
            one.name, one.kind, one.item, one.key or _NONE, one.order or _NONE, one.since or _NONE,
            _needs(one.arguments) if one.skipped is None else f"skipped: {one.skipped}",
        ) for one in found
    )]
    rows += [(name, *[_NONE] * (len(_HEAD) - 2), f"skipped: {reason}") for name, reason in schema.skipped().items()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        show("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())


def _needs(arguments: Mapping[str, str]) -> str:
    """The arguments that a list needs; of those without "!", one."""
    told = [(f"{name}: {kind}", kind.endswith("!")) for name, kind in arguments.items()]
    needed = [text for text, is_needed in told if is_needed]
    one_of = " or ".join(text for text, is_needed in told if not is_needed)
    return ", ".join([*needed, *([one_of] if one_of else [])]) or _NONE


def printed_query(question: Question) -> str:
    """The query for LIST, with the options of a command that walks it in a comment."""
    words = ["swiftpager", "URL", "--query-file", "FILE"]
    words += [word for name, value in question.variables.items() for word in ("-v", f"{name}:={_text(value)}")]
    words += ["-p", _text(question.pagination)]
    if question.plan is not None and question.plan.since is not None:
        words += ["--since", _text(with_lag(question.plan.since, question.arguments.lag))]
    command = " ".join(shlex.quote(word) if word not in ("URL", "FILE") else word for word in words)
    return f"{question.query}\n# {command}\n"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
