"""The text of definitions: short selection sets stand in one line.

It does not depend on the version of graphql-core, whose own texts differ, so the same documents give the same file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from graphql import (
    ArgumentNode,
    DirectiveNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    ListTypeNode,
    ListValueNode,
    NamedTypeNode,
    NonNullTypeNode,
    NullValueNode,
    ObjectValueNode,
    OperationDefinitionNode,
    SelectionNode,
    StringValueNode,
    TypeNode,
    ValueNode,
    VariableDefinitionNode,
    VariableNode,
)

_WIDTH = 100
# A selection set in one line may be this long with what it belongs to.
_SHORT = 80


def definition_text(node: OperationDefinitionNode | FragmentDefinitionNode) -> str:
    """The text of an operation or a fragment."""
    directives = _directives(node.directives)
    if isinstance(node, FragmentDefinitionNode):
        head = f"fragment {node.name.value} on {node.type_condition.name.value}{directives}"
        return "\n".join(_block([head], node.selection_set.selections))
    name = f" {node.name.value}" if node.name is not None else ""
    variables = [_variable(one) for one in node.variable_definitions or ()]
    head_lines = _listed(f"{node.operation.value}{name}", variables, directives)
    return "\n".join(_block(head_lines, node.selection_set.selections))


def _block(head: list[str], selections: Sequence[SelectionNode]) -> list[str]:
    """A selection set behind its head."""
    inner = [line for one in selections for line in _selection(one)]
    joined = " ".join([head[0], "{", *inner, "}"])
    if len(head) == 1 and len(joined) <= _SHORT and all(line[0] not in " }" for line in inner):
        return [joined]
    return [*head[:-1], f"{head[-1]} {{", *(f"  {line}" for line in inner), "}"]


def _selection(node: SelectionNode) -> list[str]:
    if isinstance(node, FragmentSpreadNode):
        return [f"...{node.name.value}{_directives(node.directives)}"]
    if isinstance(node, InlineFragmentNode):
        on = f" on {node.type_condition.name.value}" if node.type_condition is not None else ""
        return _block([f"...{on}{_directives(node.directives)}"], node.selection_set.selections)
    assert isinstance(node, FieldNode)
    alias = f"{node.alias.value}: " if node.alias is not None else ""
    head = _listed(f"{alias}{node.name.value}", list(_arguments(node.arguments)), _directives(node.directives))
    return head if node.selection_set is None else _block(head, node.selection_set.selections)


def _listed(head: str, parts: list[str], tail: str) -> list[str]:
    """What stands in parentheses behind a name, in one line if it fits."""
    if not parts:
        return [head + tail]
    whole = f"{head}({', '.join(parts)}){tail}"
    if len(whole) <= _WIDTH:
        return [whole]
    return [f"{head}(", *(f"  {part}" for part in parts), f"){tail}"]


def _variable(node: VariableDefinitionNode) -> str:
    default = f" = {_value(node.default_value)}" if node.default_value is not None else ""
    return f"${node.variable.name.value}: {_type(node.type)}{default}{_directives(node.directives)}"


def _type(node: TypeNode) -> str:
    if isinstance(node, NonNullTypeNode):
        return f"{_type(node.type)}!"
    if isinstance(node, ListTypeNode):
        return f"[{_type(node.type)}]"
    assert isinstance(node, NamedTypeNode)
    return node.name.value


def _directives(nodes: Sequence[DirectiveNode] | None) -> str:
    texts = ((one.name.value, ", ".join(_arguments(one.arguments))) for one in nodes or ())
    return "".join(f" @{name}({arguments})" if arguments else f" @{name}" for name, arguments in texts)


def _arguments(nodes: Sequence[ArgumentNode] | None) -> Iterator[str]:
    return (f"{one.name.value}: {_value(one.value)}" for one in nodes or ())


def _value(node: ValueNode) -> str:
    if isinstance(node, VariableNode):
        return f"${node.name.value}"
    if isinstance(node, StringValueNode):
        return json.dumps(node.value, ensure_ascii=False)
    if isinstance(node, ListValueNode):
        return f"[{', '.join(map(_value, node.values))}]"
    if isinstance(node, ObjectValueNode):
        return "{" + ", ".join(f"{one.name.value}: {_value(one.value)}" for one in node.fields) + "}"
    if isinstance(node, NullValueNode):
        return "null"
    # Numbers and values of enums are texts here, and truth values are not.
    text: object = node.value  # type: ignore[attr-defined]
    return str(text).lower() if isinstance(text, bool) else str(text)
