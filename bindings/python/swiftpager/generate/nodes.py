"""Changed copies of a document's nodes, whose attributes cannot be set."""

from __future__ import annotations

from typing import Any, TypeVar

from graphql import Node

AnyNode = TypeVar("AnyNode", bound=Node)


def changed(node: AnyNode, **members: Any) -> AnyNode:
    """A copy of a node with other members."""
    same: dict[str, Any] = {key: getattr(node, key) for key in node.keys}
    return type(node)(**{**same, **members})
