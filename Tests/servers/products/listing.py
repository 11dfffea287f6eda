"""One list, and how it misbehaves: an empty page, a repeated page, a wrong total."""

import base64
import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from graphql import GraphQLError

Row = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Variant:
    """What the query of an address chooses. The pages that it names count from 1."""

    items: int = 23
    # An empty page is put in this place.
    empty_page: int = 0
    # The page before this place is put in it once more.
    repeat_page: int = 0
    # What the server names as its total.
    wrong_total: int | None = None

    @classmethod
    def of(cls, parameters: Mapping[str, str]) -> "Variant":
        """The variant of an address; words that it does not know are left out."""
        names = [field.name for field in dataclasses.fields(cls)]
        return cls(**{name: int(parameters[name]) for name in names if name in parameters})


@dataclasses.dataclass(frozen=True)
class Part:
    """One page of the list."""

    rows: list[Row]
    # The number of the page from 1, and the number of all pages.
    number: int
    pages: int
    total: int
    has_more: bool
    # The cursor behind each row, and the one from which the list goes on.
    cursors: list[str]
    end: str

    @property
    def token(self) -> str | None:
        """The cursor of the next page, or null at the end, as servers without a flag write it."""
        return self.end if self.has_more else None


class Listing:
    """The list of one request: its rows, and its pages by cursor, by number and by offset."""

    def __init__(self, variant: Variant, row: Callable[[int], Row], reach: int | None) -> None:
        self.variant = variant
        count = variant.items if reach is None else min(variant.items, reach)
        self.rows = [row(number) for number in range(1, count + 1)]
        self.total = variant.items if variant.wrong_total is None else variant.wrong_total

    def from_cursor(self, size: int, cursor: str | None) -> Part:
        """The page behind a cursor, which has the place of an item and the number of a page."""
        position, number = _decoded(cursor)
        if number == self.variant.empty_page:
            rows, end = [], position
        elif number == self.variant.repeat_page:
            rows, end = self.rows[max(0, position - size):position], position
        else:
            rows = self.rows[position:position + size]
            end = position + len(rows)
        return self._part(rows, number, size, end, end < len(self.rows))

    def at_number(self, size: int, number: int) -> Part:
        """The page with a number from 1."""
        if number < 1:
            raise GraphQLError(f"The page must be 1 or more, not {number}.")
        extra = (self.variant.empty_page, self.variant.repeat_page)
        before = sum(0 < place < number for place in extra)
        is_repeated = number == self.variant.repeat_page
        start = (number - 1 - before - is_repeated) * size
        rows = [] if number == self.variant.empty_page else self.rows[start:start + size]
        return self._part(rows, number, size, start + len(rows), number < self._pages(size))

    def from_offset(self, size: int, offset: int) -> Part:
        """The page from an item on. An empty or repeated page is where a walk by whole pages asks for it."""
        if offset < 0:
            raise GraphQLError(f"The offset must not be negative: {offset}.")
        number = offset // size + 1
        start = max(0, offset - size) if number == self.variant.repeat_page else offset
        rows = [] if number == self.variant.empty_page else self.rows[start:start + size]
        return self._part(rows, number, size, offset + len(rows), offset + len(rows) < len(self.rows))

    def _pages(self, size: int) -> int:
        return -(-len(self.rows) // size) + sum(place > 0 for place in (
            self.variant.empty_page, self.variant.repeat_page
        ))

    def _part(self, rows: list[Row], number: int, size: int, end: int, has_more: bool) -> Part:
        cursors = [_encoded(end - len(rows) + index + 1, number + 1) for index in range(len(rows))]
        return Part(rows, number, self._pages(size), self.total, has_more, cursors, _encoded(end, number + 1))


def _encoded(position: int, number: int) -> str:
    return base64.b64encode(f"{position}:{number}".encode()).decode()


def _decoded(cursor: str | None) -> tuple[int, int]:
    if not cursor:
        return 0, 1
    try:
        position, _, number = base64.b64decode(cursor, validate=True).decode().partition(":")
        return int(position), int(number)
    except ValueError:
        raise GraphQLError(f"The cursor {cursor!r} is not one of this list.") from None
