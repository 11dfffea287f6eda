"""Completes a query that asks for a list without saying how its pages are asked for."""

from __future__ import annotations

from graphql import GraphQLSchema, OperationDefinitionNode

from ..documents import Documents
from .selecting import Selector


def completed(
    node: OperationDefinitionNode, schema: GraphQLSchema, documents: Documents, selector: Selector
) -> OperationDefinitionNode | None:
    """The query with the variables and the page info that its one list needs; None if it has none or several."""
    return None
