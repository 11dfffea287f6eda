"""Queries that another package has parsed: documents of graphql-core's, and requests of gql's with a document in them.

Neither package is needed: a program that has such an object has loaded them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any, Protocol


class Document(Protocol):
    """A `graphql.DocumentNode`, as `graphql.parse` returns it, and `gql.gql` of gql 3."""

    @property
    def definitions(self) -> Iterable[Any]: ...


class DocumentRequest(Protocol):
    """A `gql.GraphQLRequest`, as `gql.gql` of gql 4 returns it: a document, and perhaps variables and an operation."""

    @property
    def document(self) -> Document: ...


Query = str | Document | DocumentRequest


def printed(value: object) -> str | None:
    """The text of a document; None for anything else."""
    language = sys.modules.get("graphql.language")
    if language is None or not isinstance(value, language.DocumentNode):
        return None
    text: str = language.print_ast(value)
    return text


def unpacked(
    query: Query, variables: Mapping[str, Any] | None, operation_name: str | None
) -> tuple[Any, Mapping[str, Any] | None, str | None]:
    """A query and what belongs to it: what the caller says goes before what a request says of its own."""
    document = getattr(query, "document", None)
    if document is None or printed(document) is None:
        return query, variables, operation_name
    if getattr(query, "extensions", None):
        raise ValueError("the extensions of a GraphQLRequest cannot be sent: make one without them")
    own: Mapping[str, Any] | None = getattr(query, "variable_values", None)
    if own is not None:
        variables = own if variables is None else {**own, **variables}
    if operation_name is None:
        operation_name = getattr(query, "operation_name", None)
    return document, variables, operation_name
