"""Queries that another package has parsed: graphql-core's documents, and gql's requests with such a document.

This module imports neither package: a program that has such an object has imported them.
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
    """A `gql.GraphQLRequest`, as `gql.gql` of gql 4 returns it: a document, optionally with variables and operation."""

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
