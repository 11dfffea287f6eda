"""Queries that know their list: what `PagedQuery` asks of them."""

from __future__ import annotations

from typing import Literal

from ..errors import DocumentError
from ..model import Field, ListOf, Model, Operation, Paging, VariablePlace, Way
from .expressions import Expressions, chained
from .inputs import Inputs
from .layout import Code
from .naming import Naming
from .places import Places
from .values import Values

_Ends = tuple[Literal["next", "previous"], str, str, str, str]
# A direction; what a page says of it, and what of its cursor; the variables of the cursor and of the size.
_NEXT: _Ends = ("next", "hasNext", "endCursor", "after", "first")
_PREVIOUS: _Ends = ("previous", "hasPrevious", "startCursor", "before", "last")


class PagedQueries:
    """Writes the members of paged queries."""

    def __init__(self, code: Code, naming: Naming, values: Values, inputs: Inputs, model: Model) -> None:
        self._code = code
        self._naming = naming
        self._values = values
        self._inputs = inputs
        self._model = model

    def write(self, operation: Operation, paging: Paging) -> None:
        """Writes the members of a query."""
        expressions = Expressions(self._naming, self._model.fragments)
        places = Places(self._code, operation.variables, self._values, self._inputs, self._model)
        _Members(self._code, operation, paging, expressions, places, self._values).write()


class _Members:
    def __init__(
        self, code: Code, operation: Operation, paging: Paging, expressions: Expressions, places: Places, values: Values
    ) -> None:
        self._code = code
        self._operation = operation
        self._paging = paging
        self._expressions = expressions
        self._places = places
        self._values = values

    def write(self) -> None:
        """Writes the members."""
        if self._paging.kind == "cursor":
            self._cursor_info()
            self._code.gap()
            self._cursor_query()
        else:
            self._number_info()
            self._code.gap()
            self._number_query()
        self._code.gap()
        self._items()
        if "total" in self._paging.info:
            self._total()

    # Ways

    def _at(self, way: Way) -> tuple[str, bool]:
        """The value at a way from the data, and whether it may be nil."""
        text, may_be_nil, _ = self._expressions.along(way, self._operation.selection)
        return f"data{text}", may_be_nil

    def _told(self, role: str) -> tuple[str, bool] | None:
        way = self._paging.info.get(role)
        return self._at((*self._paging.list, *way)) if way is not None else None

    # Cursors

    @property
    def _ends(self) -> list[_Ends]:
        used = ((_NEXT, self._paging.is_forward), (_PREVIOUS, self._paging.is_backward))
        return [end for end, is_used in used if is_used]

    @property
    def _info(self) -> str:
        if self._paging.kind != "cursor":
            return "OffsetPagination.Forward"
        if self._paging.is_forward and self._paging.is_backward:
            return "CursorBasedPagination.Bidirectional"
        return "CursorBasedPagination.Forward" if self._paging.is_forward else "CursorBasedPagination.Reverse"

    def _cursor_info(self) -> None:
        parts: list[str] = []
        for direction, flag, cursor, _, _ in self._ends:
            roles = ("has_more", "end_cursor") if direction == "next" else ("has_previous", "start_cursor")
            parts.append(f"{flag}: {self._flag(*roles)}")
            parts.append(f"{cursor}: {self._cursor(roles[1])}")
        with self._code.block(f"public func pageInfo(of data: Data) -> {self._info}"):
            self._code.listed(f"{self._info}(", parts, ")")

    def _flag(self, role: str, cursor: str) -> str:
        """Whether there is more; a list without such a flag ends with a cursor that is null."""
        if (told := self._told(role)) is not None:
            return told[0]
        at = self._told(cursor)
        assert at is not None
        return f"{at[0]} != nil" if at[1] else "true"

    def _cursor(self, role: str) -> str:
        told = self._told(role)
        assert told is not None
        text, may_be_nil = told
        type_ = self._leaf(self._paging.info[role])
        if type_ == "String":
            return text
        if type_ == "Int":
            return f'{chained(text)}.map {{ "\\($0)" }}' if may_be_nil else f'"\\({text})"'
        raise DocumentError(
            f"{self._operation.place}: the cursor of {self._operation.name} has the type {type_}: a cursor is a String"
            " or an Int"
        )

    def _leaf(self, way: Way) -> str:
        field = way[-1]
        assert isinstance(field, Field)
        return self._values.leaf(field.type.named)

    def _cursor_query(self) -> None:
        code, roles = self._code, self._paging.variables
        ends = self._ends
        head = f"public func query(beyond info: {self._info}, toward direction: PaginationDirection) -> Self?"
        with code.block(head):
            if len(ends) == 1:
                direction, _, cursor, place, _ = ends[0]
                code.line(f"guard direction == .{direction} else {{ return nil }}")
                code.line("var query = self")
                self._put_cursor(roles[place], f"info.{cursor}")
                self._leave_out([role for role in ("after", "before") if role != place])
                code.line("return query")
                return
            code.line("var query = self")
            with code.switch("direction"):
                for (direction, _, cursor, place, size), (_, _, _, other, other_size) in (ends, ends[::-1]):
                    code.line(f"case .{direction}:")
                    with code.indented():
                        self._put_cursor(roles[place], f"info.{cursor}")
                        self._leave_out([other])
                        if size in roles and other_size in roles:
                            own, others = self._places.get(roles[size]), self._places.get(roles[other_size])
                            self._places.put(roles[size], f"{own} ?? {others}", is_optional=True)
                            self._leave_out([other_size])
            code.line("return query")

    def _put_cursor(self, place: VariablePlace, value: str) -> None:
        """Writes a cursor, a text that may be nil, into its variable."""
        if self._places.type_at(place) == "Int":
            value = f"{value}.flatMap {{ Int($0) }}"
        self._places.put(place, value, is_optional=True)

    def _leave_out(self, roles: list[str]) -> None:
        for role in roles:
            if (place := self._paging.variables.get(role)) is not None:
                self._places.put(place, ".none", is_optional=False)

    # Numbers

    def _number_info(self) -> None:
        code, kind = self._code, self._paging.kind
        place = self._paging.variables[kind]
        count, may_be_nil = self._count()
        current = self._places.get(place)
        is_set = self._places.is_required(place)
        number = current if is_set else f"({current} ?? {self._paging.start})"
        with code.block(f"public func pageInfo(of data: Data) -> {self._info}"):
            if kind == "page":
                code.line("// The number of a page stands where other lists have an offset.")
                code.line(f"let next = {number} + 1")
            else:
                code.line(f"let next = {number} + {f'({count} ?? 0)' if may_be_nil else count}")
            parts = ["offset: next", f"canLoadNext: {self._has_more(count, may_be_nil)}"]
            code.listed(f"return {self._info}(", parts, ")")

    def _has_more(self, count: str, may_be_nil: bool) -> str:
        """Whether a page says that there is more; else, an empty page ends the list."""
        if (flag := self._told("has_more")) is not None:
            return flag[0]
        last = self._told("page_count") if self._paging.kind == "page" else self._told("total")
        if last is not None:
            compared = "next <= " if self._paging.kind == "page" else "next < "
            return f"{chained(last[0])}.map {{ {compared}$0 }}" if last[1] else f"{compared}{last[0]}"
        return f"{chained(count)}.map {{ $0 > 0 }}" if may_be_nil else f"{count} > 0"

    def _count(self) -> tuple[str, bool]:
        text, may_be_nil = self._at((*self._paging.list, *self._paging.items))
        return f"{text}{'?' if self._is_nil(text, may_be_nil) else ''}.count", may_be_nil

    def _is_nil(self, text: str, may_be_nil: bool) -> bool:
        """Whether the list itself may be nil, and not only what is around it."""
        field = self._paging.list_field
        return may_be_nil and (field.type.is_nullable or field.condition is not None)

    def _number_query(self) -> None:
        head = f"public func query(beyond info: {self._info}, toward direction: PaginationDirection) -> Self?"
        with self._code.block(head):
            self._code.line("guard direction == .next else { return nil }")
            self._code.line("var query = self")
            self._places.put(self._paging.variables[self._paging.kind], "info.offset", is_optional=False, is_value=True)
            self._code.line("return query")

    # Items

    def _items(self) -> None:
        paging = self._paging
        text, may_be_nil = self._at((*paging.list, *paging.items))
        is_nil = self._is_nil(text, may_be_nil)
        field = paging.list_field
        assert isinstance(field.type, ListOf)
        element_is_nil = field.type.element.is_nullable
        drops = element_is_nil
        if paging.node:
            assert field.selection is not None
            node, node_is_nil, _ = self._expressions.along(paging.node, self._expressions.own(field.selection))
            drops = element_is_nil or node_is_nil
            if not drops:
                mapped = f".map {{ $0{node} }}"
            else:
                mapped = f".compactMap {{ $0{'?' if element_is_nil else ''}{node} }}"
        else:
            mapped = ".compactMap { $0 }" if drops else ""
        expression = f"{text}{'?' if is_nil and mapped else ''}{mapped}"
        item = self._values.inner(paging.item_field, is_full=True)
        self._code.body(f"public static func items(of data: Data) -> [{item}]?", expression)
        if drops:
            self._code.gap()
            self._code.body("public static func itemCount(of data: Data) -> Int?", self._count()[0])

    def _total(self) -> None:
        told = self._told("total")
        assert told is not None
        self._code.gap()
        self._code.body("public static func total(of data: Data) -> Int?", told[0])
        conditions: list[str] = []
        for role in ("after", "before", "offset", "page"):
            if (place := self._paging.variables.get(role)) is None:
                continue
            value, is_set = self._places.get(place), self._places.is_required(place)
            if role in ("offset", "page"):
                first = self._paging.start
                conditions.append(f"{value} > {first}" if is_set else f"{value} ?? {first} > {first}")
            elif not is_set:
                conditions.append(f"{value} != nil")
        if conditions:
            self._code.gap()
            self._code.body("public var beginsInMiddle: Bool", " || ".join(conditions))
