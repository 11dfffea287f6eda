"""Functions of operations: a pager of a paged query, and the data of any other operation."""

from __future__ import annotations

import dataclasses

from ...options import PagerOptions, RequestOptions
from ..model import Field, ListOf, Operation, Paging, Variable
from .classes import ClassNames
from .names import MODULE_NAMES, PARAMETER_NAMES, Names, snake
from .texts import block, call, documentation, quoted
from .values import Values

_PAGE_SIZE = 100
# The roles of variables that the pager itself gives values.
_PLACES = ("after", "before", "offset", "page")
_SIZES = ("first", "last", "size")


@dataclasses.dataclass(frozen=True)
class Item:
    """The items of a paged query.

    names             the names of their class
    is_nullable       whether a list may have null in place of an item
    needs_pagination  whether the pager has to be told of the list beside the document
    """

    names: ClassNames
    is_nullable: bool
    needs_pagination: bool

    @property
    def hint(self) -> str:
        """The type of an item."""
        return f"{self.names.name} | None" if self.is_nullable else self.names.name

    @property
    def argument(self) -> str:
        """The type as the pager takes it."""
        return f"optional({self.names.read_as})" if self.is_nullable else self.names.read_as


@dataclasses.dataclass(frozen=True)
class OperationNames:
    """The names of an operation's class, its two functions, and its constants."""

    kind: str
    function: str
    async_function: str
    document: str
    columns: str
    pagination: str


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A variable as a parameter of a function: its name, its hint, its default or None."""

    variable: str
    name: str
    hint: str
    default: str | None

    @property
    def text(self) -> str:
        """The parameter as a signature has it."""
        return f"{self.name}: {self.hint}" + ("" if self.default is None else f" = {self.default}")


class Functions:
    """Writes the functions of operations.

    names  the names of the module
    """

    def __init__(self, values: Values) -> None:
        self._values = values

    def of(self, operation: Operation, names: OperationNames, item: Item | None) -> list[str]:
        """The functions of an operation; none for a subscription."""
        if operation.kind == "subscription":
            return []
        if item is not None and operation.paging is not None:
            return self._pagers(operation, names, item, operation.paging)
        return self._calls(operation, names)

    def _pagers(self, operation: Operation, names: OperationNames, item: Item, paging: Paging) -> list[str]:
        parameters = self._parameters(operation, frozenset(PagerOptions.__annotations__))
        given = _given(parameters, operation)
        told = f"Walks `{'.'.join(_keys(paging))}` page by page."
        told_of_list = [f'options.setdefault("pagination", {names.pagination})'] if item.needs_pagination else []
        texts = []
        for function, client, pager in (
            (names.function, "Client", "Pager"), (names.async_function, "AsyncClient", "AsyncPager")
        ):
            signature = call(
                f"def {function}", [f"client: {client}", *_keywords(parameters), "**options: Unpack[PagerOptions]"],
                f" -> {pager}[{item.hint}]:",
            )
            body = call(
                "return client.pager", [names.document, given, f"type={item.argument}", "**options"], "", margin=4
            )
            texts.append(block(signature, documentation(told), *told_of_list, body))
        return texts

    def _calls(self, operation: Operation, names: OperationNames) -> list[str]:
        parameters = self._parameters(operation, frozenset(RequestOptions.__annotations__) | {"errors"})
        given = _given(parameters, operation)
        told = documentation(f"Sends the {operation.kind} {operation.name}, and returns its data.")
        others = ['errors: Errors = "fail"', "**options: Unpack[RequestOptions]"]
        keywords = [*(_keywords(parameters) or ["*"]), *others]
        texts = []
        for prefix, function, client, execute in (
            ("def", names.function, "Client", "return execute"),
            ("async def", names.async_function, "AsyncClient", "return await execute_async"),
        ):
            signature = call(f"{prefix} {function}", [f"client: {client}", *keywords], f" -> {names.kind}:")
            body = call(execute, ["client", names.document, given, names.kind, "errors", "options"], "", margin=4)
            texts.append(block(signature, told, body))
        return texts

    def _parameters(self, operation: Operation, taken: frozenset[str]) -> list[Parameter]:
        names = Names(PARAMETER_NAMES | taken | MODULE_NAMES)
        roles: dict[str, str] = {}
        if operation.paging is not None:
            roles = {place.variable: role for role, place in operation.paging.variables.items() if not place.members}
        found = [
            self._parameter(one, names.free(snake(one.name)), roles.get(one.name), operation)
            for one in operation.variables
        ]
        return sorted(found, key=lambda one: (one.default is not None, roles.get(one.variable) in _PLACES))

    def _parameter(self, variable: Variable, name: str, role: str | None, operation: Operation) -> Parameter:
        hint = self._values.hint(variable.type)
        bare = hint.removesuffix(" | None")
        literal = self._values.literal(variable.default, variable.type)
        is_both = operation.paging is not None and operation.paging.is_forward and operation.paging.is_backward
        if role in _PLACES:
            # The pager sends it. A call may give another beginning, like page 0.
            return Parameter(variable.name, name, f"{bare} | None", "None")
        if literal is not None:
            # For a query, None would mean that the server takes its own default.
            return Parameter(variable.name, name, hint if operation.kind == "mutation" else bare, literal)
        if role in _SIZES and not variable.has_default and not (is_both and role == "last"):
            return Parameter(variable.name, name, bare, str(_PAGE_SIZE))
        if not variable.type.is_nullable and not variable.has_default:
            return Parameter(variable.name, name, hint, None)
        if operation.kind == "mutation":
            return Parameter(variable.name, name, f"{hint} | NotGiven", "NOT_GIVEN")
        return Parameter(variable.name, name, f"{bare} | None", "None")


def _keywords(parameters: list[Parameter]) -> list[str]:
    return ["*", *(one.text for one in parameters)] if parameters else []


def _given(parameters: list[Parameter], operation: Operation) -> str:
    members = ", ".join(f"{quoted(one.variable)}: {one.name}" for one in parameters)
    if not members:
        return "{}"
    return f"given({{{members}}}{', drop_none=False' if operation.kind == 'mutation' else ''})"


def _keys(paging: Paging) -> list[str]:
    """The keys on the way to the list."""
    return [step.key for step in (*paging.list, *paging.items) if isinstance(step, Field)]


def is_nullable_item(paging: Paging) -> bool:
    """Whether a list may have null in place of an item."""
    kind = paging.list_field.type
    element = kind.element if isinstance(kind, ListOf) else kind
    nodes = [step for step in paging.node if isinstance(step, Field)]
    return element.is_nullable or any(one.type.is_nullable or one.condition is not None for one in nodes)
