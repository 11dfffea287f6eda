"""Queries that another package has parsed: graphql-core's documents, and gql's requests with such a document.

This module imports neither package: a program that has such an object has imported them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol


class Document(Protocol):
    """A `graphql.DocumentNode`, as `graphql.parse` returns it, and `gql.gql` of gql 3."""

    @property
    def definitions(self) -> Iterable[Any]: ...


class DocumentRequest(Protocol):
    """A `gql.GraphQLRequest`, as `gql.gql` of gql 4 returns it: a document, optionally with variables and operation."""

    @property
    def document(self) -> Document: ...


Query = str | Document | DocumentRequest


def printed(value: object) -> str | None:
    """The text of a document; None for anything else."""
    language = sys.modules.get("graphql.language")
    # Another thread may be importing the module; then no document of it is here yet.
    kind = getattr(language, "DocumentNode", None)
    if language is None or kind is None or not isinstance(value, kind):
        return None
    text: str = language.print_ast(value)
    return text


def unpacked(
    query: Query, variables: Mapping[str, Any] | None, operation_name: str | None
) -> tuple[Any, Mapping[str, Any] | None, str | None]:
    """A query, its variables and its operation name. The caller's values override those of a request object."""
    document = getattr(query, "document", None)
    if document is None or printed(document) is None:
        return query, variables, operation_name
    if getattr(query, "extensions", None):
        raise ValueError("the extensions of a GraphQLRequest cannot be sent: make a request without extensions")
    own: Mapping[str, Any] | None = getattr(query, "variable_values", None)
    if own is not None:
        variables = own if variables is None else {**own, **variables}
    if operation_name is None:
        operation_name = getattr(query, "operation_name", None)
    return document, variables, operation_name


class OperationName(NamedTuple):
    """What a document says of one of its operations."""

    # "query", "mutation" or "subscription".
    kind: str
    name: str | None


# Strings and comments come first, so that what stands in them is not mistaken for words and brackets. `re` compiles it
# at its first use: few programs trace their operations.
_TOKENS = r'"""(?:\\"""|[^"]|"(?!""))*"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[(){}\[\]@]|[_A-Za-z][_0-9A-Za-z]*'
_KINDS = ("query", "mutation", "subscription")


def operation_of(query: object, operation_name: str | None) -> OperationName:
    """The operation of a document that runs: the one with this name, else the first one.

    The library or the server checks the document; this function treats a wrong one as a query.
    """
    text = query if isinstance(query, str) else printed(query) or ""
    found = list(_operations(text))
    chosen = (operation for operation in found if operation_name is None or operation.name == operation_name)
    return next(chosen, OperationName("query", operation_name))


def _operations(text: str) -> Iterator[OperationName]:
    tokens = [token for token in re.findall(_TOKENS, text) if token[0] not in '"#']
    depth, begins = 0, True
    for token, following in zip(tokens, [*tokens[1:], ""], strict=False):
        if token in "({[":
            if begins:
                # A selection without a keyword.
                yield OperationName("query", None)
            depth, begins = depth + 1, False
        elif token in ")}]":
            depth -= 1
            # Another definition may follow.
            begins = depth == 0 and token == "}"
        elif begins:
            begins = False
            if token in _KINDS:
                yield OperationName(token, following if following.isidentifier() else None)
