"""What a schema says about one of its lists, as plain values."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Literal

Kind = Literal["cursor", "offset", "page", "keyset", "whole"]


@dataclasses.dataclass(frozen=True)
class List:
    """A list of a schema: `schema.plan(list.name)` says how to read it.

    name       the fields that lead to it: "products", "viewer.repositories"
    kind       how its pages are asked for: by a "cursor", an "offset", the number of a "page", by the key of the last
               item ("keyset"), or not at all: "whole"
    item       the name of its items' type
    key        the field that tells its items apart, or None
    order      the argument that sorts it, or None
    since      how `since="auto"` asks for what is new: "descending by orderBy", "filtered by where.updatedAt._gte"; or
               None if the schema shows no way
    arguments  the arguments that only the user knows, with their types: {"owner": "String!"}. If several have types
               without "!", one of those is needed
    note       what else there is to know, or ""
    skipped    why `Schema.plan` refuses it, for example because it stands beside the list that has pages; else None
    """

    name: str
    kind: Kind
    item: str
    key: str | None
    order: str | None
    since: str | None
    arguments: Mapping[str, str]
    note: str = ""
    skipped: str | None = None

    # The arguments are a dict.
    __hash__ = None  # type: ignore[assignment]
