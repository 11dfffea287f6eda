"""What it takes to read a list: plain data, which a pager takes and a file keeps."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Literal, Self

from .._pointers import size_place, with_variable
from ._listed import Kind
from .errors import SchemaError

# What a plan says of its first page before the trial.
UNTRIED = "1: page 0 is not tried"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Plan:
    """How to read one list of a schema.

        pager = client.pager(plan.query, plan.variables, pagination=plan.pagination, since=plan.since)
        table = pager.to_arrow(plan.columns)

    endpoint    the address of the server, if the plan is for one
    name, kind  of the list, as `List` has them. The kind is that of this plan: an offset list that is read by its keys
                is "keyset"
    query       the query's text. The same schema and arguments make the same text
    variables, pagination, since, nested
                as for `Client.pager`
    columns     as for `Pager.to_arrow`
    refused     the fields that the server refused when the plan was tried, which it leaves out since
    totals      JSON Pointers below the list to what the query selects as its total. `pagination` names one that counts
                the items of the list for certain; the library finds the others by their words, and only warns
    first_page  of a list that counts pages: with which number the plan begins, and why; None if the schema says it, or
                the pages do

    `to_json()` and `from_json()` keep a plan and load it; neither needs a schema.
    """

    endpoint: str | None = None
    name: str
    kind: Kind
    query: str
    variables: dict[str, Any]
    pagination: dict[str, Any]
    columns: dict[str, Any]
    since: dict[str, Any] | None = None
    nested: str | dict[str, Any] | None = None
    refused: list[str] = dataclasses.field(default_factory=list)
    totals: list[str] = dataclasses.field(default_factory=list)
    first_page: str | None = None

    # The configs are dicts.
    __hash__ = None  # type: ignore[assignment]

    @property
    def size(self) -> str | None:
        """The variable of the size of a page, or a pointer to a place inside one; None if the list takes no size."""
        return size_place(self.pagination)

    @property
    def size_given(self) -> int | None:
        """How many items a page has, by the variables; None if the list takes no size."""
        value: Any = self.variables
        for name in (self.size or "").strip("/").split("/"):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value if isinstance(value, int) else None

    def with_size(self, size: int) -> Self:
        """The same plan with another number of items a page; the plan itself if the list takes no size."""
        return self if self.size is None else self._with(self.size, size)

    def with_page(self, number: int) -> Self:
        """The same plan with another number of its first page; only for a list that counts pages."""
        return self._with(self.pagination["page"], number)

    def with_total(self, total: Literal["auto", "off"]) -> Self:
        """The same plan whose total says that the list is incomplete, or with "off" says nothing.

        The query stays the same, so that a walk can go on by it.
        """
        pagination = {name: value for name, value in self.pagination.items() if name != "check_total"}
        if total == "off" and self.has_total:
            pagination["check_total"] = False
        return dataclasses.replace(self, pagination=pagination)

    @property
    def has_total(self) -> bool:
        """Whether the query selects a total."""
        return bool(self.totals) or self.pagination.get("total") is not None

    @property
    def ends_by_total(self) -> bool:
        """Whether nothing but a total that the pagination names says where the list ends."""
        is_offset, names = self.pagination.get("type") == "offset", self.pagination.keys()
        return is_offset and "total" in names and not names & {"has_more", "page_count"}

    @property
    def has_untried_page(self) -> bool:
        """Whether only the server can say with which number its pages begin."""
        return self.first_page == UNTRIED

    def _with(self, place: str, value: int) -> Self:
        return dataclasses.replace(self, variables=with_variable(self.variables, place, value))

    def to_json(self) -> dict[str, Any]:
        """The plan as a JSON object."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Self:
        """The plan of a JSON object that `to_json` made. Raises `SchemaError` for anything else."""
        if not isinstance(fields, Mapping):
            raise SchemaError(f"a plan must be a JSON object, not {fields!r}")
        known = {field.name: field for field in dataclasses.fields(cls)}
        if unknown := sorted(fields.keys() - known.keys()):
            raise SchemaError(f"unknown in a plan: {', '.join(map(repr, unknown))}; its keys are {', '.join(known)}")
        needed = {
            name for name, field in known.items()
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        }
        if missing := sorted(needed - fields.keys()):
            raise SchemaError(f"a plan needs {', '.join(map(repr, missing))}")
        for name in ("variables", "pagination", "columns"):
            if not isinstance(fields[name], Mapping):
                raise SchemaError(f"{name!r} of a plan must be a JSON object, not {fields[name]!r}")
        for name in ("name", "kind", "query"):
            if not isinstance(fields[name], str):
                raise SchemaError(f"{name!r} of a plan must be a text, not {fields[name]!r}")
        return cls(**fields)
