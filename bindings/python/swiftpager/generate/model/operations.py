"""Operations, and all that a set of documents needs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Literal

from .inputs import Enum, Input
from .paging import Paging
from .selections import Fragment, Selection
from .values import Default, ValueType

OperationKind = Literal["query", "mutation", "subscription"]


@dataclasses.dataclass(frozen=True)
class Variable:
    """A variable of an operation.

    default       what the document writes behind `=`
    has_default   whether it writes anything there, which may be null
    is_condition  whether an @include or @skip decides by it: a Boolean then, and always sent, whatever its type says
    """

    name: str
    type: ValueType
    default: Default = None
    has_default: bool = False
    is_condition: bool = False


@dataclasses.dataclass(frozen=True, eq=False)
class Operation:
    """An operation of a document.

    name       its name; a query without one is named after its file
    text       its own text, with `__typename` where types have to be told apart
    fragments  the names of the fragments that it needs, directly or in other fragments
    document   the whole text that goes to the server: its own and those of the fragments
    selection  what it asks of the root type
    paging     the list that it pages; None if it pages none
    place      the file and the line of its beginning: "queries/products.graphql:3"
    """

    name: str
    kind: OperationKind
    variables: tuple[Variable, ...]
    selection: Selection
    text: str
    fragments: tuple[str, ...]
    document: str
    place: str
    paging: Paging | None = None


@dataclasses.dataclass(frozen=True, eq=False)
class Model:
    """What a set of documents asks of a schema: all that a printer of a language needs.

    Everything stands in an order that depends on the schema and the documents only: operations and fragments in that of
    the documents, the others sorted by name.

    operations  the operations
    fragments   the fragments that operations use, by name
    enums       the enums that values or variables have, by name
    inputs      the input objects that variables have, by name
    scalars     the names of the schema's own scalars that values or variables have
    type_names  the names of all types of the schema
    """

    operations: tuple[Operation, ...]
    fragments: Mapping[str, Fragment]
    enums: Mapping[str, Enum]
    inputs: Mapping[str, Input]
    scalars: tuple[str, ...]
    type_names: frozenset[str]
