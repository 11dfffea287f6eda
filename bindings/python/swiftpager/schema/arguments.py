"""The arguments of a plan: those that a user gives, checked against the schema, and the variables that take them."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import graphql.utilities
from graphql import GraphQLArgument, GraphQLError, get_nullable_type, is_non_null_type

from .errors import WrongArgument, proposal
from .lists import Found
from .signs import Place


class Arguments:
    """The values for the arguments of the fields on the way to a list, by step and name."""

    def __init__(self, found: Found) -> None:
        self._found = found
        self._values: dict[tuple[int, str], Any] = {}
        # Arguments that the query passes although they have no value yet, as a cursor has none.
        self._declared: dict[tuple[int, str], None] = {}

    def give(self, given: Mapping[str, Any]) -> None:
        """Takes a user's arguments. Raises `WrongArgument` for one that is unknown, wrong or missing."""
        for name, value in given.items():
            step, argument = self._step(name)
            check(value, self._argument(step, argument), name)
            self._values[step, argument] = copy.deepcopy(value)
        self._check_missing()

    def is_given(self, step: int, name: str) -> bool:
        """Whether the argument has a value."""
        return (step, name) in self._values

    def has(self, step: int, place: Place) -> bool:
        """Whether the argument, or the member of one, has a value."""
        name, *inner = place
        value = self._values.get((step, name))
        return isinstance(value, dict) and inner[0] in value if inner else self.is_given(step, name)

    def put(self, step: int, place: Place, value: Any) -> None:
        """Sets the value of an argument, or of a member of one, unless there is one; the members beside it stay."""
        name, *inner = place
        self.declare(step, place)
        if not inner:
            self._values.setdefault((step, name), value)
            return
        at = self._values.get((step, name))
        at = self._values[step, name] = at if isinstance(at, dict) else {}
        at.setdefault(inner[0], value)

    def declare(self, step: int, place: Place) -> None:
        """Passes the argument of a place, whether it has a value or not; a required object as an empty one."""
        self._declared[step, place[0]] = None
        if len(place) > 1 and graphql.is_required_argument(self._argument(step, place[0])):
            self._values.setdefault((step, place[0]), {})

    def names(self) -> dict[tuple[int, str], str]:
        """The name of each variable, in the order of the schema; of two with one name, the outer gets its field's."""
        used = [
            (step, name)
            for step, one in enumerate(self._found.path)
            for name in one.field.args
            if (step, name) in self._values or (step, name) in self._declared
        ]
        names: dict[tuple[int, str], str] = {}
        # The list's own arguments keep their names.
        for step, name in sorted(used, key=lambda one: -one[0]):
            text = name
            while text in names.values():
                text = f"{self._found.path[step].name}_{text}"
            names[step, name] = text
        return {one: names[one] for one in used}

    def variables(self) -> dict[str, Any]:
        """The values by the names of variables, checked against the schema."""
        values: dict[str, Any] = {}
        for (step, argument), name in self.names().items():
            if (step, argument) in self._values:
                values[name] = self._values[step, argument]
                check(values[name], self._argument(step, argument), argument)
        return values

    def declaration(self, step: int, name: str) -> str:
        """The type of a variable: the argument's own. One with a default may be left out."""
        argument = self._argument(step, name)
        kind = argument.type
        has_value = (step, name) in self._values
        return str(get_nullable_type(kind) if not has_value and not graphql.is_required_argument(argument) else kind)

    def _argument(self, step: int, name: str) -> GraphQLArgument:
        return self._found.path[step].field.args[name]

    def _step(self, name: str) -> tuple[int, str]:
        """The step and the name of a user's argument: of the list, else of an object before it."""
        owner, _, last = name.rpartition(".")
        path = self._found.path
        for index, step in reversed(list(enumerate(path))):
            whole = ".".join(one.name for one in path[: index + 1])
            if last in step.field.args and owner in ("", step.name, whole):
                return index, last
        known = [*self._found.own.args]
        for step in path[:-1]:
            known += [one if one not in self._found.own.args else f"{step.name}.{one}" for one in step.field.args]
        raise WrongArgument(f"{self._found.name}: no argument {name!r}{proposal(name, known)}")

    def _check_missing(self) -> None:
        needs = self._found.needs
        missing = {
            argument_name(self._found, step, name): one.type
            for (step, name), one in needs.items()
            if is_non_null_type(one.type) and (step, name) not in self._values
        }
        if missing:
            told = ", ".join(f"{name} ({kind})" for name, kind in missing.items())
            raise WrongArgument(f"{self._found.name} needs arguments that only you know: {told}")
        for looked_up in {step for (step, _), one in needs.items() if not is_non_null_type(one.type)}:
            names = [name for step, name in needs if step == looked_up]
            if not any(step == looked_up for step, _ in self._values):
                told = ", ".join(f"{argument_name(self._found, looked_up, name)} ({needs[looked_up, name].type})"
                                 for name in names)
                raise WrongArgument(f"{self._found.name} needs one of the arguments of"
                                    f" {self._found.path[looked_up].name}: {told}")


def argument_name(found: Found, step: int, name: str) -> str:
    """How a user names an argument: with the object's name before it if the list has one of this name, too."""
    is_own = step == len(found.path) - 1
    return name if is_own or name not in found.own.args else f"{found.path[step].name}.{name}"


def check(value: Any, argument: GraphQLArgument, name: str) -> None:
    """Raises `WrongArgument`, with the path, for a value that the argument's type does not take."""

    def refuse(path: list[str | int], told: GraphQLError) -> None:
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
        raise WrongArgument(f"{name}{place}: {told.message.rstrip('.')} (its type is {argument.type})")

    # graphql-core 3.3 has a function that only checks; in 3.2 the one that converts checks, too.
    validate = getattr(graphql.utilities, "validate_input_value", None)
    if validate is not None:
        validate(value, argument.type, lambda error, path: refuse(path, error))
    else:
        convert: Any = graphql.utilities.coerce_input_value
        convert(value, argument.type, lambda path, _, error: refuse(path, error))
