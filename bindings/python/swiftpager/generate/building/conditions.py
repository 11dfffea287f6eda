"""What @include and @skip say, as a `Condition`. None is "always", and `NEVER` has no way to be true."""

from __future__ import annotations

from collections.abc import Iterable

from graphql import BooleanValueNode, FieldNode, FragmentSpreadNode, InlineFragmentNode, VariableNode

from ..model import Condition, Flag

NEVER = Condition(())

Selected = FieldNode | FragmentSpreadNode | InlineFragmentNode


def condition_of(node: Selected) -> Condition | None:
    """The condition that the directives of a selection state."""
    condition: Condition | None = None
    for directive in node.directives or ():
        name = directive.name.value
        if name in ("include", "skip"):
            is_wanted = name == "include"
            for argument in directive.arguments or ():
                value = argument.value
                if isinstance(value, VariableNode):
                    condition = both(condition, Condition(((Flag(value.name.value, is_wanted),),)))
                elif isinstance(value, BooleanValueNode) and value.value != is_wanted:
                    condition = NEVER
    return condition


def both(one: Condition | None, other: Condition | None) -> Condition | None:
    """The condition that two conditions are true."""
    if one is None or other is None:
        return other if one is None else one
    ways = (tuple(dict.fromkeys((*left, *right))) for left in one.ways for right in other.ways)
    return _simple(way for way in ways if not any(Flag(flag.variable, not flag.is_wanted) in way for flag in way))


def either(one: Condition | None, other: Condition | None) -> Condition | None:
    """The condition that one of two conditions is true."""
    if one is None or other is None:
        return None
    return _simple((*one.ways, *other.ways))


def _simple(ways: Iterable[tuple[Flag, ...]]) -> Condition | None:
    """A condition without ways that others include; None if it is always true by one flag."""
    unique: list[tuple[Flag, ...]] = []
    for way in ways:
        if not any(set(known) <= set(way) for known in unique):
            unique = [known for known in unique if not set(way) <= set(known)] + [way]
    single = {way[0] for way in unique if len(way) == 1}
    if any(Flag(flag.variable, not flag.is_wanted) in single for flag in single):
        return None
    return Condition(tuple(unique))
