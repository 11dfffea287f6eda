"""How a query asks for the pages of a list, and what a page says about the next one."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Literal

from .selections import Field, Group, Spread

PagingKind = Literal["cursor", "offset", "page"]

# A way through the data: to a field, to a fragment's fields, or to what objects of certain types have. A value on the
# way may be missing: a field can be null, fields and fragments can have conditions, and an object another type.
Step = Field | Spread | Group
Way = tuple[Step, ...]


@dataclasses.dataclass(frozen=True)
class VariablePlace:
    """What takes a cursor or a number: a variable, or a member of the input object in a variable.

    `$after` is ("after", ()), and `$paging: {limit offset}` has a place ("paging", ("limit",)).
    """

    variable: str
    members: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, eq=False)
class Paging:
    """The list that a query pages.

    kind         how a page is asked for: by a "cursor", by an "offset", or by the number of a "page"
    is_forward   whether a page after another one can be asked for
    is_backward  the same for a page before another one; only with cursors
    list         the way from the data to the field that takes the cursor or the number; its last step is this field
    items        the way from there to the field that is the list of items or edges; () if the field is the list itself
    node         the way from an element of that list to an item: () or the field `node` of an edge
    variables    what asks for a page, by role: "first", "after", "last", "before" of cursors; "offset", "size"; "page",
                 "size". "first" is the size of a page forward, "last" backward, "size" that of the other kinds
    start        the offset, or the number of the page, of a request that leaves it out
    info         the ways from the field of `list` to what a page says, by role: "has_more", "end_cursor",
                 "has_previous", "start_cursor", "total", "page_count". A list without any of them ends with its first
                 empty page, because a server may return fewer items than a query asks for
    """

    kind: PagingKind
    is_forward: bool
    is_backward: bool
    list: Way
    items: Way
    node: Way
    variables: Mapping[str, VariablePlace]
    info: Mapping[str, Way]
    start: int = 0

    @property
    def is_told(self) -> bool:
        """Whether a page says of each direction if there is more; otherwise a cursor that is null ends the list."""
        wanted = {"has_more": self.is_forward, "has_previous": self.is_backward}
        return self.kind != "cursor" or all(role in self.info for role, is_used in wanted.items() if is_used)

    @property
    def list_field(self) -> Field:
        """The field that is the list of items or edges."""
        return _field((*self.list, *self.items)[-1])

    @property
    def item_field(self) -> Field:
        """The field whose selection, or whose type, is an item."""
        return _field((*self.list, *self.items, *self.node)[-1])


def _field(step: Step) -> Field:
    assert isinstance(step, Field)
    return step
