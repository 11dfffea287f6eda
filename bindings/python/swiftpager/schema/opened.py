"""A schema that was read: its lists, and plans for them."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from ._listed import List
from .errors import UnknownList, proposal
from .plan import Plan

# This module is imported without graphql-core as well, which the others need: its methods import them.
if TYPE_CHECKING:
    from graphql import GraphQLSchema

    from .lists import Found


class Schema:
    """The schema of a server. `swiftpager.schema.read` makes it.

    label    what messages call it: the path of its file
    is_kept  whether it is the copy of an earlier answer, so that the server may have another one by now
    """

    is_kept = False

    def __init__(self, schema: GraphQLSchema, label: str) -> None:
        self._schema = schema
        self.label = label

    def __repr__(self) -> str:
        return f"<Schema of {self.label}: {len(self._found)} lists>"

    @property
    def core(self) -> GraphQLSchema:
        """The schema as graphql-core has it."""
        return self._schema

    @functools.cached_property
    def _found(self) -> dict[str, Found]:
        from .lists import find

        return {found.name: found for found in sorted(find(self._schema), key=lambda found: found.name)}

    # `list` is a method here.
    @property
    def type_count(self) -> int:
        """How many types the schema has."""
        return len(self._schema.type_map)

    def lists(self) -> builtins.list[List]:
        """The lists of the query type, and of its objects, sorted by name."""
        return [_listed(found) for found in self._found.values()]

    def list(self, name: str) -> List:
        """The list of a name. Raises `UnknownList`, which proposes the nearest names."""
        return _listed(self.found(name))

    def found(self, name: str) -> Found:
        """The list of a name with what graphql-core has of it: its fields, its arguments and the types of its items.

        `List` says the same in plain values, as far as a walk needs it. Raises `UnknownList`.
        """
        found = self._found.get(name)
        if found is None:
            if (reason := self.skipped().get(name)) is not None:
                raise UnknownList(f"{self.label}: {name} has no plan: {reason}; write a query for it")
            raise UnknownList(f"{self.label}: no list {name!r}{proposal(name, self._found)}")
        return found

    def skipped(self) -> dict[str, str]:
        """Why a list of the query type has no plan, by names: its items are not objects, as in `tags: [String!]!`."""
        from .values import without_objects

        return without_objects(self._schema)

    def nested(self) -> builtins.list[str]:
        """The names of paginated fields inside the items of lists: "repositories.issues"."""
        from .lists import paginated_fields

        return sorted(
            f"{found.name}.{name}" for found in self._found.values() for name in paginated_fields(found.shape.item)
        )

    def plan(
        self,
        name: str,
        fields: Sequence[str] | str | None = None,
        arguments: Mapping[str, Any] | None = None,
        page_size: int | None = None,
        since: str = "off",
        scalars: Mapping[str, Any] | None = None,
        strict_columns: bool = False,
        total: Literal["auto", "end", "off"] = "auto",
    ) -> Plan:
        """How to read a list.

            plan = schema.plan("repository.issues", ["id", "author.login"], {"owner": "apple", "name": "swift"})

        name            of the list
        fields          what to select of an item: dotted names like "owner.login", "*" for what is selected by default,
                        and "-name" for all but one
        arguments       values for the arguments of the list, or of the object before it; "repository.name" where both
                        have one of that name
        page_size       how many items a page has (100), if the list takes a size
        since           "auto" asks for what is new since a mark, if the schema shows how; `List.since` says which way.
                        "/createdAt" names the field that is compared
        scalars         types of columns by the names of scalars: {"BigInt": "string"}
        strict_columns  whether a scalar without a known type is a column of JSON text, so that each run has the same
                        types; otherwise its type is inferred from the values
        total           "auto" selects the list's total, if the schema shows one, so that a walk notices missing items;
                        "end" only selects one that alone says where the list ends, and "off" selects none

        Raises `UnknownList`, `UnknownField` and `WrongArgument`, and `SchemaError` for anything else.
        """
        from . import planning

        if since not in ("auto", "off") and not (isinstance(since, str) and since.startswith("/")):
            raise ValueError(f'since must be "auto", "off" or a field like "/updatedAt", not {since!r}')
        if total not in ("auto", "end", "off"):
            raise ValueError(f'total must be "auto", "end" or "off", not {total!r}')
        size = planning.PAGE_SIZE if page_size is None else page_size
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise ValueError(f"page_size must be a whole number above 0, not {page_size!r}")
        wanted = planning.Wanted(fields, arguments or {}, size, since, total, scalars, strict_columns)
        return planning.planned(self._schema, self.found(name), wanted)


def listed(schema: Schema, name: str, total: Literal["auto", "off"], given: Mapping[str, Any]) -> Plan:
    """The plan of `Client.list`, which tries lists that take a size: the total of another one may be refused.

    `given` has the other arguments of `Schema.plan`.
    """
    plan = schema.plan(name, total=total, **given)
    return plan if plan.size is not None or total == "off" else schema.plan(name, total="end", **given)


def _listed(found: Found) -> List:
    from .arguments import argument_name
    from .items import key_of
    from .ordering import order_of, since_of

    since = since_of(found)
    arguments = {argument_name(found, step, name): str(one.type) for (step, name), one in found.needs.items()}
    return List(
        name=found.name, kind=found.shape.kind, item=found.shape.item.name, key=key_of(found.shape.item),
        order=order_of(found), since=since.text if since is not None else None, arguments=arguments, note=found.note,
        skipped=found.skipped,
    )
