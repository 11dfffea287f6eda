"""What a document asks of objects: fields, fragments, and more of objects of certain types."""

from __future__ import annotations

import dataclasses

from .values import Condition, ValueType

TYPE_NAME = "__typename"


# These compare by identity: the same fields in two places are two types.
@dataclasses.dataclass(frozen=True, eq=False)
class Field:
    """A member of an object.

    key          its name in the response: the alias, or the field's name
    name         the field's name in the schema; it may be `__typename`, if the document asks for it
    type         its type, with lists and nulls
    selection    what is asked of it, if it is an object or a list of objects
    condition    when a server sends it; None: always
    description  what the schema says of it, or ""
    deprecated   why it is not to be used any more, or None
    """

    key: str
    name: str
    type: ValueType
    selection: Selection | None = None
    condition: Condition | None = None
    description: str = ""
    deprecated: str | None = None


@dataclasses.dataclass(frozen=True, eq=False)
class Spread:
    """A fragment whose fields an object has beside its own: `...ProductCard`.

    fragment   its name, of `Model.fragments`
    condition  when a server sends its fields; None: always
    """

    fragment: str
    condition: Condition | None = None


@dataclasses.dataclass(frozen=True, eq=False)
class Group:
    """What is asked of objects of certain types only, beside what is asked of all.

    name       a type's name, which no other group of the selection has: that of the only type, or of the condition
    types      the concrete types; each type is in one group at most
    selection  what is asked of them; the common fields are not in it
    """

    name: str
    types: tuple[str, ...]
    selection: Selection


@dataclasses.dataclass(frozen=True, eq=False)
class Selection:
    """What a document asks of an object at one place. It becomes one type of the output.

    Nothing is merged into it: the fields of a fragment are in the fragment's own selection.

    type_name    the name of the object's type in the schema: an object, an interface or a union
    key          the key of the field where the selection stands; "" for an operation's root, a fragment and a group
    fields       the fields that the selection has itself, in the document's order
    spreads      the fragments that fit all objects here
    groups       what is asked of objects of certain types. An object of any other type, also of one that the schema did
                 not have, has only the common fields. `__typename` tells which it is, and the document asks for it
    is_concrete  whether the type is an object type, so that `__typename` is `type_name`
    """

    type_name: str
    key: str
    fields: tuple[Field, ...]
    spreads: tuple[Spread, ...] = ()
    groups: tuple[Group, ...] = ()
    is_concrete: bool = True

    @property
    def fragment(self) -> str | None:
        """The fragment that is all of the selection, so that its type is the fragment's; else None."""
        alone = len(self.spreads) == 1 and not self.groups and not self._own
        return self.spreads[0].fragment if alone and self.spreads[0].condition is None else None

    @property
    def is_choice(self) -> bool:
        """Whether objects have nothing in common but `__typename`, like those of most unions."""
        return bool(self.groups) and not self.spreads and not self._own

    @property
    def _own(self) -> list[Field]:
        return [field for field in self.fields if field.key != TYPE_NAME]


@dataclasses.dataclass(frozen=True, eq=False)
class Fragment:
    """A fragment that is asked for, directly or in another fragment.

    text  its definition, with `__typename` where types have to be told apart
    keys  the keys of the fields that its type shows: its own, and those of the fragments in it that always come
    """

    name: str
    selection: Selection
    text: str
    keys: frozenset[str]
