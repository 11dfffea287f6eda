"""What documents ask of a schema, as plain values that know no language of the output.

| in a `Model` | what it has |
| --- | --- |
| `Operation` | a query, mutation or subscription: `Variable`s, a `Selection`, and a `Paging` if it pages a list |
| `Fragment` | a `Selection` that operations share |
| `Enum`, `Input` | the types of values and variables |

A `Selection` becomes one type: its `Field`s and `Spread`s are members, and its `Group`s are the cases of what objects
of certain types have besides. A `Paging` says where a query takes a cursor, and the `Way`s to items and page info.
"""

from __future__ import annotations

from .inputs import Enum, EnumValue, Input, InputField
from .operations import Model, Operation, OperationKind, Variable
from .paging import Paging, PagingKind, Step, VariablePlace, Way
from .selections import TYPE_NAME, Field, Fragment, Group, Selection, Spread
from .values import Condition, Default, EnumName, Flag, Kind, ListOf, Named, ValueType

__all__ = [
    "TYPE_NAME",
    "Condition",
    "Default",
    "Enum",
    "EnumName",
    "EnumValue",
    "Field",
    "Flag",
    "Fragment",
    "Group",
    "Input",
    "InputField",
    "Kind",
    "ListOf",
    "Model",
    "Named",
    "Operation",
    "OperationKind",
    "Paging",
    "PagingKind",
    "Selection",
    "Spread",
    "Step",
    "ValueType",
    "Variable",
    "VariablePlace",
    "Way",
]
