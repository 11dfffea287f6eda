"""What the errors of an answer say about the fields of an item: about which field each is, and whether it may pass."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from graphql import FieldNode, Node, parse

from .leaving_out import Path, item_path, names
from .plan import Plan
from .renewing import is_about_schema

# The codes of a server that knows the caller, and refuses. Any other failure may pass.
_ACCESS = frozenset({
    "FORBIDDEN", "UNAUTHENTICATED", "UNAUTHORIZED", "ACCESS_DENIED", "INSUFFICIENT_SCOPES",
})


@dataclasses.dataclass(frozen=True)
class Refusal:
    """An error about a field of an item.

    path       of the field, below an item
    is_access  whether the server refuses access; otherwise the failure may pass
    message    what the server says, without secrets
    """

    path: Path
    is_access: bool
    message: str


def refusals(plan: Plan, errors: Sequence[Any], hide: Callable[[str], str]) -> Iterator[Refusal]:
    """The errors about fields of an item, without those about what the walk needs."""
    item, needed = item_path(plan), _needed(plan)
    for error in errors:
        path = _path_of(plan, error)
        below = path[len(item):]
        if path[: len(item)] == item and below and not any(one[: len(below)] == below for one in needed):
            yield Refusal(below, _is_access(error), hide(str(error.get("message") or "without a message")))


def is_about_access(errors: Sequence[Any]) -> bool:
    """Whether a server that knows the caller refuses."""
    return any(isinstance(error, Mapping) and _is_access(error) for error in errors)


def _path_of(plan: Plan, error: Any) -> Path:
    """The fields from `data` to the one that an error is about. GitHub gives a location in the query, and no path."""
    if not isinstance(error, Mapping):
        return ()
    if error.get("path"):
        return tuple(step for step in error["path"] if isinstance(step, str))
    if is_about_schema(error):
        return ()
    places = _places(plan.query)
    for location in error.get("locations") or ():
        if isinstance(location, Mapping) and (path := places.get((location.get("line"), location.get("column")))):
            return path
    return ()


def _is_access(error: Mapping[str, Any]) -> bool:
    return bool(_codes(error) & _ACCESS)


def _codes(error: Mapping[str, Any]) -> set[str]:
    """What a server calls its error, in capitals: `code` or `type`, in the extensions or, as GitHub has it, beside."""
    extensions = error.get("extensions")
    sources = [error, extensions if isinstance(extensions, Mapping) else {}]
    return {str(source[name]).upper() for source in sources for name in ("code", "type") if name in source}


def _needed(plan: Plan) -> list[Path]:
    """What the walk reads of an item."""
    key = plan.pagination.get("key") or []
    pointers = [*([key] if isinstance(key, str) else key), plan.pagination.get("identity")]
    pointers.append((plan.since or {}).get("path"))
    return [names(pointer) for pointer in pointers if pointer]


@functools.lru_cache(maxsize=8)
def _places(query: str) -> dict[tuple[Any, Any], Path]:
    """The fields from `data` to each field of a query, by the line and the column of its name, both from 1."""
    found: dict[tuple[Any, Any], Path] = {}

    def walk(node: Node, path: Path) -> None:
        below = path
        if isinstance(node, FieldNode):
            below = (*path, (node.alias or node.name).value)
            for named in (node, node.name):
                if named.loc is not None:
                    found[named.loc.start_token.line, named.loc.start_token.column] = below
        selection = getattr(node, "selection_set", None)
        for inner in selection.selections if selection is not None else ():
            walk(inner, below)

    for definition in parse(query).definitions:
        walk(definition, ())
    return found
