"""JSON Pointers (RFC 6901), and the columns that have one."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any


def names(pointer: str) -> list[str]:
    """The names on the way that a pointer describes."""
    return [name.replace("~1", "/").replace("~0", "~") for name in pointer.split("/")[1:]]


def column_names(name: str, given: str | Mapping[str, Any]) -> list[str]:
    """The names on the way from a row to a column, which is given as a pointer, with one, or by its name alone."""
    pointer = given if isinstance(given, str) else given.get("pointer")
    return [name] if pointer is None else names(pointer)


def size_place(pagination: Mapping[str, Any]) -> str | None:
    """The place of the size of a page, as `with_variable` takes it; None if the list takes no size."""
    place: str | None = pagination.get("first") or pagination.get("limit")
    return place


def with_variable(variables: Mapping[str, Any], place: str, value: Any) -> dict[str, Any]:
    """The variables with another value at a place: the name of one, or a pointer to a member inside one."""
    changed = copy.deepcopy(dict(variables))
    *way, last = place.strip("/").split("/")
    inside = changed
    for name in way:
        inside = inside.setdefault(name, {})
    inside[last] = value
    return changed
