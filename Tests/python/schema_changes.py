"""A server whose schema changes when a test says so, while this machine keeps a copy of it."""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

import graphql

import sdl_server

_SDL = """
type Item { id: ID! name: String %s }
type Page { nodes: [Item!]! pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Query { sized(first: Int, after: String): Page! whole: [Item!]! %s }
"""
_ITEMS = [{"id": "1", "name": "a", "size": 1}]
_ROOT = {
    "sized": lambda info, **_: {"nodes": _ITEMS, "pageInfo": {"hasNextPage": False}},
    "whole": lambda info, **_: _ITEMS, "added": lambda info, offset=0, **_: _ITEMS if offset == 0 else [],
}
# The words of servers for a field that they do not have.
WORDS = (
    'Cannot query field "size" on type "Item".', "Field 'size' doesn't exist on type 'Item'",
    "field 'size' not found in type: 'Item'", "Validation error (FieldUndefined@[sized/nodes/size])",
    "The field `size` does not exist on the type `Item`.",
)


class Changing:
    """A server that drops the field `size`, and has a list `added` then.

    is_changed      whether it has
    is_broken       whether it refuses the field although its schema has it
    introspections  how often its schema was asked for
    refusals        how often it refused the field
    """

    def __init__(self) -> None:
        self.url = ""
        self.is_changed = False
        self.is_broken = False
        self.words = WORDS[0]
        self.introspections = 0
        self.refusals = 0

    def answer(self, query: str, variables: Mapping[str, Any]) -> "dict[str, Any]":
        """The answer to a query."""
        is_introspection = "__schema" in query
        self.introspections += is_introspection
        if not is_introspection and "size" in query.split() and (self.is_changed or self.is_broken):
            self.refusals += 1
            return {"errors": [{"message": self.words}]}
        parts = ("", "added(offset: Int, limit: Int): [Item!]!") if self.is_changed else ("size: Int", "")
        schema = graphql.build_schema(_SDL % parts)
        return dict(graphql.graphql_sync(schema, query, _ROOT, variable_values=dict(variables)).formatted)


@contextlib.contextmanager
def serving() -> Iterator[Changing]:
    """Serves the lists while the block runs."""
    changing = Changing()
    with sdl_server.serving("type Query { unused: Int }", {}, changing.answer) as served:
        changing.url = served.url
        yield changing
