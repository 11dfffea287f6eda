"""A walk into one file."""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Callable, Mapping
from typing import IO, Any, Protocol

from typing_extensions import TypedDict

from .._optional import imported
from .._walk import walk
from ..arrow.table import Table, has_nulls, settled
from ..cli.formats.rows import Formulas, Rows
from ..client import Client
from ..exceptions import GraphQLError, MissingPageInfo
from ..page import Page
from ..schema import Plan, Schema
from ..schema.first_page import FirstPage, PlanChanged
from ..schema.planning import PAGE_SIZE
from ..schema.trial import tried

# How many items a result shows, how many members of each, and how many characters of a member.
_SHOWN_ITEMS, _SHOWN_MEMBERS, _SHOWN_CHARACTERS = 3, 40, 120


class Walked(TypedDict):
    """What a walk wrote."""

    path: str
    items: int
    has_more: bool
    columns: dict[str, str]
    left_out: list[str]
    preview: list[Any]


class Writer(Protocol):
    """What writes pages in one format."""

    def add(self, page: Page) -> None:
        """Writes the items of a page."""

    def end(self) -> None:
        """Writes the end of the file."""


def planned(
    client: Client, schema: Schema, name: str, fields: list[str] | None, arguments: Mapping[str, Any] | None, limit: int
) -> Plan:
    """How to read the list, without the fields that the server refuses; `written` tries a list that takes no size.

    A list that nothing asks for more has one item more than the limit in its page, which shows that there is more.
    """
    plan = schema.plan(name, fields, arguments, min(limit, PAGE_SIZE), total="end")
    if plan.kind == "whole":
        plan = plan.with_size(min(limit + 1, PAGE_SIZE))
    return plan if plan.size is None else tried(client, plan, tell=lambda _: None)


@dataclasses.dataclass(frozen=True)
class Written:
    """The items of a file: by which plan, how many, whether the list has more, and the first ones.

    is_full  whether the only page has as many items as it may have, so that the list may have more
    """

    plan: Plan
    count: int
    has_more: bool
    first: list[Any]
    is_full: bool = False


def written(
    client: Client, plan: Plan, file: IO[bytes], ending: str, limit: int, formulas: Formulas
) -> Written:
    """Writes at most `limit` items. The first page of a list that takes no size shows what the server refuses."""
    if plan.size is not None:
        def once(plan: Plan) -> Written:
            _empty(file)
            return _written(client, plan, _writer(file, plan, ending, formulas), limit, lambda _: None)

        done = once(plan)
        return _with_more(done, once, limit) if done.is_full and done.count < limit else done
    first_page = FirstPage(plan, client._secrets.hide)
    while True:
        try:
            writer = _writer(file, first_page.plan, ending, formulas)
            return _written(client, first_page.plan, writer, limit, first_page.look)
        except (PlanChanged, GraphQLError) as error:
            if not first_page.changes(error):
                raise
            _empty(file)


def _with_more(done: Written, once: Callable[[Plan], Written], limit: int) -> Written:
    """The items of a larger page, because nothing asks for the page behind a full one."""
    try:
        more = once(done.plan.with_size(limit + 1))
    except GraphQLError:
        # The server refuses such a page.
        return once(done.plan)
    # A page of the same size may be the largest that the server gives.
    return dataclasses.replace(more, has_more=more.has_more or more.count == done.count)


def _empty(file: IO[bytes]) -> None:
    file.seek(0)
    file.truncate()


def _written(client: Client, plan: Plan, writer: Writer, limit: int, look: Callable[[Page], None]) -> Written:
    first: list[Any] = []
    count, is_full = 0, False
    with client._planned(plan, {}) as pager:
        limits = pager._limits(limit, None)
        start = functools.partial(pager._pulled_walk, limits)
        try:
            for page in walk(start, pager._loaded_pages, lambda parts: (Page(parts),), limits):
                look(page)
                writer.add(page)
                count += page.item_count
                if len(first) < _SHOWN_ITEMS:
                    first += page.items[: _SHOWN_ITEMS - len(first)]
        except MissingPageInfo:
            is_full = plan.kind == "whole" and plan.size_given is not None and count >= plan.size_given
            if not is_full:
                raise
    writer.end()
    return Written(plan, count, is_full or limits.is_cut or limits.has_ended, first, is_full)


class _Lines:
    """NDJSON: each item as the server sent it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def add(self, page: Page) -> None:
        self._file.write(page.raw_items)

    def end(self) -> None:
        """Lines have no end of their own."""


class _Rows:
    """CSV with the columns of the plan; the members of an object are columns of their own."""

    def __init__(self, file: IO[bytes], plan: Plan, formulas: Formulas) -> None:
        self._file = file
        whole = [name for name, one in plan.columns.items() if not isinstance(one.get("type"), Mapping)]
        self._rows = Rows(whole, formulas)
        self._columns = [
            column for name, one in plan.columns.items()
            for column in ([name] if name in whole else [f"{name}.{member}" for member in one["type"]])
        ]
        file.write(self._rows.header(self._columns))

    def add(self, page: Page) -> None:
        self._file.write(self._rows.lines(self._columns, map(self._rows.cells, page.items)))

    def end(self) -> None:
        """Rows have no end of their own."""


class _Columns:
    """Parquet with the types of the plan."""

    def __init__(self, file: IO[bytes], plan: Plan) -> None:
        self._parquet = imported("pyarrow.parquet")
        self._file = file
        self._table = Table(plan.columns)

    def add(self, page: Page) -> None:
        self._table.add(page)

    def end(self) -> None:
        table = self._table.to_pyarrow()
        self._parquet.write_table(table.cast(settled(table.schema)) if has_nulls(table.schema) else table, self._file)


def _writer(file: IO[bytes], plan: Plan, ending: str, formulas: Formulas) -> Writer:
    """The writer of the format that the ending of a file's name says."""
    if ending == ".ndjson":
        return _Lines(file)
    return _Rows(file, plan, formulas) if ending == ".csv" else _Columns(file, plan)


def shortened(item: Any) -> Any:
    """An item of a size that fits into a conversation."""
    if not isinstance(item, dict):
        return _short(item)
    members = {name: _short(value) for name, value in list(item.items())[:_SHOWN_MEMBERS]}
    return members | ({"…": f"{len(item) - _SHOWN_MEMBERS} more"} if len(item) > _SHOWN_MEMBERS else {})


def _short(value: Any) -> Any:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return value if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"
